//! The parts of a function that are code, and those that are data between.

use std::ops::Range;

/// A part of a function that is machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePart<'data> {
    /// The address of its first byte.
    pub address: u64,
    /// The machine code.
    pub bytes: &'data [u8],
}

/// A place at which code or data begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Mark {
    pub address: u64,
    pub is_data: bool,
}

/// Returns the parts of a range of addresses that are code. `marks` are by address; those before `section_start`
/// belong to other sections. Before the first one there is code.
pub(super) fn code_ranges(
    marks: &[Mark],
    section_start: u64,
    range: Range<u64>,
) -> Vec<Range<u64>> {
    let first = marks.partition_point(|it| it.address < section_start);
    let next = marks.partition_point(|it| it.address <= range.start).max(first);
    let mut is_data = next > first && marks[next - 1].is_data;
    let mut found = Vec::new();
    let mut start = range.start;
    for mark in marks[next..].iter().take_while(|it| it.address < range.end) {
        if mark.is_data != is_data {
            if !is_data && start < mark.address {
                found.push(start..mark.address);
            }
            (start, is_data) = (mark.address, mark.is_data);
        }
    }
    if !is_data && start < range.end {
        found.push(start..range.end);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_between_code_is_left_out() {
        let mark = |address, is_data| Mark { address, is_data };
        let marks =
            [mark(0, true), mark(16, false), mark(20, true), mark(24, false), mark(30, false)];
        let ranges = |start, range| code_ranges(&marks, start, range);
        assert_eq!(ranges(16, 16..40), [16..20, 24..40]);
        assert_eq!(ranges(16, 18..22), [Range { start: 18, end: 20 }]);
        assert_eq!(ranges(16, 20..24), []);
        assert_eq!(ranges(16, 22..26), [Range { start: 24, end: 26 }]);
        // The data before belongs to another section.
        assert_eq!(ranges(8, 8..18), [Range { start: 8, end: 18 }]);
    }
}
