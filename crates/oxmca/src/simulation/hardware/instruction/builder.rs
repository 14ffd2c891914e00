//! An instruction as a processor executes it, from its lowered form, its facts and its machine code.

use super::parts::{Counts, Parts, push};
use super::{
    AtRename, Builder, Instruction, Kind, MemoryAccess, MicroOp, RenamePlan, Slots, ThirdOperand,
    Unit, wide_vectors,
};
use crate::lower::{Lowered, LoweredInst, lowered_flag};
use crate::options::HardwareParts;
use crate::processor::hardware::{NO_SLOT, Slot, is_status, status_slots};
use oxmca_asm::Inst;
use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{Access, Direction, Effect, Place, StackUse};
use oxmca_tables::Reg;
use oxmca_tables::hardware::{Bypass, CountedUnit, FormChange, FormCondition, PairRows, PortSet};
use oxmca_tables::schema::operand_type;
use smallvec::SmallVec;

/// An operand that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Register(Reg),
    Memory,
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
        let facts = self.target.hardware_facts_in(inst, code, low.state)?;
        let mut change = self.change(low, inst, &facts);
        let has_models_latency = change.latency_cycles.is_none();
        self.forward_by_model(low, inst, &facts, &mut change);
        if change.early_operand.is_some() {
            // Micro-ops take as long as to that operand; others wait longer.
            let early_cycles = change.bypass.late_cycles.into();
            change.latency_cycles =
                change.latency_cycles.map(|it: u16| it.saturating_sub(early_cycles));
        }
        let pair_rows = self.pair_rows(low, inst, &facts);
        let can_begin_pair = self.hardware.model.fusions.can_begin(pair_rows);
        let is_stack_op = facts.stack != StackUse::None;
        let reads_memory = facts.loads();
        let is_indexed = facts.has_index();

        let numbers = &self.hardware.numbers;
        let policies = &self.hardware.model.policies;
        let counts_macro_ops = policies.counted_unit == CountedUnit::MacroOps;
        let mut parts = match counts_macro_ops {
            false => self.parts(lowered, low, &change, &facts),
            true => self.macro_op_parts(lowered, low, &change, &facts),
        };
        if is_indexed {
            let simple = self.hardware.model.ports.indexed_store_address;
            parts.store_address.iter_mut().for_each(|ports| *ports = simple);
        }
        let has_stack_engine =
            options.has(HardwareParts::STACK_ENGINE) && policies.has_stack_engine;
        let is_pure_stack_op = matches!(facts.stack, StackUse::Push(_) | StackUse::Pop(_))
            && low.writes.len() + low.reads.len() <= 3;
        if is_stack_op && has_stack_engine && is_pure_stack_op {
            parts.compute.clear();
        }
        // A prefix that is written as a statement of its own belongs to the next instruction.
        let is_prefix = self.target.flags_of_next(inst) != 0;
        if facts.is_nop || change.is_free || is_prefix {
            parts = Parts::default();
        }
        let at_rename = self.at_rename(low, &facts, &change);
        let of_vectors = self.hardware.model.ports.vector;
        let is_on_masks = parts.compute.iter().any(|it| !it.is_empty() && of_vectors.contains(*it));
        if at_rename == AtRename::Known {
            parts.compute.clear();
        }
        let believes_model = change.breaks_dependency != Some(false);
        let (address, mut data, mut writes) =
            self.registers(low, inst, &facts, is_stack_op, believes_model);
        if let Some(unchanged) = facts.unchanged {
            let slot = self.hardware.slot(unchanged);
            writes.retain(|it| *it != slot);
        }
        if at_rename == AtRename::Known {
            data.clear();
        } else if change.breaks_dependency == Some(true) && options.has(HardwareParts::ZERO_IDIOMS)
        {
            data.retain(|slot| is_status(*slot));
        }
        if change.reads_flags && options.has(HardwareParts::FALSE_DEPENDENCES) {
            status_slots(facts.status_written).for_each(|slot| push(&mut data, slot));
        }
        let depends = change.reads_destination && options.has(HardwareParts::FALSE_DEPENDENCES);
        if (depends || facts.merges_into_destination)
            && let Some(first) = writes.first()
        {
            push(&mut data, *first);
        }
        writes.retain(|slot| *slot != NO_SLOT);
        let updated_bases = self.updated_bases(&facts, &writes);
        let base_updates = self.base_updates(&updated_bases, &change, &mut parts);

        let is_vector = facts.uses_vectors;
        let timing = match counts_macro_ops {
            true => self.macro_op_timing(low, &change, &facts, &parts),
            false => self.timing(low, &change, &facts, &parts),
        };
        let mut micro_ops = SmallVec::<[MicroOp; 4]>::new();
        for ports in &parts.load {
            micro_ops.push(MicroOp::new(Kind::Load, *ports, timing.load_cycles));
        }
        let first_compute = micro_ops.len();
        for (at, ports) in parts.compute.iter().enumerate() {
            let latency = if at == 0 { timing.compute_cycles } else { 1 };
            micro_ops.push(MicroOp::new(Kind::Compute, *ports, latency));
        }
        if facts.is_locked && parts.compute.is_empty() {
            let any = self.hardware.model.ports.stack_update;
            micro_ops.push(MicroOp::new(Kind::Compute, any, timing.compute_cycles.max(1)));
        }
        if options.has(HardwareParts::WIDE_VECTORS) {
            for it in &mut micro_ops[first_compute..] {
                let can_move = change.moves_beside_wide;
                it.ports_beside_wide =
                    wide_vectors::beside_wide(it.ports, is_vector, can_move, self.hardware);
            }
        }
        if let Some(first) = micro_ops.get_mut(first_compute) {
            first.unit_hundredths = 50 * u32::from(parts.divider_half_cycles);
            first.unit = Unit::Divider(first.ports);
            if let Some(unit) = change.shared_unit {
                first.unit_hundredths = unit.hundredths;
                first.unit = Unit::Shared(unit.ports);
            }
            first.later_on = change.later_on;
            first.busy_cycles = parts.busy_cycles;
            first.has_third_operand = change.has_third_operand;
            first.is_uncounted = change.is_uncounted;
            if facts.is_locked {
                first.locked_cycles = numbers.locked_cycles as u16;
            }
        }
        let num_computes = micro_ops.len() - first_compute;
        for ports in &parts.store_address {
            micro_ops.push(MicroOp::new(Kind::StoreAddress, *ports, 1));
        }
        for ports in &parts.store_data {
            micro_ops.push(MicroOp::new(Kind::StoreData, *ports, 1));
        }
        for ports in &base_updates {
            micro_ops.push(MicroOp::new(Kind::Compute, *ports, 1));
        }
        MicroOp::divide(&mut micro_ops, &facts.accesses);

        let (mut register_delays, load_delay_cycles) = self.delays(low, inst, &change);
        if change.base_delay_cycles > 0 {
            let bases = facts.addresses.iter().filter_map(|it| it.base);
            let slots = bases.flat_map(|base| self.hardware.slots_of(base.root));
            register_delays.extend(slots.map(|slot| (slot, change.base_delay_cycles)));
        }
        let early_registers = self.early_registers(low, inst, &change);
        let third_operand = self.third_operand(low, inst, &change);
        let mut counts = match counts_macro_ops {
            true => self.macro_op_counts(low, &parts, &change),
            false => self.counts(low, &parts, &facts, &change, is_indexed),
        };
        let slots = change.renamed_slots.filter(|_| options.has(HardwareParts::CORRECTIONS));
        counts.renamed = counts.renamed.max(slots.unwrap_or(0));
        if !counts_macro_ops {
            counts.decoded += base_updates.len() as u16;
            counts.renamed += base_updates.len() as u16;
        }
        if is_prefix {
            counts = Counts { decoded: 1, renamed: 1, is_complex: false, is_split: false };
        }
        let is_sequenced = u32::from(counts.decoded) > numbers.decoder_micro_ops;
        let fills_cycles = is_sequenced
            && slots.is_none()
            && policies.sequencer_fills_cycles
            && options.has(HardwareParts::COMPLEX_DECODE);
        let has_simple_address = facts.addresses.first().is_some_and(|address| {
            let is_named = address.operands[0].is_some();
            is_named && address.index.is_none() && (0..2048).contains(&address.displacement)
        });
        let is_general_load = reads_memory && parts.compute.is_empty() && !is_vector;
        let pointer = self.hardware.registers.stack_pointer;
        let stack_pointer = self.hardware.slot(pointer);
        let touches = |slots: &Slots| slots.contains(&stack_pointer);
        Some(Instruction {
            length_bytes: code.len().min(255) as u8,
            opcode_offset_bytes: facts.opcode_offset_bytes,
            has_length_changing_prefix: facts.has_length_changing_prefix
                && options.has(HardwareParts::LENGTH_CHANGE),
            decoded_micro_ops: counts.decoded,
            renamed_micro_ops: counts.renamed,
            is_complex: counts.is_complex,
            is_sequenced,
            pair_rows,
            can_begin_pair,
            avoids_last_decoder: policies.last_decoder_avoids_fusible && can_begin_pair,
            is_fused: false,
            absorbed: None,
            branch_ports: PortSet::default(),
            pair_bytes: code.len().min(255) as u16,
            constant_words: facts.constant_words,
            num_loads: parts.load.len() as u16,
            num_computes: num_computes as u16,
            num_stores: parts.store_data.len() as u16,
            micro_ops,
            uses_stack_pointer: !is_stack_op
                && (touches(&address) || touches(&data) || touches(&writes)),
            accesses: self.accesses(&facts, inst, &address),
            data,
            loaded_registers: self.loaded_registers(&facts, &parts, &writes),
            writes,
            updated_bases,
            at_rename,
            is_on_vectors: facts.uses_vectors || is_on_masks,
            is_pointer_load: is_general_load
                && has_simple_address
                && u32::from(timing.load_cycles) == numbers.load_cycles,
            is_decoded_alone: change.is_decoded_alone && options.has(HardwareParts::COMPLEX_DECODE),
            has_flags_apart: change.has_flags_apart
                && options.has(HardwareParts::CORRECTIONS)
                && num_computes > 1,
            flag_delay_cycles: match options.has(HardwareParts::CORRECTIONS) {
                true => change.flag_delay_cycles,
                false => 0,
            },
            fills_cycles,
            is_split: counts.is_split,
            begins_cycle: fills_cycles
                || change.begins_cycle && options.has(HardwareParts::SPLITTING),
            slots_in_a_row: change
                .slots_in_a_row
                .filter(|_| options.has(HardwareParts::CORRECTIONS)),
            register_delays,
            load_delay_cycles,
            bypass: change.bypass,
            early_registers,
            third_operand,
            late_writes: self.late_writes(low, &change),
            serializes: change.serializes && options.has(HardwareParts::SERIALIZATION),
            drains_stores: change.drains_stores && options.has(HardwareParts::SERIALIZATION),
            values_matter: false,
            has_models_latency,
            has_models_ports: change.computes.is_none()
                && change.computes_once.is_none()
                && change.busy_hundredths.is_none()
                && change.divider_half_cycles.is_none(),
            facts,
            plan: RenamePlan::default(),
        })
    }

    /// Returns the accesses of an instruction, with those of the registers of addresses that each
    /// waits for.
    fn accesses(
        &self,
        facts: &HardwareFacts,
        inst: &Inst,
        registers: &Slots,
    ) -> SmallVec<[MemoryAccess; 2]> {
        let slot_at = |position: u8| {
            let reg = inst.operands.get(usize::from(position))?.reg()?;
            Some(self.hardware.slot(reg)).filter(|slot| registers.contains(slot))
        };
        let accesses = facts.accesses.iter().map(|access| {
            let operands = facts.address_of(access).map_or([None; 2], |it| it.operands);
            let mut registers = Slots::new();
            let named = operands.into_iter().flatten().filter_map(slot_at);
            named.for_each(|slot| push(&mut registers, slot));
            MemoryAccess { access: *access, registers }
        });
        accesses.collect()
    }

    /// Returns the registers from which the results of an instruction take longer, and the cycles that they take longer
    /// from what it loads. Operands are counted as manuals write them: destinations first, those that are tied to one are
    /// the same, and all of an address is one.
    fn delays(
        &self,
        low: &LoweredInst,
        inst: &Inst,
        change: &FormChange,
    ) -> (SmallVec<[(Slot, u8); 1]>, u8) {
        let (mut registers, mut of_load) = (SmallVec::new(), 0);
        if change.operand_delays.is_empty() {
            return (registers, of_load);
        }
        for (number, read) in self.numbered_operands(low, inst) {
            for delay in change.operand_delays.iter().filter(|it| it.operand == number) {
                match read {
                    Read::Memory => of_load = delay.cycles,
                    Read::Register(reg) => {
                        let slots = self.hardware.slots_of(reg);
                        registers.extend(slots.iter().map(|slot| (*slot, delay.cycles)));
                    }
                }
            }
        }
        (registers, of_load)
    }

    /// Returns the registers of the only operand to which results come early, without those that other operands read as well;
    /// `None` if there is no such operand.
    fn early_registers(
        &self,
        low: &LoweredInst,
        inst: &Inst,
        change: &FormChange,
    ) -> Option<Slots> {
        let operand = change.early_operand?;
        let (mut early, mut others) = (Slots::new(), Slots::new());
        for (number, read) in self.numbered_operands(low, inst) {
            let Read::Register(reg) = read else { continue };
            let slots = if number == operand { &mut early } else { &mut others };
            slots.extend(self.hardware.slots_of(reg));
        }
        early.retain(|slot| !others.contains(slot));
        Some(early)
    }

    /// Returns the operand that an instruction reads as the third.
    fn third_operand(&self, low: &LoweredInst, inst: &Inst, change: &FormChange) -> ThirdOperand {
        let Some(operand) = change.third_operand.filter(|_| change.has_third_operand) else {
            return ThirdOperand::Unknown;
        };
        let operands = self.numbered_operands(low, inst);
        match operands.iter().find(|it| it.0 == operand).map(|it| it.1) {
            Some(Read::Memory) => ThirdOperand::Loaded,
            Some(Read::Register(reg)) => {
                let slot = self.hardware.slots_of(reg).first().copied();
                slot.map_or(ThirdOperand::Unknown, ThirdOperand::Register)
            }
            None => ThirdOperand::Unknown,
        }
    }

    /// Returns what an instruction reads as operands, with their numbers from 1 as manuals write them: the destination first.
    pub(super) fn numbered_operands(
        &self,
        low: &LoweredInst,
        inst: &Inst,
    ) -> SmallVec<[(u8, Read); 8]> {
        let described = self.processor.tables().operands(low.opcode);
        let num_defs = usize::from(self.processor.tables().instruction(low.opcode).num_defs);
        let mut numbers = SmallVec::<[u8; 8]>::new();
        let mut read = SmallVec::new();
        let mut last = 0;
        for (at, operand) in described.iter().enumerate() {
            let is_memory = operand.kind == operand_type::MEMORY;
            let is_first_of_memory =
                is_memory && (at == 0 || described[at - 1].kind != operand_type::MEMORY);
            let number = match usize::try_from(operand.tied_to) {
                Ok(tied) => numbers.get(tied).copied().unwrap_or(last),
                Err(_) if is_memory && !is_first_of_memory => last,
                Err(_) => {
                    last += 1;
                    last
                }
            };
            numbers.push(number);
            if is_memory {
                read.push((number, Read::Memory));
            } else if at >= num_defs
                && let Some(reg) = inst.operands.get(at).and_then(|it| it.reg())
            {
                read.push((number, Read::Register(reg)));
            }
        }
        read
    }

    /// Returns registers that an instruction writes later than others, with the cycles.
    fn late_writes(&self, low: &LoweredInst, change: &FormChange) -> SmallVec<[(Slot, u8); 1]> {
        let late = change.late_results.iter().filter_map(|it| {
            let write = low.writes.get(usize::from(it.result) - 1)?;
            Some((self.hardware.slots_of(write.reg), it.late_cycles))
        });
        late.flat_map(|(slots, cycles)| slots.into_iter().map(move |slot| (slot, cycles))).collect()
    }

    /// Returns the bases of addresses that an instruction changes, of those that it writes.
    fn updated_bases(&self, facts: &HardwareFacts, writes: &Slots) -> SmallVec<[Slot; 1]> {
        let updating = facts.addresses.iter().filter(|it| it.updates_base);
        let bases = updating.filter_map(|it| Some(self.hardware.slot(it.base?.root)));
        bases.filter(|slot| writes.contains(slot)).collect()
    }

    /// Returns the ports of the micro-ops that change bases of addresses. They are the last of those that the scheduling
    /// model has for computing.
    fn base_updates(
        &self,
        bases: &[Slot],
        change: &FormChange,
        parts: &mut Parts,
    ) -> SmallVec<[PortSet; 1]> {
        let of_file = self.hardware.model.ports.base_update;
        let ports = bases.iter().map(|_| match change.computes {
            Some(_) => of_file,
            None => parts.compute.pop().unwrap_or(of_file),
        });
        ports.collect()
    }

    /// Returns the registers that are what one of several loads gives, with the number of the load.
    fn loaded_registers(
        &self,
        facts: &HardwareFacts,
        parts: &Parts,
        writes: &Slots,
    ) -> SmallVec<[(Slot, u8); 2]> {
        let is_load = |it: &&Access| it.direction == Direction::Load;
        let Effect::Assigns(assignments) = &facts.effect else { return SmallVec::new() };
        if facts.accesses.iter().filter(is_load).count() < 2 || !parts.compute.is_empty() {
            return SmallVec::new();
        }
        let loaded = assignments.iter().filter_map(|it| {
            let (Place::Register(part), [Place::Access(at), Place::None]) =
                (it.destination, it.sources)
            else {
                return None;
            };
            let before = facts.accesses.iter().take(usize::from(at));
            Some((self.hardware.slot(part.root), before.filter(is_load).count() as u8))
        });
        loaded.filter(|(slot, _)| writes.contains(slot)).collect()
    }

    /// Returns the rows about pairs that name an instruction.
    fn pair_rows(&self, low: &LoweredInst, inst: &Inst, facts: &HardwareFacts) -> PairRows {
        let name = self.processor.tables().opcode_name(low.opcode);
        let holds = |condition| self.holds(condition, low, inst, facts);
        self.hardware.model.fusions.rows_of(name, holds)
    }

    /// Returns whether a condition holds for an instruction.
    fn holds(
        &self,
        condition: FormCondition,
        low: &LoweredInst,
        inst: &Inst,
        facts: &HardwareFacts,
    ) -> bool {
        let address = facts.addresses.first();
        let has_index = facts.has_index();
        let sources = || {
            let tables = self.processor.tables();
            let num_defs = usize::from(tables.instruction(low.opcode).num_defs);
            let mut registers = inst.operands.iter().skip(num_defs).map(|operand| operand.reg());
            let first = registers.next().flatten();
            (first, registers.next().flatten())
        };
        match condition {
            FormCondition::SameSources => matches!(sources(), (Some(one), Some(two)) if one == two),
            FormCondition::DifferentRegisters => {
                let read = low.reads.first().map(|read| self.hardware.slot(read.reg));
                let written = low.writes.first().map(|write| self.hardware.slot(write.reg));
                read != written
            }
            FormCondition::Indexed => has_index,
            FormCondition::Scaled => facts.has_scaled_index(),
            FormCondition::ThreeComponents => {
                has_index && address.is_some_and(|it| it.base.is_some() && it.has_displacement)
            }
            FormCondition::RelativeAddress => address.is_some_and(|it| it.is_relative_to_next),
            FormCondition::Writes16 => facts.written_bits == 16,
            FormCondition::Writes32 => facts.written_bits == 32,
            FormCondition::Writes64 => facts.written_bits == 64,
            FormCondition::SeveralMicroOps => low.micro_ops > 1,
            FormCondition::Locked => facts.is_locked,
            FormCondition::Trait(bit) => facts.traits.checked_shr(bit.into()).unwrap_or(0) & 1 != 0,
        }
    }

    fn change(&self, low: &LoweredInst, inst: &Inst, facts: &HardwareFacts) -> FormChange {
        let name = self.processor.tables().opcode_name(low.opcode);
        let holds = |condition| self.holds(condition, low, inst, facts);
        let mut change = self.hardware.model.change(name, holds);
        let options = self.options;
        if !options.has(HardwareParts::CORRECTIONS) {
            change.computes = None;
            change.computes_once = None;
            change.busy_hundredths = None;
            change.busy_once_cycles = 0;
            change.latency_cycles = None;
            change.divider_half_cycles = None;
            change.shared_unit = None;
            change.later_on = PortSet::default();
            change.decoded_micro_ops = None;
            change.operand_delays.clear();
            change.late_results.clear();
            change.bypass = Bypass::default();
            change.early_operand = None;
        }
        if facts.is_nop {
            // One that exchanges a register with itself has a row of those that do something.
            change.decoded_micro_ops = Some(1);
        }
        if !options.has(HardwareParts::COMPLEX_DECODE) {
            change.is_complex = false;
        }
        change
    }

    pub(super) fn at_rename(
        &self,
        low: &LoweredInst,
        facts: &HardwareFacts,
        change: &FormChange,
    ) -> AtRename {
        let options = self.options;
        if change.is_zero_idiom && options.has(HardwareParts::ZERO_IDIOMS) {
            return AtRename::Known;
        }
        let is_move = change.is_eliminated_move || low.has(lowered_flag::OPTIMIZABLE_MOVE);
        if is_move
            && options.has(HardwareParts::MOVE_ELIMINATION)
            && self.hardware.numbers.move_elimination_slots != 0
        {
            return AtRename::Move;
        }
        let bits = self.hardware.numbers.zero_latency_constant;
        if change.adds_at_rename
            && options.has(HardwareParts::CONSTANT_ADDITION)
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
