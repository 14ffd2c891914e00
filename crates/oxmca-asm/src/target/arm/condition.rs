//! Conditions of instructions and of blocks.

/// The code of the condition that always holds.
pub const ALWAYS: i64 = 14;
/// The code of `hs`, which a few instructions show as `cs`.
pub const HIGHER_OR_SAME: i64 = 2;

/// Names by code.
const NAMES: [&str; 15] =
    ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al"];

/// Returns the code of a condition's name in any case.
pub fn code_of(name: &[u8]) -> Option<i64> {
    let name = name.to_ascii_lowercase();
    let name: &[u8] = match &*name {
        b"cs" => b"hs",
        b"cc" => b"lo",
        name => name,
    };
    NAMES.iter().position(|known| known.as_bytes() == name).map(|code| code as i64)
}

/// Returns the name of a code, empty if it has none.
pub fn name_of(code: i64) -> &'static str {
    usize::try_from(code).ok().and_then(|code| NAMES.get(code)).copied().unwrap_or_default()
}

/// Returns the code of the opposite condition.
pub fn opposite(code: i64) -> i64 {
    code ^ 1
}

/// A predicate of a vector instruction in a block of such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorPredicate {
    None,
    Then,
    Else,
}

impl VectorPredicate {
    /// Returns the predicate of a letter.
    pub fn named(letter: u8) -> Option<Self> {
        match letter {
            b't' | b'T' => Some(Self::Then),
            b'e' | b'E' => Some(Self::Else),
            _ => None,
        }
    }

    /// Returns its number in machine operands.
    pub fn code(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Then => 1,
            Self::Else => 2,
        }
    }
}
