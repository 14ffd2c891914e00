//! State that directives and instructions change for later statements.

use crate::target::TargetState;

/// State between statements.
#[derive(Debug, Default)]
pub struct State {}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        true
    }
}
