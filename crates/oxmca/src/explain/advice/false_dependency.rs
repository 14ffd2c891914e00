//! Instructions that wait for a register of which they only keep a rest that nobody needs.

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::change::Change;
use super::trial::Trials;
use crate::error::ErrorKind;

/// Advises to clear a register before an instruction writes a part of it.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn false_dependency(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    if !body.is_straight() {
        return Ok(None);
    }
    let mut change = Change::of(body);
    let mut waiting = Vec::new();
    for at in (0..body.len()).rev() {
        let Some(inserted) = clearing(body, at) else { continue };
        change.insert(at, inserted, at);
        waiting.insert(0, at as u32);
    }
    if waiting.is_empty() {
        return Ok(None);
    }
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = match waiting.len() {
            1 => {
                "{} keeps a part of its register that nothing needs, and waits for it: with the register made zero \
                 before, the work of an iteration takes {} instead of {} ({}, simulated)"
            }
            _ => {
                "{} keep parts of their registers that nothing needs, and wait for them: with these made zero before, the \
                 work of an iteration takes {} instead of {} ({}, simulated)"
            }
        };
        it.advice("false_dependency", template, vec![Figure::Instructions(waiting)])
    }))
}

/// Returns the instruction that clears what another one keeps, if nothing needs it.
fn clearing(body: &Body<'_>, at: usize) -> Option<oxmca_asm::Inst> {
    let inst = &body.insts[at];
    let kept = body.variants.kept_rest(inst).or_else(|| kept_by_gather(body, at))?;
    let whole = body.variants.whole(kept);
    let written = body.variants.whole(inst.operands.first()?.reg()?);
    let is_cleared = body
        .writer_before(at, whole)
        .is_some_and(|writer| body.variants.ignores_registers(&body.insts[writer]));
    if written != whole || is_cleared || body.reads_for_address(at, whole) {
        return None;
    }
    if body.variants.kept_rest(inst).is_some() && !body.only_keeps(at, whole) {
        return None;
    }
    let needs_one_element = |reader: usize| {
        let inst = &body.insts[reader];
        let stores = body.variants.transfer(inst).is_some_and(|it| it.is_store)
            && body.steps[reader].facts.access_bytes() <= 8;
        let computes = body.target.arithmetic(inst).is_some_and(|it| it.lanes == Some(1));
        reader == at || stores || computes
    };
    let readers = body.readers(at, whole);
    let is_whole = body.variants.kept_rest(inst).is_none();
    (is_whole || readers.positions.into_iter().all(needs_one_element))
        .then(|| body.variants.cleared(kept, inst))?
}

/// Returns the destination of a gather that takes all of its elements from memory.
fn kept_by_gather(body: &Body<'_>, at: usize) -> Option<oxmca_tables::Reg> {
    let (destination, mask) = body.variants.gathered(&body.insts[at])?;
    let writer = body.writer_before(at, body.variants.whole(mask))?;
    body.variants.sets_all_bits(&body.insts[writer]).then_some(destination)
}
