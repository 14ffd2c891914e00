//! State that directives change for later statements.

use oxmca_tables::FeatureSet;

use crate::target::TargetState;

/// State between statements.
#[derive(Debug, Default)]
pub struct State {
    /// Features that `.machine push` has kept.
    pub kept: Vec<FeatureSet>,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        // Which features are kept decides nothing about a statement.
        true
    }
}
