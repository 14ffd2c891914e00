//! Units that micro-ops on several ports share: dividers and their like, indivisible accesses, and the ways to the cache.

use smallvec::SmallVec;

use super::in_flight::Needs;
use super::instruction::{MicroOp, Unit};
use super::recurrence::Fingerprint;

/// When each unit is free again.
#[derive(Debug)]
pub(super) struct Units {
    /// Units that serve one micro-op at a time, with the hundredths of cycles until which they are taken.
    taken: SmallVec<[(Unit, u64); 4]>,
    lock_free: u32,
    load_free: u32,
    /// By port, the first cycle in which a load can begin after one of two lines, and the last of all.
    access_free: Vec<u32>,
    last_access_free: u32,
}

impl Units {
    pub fn new(num_ports: usize) -> Units {
        Units {
            taken: SmallVec::new(),
            lock_free: 0,
            load_free: 0,
            access_free: vec![0; num_ports],
            last_access_free: 0,
        }
    }

    /// Returns the hundredths of cycles until which a unit is taken.
    fn taken(&self, unit: Unit) -> u64 {
        self.taken.iter().find(|it| it.0 == unit).map_or(0, |it| it.1)
    }

    /// Returns the first cycle in which a load can begin on a port.
    pub fn load_free(&self, port: usize) -> u32 {
        self.load_free.max(self.access_free[port])
    }

    /// Returns the cycles from which units are free.
    pub fn free(&self) -> impl Iterator<Item = u32> {
        let taken = self.taken.iter().map(|it| free_cycle(it.1));
        taken.chain([self.lock_free, self.load_free, self.last_access_free])
    }

    /// Adds what decides how they go on.
    pub fn mark(&self, fingerprint: &mut Fingerprint) {
        for (_, taken) in &self.taken {
            fingerprint.add_until_hundredths(*taken);
        }
        fingerprint.add_until(self.lock_free);
        fingerprint.add_until(self.load_free);
        fingerprint.add_until(self.last_access_free);
    }

    /// Returns whether a micro-op has to wait for its unit or an indivisible access.
    pub fn are_taken(&self, needs: &Needs, cycle: u32) -> bool {
        needs.unit_hundredths > 0 && free_cycle(self.taken(needs.unit)) > cycle
            || needs.locked_cycles > 0 && self.lock_free > cycle
    }

    /// Takes the units that a micro-op needs which begins on a port. Returns the cycles for which it has the one of its own.
    pub fn take(&mut self, needs: &Needs, port: usize, cycle: u32) -> u16 {
        let mut unit_cycles = 0;
        if needs.unit_hundredths > 0 {
            let start = self.taken(needs.unit).max(100 * u64::from(cycle));
            let end = start + u64::from(needs.unit_hundredths);
            match self.taken.iter_mut().find(|it| it.0 == needs.unit) {
                Some(known) => known.1 = end,
                None => self.taken.push((needs.unit, end)),
            }
            unit_cycles = (free_cycle(end) - cycle) as u16;
        }
        if needs.locked_cycles > 0 {
            self.lock_free = cycle + u32::from(needs.locked_cycles);
        }
        if needs.crossing_cycles > 0 {
            self.load_free = cycle + 1 + u32::from(needs.crossing_cycles);
        }
        if needs.access_cycles > 0 {
            self.access_free[port] = cycle + 1 + u32::from(needs.access_cycles);
            self.last_access_free = self.last_access_free.max(self.access_free[port]);
        }
        unit_cycles
    }
}

/// The time for which micro-ops take their units, by the unit.
#[derive(Default, Debug)]
pub(super) struct UnitUse {
    hundredths: SmallVec<[(Unit, u64); 4]>,
}

impl UnitUse {
    pub fn of_all<'m>(micro_ops: impl Iterator<Item = &'m MicroOp>) -> UnitUse {
        let mut all = UnitUse::default();
        micro_ops.for_each(|it| all.add(it));
        all
    }

    pub fn add(&mut self, micro_op: &MicroOp) {
        let hundredths = u64::from(micro_op.unit_hundredths);
        match self.hundredths.iter_mut().find(|it| it.0 == micro_op.unit) {
            _ if hundredths == 0 => {}
            Some(known) => known.1 += hundredths,
            None => self.hundredths.push((micro_op.unit, hundredths)),
        }
    }

    /// Returns the hundredths of cycles of the busiest divider, or of the busiest other unit; `None` if none is taken.
    pub fn busiest(&self, is_divider: bool) -> Option<u64> {
        let all = self.hundredths.iter();
        all.filter(|it| matches!(it.0, Unit::Divider(_)) == is_divider).map(|it| it.1).max()
    }

    /// Returns the halves of cycles of the busiest unit.
    pub fn most(&self) -> u32 {
        let most = self.hundredths.iter().map(|it| it.1).max().unwrap_or(0);
        u32::try_from(most / 50).unwrap_or(u32::MAX)
    }
}

/// Returns the first cycle in which a unit can begin that is taken until some part of one: the rest of that is not lost.
const fn free_cycle(taken: u64) -> u32 {
    (taken / 100) as u32
}
