//! Likely reasons for which hardware took longer, or less long, than a simulation without cache misses and
//! mispredictions.
//!
//! A reason is given where samples show enough of it to account for a good part of the difference. There are
//! no guesses beyond the samples.

use super::{MIN_DIFFERENCE_CYCLES, OPS, Times, Verdict, compare};
use crate::code::Dependence;
use crate::counts::Counts;
use crate::event::EventId;
use crate::profile::Profile;

/// The least part of a difference that a reason has to account for.
const MIN_PART: f64 = 0.25;
/// The least share of samples with an event whose duration is not told.
const MIN_SHARE_OF_DELAYS: f64 = 0.05;
/// The same for accesses that cross a boundary, most of which take a cycle more only.
const MIN_SHARE_OF_MISALIGNED: f64 = 0.2;
/// The same for what is a property of the instruction or its memory.
const MIN_SHARE_OF_KINDS: f64 = 0.5;
/// The least number of times that the pipeline is emptied while an instruction is in it.
const MIN_EMPTIED: f64 = 0.1;
/// Fewer mispredicted samples say nothing.
const MIN_MISPREDICTED: u64 = 2;

/// A likely reason for a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// Its loads miss the data cache.
    DataCacheMisses {
        /// Of its samples.
        share: f64,
        /// Of each of them.
        latency_cycles: f64,
    },
    /// Its addresses have to be looked up in page tables.
    PageWalks {
        /// Of its samples.
        share: f64,
        /// Of each of them.
        latency_cycles: f64,
    },
    /// Something else that happens to its memory access.
    Access {
        /// The kind of delay.
        kind: AccessKind,
        /// Of its samples.
        share: f64,
    },
    /// It needs the result of another instruction, at a place in the loop, that took longer itself.
    Operand {
        /// The place.
        producer: usize,
    },
    /// It waits to retire for another instruction, at a place in the loop, that took longer.
    Older {
        /// The place.
        older: usize,
    },
    /// Mispredicted branches empty the pipeline, so that less is ahead.
    Mispredictions {
        /// The place of the branch with most of them.
        branch: usize,
        /// Of that branch's samples.
        share: f64,
    },
    /// The loop ends before the pipeline is as full as in the simulation.
    ShortLoop {
        /// The mean number of iterations.
        iterations: f64,
    },
}

/// A cause of delay of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Both levels of the DTLB miss; how long that takes is not told.
    DtlbMiss,
    /// Banks of the data cache are in use.
    BankConflict,
    /// A store's data cannot be forwarded.
    CancelledForwarding,
    /// It crosses a boundary.
    Misaligned,
    /// It is locked.
    Locked,
    /// Its memory is uncacheable.
    Uncacheable,
    /// Its memory combines writes.
    WriteCombining,
}

/// An instruction of a loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopInstruction<'a> {
    /// Its samples.
    pub counts: &'a Counts,
    /// Its predicted times, if it was simulated.
    pub predicted: Option<Times<f64>>,
}

/// A loop as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoopTiming {
    /// The cycles of one iteration in the simulation.
    pub cycles: Option<f64>,
    /// The mean number of iterations each time it is entered.
    pub iterations: Option<f64>,
}

/// The differences between measured and predicted times of an instruction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The results of comparing each time.
    pub verdicts: Times<Verdict>,
    /// Likely reasons, if they differ and samples show any.
    pub reasons: Vec<Reason>,
}

/// Compares the instructions of a loop, given in the order in which they run, with their predictions. `operands` has for
/// each of them where the values come from that it reads.
#[must_use]
pub fn findings(
    profile: &Profile,
    rows: &[LoopInstruction<'_>],
    operands: &[Vec<Dependence>],
    timing: &LoopTiming,
) -> Vec<Finding> {
    let verdicts: Vec<Times<Verdict>> = rows
        .iter()
        .map(|row| row.predicted.map_or_else(Times::default, |it| compare(row.counts, &it)))
        .collect();
    let mut search = Search { profile, rows, verdicts: &verdicts, late: Vec::new() };
    let late = (0..rows.len()).filter(|place| search.is_late(*place));
    let late = late.filter_map(|it| Some((it, search.excess(it)?.dispatch_to_complete)));
    search.late = late.collect();
    let emptied = search.emptied(timing);
    let reasons: Vec<Vec<Reason>> =
        (0..rows.len()).map(|place| search.reasons(place, &operands[place], &emptied)).collect();
    let finding = |(verdicts, reasons)| Finding { verdicts, reasons };
    verdicts.iter().copied().zip(reasons).map(finding).collect()
}

struct Search<'a> {
    profile: &'a Profile,
    rows: &'a [LoopInstruction<'a>],
    verdicts: &'a [Times<Verdict>],
    /// Instructions that take longer to complete, and how many cycles.
    late: Vec<(usize, f64)>,
}

impl Search<'_> {
    fn reasons(&self, place: usize, operands: &[Dependence], emptied: &[Reason]) -> Vec<Reason> {
        use Verdict::{Longer, Shorter};
        let verdicts = &self.verdicts[place];
        let mut reasons = Vec::new();
        let Some(excess) = self.excess(place) else { return reasons };
        let is_late_to_complete = verdicts.dispatch_to_complete == Longer;
        // The parts may each be within their errors, and the sum not.
        if is_late_to_complete || verdicts.tag_to_retire == Longer {
            reasons = self.own(place, excess.dispatch_to_complete.max(MIN_DIFFERENCE_CYCLES));
        }
        if is_late_to_complete && reasons.is_empty() {
            let mut producers = operands.iter().map(|it| it.producer);
            let producer = producers.find(|it| *it != place && self.is_late(*it));
            reasons.extend(producer.map(|producer| Reason::Operand { producer }));
        }
        if verdicts.completion_to_retire == Longer {
            reasons.extend(self.older(place).map(|older| Reason::Older { older }));
        }
        if verdicts.values().contains(&Shorter) {
            reasons.extend(emptied);
        }
        reasons
    }

    /// Returns the cycles by which measured times of an instruction exceed predicted ones.
    fn excess(&self, place: usize) -> Option<Times<f64>> {
        let LoopInstruction { counts, predicted, .. } = &self.rows[place];
        let measured = Times::measured(counts)?;
        Some(measured.with(predicted.as_ref()?, |measured, predicted| measured.cycles - predicted))
    }

    fn is_late(&self, place: usize) -> bool {
        self.verdicts[place].dispatch_to_complete == Verdict::Longer
    }

    /// Returns events of an instruction's own samples that may account for the given number of cycles.
    fn own(&self, place: usize, excess_cycles: f64) -> Vec<Reason> {
        let counts = self.rows[place].counts;
        let samples = counts.get(OPS).max(1) as f64;
        let value = |id| self.profile.value(counts, id).unwrap_or(0) as f64;
        let share = |ids: &[EventId]| ids.iter().map(|id| value(*id)).sum::<f64>() / samples;
        let mut reasons = Vec::new();
        let is_enough = |cycles: f64| cycles / samples >= MIN_PART * excess_cycles;
        let miss_cycles = value(MISS_CYCLES);
        if miss_cycles > 0.0 && is_enough(miss_cycles) {
            let latency_cycles = miss_cycles / value(LOAD_MISSES).max(1.0);
            reasons.push(Reason::DataCacheMisses { share: share(&[LOAD_MISSES]), latency_cycles });
        }
        let walk_cycles = value(WALK_CYCLES);
        if walk_cycles > 0.0 && is_enough(walk_cycles) {
            let latency_cycles = walk_cycles / value(WALKS).max(1.0);
            reasons.push(Reason::PageWalks { share: share(&[WALKS]), latency_cycles });
        }
        let tells_walks = self.profile.is_available(WALK_CYCLES);
        for (kind, ids, least) in ACCESSES {
            let share = share(ids);
            let is_told_already = *kind == AccessKind::DtlbMiss && tells_walks;
            if share >= *least && !is_told_already {
                reasons.push(Reason::Access { kind: *kind, share });
            }
        }
        reasons
    }

    /// Returns the instruction that completes the most later than predicted, the nearest before
    /// this one of several that are equal.
    fn older(&self, place: usize) -> Option<usize> {
        let count = self.rows.len();
        let distance = |older: usize| (place + count - older) % count;
        let late = self.late.iter().filter(|it| it.0 != place);
        let is_better = |best: &(usize, f64), next: &(usize, f64)| {
            next.1 > best.1 || next.1 == best.1 && distance(next.0) < distance(best.0)
        };
        late.reduce(|best, next| if is_better(best, next) { next } else { best }).map(|it| it.0)
    }

    /// Returns likely reasons for fewer instructions in the pipeline than in the simulation.
    fn emptied(&self, timing: &LoopTiming) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let longest = self.rows.iter().filter_map(|it| it.predicted);
        let longest = longest.map(|it| it.tag_to_retire).fold(0.0, f64::max);
        let Some(cycles) = timing.cycles.filter(|it| *it > 0.0) else { return reasons };
        let iterations_in_flight = longest / cycles;
        let share = |place: usize| {
            let value = |id| self.profile.value(self.rows[place].counts, id).unwrap_or(0);
            let (branches, mispredicted) = (value(BRANCHES), value(MISPREDICTED));
            (mispredicted >= MIN_MISPREDICTED).then(|| mispredicted as f64 / branches.max(1) as f64)
        };
        let shares = || (0..self.rows.len()).filter_map(|place| Some((place, share(place)?)));
        let all: f64 = shares().map(|it| it.1).sum();
        if all * iterations_in_flight >= MIN_EMPTIED {
            let worst = shares().reduce(|best, next| if next.1 > best.1 { next } else { best });
            reasons.extend(worst.map(|(branch, share)| Reason::Mispredictions { branch, share }));
        }
        let iterations = timing.iterations.filter(|it| iterations_in_flight / it >= MIN_EMPTIED);
        reasons.extend(iterations.map(|iterations| Reason::ShortLoop { iterations }));
        reasons
    }
}

const MISS_CYCLES: EventId = EventId::coded(0xF219);
const LOAD_MISSES: EventId = EventId::named("LOAD_DC_MISS");
const WALKS: EventId = EventId::named("PAGE_WALK");
const WALK_CYCLES: EventId = EventId::named("PAGE_WALK_LATENCY");
const BRANCHES: EventId = EventId::coded(0xF103);
const MISPREDICTED: EventId = EventId::coded(0xF104);

/// The causes that samples of loads and stores can show: the kind, its events, and the least share of samples.
const ACCESSES: &[(AccessKind, &[EventId], f64)] = &[
    (AccessKind::DtlbMiss, &[EventId::coded(0xF205)], MIN_SHARE_OF_DELAYS),
    (
        AccessKind::BankConflict,
        &[EventId::coded(0xF209), EventId::coded(0xF20A)],
        MIN_SHARE_OF_DELAYS,
    ),
    (AccessKind::CancelledForwarding, &[EventId::coded(0xF20C)], MIN_SHARE_OF_DELAYS),
    (AccessKind::Misaligned, &[EventId::coded(0xF208)], MIN_SHARE_OF_MISALIGNED),
    (AccessKind::Locked, &[EventId::coded(0xF20F)], MIN_SHARE_OF_KINDS),
    (AccessKind::Uncacheable, &[EventId::coded(0xF20D)], MIN_SHARE_OF_KINDS),
    (AccessKind::WriteCombining, &[EventId::coded(0xF20E)], MIN_SHARE_OF_KINDS),
];
