//! Branches that the data decide.

use super::super::sentence::{Figure, Sentence};
use super::body::{Body, Origin};
use super::trial::Trials;
use crate::error::ErrorKind;

/// Says which branches of a region the data decide: their mispredictions are not counted.
///
/// # Errors
/// None.
pub(super) fn exit_by_data(body: &Body<'_>, _: &Trials<'_>) -> Result<Option<Sentence>, ErrorKind> {
    let branches = (0..body.len()).filter(|at| {
        body.steps[*at].control == oxmca_asm::target::ControlFlow::Branch
            && body.origin_of_branch(*at) == Origin::Data
    });
    let branches: Vec<u32> = branches.map(|at| at as u32).collect();
    let template = match branches.len() {
        0 => return Ok(None),
        1 => {
            "The data decide where {} goes: iterations are as fast as this only while it is predicted, and what a \
             misprediction costs is not counted."
        }
        _ => {
            "The data decide where {} go: iterations are as fast as this only while they are predicted, and what a \
             misprediction costs is not counted."
        }
    };
    let figures = vec![Figure::Instructions(branches)];
    Ok(Some(Sentence::fact("exit_by_data", template, figures)))
}
