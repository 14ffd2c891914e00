//! Lowered instructions.

use oxmca_asm::target::hardware::InstrumentState;
use oxmca_tables::{Opcode, Reg, SchedClassId};
use smallvec::SmallVec;

/// Index into [`Lowered::resources`](super::Lowered::resources).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NeedsId(pub u32);

impl NeedsId {
    /// Returns the index as a `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A register read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// The register.
    pub reg: Reg,
    /// Position among the uses, for read-advances.
    pub use_index: u16,
    /// Class whose read-advances apply.
    pub sched_class: SchedClassId,
    /// The result does not depend on this read.
    pub is_independent: bool,
}

/// A register write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// The register; [`Reg::NONE`] when the target reports a definition without one.
    pub reg: Reg,
    /// Cycles from issue to write-back.
    pub latency_cycles: u32,
    /// Write resource, matched by read-advances.
    pub write_resource: u16,
    /// The rest of the widest super-register is cleared.
    pub clears_super_registers: bool,
    /// The value is known to be zero.
    pub is_zero: bool,
}

/// Flags of a [`LoweredInst`].
pub mod lowered_flag {
    /// May read memory.
    pub const MAY_LOAD: u16 = 1;
    /// May write memory.
    pub const MAY_STORE: u16 = 2;
    /// Has effects its operands do not describe.
    pub const SIDE_EFFECTS: u16 = 4;
    /// Begins a dispatch group.
    pub const BEGIN_GROUP: u16 = 8;
    /// Ends a dispatch group.
    pub const END_GROUP: u16 = 16;
    /// May retire out of order.
    pub const RETIRE_OUT_OF_ORDER: u16 = 32;
    /// Younger loads wait for it.
    pub const LOAD_BARRIER: u16 = 64;
    /// Younger stores wait for it.
    pub const STORE_BARRIER: u16 = 128;
    /// A register move or exchange that may be eliminated at renaming.
    pub const OPTIMIZABLE_MOVE: u16 = 256;
    /// Accesses memory.
    pub const MEMORY: u16 = MAY_LOAD | MAY_STORE;
}

/// An instruction as the simulator sees it.
#[derive(Clone, Debug)]
pub struct LoweredInst {
    /// Index of the machine instruction among those that were lowered. It leads back to all that is
    /// not lowered: memory operands (base, index, scale, displacement, segment) and encoding.
    pub source: usize,
    /// Its opcode.
    pub opcode: Opcode,
    /// Resolved scheduling class.
    pub sched_class: SchedClassId,
    /// Resources it needs.
    pub resources: NeedsId,
    /// Micro-ops.
    pub micro_ops: u32,
    /// Cycles from issue to completion.
    pub latency_cycles: u32,
    /// The state in which it executes.
    pub state: InstrumentState,
    /// Bits of [`lowered_flag`].
    pub flags: u16,
    /// Register reads.
    pub reads: SmallVec<[Read; 5]>,
    /// Register writes.
    pub writes: SmallVec<[Write; 3]>,
}

impl LoweredInst {
    /// Returns whether any of `flags` is set.
    #[inline]
    pub const fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }
}
