//! Methods that print operands, as the tables name them.

use crate::target::known_names::Known;

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Operand,
    /// The upper half of a constant whose lower half has these bits.
    High(i64),
    /// The lower half of a constant whose upper half is ones.
    LowWithOnes,
    /// `[x]`
    Absolute,
    /// `4[%r1]`
    Offset,
    /// `[%r1 add %r2]`
    Index,
    Condition,
    /// A condition that stands behind a point, unless it always holds.
    Predicate,
}

/// The names that [`Method::named`] takes.
pub const KNOWN: Known = Known { knows: |_, it| Method::named(it.text).is_some(), file: file!() };

impl Method {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "printOperand" => Self::Operand,
            "printHi16ImmOperand" => Self::High(0),
            "printHi16AndImmOperand" => Self::High(0xffff),
            "printLo16AndImmOperand" => Self::LowWithOnes,
            "printMemImmOperand" => Self::Absolute,
            "printMemRiOperand" | "printMemSplsOperand" => Self::Offset,
            "printMemRrOperand" => Self::Index,
            "printCCOperand" => Self::Condition,
            "printPredicateOperand" => Self::Predicate,
            _ => return None,
        })
    }
}
