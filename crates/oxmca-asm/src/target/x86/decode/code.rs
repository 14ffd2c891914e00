//! The bytes that are decoded, read one after the other.

/// The reason why bytes are no instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The bytes end too early.
    Truncated,
    /// No instruction has this code.
    Unknown,
}

/// Bytes, and how many of them have been read.
#[derive(Clone, Copy)]
pub(super) struct Code<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Code<'b> {
    pub fn new(bytes: &'b [u8]) -> Code<'b> {
        Code { bytes, at: 0 }
    }

    /// Returns the number of bytes read.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the next byte, which stays to be read.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Reads a byte.
    ///
    /// # Errors
    /// [`Failure::Truncated`].
    #[inline]
    pub fn byte(&mut self) -> Result<u8, Failure> {
        let byte = self.peek().ok_or(Failure::Truncated)?;
        self.at += 1;
        Ok(byte)
    }

    /// Makes the last byte one to be read again.
    pub fn unread(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Reads a little-endian number of 1, 2, 4 or 8 bytes.
    ///
    /// # Errors
    /// [`Failure::Truncated`]; no byte is read then.
    #[inline]
    pub fn number(&mut self, size_bytes: usize) -> Result<u64, Failure> {
        let rest = self.bytes.get(self.at..).ok_or(Failure::Truncated)?;
        let value = match size_bytes {
            1 => rest.first().map(|byte| u64::from(*byte)),
            2 => rest.first_chunk().map(|bytes| u16::from_le_bytes(*bytes).into()),
            4 => rest.first_chunk().map(|bytes| u32::from_le_bytes(*bytes).into()),
            _ => rest.first_chunk().map(|bytes| u64::from_le_bytes(*bytes)),
        };
        let value = value.ok_or(Failure::Truncated)?;
        self.at += size_bytes;
        Ok(value)
    }
}

/// Returns a number whose bits above its size are copies of its highest one.
#[inline]
pub(super) fn sign_extended(value: u64, size_bytes: usize) -> i64 {
    match size_bytes {
        1 => (value as i8).into(),
        2 => (value as i16).into(),
        4 => (value as i32).into(),
        _ => value as i64,
    }
}
