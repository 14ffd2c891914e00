//! What statements decide of later ones.

use super::modes::Modes;
use super::register_counts::RegisterCounts;
use crate::target::TargetState;

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
