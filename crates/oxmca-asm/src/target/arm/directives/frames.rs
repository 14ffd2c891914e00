//! Questions about the directives of the open function, and messages about their order.

use crate::parser::{ErrorReported, Parser};
use crate::source::Loc;
use crate::target::arm::frame::Frame;
use crate::target::arm::state::State;

/// Returns the directives of the open function.
fn frame<'p>(parser: &'p Parser<'_>) -> Option<&'p Frame> {
    parser.target_state.get::<State>().map(|state| &state.frame)
}

/// Changes what is known of the open function.
pub fn change(parser: &mut Parser<'_>, change: impl FnOnce(&mut Frame)) {
    if let Some(state) = parser.target_state.get_mut::<State>() {
        change(&mut state.frame);
    }
}

/// Returns whether something holds of the open function.
pub fn holds(parser: &Parser<'_>, condition: impl FnOnce(&Frame) -> bool) -> bool {
    frame(parser).is_some_and(condition)
}

/// Reports that a directive contradicts others, each of which is shown.
pub fn contradicts(
    parser: &mut Parser<'_>,
    loc: Loc,
    message: &str,
    others: &'static str,
) -> ErrorReported {
    let places = frame(parser).map(|frame| frame.places(others)).unwrap_or_default();
    let error = parser.error(loc, message);
    for (place, name) in places {
        parser.note(place, format!("{name} was specified here"));
    }
    error
}
