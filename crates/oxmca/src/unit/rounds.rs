//! Which member of a group is taken next, for all groups at once.
//!
//! Taking a unit concerns every group it is a member of. The groups' rounds therefore lie side by
//! side, eight to a row, and a whole row is brought up to date without a branch.

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

    /// By lane: everything in that lane, nothing in the others. The last is no lane.
    const IN_LANE: [[Self; LANES]; LANES + 1];

    /// The part of a mask that fits.
    fn of(mask: u64) -> Self;

    fn mask(self) -> u64;
}

macro_rules! in_lane {
    ($members:ty) => {{
        let mut masks = [[0; LANES]; LANES + 1];
        let mut lane = 0;
        while lane < LANES {
            masks[lane][lane] = <$members>::MAX;
            lane += 1;
        }
        masks
    }};
}

impl Members for u16 {
    const NONE: u16 = 0;
    const IN_LANE: [[u16; LANES]; LANES + 1] = in_lane!(u16);

    #[inline(always)]
    fn of(mask: u64) -> u16 {
        mask as u16
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        self.into()
    }
}

impl Members for u64 {
    const NONE: u64 = 0;
    const IN_LANE: [[u64; LANES]; LANES + 1] = in_lane!(u64);

    #[inline(always)]
    fn of(mask: u64) -> u64 {
        mask
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        self
    }
}

/// As [`super::round_robin::RoundRobin`], in lanes.
#[derive(Clone, Copy, Debug)]
struct Row<M> {
    all: [M; LANES],
    next_in_round: [M; LANES],
    skip_next_round: [M; LANES],
}

impl<M: Members> Row<M> {
    /// First rounds of groups with these members.
    fn new(groups: &[u64]) -> Self {
        let mut all = [M::NONE; LANES];
        all.iter_mut().zip(groups).for_each(|(all, group)| *all = M::of(*group));
        Row { all, next_in_round: all, skip_next_round: [M::NONE; LANES] }
    }

    #[inline(always)]
    fn choose(&self, lane: usize, free: u64) -> Choice {
        let all = self.all[lane % LANES];
        let free = all & M::of(free);
        let next = self.next_in_round[lane % LANES];
        let mut skip = self.skip_next_round[lane % LANES].mask();
        let (mut next, mut candidates) = (next.mask(), (free & next).mask());
        if candidates == 0 {
            next = all.mask() ^ skip;
            skip = 0;
            candidates = free.mask() & next;
            if candidates == 0 {
                next = all.mask();
                candidates = free.mask();
            }
        }
        let unit = 1 << (candidates | 1).ilog2();
        Choice { unit, group: lane, next: next & (unit | (unit - 1)), skip }
    }

    /// Writes down a choice of the group in `lane`, if there is one, and that a unit was taken.
    #[inline(always)]
    fn update(&mut self, lane: usize, choice: &Choice, unit: M) {
        let Row { all, next_in_round, skip_next_round } = *self;
        let (chosen_next, chosen_skip) = (M::of(choice.next), M::of(choice.skip));
        let chosen = &M::IN_LANE[lane.min(LANES)];
        for number in 0..LANES {
            let all = all[number];
            let others = !chosen[number];
            let next = (next_in_round[number] & others) | (chosen_next & chosen[number]);
            let skip = (skip_next_round[number] & others) | (chosen_skip & chosen[number]);
            let used = all & unit;
            let is_later = used > next;
            let skip = skip | if is_later { used } else { M::NONE };
            let left = next & !if is_later { M::NONE } else { used };
            let is_over = (left == M::NONE) & (used != M::NONE);
            self.next_in_round[number] = if is_over { all ^ skip } else { left };
            self.skip_next_round[number] = if is_over { M::NONE } else { skip };
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

/// A member that a group chose, and what that makes of its round.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The member.
    pub unit: u64,
    group: usize,
    next: u64,
    skip: u64,
}

impl Choice {
    /// A unit that was asked for: no group chose it.
    #[inline(always)]
    pub const fn only(unit: u64) -> Self {
        Choice { unit, group: usize::MAX, next: 0, skip: 0 }
    }
}

/// Rounds of all groups.
#[derive(Clone, Debug)]
pub struct GroupRounds {
    /// Those of the first groups; most programs use no others.
    first: Row<u16>,
    others: Vec<Row<u16>>,
    /// All of them, when members do not fit in narrow sets.
    wide: Vec<Row<u64>>,
    /// There are rows besides the first one.
    has_more: bool,
}

impl GroupRounds {
    /// First rounds of groups, each given as the mask of its members. They are referred to by their
    /// position in `groups`.
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

    /// Chooses one of the `free` members of a group. If there is none, the lowest bit of all stands
    /// for that. What follows from it is left to [`GroupRounds::update`].
    #[inline(always)]
    pub fn choose(&self, group: usize, free: u64) -> Choice {
        if !self.has_more || (group < LANES && self.wide.is_empty()) {
            self.first.choose(group, free)
        } else {
            self.choose_elsewhere(group, free)
        }
    }

    #[inline(never)]
    fn choose_elsewhere(&self, group: usize, free: u64) -> Choice {
        let choice = match self.wide.get(group / LANES) {
            Some(row) => row.choose(group % LANES, free),
            None => self.others[group / LANES - 1].choose(group % LANES, free),
        };
        Choice { group, ..choice }
    }

    /// Writes down a choice, and keeps the rounds fair to a unit that was taken, by whatever way;
    /// 0 is none.
    #[inline(always)]
    pub fn update(&mut self, choice: &Choice, unit: u64) {
        // One load and one store of the whole row: to store a lane and load the row would stall.
        self.first.update(choice.group, choice, unit as u16);
        if self.has_more {
            self.update_elsewhere(choice, unit);
        }
    }

    #[inline(never)]
    fn update_elsewhere(&mut self, choice: &Choice, unit: u64) {
        for (number, row) in self.others.iter_mut().enumerate() {
            row.update(choice.group.wrapping_sub((number + 1) * LANES), choice, unit as u16);
        }
        for (number, row) in self.wide.iter_mut().enumerate() {
            row.update(choice.group.wrapping_sub(number * LANES), choice, unit);
        }
    }

    /// Differs for most states.
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

    /// What later choices depend on.
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

    /// Groups side by side take the same units as each on its own.
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
            together.update(&choice, chosen);
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
