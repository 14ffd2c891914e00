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

/// Reasons of a target's own why an instruction of one region cannot issue yet, in the in-order pipeline.
///
/// The pipeline issues an instruction once its registers and resources are ready. Some instructions must wait
/// longer, for something that scheduling models cannot express: on AMDGPU, `s_waitcnt` waits until some number of memory
/// operations have completed. A target makes one such object per region, by
/// [`Target::hazard_check`](super::Target::hazard_check).
pub trait HazardCheck: fmt::Debug + Send + Sync {
    /// Returns the fewest cycles that instruction `index` of the region still has to wait; 0 if it may issue.
    /// `executing` holds the instructions that have issued and not completed, in any order. The answer must
    /// depend on the arguments alone, so that repeated states are recognized as such.
    fn wait_cycles(&self, index: usize, executing: &[ExecutingInst]) -> u32;

    /// Returns what llvm-mca warns of each time it asks how long instruction `index` of the region has to wait.
    fn warning(&self, _index: usize) -> Option<&str> {
        None
    }

    /// Returns the name of that by which instruction `waiting` of the region waits for instruction `completed`, such as a
    /// counter; `None` if it does not.
    fn cause(&self, _waiting: usize, _completed: usize) -> Option<&'static str> {
        None
    }
}

/// A wave: one of many that take turns on a unit of a graphics processor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wave {
    /// Lanes on which an instruction works.
    pub lanes: u32,
    /// Set if the processor also has waves of another size.
    pub has_other_size: bool,
    /// Numbers of the instructions that wait for something which no model follows.
    pub unmodeled_waits: Vec<usize>,
}
