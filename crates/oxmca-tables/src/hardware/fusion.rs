//! Pairs of instructions that processors make one.

use super::pattern;
use super::selection::{FormCondition, Selection};

/// A row about pairs of instructions, one right after the other.
#[derive(Clone, Debug)]
pub(super) struct FusionRule {
    pub first: Selection,
    pub second: Selection,
    /// Only pairs whose second instruction overwrites what the first one gives.
    pub overwrites: bool,
    /// They are made one, or they are not whatever earlier rows say.
    pub fuses: bool,
}

/// The rows about pairs that name an instruction: one bit for each row, the first row in the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairRows {
    as_first: u64,
    as_second: u64,
}

/// The pairs that a processor makes one.
#[derive(Clone, Debug, Default)]
pub struct FusionRules {
    rules: Vec<FusionRule>,
}

impl FusionRules {
    /// Most rows.
    pub(super) const MOST: usize = u64::BITS as usize;

    /// Adds a row. Returns whether there was space.
    pub(super) fn push(&mut self, rule: FusionRule) -> bool {
        let has_space = self.rules.len() < FusionRules::MOST;
        if has_space {
            self.rules.push(rule);
        }
        has_space
    }

    /// Patterns of all rows that are no names.
    pub(super) fn num_patterns(&self) -> usize {
        self.patterns().filter(|it| !pattern::is_name(it)).count()
    }

    /// Names in full of all rows.
    pub(super) fn num_names(&self) -> usize {
        self.patterns().filter(|it| pattern::is_name(it)).count()
    }

    fn patterns(&self) -> impl Iterator<Item = &String> {
        self.rules.iter().flat_map(|it| it.first.patterns.iter().chain(&it.second.patterns))
    }

    /// Returns the rows that name an instruction of an opcode. `holds` tells whether a condition holds for it.
    pub fn rows_of(&self, opcode: &str, holds: impl Fn(FormCondition) -> bool) -> PairRows {
        let mut rows = PairRows::default();
        for (row, rule) in self.rules.iter().enumerate() {
            rows.as_first |= u64::from(rule.first.has(opcode, &holds)) << row;
            rows.as_second |= u64::from(rule.second.has(opcode, &holds)) << row;
        }
        rows
    }

    /// Returns whether some instruction after it could become one with an instruction.
    pub fn can_begin(&self, first: PairRows) -> bool {
        let mut rules = self.rules.iter().enumerate();
        rules.any(|(row, rule)| rule.fuses && first.as_first >> row & 1 != 0)
    }

    /// Returns whether two instructions, one right after the other, become one: what the last row about them says.
    /// `overwrites` tells whether the second one overwrites what the first one gives.
    pub fn fuse(&self, first: PairRows, second: PairRows, overwrites: bool) -> bool {
        let both = first.as_first & second.as_second;
        if both == 0 {
            return false;
        }
        let rules = self.rules.iter().enumerate().rev();
        let mut about = rules.filter(|(row, _)| both >> row & 1 != 0).map(|(_, rule)| rule);
        about.find(|it| overwrites || !it.overwrites).is_some_and(|it| it.fuses)
    }
}
