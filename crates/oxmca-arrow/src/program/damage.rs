//! Damaged files, on some of which the readers of Arrow and Parquet panic.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
use std::path::PathBuf;
use std::{fs, process};

use oxmca_driver::panic_text;

/// The file that a thread reads.
struct Reading {
    path: String,
    /// A file that is to be removed if the program ends.
    unfinished: Option<PathBuf>,
}

thread_local! {
    static READING: RefCell<Option<Reading>> = const { RefCell::new(None) };
}

/// Reads from a file. A panic in that ends the program with an error about the file, and removes `unfinished`.
pub fn reading<T>(path: &str, unfinished: Option<PathBuf>, read: impl FnOnce() -> T) -> T {
    READING.set(Some(Reading { path: path.to_owned(), unfinished }));
    let result = read();
    READING.set(None);
    result
}

/// Makes panics while files are read errors of the program. A hook does so, since in the program as it is released
/// nothing can catch a panic.
pub fn expect_damaged_files() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| match READING.take() {
        Some(reading) => end(&reading, panic),
        None => usual(panic),
    }));
}

fn end(reading: &Reading, panic: &PanicHookInfo<'_>) -> ! {
    let text = panic_text(panic.payload()).unwrap_or("it is damaged");
    eprintln!("error: {}: {text}", reading.path);
    if let Some(path) = &reading.unfinished {
        // Nothing more can be done if it cannot be removed.
        let _ = fs::remove_file(path);
    }
    process::exit(1)
}
