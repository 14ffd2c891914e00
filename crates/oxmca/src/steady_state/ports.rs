//! The bound that resources set: work that only some units can do, shared evenly among them.
//!
//! For every set of units, the cycles of uses that have no choice but to go there, divided by the
//! units, is a bound. The largest is found exactly, by raising a guess until no set exceeds it;
//! the set that exceeds a guess most is found as a maximum flow.

use std::collections::VecDeque;

use crate::lower::resources::ResourceNeed;
use crate::processor::{Processor, bits};
use crate::ratio::Ratio;

/// Cycles of uses that have the same choice of units.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// Bits of the resources they can go to.
    choice: u64,
    cycles: u64,
}

/// The work of an iteration, or several.
#[derive(Clone, Debug, Default)]
pub(super) struct Ports {
    works: Vec<Work>,
    /// By resource bit: units.
    units: Vec<u64>,
}

/// The set of resources in shortest supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ScarceResources {
    /// Their bits.
    pub(super) resources: u64,
    /// Cycles they must be held.
    pub(super) cycles: u64,
    /// Units they have.
    pub(super) units: u64,
}

/// Returns the bits of the resources that a use can go to.
pub(crate) fn resources_of(processor: &Processor<'_>, need: &ResourceNeed) -> u64 {
    // A use that reserves a group as a whole holds the group itself, not its members.
    match need.reserved {
        true => need.index().bit(),
        false => need.mask & processor.unit_mask,
    }
}

/// Returns the bits of resources by their names.
pub(crate) fn resource_set(processor: &Processor<'_>, names: &[String]) -> u64 {
    let named = processor.resources.iter().enumerate().filter(|(_, resource)| {
        let name = processor.resource_name(resource.id);
        names.iter().any(|wanted| wanted == name)
    });
    named.fold(0, |set, (bit, _)| set | 1 << bit)
}

impl Ports {
    pub(super) fn new(processor: &Processor<'_>) -> Self {
        let units = processor.resources.iter().map(|resource| u64::from(resource.num_units));
        Ports { works: Vec::new(), units: units.collect() }
    }

    /// Adds a use that occurs some times.
    pub(super) fn add(&mut self, processor: &Processor<'_>, need: &ResourceNeed, times: u64) {
        let choice = resources_of(processor, need);
        let cycles = u64::from(need.cycles) * times;
        if choice == 0 || cycles == 0 {
            return;
        }
        match self.works.iter_mut().find(|work| work.choice == choice) {
            Some(work) => work.cycles += cycles,
            None => self.works.push(Work { choice, cycles }),
        }
    }

    /// Returns the set of resources in shortest supply, if there is any work.
    pub(super) fn bottleneck(&self) -> Option<ScarceResources> {
        let sets = self.works.iter().map(|work| self.of(work.choice));
        let mut best = sets.max_by_key(ScarceResources::per_unit)?;
        while let Some(worse) = self.exceeding(best) {
            best = worse;
        }
        Some(best)
    }

    /// Returns the work that only these resources can do.
    fn of(&self, resources: u64) -> ScarceResources {
        let inside = self.works.iter().filter(|work| work.choice & !resources == 0);
        let bits = (0..self.units.len()).filter(|bit| resources >> bit & 1 != 0);
        ScarceResources {
            resources,
            cycles: inside.map(|work| work.cycles).sum(),
            units: bits.map(|bit| self.units[bit]).sum(),
        }
    }

    /// Returns a set that is in shorter supply than `best`. Units take in what `best` has per unit,
    /// scaled to whole numbers; work that is left over comes from such a set.
    fn exceeding(&self, best: ScarceResources) -> Option<ScarceResources> {
        let mut rest: Vec<u128> =
            self.works.iter().map(|work| scale(work.cycles, best.units)).collect();
        let mut room: Vec<u128> =
            self.units.iter().map(|units| scale(*units, best.cycles)).collect();
        let mut flow = vec![vec![0u128; room.len()]; rest.len()];
        while let Some(path) = self.path(&rest, &room, &flow) {
            // Work, resource, work, resource...: each work gives to the resource after it and takes
            // back from the one before.
            let (first, last) = (path[0].0, path[path.len() - 1].1);
            let taken_back = path.windows(2).map(|pair| flow[pair[1].0][pair[0].1]);
            let amount = taken_back.chain([rest[first], room[last]]).min().unwrap_or(0);
            for (number, &(work, unit)) in path.iter().enumerate() {
                flow[work][unit] += amount;
                if let Some(&(next, _)) = path.get(number + 1) {
                    flow[next][unit] -= amount;
                }
            }
            rest[first] -= amount;
            room[last] -= amount;
        }
        let reached = self.reached(&rest, &flow).0;
        (reached != 0).then(|| self.of(reached))
    }

    /// Returns the resources that work left over can still be put on, and how each was reached: by
    /// which work, and from which resource that work takes back, if any.
    fn reached(&self, rest: &[u128], flow: &[Vec<u128>]) -> (u64, Vec<(usize, Option<usize>)>) {
        let mut from = vec![(0, None); self.units.len()];
        let mut reached = 0;
        let mut is_active: Vec<bool> = rest.iter().map(|rest| *rest != 0).collect();
        let mut queue: VecDeque<(usize, Option<usize>)> =
            (0..rest.len()).filter(|work| is_active[*work]).map(|work| (work, None)).collect();
        while let Some((work, by)) = queue.pop_front() {
            for unit in 0..self.units.len() {
                if (self.works[work].choice & !reached) >> unit & 1 == 0 {
                    continue;
                }
                reached |= 1 << unit;
                from[unit] = (work, by);
                for other in 0..rest.len() {
                    if !is_active[other] && flow[other][unit] != 0 {
                        is_active[other] = true;
                        queue.push_back((other, Some(unit)));
                    }
                }
            }
        }
        (reached, from)
    }

    /// Returns a way from work that is left over to a resource with room.
    fn path(
        &self,
        rest: &[u128],
        room: &[u128],
        flow: &[Vec<u128>],
    ) -> Option<Vec<(usize, usize)>> {
        let (reached, from) = self.reached(rest, flow);
        let mut unit = (0..room.len()).find(|unit| reached >> unit & 1 != 0 && room[*unit] != 0)?;
        let mut path = Vec::new();
        loop {
            let (work, by) = from[unit];
            path.push((work, unit));
            match by {
                Some(earlier) => unit = earlier,
                None => break,
            }
        }
        path.reverse();
        Some(path)
    }
}

fn scale(count: u64, by: u64) -> u128 {
    u128::from(count) * u128::from(by)
}

impl ScarceResources {
    /// Returns the cycles per unit.
    pub(super) fn per_unit(&self) -> Ratio {
        Ratio::new(self.cycles, self.units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ports(units: &[u64], works: &[(u64, u64)]) -> Ports {
        let works = works.iter().map(|&(choice, cycles)| Work { choice, cycles }).collect();
        Ports { works, units: units.to_vec() }
    }

    /// Returns the largest bound, by trying all sets.
    fn largest(ports: &Ports) -> Option<Ratio> {
        let sets = 1u64..1 << ports.units.len();
        sets.map(|set| ports.of(set).per_unit()).max()
    }

    #[test]
    fn work_is_shared_over_overlapping_choices() {
        // Two on the first, three on either of the first two: 5 over 2, more than each alone.
        let ports = ports(&[1, 1, 1], &[(0b001, 2), (0b011, 3), (0b111, 1)]);
        let found = ports.bottleneck().unwrap();
        assert_eq!((found.resources, found.per_unit()), (0b011, Ratio::new(5, 2)));
    }

    #[test]
    fn the_bound_is_that_of_the_worst_set() {
        let mut seed = 1u64;
        let mut random = |limit: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % limit
        };
        for _ in 0..2000 {
            let units: Vec<u64> = (0..1 + random(7)).map(|_| 1 + random(3)).collect();
            let choices = (1 << units.len()) - 1;
            let works: Vec<(u64, u64)> =
                (0..1 + random(7)).map(|_| (1 + random(choices), 1 + random(9))).collect();
            let ports = ports(&units, &works);
            assert_eq!(ports.bottleneck().map(|it| it.per_unit()), largest(&ports), "{ports:?}");
        }
    }
}

/// Returns the names of resources by their bits, in the model's order.
pub(crate) fn resource_names(processor: &Processor<'_>, resources: u64) -> Vec<String> {
    let mut ids: Vec<_> = bits(resources).map(|bit| processor.resources[bit.index()].id).collect();
    ids.sort_unstable();
    ids.into_iter().map(|id| processor.resource_name(id).to_owned()).collect()
}
