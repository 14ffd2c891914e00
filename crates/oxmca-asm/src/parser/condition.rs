//! Conditional assembly: `.if` and its kin.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Branch {
    /// Outside any condition.
    #[default]
    None,
    If,
    ElseIf,
    Else,
}

/// The place of the text in an `.if` chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Condition {
    pub branch: Branch,
    /// Set if a branch of the chain has been taken.
    pub met: bool,
    /// Set if statements are skipped.
    pub ignore: bool,
}

/// The conditions in force.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    pub current: Condition,
    /// Those around the current one, innermost last.
    pub outer: Vec<Condition>,
}

impl Conditions {
    /// Returns whether statements are skipped.
    #[inline]
    pub fn ignoring(&self) -> bool {
        self.current.ignore
    }

    /// Returns whether the condition around the current one skips.
    pub fn outer_ignores(&self) -> bool {
        self.outer.last().is_some_and(|outer| outer.ignore)
    }

    /// Returns the number of open conditions.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Leaves conditions until `depth` are open.
    pub fn leave_to(&mut self, depth: usize) {
        if let Some(condition) = self.outer.get(depth) {
            self.current = *condition;
            self.outer.truncate(depth);
        }
    }

    /// Returns whether a condition is still open.
    pub fn unmatched(&self) -> bool {
        self.current.branch != Branch::None || self.current.ignore
    }

    pub fn enter(&mut self) {
        self.outer.push(self.current);
        self.current.branch = Branch::If;
    }

    pub fn decide(&mut self, met: bool) {
        self.current.met = met;
        self.current.ignore = !met;
    }
}
