//! State between statements.

use oxmca_tables::FeatureSet;

use crate::target::TargetState;

/// Settings that `.option` and expansions change for later statements.
#[derive(Debug, Default)]
pub struct State {
    /// Addresses are loaded from the global offset table.
    pub is_position_independent: bool,
    /// Settings that `.option push` has kept: features, and position independence.
    pub kept: Vec<(FeatureSet, bool)>,
    /// Labels that expansions have made.
    pub labels: u32,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        !self.is_position_independent
    }
}
