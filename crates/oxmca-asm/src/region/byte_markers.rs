//! Markers in machine code, which programs that were written for other analyzers have around their loops.

use std::fmt;
use std::ops::Range;

use memchr::memmem;

/// The codes that delimit regions: instructions without effects, that no compiler writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByteMarkers {
    /// The code before a region.
    pub begin: &'static [u8],
    /// The code after it.
    pub end: &'static [u8],
}

/// A marker that neither begins a region nor ends the one that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkerOutOfPlace {
    /// The offset of its code.
    pub offset: usize,
}

impl fmt::Display for MarkerOutOfPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        write!(
            f,
            "the marker at offset {offset:#x} neither begins a region nor ends the one before it"
        )
    }
}

impl std::error::Error for MarkerOutOfPlace {}

impl ByteMarkers {
    /// Returns the ranges of bytes that markers delimit, in order; none if there are no markers. As with markers in
    /// comments, a region without an end reaches to the end of the code, and one without a beginning from its start.
    ///
    /// # Errors
    /// [`MarkerOutOfPlace`]: regions of code overlap in no other analyzer.
    pub fn regions(&self, code: &[u8]) -> Result<Vec<Range<usize>>, MarkerOutOfPlace> {
        let mut begins = memmem::find_iter(code, self.begin).peekable();
        let mut ends = memmem::find_iter(code, self.end).peekable();
        let mut regions: Vec<Range<usize>> = Vec::new();
        let mut open = None;
        loop {
            match (begins.peek().copied(), ends.peek().copied()) {
                (None, None) => break,
                (Some(offset), end) if end.is_none_or(|end| offset < end) => {
                    begins.next();
                    if open.is_some() {
                        return Err(MarkerOutOfPlace { offset });
                    }
                    open = Some(offset + self.begin.len());
                }
                (_, offset) => {
                    let offset = offset.unwrap_or(code.len());
                    ends.next();
                    let start = open.take().or(regions.is_empty().then_some(0));
                    let start = start.ok_or(MarkerOutOfPlace { offset })?;
                    // Markers that share bytes have nothing between them.
                    regions.push(start.min(offset)..offset);
                }
            }
        }
        regions.extend(open.map(|start| start..code.len()));
        Ok(regions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKERS: ByteMarkers = ByteMarkers { begin: b"<<", end: b">>" };

    #[test]
    fn regions_are_between_markers() {
        let regions = |code: &str| -> Vec<(usize, usize)> {
            let regions = MARKERS.regions(code.as_bytes()).unwrap();
            regions.into_iter().map(|range| (range.start, range.end)).collect()
        };
        assert_eq!(regions("abc"), []);
        assert_eq!(regions("a<<bc>>d<<e>>"), [(3, 5), (10, 11)]);
        assert_eq!(regions("a<<bc"), [(3, 5)]);
        assert_eq!(regions("a>>c"), [(0, 1)]);
        assert_eq!(regions("<<>>"), [(2, 2)]);
    }

    #[test]
    fn markers_out_of_place_are_found() {
        let offset = |code: &str| MARKERS.regions(code.as_bytes()).unwrap_err().offset;
        assert_eq!(offset("<<a<<b>>"), 3);
        assert_eq!(offset("<<a>>b>>"), 6);
        assert_eq!(offset("a>>b>>"), 4);
    }
}
