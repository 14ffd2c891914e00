//! The cycles of an in-order CPU, each by the reason for which no more instructions issued in it.
//!
//! Instructions issue in order, so that one that waits holds back all behind it. Each cycle of a period ends for one
//! reason: the instructions that issued were as many as fit, or the next one had to wait.

use std::collections::BTreeMap;

use super::dependencies::LinkCause;
use super::edges::DependencyEdge;
use crate::error::ErrorKind;
use crate::lower::Hazards;
use crate::simulation::event::{Event, HoldReason, InstRef, StallKind};

/// The reason for which no more instructions issued in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum WaitCause {
    /// As many micro-ops issued as fit in a cycle, or as the rules of groups allow.
    Width,
    /// An instruction waited for the result of another.
    Results,
    /// An instruction waited for a busy resource.
    Resources,
    /// An instruction waited for an older access to memory.
    Memory,
    /// An instruction waited for a hazard of the target's own.
    Hazard,
    /// An instruction waited so as not to write its result before an older one.
    WriteBackOrder,
}

impl WaitCause {
    /// All reasons.
    pub const ALL: [WaitCause; 6] = [
        WaitCause::Width,
        WaitCause::Results,
        WaitCause::Resources,
        WaitCause::Memory,
        WaitCause::Hazard,
        WaitCause::WriteBackOrder,
    ];

    /// Returns the name of the limit that it is, in documents.
    pub const fn name(self) -> &'static str {
        match self {
            WaitCause::Width => "dispatch",
            WaitCause::Results => "results",
            WaitCause::Resources => "ports",
            WaitCause::Memory => "memory",
            WaitCause::Hazard => "hazards",
            WaitCause::WriteBackOrder => "order_of_results",
        }
    }
}

/// Cycles that ended for the same reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IssueWait {
    /// The reason.
    pub cause: WaitCause,
    /// Position of the instruction that came next.
    pub instruction: u32,
    /// Cycles of the period.
    pub cycles: u64,
    /// The dependency that it waited for last, if it waited for a result.
    pub dependency: Option<DependencyEdge>,
    /// The instruction that it waited for last, if a hazard of the target's own held it back.
    pub hazard: Option<HazardWait>,
}

/// An instruction whose end another waited for by a rule of the target's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HazardWait {
    /// Its position.
    pub instruction: u32,
    /// The name of that by which the other waited, such as a counter.
    pub name: &'static str,
}

/// All cycles of a period, by the reason for which no more instructions issued.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IssueWaits {
    /// The reasons, in the order of the instructions.
    pub waits: Vec<IssueWait>,
    /// Iterations of the period.
    pub iterations: u32,
    /// Cycles of the period: the sum over `waits`.
    pub cycles: u64,
}

/// Iterations whose times of issue are remembered.
const REMEMBERED_ITERATIONS: u32 = 4;

/// Counts cycles by the reason for which no more instructions issued.
pub(super) struct IssueObserver {
    /// Instructions of the region.
    count: u32,
    /// The position that issues next.
    next: u32,
    /// Dynamic instructions issued.
    issued: u32,
    /// The reason for which issue ended in this cycle.
    reason: Option<(WaitCause, u32)>,
    /// Cycles since the last mark, those of equal neighbours added.
    waits: Vec<(WaitCause, u32, u64)>,
    /// The cycles in which the latest instructions issued, by dynamic index modulo the length.
    times: Vec<u64>,
    has_hazards: bool,
    /// The latest cycle in which instructions completed, and their positions, if there are hazards.
    completed: (u64, Vec<u32>),
    /// The dynamic index of the instruction that a hazard of the target's own holds back.
    held: Option<u32>,
    /// By position of an instruction that was held back: those that completed when it no longer was.
    released_by: BTreeMap<u32, Vec<u32>>,
}

impl IssueObserver {
    /// Creates the observer of a program of `count` instructions, which may have hazards of its target's own.
    pub(super) fn new(count: u32, has_hazards: bool) -> Self {
        let remembered = (count as usize).saturating_mul(REMEMBERED_ITERATIONS as usize);
        IssueObserver {
            count,
            next: 0,
            issued: 0,
            reason: None,
            waits: Vec::new(),
            times: vec![0; remembered],
            has_hazards,
            completed: (0, Vec::new()),
            held: None,
            released_by: BTreeMap::new(),
        }
    }

    pub(super) fn on_event(&mut self, cycle: u64, event: Event) {
        match event {
            Event::Executed { inst } if self.has_hazards => {
                if self.completed.0 != cycle {
                    self.completed.1.clear();
                }
                self.completed.0 = cycle;
                self.completed.1.push(inst.position);
            }
            Event::Issued { inst } => {
                if self.has_hazards {
                    self.release(inst, cycle);
                }
                let at = inst.index as usize % self.times.len();
                self.times[at] = cycle;
                self.issued = inst.index + 1;
                self.next = if inst.position + 1 == self.count { 0 } else { inst.position + 1 };
            }
            Event::Stalled { inst, kind: StallKind::RegisterFile } => {
                self.hold(inst, WaitCause::Results);
            }
            Event::Stalled { inst, .. } => self.hold(inst, WaitCause::Resources),
            Event::HeldBack { inst, reason } => {
                let cause = match reason {
                    HoldReason::Memory => WaitCause::Memory,
                    HoldReason::Hazard => WaitCause::Hazard,
                    HoldReason::WriteBackOrder => WaitCause::WriteBackOrder,
                };
                match cause {
                    WaitCause::Hazard => self.held = Some(inst.index),
                    _ if self.has_hazards => self.release(inst, cycle),
                    _ => {}
                }
                self.hold(inst, cause);
            }
            Event::CycleEnd => {
                let (cause, at) = self.reason.take().unwrap_or((WaitCause::Width, self.next));
                self.add(cause, at, 1);
            }
            _ => {}
        }
    }

    /// Takes note that no hazard of the target's own holds an instruction back any more.
    fn release(&mut self, inst: InstRef, cycle: u64) {
        let (completed_at, completed) = &self.completed;
        if self.held.take() == Some(inst.index) && *completed_at == cycle {
            self.released_by.insert(inst.position, completed.clone());
        }
    }

    /// Returns what a hazard of the target's own held an instruction back for, the last time.
    fn hazard(&self, hazards: &Hazards, instruction: u32) -> Option<HazardWait> {
        let mut completed = self.released_by.get(&instruction)?.iter();
        completed.find_map(|at| {
            let name = hazards.cause(instruction, *at)?;
            Some(HazardWait { instruction: *at, name })
        })
    }

    fn hold(&mut self, inst: InstRef, cause: WaitCause) {
        self.reason.get_or_insert((cause, inst.position));
    }

    fn add(&mut self, cause: WaitCause, at: u32, cycles: u64) {
        match self.waits.last_mut() {
            Some(last) if (last.0, last.1) == (cause, at) => last.2 += cycles,
            _ => self.waits.push((cause, at, cycles)),
        }
    }

    /// Forgets the cycles so far.
    pub(super) fn mark(&mut self) {
        self.waits.clear();
    }

    /// Adds the cycles since the last mark, in which nothing changed, some more times.
    pub(super) fn repeat(&mut self, times: u32) {
        if let Some(last) = self.waits.last_mut() {
            last.2 += last.2 * u64::from(times);
        }
    }

    /// Returns the cycles since the last mark by instruction and reason, in their order.
    fn sums(&self) -> Vec<(WaitCause, u32, u64)> {
        let mut sums = vec![[0; WaitCause::ALL.len()]; self.count as usize];
        for (cause, at, cycles) in &self.waits {
            sums[*at as usize][*cause as usize] += cycles;
        }
        let of_instruction = |(at, sums): (usize, [u64; _])| {
            let by_cause = WaitCause::ALL.into_iter().zip(sums);
            by_cause.filter(|it| it.1 > 0).map(move |(cause, cycles)| (cause, at as u32, cycles))
        };
        sums.into_iter().enumerate().flat_map(of_instruction).collect()
    }

    /// Returns the dependency that held an instruction back longest in the latest whole iterations.
    fn dependency(&self, edges: &[DependencyEdge], instruction: u32) -> Option<DependencyEdge> {
        let whole = (self.issued / self.count).checked_sub(1)?;
        let available = |edge: &DependencyEdge| {
            let iteration = whole.checked_sub(edge.iterations)?;
            let index = iteration * self.count + edge.from_instruction;
            let is_remembered = edge.iterations + 2 <= REMEMBERED_ITERATIONS;
            let time = self.times.get(index as usize % self.times.len());
            time.filter(|_| is_remembered).map(|time| time + u64::from(edge.cycles))
        };
        // Edges stand in the order of the instructions that wait.
        let first = edges.partition_point(|edge| edge.to_instruction < instruction);
        let into = edges[first..].iter().take_while(|edge| edge.to_instruction == instruction);
        let into = into.filter(|edge| edge.dependency != LinkCause::Order);
        into.max_by_key(|edge| available(edge)).copied()
    }
}

impl IssueWaits {
    /// Returns the waits of a period of `iterations` iterations and cycles, which an observer has counted. `edges` gives the
    /// dependencies of the region, `hazards` those of the target's own.
    ///
    /// # Errors
    /// Those of `edges`.
    pub(super) fn new(
        issue: &IssueObserver,
        hazards: Option<&Hazards>,
        edges: impl FnOnce() -> Result<Vec<DependencyEdge>, ErrorKind>,
        iterations: u32,
        cycles: u64,
    ) -> Result<IssueWaits, ErrorKind> {
        let sums = issue.sums();
        let edges = match sums.iter().any(|wait| wait.0 == WaitCause::Results) {
            true => edges()?,
            false => Vec::new(),
        };
        let waits = sums.into_iter().map(|(cause, instruction, cycles)| IssueWait {
            cause,
            instruction,
            cycles,
            dependency: (cause == WaitCause::Results)
                .then(|| issue.dependency(&edges, instruction))
                .flatten(),
            hazard: hazards
                .filter(|_| cause == WaitCause::Hazard)
                .and_then(|hazards| issue.hazard(hazards, instruction)),
        });
        Ok(IssueWaits { waits: waits.collect(), iterations, cycles })
    }
}
