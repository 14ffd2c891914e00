//! Divisions that something cheaper can do.

use super::body::{Body, Origin};
use super::change::Change;
use super::trial::Trials;
use super::{Figure, Sentence};
use crate::error::ErrorKind;

/// Products with a reciprocal in place of quotients.
const ROUNDED: &str = "products with the reciprocal, which is rounded, are good enough";
/// Divisions of fewer bits.
const NARROW: &str = "all values fit in half as many bits";

/// Advises to multiply by the reciprocal of a divisor that is the same in all iterations.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn reciprocal(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let mut change = Change::of(body);
    let mut divisions = Vec::new();
    for (at, inst) in body.insts.iter().enumerate() {
        let Some(division) = body.variants.division(inst) else { continue };
        let divisor = inst.operands.get(usize::from(division.divisor)).and_then(|it| it.reg());
        let is_same = match (body.steps[at].facts.loads(), divisor) {
            (true, _) => body.is_straight() && body.origin_of_loads(at) == Origin::Invariant,
            (false, Some(reg)) => body.is_constant(body.variants.whole(reg)),
            (false, None) => false,
        };
        if is_same {
            change.insts[at] = division.product;
            divisions.push(at as u32);
        }
    }
    if divisions.is_empty() || body.closing_branch().is_none() {
        return Ok(None);
    }
    change.assume(ROUNDED);
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = match divisions.len() {
            1 => {
                "{} divides by the same value each time: multiplied by its reciprocal, the work of an iteration takes {} \
                 instead of {} ({}, simulated)"
            }
            _ => {
                "{} divide by the same value each time: multiplied by its reciprocal, the work of an iteration takes {} \
                 instead of {} ({}, simulated)"
            }
        };
        it.advice("reciprocal", template, vec![Figure::Instructions(divisions)])
    }))
}

/// Advises to divide numbers of half as many bits.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn narrower_division(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let mut change = Change::of(body);
    let mut divisions = Vec::new();
    for (at, inst) in body.insts.iter().enumerate() {
        if let Some(narrower) = body.variants.narrower_division(inst) {
            change.insts[at] = narrower;
            // Others only prepare it.
            if body.steps[at].reads.len() > 1 || body.steps[at].facts.loads() {
                divisions.push(at as u32);
            }
        }
    }
    if divisions.is_empty() {
        return Ok(None);
    }
    change.assume(NARROW);
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = "With half as many bits in {}, the work of an iteration takes {} instead of {} ({}, simulated)";
        it.advice("narrower_division", template, vec![Figure::Instructions(divisions)])
    }))
}

/// Advises to use cheaper instructions that do the same.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn cheaper_instruction(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let mut change = Change::new();
    let mut replaced = Vec::new();
    for (at, inst) in body.insts.iter().enumerate() {
        let is_free = |insts: &Vec<oxmca_asm::Inst>| {
            // What the others write to the status register must be read by nobody but them.
            let others = insts.iter().filter_map(|it| body.target.hardware_facts(it, &[]));
            let written = others
                .fold(oxmca_asm::target::hardware::StatusParts::empty(), |all, it| {
                    all | it.status_written
                });
            !body.live_status((at + 1) % body.len()).intersects(written)
        };
        match body.variants.cheaper(inst).filter(is_free) {
            Some(insts) => {
                insts.into_iter().for_each(|it| change.push(it, at));
                replaced.push(at as u32);
            }
            None => change.push(inst.clone(), at),
        }
    }
    if replaced.is_empty() {
        return Ok(None);
    }
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = "With simple instructions in place of {}, the work of an iteration takes {} instead of {} ({}, \
                        simulated)";
        it.advice("cheaper_instruction", template, vec![Figure::Instructions(replaced)])
    }))
}
