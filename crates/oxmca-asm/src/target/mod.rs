//! What each target must hand-write, behind one trait.

use oxmca_tables::Reg;

use crate::inst::Inst;
use crate::subtarget::Subtarget;

/// How the simulator must treat an instruction beyond what the tables say.
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

/// A target's hand-written part.
pub trait Target: Sync {
    /// Which definitions clear the rest of their widest super-register: one bit per definition,
    /// explicit ones first, then implicit ones.
    fn clears_super_registers(&self, subtarget: &Subtarget<'_>, inst: &Inst) -> u64;

    /// Evaluates the predicate function of that name (see `Tables::predicate_functions`).
    fn predicate(&self, name: &str, inst: &Inst) -> bool;

    /// Barriers and dropped writes.
    fn simulation_hints(&self, subtarget: &Subtarget<'_>, inst: &Inst) -> SimulationHints;
}
