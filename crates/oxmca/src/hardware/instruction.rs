//! Instructions as a processor sees them: what they cost in the front end, and the micro-ops that they are made of.

use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{ConditionKinds, StackUse, flag_group};
use oxmca_asm::{Inst, Target};
use oxmca_tables::hardware::{FormChange, FormCondition, PortSet};
use oxmca_tables::schema::operand_type;
use smallvec::SmallVec;

use super::options::{HardwareOptions, feature};
use super::processor::{CARRY, FIRST, HardwareProcessor, NO_SLOT, OTHER_FLAGS, Slot};
use crate::lower::class::{bypass_cycles, latency_cycles};
use crate::lower::{Lowered, LoweredInst, lowered_flag};
use crate::processor::Processor;

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
    /// Registers of its address.
    pub address: Slots,
    /// Registers that are read besides.
    pub data: Slots,
    pub writes: Slots,
    pub at_rename: AtRename,
    pub reads_memory: bool,
    pub writes_memory: bool,
    /// It loads into a general purpose register and does nothing else, and the address is simple.
    pub is_pointer_load: bool,
    /// It uses the stack pointer other than by `push` and `pop`.
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
    pub fn loads(&self) -> &[MicroOp] {
        &self.micro_ops[..self.split().0]
    }

    /// Micro-ops that compute.
    pub fn computes(&self) -> &[MicroOp] {
        let (first, end) = self.split();
        &self.micro_ops[first..end]
    }

    /// Micro-ops of addresses and data of stores.
    pub fn stores(&self) -> &[MicroOp] {
        &self.micro_ops[self.split().1..]
    }
}

/// Makes instructions.
pub(super) struct Builder<'a> {
    pub hardware: &'a HardwareProcessor,
    pub processor: &'a Processor<'a>,
    pub target: &'a dyn Target,
    pub options: &'a HardwareOptions,
}

impl Builder<'_> {
    /// Makes an instruction of a lowered one, whose machine code is `code`.
    pub fn instruction(
        &self,
        lowered: &Lowered,
        low: &LoweredInst,
        inst: &Inst,
        code: &[u8],
    ) -> Option<Instruction> {
        let options = self.options;
        let mut facts = self.target.hardware_facts(inst, code)?;
        let tables = self.processor.tables();
        let change = self.change(low, inst, &facts);
        match change.fuses {
            Some(true) => facts.fuses_with = ConditionKinds::ALL,
            Some(false) => facts.fuses_with = ConditionKinds::default(),
            None => {}
        }
        let is_stack_op = facts.stack != StackUse::None;
        let described = tables.operands(low.opcode);
        let names_memory = described.iter().any(|it| it.kind == operand_type::MEMORY);
        let accesses = !facts.is_access_free && (names_memory || is_stack_op);
        let reads_memory = accesses && low.has(lowered_flag::MAY_LOAD);
        let writes_memory = accesses && low.has(lowered_flag::MAY_STORE);
        let is_indexed = facts.address.as_ref().is_some_and(|it| it.index.is_some());

        let mut parts = match self.hardware.numbers.macro_ops {
            0 => self.parts(lowered, low, &change, reads_memory, writes_memory),
            _ => self.macro_op_parts(lowered, low, &change, &facts, (reads_memory, writes_memory)),
        };
        let numbers = &self.hardware.numbers;
        if is_indexed {
            let simple = self.hardware.model.ports.indexed_store_address;
            parts.store_address.iter_mut().for_each(|ports| *ports = simple);
        }
        let has_stack_engine = options.has(feature::STACK_ENGINE) && numbers.has_stack_engine != 0;
        let is_pure_stack_op = matches!(facts.stack, StackUse::Push(_) | StackUse::Pop(_))
            && low.writes.len() + low.reads.len() <= 3;
        if is_stack_op && has_stack_engine && is_pure_stack_op {
            parts.compute.clear();
        }
        if facts.is_nop || change.is_free {
            parts = Parts::default();
        }
        let at_rename = self.at_rename(low, &facts, &change);
        if at_rename == AtRename::Known {
            parts.compute.clear();
        }
        let (address, mut data, mut writes) = self.registers(low, inst, &facts, is_stack_op);
        if at_rename == AtRename::Known {
            data.clear();
        } else if change.breaks_dependency && options.has(feature::ZERO_IDIOMS) {
            data.retain(|slot| *slot < FIRST);
        }
        let depends = change.reads_destination && options.has(feature::FALSE_DEPENDENCES);
        if (depends || facts.merges_into_destination)
            && let Some(first) = writes.first()
        {
            push(&mut data, *first);
        }
        writes.retain(|slot| *slot != NO_SLOT);

        let is_vector = facts.uses_vectors;
        let counts_macro_ops = numbers.macro_ops != 0;
        let timing = match counts_macro_ops {
            true => self.macro_op_timing(low, &change, &facts, &parts),
            false => self.timing(low, &change, &facts, &parts),
        };
        let mut micro_ops = SmallVec::<[MicroOp; 4]>::new();
        let micro_op = |kind, ports, latency_cycles| MicroOp {
            kind,
            ports,
            latency_cycles,
            divider_cycles: 0,
            locked_cycles: 0,
        };
        for ports in &parts.load {
            micro_ops.push(micro_op(Kind::Load, *ports, timing.load_cycles));
        }
        let first_compute = micro_ops.len();
        for (at, ports) in parts.compute.iter().enumerate() {
            let latency = if at == 0 { timing.compute_cycles } else { 1 };
            micro_ops.push(micro_op(Kind::Compute, *ports, latency));
        }
        if facts.is_locked && parts.compute.is_empty() {
            let any = self.hardware.model.ports.stack_update;
            micro_ops.push(micro_op(Kind::Compute, any, timing.compute_cycles.max(1)));
        }
        if let Some(first) = micro_ops.get_mut(first_compute) {
            first.divider_cycles = parts.divider_cycles;
            if facts.is_locked {
                first.locked_cycles = numbers.locked_cycles as u16;
            }
        }
        let num_computes = micro_ops.len() - first_compute;
        for ports in &parts.store_address {
            micro_ops.push(micro_op(Kind::StoreAddress, *ports, 1));
        }
        for ports in &parts.store_data {
            micro_ops.push(micro_op(Kind::StoreData, *ports, 1));
        }

        let counts = match counts_macro_ops {
            true => self.macro_op_counts(low, &parts, &change),
            false => self.counts(low, &parts, &facts, &change, is_indexed),
        };
        let has_simple_address = facts.address.as_ref().is_some_and(|address| {
            address.index.is_none() && (0..2048).contains(&address.displacement)
        });
        let is_general_load = reads_memory && parts.compute.is_empty() && !is_vector;
        let pointer = self.hardware.registers.stack_pointer;
        let stack_pointer = self.hardware.slot(pointer);
        let touches = |slots: &Slots| slots.contains(&stack_pointer);
        Some(Instruction {
            length_bytes: code.len().min(255) as u8,
            opcode_offset_bytes: facts.opcode_offset_bytes,
            has_length_changing_prefix: facts.has_length_changing_prefix
                && options.has(feature::LENGTH_CHANGE),
            decoded_micro_ops: counts.decoded,
            renamed_micro_ops: counts.renamed,
            is_complex: counts.is_complex,
            is_sequenced: counts.decoded > numbers.decoder_micro_ops as u16,
            avoids_last_decoder: numbers.last_decoder_avoids_fusible != 0
                && facts.fuses_with.0 != 0,
            is_fused: false,
            num_loads: parts.load.len() as u16,
            num_computes: num_computes as u16,
            num_stores: parts.store_data.len() as u16,
            micro_ops,
            uses_stack_pointer: !is_stack_op
                && (touches(&address) || touches(&data) || touches(&writes)),
            address,
            data,
            writes,
            at_rename,
            reads_memory,
            writes_memory,
            is_pointer_load: is_general_load
                && has_simple_address
                && u32::from(timing.load_cycles) == numbers.load_cycles,
            is_decoded_alone: change.is_decoded_alone && options.has(feature::COMPLEX_DECODE),
            has_flags_apart: change.has_flags_apart
                && options.has(feature::CORRECTIONS)
                && num_computes > 1,
            flag_delay_cycles: match options.has(feature::CORRECTIONS) {
                true => change.flag_delay_cycles,
                false => 0,
            },
            serializes: change.serializes && options.has(feature::SERIALIZATION),
            drains_stores: change.drains_stores && options.has(feature::SERIALIZATION),
            facts,
        })
    }

    fn change(&self, low: &LoweredInst, inst: &Inst, facts: &HardwareFacts) -> FormChange {
        let address = facts.address.as_ref();
        let has_index = address.is_some_and(|it| it.index.is_some());
        let sources = || {
            let tables = self.processor.tables();
            let num_defs = usize::from(tables.instruction(low.opcode).num_defs);
            let mut registers = inst.operands.iter().skip(num_defs).map(|operand| operand.reg());
            let first = registers.next().flatten();
            (first, registers.next().flatten())
        };
        let holds = |condition| match condition {
            FormCondition::SameSources => matches!(sources(), (Some(one), Some(two)) if one == two),
            FormCondition::DifferentRegisters => {
                let read = low.reads.first().map(|read| self.hardware.slot(read.reg));
                let written = low.writes.first().map(|write| self.hardware.slot(write.reg));
                read != written
            }
            FormCondition::Indexed => has_index,
            FormCondition::Scaled => has_index && address.is_some_and(|it| it.scale > 1),
            FormCondition::ThreeComponents => {
                has_index && address.is_some_and(|it| it.base.is_some() && it.has_displacement)
            }
            FormCondition::RelativeAddress => address.is_some_and(|it| it.is_relative_to_next),
            FormCondition::Writes16 => facts.written_bits == 16,
            FormCondition::Writes32 => facts.written_bits == 32,
            FormCondition::Writes64 => facts.written_bits == 64,
            FormCondition::HighByte => facts.reads_high_byte,
            FormCondition::Encodes4 => facts.register_number.is_some_and(|it| it & 7 == 4),
            FormCondition::SeveralMicroOps => low.micro_ops > 1,
            FormCondition::Locked => facts.is_locked,
            FormCondition::SeveralFlags => facts.asks_for_several_flags,
        };
        let name = self.processor.tables().opcode_name(low.opcode);
        let mut change = self.hardware.model.change(name, holds);
        let options = self.options;
        if !options.has(feature::CORRECTIONS) {
            change.computes = None;
            change.latency_cycles = None;
            change.divider_cycles = None;
            change.decoded_micro_ops = None;
        }
        if !options.has(feature::COMPLEX_DECODE) {
            change.is_complex = false;
        }
        change
    }

    fn at_rename(&self, low: &LoweredInst, facts: &HardwareFacts, change: &FormChange) -> AtRename {
        let options = self.options;
        if change.is_zero_idiom && options.has(feature::ZERO_IDIOMS) {
            return AtRename::Known;
        }
        let is_move = change.is_eliminated_move || low.has(lowered_flag::OPTIMIZABLE_MOVE);
        if is_move
            && options.has(feature::MOVE_ELIMINATION)
            && self.hardware.numbers.move_elimination_slots != 0
        {
            return AtRename::Move;
        }
        let bits = self.hardware.numbers.zero_latency_constant;
        if change.adds_at_rename
            && options.has(feature::CONSTANT_ADDITION)
            && bits > 0
            && facts
                .added_constant
                .is_some_and(|it| it >> (bits - 1) == 0 || it >> (bits - 1) == -1)
        {
            return AtRename::AddConstant;
        }
        AtRename::Nothing
    }
}

/// Ports of the micro-ops of an instruction, by their kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub load: SmallVec<[PortSet; 2]>,
    pub store_address: SmallVec<[PortSet; 2]>,
    pub store_data: SmallVec<[PortSet; 2]>,
    pub compute: SmallVec<[PortSet; 4]>,
    pub divider_cycles: u16,
}

impl Parts {
    /// Takes over what a hardware model says about the micro-ops that compute.
    pub fn correct(&mut self, change: &FormChange) {
        if let Some(computes) = &change.computes {
            self.compute.clear();
            for micro_ops in computes {
                let count = usize::from(micro_ops.count.min(MOST_MICRO_OPS));
                self.compute.extend(std::iter::repeat_n(micro_ops.ports, count));
            }
        }
        if let Some(cycles) = change.divider_cycles {
            self.divider_cycles = cycles;
        }
    }
}

/// Latencies of the parts of an instruction.
pub(super) struct Timing {
    pub load_cycles: u16,
    pub compute_cycles: u16,
}

/// Numbers of micro-ops in the fused domain.
pub(super) struct Counts {
    pub decoded: u16,
    pub renamed: u16,
    pub is_complex: bool,
}

/// Most micro-ops of an instruction that are simulated one by one.
const MOST_MICRO_OPS: u16 = 128;

impl Builder<'_> {
    /// Finds out which of the ports that an instruction uses are for what.
    fn parts(
        &self,
        lowered: &Lowered,
        low: &LoweredInst,
        change: &FormChange,
        reads: bool,
        writes: bool,
    ) -> Parts {
        let roles = &self.hardware.model.ports;
        let mut parts = Parts::default();
        for need in &lowered.needs(low).needs {
            let resource = need.index().index();
            if self.hardware.is_divider(resource) {
                parts.divider_cycles = parts.divider_cycles.max(need.cycles.min(1000) as u16);
                continue;
            }
            let ports = self.hardware.ports_of(resource);
            if ports.is_empty() {
                continue;
            }
            for _ in 0..need.cycles.min(MOST_MICRO_OPS.into()) {
                let is_load = ports == roles.load;
                if is_load && reads && (parts.load.is_empty() || !writes) {
                    parts.load.push(ports);
                } else if writes && (is_load || ports == roles.store_address) {
                    parts.store_address.push(roles.store_address);
                } else if writes && ports == roles.store_data {
                    parts.store_data.push(ports);
                } else if reads && ports == roles.store_address {
                    parts.load.push(roles.load);
                } else {
                    parts.compute.push(ports);
                }
            }
        }
        parts.correct(change);
        if reads && parts.load.is_empty() {
            parts.load.push(roles.load);
        }
        if writes && parts.store_data.is_empty() {
            parts.store_data.push(roles.store_data);
        }
        if writes && parts.store_address.is_empty() {
            parts.store_address.push(roles.store_address);
        }
        if parts.store_data.len() <= 1 {
            parts.store_address.truncate(1);
        }
        parts
    }

    /// Divides the latency of an instruction between its load and what computes.
    fn timing(
        &self,
        low: &LoweredInst,
        change: &FormChange,
        facts: &HardwareFacts,
        parts: &Parts,
    ) -> Timing {
        let (reads, writes) = (!parts.load.is_empty(), !parts.store_data.is_empty());
        let is_vector = facts.uses_vectors;
        let numbers = &self.hardware.numbers;
        let (latency, bypass) = self.latencies(low);
        let (general, vector) = (numbers.load_cycles as u16, numbers.vector_load_cycles as u16);
        let default_load = if is_vector { vector } else { general };
        let compute = change.latency_cycles;
        if !reads {
            let compute_cycles = match compute {
                Some(cycles) => cycles,
                None if writes && parts.compute.is_empty() => 0,
                None if latency == 0 && !parts.compute.is_empty() && !writes => 1,
                None => latency,
            };
            return Timing { load_cycles: 0, compute_cycles };
        }
        if facts.stack != StackUse::None {
            return Timing { load_cycles: general, compute_cycles: 1 };
        }
        if parts.compute.is_empty() && !writes {
            let load_cycles = if latency >= 4 { latency } else { general };
            return Timing { load_cycles, compute_cycles: 0 };
        }
        if let Some(of_model) = self.model_load_cycles(facts).filter(|_| !writes) {
            let rest = latency.saturating_sub(of_model).max(1);
            return Timing { load_cycles: vector, compute_cycles: compute.unwrap_or(rest) };
        }
        let load_cycles = match bypass > 0 && bypass < latency && !writes {
            true => latency - bypass,
            false => default_load,
        };
        let rest = match writes {
            true => latency.saturating_sub(numbers.write_cycles as u16).min(bypass),
            false => latency.saturating_sub(load_cycles),
        };
        Timing { load_cycles, compute_cycles: compute.unwrap_or(rest.max(1)) }
    }

    /// Cycles that the scheduling model adds for a load into a vector register, if the hardware model tells.
    pub(super) fn model_load_cycles(&self, facts: &HardwareFacts) -> Option<u16> {
        let numbers = &self.hardware.numbers;
        let cycles = match facts.access_bytes {
            0..=16 => numbers.model_load_cycles,
            _ => numbers.model_wide_load_cycles,
        };
        (facts.uses_vectors && cycles != 0).then_some(cycles as u16)
    }

    /// The latency of an instruction, and the part of it that operands other than the address take.
    pub(super) fn latencies(&self, low: &LoweredInst) -> (u16, u16) {
        let tables = self.processor.tables();
        let latency = low.latency_cycles.min(2000) as u16;
        let Some(class) = tables.sched_class(self.processor.model, low.sched_class) else {
            return (latency, latency);
        };
        let latencies = &tables.write_latencies[class.write_latencies.range()];
        let advances = &tables.read_advances[class.read_advances.range()];
        let advance = bypass_cycles(latencies, advances);
        let bypass = (latency_cycles(latencies) - advance).clamp(0, 2000);
        (latency, bypass as u16)
    }

    fn counts(
        &self,
        low: &LoweredInst,
        parts: &Parts,
        facts: &HardwareFacts,
        change: &FormChange,
        is_indexed: bool,
    ) -> Counts {
        let numbers = &self.hardware.numbers;
        let options = self.options;
        let [load, address, data, compute] =
            [&parts.load[..], &parts.store_address, &parts.store_data, &parts.compute]
                .map(|it| it.len() as u16);
        let mut fused = (load + address + data + compute).max(1);
        let is_fused_load = load > 0 && compute > 0;
        let has_fusion = options.has(feature::MICRO_FUSION);
        if has_fusion {
            fused -= u16::from(is_fused_load) + address.min(data);
        }
        let mut renamed = fused;
        let writes = data > 0;
        if has_fusion && is_indexed && options.has(feature::SPLITTING) {
            let loads_and_computes = is_fused_load && !writes;
            renamed += match (change.splits, numbers.splits_at_rename) {
                (Some(splits), _) => u16::from(splits),
                (None, 1) => u16::from(loads_and_computes) + u16::from(address > 0 && writes),
                (None, 2) => {
                    let described = self.processor.tables().operands(low.opcode);
                    let overwrites_source = described.iter().any(|it| it.tied_to >= 0);
                    u16::from(loads_and_computes && !overwrites_source)
                        + u16::from(writes && load > 0)
                }
                _ => 0,
            };
        }
        let mut decoded = fused;
        if facts.is_locked {
            decoded = decoded.max(4);
            renamed = renamed.max(4);
        }
        let mut is_complex = decoded > 1 || change.is_complex;
        if options.has(feature::COMPLEX_DECODE)
            && let Some(count) = change.decoded_micro_ops
        {
            decoded = decoded.max(count);
            is_complex |= decoded > 1;
        }
        Counts { decoded, renamed, is_complex }
    }

    /// The registers of an address, those that are read besides, and those that are written.
    fn registers(
        &self,
        low: &LoweredInst,
        inst: &Inst,
        facts: &HardwareFacts,
        is_stack_op: bool,
    ) -> (Slots, Slots, Slots) {
        let hardware = self.hardware;
        let tables = self.processor.tables();
        let num_defs = usize::from(tables.instruction(low.opcode).num_defs);
        let stack_pointer = hardware.slot(hardware.registers.stack_pointer);
        let (mut address, mut data, mut writes) = (Slots::new(), Slots::new(), Slots::new());
        let is_flags = |reg| reg == hardware.registers.flags;
        let is_address_free = facts.is_access_free && !facts.is_nop;
        for read in &low.reads {
            let slot = hardware.slot(read.reg);
            if read.is_independent || is_flags(read.reg) || slot == NO_SLOT {
                continue;
            }
            let position = num_defs + usize::from(read.use_index);
            let is_explicit = inst.operands.get(position).and_then(|it| it.reg()) == Some(read.reg);
            let is_part =
                facts.address_operands.iter().flatten().any(|at| usize::from(*at) == position);
            if is_stack_op && !is_explicit && slot == stack_pointer {
                continue;
            }
            if is_explicit && is_part && !is_address_free {
                push(&mut address, slot);
            } else {
                push(&mut data, slot);
            }
        }
        for write in &low.writes {
            let slot = hardware.slot(write.reg);
            if slot != NO_SLOT && !is_flags(write.reg) {
                push(&mut writes, slot);
            }
        }
        for (bit, slot) in [(flag_group::CARRY, CARRY), (flag_group::OTHERS, OTHER_FLAGS)] {
            if facts.flags_read & bit != 0 {
                push(&mut data, slot);
            }
            if facts.flags_written & bit != 0 {
                push(&mut writes, slot);
            }
        }
        (address, data, writes)
    }
}

fn push(slots: &mut Slots, slot: Slot) {
    if !slots.contains(&slot) {
        slots.push(slot);
    }
}
