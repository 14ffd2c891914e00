//! Instructions as a processor sees them: what they cost in the front end, and the micro-ops that they are made of.

mod builder;
mod dispatched;
mod forwarding;
mod parts;
mod plan;
mod wide_vectors;

use oxmca_asm::Target;
use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{Access, Direction};
use oxmca_tables::hardware::{Bypass, PairRows, PortSet};
use smallvec::SmallVec;

use crate::options::HardwareOptions;
use crate::processor::Processor;
use crate::processor::hardware::{HardwareProcessor, Slot};
pub(super) use dispatched::Dispatched;
pub(super) use parts::{Counts, Parts, Timing};
pub(super) use plan::{RenamePlan, ResultOf, Space};

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

/// The operand of an instruction that is read as the third.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ThirdOperand {
    /// None is, or it is not known which.
    #[default]
    Unknown,
    Register(Slot),
    /// The value that the instruction loads.
    Loaded,
}

/// A unit that serves one micro-op at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// The divider of those that go to these ports.
    Divider(PortSet),
    /// Another one, which these ports tell from others.
    Shared(PortSet),
}

impl Default for Unit {
    fn default() -> Unit {
        Unit::Divider(PortSet::default())
    }
}

/// A micro-op of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct MicroOp {
    pub kind: Kind,
    pub ports: PortSet,
    /// The ports that execute it while wide vectors close one: the same as `ports` for all else than vectors.
    pub ports_beside_wide: PortSet,
    /// Cycles from its start to its result.
    pub latency_cycles: u16,
    /// The unit that it takes alone, if that is for any time.
    pub unit: Unit,
    /// Hundredths of cycles that it keeps its unit.
    pub unit_hundredths: u32,
    /// Ports on which it takes a cycle longer.
    pub later_on: PortSet,
    /// Cycles that it keeps its port; 0 and 1 are its own cycle.
    pub busy_cycles: u16,
    /// Cycles that it keeps all indivisible accesses after it waiting.
    pub locked_cycles: u16,
    /// It reads three operands.
    pub has_third_operand: bool,
    /// It does not count where one of two ports is chosen for others.
    pub is_uncounted: bool,
    /// The access that it is a part of, by its index; `None` if it accesses nothing, or its instruction has more
    /// micro-ops for memory than its facts explain.
    pub access: Option<u8>,
    /// It is the first micro-op of its kind for this access.
    pub is_first: bool,
    /// Accesses in its direction that it is a part of: that one and those after it without a micro-op of their own.
    pub num_accesses: u8,
}

impl MicroOp {
    pub const fn new(kind: Kind, ports: PortSet, latency_cycles: u16) -> MicroOp {
        MicroOp {
            kind,
            ports,
            ports_beside_wide: ports,
            latency_cycles,
            unit: Unit::Divider(ports),
            unit_hundredths: 0,
            later_on: PortSet(0),
            busy_cycles: 0,
            locked_cycles: 0,
            has_third_operand: false,
            is_uncounted: false,
            access: None,
            is_first: false,
            num_accesses: 1,
        }
    }

    /// Returns whether it needs more than its operands and a port, whatever it accesses.
    pub const fn has_needs(&self) -> bool {
        self.unit_hundredths > 0
            || !self.later_on.is_empty()
            || self.busy_cycles > 1
            || self.locked_cycles > 0
            || self.has_third_operand
    }

    /// Divides the micro-ops for memory evenly among the accesses in their direction.
    pub fn divide(micro_ops: &mut [MicroOp], accesses: &[Access]) {
        for (kind, direction) in [
            (Kind::Load, Direction::Load),
            (Kind::StoreAddress, Direction::Store),
            (Kind::StoreData, Direction::Store),
        ] {
            let of_direction = || {
                let numbered = accesses.iter().enumerate();
                numbered.filter(|(_, it)| it.direction == direction).map(|(at, _)| at as u8)
            };
            let count = of_direction().count();
            let total = micro_ops.iter().filter(|it| it.kind == kind).count();
            let mut last = None;
            let own = micro_ops.iter_mut().filter(|it| it.kind == kind);
            for (number, micro_op) in own.enumerate() {
                micro_op.access = of_direction().nth(number * count / total);
                micro_op.is_first = micro_op.access != last;
                let (start, end) = (number * count / total, (number + 1) * count / total);
                micro_op.num_accesses = (end - start).clamp(1, u8::MAX.into()) as u8;
                last = micro_op.access;
            }
        }
    }
}

/// The other instruction of a pair that became one.
#[derive(Clone, Debug)]
pub(super) struct Absorbed {
    pub facts: HardwareFacts,
    /// It is the first of both.
    pub is_first: bool,
    /// The address of some access depends on what it computes.
    pub values_matter: bool,
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
    /// The rows about pairs that name it.
    pub pair_rows: PairRows,
    /// Some instruction after it could become one with it.
    pub can_begin_pair: bool,
    /// The last decoder does not take it, since it could fuse with the next instruction.
    pub avoids_last_decoder: bool,
    /// It is one with the instruction before it: it only has a length.
    pub is_fused: bool,
    /// The other instruction that it is one with, if that computes something.
    pub absorbed: Option<Box<Absorbed>>,
    /// Bytes to the next instruction that is not one with it.
    pub pair_bytes: u16,
    /// Words of four bytes for displacements and immediates.
    pub constant_words: u8,
    /// Ports of the branch that it is one with, if that executes on others.
    pub branch_ports: PortSet,
    /// Loads, then those that compute, then those of stores, then those that change bases of addresses.
    pub micro_ops: SmallVec<[MicroOp; 4]>,
    pub num_loads: u16,
    pub num_computes: u16,
    pub num_stores: u16,
    /// Its accesses to memory.
    pub accesses: SmallVec<[MemoryAccess; 2]>,
    /// Registers that are read, those of addresses left out.
    pub data: Slots,
    pub writes: Slots,
    /// Bases of addresses that it changes, each with a micro-op of its own.
    pub updated_bases: SmallVec<[Slot; 1]>,
    /// Registers that are what one of several loads gives, with the number of the load.
    pub loaded_registers: SmallVec<[(Slot, u8); 2]>,
    pub at_rename: AtRename,
    /// It is about vectors or masks, whether or not anything of it executes.
    pub is_on_vectors: bool,
    /// It loads into a general purpose register and does nothing else, and the address is simple.
    pub is_pointer_load: bool,
    /// It uses the stack pointer other than by pushing and popping.
    pub uses_stack_pointer: bool,
    pub serializes: bool,
    pub drains_stores: bool,
    /// The renamer splits a micro-op of it, since it has an indexed address.
    pub is_split: bool,
    /// It is renamed only in the first slots of a cycle.
    pub begins_cycle: bool,
    /// Slots of the renamer that every second one takes of instructions in a row that have such.
    pub slots_in_a_row: Option<u16>,
    /// It is alone in the cycles in which it is renamed, and another such one is renamed only a cycle later.
    pub fills_cycles: bool,
    /// No other instruction is decoded in the same cycle.
    pub is_decoded_alone: bool,
    /// Its first micro-op gives the registers and does not wait for flags; the others give the flags.
    pub has_flags_apart: bool,
    /// Cycles that its results take longer from flags than from other operands.
    pub flag_delay_cycles: u8,
    /// Registers from which its results take longer than from others, with the cycles.
    pub register_delays: SmallVec<[(Slot, u8); 1]>,
    /// Cycles that its results take longer from what it loads.
    pub load_delay_cycles: u8,
    /// The instructions among which its results are known earlier.
    pub bypass: Bypass,
    /// The registers that alone know results of the same bypass earlier; all if `None`.
    pub early_registers: Option<Slots>,
    /// The operand that is read as the third.
    pub third_operand: ThirdOperand,
    /// Registers that it writes later than others, with the cycles.
    pub late_writes: SmallVec<[(Slot, u8); 1]>,
    /// The address of some access depends on what it computes.
    pub values_matter: bool,
    /// Its latency is that of the scheduling model.
    pub has_models_latency: bool,
    /// The micro-ops that compute, and the time for which they take ports, are those of the scheduling model.
    pub has_models_ports: bool,
    pub facts: HardwareFacts,
    /// The parts of its renaming that are the same each time.
    pub plan: RenamePlan,
}

impl Instruction {
    /// Returns the ends of the micro-ops that load, that compute, that compute addresses of stores, and that take data.
    fn ends(&self) -> [usize; 4] {
        let loads = usize::from(self.num_loads);
        let computes = loads + usize::from(self.num_computes);
        let data = self.micro_ops.len() - self.updated_bases.len();
        [loads, computes, data - usize::from(self.num_stores), data]
    }

    /// Micro-ops that load.
    pub fn loads(&self) -> &[MicroOp] {
        &self.micro_ops[..usize::from(self.num_loads)]
    }

    /// Returns the number of micro-ops that are renamed or executed.
    pub fn all_micro_ops(&self) -> usize {
        self.micro_ops.len().max(self.renamed_micro_ops.into())
    }

    /// Micro-ops that compute.
    pub fn computes(&self) -> &[MicroOp] {
        let [first, end, ..] = self.ends();
        &self.micro_ops[first..end]
    }

    /// Micro-ops that compute addresses of stores.
    pub fn store_addresses(&self) -> &[MicroOp] {
        let [_, first, end, _] = self.ends();
        &self.micro_ops[first..end]
    }

    /// Micro-ops that take the data of stores.
    pub fn store_data(&self) -> &[MicroOp] {
        let [.., first, end] = self.ends();
        &self.micro_ops[first..end]
    }

    /// Micro-ops that change bases of addresses, with these.
    pub fn base_updates(&self) -> impl Iterator<Item = (&MicroOp, Slot)> {
        let first = self.micro_ops.len() - self.updated_bases.len();
        self.micro_ops[first..].iter().zip(self.updated_bases.iter().copied())
    }

    /// Returns the access that a micro-op is a part of.
    pub fn access_of(&self, micro_op: &MicroOp) -> Option<&MemoryAccess> {
        self.accesses.get(usize::from(micro_op.access?))
    }
}

/// Makes instructions.
pub(super) struct Builder<'a> {
    pub hardware: &'a HardwareProcessor,
    pub processor: &'a Processor<'a>,
    pub target: &'a dyn Target,
    pub options: &'a HardwareOptions,
}
