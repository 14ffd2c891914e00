//! Instructions that keep the upper halves of vector registers beside those that know them.

use oxmca_asm::Operand;
use oxmca_asm::target::hardware::VectorPart;

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::change::Change;
use super::trial::Trials;
use crate::error::ErrorKind;

/// Advises to use the forms of instructions that clear the upper halves of vector registers.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn newer_forms(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let mut change = Change::of(body);
    let mut replaced = Vec::new();
    let part_of = |at: usize| body.steps[at].facts.vector_part;
    let knows_upper = |at| matches!(part_of(at), VectorPart::Whole | VectorPart::ClearsUpper);
    if !(0..body.len()).any(knows_upper) {
        return Ok(None);
    }
    for at in (0..body.len()).filter(|at| part_of(*at) == VectorPart::KeepsUpper) {
        let newer = body.variants.newer_form(&body.insts[at]);
        let Some(newer) = newer.filter(|_| needs_no_upper_half(body, at)) else { return Ok(None) };
        change.insts[at] = newer;
        replaced.push(at as u32);
    }
    if replaced.is_empty() {
        return Ok(None);
    }
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = match replaced.len() {
            1 => {
                "{} keeps the upper half of its register: in the form that clears it, the work of an iteration takes {} \
                 instead of {} ({}, simulated)"
            }
            _ => {
                "{} keep upper halves of registers: in the forms that clear them, the work of an iteration takes {} \
                 instead of {} ({}, simulated)"
            }
        };
        it.advice("newer_forms", template, vec![Figure::Instructions(replaced)])
    }))
}

/// Returns whether all that read what an instruction writes name it as the instruction does.
fn needs_no_upper_half(body: &Body<'_>, at: usize) -> bool {
    let Some(written) = body.insts[at].operands.first().and_then(Operand::reg) else { return true };
    let whole = body.variants.whole(written);
    let readers = body.readers(at, whole).positions.into_iter();
    readers.into_iter().all(|reader| {
        let mut sources = body.value_sources(reader);
        sources.all(|(_, reg)| body.variants.whole(reg) != whole || reg == written)
    })
}
