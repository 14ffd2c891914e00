//! Writes the tables of all targets of the page to a folder, as images that `Engine` takes: compressed, since few servers do so.
//!
//! `cargo run -p oxmca-wasm --example images -- FOLDER`

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs, process};

use lzma_rust2::{LzmaOptions, LzmaWriter};

/// The highest preset.
const PRESET: u32 = 9;
/// Bytes that a reader keeps. No image is much longer.
const WINDOW_BYTES: u32 = 4 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("error: no folder is named");
        process::exit(2);
    };
    fs::create_dir_all(&folder)?;
    for target in oxmca_wasm::PAGE_TARGETS {
        let image = oxmca_tables::embedded_image(target).ok_or("tables of the page are missing")?;
        let path = Path::new(&folder).join(target).with_extension("image.lzma");
        fs::write(path, compressed(image)?)?;
    }
    Ok(())
}

fn compressed(image: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut options = LzmaOptions::with_preset(PRESET);
    options.dict_size = WINDOW_BYTES;
    // Images are arrays of words of four bytes.
    (options.lc, options.lp) = (2, 2);
    let length_bytes = u64::try_from(image.len())?;
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(length_bytes))?;
    writer.write_all(image)?;
    Ok(writer.finish()?)
}
