//! Lines and columns of the input.

use oxmca_asm::source::{Loc, Sources};

/// A place in the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// Finds lines and columns of the input.
#[derive(Clone, Debug)]
pub struct Lines {
    start: Loc,
    end: Loc,
    /// Offsets at which lines begin.
    line_starts: Vec<u32>,
}

impl Lines {
    /// Finds the lines of the input.
    pub fn new(sources: &Sources) -> Lines {
        let input = sources.main();
        let feeds = input.text().iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let line_starts = std::iter::once(0).chain(feeds.map(|(at, _)| at as u32 + 1)).collect();
        Lines { start: input.start(), end: input.end(), line_starts }
    }

    /// Returns the line and column of a position; `None` for text from a macro expansion, and for
    /// no position at all.
    pub fn place(&self, loc: Loc) -> Option<Place> {
        if loc < self.start || loc > self.end {
            return None;
        }
        let offset = loc.0 - self.start.0;
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let line_start = self.line_starts[line - 1];
        Some(Place { line: line as u32, column: offset - line_start + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_from_one() {
        let sources = Sources::new("a.s", "one\n\ntwo").unwrap();
        let lines = Lines::new(&sources);
        let place = |offset| {
            let place = lines.place(sources.main().start().offset(offset)).unwrap();
            (place.line, place.column)
        };
        let found = [0, 3, 4, 5, 8].map(place);
        assert_eq!(found, [(1, 1), (1, 4), (2, 1), (3, 1), (3, 4)]);
        assert_eq!(lines.place(Loc::NONE), None);
        assert_eq!(lines.place(sources.main().end().offset(1)), None);
    }
}
