//! Values that go through memory from one iteration to the next.

use oxmca_asm::target::hardware::Direction;
use oxmca_tables::Reg;

use super::body::Body;
use super::change::{Change, Kept, NO_OVERLAP};
use super::memory::{AccessAt, Meeting};
use super::trial::Trials;
use super::{Figure, Sentence};
use crate::error::ErrorKind;

/// Iterations between a store and a load of what it stored, up to which the load waits for it.
const MAX_LAG: i64 = 4;

/// Advises to keep a value in a register that a load takes from where a store put it.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn value_in_register(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    if !body.is_straight() {
        return Ok(None);
    }
    let stores = body.accesses(Direction::Store);
    for load in body.accesses(Direction::Load) {
        for store in &stores {
            let change = match body.meeting(*store, load) {
                Meeting::Exact(None) => at_fixed_place(body, load),
                Meeting::Exact(Some(1)) => of_iteration_before(body, load, *store),
                _ => None,
            };
            let before = trials.cycles_with_stores(body)?;
            let Some(tried) = trials.worthy_after(before, change)? else { continue };
            let template = match trials.ignores_meetings(body) {
                true => {
                    "Kept in a register, what {} stored is there when {} needs it: the work of an iteration takes {} \
                     instead of the {} that it takes if loads wait for stores ({}, simulated)"
                }
                false => {
                    "Kept in a register, what {} stored is there when {} needs it: the work of an iteration takes {} \
                     instead of {} ({}, simulated)"
                }
            };
            let [store, load] = [store.at, load.at].map(|at| Figure::Instructions(vec![at as u32]));
            return Ok(Some(tried.advice("value_in_register", template, vec![store, load])));
        }
    }
    Ok(None)
}

impl Body<'_> {
    /// Returns whether a load takes what a store of an iteration before put there, as far as that is known.
    pub(super) fn has_meetings(&self) -> bool {
        let stores = self.accesses(Direction::Store);
        self.accesses(Direction::Load).into_iter().any(|load| {
            stores.iter().any(|store| match self.meeting(*store, load) {
                Meeting::Exact(lag) => lag.is_none_or(|lag| (1..=MAX_LAG).contains(&lag)),
                _ => false,
            })
        })
    }

    /// Returns registers that can hold what an access transfers and that nothing uses.
    fn spare_for(&self, it: AccessAt) -> Vec<Reg> {
        let beside = self.value_operands(it.at).map(|it| self.variants.whole(it.1)).next();
        let in_address = self.address_registers(it.at).into_iter().next();
        match (beside, self.steps[it.at].facts.uses_vectors) {
            (Some(reg), _) => self.spare(reg),
            (None, false) => in_address.map(|reg| self.spare(reg)).unwrap_or_default(),
            (None, true) => Vec::new(),
        }
    }
}

/// Returns the code with all accesses to one place in a register.
fn at_fixed_place(body: &Body<'_>, load: AccessAt) -> Option<Change> {
    let loads = body.accesses(Direction::Load);
    let stores = body.accesses(Direction::Store);
    let whole = body.spare_for(load).into_iter().next()?;
    let mut change = Change::of(body);
    change.kept.push(Kept { whole, access: load, is_stored: true });
    let mut is_done = vec![false; body.len()];
    for it in stores.into_iter().chain(loads) {
        match body.meeting(it, load) {
            Meeting::Never => {}
            Meeting::Unknown => change.assume(NO_OVERLAP),
            Meeting::Exact(None) if is_done[it.at] => {}
            Meeting::Exact(None) => {
                change.insts[it.at] = body.variants.in_register(&body.insts[it.at], whole)?;
                is_done[it.at] = true;
            }
            Meeting::Exact(_) | Meeting::Partial => return None,
        }
    }
    Some(change)
}

/// Returns the code with a register in place of a load of what a store put there the iteration before.
fn of_iteration_before(body: &Body<'_>, load: AccessAt, store: AccessAt) -> Option<Change> {
    let transfer = body.variants.transfer(&body.insts[store.at]).filter(|it| it.is_store)?;
    let stored = body.insts[store.at].operands.get(usize::from(transfer.register))?.reg()?;
    let stored = body.variants.whole(stored);
    let mut change = Change::of(body);
    for other in body.accesses(Direction::Store).into_iter().filter(|it| *it != store) {
        match body.meeting(other, load) {
            Meeting::Never => {}
            Meeting::Unknown => change.assume(NO_OVERLAP),
            Meeting::Exact(_) | Meeting::Partial => return None,
        }
    }
    if !takes_as_much(body, load) {
        return None;
    }
    let between = (store.at + 1..body.len()).chain(0..load.at);
    // Before the first iteration, it has another value, which nothing may read.
    let is_read = !body.readers_from(0, stored).positions.is_empty();
    let stays = !is_read && between.into_iter().all(|at| !body.writes(at, stored));
    let loaded = body.variants.transfer(&body.insts[load.at]);
    let loaded =
        loaded.and_then(|it| body.insts[load.at].operands.get(usize::from(it.register))?.reg());
    if stays && loaded.is_some_and(|reg| body.variants.whole(reg) == stored) {
        change.remove(load.at);
        change.kept.push(Kept { whole: stored, access: load, is_stored: false });
        return Some(change);
    }
    let whole = if stays { stored } else { body.spare(stored).into_iter().next()? };
    change.kept.push(Kept { whole, access: load, is_stored: false });
    change.insts[load.at] = body.variants.in_register(&body.insts[load.at], whole)?;
    if !stays {
        let copy = body.variants.in_register(&body.insts[store.at], whole)?;
        // The load needs what the iteration before stored, not this one.
        let last = store.at.max(load.at);
        if (store.at + 1..=last).any(|at| body.writes(at, stored)) {
            return None;
        }
        change.insert(last + 1, copy, store.at);
    }
    Some(change)
}

/// Returns whether nothing looks at more of a register than a load puts there.
fn takes_as_much(body: &Body<'_>, load: AccessAt) -> bool {
    let bits = body.access(load).bytes * 8;
    let is_narrow = |at: usize| {
        let arithmetic = body.target.arithmetic(&body.insts[at]);
        let computes = arithmetic
            .is_some_and(|it| it.lanes.is_some_and(|lanes| lanes * it.source_bits <= bits));
        let facts = &body.steps[at].facts;
        let transfers = body.variants.transfer(&body.insts[at]).is_some_and(|it| it.is_store)
            && facts.access_bytes() * 8 <= bits;
        computes || transfers
    };
    match body.variants.transfer(&body.insts[load.at]) {
        Some(_) => body.steps[load.at]
            .writes
            .iter()
            .all(|reg| body.readers(load.at, *reg).positions.into_iter().all(is_narrow)),
        None => is_narrow(load.at),
    }
}
