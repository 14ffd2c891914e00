//! The cache of statements: their instructions by their text.

use std::ops::RangeInclusive;

use crate::source::Loc;

/// Bytes of text for each statement that can be cached; newer ones take the places of older ones.
pub(super) const TEXT_PER_SLOT: usize = 16;
/// The fewest and the most that are cached.
pub(super) const SLOTS: RangeInclusive<usize> = 1 << 8..=1 << 16;
/// Shorter texts end before a cache of their statements pays.
pub(super) const MIN_INSTRUCTIONS: usize = 32;
/// The longest line that is looked up. Many statements can stand on a longer one, and all of them
/// would look for its end.
pub(super) const MAX_LINE: usize = 128;

/// Statements and their instructions.
#[derive(Default)]
pub(super) struct StatementCache {
    /// By hash of the text; empty until there have been some statements.
    pub slots: Box<[Slot]>,
    /// The context they were parsed under.
    pub context: StatementContext,
    /// The line looked up last.
    pub newest_line: Option<HashedLine>,
}

/// A statement, if any: twice one more than the index of its instruction, and one more if it names
/// symbols. The instruction's location leads to its text.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot(u32);

impl Slot {
    /// Most instructions that can be told apart.
    pub const MAX_INSTRUCTIONS: usize = (u32::MAX / 2) as usize;

    pub fn new(inst: usize, has_names: bool) -> Slot {
        Slot((inst as u32 + 1) * 2 + u32::from(has_names))
    }

    /// Returns the index of the instruction, and whether the statement names symbols.
    pub fn get(self) -> Option<(usize, bool)> {
        Some(((self.0 / 2).checked_sub(1)? as usize, self.0 & 1 != 0))
    }
}

/// Everything but its text that decides the meaning of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StatementContext {
    pub features_version: u32,
    pub dialect: usize,
}

/// A line of text from a place to its end.
#[derive(Clone, Copy)]
pub(super) struct HashedLine {
    pub loc: Loc,
    pub bytes: usize,
    pub hash: u64,
}

/// A statement that is about to be parsed and may then be cached.
pub(crate) struct CacheCandidate {
    pub slot: usize,
    pub has_names: bool,
    pub insts: usize,
    pub diagnostics: usize,
    /// The end of its line.
    pub end: Loc,
}

/// Returns the first line of a text without its line feed, and a hash of it, unless it is too long
/// or the text is almost over.
pub(super) fn first_line(text: &[u8]) -> Option<(&[u8], u64)> {
    const ONES: u64 = u64::MAX / 0xff;
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = 0u64;
    let mut add = |word: u64| {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
        hash
    };
    let (words, _) = text[..text.len().min(MAX_LINE)].as_chunks();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The lowest byte that is 0 here, if any, makes its high bit the lowest one that is set.
        let differences = word ^ (ONES * u64::from(b'\n'));
        let ends = differences.wrapping_sub(ONES) & !differences & (ONES << 7);
        if ends != 0 {
            let bits = ends.trailing_zeros() & !7;
            let hash = add(word & !(u64::MAX << bits));
            return Some((&text[..8 * index + bits as usize / 8], hash >> 32));
        }
        add(word);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::first_line;

    #[test]
    fn lines_end_where_they_end() {
        let text = "addq %rax, 8(%rbx)\nnop\n\n0123456\n01234567\nmovl $10, %eax\n, the end";
        for start in 0..text.rfind('\n').unwrap() {
            let (line, hash) = first_line(&text.as_bytes()[start..]).unwrap();
            assert_eq!(Some(line), text.as_bytes()[start..].split(|byte| *byte == b'\n').next());
            let again = [line, b"\n\n\x0b, something else"].concat();
            assert_eq!(first_line(&again), Some((line, hash)));
        }
        assert!(first_line(b"nop\n").is_none());
        assert!(first_line(&[b' '; 200]).is_none());
    }
}
