//! Units that micro-ops on several ports share: the divider, indivisible accesses, and the ways to the cache.

use super::in_flight::Needs;

/// When each unit is free again.
#[derive(Debug)]
pub(super) struct Units {
    /// Halves of cycles until which the divider is taken.
    divider_taken: u64,
    lock_free: u32,
    load_free: u32,
    /// By port, the first cycle in which a load can begin after one of two lines, and the last of all.
    access_free: Vec<u32>,
    last_access_free: u32,
}

impl Units {
    pub fn new(num_ports: usize) -> Units {
        Units {
            divider_taken: 0,
            lock_free: 0,
            load_free: 0,
            access_free: vec![0; num_ports],
            last_access_free: 0,
        }
    }

    /// Returns the first cycle in which the divider can begin: the second half of a cycle is not lost.
    const fn divider_free(&self) -> u32 {
        (self.divider_taken / 2) as u32
    }

    /// Returns the first cycle in which a load can begin on a port.
    pub fn load_free(&self, port: usize) -> u32 {
        self.load_free.max(self.access_free[port])
    }

    /// Returns the cycles from which units are free.
    pub const fn free(&self) -> [u32; 4] {
        [self.divider_free(), self.lock_free, self.load_free, self.last_access_free]
    }

    /// Returns whether a micro-op has to wait for the divider or an indivisible access.
    pub const fn are_taken(&self, needs: &Needs, cycle: u32) -> bool {
        needs.divider_half_cycles > 0 && self.divider_free() > cycle
            || needs.locked_cycles > 0 && self.lock_free > cycle
    }

    /// Takes the units that a micro-op needs which begins on a port. Returns the cycles for which it has the divider.
    pub fn take(&mut self, needs: &Needs, port: usize, cycle: u32) -> u16 {
        let mut divider_cycles = 0;
        if needs.divider_half_cycles > 0 {
            let start = self.divider_taken.max(2 * u64::from(cycle));
            self.divider_taken = start + u64::from(needs.divider_half_cycles);
            divider_cycles = (self.divider_free() - cycle) as u16;
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
        divider_cycles
    }
}
