//! The parts of an instruction that execute.

use std::collections::BTreeMap;

use oxmca_tables::Reg;
use oxmca_tables::hardware::{MicroOps, PortSet};

use super::instruction::{MicroOp, Unit};

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
    /// Cycles that a micro-op keeps its port, at most; 1 if none keeps it longer than its cycle.
    pub busy_cycles: u16,
    /// Registers that are read, those of addresses too.
    pub reads: Vec<Reg>,
    /// Registers that are written.
    pub writes: Vec<Reg>,
}

impl Execution {
    /// Sums up micro-ops that compute.
    pub(super) fn of_computes(computes: &[MicroOp], accesses: usize) -> Execution {
        let mut by_ports: BTreeMap<u32, u16> = BTreeMap::new();
        for it in computes {
            *by_ports.entry(it.ports.0).or_default() += 1;
        }
        let most = |of: fn(&MicroOp) -> u16| computes.iter().map(of).max().unwrap_or(0);
        let dividers = computes.iter().filter(|it| matches!(it.unit, Unit::Divider(_)));
        let divider_half_cycles = dividers.map(|it| (it.unit_hundredths / 50) as u16).max();
        let divider_half_cycles = divider_half_cycles.unwrap_or(0);
        let computes =
            by_ports.into_iter().map(|(ports, count)| MicroOps { ports: PortSet(ports), count });
        Execution {
            computes: computes.collect(),
            accesses,
            latency_cycles: most(|it| it.latency_cycles),
            divider_half_cycles,
            busy_cycles: most(|it| it.busy_cycles).max(1),
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }
}
