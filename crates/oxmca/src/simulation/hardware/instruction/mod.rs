//! Instructions as a processor sees them: what they cost in the front end, and the micro-ops that they are made of.

mod builder;
mod parts;

use oxmca_asm::Target;
use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{Access, Direction};
use oxmca_tables::hardware::PortSet;
use smallvec::SmallVec;

use crate::options::HardwareOptions;
use crate::processor::Processor;
use crate::processor::hardware::{HardwareProcessor, Slot};
pub(super) use parts::{Counts, Parts, Timing};

/// Kinds of micro-ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Reads memory.
    Load,
    /// Computes the address of a store.
    StoreAddress,
    /// Takes the data of a store.
    StoreData,
    /// Computes.
    Compute,
}

/// A micro-op of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct MicroOp {
    pub kind: Kind,
    pub ports: PortSet,
    /// Cycles from its start to its result.
    pub latency_cycles: u16,
    /// Cycles that it keeps the divider.
    pub divider_cycles: u16,
    /// Cycles that it keeps all indivisible accesses after it waiting.
    pub locked_cycles: u16,
}

/// Work that is done when an instruction is renamed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AtRename {
    /// None.
    Nothing,
    /// The result is known.
    Known,
    /// The result is the operand, if there is a place to remember this.
    Move,
    /// The result is the operand and a constant.
    AddConstant,
}

/// Registers of an instruction.
pub(super) type Slots = SmallVec<[Slot; 4]>;

/// An access of an instruction to memory.
#[derive(Clone, Debug)]
pub(super) struct MemoryAccess {
    pub access: Access,
    /// Registers of its address that the operands name.
    pub registers: Slots,
}

/// A micro-op that accesses memory, and the access that it is a part of.
#[derive(Clone, Copy, Debug)]
pub(super) struct AccessMicroOp<'a> {
    pub micro_op: &'a MicroOp,
    /// The access by its index; `None` if the instruction has more micro-ops for memory than its facts explain.
    pub access: Option<usize>,
    /// It is the first micro-op of its kind for this access.
    pub is_first: bool,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    pub length_bytes: u8,
    pub opcode_offset_bytes: u8,
    pub has_length_changing_prefix: bool,
    /// Micro-ops in the fused domain as they leave the decoders.
    pub decoded_micro_ops: u16,
    /// Micro-ops in the fused domain as they are renamed.
    pub renamed_micro_ops: u16,
    pub is_complex: bool,
    /// Its micro-ops come from the sequencer.
    pub is_sequenced: bool,
    /// The last decoder does not take it, since it could fuse with the next instruction.
    pub avoids_last_decoder: bool,
    /// It is one with the instruction before it: it only has a length.
    pub is_fused: bool,
    /// Loads, then those that compute, then those of stores.
    pub micro_ops: SmallVec<[MicroOp; 4]>,
    pub num_loads: u16,
    pub num_computes: u16,
    pub num_stores: u16,
    /// Its accesses to memory.
    pub accesses: SmallVec<[MemoryAccess; 2]>,
    /// Registers that are read, those of addresses left out.
    pub data: Slots,
    pub writes: Slots,
    pub at_rename: AtRename,
    /// It loads into a general purpose register and does nothing else, and the address is simple.
    pub is_pointer_load: bool,
    /// It uses the stack pointer other than by pushing and popping.
    pub uses_stack_pointer: bool,
    pub serializes: bool,
    pub drains_stores: bool,
    /// No other instruction is decoded in the same cycle.
    pub is_decoded_alone: bool,
    /// Its first micro-op gives the registers and does not wait for flags; the others give the flags.
    pub has_flags_apart: bool,
    /// Cycles that its results take longer from flags than from other operands.
    pub flag_delay_cycles: u8,
    pub facts: HardwareFacts,
}

impl Instruction {
    fn split(&self) -> (usize, usize) {
        let loads = usize::from(self.num_loads);
        (loads, loads + usize::from(self.num_computes))
    }

    /// Micro-ops that load.
    pub fn loads(&self) -> impl Iterator<Item = AccessMicroOp<'_>> {
        self.of_accesses(&self.micro_ops[..self.split().0], Direction::Load)
    }

    /// Micro-ops that compute.
    pub fn computes(&self) -> &[MicroOp] {
        let (first, end) = self.split();
        &self.micro_ops[first..end]
    }

    /// Micro-ops that compute addresses of stores.
    pub fn store_addresses(&self) -> impl Iterator<Item = AccessMicroOp<'_>> {
        let rest = &self.micro_ops[self.split().1..];
        let end = rest.len() - usize::from(self.num_stores);
        self.of_accesses(&rest[..end], Direction::Store)
    }

    /// Micro-ops that take the data of stores.
    pub fn store_data(&self) -> impl Iterator<Item = AccessMicroOp<'_>> {
        let first = self.micro_ops.len() - usize::from(self.num_stores);
        self.of_accesses(&self.micro_ops[first..], Direction::Store)
    }

    /// Divides micro-ops evenly among the accesses in a direction.
    fn of_accesses<'a>(
        &'a self,
        micro_ops: &'a [MicroOp],
        direction: Direction,
    ) -> impl Iterator<Item = AccessMicroOp<'a>> {
        let count = self.accesses_in(direction).count();
        let mut last = None;
        micro_ops.iter().enumerate().map(move |(number, micro_op)| {
            let nth = number * count / micro_ops.len();
            let access = self.accesses_in(direction).nth(nth);
            let is_first = access != last;
            last = access;
            AccessMicroOp { micro_op, access, is_first }
        })
    }

    /// Returns indices of the accesses in a direction.
    fn accesses_in(&self, direction: Direction) -> impl Iterator<Item = usize> {
        let accesses = self.accesses.iter().enumerate();
        accesses.filter(move |(_, it)| it.access.direction == direction).map(|(at, _)| at)
    }
}

/// Makes instructions.
pub(super) struct Builder<'a> {
    pub hardware: &'a HardwareProcessor,
    pub processor: &'a Processor<'a>,
    pub target: &'a dyn Target,
    pub options: &'a HardwareOptions,
}
