//! The parts of a function that are code, and those that are data between.

use std::ops::Range;

use oxmca_asm::decoder::InstructionSet;

/// A part of a function that is machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePart<'data> {
    /// The address of its first byte.
    pub address: u64,
    /// The machine code.
    pub bytes: &'data [u8],
    /// Its instruction set.
    pub instruction_set: InstructionSet,
}

/// A place at which code or data begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Mark {
    pub address: u64,
    pub is_data: bool,
    /// The instruction set of code.
    pub instruction_set: InstructionSet,
}

/// A range of addresses with code of one instruction set.
pub(super) type CodeRange = (Range<u64>, InstructionSet);

/// Returns the parts of a range of addresses that are code. `marks` are by address; those before `section_start`
/// belong to other sections. Before the first one there is code.
pub(super) fn code_ranges(marks: &[Mark], section_start: u64, range: Range<u64>) -> Vec<CodeRange> {
    let first = marks.partition_point(|it| it.address < section_start);
    let next = marks.partition_point(|it| it.address <= range.start).max(first);
    let mut current = (false, InstructionSet::Usual);
    if next > first {
        current = (marks[next - 1].is_data, marks[next - 1].instruction_set);
    }
    let mut found = Vec::new();
    let mut start = range.start;
    for mark in marks[next..].iter().take_while(|it| it.address < range.end) {
        let new = (mark.is_data, mark.instruction_set);
        if new != current {
            if !current.0 && start < mark.address {
                found.push((start..mark.address, current.1));
            }
            (start, current) = (mark.address, new);
        }
    }
    if !current.0 && start < range.end {
        found.push((start..range.end, current.1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_between_code_is_left_out() {
        let usual = InstructionSet::Usual;
        let mark = |address, is_data| Mark { address, is_data, instruction_set: usual };
        let marks =
            [mark(0, true), mark(16, false), mark(20, true), mark(24, false), mark(30, false)];
        let ranges = |start, range| -> Vec<Range<u64>> {
            code_ranges(&marks, start, range).into_iter().map(|it| it.0).collect()
        };
        assert_eq!(ranges(16, 16..40), [16..20, 24..40]);
        assert_eq!(ranges(16, 18..22), [Range { start: 18, end: 20 }]);
        assert_eq!(ranges(16, 20..24), []);
        assert_eq!(ranges(16, 22..26), [Range { start: 24, end: 26 }]);
        // The data before belongs to another section.
        assert_eq!(ranges(8, 8..18), [Range { start: 8, end: 18 }]);
    }

    #[test]
    fn code_of_another_instruction_set_is_another_part() {
        let mark = |address, is_data, number| Mark {
            address,
            is_data,
            instruction_set: InstructionSet::Other(number),
        };
        let marks = [mark(0, false, 0), mark(8, true, 0), mark(12, false, 1), mark(16, false, 0)];
        let set = InstructionSet::Other;
        let expected = [(4..8, set(0)), (12..16, set(1)), (16..20, set(0))];
        assert_eq!(code_ranges(&marks, 0, 4..20), expected);
    }
}
