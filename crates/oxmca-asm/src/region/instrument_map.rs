//! Instruments by the positions at which they are in force.

use std::ops::Range;

use super::Instrument;
use crate::source::Loc;

/// The instruments in force at each position. Few are at once: those of a kind only meet at their ends.
#[derive(Clone, Debug, Default)]
pub struct InstrumentMap {
    /// Positions from which on others are in force, in order.
    begins: Vec<Loc>,
    /// For each of them, the range of `active` that is in force.
    ranges: Vec<Range<u32>>,
    /// Indices of instruments, ascending in each range.
    active: Vec<u32>,
}

impl InstrumentMap {
    /// Gathers the positions of instruments.
    pub fn new(instruments: &[Instrument]) -> Self {
        let past = |it: &Instrument| if it.end.is_some() { it.end.0.checked_add(1) } else { None };
        let lasts = instruments.iter().filter_map(past).map(Loc);
        let mut begins: Vec<Loc> = instruments.iter().map(|it| it.start).chain(lasts).collect();
        begins.sort_unstable();
        begins.dedup();
        let mut by_start: Vec<u32> = (0..instruments.len() as u32).collect();
        by_start.sort_by_key(|index| instruments[*index as usize].start);
        let mut coming = by_start.into_iter().peekable();

        let mut map = Self { ranges: Vec::with_capacity(begins.len()), ..Self::default() };
        let mut active: Vec<u32> = Vec::new();
        for begin in &begins {
            while let Some(index) =
                coming.next_if(|index| instruments[*index as usize].start == *begin)
            {
                active.push(index);
            }
            active.retain(|index| instruments[*index as usize].applies_to(*begin));
            active.sort_unstable();
            let start = map.active.len() as u32;
            map.active.extend_from_slice(&active);
            map.ranges.push(start..map.active.len() as u32);
        }
        Self { begins, ..map }
    }

    /// Returns the indices of the instruments in force at a position, in the order in which they begin in
    /// the text.
    pub fn at(&self, loc: Loc) -> &[u32] {
        let after = self.begins.partition_point(|begin| *begin <= loc);
        let Some(range) = after.checked_sub(1).map(|at| &self.ranges[at]) else { return &[] };
        &self.active[range.start as usize..range.end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Instruments;
    use super::*;

    /// Compares the map with a search among all instruments, at all positions around their ends.
    #[test]
    fn instruments_are_found_where_they_apply() {
        let mut instruments = Instruments::new(Loc(1000));
        let begun: [(&[u8], u32); 9] = [
            (b"a", 10),
            (b"b", 10),
            (b"a", 20),
            (b"a", 20),
            (b"b", 30),
            (b"a", 2000),
            (b"a", 40),
            (b"c", 2010),
            (b"b", 50),
        ];
        for (kind, start) in begun {
            instruments.begin(kind, b"", Loc(start)).unwrap();
        }
        let instruments = instruments.finish();
        let map = InstrumentMap::new(&instruments);
        for loc in (0..60).chain([1000, 2000, 2005, 2010, u32::MAX]).map(Loc) {
            let all = 0..instruments.len() as u32;
            let expected: Vec<u32> =
                all.filter(|index| instruments[*index as usize].applies_to(loc)).collect();
            assert_eq!(map.at(loc), expected, "{loc:?}");
        }
        assert_eq!(map.at(Loc(20)).len(), 4);
        assert!(InstrumentMap::new(&[]).at(Loc(1)).is_empty());
    }
}
