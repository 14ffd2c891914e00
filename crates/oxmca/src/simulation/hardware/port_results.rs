//! Results of ports that have one in a cycle.

use oxmca_tables::hardware::{HardwareModel, PortSet};

/// Times that younger micro-ops of a port pass one that could not have its result, at most. Then the port waits for it.
/// Source: measured on Zen 3 (family 25, model 1), in 64 loops of one to four products beside one to ten instructions of a cycle;
/// with 0 the error in these is 9.8 %, with 2 5.1, with 4 4.8, with 8 7.2. The processor's own rule is not known.
const MOST_PASSED: u8 = 4;

/// The results that ports will have.
#[derive(Debug, Default)]
pub(super) struct PortResults {
    /// Ports that have one result in a cycle.
    ports: PortSet,
    /// Ports whose results of more than one cycle go through one of those, and that one.
    through: [PortSet; 2],
    most_passed: u8,
    /// The cycle from which results are counted.
    from_cycle: u32,
    /// By port, the cycles from that one on in which it has a result, a bit each.
    cycles: Vec<u64>,
}

impl PortResults {
    pub fn new(model: &HardwareModel, num_ports: usize) -> PortResults {
        let through = model.ports.results_through;
        let own = match model.policies.has_one_result {
            true => model.ports.with_few(),
            false => PortSet::default(),
        };
        PortResults {
            ports: PortSet(own.0 | through[1].0),
            through,
            most_passed: if own.is_empty() { 0 } else { MOST_PASSED },
            from_cycle: 0,
            cycles: vec![0; num_ports],
        }
    }

    /// Returns whether a port has one result in a cycle.
    pub const fn are_of(&self, port: usize) -> bool {
        self.ports.0 >> port & 1 != 0
    }

    /// Counts results from a cycle on.
    pub fn count_from(&mut self, cycle: u32) {
        if self.ports.is_empty() {
            return;
        }
        let passed = cycle - self.from_cycle;
        self.from_cycle = cycle;
        for cycles in &mut self.cycles {
            *cycles = cycles.checked_shr(passed).unwrap_or(0);
        }
    }

    /// Returns whether a port has a result already when a micro-op of some latency would have its own if it began now.
    pub fn has(&self, port: usize, latency_cycles: u16) -> bool {
        let latency = u32::from(latency_cycles);
        self.are_of(port) && latency < u64::BITS && self.cycles[port] >> latency & 1 != 0
    }

    /// Returns whether younger micro-ops may pass one once more that could not have its result.
    pub const fn may_be_passed(&self, passed: u8) -> bool {
        passed < self.most_passed
    }

    /// Takes note of a micro-op that computes and begins now. `has_one_port` if only this port could execute it.
    pub fn begin(&mut self, port: usize, latency_cycles: u32, has_one_port: bool) {
        let result = 1_u64.checked_shl(latency_cycles).unwrap_or(0);
        if has_one_port && self.are_of(port) {
            self.cycles[port] |= result;
        }
        let [ports, through] = self.through;
        if ports.0 >> port & 1 != 0 && latency_cycles > 1 {
            self.cycles[through.0.trailing_zeros() as usize] |= result;
        }
    }
}
