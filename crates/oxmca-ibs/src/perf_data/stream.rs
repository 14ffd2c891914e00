//! The records of a recording, one after the other.

use std::io::Read;

use super::error::ReadError;

/// A record's header: kind, flags and length.
pub const RECORD_HEADER_LEN: usize = 8;

/// Reads records from a reader, through a buffer.
pub struct Stream<R> {
    reader: R,
    /// Bytes that follow those in the buffer, where it is known.
    left: Option<u64>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Bytes of all records that were read.
    position: u64,
}

/// A record: what it is, flags, and its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawRecord<'a> {
    pub kind: u32,
    pub misc: u16,
    pub body: &'a [u8],
}

/// Room for many records, the longest of which has 64 KiB.
const BUFFER_LEN: usize = 1 << 20;

impl<R: Read> Stream<R> {
    pub fn new(reader: R, len: Option<u64>) -> Self {
        Self { reader, left: len, buffer: vec![0; BUFFER_LEN], start: 0, end: 0, position: 0 }
    }

    pub fn position(&self) -> u64 {
        self.position
    }

    /// Makes sure that `count` bytes are in the buffer. Returns whether they are.
    fn fill(&mut self, count: usize) -> Result<bool, ReadError> {
        if self.end - self.start >= count {
            return Ok(true);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while self.end < count {
            let room = self.buffer.len() - self.end;
            let most =
                self.left.map_or(room, |left| room.min(usize::try_from(left).unwrap_or(room)));
            let read = match self.reader.read(&mut self.buffer[self.end..][..most]) {
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if read == 0 {
                return Ok(false);
            }
            self.end += read;
            if let Some(left) = &mut self.left {
                *left -= read as u64;
            }
        }
        Ok(true)
    }

    /// Returns the length of the next record; `None` at the end.
    fn next_len(&mut self) -> Result<Option<usize>, ReadError> {
        if !self.fill(RECORD_HEADER_LEN)? {
            let is_end = self.start == self.end;
            return if is_end { Ok(None) } else { Err(ReadError::EndsInRecord(self.position)) };
        }
        let header = &self.buffer[self.start..];
        let len = usize::from(u16::from_le_bytes([header[6], header[7]]));
        if len < RECORD_HEADER_LEN {
            return Err(ReadError::Damaged("a record is shorter than its header"));
        }
        if !self.fill(len)? {
            return Err(ReadError::EndsInRecord(self.position));
        }
        Ok(Some(len))
    }

    /// Returns the next record, which is not gone past.
    pub fn peek(&mut self) -> Result<Option<RawRecord<'_>>, ReadError> {
        let len = self.next_len()?;
        Ok(len.and_then(|len| split_record(&self.buffer[self.start..][..len]).map(|it| it.0)))
    }

    /// Returns the next record.
    pub fn next(&mut self) -> Result<Option<RawRecord<'_>>, ReadError> {
        let Some(len) = self.next_len()? else { return Ok(None) };
        let at = self.start;
        self.start += len;
        self.position += len as u64;
        Ok(split_record(&self.buffer[at..][..len]).map(|it| it.0))
    }

    /// Goes past bytes that belong to no record.
    pub fn skip(&mut self, mut count: u64) -> Result<(), ReadError> {
        while count > 0 {
            let step = count.min(BUFFER_LEN as u64);
            if !self.fill(step as usize)? {
                return Err(ReadError::EndsInRecord(self.position));
            }
            self.start += step as usize;
            self.position += step;
            count -= step;
        }
        Ok(())
    }
}

/// Returns the first record of some bytes, and what follows it; `None` if it is not whole or not
/// one.
pub fn split_record(bytes: &[u8]) -> Option<(RawRecord<'_>, &[u8])> {
    let header = bytes.first_chunk::<RECORD_HEADER_LEN>()?;
    let [k0, k1, k2, k3, m0, m1, l0, l1] = *header;
    let len = usize::from(u16::from_le_bytes([l0, l1]));
    let (record, rest) = bytes.split_at_checked(len)?;
    let body = record.get(RECORD_HEADER_LEN..)?;
    let kind = u32::from_le_bytes([k0, k1, k2, k3]);
    Some((RawRecord { kind, misc: u16::from_le_bytes([m0, m1]), body }, rest))
}
