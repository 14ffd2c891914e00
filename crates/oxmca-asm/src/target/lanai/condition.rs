//! Conditions: ends of mnemonics, and constants of machine operands.

/// Always.
pub const TRUE: i64 = 0;

/// Ends of mnemonics that are conditions, in the order in which they are tried.
const ENDS: [(&str, i64); 20] = [
    ("f", 1),
    ("hi", 2),
    ("ugt", 2),
    ("ls", 3),
    ("ule", 3),
    ("cc", 4),
    ("ult", 4),
    ("cs", 5),
    ("uge", 5),
    ("ne", 6),
    ("eq", 7),
    ("vc", 8),
    ("vs", 9),
    ("pl", 10),
    ("mi", 11),
    ("ge", 12),
    ("lt", 13),
    ("gt", 14),
    ("le", 15),
    ("t", TRUE),
];

/// The names by number.
const SHOWN: [&str; 16] = [
    "t", "f", "ugt", "ule", "ult", "uge", "ne", "eq", "vc", "vs", "pl", "mi", "ge", "lt", "gt",
    "le",
];

/// Returns the condition that a word ends with.
pub fn at_end_of(word: &[u8]) -> Option<i64> {
    ENDS.iter().find(|(end, _)| word.ends_with(end.as_bytes())).map(|(_, condition)| *condition)
}

/// Returns the name of a condition.
pub fn shown(condition: i64) -> &'static str {
    usize::try_from(condition).ok().and_then(|it| SHOWN.get(it)).copied().unwrap_or("<und>")
}

/// Returns whether a number is a condition.
pub fn exists(condition: i64) -> bool {
    usize::try_from(condition).is_ok_and(|it| it < SHOWN.len())
}
