//! Copies of neighbours that one wider copy can do.

use oxmca_asm::Inst;
use oxmca_asm::target::hardware::Direction;
use oxmca_tables::Reg;

use super::body::Body;
use super::change::{Change, NO_OVERLAP};
use super::memory::{AccessAt, Meeting};
use super::trial::Trials;
use super::{Figure, Sentence};
use crate::error::ErrorKind;

/// Times that copies are made twice as wide.
const MAX_ROUNDS: usize = 3;

/// Values that only a wider register has.
pub(super) const NOT_NEEDED: &str =
    "nothing after the loop needs the registers that were copied by";

/// A load and the store of what it loads, which nothing else uses.
#[derive(Clone, Copy)]
struct Copied {
    load: AccessAt,
    store: AccessAt,
    reg: Reg,
}

/// Advises to copy neighbours by wider instructions.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn merge_accesses(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    if !body.is_straight() {
        return Ok(None);
    }
    let mut insts = body.insts.to_vec();
    let mut origins: Vec<usize> = (0..insts.len()).collect();
    let mut merged = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let mut has_changed = false;
        loop {
            let Some(now) = Body::new(body.target, &insts) else { break };
            let Some((change, pair)) = pair(&now, trials) else { break };
            merged.extend(pair.iter().map(|at| origins[*at] as u32));
            origins = change.origins.iter().map(|at| origins[*at]).collect();
            insts = change.insts;
            has_changed = true;
        }
        if !has_changed {
            break;
        }
    }
    if merged.is_empty() {
        return Ok(None);
    }
    merged.sort_unstable();
    merged.dedup();
    let mut change = Change { insts, origins, ..Change::new() };
    change.assume(NO_OVERLAP);
    change.assume(NOT_NEEDED);
    let tried = trials.worthy(Some(change))?;
    Ok(tried.map(|it| {
        let template = "{} copy neighbours one by one: with wider loads and stores, the work of an iteration takes {} \
                        instead of {} ({}, simulated)";
        it.advice("merge_accesses", template, vec![Figure::Instructions(merged)])
    }))
}

/// Returns the copies of a region.
fn copies(body: &Body<'_>) -> Vec<Copied> {
    let loads = body.accesses(Direction::Load).into_iter();
    let copied = |load: AccessAt| {
        let inst = &body.insts[load.at];
        let transfer =
            body.variants.transfer(inst).or_else(|| body.variants.extending_load(inst))?;
        let reg = inst.operands.get(usize::from(transfer.register))?.reg()?;
        let reg = body.variants.whole(reg);
        let readers = body.readers(load.at, reg);
        let &[reader] = &readers.positions[..] else { return None };
        let store = body.variants.transfer(&body.insts[reader]).filter(|it| it.is_store)?;
        let stored = body.insts[reader].operands.get(usize::from(store.register))?.reg()?;
        let store = AccessAt { at: reader, access: 0 };
        let is_copy = reader > load.at
            && body.variants.whole(stored) == reg
            && body.access(store).bytes == body.access(load).bytes;
        is_copy.then_some(Copied { load, store, reg })
    };
    loads.filter_map(copied).collect()
}

/// Returns the change that makes two copies one, and their instructions.
fn pair(body: &Body<'_>, trials: &Trials<'_>) -> Option<(Change, [usize; 4])> {
    let copies = copies(body);
    for (number, one) in copies.iter().enumerate() {
        for two in &copies[number + 1..] {
            if let Some(change) = merged(body, trials, *one, *two) {
                return Some((change, [one.load.at, one.store.at, two.load.at, two.store.at]));
            }
        }
    }
    None
}

fn merged(body: &Body<'_>, trials: &Trials<'_>, one: Copied, two: Copied) -> Option<Change> {
    let bytes = i64::from(body.access(one.load).bytes);
    let distance =
        |from: AccessAt, to: AccessAt| body.address(to)?.distance_from(body.address(from)?);
    let apart = distance(one.load, two.load)?;
    let is_same = distance(one.store, two.store)? == apart && bytes > 0;
    if apart.abs() != bytes
        || !is_same
        || body.access(two.load).bytes != body.access(one.load).bytes
    {
        return None;
    }
    // The wide load is where the first load was, the wide store where the second store was.
    let (load, store) = (one.load.at.min(two.load.at), one.store.at.max(two.store.at));
    let last_load = one.load.at.max(two.load.at);
    let first_store = one.store.at.min(two.store.at);
    for between in load + 1..store {
        // Other stores may not come to lie between, and other loads may not see what is stored later.
        let known = [one.load.at, two.load.at, one.store.at, two.store.at];
        if known.contains(&between) {
            continue;
        }
        let step = &body.steps[between];
        for access in 0..step.facts.accesses.len() {
            let other = AccessAt { at: between, access };
            let is_store = body.access(other).direction == Direction::Store;
            let meets = |it: AccessAt| {
                matches!(body.meeting(it, other), Meeting::Exact(Some(0) | None) | Meeting::Partial)
            };
            if (is_store && between < last_load && meets(two.load))
                || (between > first_store && meets(one.store))
                || (between > first_store && meets(two.store))
            {
                return None;
            }
        }
    }
    let below = |it: i64, at: usize, own: usize| if at == own { it.min(0) } else { (-it).min(0) };
    let load_by = below(apart, load, one.load.at);
    let store_by = below(apart, store, one.store.at);
    let features = &trials.input().processor.subtarget().features;
    let load_inst = body.variants.displaced(&body.insts[load], 0, load_by)?;
    let store_inst = body.variants.displaced(&body.insts[store], 0, store_by)?;
    let whole = wide_register(body, one.reg, &load_inst)?;
    let widen = |inst: &Inst| body.variants.twice_as_wide(inst, whole, features);
    let (wide_load, wide_store) = (widen(&load_inst)?, widen(&store_inst)?);
    let mut change = Change::new();
    for (at, inst) in body.insts.iter().enumerate() {
        if at == load {
            change.push(wide_load.clone(), at);
        } else if at == store {
            change.push(wide_store.clone(), at);
        } else if ![one.load.at, two.load.at, one.store.at, two.store.at].contains(&at) {
            change.push(inst.clone(), at);
        }
    }
    Some(change)
}

/// Returns a register for a wide copy, which nothing uses.
fn wide_register(body: &Body<'_>, reg: Reg, load: &Inst) -> Option<Reg> {
    let kind = body.variants.wide_transfer_register(load).unwrap_or(reg);
    body.spare(kind).into_iter().next()
}
