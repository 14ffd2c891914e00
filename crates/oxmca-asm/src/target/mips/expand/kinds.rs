//! Kinds of branches and divisions that take several instructions.

use crate::target::mips::treatment::Relation;

/// The condition of a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub relation: Relation,
    pub is_unsigned: bool,
    pub is_likely: bool,
}

impl Condition {
    /// Returns whether equal operands fulfil it.
    pub fn accepts_equality(self) -> bool {
        matches!(self.relation, Relation::LessEqual | Relation::GreaterEqual)
    }

    /// Returns whether it is a relation that is not likely.
    pub fn is(self, relation: Relation, is_unsigned: bool) -> bool {
        self.relation == relation && self.is_unsigned == is_unsigned && !self.is_likely
    }
}

/// A division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    pub is_wide: bool,
    pub is_signed: bool,
    pub is_remainder: bool,
}
