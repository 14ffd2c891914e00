//! Indices and spans of the flat arrays.

/// A run of rows of a flat array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span32 {
    start: u32,
    end: u32,
}

impl Span32 {
    /// Creates a span from the first row to before the last.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Self {
        Span32 { start: start as u32, end: end as u32 }
    }

    /// Returns the rows as a range for slicing.
    #[inline]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns whether the span is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.end == self.start
    }

    /// Returns the number of rows.
    #[inline]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// "No index" in 32-bit fields.
pub const NONE32: u32 = u32::MAX;

/// Index of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CellId(pub u16);

impl CellId {
    /// No cell: nothing in the region ever updates the register.
    pub const NONE: CellId = CellId(u16::MAX);

    /// Returns the index as a `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether there is a cell.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}
