//! The state that statements leave for later ones.

use super::modes::Modes;
use crate::target::TargetState;

/// Registers of the kernel that have been named: one more than the highest number of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RegisterCounts {
    pub scalar: i64,
    pub vector: i64,
    pub accumulator: i64,
}

/// The state between statements.
#[derive(Clone, Copy, Default, Debug)]
pub struct State {
    /// Registers of the kernel that have been named.
    pub counts: RegisterCounts,
    /// The modes that the last directive about the processor names; before one, those that were asked for are in force.
    pub modes: Option<Modes>,
}

impl TargetState for State {
    // No instruction depends on modes.
    fn is_initial(&self) -> bool {
        self.counts == RegisterCounts::default()
    }
}
