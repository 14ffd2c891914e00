//! Makes the JavaScript side of a library of WebAssembly, and compresses the library: `oxmca-web-bindgen LIBRARY FOLDER`.
//!
//! The program `wasm-bindgen` does the same, but takes four times as long to install.

use std::fs::{self, File};
use std::num::NonZeroU64;
use std::path::Path;
use std::{env, io};

use anyhow::Context as _;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let library = arguments.next().context("no library is named")?;
    let folder = arguments.next().context("no folder is named")?;
    Bindgen::new().input_path(library).web(true)?.typescript(true).generate(&folder)?;
    compress(&Path::new(&folder).join("oxmca_wasm_bg.wasm"))
        .context("the library is not compressed")
}

/// Compresses a file to one beside it, as small as its reader, a browser, allows.
fn compress(path: &Path) -> io::Result<()> {
    let options = zopfli::Options { iteration_count: ROUNDS, ..zopfli::Options::default() };
    let file = File::create(path.with_extension("wasm.gz"))?;
    zopfli::compress(options, zopfli::Format::Gzip, &*fs::read(path)?, file)
}

/// More rounds are no smaller by a thousandth.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).unwrap();
