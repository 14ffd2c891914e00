//! Micro-ops that are bound to each port.

use super::in_flight::InFlight;

/// Counts by port of the micro-ops that are bound to it and have not begun.
#[derive(Debug)]
pub(super) struct BoundCounts {
    pub all: Vec<u32>,
    /// The counts without micro-ops that are not seen where one of two ports is chosen for others.
    pub counted: Vec<u32>,
}

impl BoundCounts {
    pub fn new(num_ports: usize) -> BoundCounts {
        BoundCounts { all: vec![0; num_ports], counted: vec![0; num_ports] }
    }

    /// Adds a micro-op that is bound to a port.
    pub fn add(&mut self, port: usize, micro_op: &InFlight) {
        self.all[port] += 1;
        self.counted[port] += u32::from(!micro_op.is_uncounted);
    }

    /// Removes a micro-op that begins, or goes to another port.
    pub fn remove(&mut self, port: usize, micro_op: &InFlight) {
        self.all[port] -= 1;
        self.counted[port] -= u32::from(!micro_op.is_uncounted);
    }
}
