//! Writes the tables of all targets to a folder, as images that `Engine` takes: compressed, since few servers do so.
//!
//! `cargo run -p oxmca-wasm --features images --example images -- FOLDER`

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs, process};

use lzma_rust2::{LzmaOptions, LzmaWriter};

/// The highest preset.
const PRESET: u32 = 9;
/// Bytes that a reader keeps. No image is much longer.
const WINDOW_BYTES: u32 = 4 << 20;
/// The longest repetition that is looked for, and the places where it is.
const REPETITION_BYTES: u32 = 273;
const REPETITION_PLACES: i32 = 4096;
/// Bits of the position and of the byte before that tell bytes apart: of rows of numbers, and of texts.
const POSITION_AND_BYTE_BITS: [(u32, u32); 4] = [(1, 1), (2, 0), (2, 2), (0, 4)];
/// Bytes that are texts or numbers together.
const BLOCK_BYTES: usize = 32 << 10;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("error: no folder is named");
        process::exit(2);
    };
    fs::create_dir_all(&folder)?;
    for target in oxmca_tables::embedded_targets() {
        let image = oxmca_tables::embedded_image(target).ok_or("tables of the page are missing")?;
        let path = Path::new(&folder).join(target).with_extension("image.lzma");
        fs::write(path, compressed(image)?)?;
    }
    Ok(())
}

/// Returns an image in parts, each with its length before it, as a number of four bytes, the lowest first: names are
/// compressed otherwise than rows of numbers.
fn compressed(image: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut all = Vec::new();
    let blocks: Vec<&[u8]> = image.chunks(BLOCK_BYTES).collect();
    let mut rest = image;
    for alike in blocks.chunk_by(|a, b| is_text(a) == is_text(b)) {
        let (part, after) = rest.split_at(alike.iter().map(|it| it.len()).sum());
        rest = after;
        let mut shortest: Option<Vec<u8>> = None;
        for bits in POSITION_AND_BYTE_BITS {
            let found = compressed_part(part, bits)?;
            if shortest.as_ref().is_none_or(|it| found.len() < it.len()) {
                shortest = Some(found);
            }
        }
        let part = shortest.unwrap_or_default();
        all.extend(u32::try_from(part.len())?.to_le_bytes());
        all.extend(part);
    }
    Ok(all)
}

/// Returns whether nearly all bytes of a block are those of words.
fn is_text(block: &[u8]) -> bool {
    let graphic = block.iter().filter(|it| it.is_ascii_graphic() || **it == b' ').count();
    graphic * 10 > block.len() * 9
}

fn compressed_part(part: &[u8], (lp, lc): (u32, u32)) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut options = LzmaOptions::with_preset(PRESET);
    (options.dict_size, options.nice_len) = (WINDOW_BYTES, REPETITION_BYTES);
    options.depth_limit = REPETITION_PLACES;
    (options.lc, options.lp) = (lc, lp);
    options.pb = if lp == 0 { 0 } else { 2 };
    let length_bytes = u64::try_from(part.len())?;
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(length_bytes))?;
    writer.write_all(part)?;
    Ok(writer.finish()?)
}
