//! A writer of numbers, least significant byte first.

/// Bytes that grow.
#[derive(Default)]
pub(crate) struct Bytes(pub Vec<u8>);

impl Bytes {
    pub fn new() -> Bytes {
        Bytes::default()
    }

    pub fn bytes(mut self, bytes: &[u8]) -> Bytes {
        self.0.extend(bytes);
        self
    }

    /// Appends a text and the zero that ends it.
    pub fn text(self, text: &[u8]) -> Bytes {
        self.bytes(text).u8(0)
    }

    pub fn u8(self, value: u8) -> Bytes {
        self.bytes(&[value])
    }

    pub fn u16(self, value: u16) -> Bytes {
        self.bytes(&value.to_le_bytes())
    }

    pub fn u32(self, value: u32) -> Bytes {
        self.bytes(&value.to_le_bytes())
    }

    pub fn u64(self, value: u64) -> Bytes {
        self.bytes(&value.to_le_bytes())
    }
}
