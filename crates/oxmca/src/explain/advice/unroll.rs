//! Several iterations as one.

use oxmca_asm::target::hardware::{Address, Direction};
use oxmca_tables::Reg;

use super::super::sentence::{Figure, Sentence};
use super::body::{Body, Induction};
use super::change::{Change, NO_OVERLAP, WHOLE_MULTIPLE, renamed};
use super::memory::Meeting;
use super::trial::{Trials, Tried};
use crate::error::ErrorKind;
use crate::ratio::Ratio;

/// Iterations that are done as one.
pub(super) const TIMES: [u32; 3] = [2, 4, 8];
/// Part of the gain that two iterations as one must have.
const LEAST_OF_TWO: f64 = 0.35;
/// Instructions of an iteration after the change.
const MAX_INSTRUCTIONS: usize = 256;

/// Advises to do several iterations as one.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn unroll(body: &Body<'_>, trials: &Trials<'_>) -> Result<Option<Sentence>, ErrorKind> {
    let Some(unrolling) = Unrolling::new(body) else { return Ok(None) };
    let changes = TIMES.into_iter().filter_map(|times| unrolling.for_processor(trials, times, &[]));
    let tried = match trials.best(changes)? {
        Some(tried) if is_explained(&unrolling, trials, &tried)? => Some(tried),
        _ => None,
    };
    Ok(tried.map(|it| {
        let template = "Unrolled by {}, with {} once, the loop does the work of an iteration in {} instead of {} ({}, \
                        simulated)";
        let times = Figure::Name(it.change.work.to_string());
        let once = Figure::Instructions(unrolling.once());
        it.advice("unroll", template, vec![times, once])
    }))
}

/// Returns whether two iterations as one gain about as much of what is gained as the instructions that run the loop
/// account for: with twice as many iterations, half of these are gone. Otherwise, the simulation only happens to fall into
/// another step.
fn is_explained(
    unrolling: &Unrolling<'_>,
    trials: &Trials<'_>,
    tried: &Tried,
) -> Result<bool, ErrorKind> {
    let Some(two) = unrolling.for_processor(trials, 2, &[]) else { return Ok(true) };
    let Some(cycles) = trials.cycles(&two)? else { return Ok(true) };
    let gain = |cycles: Ratio| tried.before.to_f64() - cycles.to_f64();
    Ok(gain(cycles) >= LEAST_OF_TWO * gain(tried.cycles))
}

/// A loop whose iterations can be done as one.
pub(super) struct Unrolling<'b> {
    body: &'b Body<'b>,
    branch: usize,
    /// The comparison that only the branch needs.
    comparison: Option<usize>,
    /// Registers that are changed once for all iterations.
    inductions: Vec<(Reg, Induction)>,
}

/// A register, and those that take its place in turn.
pub(super) struct Turns {
    pub(super) reg: Reg,
    pub(super) others: Vec<Reg>,
}

impl<'b> Unrolling<'b> {
    /// Returns the way in which a loop is unrolled, if the number of its iterations is known when it begins.
    pub(super) fn new(body: &'b Body<'b>) -> Option<Unrolling<'b>> {
        let branch = body.closing_branch().filter(|_| body.is_counted_loop())?;
        let decider = body.decider(branch)?;
        let is_comparison = decider != branch
            && body.steps[decider].writes.is_empty()
            && !body.steps[decider].facts.stores()
            && body.status_readers(decider)[..] == [branch];
        let comparison = is_comparison.then_some(decider);
        let mut unrolling = Unrolling { body, branch, comparison, inductions: Vec::new() };
        let written = body.steps.iter().flat_map(|it| it.writes.iter().copied());
        for reg in written {
            if let Some(induction) = body.induction(reg)
                && unrolling.can_be_changed_once(reg, induction)
            {
                unrolling.inductions.push((reg, induction));
            }
        }
        Some(unrolling)
    }

    /// Returns the instructions that are there only once.
    pub(super) fn once(&self) -> Vec<u32> {
        let steps = self.inductions.iter().map(|it| it.1.at);
        let mut once: Vec<u32> =
            steps.chain(self.comparison).chain([self.branch]).map(|at| at as u32).collect();
        once.sort_unstable();
        once.dedup();
        once
    }

    /// Returns the loop that does so many iterations as one, as suits the processor.
    pub(super) fn for_processor(
        &self,
        trials: &Trials<'_>,
        times: u32,
        turns: &[Turns],
    ) -> Option<Change> {
        let is_in_order = !trials.input().processor.is_out_of_order();
        let interleaved = if is_in_order { self.interleaved(times, turns) } else { None };
        interleaved.or_else(|| self.change(times, turns))
    }

    /// Returns the registers that are changed once for all iterations.
    pub(super) fn inductions(&self) -> &[(Reg, Induction)] {
        &self.inductions
    }

    /// Returns whether all readers of an induction can do with a constant in their address instead.
    fn can_be_changed_once(&self, reg: Reg, Induction { at, step }: Induction) -> bool {
        let body = self.body;
        let is_for_loop = |reader: usize| {
            reader == at || reader == self.branch || Some(reader) == self.comparison
        };
        let has_constant = |reader: usize| {
            !body.reads_as_value(reader, reg)
                && body.steps[reader].control == oxmca_asm::target::ControlFlow::Next
                && (0..body.steps[reader].facts.addresses.len())
                    .filter(|address| factor(body, reader, *address, reg) != 0)
                    .all(|it| body.variants.displaced(&body.insts[reader], it, 8).is_some())
        };
        let status = body.status_readers(at);
        let is_step_for_loop = status.iter().all(|it| *it == self.branch);
        is_step_for_loop
            && body.variants.stepping(&body.insts[at], step.saturating_mul(8)).is_some()
            && (0..body.len())
                .filter(|it| body.reads(*it, reg))
                .all(|it| is_for_loop(it) || has_constant(it))
    }

    /// Returns the loop that does so many iterations as one, with registers that others take turns with.
    pub(super) fn change(&self, times: u32, turns: &[Turns]) -> Option<Change> {
        self.copies(times, turns, false)
    }

    /// Returns copies of an iteration, for an order in which all copies of an instruction are before all of the next one or
    /// not.
    fn copies(&self, times: u32, turns: &[Turns], is_interleaved: bool) -> Option<Change> {
        let body = self.body;
        if body.len() * times as usize > MAX_INSTRUCTIONS {
            return None;
        }
        let mut change = Change { work: times, ..Change::new() };
        for copy in 0..times {
            let is_last = copy + 1 == times;
            for (at, inst) in body.insts.iter().enumerate() {
                let is_control = at == self.branch || Some(at) == self.comparison;
                let induction = self.inductions.iter().find(|it| it.1.at == at);
                if !is_last && (is_control || induction.is_some()) {
                    continue;
                }
                let mut changed = match induction {
                    Some((_, it)) => {
                        let step = it.step.checked_mul(times.into())?;
                        body.variants.stepping(inst, step)?
                    }
                    None => inst.clone(),
                };
                if !is_control && induction.is_none() {
                    for (reg, it) in &self.inductions {
                        // Where it is read after it has been changed for all of them, that is too much.
                        let steps = i64::from(copy) + i64::from(it.at < at);
                        let is_done = it.at < at && (is_last || is_interleaved);
                        let done = if is_done { i64::from(times) } else { 0 };
                        let by = it.step.checked_mul(steps - done)?;
                        changed = self.moved(&changed, at, *reg, by)?;
                    }
                }
                for Turns { reg, others } in turns {
                    let other = others.get(copy as usize % others.len().max(1))?;
                    if other != reg {
                        changed = renamed(body, &changed, *reg, *other)?;
                    }
                }
                change.push(changed, at);
            }
        }
        change.assume(WHOLE_MULTIPLE);
        Some(change)
    }

    /// Returns the loop that does so many iterations as one, each instruction of all of them before the next one, for
    /// processors that execute in order.
    pub(super) fn interleaved(&self, times: u32, turns: &[Turns]) -> Option<Change> {
        let body = self.body;
        let mut all: Vec<Turns> = Vec::new();
        let written = body.steps.iter().flat_map(|it| it.writes.iter().copied());
        for reg in written {
            let is_turned = |list: &[Turns]| list.iter().any(|it| it.reg == reg);
            if is_turned(turns) || is_turned(&all) || self.inductions.iter().any(|it| it.0 == reg) {
                continue;
            }
            if !body.readers_from(0, reg).positions.is_empty() {
                // Each copy takes it from the one before, by one instruction.
                let uses =
                    (0..body.len()).filter(|at| body.reads(*at, reg) || body.writes(*at, reg));
                if uses.count() > 1 {
                    return None;
                }
                continue;
            }
            let taken = |it: &Reg| {
                let list = all.iter().chain(turns);
                list.into_iter().any(|turns| turns.others.contains(it))
            };
            let spare = body.spare(reg).into_iter().filter(|it| !taken(it));
            let others: Vec<Reg> = [reg].into_iter().chain(spare).take(times as usize).collect();
            if others.len() < times as usize {
                return None;
            }
            all.push(Turns { reg, others });
        }
        all.extend(turns.iter().map(|it| Turns { reg: it.reg, others: it.others.clone() }));
        let control = [Some(self.branch), self.comparison];
        let mut others = (0..body.len()).filter(|at| !control.contains(&Some(*at)));
        if others.any(|at| !body.steps[at].facts.status_read.is_empty()) {
            return None;
        }
        let copies = self.copies(times, &all, true)?;
        let mut assumes_no_overlap = false;
        for store in body.accesses(Direction::Store) {
            for other in
                body.accesses(Direction::Load).into_iter().chain(body.accesses(Direction::Store))
            {
                match body.meeting(store, other) {
                    _ if other == store => {}
                    Meeting::Never | Meeting::Exact(Some(0)) => {}
                    Meeting::Unknown => assumes_no_overlap = true,
                    Meeting::Exact(_) | Meeting::Partial => return None,
                }
                if !matches!(
                    body.meeting(other, store),
                    Meeting::Never | Meeting::Unknown | Meeting::Exact(Some(0))
                ) {
                    return None;
                }
            }
        }
        // All copies of an instruction, in the order of the copies.
        let mut order: Vec<usize> = (0..copies.insts.len()).collect();
        order.sort_by_key(|at| copies.origins[*at]);
        let mut change = Change { work: times, ..Change::new() };
        for at in order {
            change.push(copies.insts[at].clone(), copies.origins[at]);
        }
        copies.assumptions.iter().for_each(|it| change.assume(it));
        if assumes_no_overlap {
            change.assume(NO_OVERLAP);
        }
        Some(change)
    }

    /// Returns an instruction whose addresses have so much more of a register.
    fn moved(
        &self,
        inst: &oxmca_asm::Inst,
        at: usize,
        reg: Reg,
        by: i64,
    ) -> Option<oxmca_asm::Inst> {
        let mut changed = inst.clone();
        for address in 0..self.body.steps[at].facts.addresses.len() {
            let factor = factor(self.body, at, address, reg);
            if factor != 0 && by != 0 {
                let by = factor.checked_mul(by)?;
                changed = self.body.variants.displaced(&changed, address, by)?;
            }
        }
        Some(changed)
    }
}

/// Returns how often an address has a register.
pub(super) fn factor(body: &Body<'_>, at: usize, address: usize, reg: Reg) -> i64 {
    let Address { base, index, scale, .. } = &body.steps[at].facts.addresses[address];
    let is_it = |part: &Option<oxmca_asm::target::hardware::RegisterPart>| {
        part.is_some_and(|it| body.variants.whole(it.root) == reg)
    };
    i64::from(is_it(base)) + if is_it(index) { i64::from(*scale) } else { 0 }
}
