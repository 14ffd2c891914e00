//! The code of one instruction while it is put together.

/// More than the longest instruction that operands can ask for, limit or not.
const CAPACITY: usize = 48;

/// The bytes written so far.
pub(super) struct Bytes {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Default for Bytes {
    fn default() -> Bytes {
        Bytes { bytes: [0; CAPACITY], len: 0 }
    }
}

impl Bytes {
    /// Adds a byte.
    #[inline]
    pub fn push(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.len) {
            *slot = byte;
        }
        self.len += 1;
    }

    /// Adds the low `size_bytes` bytes of a number, low byte first.
    #[inline]
    pub fn push_number(&mut self, value: i64, size_bytes: usize) {
        for byte in value.to_le_bytes().into_iter().take(size_bytes) {
            self.push(byte);
        }
    }

    /// Returns the bytes written, unless they did not fit.
    #[inline]
    pub fn as_slice(&self) -> Option<&[u8]> {
        self.bytes.get(..self.len)
    }
}
