//! Several registers in place of one that results are combined in.

use oxmca_asm::target::variants::Combining;
use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use super::change::{Change, NO_NAN, OTHER_ORDER, renamed};
use super::trial::{Trials, Tried, WORTH};
use super::unroll::{TIMES, Turns, Unrolling};
use crate::error::ErrorKind;

/// A register in which an iteration combines its results with those of all before, and that nothing else uses.
pub(super) struct Accumulator {
    reg: Reg,
    /// The instructions that combine, in order.
    combining: SmallVec<[usize; 8]>,
    operation: Combining,
    is_float: bool,
    /// All instructions of the chain have it in this register.
    is_in_one_register: bool,
}

impl Accumulator {
    pub(super) fn reg(&self) -> Reg {
        self.reg
    }

    pub(super) fn is_float(&self) -> bool {
        self.is_float
    }

    /// Returns whether zero changes nothing, so that other registers begin with it.
    #[cfg(test)]
    pub(super) fn is_in_sums(&self) -> bool {
        !matches!(self.operation, Combining::Product | Combining::Bitwise(0))
    }

    /// Returns two values combined.
    #[cfg(test)]
    pub(super) fn combined(&self, one: u64, two: u64) -> u64 {
        match self.operation {
            Combining::Bitwise(1) => one | two,
            Combining::Bitwise(_) => one ^ two,
            _ => one.wrapping_add(two),
        }
    }
}

/// Adds what another order of all accumulators of a loop assumes.
pub(super) fn assume_order(body: &Body<'_>, change: &mut Change) {
    assume(change, &all(body));
}

/// Advises to combine results in several registers.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn accumulators(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    if !body.is_straight() {
        return Ok(None);
    }
    let found = all(body);
    if found.is_empty() {
        return Ok(None);
    }
    let in_place = TIMES.into_iter().filter_map(|count| in_place(body, &found, count));
    let tried = match trials.best(in_place)? {
        Some(tried) => Some(tried),
        None => unrolled(body, trials, &found)?,
    };
    Ok(tried.map(|it| {
        let template = match it.change.work {
            1 => {
                "With {} in place of {}, combined after the loop, the work of an iteration takes {} instead of {} ({}, \
                 simulated)"
            }
            _ => {
                "Unrolled, with {} in place of {}, combined after the loop, the work of an iteration takes {} instead of \
                 {} ({}, simulated)"
            }
        };
        let registers = found.iter().map(|it| body.named(it.reg)).collect();
        let several = Figure::Count(it.change.number.into(), "accumulator", "accumulators");
        it.advice("accumulators", template, vec![several, Figure::Registers(registers)])
    }))
}

/// Returns the accumulators of a loop.
pub(super) fn all(body: &Body<'_>) -> Vec<Accumulator> {
    let mut found: Vec<Accumulator> = Vec::new();
    for reg in body.steps.iter().flat_map(|it| it.writes.iter().copied()) {
        if found.iter().all(|it| it.reg != reg) {
            found.extend(accumulator(body, reg));
        }
    }
    found
}

/// Returns the accumulator that a register is: its value goes from one combining instruction to the next, and nowhere else.
fn accumulator(body: &Body<'_>, reg: Reg) -> Option<Accumulator> {
    let last = body.last_writer(reg)?;
    let first = body.readers_from(0, reg);
    let &[first] = &first.positions[..] else { return None };
    let mut found = Accumulator {
        reg,
        combining: SmallVec::new(),
        operation: Combining::Sum,
        is_float: false,
        is_in_one_register: true,
    };
    let (mut at, mut holder) = (first, reg);
    loop {
        let inst = &body.insts[at];
        let next = |operand: u8| inst.operands.get(usize::from(operand))?.reg();
        let kept = body.variants.combination(inst).and_then(|it| it.kept).map(usize::from);
        let sources = body.value_sources(at).filter(|it| body.variants.whole(it.1) == holder);
        let mut sources: SmallVec<[usize; 2]> = sources.map(|it| it.0).collect();
        if kept.is_some_and(|kept| !sources.contains(&kept)) {
            return None;
        }
        sources.retain(|it| Some(*it) != kept);
        let &[source] = &sources[..] else { return None };
        if body.reads_for_address(at, holder) {
            return None;
        }
        let written = match body.variants.moved(inst) {
            Some((to, from)) if usize::from(from) == source => next(to)?,
            _ => {
                let combination = body.variants.combination(inst)?;
                let is_first = found.combining.is_empty();
                let is_same = is_first || combination.operation == found.operation;
                let is_step = body.step_of(at).is_some();
                let is_accumulator = combination.accumulators.contains(&(source as u8));
                if !is_same || is_step || !is_accumulator || !body.status_readers(at).is_empty() {
                    return None;
                }
                found.operation = combination.operation;
                found.is_float |= combination.is_float;
                found.combining.push(at);
                next(0)?
            }
        };
        holder = body.variants.whole(written);
        found.is_in_one_register &= holder == reg;
        let readers = body.readers(at, holder);
        if holder == reg && at == last {
            let is_pure = readers.positions[..] == [first] && !found.combining.is_empty();
            return is_pure.then_some(found);
        }
        match readers.positions[..] {
            [reader] if reader > at => at = reader,
            _ => return None,
        }
    }
}

/// Adds what another order assumes.
fn assume(change: &mut Change, found: &[Accumulator]) {
    for it in found.iter().filter(|it| it.is_float) {
        change.assume(match it.operation {
            Combining::Minimum | Combining::Maximum => NO_NAN,
            _ => OTHER_ORDER,
        });
    }
}

/// Returns registers that take turns with those of accumulators, at most so many for each.
fn turns(body: &Body<'_>, found: &[Accumulator], count: u32) -> Vec<Turns> {
    let mut taken = Vec::new();
    let of = |it: &Accumulator| {
        let spare = body.spare(it.reg).into_iter().filter(|reg| !taken.contains(reg));
        let spare: Vec<Reg> = spare.take(count as usize - 1).collect();
        taken.extend_from_slice(&spare);
        Turns { reg: it.reg, others: [it.reg].into_iter().chain(spare).collect() }
    };
    found.iter().map(of).collect()
}

/// Returns the change that lets the combining instructions of an iteration take turns.
fn in_place(body: &Body<'_>, found: &[Accumulator], count: u32) -> Option<Change> {
    let is_long = |it: &Accumulator| it.is_in_one_register && it.combining.len() >= count as usize;
    if !found.iter().all(is_long) {
        return None;
    }
    let turns = turns(body, found, count);
    let mut change = Change { number: count, ..Change::of(body) };
    for (it, turns) in found.iter().zip(&turns) {
        if turns.others.len() < count as usize {
            return None;
        }
        for (at, other) in it.combining.iter().zip(turns.others.iter().cycle()) {
            change.insts[*at] = renamed(body, &change.insts[*at], it.reg, *other)?;
        }
    }
    assume(&mut change, found);
    Some(change)
}

/// Simulates several iterations as one, each with registers of its own, if that is more than without these.
fn unrolled(
    body: &Body<'_>,
    trials: &Trials<'_>,
    found: &[Accumulator],
) -> Result<Option<Tried>, ErrorKind> {
    let Some(unrolling) = Unrolling::new(body) else { return Ok(None) };
    let mut changes = Vec::new();
    for times in TIMES {
        let turns = turns(body, found, times);
        let fewest = turns.iter().map(|it| it.others.len()).min().unwrap_or(0);
        let (Some(plain), true) = (unrolling.for_processor(trials, times, &[]), fewest > 1) else {
            break;
        };
        let Some(mut change) = unrolling.for_processor(trials, times, &turns) else { break };
        change.number = fewest as u32;
        assume(&mut change, found);
        let (Some(plain), Some(cycles)) = (trials.cycles(&plain)?, trials.cycles(&change)?) else {
            break;
        };
        if cycles.to_f64() <= (1.0 - WORTH) * plain.to_f64() {
            changes.push(change);
        }
    }
    trials.best(changes.into_iter())
}
