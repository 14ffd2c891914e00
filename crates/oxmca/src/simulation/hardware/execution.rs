//! The parts of an instruction that execute.

use std::collections::BTreeMap;

use oxmca_tables::Reg;
use oxmca_tables::hardware::{MicroOps, PortSet};

/// The parts of an instruction that execute in hardware mode.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Execution {
    /// Micro-ops that compute, besides those that access memory, by their ports.
    pub computes: Vec<MicroOps>,
    /// Micro-ops that access memory.
    pub accesses: usize,
    /// Cycles from operands in registers to the result.
    pub latency_cycles: u16,
    /// Halves of cycles that the divider is taken; 0 if it is not.
    pub divider_half_cycles: u16,
    /// Registers that are read, those of addresses too.
    pub reads: Vec<Reg>,
    /// Registers that are written.
    pub writes: Vec<Reg>,
}

impl Execution {
    /// Sums up micro-ops that compute, by ports, latency and the cycles that they keep the divider.
    pub(super) fn of_computes(
        computes: impl Iterator<Item = (PortSet, u16, u16)>,
        accesses: usize,
    ) -> Execution {
        let mut by_ports: BTreeMap<u32, u16> = BTreeMap::new();
        let (mut latency_cycles, mut divider_half_cycles) = (0, 0);
        for (ports, latency, divider) in computes {
            *by_ports.entry(ports.0).or_default() += 1;
            latency_cycles = latency.max(latency_cycles);
            divider_half_cycles = divider.max(divider_half_cycles);
        }
        let computes =
            by_ports.into_iter().map(|(ports, count)| MicroOps { ports: PortSet(ports), count });
        Execution {
            computes: computes.collect(),
            accesses,
            latency_cycles,
            divider_half_cycles,
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }
}
