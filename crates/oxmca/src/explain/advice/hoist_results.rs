//! Computations that give the same in all iterations.

use oxmca_asm::target::ControlFlow;
use oxmca_tables::Reg;
use oxmca_tables::schema::instr_flag;

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::change::Change;
use super::trial::Trials;
use crate::error::ErrorKind;

/// Advises to compute once what is the same in all iterations.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn hoist_results(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    if !body.is_straight() || body.closing_branch().is_none() {
        return Ok(None);
    }
    let mut moved: Vec<usize> = Vec::new();
    for at in 0..body.len() {
        if is_the_same_each_time(body, at, &moved) {
            moved.push(at);
        }
    }
    if moved.is_empty() {
        return Ok(None);
    }
    let mut change = Change::of(body);
    moved.iter().rev().for_each(|at| change.remove(*at));
    change.before = moved.iter().map(|at| body.insts[*at].clone()).collect();
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = match moved.len() {
            1 => {
                "{} computes the same each time: computed once, before the loop, the work of an iteration takes {} \
                 instead of {} ({}, simulated)"
            }
            _ => {
                "{} compute the same each time: computed once, before the loop, the work of an iteration takes {} \
                 instead of {} ({}, simulated)"
            }
        };
        let moved = moved.iter().map(|at| *at as u32).collect();
        it.advice("hoist", template, vec![Figure::Instructions(moved)])
    }))
}

/// Returns whether an instruction can be executed before the loop, after those that are moved there already.
fn is_the_same_each_time(body: &Body<'_>, at: usize, moved: &[usize]) -> bool {
    const OTHERS: u64 = instr_flag::SIDE_EFFECTS | instr_flag::MAY_LOAD | instr_flag::MAY_STORE;
    let (inst, step) = (&body.insts[at], &body.steps[at]);
    let tables = body.target.tables();
    let facts = &step.facts;
    let &[result] = &step.writes[..] else { return false };
    let is_simple = step.control == ControlFlow::Next
        && tables.instruction(inst.opcode).flags & OTHERS == 0
        && facts.accesses.is_empty()
        && facts.status_read.is_empty()
        && body.status_readers(at).is_empty()
        && !facts.is_nop
        && !body.variants.ignores_registers(inst);
    let is_moved = |writer: usize| moved.contains(&writer);
    let is_written_before =
        |reg: &Reg| (0..body.len()).filter(|it| body.writes(*it, *reg)).all(is_moved);
    // A mode, such as the number of elements, may not be another one there.
    let modes = tables.implicit_uses(inst.opcode).iter();
    let mut modes = modes.filter(|reg| !step.reads.contains(&body.variants.whole(**reg)));
    let is_set = |reg: &Reg| {
        let sets = |it: &oxmca_asm::Inst| tables.implicit_defs(it.opcode).contains(reg);
        body.insts.iter().any(sets)
    };
    let has_one_writer = (0..body.len()).filter(|it| body.writes(*it, result)).count() == 1;
    let is_read_before = (0..=at).any(|it| body.reads(it, result));
    is_simple
        && has_one_writer
        && !is_read_before
        && step.reads.iter().all(is_written_before)
        && !modes.any(is_set)
}
