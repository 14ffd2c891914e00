//! Operands, by their classes.

use crate::random::Random;
use crate::target::proved::Mode;

/// Returns an operand of a matcher class that is neither a token nor a register class.
pub fn operand(class: &str, _: Mode, random: &mut Random) -> Option<String> {
    let text = match class {
        "CCOut" => random.pick(&["", "<s>"]),
        "CondCode" => random.pick(&["", "", "<eq>"]),
        _ => "#1",
    };
    Some(text.to_owned())
}
