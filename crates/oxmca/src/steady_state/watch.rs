//! The observer that finds the period of a simulation.

use super::issue_waits::IssueObserver;
use crate::ratio::greatest_common_divisor;
use crate::simulation::event::{Event, InstRef, Observer, StallKind};
use crate::simulation::model::program::Program;

/// Counts at some point in time.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Cycles simulated.
    cycle: u64,
    /// Iterations completed.
    completed: usize,
    stall_cycles: [u64; StallKind::COUNT],
}

/// The part of a simulation that repeats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    /// Iterations until the machine is in the same state.
    pub(super) state_iterations: u32,
    /// Iterations until times of completion repeat.
    pub(super) iterations: u32,
    /// Cycles these take.
    pub(super) cycles: u64,
    /// Iterations after which every further period takes as long.
    pub(super) warm_up_iterations: u32,
    /// Cycles until those are completed.
    pub(super) warm_up_cycles: u64,
    /// Cycles until the machine is in the same state.
    pub(super) state_cycles: u64,
    /// Cycles in which dispatch waited, by [`StallKind`], and all cycles over which they were counted: those of as few
    /// periods as have whole numbers of each.
    pub(super) stall_cycles: [u64; StallKind::COUNT],
    pub(super) stalled_of_cycles: u64,
}

/// Observes when iterations complete and which moves are eliminated.
pub(super) struct PeriodObserver {
    /// Instructions of the region.
    count: u32,
    is_out_of_order: bool,
    follows_moves: bool,
    /// Cycles by the reason for which no more instructions issued, on a CPU that executes in order.
    pub(super) issue: Option<IssueObserver>,
    now: Mark,
    marked: Mark,
    /// By iteration: cycles until it was completed, after a 0.
    completions: Vec<u64>,
    last_stall: [u64; StallKind::COUNT],
    is_move_eliminated: bool,
    /// By dynamic instruction, if moves may be eliminated.
    eliminated: Vec<bool>,
    dispatched: u32,
    period: Option<Period>,
    period_end: u32,
}

impl PeriodObserver {
    /// Returns `follows_moves` if moves may be eliminated in some iterations and not in others.
    pub(super) fn new(program: &Program, is_out_of_order: bool, follows_moves: bool) -> Self {
        PeriodObserver {
            count: program.ops.len() as u32,
            is_out_of_order,
            follows_moves,
            issue: (!is_out_of_order)
                .then(|| IssueObserver::new(program.ops.len() as u32, program.hazards.is_some())),
            now: Mark::default(),
            marked: Mark::default(),
            completions: vec![0],
            last_stall: [u64::MAX; StallKind::COUNT],
            is_move_eliminated: false,
            eliminated: Vec::new(),
            dispatched: 0,
            period: None,
            period_end: 0,
        }
    }

    /// Returns the repetition, if there was one.
    pub(super) fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns which dynamic instructions were eliminated, up to where everything repeats, and how
    /// many of the last ones repeat. Instructions beyond those noted were not.
    pub(super) fn eliminated(&self) -> Option<(&[bool], u32)> {
        let insts = self.period?.state_iterations * self.count;
        Some((&self.eliminated[..self.eliminated.len().min(self.period_end as usize)], insts))
    }

    /// Returns the number of dynamic instructions before everything repeats.
    pub(super) fn period_end(&self) -> u32 {
        self.period_end
    }

    /// Returns the iterations and cycles of the later part of a simulation, away from its end, and
    /// its stalls.
    pub(super) fn average(&self) -> (u32, u64) {
        let completed = self.completions.len() - 1;
        let (from, to) = (completed / 2, completed - completed / 8);
        ((to - from) as u32, self.completions[to] - self.completions[from])
    }

    /// Returns the cycles in which dispatch waited, by [`StallKind`], and all cycles.
    pub(super) fn stalls(&self) -> ([u64; StallKind::COUNT], u64) {
        (self.now.stall_cycles, self.now.cycle)
    }

    fn note_dispatched(&mut self, inst: InstRef) {
        // An instruction of many micro-ops is dispatched in several cycles; its first one counts.
        let is_move_eliminated = std::mem::take(&mut self.is_move_eliminated);
        if inst.index != self.dispatched || !self.follows_moves || self.period.is_some() {
            return;
        }
        self.dispatched += 1;
        self.eliminated.push(is_move_eliminated);
    }

    fn note_completed(&mut self, inst: InstRef, cycle: u64) {
        if inst.position + 1 == self.count {
            self.completions.push(cycle + 1);
            self.now.completed += 1;
        }
    }

    /// Returns how many times the times of completion repeat while the state does once.
    fn repetitions(&self, iterations: usize, cycles: u64) -> u64 {
        let first = self.marked.completed + 1;
        let completion = |at: usize| match at.checked_sub(first + iterations) {
            Some(_) => self.completions[at - iterations] + cycles,
            None => self.completions[at],
        };
        let repeats = |times: &u64| {
            let part = iterations / *times as usize;
            let of_cycles = cycles / times;
            (first..first + iterations)
                .all(|at| completion(at + part) - completion(at) == of_cycles)
        };
        let divides = |times: &u64| (iterations as u64).is_multiple_of(*times);
        let times = (2..=iterations as u64).rev().filter(divides);
        times.filter(|times| cycles.is_multiple_of(*times)).find(repeats).unwrap_or(1)
    }

    /// Iterations before the repetition that take as long as those in it are part of it too.
    fn warm_up(&self, iterations: usize, cycles: u64) -> usize {
        let mut first = self.marked.completed + 1;
        let takes_as_long = |from: usize| {
            let until = self.completions.get(from + iterations);
            until.is_some_and(|until| until - self.completions[from] == cycles)
        };
        while first > 0 && takes_as_long(first - 1) {
            first -= 1;
        }
        first
    }
}

impl Observer for PeriodObserver {
    const SEES_DETAILS: bool = false;
    const SEES_STALLS: bool = true;

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        if let Some(issue) = &mut self.issue
            && self.period.is_none()
        {
            issue.on_event(cycle, event);
        }
        match event {
            Event::CycleEnd => self.now.cycle = cycle + 1,
            Event::MoveCandidate { is_eliminated, .. } => self.is_move_eliminated = is_eliminated,
            Event::Dispatched { inst, .. } => self.note_dispatched(inst),
            Event::Retired { inst } if self.is_out_of_order => self.note_completed(inst, cycle),
            // In order, some instructions are never seen to retire.
            Event::Issued { inst } if !self.is_out_of_order => self.note_completed(inst, cycle),
            Event::Stalled { kind, .. } if self.last_stall[kind as usize] != cycle => {
                self.last_stall[kind as usize] = cycle;
                self.now.stall_cycles[kind as usize] += 1;
            }
            _ => {}
        }
    }

    fn on_idle_cycles(&mut self, cycles: u64) {
        for (last, count) in self.last_stall.iter_mut().zip(&mut self.now.stall_cycles) {
            if last.checked_add(1) == Some(self.now.cycle) {
                *last += cycles;
                *count += cycles;
            }
        }
        self.now.cycle += cycles;
    }

    fn repeatable_from(&self) -> Option<u32> {
        Some(0)
    }

    fn mark(&mut self) {
        self.marked = self.now;
        if let Some(issue) = self.issue.as_mut().filter(|_| self.period.is_none()) {
            issue.mark();
        }
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        if insts == 0 {
            // The same instructions waited all the time.
            for (count, marked) in self.now.stall_cycles.iter_mut().zip(self.marked.stall_cycles) {
                *count += (*count - marked) * u64::from(times);
            }
            self.now.cycle += u64::from(times);
            if let Some(issue) = self.issue.as_mut().filter(|_| self.period.is_none()) {
                issue.repeat(times);
            }
            return;
        }
        let iterations = insts / self.count;
        let cycles = self.now.cycle - self.marked.cycle;
        let mut stall_cycles = self.now.stall_cycles;
        for (count, marked) in stall_cycles.iter_mut().zip(self.marked.stall_cycles) {
            *count -= marked;
        }
        let times = self.repetitions(iterations as usize, cycles);
        let warm_up = self.warm_up(iterations as usize / times as usize, cycles / times);
        // The first one in the repetition may not be completed yet, but its successors tell.
        let warm_up_cycles = match self.completions.get(warm_up) {
            Some(cycles) => *cycles,
            None => self.now.cycle,
        };
        // States that differ in what does not matter may come back later than all counts do.
        let shared = stall_cycles.iter().fold(times, |all, it| greatest_common_divisor(all, *it));
        self.period_end = self.dispatched;
        self.period = Some(Period {
            state_iterations: iterations,
            iterations: iterations / times as u32,
            cycles: cycles / times,
            warm_up_iterations: warm_up as u32,
            warm_up_cycles,
            state_cycles: cycles,
            stall_cycles: stall_cycles.map(|it| it / shared),
            stalled_of_cycles: cycles / shared,
        });
    }
}
