//! Round-robin choice among the units of a resource. [`super::rounds`] does the same for members of
//! groups.

use std::hint::select_unpredictable;

use crate::processor::ResourceIndex;

/// Takes units from the highest bit down, round after round. Units taken by other ways, through a
/// group or directly, sit out the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoundRobin {
    all: u64,
    next_in_round: u64,
    skip_next_round: u64,
}

impl RoundRobin {
    /// Creates a first round over `all` units.
    pub const fn new(all: u64) -> Self {
        RoundRobin { all, next_in_round: all, skip_next_round: 0 }
    }

    /// Chooses one of the units in `ready`; the lowest bit if none of them is its own.
    #[inline]
    pub fn choose(&mut self, ready: u64) -> u64 {
        let ready = self.all & ready;
        let mut candidates = ready & self.next_in_round;
        if candidates == 0 {
            self.next_in_round = self.all ^ self.skip_next_round;
            self.skip_next_round = 0;
            candidates = ready & self.next_in_round;
            if candidates == 0 {
                self.next_in_round = self.all;
                candidates = ready;
            }
        }
        let chosen = ResourceIndex::of_mask(candidates).bit();
        self.next_in_round &= chosen | (chosen - 1);
        chosen
    }

    /// Keeps the rounds fair to a unit that was taken, possibly by another way.
    #[inline]
    pub fn note_used(&mut self, unit: u64) {
        // Without branches, which could not be predicted.
        let is_later = unit > self.next_in_round;
        let skip = self.skip_next_round | select_unpredictable(is_later, unit, 0);
        let next = self.next_in_round & !select_unpredictable(is_later, 0, unit);
        let is_over = next == 0;
        self.next_in_round = select_unpredictable(is_over, self.all ^ skip, next);
        self.skip_next_round = select_unpredictable(is_over, 0, skip);
    }

    /// Returns the state that later choices depend on.
    pub const fn state(&self) -> [u64; 2] {
        [self.next_in_round, self.skip_next_round]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_taken_in_turn() {
        let mut units = RoundRobin::new(0b111);
        let mut take = |ready| {
            let unit = units.choose(ready);
            units.note_used(unit);
            unit
        };
        assert_eq!([take(0b111), take(0b111), take(0b111), take(0b111)], [4, 2, 1, 4]);
        assert_eq!(take(0b101), 1);
    }

    #[test]
    fn a_unit_taken_by_another_way_sits_out_the_next_round() {
        let mut units = RoundRobin::new(0b11);
        let first = units.choose(0b11);
        units.note_used(first);
        // Its turn in this round is over already.
        units.note_used(0b10);
        units.note_used(0b01);
        assert_eq!(units.choose(0b11), 0b01);
    }
}
