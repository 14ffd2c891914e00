//! References to strings and to runs of rows.

use bytemuck::{Pod, Zeroable};

/// A string in the pool: byte offset and length.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct Text {
    /// Byte offset into the string pool.
    pub start: u32,
    /// Length in bytes.
    pub len: u32,
}

/// A run of rows of another table.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
pub struct Span {
    /// Index of the first row.
    pub start: u32,
    /// Number of rows.
    pub len: u32,
}

impl Span {
    /// Returns the rows as a range for slicing.
    #[inline]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// Declares a [`Text`] or [`Span`] in half the space, for rows of which there are very many: 24 bits of
/// `start` and 8 of `len`.
macro_rules! short_type {
    ($(#[$doc:meta])* $name:ident: $long:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Pod, Zeroable)]
        pub struct $name(u32);

        impl $name {
            /// Returns the same as `long`, or `None` if its start or length does not fit.
            pub fn new(long: $long) -> Option<Self> {
                let fits = long.start < 1 << 24 && long.len < 1 << 8;
                fits.then_some($name(long.start << 8 | long.len))
            }

            /// Returns whether the length is 0.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.len() == 0
            }

            /// Returns the length.
            #[inline]
            pub const fn len(self) -> usize {
                (self.0 & 0xff) as usize
            }

            /// Returns the positions as a range for slicing.
            #[inline]
            pub const fn range(self) -> core::ops::Range<usize> {
                let start = (self.0 >> 8) as usize;
                start..start + self.len()
            }
        }

        impl From<$name> for $long {
            #[inline]
            fn from(short: $name) -> $long {
                $long { start: short.0 >> 8, len: short.0 & 0xff }
            }
        }
    };
}

short_type! {
    /// A string of at most 255 bytes.
    ShortText: Text
}
short_type! {
    /// A run of at most 255 rows of another table.
    ShortSpan: Span
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ones_hold_what_fits() {
        for (start, len) in [(0, 0), (1, 255), ((1 << 24) - 1, 1)] {
            let span = ShortSpan::new(Span { start, len }).unwrap();
            assert_eq!((Span::from(span), span.len()), (Span { start, len }, len as usize));
            assert_eq!((span.range(), span.is_empty()), (Span { start, len }.range(), len == 0));
            assert_eq!(
                Text::from(ShortText::new(Text { start, len }).unwrap()),
                Text { start, len }
            );
        }
        assert_eq!(ShortSpan::new(Span { start: 0, len: 256 }), None);
        assert_eq!(ShortText::new(Text { start: 1 << 24, len: 1 }), None);
    }
}
