//! The target of the object format that a text is for.

use crate::target::{self, Target};

use super::guess_format;

/// Returns the target with the object format that a text is for, if that is not the one that `target` has: directives,
/// comments and names of local symbols differ between formats, instructions do not. Targets that are not built in have
/// none.
pub fn target_of(text: &[u8], target: &dyn Target) -> Option<Box<dyn Target>> {
    let format = guess_format(text)?;
    if format == target.syntax().object_format {
        return None;
    }
    let other = target::create(target.triple().with_object_format(format)?).ok()?;
    let is_same = other.dialects() == target.dialects() && other.syntax().object_format == format;
    is_same.then_some(other)
}
