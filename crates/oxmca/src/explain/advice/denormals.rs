//! Chains of products, whose numbers can become very small.

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::trial::Trials;
use crate::error::ErrorKind;
use oxmca_tables::Reg;

/// Says that denormal numbers are not counted, where a chain multiplies what it computed before.
///
/// # Errors
/// None.
pub(super) fn denormals(body: &Body<'_>, _: &Trials<'_>) -> Result<Option<Sentence>, ErrorKind> {
    if !body.variants.are_denormals_slow() || body.closing_branch().is_none() {
        return Ok(None);
    }
    let mut written: Vec<Reg> =
        body.steps.iter().flat_map(|it| it.writes.iter().copied()).collect();
    written.dedup();
    let Some(reg) = written.into_iter().find(|reg| multiplies_itself(body, *reg)) else {
        return Ok(None);
    };
    let template = "Each iteration multiplies what {} had the iteration before: once that is denormal (closer to zero than \
                    normal numbers are), instructions take much longer, which is not counted.";
    Ok(Some(Sentence::fact("denormals", template, vec![Figure::Register(body.named(reg))])))
}

/// Returns whether the value that a register has at the end of an iteration is a multiple of the one at its beginning.
fn multiplies_itself(body: &Body<'_>, reg: Reg) -> bool {
    let Some(last) = body.last_writer(reg) else { return false };
    let mut is_met = vec![[false; 2]; body.len()];
    let mut open: Vec<(usize, Reg, bool)> = Vec::new();
    let first = body.readers_from(0, reg).positions;
    open.extend(first.into_iter().map(|at| (at, reg, false)));
    while let Some((at, holder, is_multiplied)) = open.pop() {
        if body.reads_for_address(at, holder) || body.only_keeps(at, holder) {
            continue;
        }
        let is_multiplied = is_multiplied || multiplies(body, at, holder);
        if std::mem::replace(&mut is_met[at][usize::from(is_multiplied)], true) {
            continue;
        }
        if at == last && is_multiplied {
            return true;
        }
        for written in &body.steps[at].writes {
            let readers = body.readers(at, *written).positions.into_iter();
            open.extend(readers.filter(|it| *it > at).map(|it| (it, *written, is_multiplied)));
        }
    }
    false
}

/// Returns whether an instruction multiplies a floating-point number that a register holds.
fn multiplies(body: &Body<'_>, at: usize, holder: Reg) -> bool {
    let Some(combination) = body.variants.combination(&body.insts[at]) else { return false };
    let is_product = combination.operation == oxmca_asm::target::variants::Combining::Product;
    let is_fused = body.target.arithmetic(&body.insts[at]).is_some_and(|it| it.operations == 2);
    let mut sources = body.value_sources(at).filter(|it| body.variants.whole(it.1) == holder);
    combination.is_float
        && sources.any(|(operand, _)| {
            is_product || is_fused && !combination.accumulators.contains(&(operand as u8))
        })
}
