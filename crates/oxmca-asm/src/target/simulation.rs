//! Facts about instructions that the simulator asks a target for.

use std::fmt;

use oxmca_tables::Reg;

/// Properties of an instruction that the simulator needs and the tables lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimulationHints {
    /// Younger loads wait for this instruction.
    pub load_barrier: bool,
    /// Younger stores wait for this instruction.
    pub store_barrier: bool,
    /// A register whose first write is done outside the out-of-order engine (x86: the stack
    /// engine's update of the stack pointer) and is dropped.
    pub dropped_write: Option<Reg>,
}

/// An instruction that has issued and not completed, as a [`HazardCheck`] sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutingInst {
    /// Its index in the region.
    pub index: usize,
    /// Cycles until it completes.
    pub cycles_left: u32,
}

/// A target's check for hazards in the in-order pipeline.
pub trait HazardCheck: fmt::Debug + Send + Sync {
    /// Returns how many cycles the instruction with number `index` of the region waits at least while
    /// others execute; 0 if nothing holds it back. The answer depends on the arguments alone.
    fn wait_cycles(&self, index: usize, executing: &[ExecutingInst]) -> u32;
}
