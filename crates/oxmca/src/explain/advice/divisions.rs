//! Divisions that something cheaper can do.

use oxmca_asm::{Inst, Operand};

use super::super::sentence::{Figure, Sentence};
use super::body::{Body, Origin};
use super::change::Change;
use super::trial::Trials;
use crate::error::ErrorKind;

/// Products with a reciprocal in place of quotients.
const ROUNDED: &str = "products with the reciprocal, which is rounded, are good enough";
/// Divisors whose reciprocals fit.
const ABOVE_ONE: &str = "the divisor is above 1";
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
    let mut change = Change::new();
    let mut divisions = Vec::new();
    for (at, inst) in body.insts.iter().enumerate() {
        if let Some(product) = float_product(body, at) {
            change.push(product, at);
            change.assume(ROUNDED);
        } else if let Some(insts) = integer_product(body, at) {
            insts.into_iter().for_each(|it| change.push(it, at));
            change.assume(ABOVE_ONE);
        } else {
            change.push(inst.clone(), at);
            continue;
        }
        divisions.push(at as u32);
    }
    if divisions.is_empty() || body.closing_branch().is_none() {
        return Ok(None);
    }
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

/// Returns the product in place of a division of floating-point numbers by the same value each time.
fn float_product(body: &Body<'_>, at: usize) -> Option<Inst> {
    let inst = &body.insts[at];
    let division = body.variants.division(inst)?;
    let divisor = inst.operands.get(usize::from(division.divisor)).and_then(Operand::reg);
    let is_same = match (body.steps[at].facts.loads(), divisor) {
        (true, _) => body.is_straight() && body.origin_of_loads(at) == Origin::Invariant,
        (false, Some(reg)) => body.is_constant(body.variants.whole(reg)),
        (false, None) => false,
    };
    is_same.then_some(division.product)
}

/// Returns the instructions in place of a division of integers by the same value each time.
fn integer_product(body: &Body<'_>, at: usize) -> Option<Vec<Inst>> {
    let inst = &body.insts[at];
    let division = body.variants.integer_division(inst)?;
    let divisor = inst.operands.get(usize::from(division.divisor)).and_then(Operand::reg)?;
    let divisor = body.variants.whole(divisor);
    let is_zero = match division.upper {
        Some(upper) => {
            let writer = body.writer_before(at, upper)?;
            body.variants.ignores_registers(&body.insts[writer])
        }
        None => true,
    };
    let spare = body.spare(divisor);
    let &[one, two, ..] = &spare[..] else { return None };
    let needs_remainder =
        division.upper.is_some_and(|upper| !body.readers(at, upper).positions.is_empty());
    let is_possible = body.is_straight()
        && is_zero
        && body.is_constant(divisor)
        && body.status_readers(at).is_empty();
    is_possible.then(|| body.variants.integer_product(inst, [one, two], needs_remainder))?
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
        let is_free = |insts: &Vec<Inst>| {
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
