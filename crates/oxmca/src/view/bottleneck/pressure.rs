//! Which instructions pressure delays, and who used each unit last.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::event::Pressure;
use crate::processor::{Processor, ResourceIndex, bits};
use crate::unit::state::since;
use crate::view::repeated;

/// Last user of a unit.
#[derive(Clone, Copy, Debug)]
pub struct User {
    /// Dynamic index of the instruction.
    pub index: u32,
    /// Cycles it took the unit for; 0 when the unit was never used.
    pub cycles: u32,
}

/// Spreads dynamic indices, which are consecutive, over a hash table.
#[derive(Default)]
struct IndexHasher(u64);

impl Hasher for IndexHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Cycles each instruction in flight was delayed, by [`Pressure`] as an index.
type Delays = HashMap<u32, [u32; 3], BuildHasherDefault<IndexHasher>>;

/// Counts of a [`PressureTracker`].
#[derive(Clone, Default)]
pub struct Counts {
    delays: Delays,
    distribution: Vec<u32>,
}

/// Delay of instructions in flight and last users of units.
pub struct PressureTracker {
    delays: Delays,
    /// Last user of each unit.
    last_users: Vec<User>,
    /// By resource index: range of its units in `last_users`.
    units: Vec<std::ops::Range<usize>>,
    /// By resource number: cycles in which it added pressure.
    distribution: Vec<u32>,
}

impl PressureTracker {
    /// Nothing in flight.
    pub fn new(processor: &Processor<'_>) -> Self {
        let rows = processor.resource_rows();
        let mut units = vec![0..0; processor.resources.len()];
        let mut next = 0;
        for (id, row) in rows.iter().enumerate().skip(1) {
            let index = ResourceIndex::of_mask(processor.masks[id]).index();
            units[index] = next..next + row.num_units as usize;
            next += row.num_units as usize;
        }
        PressureTracker {
            delays: HashMap::default(),
            last_users: vec![User { index: 0, cycles: 0 }; next],
            units,
            distribution: vec![0; rows.len()],
        }
    }

    /// An instruction is in flight from now on.
    pub fn on_dispatched(&mut self, index: u32) {
        self.delays.entry(index).or_default();
    }

    /// An instruction has executed.
    pub fn on_executed(&mut self, index: u32) {
        self.delays.remove(&index);
    }

    /// An instruction was delayed for a cycle.
    pub fn on_delayed(&mut self, index: u32, reason: Pressure) {
        self.delays.entry(index).or_default()[reason as usize] += 1;
    }

    /// Cycles an instruction in flight was delayed.
    pub fn cycles(&self, index: u32, reason: Pressure) -> u32 {
        self.delays.get(&index).map_or(0, |delays| delays[reason as usize])
    }

    /// A unit was taken.
    pub fn on_used(&mut self, index: u32, resource: ResourceIndex, unit: u8, cycles: u32) {
        let position = self.units[resource.index()].start + usize::from(unit);
        if let Some(user) = self.last_users.get_mut(position) {
            *user = User { index, cycles };
        }
    }

    /// Last users of the units of some resources that are still in flight, with the resource's bit.
    pub fn users(&self, resources: u64) -> Vec<(u64, User)> {
        let mut users = Vec::new();
        for resource in bits(resources) {
            for user in &self.last_users[self.units[resource.index()].clone()] {
                if user.cycles != 0 && self.delays.contains_key(&user.index) {
                    users.push((resource.bit(), *user));
                }
            }
        }
        users
    }

    /// Resources were busy in a cycle of pressure; for a group this counts for its members.
    pub fn on_busy(&mut self, processor: &Processor<'_>, resources: u64) {
        let mut count = |index: ResourceIndex| {
            self.distribution[processor.resources[index.index()].id.index()] += 1;
        };
        for index in bits(resources) {
            let resource = &processor.resources[index.index()];
            match resource.mask ^ index.bit() {
                0 => count(index),
                members => bits(members).for_each(&mut count),
            }
        }
    }

    /// What later costs depend on, relative to the instructions in flight, `head..end`.
    pub fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        for index in head..end {
            match self.delays.get(&index) {
                Some(delays) => delays.iter().for_each(|cycles| put(u64::from(*cycles))),
                None => put(u64::MAX),
            }
        }
        for user in &self.last_users {
            let counts = user.cycles != 0 && self.delays.contains_key(&user.index);
            put(if counts { u64::from(user.cycles) } else { 0 });
            put(since(head, user.index, counts.into()));
        }
    }

    /// All counts.
    pub fn counts(&self) -> Counts {
        Counts { delays: self.delays.clone(), distribution: self.distribution.clone() }
    }

    /// Counts what was counted since `marked` another `times` times; delays only if the same
    /// instructions waited all the time.
    pub fn repeat(&mut self, marked: &Counts, times: u32, is_waiting: bool) {
        for (count, marked) in self.distribution.iter_mut().zip(&marked.distribution) {
            *count = repeated(*marked, *count, times);
        }
        if is_waiting {
            for (index, delays) in &mut self.delays {
                let marked = marked.delays.get(index).copied().unwrap_or_default();
                for (count, marked) in delays.iter_mut().zip(marked) {
                    *count = repeated(marked, *count, times);
                }
            }
        }
    }

    /// Cycles in which a resource, by number, added pressure.
    pub fn distribution(&self, id: usize) -> u32 {
        self.distribution[id]
    }
}
