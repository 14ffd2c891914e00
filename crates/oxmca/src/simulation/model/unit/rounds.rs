//! Round-robin choice among the members of groups, for all groups at once.
//!
//! Taking a unit concerns every group it is a member of. The groups' rounds therefore lie side by
//! side, eight to a row, and a whole row is updated without a branch.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::state::StateSink;

/// Rounds of eight groups, in vectors of that many lanes.
const LANES: usize = 8;

/// A set of members. Narrow ones let a row of rounds fit in one vector register.
trait Members:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    const NONE: Self;
    const ALL: Self;

    /// By lane: everything in the other lanes, nothing in that one. The last is no lane.
    const IN_OTHERS: [[Self; LANES]; LANES + 1];

    /// Returns the part of a mask that fits.
    fn of(mask: u64) -> Self;

    fn mask(self) -> u64;
}

macro_rules! members {
    ($members:ty) => {
        impl Members for $members {
            const NONE: $members = 0;
            const ALL: $members = <$members>::MAX;
            const IN_OTHERS: [[$members; LANES]; LANES + 1] = {
                let mut masks = [[<$members>::MAX; LANES]; LANES + 1];
                let mut lane = 0;
                while lane < LANES {
                    masks[lane][lane] = 0;
                    lane += 1;
                }
                masks
            };

            #[inline(always)]
            fn of(mask: u64) -> $members {
                mask as $members
            }

            #[inline(always)]
            fn mask(self) -> u64 {
                self as u64
            }
        }
    };
}

members!(u16);
members!(u64);

/// As [`super::round_robin::RoundRobin`], in lanes.
#[derive(Clone, Copy, Debug)]
struct Row<M> {
    all: [M; LANES],
    /// Never empty where there are members: a round without any left is followed by the next.
    next_in_round: [M; LANES],
    skip_next_round: [M; LANES],
}

impl<M: Members> Row<M> {
    /// Creates the first rounds of groups with these members.
    fn new(groups: &[u64]) -> Self {
        let mut all = [M::NONE; LANES];
        all.iter_mut().zip(groups).for_each(|(all, group)| *all = M::of(*group));
        Row { all, next_in_round: all, skip_next_round: [M::NONE; LANES] }
    }

    #[inline(always)]
    fn choose(&mut self, lane: usize, free: u64) -> u64 {
        let lane = lane % LANES;
        let free = self.all[lane] & M::of(free);
        let mut candidates = free & self.next_in_round[lane];
        if candidates == M::NONE {
            candidates = self.start_round(lane, free);
        }
        1 << (candidates.mask() | 1).ilog2()
    }

    /// Ends a round none of whose other members is free. Returns the free members in the next one.
    #[cold]
    fn start_round(&mut self, lane: usize, free: M) -> M {
        let all = self.all[lane];
        let mut next = all ^ self.skip_next_round[lane];
        if free & next == M::NONE {
            next = all;
        }
        self.next_in_round[lane] = next;
        self.skip_next_round[lane] = M::NONE;
        free & next
    }

    /// Notes that the group in `lane`, if there is one, chose a member, and that a unit was taken.
    #[inline(always)]
    fn update(&mut self, lane: usize, chosen: u64, taken: u64) {
        let in_others = &M::IN_OTHERS[lane.min(LANES)];
        // Members above the chosen one have missed their turn.
        let up_to_chosen = M::of(chosen | chosen.wrapping_sub(1));
        let taken = M::of(taken);
        for (number, in_others) in in_others.iter().enumerate() {
            let all = self.all[number];
            let next = self.next_in_round[number] & (*in_others | up_to_chosen);
            let used = all & taken;
            let later = if used > next { used } else { M::NONE };
            let skip = self.skip_next_round[number] | later;
            let left = next & !used;
            let over = if left == M::NONE { M::ALL } else { M::NONE };
            self.next_in_round[number] = left | ((all ^ skip) & over);
            self.skip_next_round[number] = skip & !over;
        }
    }

    fn put_state(&self, sink: &mut impl StateSink) {
        for lane in 0..LANES {
            if self.all[lane] != M::NONE {
                sink.put(self.next_in_round[lane].mask());
                sink.put(self.skip_next_round[lane].mask());
            }
        }
    }
}

/// A resource to take a unit of, and the group that chose it.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The resource.
    pub unit: u64,
    group: usize,
}

impl Choice {
    /// Returns a resource that was asked for: no group chose it.
    #[inline(always)]
    pub const fn only(unit: u64) -> Self {
        Choice { unit, group: usize::MAX }
    }
}

/// Rounds of all groups.
#[derive(Clone, Debug)]
pub struct GroupRounds {
    /// Rounds of the first eight groups; most programs use no others.
    first: Row<u16>,
    others: Vec<Row<u16>>,
    /// Rounds of all groups, when members do not fit in narrow sets.
    wide: Vec<Row<u64>>,
    /// Set if there are rows besides the first one.
    has_more: bool,
}

impl GroupRounds {
    /// Creates the first rounds of groups, each given as the mask of its members. They are referred
    /// to by their position in `groups`.
    pub fn new(groups: &[u64]) -> Self {
        let mut rounds = GroupRounds {
            first: Row::new(&[]),
            others: Vec::new(),
            wide: Vec::new(),
            has_more: false,
        };
        rounds.start(groups);
        rounds
    }

    /// Starts over with other groups.
    pub fn start(&mut self, groups: &[u64]) {
        self.first = Row::new(&[]);
        self.others.clear();
        self.wide.clear();
        let members = groups.iter().fold(0, |members, group| members | group);
        let mut rows = groups.chunks(LANES);
        if u16::try_from(members).is_err() {
            self.wide.extend(rows.map(Row::new));
        } else if let Some(first) = rows.next() {
            self.first = Row::new(first);
            self.others.extend(rows.map(Row::new));
        }
        self.has_more = !self.others.is_empty() || !self.wide.is_empty();
    }

    /// Chooses one of the `free` members of a group; the lowest bit of all if there is none.
    /// [`GroupRounds::update`] has to follow.
    #[inline(always)]
    pub fn choose(&mut self, group: usize, free: u64) -> Choice {
        let unit = if !self.has_more || (group < LANES && self.wide.is_empty()) {
            self.first.choose(group, free)
        } else {
            self.choose_elsewhere(group, free)
        };
        Choice { unit, group }
    }

    #[inline(never)]
    fn choose_elsewhere(&mut self, group: usize, free: u64) -> u64 {
        match self.wide.get_mut(group / LANES) {
            Some(row) => row.choose(group, free),
            None => self.others[group / LANES - 1].choose(group, free),
        }
    }

    /// Notes a choice, and keeps the rounds fair to a unit that was taken in any way; 0 is none.
    #[inline(always)]
    pub fn update(&mut self, choice: Choice, taken: u64) {
        // One load and one store of the whole row: to store a lane and load the row would stall.
        self.first.update(choice.group, choice.unit, taken);
        if self.has_more {
            self.update_elsewhere(choice, taken);
        }
    }

    #[inline(never)]
    fn update_elsewhere(&mut self, Choice { unit, group }: Choice, taken: u64) {
        for (number, row) in self.others.iter_mut().enumerate() {
            row.update(group.wrapping_sub((number + 1) * LANES), unit, taken);
        }
        for (number, row) in self.wide.iter_mut().enumerate() {
            row.update(group.wrapping_sub(number * LANES), unit, taken);
        }
    }

    /// Passes on a few facts that differ for most states.
    pub fn put_digest(&self, sink: &mut impl StateSink) {
        let Row { next_in_round, skip_next_round, .. } = self.first;
        for lanes in [next_in_round, skip_next_round] {
            let (low, high) = lanes.split_at(LANES / 2);
            let word =
                |half: &[u16]| half.iter().fold(0, |word, lane| word << 16 | u64::from(*lane));
            sink.put_all([word(low), word(high)]);
        }
        self.wide.iter().for_each(|row| row.put_state(sink));
    }

    /// Passes on the state that later choices depend on.
    pub fn put_state(&self, sink: &mut impl StateSink) {
        self.first.put_state(sink);
        self.others.iter().for_each(|row| row.put_state(sink));
        self.wide.iter().for_each(|row| row.put_state(sink));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_robin::RoundRobin;
    use super::super::state::Recorder;
    use super::*;

    // Groups side by side take the same units as each on its own.
    fn agree_with_single_rounds(shift: u32) {
        let groups: Vec<u64> =
            [0b11, 0b111, 0b1010, 0b1_1111, 0b1_0001, 0b1, 0b110, 0b1001, 0b1100]
                .map(|group: u64| group << shift)
                .to_vec();
        let mut together = GroupRounds::new(&groups);
        let mut single: Vec<RoundRobin> = groups.iter().map(|all| RoundRobin::new(*all)).collect();
        let mut random = 1u64;
        for _ in 0..10_000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let group = (random >> 60) as usize % groups.len();
            let free = (random >> 40) << shift;
            if free & groups[group] == 0 {
                continue;
            }
            let chosen = single[group].choose(free);
            let choice = together.choose(group, free);
            assert_eq!(choice.unit, chosen);
            for (round, members) in single.iter_mut().zip(&groups) {
                if members & chosen != 0 {
                    round.note_used(chosen);
                }
            }
            together.update(choice, chosen);
            let mut recorder = Recorder::new(Vec::new());
            together.put_state(&mut recorder);
            let expected: Vec<u64> = single.iter().flat_map(RoundRobin::state).collect();
            assert_eq!(recorder.into_words(), expected);
        }
    }

    #[test]
    fn narrow_groups_agree_with_single_rounds() {
        agree_with_single_rounds(0);
        agree_with_single_rounds(11);
    }

    #[test]
    fn wide_groups_agree_with_single_rounds() {
        agree_with_single_rounds(30);
    }
}
