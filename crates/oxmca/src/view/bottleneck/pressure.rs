//! Instructions delayed by pressure, and the last user of each unit.

use super::delays::Delays;
use crate::processor::{Processor, ResourceIndex, bits};
use crate::simulation::event::Pressure;
use crate::simulation::model::unit::state::since;
use crate::view::repeated;

/// Last user of a unit.
#[derive(Clone, Copy, Debug)]
pub struct User {
    /// Dynamic index of the instruction.
    pub index: u32,
    /// Cycles it took the unit for; 0 when the unit was never used.
    pub cycles: u32,
}

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
    /// Creates a tracker without instructions in flight.
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
            delays: Delays::new(processor.reorder_buffer_size_micro_ops()),
            last_users: vec![User { index: 0, cycles: 0 }; next],
            units,
            distribution: vec![0; rows.len()],
        }
    }

    /// Adds an instruction that is in flight from now on.
    #[inline]
    pub fn on_dispatched(&mut self, index: u32) {
        self.delays.insert(index);
    }

    /// Removes an instruction that has executed.
    #[inline]
    pub fn on_executed(&mut self, index: u32) {
        self.delays.remove(index);
    }

    /// Counts a cycle of delay of an instruction.
    #[inline]
    pub fn on_delayed(&mut self, index: u32, reason: Pressure) {
        self.delays.add(index, reason);
    }

    /// Returns the cycles by which an instruction in flight was delayed.
    pub fn cycles(&self, index: u32, reason: Pressure) -> u32 {
        self.delays.get(index).map_or(0, |delays| delays[reason as usize])
    }

    /// Notes the user of a unit.
    pub fn on_used(&mut self, index: u32, resource: ResourceIndex, unit: u8, cycles: u32) {
        let position = self.units[resource.index()].start + usize::from(unit);
        if let Some(user) = self.last_users.get_mut(position) {
            *user = User { index, cycles };
        }
    }

    /// Returns the last users of the units of some resources, if they are still in flight, with the
    /// resource's bit.
    pub fn users(&self, resources: u64) -> impl Iterator<Item = (u64, User)> {
        bits(resources).flat_map(|resource| {
            let users = self.last_users[self.units[resource.index()].clone()].iter();
            let in_flight = users.filter(|user| self.is_in_flight(user));
            in_flight.map(move |user| (resource.bit(), *user))
        })
    }

    /// Returns whether a unit was used, and by an instruction that is still in flight.
    fn is_in_flight(&self, user: &User) -> bool {
        user.cycles != 0 && self.delays.get(user.index).is_some()
    }

    /// Counts resources that were busy in a cycle of pressure. A group counts for its members.
    pub fn on_busy(&mut self, processor: &Processor<'_>, resources: u64) {
        let mut count = |index: ResourceIndex| {
            let count = &mut self.distribution[processor.resources[index.index()].id.index()];
            *count = count.wrapping_add(1);
        };
        for index in bits(resources) {
            let resource = &processor.resources[index.index()];
            match resource.mask ^ index.bit() {
                0 => count(index),
                members => bits(members).for_each(&mut count),
            }
        }
    }

    /// Passes on everything that later costs depend on, relative to the instructions in flight,
    /// `head..end`.
    pub fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
        for index in head..end {
            match self.delays.get(index) {
                Some(delays) => delays.iter().for_each(|cycles| put(u64::from(*cycles))),
                None => put(u64::MAX),
            }
        }
        for user in &self.last_users {
            let counts = self.is_in_flight(user);
            put(if counts { u64::from(user.cycles) } else { 0 });
            put(since(head, user.index, counts.into()));
        }
    }

    /// Returns all counts.
    pub fn counts(&self) -> Counts {
        Counts { delays: self.delays.clone(), distribution: self.distribution.clone() }
    }

    /// Adds the growth since `marked` another `times` times; that of delays only if nothing but
    /// time has passed.
    pub fn repeat(&mut self, marked: &Counts, times: u32, is_waiting: bool) {
        for (count, marked) in self.distribution.iter_mut().zip(&marked.distribution) {
            *count = repeated(*marked, *count, times);
        }
        if is_waiting {
            self.delays.repeat(&marked.delays, times);
        }
    }

    /// Returns the cycles in which a resource, by number, added pressure.
    pub fn distribution(&self, id: usize) -> u32 {
        self.distribution[id]
    }
}
