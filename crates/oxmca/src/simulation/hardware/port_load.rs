//! The set of ports whose micro-ops need them longest.
//!
//! Micro-ops that can use no ports but those of a set need at least as many cycles as there are of them for each port of the
//! set. The set for which that is most is found in polynomial time, since a hardware file of a user's can have 32 ports and
//! any sets of them: Dinkelbach's method asks again and again whether some set has more than so many micro-ops per port, and
//! a maximum flow from micro-ops to ports answers.

use oxmca_tables::hardware::PortSet;

/// Distinct sets of ports with the cycles of the micro-ops that each has.
#[derive(Debug, Default)]
pub(super) struct PortLoads {
    sets: Vec<(u32, u64)>,
}

/// A set of ports, and the cycles of micro-ops that can use no others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PortLoad {
    pub ports: PortSet,
    pub cycles: u64,
}

impl PortLoads {
    /// Counts the cycles of micro-ops by their ports.
    pub fn new(micro_ops: impl Iterator<Item = (PortSet, u64)>) -> PortLoads {
        let micro_ops = micro_ops.map(|(set, cycles)| (set.0, cycles)).filter(|it| it.0 != 0);
        let mut micro_ops: Vec<(u32, u64)> = micro_ops.collect();
        micro_ops.sort_unstable();
        let of_set = |all: &[(u32, u64)]| (all[0].0, all.iter().map(|it| it.1).sum());
        let sets = micro_ops.chunk_by(|one, two| one.0 == two.0).map(of_set);
        PortLoads { sets: sets.collect() }
    }

    fn load(&self, ports: u32) -> PortLoad {
        let inside = self.sets.iter().filter(|(mask, _)| mask & !ports == 0);
        PortLoad { ports: PortSet(ports), cycles: inside.map(|(_, count)| count).sum() }
    }

    /// Returns the set with most micro-ops per port, the largest of several; `None` if there are no micro-ops.
    pub fn most(&self) -> Option<PortLoad> {
        let mut best = self.load(self.sets.iter().fold(0, |all, (mask, _)| all | mask));
        if best.cycles == 0 {
            return None;
        }
        loop {
            let (has_more, ports) = self.beyond(best);
            best = self.load(ports);
            if !has_more {
                return Some(best);
            }
        }
    }

    /// Looks for sets with more micro-ops per port than `load`. Returns whether there is one. Of the sets whose micro-ops
    /// exceed by most what that load allows for their ports, gives the largest.
    fn beyond(&self, load: PortLoad) -> (bool, u32) {
        let scale = u64::from(load.ports.0.count_ones());
        let mut flow = Flow {
            sets: &self.sets,
            taken: vec![[0; 32]; self.sets.len()],
            room: [load.cycles; 32],
        };
        let mut has_more = false;
        for (number, (_, count)) in self.sets.iter().enumerate() {
            has_more |= flow.send(number, count * scale) > 0;
        }
        let all = self.sets.iter().fold(0, |all, (mask, _)| all | mask);
        (has_more, all & !flow.ports_with_room())
    }
}

/// A flow of micro-ops to ports.
struct Flow<'a> {
    sets: &'a [(u32, u64)],
    /// The micro-ops of each set that each port takes.
    taken: Vec<[u64; 32]>,
    /// The micro-ops that each port can still take.
    room: [u64; 32],
}

impl Flow<'_> {
    /// Sends so much of a set to its ports. Returns what no port takes.
    fn send(&mut self, set: usize, amount: u64) -> u64 {
        let mut left = amount;
        while left > 0 {
            let Some(path) = self.path(set) else { break };
            // From the port with room back to the set: each part of the way takes over from the one before.
            let (mut port, mut most) = (path.end, left.min(self.room[path.end]));
            let mut at = path.end;
            while let Some((from, over)) = path.before[at] {
                most = most.min(self.taken[over][from]);
                at = from;
            }
            while let Some((from, over)) = path.before[port] {
                self.taken[over][port] += most;
                self.taken[over][from] -= most;
                port = from;
            }
            self.taken[set][port] += most;
            self.room[path.end] -= most;
            left -= most;
        }
        left
    }

    /// Finds the shortest way from a set to a port with room, over ports whose micro-ops can move on.
    fn path(&self, set: usize) -> Option<Path> {
        let mut path = Path { before: [None; 32], end: 0 };
        let mut seen = self.sets[set].0;
        let mut queue: Vec<usize> = ports(seen).collect();
        let mut next = 0;
        while let Some(port) = queue.get(next).copied() {
            next += 1;
            if self.room[port] > 0 {
                path.end = port;
                return Some(path);
            }
            for (over, (mask, _)) in self.sets.iter().enumerate() {
                if self.taken[over][port] == 0 {
                    continue;
                }
                for other in ports(mask & !seen) {
                    path.before[other] = Some((port, over));
                    queue.push(other);
                }
                seen |= mask;
            }
        }
        None
    }

    /// Returns the ports that have room, or could have some if micro-ops moved on.
    fn ports_with_room(&self) -> u32 {
        let mut found =
            (0..32).filter(|port| self.room[*port] > 0).fold(0, |set, port| set | 1 << port);
        loop {
            let before = found;
            for (number, (mask, _)) in self.sets.iter().enumerate() {
                if mask & found != 0 {
                    let moves = |port: &usize| self.taken[number][*port] > 0;
                    found |= ports(*mask).filter(moves).fold(0, |set, port| set | 1 << port);
                }
            }
            if found == before {
                return found;
            }
        }
    }
}

/// A way through ports.
struct Path {
    /// The port before each, and the set over which the way goes on.
    before: [Option<(usize, usize)>; 32],
    end: usize,
}

/// Returns the numbers of ports.
fn ports(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let port = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(port)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most(masks: &[u32]) -> Option<PortLoad> {
        PortLoads::new(masks.iter().map(|mask| (PortSet(*mask), 1))).most()
    }

    /// Returns the definition, with all sets of eight ports.
    fn most_by_definition(masks: &[u32]) -> Option<PortLoad> {
        let load = |ports: u32| PortLoad {
            ports: PortSet(ports),
            cycles: masks.iter().filter(|mask| **mask & !ports == 0).count() as u64,
        };
        let per_port = |one: &PortLoad, two: &PortLoad| {
            let ports = |it: &PortLoad| u64::from(it.ports.0.count_ones());
            (one.cycles * ports(two)).cmp(&(two.cycles * ports(one)))
        };
        // Of equal ones, the last is the largest.
        (1..256).map(load).filter(|it| it.cycles > 0).max_by(per_port)
    }

    #[test]
    fn the_most_loaded_ports_are_found() {
        assert_eq!(most(&[]), None);
        let (ports, cycles) = (PortSet(0b10), 3);
        assert_eq!(most(&[0b10, 0b10, 0b10, 0b11]), Some(PortLoad { ports, cycles }));
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..3000 {
            let num_ports = 1 + random(8);
            let masks: Vec<u32> =
                (0..1 + random(12)).map(|_| 1 + random((1 << num_ports) - 1) as u32).collect();
            assert_eq!(most(&masks), most_by_definition(&masks), "{masks:?}");
        }
    }

    #[test]
    fn many_sets_take_little_time() {
        let single: Vec<u32> = (0..32).map(|port| 1 << port).collect();
        let load = PortLoad { ports: PortSet(u32::MAX), cycles: 32 };
        assert_eq!(most(&single), Some(load));
        let mut masks = single;
        masks.extend((0..2000_u32).map(|number| number.wrapping_mul(2_654_435_761) | 1));
        assert!(most(&masks).is_some_and(|it| it.cycles >= 32));
    }
}
