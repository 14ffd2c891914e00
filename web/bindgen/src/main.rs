//! Makes the JavaScript side of a library of WebAssembly: `oxmca-web-bindgen LIBRARY FOLDER`.
//!
//! The program `wasm-bindgen` does the same, but takes four times as long to install.

use std::env;

use anyhow::Context as _;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let library = arguments.next().context("no library is named")?;
    let folder = arguments.next().context("no folder is named")?;
    Bindgen::new().input_path(library).web(true)?.typescript(true).generate(folder)
}
