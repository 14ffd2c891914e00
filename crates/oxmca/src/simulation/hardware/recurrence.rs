//! States that come again, after which a simulation goes on as it did.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// States that are looked back at for one that comes again.
const MOST_STATES: usize = 64;
/// Iterations that have to repeat themselves at least, and cycles: some small loops are alike for a dozen cycles and then lose one.
const LEAST_ITERATIONS: u32 = 4;
const LEAST_CYCLES: u32 = 48;

/// A number for all that a core has in flight at some time: the amount that is in each of its parts, and the places in the code that
/// these have reached. It leaves out the port of each micro-op, and the results that it waits for.
pub(super) struct Fingerprint {
    hasher: FxHasher,
    cycle: u32,
}

impl Fingerprint {
    pub fn new(cycle: u32) -> Fingerprint {
        Fingerprint { hasher: FxHasher::default(), cycle }
    }

    pub fn add(&mut self, number: u32) {
        self.hasher.write_u32(number);
    }

    pub fn add_long(&mut self, number: u64) {
        self.hasher.write_u64(number);
    }

    /// Adds the cycles until a cycle, if it is one to come.
    pub fn add_until(&mut self, cycle: u32) {
        self.add(cycle.saturating_sub(self.cycle));
    }

    /// Adds the hundredths of cycles until a time, if it is one to come.
    pub fn add_until_hundredths(&mut self, time: u64) {
        self.hasher.write_u64(time.saturating_sub(100 * u64::from(self.cycle)));
    }
}

/// The state at the end of some iterations.
#[derive(Clone, Copy, Debug)]
struct State {
    fingerprint: u64,
    cycle: u32,
    iterations: u32,
    travelled_bytes: u64,
}

/// Iterations that were like those before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Repeated {
    /// The first of them, and their number.
    pub first: u32,
    pub iterations: u32,
    /// The cycle before the first of them, and the cycles that they took.
    pub first_cycle: u32,
    pub cycles: u32,
    /// The bytes by which addresses have gone on meanwhile.
    pub travelled_bytes: u64,
}

/// Finds states that come again.
///
/// A fingerprint is not the whole state, so one that comes again proves nothing. All that it leaves out
/// is in flight, and comes from what was renamed before. So the states must have repeated themselves for so long that nothing is left
/// in flight from before, and for a whole period at least.
#[derive(Default)]
pub(super) struct Recurrence {
    states: Vec<State>,
    /// States from one to the next that is like it, and those so far of which each was like the one so many before; 0 at first.
    distance: usize,
    num_like: usize,
}

impl Recurrence {
    /// Returns the iterations that had ended in the last state.
    pub fn iterations(&self) -> u32 {
        self.states.last().map_or(0, |it| it.iterations)
    }

    /// Takes the state in a cycle in which iterations ended, of which there were so many so far. Returns the iterations that were
    /// repeated if they were enough, and more than those that can have something in flight.
    pub fn add(
        &mut self,
        fingerprint: Fingerprint,
        iterations: u32,
        iterations_in_flight: u32,
        travelled_bytes: u64,
    ) -> Option<Repeated> {
        let Fingerprint { mut hasher, cycle } = fingerprint;
        if let Some(last) = self.states.last() {
            hasher.write_u32(cycle - last.cycle);
            hasher.write_u32(iterations - last.iterations);
        }
        let state = State { fingerprint: hasher.finish(), cycle, iterations, travelled_bytes };
        let is_like = |it: &State| it.fingerprint == state.fingerprint;
        let len = self.states.len();
        let before = len.checked_sub(self.distance).filter(|_| self.distance > 0);
        if before.is_some_and(|before| is_like(&self.states[before])) {
            self.num_like += 1;
        } else {
            let last = &self.states[len.saturating_sub(MOST_STATES)..];
            self.distance = last.iter().rev().position(is_like).map_or(0, |it| it + 1);
            self.num_like = usize::from(self.distance > 0);
        }
        self.states.push(state);
        if self.distance == 0 || self.num_like < self.distance {
            return None;
        }
        let first = self.states[len - self.num_like / self.distance * self.distance];
        let repeated = Repeated {
            first: first.iterations,
            iterations: iterations - first.iterations,
            first_cycle: first.cycle,
            cycles: cycle - first.cycle,
            travelled_bytes: travelled_bytes.saturating_sub(first.travelled_bytes),
        };
        let least_iterations = LEAST_ITERATIONS.max(iterations_in_flight + 1);
        let is_enough = repeated.iterations >= least_iterations && repeated.cycles >= LEAST_CYCLES;
        is_enough.then_some(repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds a state of some number.
    fn add(
        recurrence: &mut Recurrence,
        (cycle, number): (u32, u32),
        iterations: u32,
    ) -> Option<Repeated> {
        let mut fingerprint = Fingerprint::new(cycle);
        fingerprint.add(number);
        recurrence.add(fingerprint, iterations, 3, 64 * u64::from(iterations))
    }

    #[test]
    fn states_come_again_once_nothing_else_is_in_flight() {
        let mut recurrence = Recurrence::default();
        // After five iterations, a period takes two and 25 cycles.
        let cycles = [1, 2, 3, 10, 17, 29, 42, 54, 67, 79];
        for (at, cycle) in cycles.into_iter().enumerate() {
            let number = if at < 5 { 100 + at } else { at % 2 };
            let found = add(&mut recurrence, (cycle, number as u32), at as u32 + 1);
            assert_eq!(found, None, "after {} iterations", at + 1);
        }
        let repeated =
            Repeated { first: 7, iterations: 4, first_cycle: 42, cycles: 50, travelled_bytes: 256 };
        assert_eq!(add(&mut recurrence, (92, 0), 11), Some(repeated));
    }

    #[test]
    fn iterations_that_take_longer_each_time_are_not_like_others() {
        let mut recurrence = Recurrence::default();
        let found = (1..60).find_map(|at| add(&mut recurrence, (at * at, 7), at));
        assert_eq!(found, None);
    }
}
