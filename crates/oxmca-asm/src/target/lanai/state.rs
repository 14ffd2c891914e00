//! State that directives change for later statements: there is none.

use crate::target::TargetState;

/// No state.
#[derive(Debug)]
pub struct State;

impl TargetState for State {
    fn is_initial(&self) -> bool {
        true
    }
}
