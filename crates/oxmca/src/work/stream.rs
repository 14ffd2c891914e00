//! Memory that iterations work through.

/// Memory that iterations work through: each goes on a number of bytes from where the one before was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stream {
    /// Bytes from the place of an iteration to that of the next.
    pub stride_bytes: i64,
    /// Bytes that an iteration reads.
    pub read_bytes: u64,
    /// Bytes that an iteration writes.
    pub written_bytes: u64,
    /// Bytes of an element, as far as what is computed says so.
    pub element_bytes: Option<u16>,
    /// Set if the length of vectors decides the other numbers: they are those for each granule
    /// ([`Work::granule_bytes`](super::Work::granule_bytes)).
    pub is_scalable: bool,
}

impl Stream {
    /// Creates a stream.
    pub const fn new(
        stride_bytes: i64,
        read_bytes: u64,
        written_bytes: u64,
        element_bytes: Option<u16>,
    ) -> Stream {
        let is_scalable = false;
        Stream { stride_bytes, read_bytes, written_bytes, element_bytes, is_scalable }
    }

    /// Returns the stream with its numbers as those for each granule of a vector.
    #[must_use]
    pub const fn scalable(self) -> Stream {
        Stream { is_scalable: true, ..self }
    }

    /// Returns the elements that an iteration goes on by, for each granule of a vector if it is scalable.
    pub fn elements(&self) -> Option<u64> {
        let bytes = u64::from(self.element_bytes?);
        let advance = self.stride_bytes.unsigned_abs();
        advance.is_multiple_of(bytes).then_some(advance / bytes)
    }

    /// Returns whether an iteration reads or writes all that it goes on by.
    pub(super) fn is_dense(&self) -> bool {
        self.read_bytes.max(self.written_bytes) >= self.stride_bytes.unsigned_abs()
    }
}
