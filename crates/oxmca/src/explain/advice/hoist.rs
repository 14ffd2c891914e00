//! Loads that give the same in all iterations.

use oxmca_asm::target::hardware::Direction;
use oxmca_asm::{Inst, Operand};
use oxmca_tables::Reg;

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::change::{Change, Kept, NO_OVERLAP, with_source};
use super::memory::{AccessAt, Meeting};
use super::trial::Trials;
use crate::error::ErrorKind;

/// Advises to load once what is the same in all iterations.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn hoist(body: &Body<'_>, trials: &Trials<'_>) -> Result<Option<Sentence>, ErrorKind> {
    if !body.is_straight() || body.closing_branch().is_none() {
        return Ok(None);
    }
    let mut change = Change::of(body);
    let mut moved = Vec::new();
    for load in body.accesses(Direction::Load).into_iter().rev() {
        if body.is_at_fixed_place(load)
            && !body.steps[load.at].facts.stores()
            && once(body, load, &mut change).is_some()
        {
            moved.insert(0, load.at as u32);
        }
    }
    if moved.is_empty() {
        return Ok(None);
    }
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = "{} load the same each time: loaded once, before the loop, the work of an iteration takes {} \
                        instead of {} ({}, simulated)";
        let one = "{} loads the same each time: loaded once, before the loop, the work of an iteration takes {} instead \
                   of {} ({}, simulated)";
        let template = if moved.len() == 1 { one } else { template };
        it.advice("hoist", template, vec![Figure::Instructions(moved)])
    }))
}

/// Takes a load out of the loop.
fn once(body: &Body<'_>, load: AccessAt, change: &mut Change) -> Option<()> {
    let inst = &body.insts[load.at];
    let mut is_assumed = false;
    for store in body.accesses(Direction::Store) {
        match body.meeting(store, load) {
            Meeting::Never => {}
            Meeting::Unknown => is_assumed |= !body.is_named(load),
            Meeting::Exact(_) | Meeting::Partial => return None,
        }
    }
    let at = change.position_of(load.at)?;
    match body.variants.transfer(inst) {
        Some(transfer) => {
            let reg = inst.operands.get(usize::from(transfer.register))?.reg()?;
            let reg = body.variants.whole(reg);
            let mut others = (0..body.len()).filter(|at| *at != load.at);
            // In the first iteration, it is read as it was before the loop.
            if (0..load.at).any(|at| body.reads(at, reg)) {
                return None;
            }
            let whole = match others.any(|at| body.writes(at, reg)) {
                true => in_spare(body, load.at, reg, change)?,
                false => reg,
            };
            change.remove(change.position_of(load.at)?);
            change.kept.push(Kept { whole, access: load, is_stored: false });
        }
        None => {
            let beside = body.value_operands(load.at).map(|it| body.variants.whole(it.1)).next()?;
            let whole = spare(body, beside, change)?;
            change.insts[at] = body.variants.in_register(inst, whole)?;
            change.kept.push(Kept { whole, access: load, is_stored: false });
        }
    }
    if is_assumed {
        change.assume(NO_OVERLAP);
    }
    Some(())
}

/// Returns a register that stands in for another one and is used neither by the loop nor by a change of it.
fn spare(body: &Body<'_>, reg: Reg, change: &Change) -> Option<Reg> {
    let is_free = |reg: &Reg| {
        let named = |it: &Inst| {
            let regs = it.operands.iter().filter_map(Operand::reg);
            regs.filter(|it| it.is_some()).any(|it| body.variants.whole(it) == *reg)
        };
        !change.insts.iter().any(named)
    };
    body.spare(reg).into_iter().find(is_free)
}

/// Lets all that reads what an instruction writes to a register take it from another one, which is returned.
fn in_spare(body: &Body<'_>, at: usize, reg: Reg, change: &mut Change) -> Option<Reg> {
    let readers = body.readers_from(at + 1, reg);
    if readers.survives {
        return None;
    }
    let whole = spare(body, reg, change)?;
    let mut renamed = Vec::new();
    for reader in readers.positions {
        let position = change.position_of(reader)?;
        renamed.push((position, with_source(body, &change.insts[position], reg, whole)?));
    }
    for (position, inst) in renamed {
        change.insts[position] = inst;
    }
    Some(whole)
}

impl Body<'_> {
    /// Returns whether an access is to a place that a name stands for, as constants are.
    fn is_named(&self, it: AccessAt) -> bool {
        let facts = &self.steps[it.at].facts;
        facts.address_of(&self.access(it)).is_some_and(|address| {
            address.base.is_none() && address.index.is_none() && address.symbol != 0
        })
    }
}
