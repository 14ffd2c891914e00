//! Several iterations as one.

use oxmca_asm::target::hardware::Address;
use oxmca_tables::Reg;

use super::body::{Body, Induction};
use super::change::{Change, WHOLE_MULTIPLE, renamed};
use super::trial::Trials;
use super::{Figure, Sentence};
use crate::error::ErrorKind;

/// Iterations that are done as one.
pub(super) const TIMES: [u32; 3] = [2, 4, 8];
/// Instructions of an iteration after the change.
const MAX_INSTRUCTIONS: usize = 256;

/// Advises to do several iterations as one.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn unroll(body: &Body<'_>, trials: &Trials<'_>) -> Result<Option<Sentence>, ErrorKind> {
    let Some(unrolling) = Unrolling::new(body) else { return Ok(None) };
    let changes = TIMES.into_iter().filter_map(|times| unrolling.change(times, &[]));
    let tried = trials.best(changes)?;
    Ok(tried.map(|it| {
        let template = "Unrolled by {}, with {} once, the loop does the work of an iteration in {} instead of {} ({}, \
                        simulated)";
        let times = Figure::Name(it.change.work.to_string());
        let once = Figure::Instructions(unrolling.once());
        it.advice("unroll", template, vec![times, once])
    }))
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
    fn once(&self) -> Vec<u32> {
        let steps = self.inductions.iter().map(|it| it.1.at);
        let mut once: Vec<u32> =
            steps.chain(self.comparison).chain([self.branch]).map(|at| at as u32).collect();
        once.sort_unstable();
        once.dedup();
        once
    }

    /// Returns whether all readers of an induction can do with a constant in their address instead.
    fn can_be_changed_once(&self, reg: Reg, Induction { at, .. }: Induction) -> bool {
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
            && body.variants.stepping(&body.insts[at], 8).is_some()
            && (0..body.len())
                .filter(|it| body.reads(*it, reg))
                .all(|it| is_for_loop(it) || has_constant(it))
    }

    /// Returns the loop that does so many iterations as one, with registers that others take turns with.
    pub(super) fn change(&self, times: u32, turns: &[Turns]) -> Option<Change> {
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
                        // In the last copy, the register has been changed for all before it is read.
                        let steps = i64::from(copy) + i64::from(it.at < at);
                        let done = if is_last && it.at < at { i64::from(times) } else { 0 };
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
fn factor(body: &Body<'_>, at: usize, address: usize, reg: Reg) -> i64 {
    let Address { base, index, scale, .. } = &body.steps[at].facts.addresses[address];
    let is_it = |part: &Option<oxmca_asm::target::hardware::RegisterPart>| {
        part.is_some_and(|it| body.variants.whole(it.root) == reg)
    };
    i64::from(is_it(base)) + if is_it(index) { i64::from(*scale) } else { 0 }
}
