//! Memory and time that debug information may take.

use std::cell::Cell;

/// A number of bytes, or of steps, that is used up.
#[derive(Debug)]
pub(super) struct Allowance(Cell<u64>);

impl Allowance {
    pub const fn new(count: u64) -> Allowance {
        Allowance(Cell::new(count))
    }

    /// Creates one of the bytes that tables read from a file may take.
    pub fn of_tables(file_bytes: usize, section_bytes: usize) -> Allowance {
        /// Bytes that even the tables of a small file may take.
        const LEAST_BYTES: u64 = 1 << 26;
        /// Bytes of tables for a byte of the file, which can be compressed. Compilers' tables take some 30 bytes for one
        /// of theirs, which is a small part.
        const PER_FILE_BYTE: u64 = 128;
        const PER_SECTION_BYTE: u64 = 64;
        let by_file = (file_bytes as u64).saturating_mul(PER_FILE_BYTE);
        let by_sections = (section_bytes as u64).saturating_mul(PER_SECTION_BYTE);
        Allowance::new(LEAST_BYTES + by_file.min(by_sections))
    }

    /// Uses up a part. Returns `None` if less is left.
    #[must_use]
    pub fn take(&self, count: u64) -> Option<()> {
        self.0.set(self.0.get().checked_sub(count)?);
        Some(())
    }

    /// Uses up a part for each of some items.
    #[must_use]
    pub fn take_each(&self, items: u64, count: u64) -> Option<()> {
        self.take(items.saturating_mul(count))
    }
}
