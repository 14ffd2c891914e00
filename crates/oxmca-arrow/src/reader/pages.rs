//! The pages of Parquet files, whose headers say how much memory they take, looked at before they are read.
//!
//! Readers of Parquet take memory as a header asks for it. Headers are structures of Thrift's compact protocol.

use std::io::{self, Read};

use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::ChunkReader;

use super::error::ReadError;

/// The most bytes of a page. Writers make pages of about 1 MiB, and longer ones of single long values.
const MAX_PAGE_BYTES: u64 = 1 << 26;
/// The most values of a column of lists, of which a row can have any number: this many, and some for each byte.
const MAX_LISTED_VALUES: u64 = 1 << 20;
const LISTED_VALUES_PER_BYTE: u64 = 8;
/// The longest header of a page, which can have the least and the greatest value.
const MAX_HEADER_BYTES: usize = 1 << 22;
/// Bytes of a header that are read first.
const USUAL_HEADER_BYTES: usize = 1 << 10;
/// The encoding whose values are the ends of values that begin as the ones before them.
const DELTA_BYTE_ARRAY: i64 = 7;

/// Looks at the headers of all pages. Returns the bytes of the longest page whose values share their beginnings.
///
/// # Errors
/// A page takes more memory than pages may, or cannot be read.
pub fn check(file: &impl ChunkReader, metadata: &ParquetMetaData) -> Result<u64, ReadError> {
    let mut longest_shared = 0;
    for column in metadata.row_groups().iter().flat_map(|it| it.columns()) {
        let (start, len) = column.byte_range();
        let is_list = column.column_descr().max_rep_level() > 0;
        let (mut at, end, mut values) = (start, start.saturating_add(len), 0);
        while at < end {
            let page = read_header(file, at, end)?;
            let (bytes, stored) = (page.number(page.bytes)?, page.number(page.stored_bytes)?);
            if bytes > MAX_PAGE_BYTES {
                return Err(format!("a page has {bytes} bytes, more than {MAX_PAGE_BYTES}").into());
            }
            if page.encoding == DELTA_BYTE_ARRAY {
                longest_shared = longest_shared.max(bytes);
            }
            values += page.number(page.values)?;
            if is_list && values > MAX_LISTED_VALUES + LISTED_VALUES_PER_BYTE.saturating_mul(len) {
                return Err(format!("a column of lists has {values} values in {len} bytes").into());
            }
            at = at.saturating_add(page.header_bytes).saturating_add(stored);
        }
    }
    Ok(longest_shared)
}

/// The header of a page.
#[derive(Default)]
struct Page {
    header_bytes: u64,
    /// Bytes of the page, and those that it takes in the file.
    bytes: i64,
    stored_bytes: i64,
    values: i64,
    encoding: i64,
}

impl Page {
    fn number(&self, value: i64) -> Result<u64, ReadError> {
        u64::try_from(value).map_err(|_| "a page has a negative length".into())
    }
}

fn read_header(file: &impl ChunkReader, at: u64, end: u64) -> Result<Page, ReadError> {
    let mut most = USUAL_HEADER_BYTES;
    loop {
        let mut bytes = Vec::new();
        file.get_read(at)?.take((most as u64).min(end - at)).read_to_end(&mut bytes)?;
        let mut header = Header { rest: &bytes };
        match header.page() {
            Some(page) => {
                let header_bytes = (bytes.len() - header.rest.len()) as u64;
                return Ok(Page { header_bytes, ..page });
            }
            None if bytes.len() < most || most >= MAX_HEADER_BYTES => {
                let message = "the header of a page cannot be read";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message).into());
            }
            None => most *= 4,
        }
    }
}

/// Types of fields.
mod kind {
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const INT_16: u8 = 4;
    pub const INT_32: u8 = 5;
    pub const INT_64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const BINARY: u8 = 8;
    pub const LIST: u8 = 9;
    pub const SET: u8 = 10;
    pub const STRUCT: u8 = 12;
}

/// The most structures within each other: headers have two.
const MAX_DEPTH: u32 = 8;

struct Header<'a> {
    rest: &'a [u8],
}

impl Header<'_> {
    /// Reads the header of a page; `None` if it ends too early or is none.
    fn page(&mut self) -> Option<Page> {
        let mut page = Page::default();
        let mut field = 0;
        while let Some(kind) = self.field(&mut field)? {
            match (field, kind) {
                (2, kind::INT_32) => page.bytes = self.integer()?,
                (3, kind::INT_32) => page.stored_bytes = self.integer()?,
                // Of data, of a dictionary, and of data in the second version.
                (5 | 7 | 8, kind::STRUCT) => {
                    let encoding = if field == 8 { 4 } else { 2 };
                    let mut inner = 0;
                    while let Some(kind) = self.field(&mut inner)? {
                        match (inner, kind) {
                            (1, kind::INT_32) => page.values = self.integer()?,
                            (it, kind::INT_32) if it == encoding => {
                                page.encoding = self.integer()?
                            }
                            _ => self.skip(kind, 1)?,
                        }
                    }
                }
                _ => self.skip(kind, 0)?,
            }
        }
        Some(page)
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn integer(&mut self) -> Option<i64> {
        let value = self.unsigned()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// Reads the number and the type of the next field. Returns `Some(None)` at the end of the structure.
    fn field(&mut self, number: &mut i64) -> Option<Option<u8>> {
        let byte = self.byte()?;
        if byte == 0 {
            return Some(None);
        }
        *number = match byte >> 4 {
            0 => self.integer()?,
            more => number.checked_add(more.into())?,
        };
        Some(Some(byte & 0xf))
    }

    fn skip(&mut self, kind: u8, depth: u32) -> Option<()> {
        match kind {
            kind::TRUE | kind::FALSE => {}
            kind::BYTE => drop(self.byte()?),
            kind::INT_16 | kind::INT_32 | kind::INT_64 => drop(self.unsigned()?),
            kind::DOUBLE => self.rest = self.rest.get(8..)?,
            kind::BINARY => {
                let length = usize::try_from(self.unsigned()?).ok()?;
                self.rest = self.rest.get(length..)?;
            }
            kind::LIST | kind::SET if depth < MAX_DEPTH => {
                let byte = self.byte()?;
                let count = if byte >> 4 == 15 { self.unsigned()? } else { u64::from(byte >> 4) };
                // Each item has a byte at least.
                let count = usize::try_from(count).ok().filter(|it| *it <= self.rest.len())?;
                for _ in 0..count {
                    match byte & 0xf {
                        kind::TRUE | kind::FALSE => drop(self.byte()?),
                        item => self.skip(item, depth + 1)?,
                    }
                }
            }
            kind::STRUCT if depth < MAX_DEPTH => {
                let mut field = 0;
                while let Some(kind) = self.field(&mut field)? {
                    self.skip(kind, depth + 1)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
}
