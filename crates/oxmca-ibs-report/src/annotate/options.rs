//! The choices of an annotation.

use std::str::FromStr;

use oxmca::OwnedTables;

/// The choices of an annotation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnnotateOptions {
    /// The function: its name, or an address within it (`0x...`).
    pub function: String,
    /// The paths or file names of the modules that may have the function; empty for all.
    pub modules: Vec<String>,
    /// The names or numbers of the processes whose samples count; empty for all.
    pub processes: Vec<String>,
    /// The CPU to simulate; without it, the one that recorded.
    pub cpu: Option<String>,
    /// Tables that know that CPU, e.g. those with a scheduling model of the user's; without them, those that
    /// are built in.
    pub tables: Option<OwnedTables>,
    /// The instructions to simulate as a loop; without it, the loop with most samples.
    pub loop_range: Option<LoopRange>,
    /// The syntax of instructions.
    pub syntax: Syntax,
}

impl AnnotateOptions {
    /// Returns the default choices for a function.
    #[must_use]
    pub fn new(function: impl Into<String>) -> Self {
        Self {
            function: function.into(),
            modules: Vec::new(),
            processes: Vec::new(),
            cpu: None,
            tables: None,
            loop_range: None,
            syntax: Syntax::Att,
        }
    }
}

/// The syntax of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// AT&T syntax: `movq (%rdi), %rax`.
    Att,
    /// The syntax of Intel's manuals: `mov rax, qword ptr [rdi]`.
    Intel,
}

/// An address, or an offset from the start of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopBound {
    /// A virtual address in the module's file.
    Address(u64),
    /// An offset in bytes.
    Offset(u64),
}

/// The instructions of a loop: from `start` up to and without `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRange {
    /// The start of the first instruction.
    pub start: LoopBound,
    /// The end of the last instruction.
    pub end: LoopBound,
}

/// The error for text that is no range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoopRangeError {
    /// There are no two addresses.
    #[error("two addresses with `..` between are needed")]
    NoRange,
    /// A part is no hexadecimal number.
    #[error("`{0}` is no hexadecimal address")]
    NoAddress(String),
}

impl LoopBound {
    /// Returns the address, in a function with a start.
    #[must_use]
    pub fn address(self, start: u64) -> u64 {
        match self {
            Self::Address(address) => address,
            Self::Offset(offset) => start.saturating_add(offset),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (text, make): (&str, fn(u64) -> Self) = match text.strip_prefix('+') {
            Some(offset) => (offset, Self::Offset),
            None => (text, Self::Address),
        };
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u64::from_str_radix(digits, 16).ok().filter(|_| is_number).map(make)
    }
}

impl FromStr for LoopRange {
    type Err = LoopRangeError;

    fn from_str(text: &str) -> Result<Self, LoopRangeError> {
        let (start, end) = text.split_once("..").ok_or(LoopRangeError::NoRange)?;
        let bound = |text: &str| {
            let bound = LoopBound::parse(text.trim());
            bound.ok_or_else(|| LoopRangeError::NoAddress(text.to_owned()))
        };
        Ok(Self { start: bound(start)?, end: bound(end)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_of_addresses_or_offsets() {
        let range: LoopRange = "0x1139..+1f".parse().unwrap();
        let (start, end) = (LoopBound::Address(0x1139), LoopBound::Offset(0x1f));
        assert_eq!(range, LoopRange { start, end });
        assert_eq!(range.end.address(0x1130), 0x114f);
        for text in ["", "1", "1..", "..2", "1..x", "1..++2", "1..+-2", "1...2", "-1..2"] {
            assert!(text.parse::<LoopRange>().is_err(), "{text}");
        }
    }
}
