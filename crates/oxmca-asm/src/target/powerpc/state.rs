//! State between statements: there is none.

use crate::target::TargetState;

/// The state.
#[derive(Debug)]
pub struct State;

impl TargetState for State {
    fn is_initial(&self) -> bool {
        true
    }
}
