//! The bytes that are decoded, read one after the other.

/// Why bytes are no instruction.
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

    /// Number of bytes read.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next byte, which stays to be read.
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
        let bytes = rest.get(..size_bytes).ok_or(Failure::Truncated)?;
        self.at += size_bytes;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }
}

/// Returns a number whose bits above its size are copies of its highest one.
#[inline]
pub(super) fn sign_extended(value: u64, size_bytes: usize) -> i64 {
    let unused_bits = 64 - 8 * size_bytes.min(8) as u32;
    if unused_bits >= 64 { 0 } else { (value << unused_bits) as i64 >> unused_bits }
}
