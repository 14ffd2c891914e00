//! The scoreboard of functional units: the units that stages of itineraries hold, by cycle.
//!
//! A stage that requires a unit keeps it from all others. A stage that reserves one keeps it from those that
//! require it, not from others that reserve it. An instruction can issue if each of its stages finds a unit that
//! is free for all of the stage's cycles. Of several it takes the last, as LLVM's scheduler does.

use smallvec::SmallVec;

use super::state::StateSink;
use crate::lower::resources::ResourceNeed;

/// Choices of units that are tried at most until an instruction is taken not to fit.
const MAX_TRIES: u32 = 256;

/// Units as bits, by cycle.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    /// The cycle in which units were held last. Rows before it are free for later cycles.
    last: u64,
    /// By cycle modulo capacity: units that are required, and those that are reserved.
    rows: Vec<[u64; 2]>,
    /// No unit is held from this cycle on.
    busy_until: u64,
}

/// Units of the stages of an instruction, 0 for a stage that needs none.
pub type Assignment = SmallVec<[u64; 8]>;

/// A search for units of all stages of an instruction.
struct Search<'a> {
    scoreboard: &'a Scoreboard,
    stages: &'a [ResourceNeed],
    now: u64,
    /// Stages of the instruction may hold the same unit at once.
    shares: bool,
    tries: u32,
    chosen: Assignment,
}

impl Scoreboard {
    /// Creates an empty scoreboard for stages that end up to `cycles` cycles after issue.
    pub fn new(cycles: u32) -> Self {
        let capacity = (cycles as usize + 1).next_power_of_two();
        Scoreboard { last: 0, rows: vec![[0; 2]; capacity], busy_until: 0 }
    }

    /// Returns the cycle from which on no unit is held.
    pub const fn busy_until(&self) -> u64 {
        self.busy_until
    }

    const fn row(&self, cycle: u64) -> usize {
        cycle as usize & (self.rows.len() - 1)
    }

    /// Chooses units for the stages of an instruction that issues in cycle `now`; `None` if one finds none. Those of an
    /// instruction that needs more units than there are share units.
    pub fn choose(&self, stages: &[ResourceNeed], now: u64) -> Option<Assignment> {
        self.search(stages, now, false).or_else(|| {
            let empty = Scoreboard { last: 0, rows: Vec::new(), busy_until: 0 };
            match empty.search(stages, now, false) {
                Some(_) => None,
                None => self.search(stages, now, true),
            }
        })
    }

    fn search(&self, stages: &[ResourceNeed], now: u64, shares: bool) -> Option<Assignment> {
        let (chosen, tries) = (Assignment::new(), MAX_TRIES);
        let mut search = Search { scoreboard: self, stages, now, shares, tries, chosen };
        search.run().then_some(search.chosen)
    }

    /// Returns the units of a stage that are free for all of its cycles.
    fn free(&self, stage: &ResourceNeed, now: u64) -> u64 {
        let from = now + u64::from(stage.acquire_at_cycle);
        let held = (from..from + u64::from(stage.cycles)).take_while(|it| *it < self.busy_until);
        let held = held.map(|cycle| {
            let [required, reserved] = self.rows[self.row(cycle)];
            required | if stage.reserved { 0 } else { reserved }
        });
        stage.mask & !held.fold(0, |units, held| units | held)
    }

    /// Holds the units of an instruction that issues in cycle `now`.
    pub fn hold(&mut self, stages: &[ResourceNeed], units: &Assignment, now: u64) {
        // Rows of cycles that are over serve later ones.
        for cycle in self.last..now.min(self.busy_until) {
            let row = self.row(cycle);
            self.rows[row] = [0; 2];
        }
        self.last = now;
        for (stage, unit) in stages.iter().zip(units) {
            let from = now + u64::from(stage.acquire_at_cycle);
            let until = from + u64::from(stage.cycles);
            for cycle in from..until {
                let row = self.row(cycle);
                self.rows[row][usize::from(stage.reserved)] |= unit;
            }
            self.busy_until = self.busy_until.max(until);
        }
    }

    /// Passes on the state that later choices depend on, relative to cycle `now`.
    pub fn put_state(&self, now: u64, sink: &mut impl StateSink) {
        sink.put(self.busy_until.saturating_sub(now));
        for cycle in now..self.busy_until.max(now) {
            sink.put_all(self.rows[self.row(cycle)]);
        }
    }
}

impl Search<'_> {
    /// Chooses units for the stages that have none yet. Returns whether all have one.
    fn run(&mut self) -> bool {
        let Some(stage) = self.stages.get(self.chosen.len()) else { return true };
        if stage.mask == 0 || stage.cycles == 0 {
            return self.run_with(0);
        }
        let mut free = self.scoreboard.free(stage, self.now);
        if !self.shares {
            free &= !self.held_by_own(stage);
        }
        while free != 0 && self.tries > 0 {
            self.tries -= 1;
            let unit = 1 << free.ilog2();
            free ^= unit;
            if self.run_with(unit) {
                return true;
            }
        }
        false
    }

    fn run_with(&mut self, unit: u64) -> bool {
        self.chosen.push(unit);
        let is_complete = self.run();
        if !is_complete {
            self.chosen.pop();
        }
        is_complete
    }

    /// Returns the units that earlier stages of the instruction hold at the same time.
    fn held_by_own(&self, stage: &ResourceNeed) -> u64 {
        let span = |it: &ResourceNeed| (it.acquire_at_cycle, it.acquire_at_cycle + it.cycles);
        let (from, until) = span(stage);
        let held = self.stages.iter().zip(&self.chosen).filter(|(other, _)| {
            let (other_from, other_until) = span(other);
            other_from < until && from < other_until && !(other.reserved && stage.reserved)
        });
        held.fold(0, |units, (_, unit)| units | unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(mask: u64, from: u32, cycles: u32, reserved: bool) -> ResourceNeed {
        ResourceNeed { mask, cycles, acquire_at_cycle: from, units: 1, reserved }
    }

    fn issue(scoreboard: &mut Scoreboard, now: u64, stages: &[ResourceNeed]) -> Option<Vec<u64>> {
        let units = scoreboard.choose(stages, now)?;
        scoreboard.hold(stages, &units, now);
        Some(units.to_vec())
    }

    #[test]
    fn a_stage_takes_the_last_unit_that_is_free_for_all_its_cycles() {
        let mut scoreboard = Scoreboard::new(16);
        assert_eq!(issue(&mut scoreboard, 0, &[stage(0b11, 2, 1, false)]), Some(vec![0b10]));
        assert_eq!(issue(&mut scoreboard, 0, &[stage(0b11, 0, 3, false)]), Some(vec![0b01]));
        // Unit 1 is free for two cycles.
        assert_eq!(issue(&mut scoreboard, 0, &[stage(0b11, 0, 3, false)]), None);
        assert_eq!(issue(&mut scoreboard, 0, &[stage(0b11, 0, 2, false)]), Some(vec![0b10]));
        assert_eq!(issue(&mut scoreboard, 3, &[stage(0b11, 0, 3, false)]), Some(vec![0b10]));
    }

    #[test]
    fn reserved_units_are_kept_from_stages_that_require_them() {
        let mut scoreboard = Scoreboard::new(16);
        let (required, reserved) = ([stage(1, 0, 2, false)], [stage(1, 0, 2, true)]);
        assert!(issue(&mut scoreboard, 0, &reserved).is_some());
        assert!(issue(&mut scoreboard, 0, &reserved).is_some());
        assert!(issue(&mut scoreboard, 0, &required).is_none());
        assert!(issue(&mut scoreboard, 2, &required).is_some());
        assert!(issue(&mut scoreboard, 2, &reserved).is_none());
    }

    #[test]
    fn stages_at_the_same_time_take_different_units() {
        let mut scoreboard = Scoreboard::new(16);
        // The first could take unit 1, which the second one needs.
        let both = [stage(0b11, 0, 1, false), stage(0b10, 0, 1, false)];
        assert_eq!(issue(&mut scoreboard, 0, &both), Some(vec![0b01, 0b10]));
        assert_eq!(issue(&mut scoreboard, 0, &both), None);
        // Three stages cannot have two units each for itself.
        let three = [stage(0b11, 4, 1, false); 3];
        assert_eq!(issue(&mut scoreboard, 0, &three), Some(vec![0b10; 3]));
    }

    #[test]
    fn choices_are_tried_a_bounded_number_of_times() {
        let mut stages = vec![stage(u64::MAX, 0, 1, false); 40];
        stages.push(stage(0, 0, 1, false));
        stages.extend(vec![stage(1 << 63, 0, 1, false); 2]);
        let scoreboard = Scoreboard::new(16);
        assert!(scoreboard.choose(&stages, 0).is_some());
    }
}
