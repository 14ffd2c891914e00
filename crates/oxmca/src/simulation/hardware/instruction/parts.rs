//! Micro-ops of an instruction by what they do, their times, numbers and registers.

use super::Builder;
use super::Slots;
use crate::lower::class::{bypass_cycles, latency_cycles};
use crate::lower::{Lowered, LoweredInst};
use crate::options::HardwareParts;
use crate::processor::hardware::{Slot, status_slots};
use oxmca_asm::Inst;
use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::StackUse;
use oxmca_tables::hardware::{CountedUnit, FormChange, PortSet, SplitMicroOps};
use smallvec::SmallVec;

/// Ports of the micro-ops of an instruction, by their kind.
#[derive(Clone, Debug, Default)]
pub(in crate::simulation::hardware) struct Parts {
    pub load: SmallVec<[PortSet; 2]>,
    pub store_address: SmallVec<[PortSet; 2]>,
    pub store_data: SmallVec<[PortSet; 2]>,
    pub compute: SmallVec<[PortSet; 4]>,
    pub divider_half_cycles: u16,
    /// Cycles for which the first that computes keeps its port.
    pub busy_cycles: u16,
}

impl Parts {
    /// Takes over what a hardware model says about the micro-ops that compute.
    /// An operation on vectors wider than a pipe has those micro-ops once for each part.
    pub fn correct(&mut self, change: &FormChange, vector: PortSet, size: VectorSize) {
        let has_row = change.computes.is_some();
        if let Some(computes) = &change.computes {
            self.compute.clear();
            for micro_ops in computes {
                let is_once = change.busy_hundredths.is_some() || !vector.contains(micro_ops.ports);
                let count = match is_once {
                    true => micro_ops.count,
                    false => size.times(micro_ops.count.into()).min(MOST_MICRO_OPS.into()) as u16,
                };
                self.compute.extend(std::iter::repeat_n(micro_ops.ports, count.into()));
            }
        }
        for micro_ops in change.computes_once.iter().flatten().filter(|_| has_row) {
            let count = usize::from(micro_ops.count.min(MOST_MICRO_OPS));
            self.compute.extend(std::iter::repeat_n(micro_ops.ports, count));
        }
        if change.busy_hundredths.is_some() || change.busy_once_cycles > 0 {
            let of_parts = size.times(change.busy_hundredths.unwrap_or(0).into()).div_ceil(100);
            let cycles = of_parts.saturating_add(change.busy_once_cycles.into());
            self.busy_cycles = cycles.min(MOST_BUSY_CYCLES.into()) as u16;
        }
        if let Some(cycles) = change.divider_half_cycles {
            self.divider_half_cycles = cycles;
        }
    }
}

/// The size of an instruction's vectors, in parts that a pipe takes: a fraction.
#[derive(Clone, Copy, Debug)]
pub(in crate::simulation::hardware) struct VectorSize {
    bytes: u64,
    pipe_bytes: u64,
}

impl VectorSize {
    /// Returns the least whole number that is not below a number for each part.
    pub fn times(self, number: u64) -> u64 {
        (number * self.bytes).div_ceil(self.pipe_bytes)
    }
}

/// Latencies of the parts of an instruction.
pub(in crate::simulation::hardware) struct Timing {
    pub load_cycles: u16,
    pub compute_cycles: u16,
}

/// Numbers of micro-ops in the fused domain.
pub(in crate::simulation::hardware) struct Counts {
    pub decoded: u16,
    pub renamed: u16,
    pub is_complex: bool,
    pub is_split: bool,
}

/// Most micro-ops of an instruction that are simulated one by one.
const MOST_MICRO_OPS: u16 = 128;
/// Most cycles for which a micro-op keeps its port.
const MOST_BUSY_CYCLES: u16 = 20_000;

impl Builder<'_> {
    /// Finds out which of the ports that an instruction uses are for what.
    pub(super) fn parts(
        &self,
        lowered: &Lowered,
        low: &LoweredInst,
        change: &FormChange,
        facts: &HardwareFacts,
    ) -> Parts {
        let (reads, writes) = (facts.loads(), facts.stores());
        let roles = &self.hardware.model.ports;
        let has_loads_of_model = self.takes_loads_of_model();
        // As the scheduling model has them, which does not know all ports.
        let [load, store_address, store_data] = [roles.load, roles.store_address, roles.store_data]
            .map(|role| PortSet(role.0 & !roles.by_rows.0));
        let mut parts = Parts::default();
        for need in &lowered.needs(low).needs {
            let resource = need.index().index();
            if self.hardware.is_divider(resource) {
                parts.divider_half_cycles =
                    parts.divider_half_cycles.max(2 * need.cycles.min(1000) as u16);
                continue;
            }
            let ports = self.hardware.ports_of(resource);
            if ports.is_empty() {
                continue;
            }
            for _ in 0..need.cycles.min(MOST_MICRO_OPS.into()) {
                let is_load = ports == load;
                if is_load && reads && (parts.load.is_empty() || !writes) {
                    if parts.load.is_empty() || has_loads_of_model {
                        parts.load.push(roles.load);
                    }
                } else if writes && (is_load || ports == store_address) {
                    parts.store_address.push(roles.store_address);
                } else if writes && ports == store_data {
                    parts.store_data.push(roles.store_data);
                } else if reads && ports == store_address {
                    parts.load.push(roles.load);
                } else {
                    parts.compute.push(ports);
                }
            }
        }
        parts.correct(change, roles.vector, self.vector_size(facts));
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

    /// Returns the number of parts in which pipes compute with the widest vector of an instruction.
    pub(in crate::simulation::hardware) fn vector_parts(&self, facts: &HardwareFacts) -> u16 {
        let pipe_bytes = self.hardware.numbers.vector_pipe_bytes as u16;
        facts.vector_bytes.div_ceil(pipe_bytes).max(1)
    }

    /// Returns the size of an instruction's vectors. Groups of registers can be smaller than a part; all else has whole parts.
    pub(in crate::simulation::hardware) fn vector_size(&self, facts: &HardwareFacts) -> VectorSize {
        let numbers = &self.hardware.numbers;
        match u64::from(facts.vector_group_eighths) {
            0 => VectorSize { bytes: self.vector_parts(facts).into(), pipe_bytes: 1 },
            eighths => VectorSize {
                bytes: eighths * u64::from(numbers.vector_register_bytes),
                pipe_bytes: 8 * u64::from(numbers.vector_pipe_bytes),
            },
        }
    }

    /// Returns whether the scheduling model says how many micro-ops loads are and how long they take.
    fn takes_loads_of_model(&self) -> bool {
        let policies = &self.hardware.model.policies;
        policies.takes_loads_of_model || policies.counted_unit == CountedUnit::MacroOps
    }

    /// Divides the latency of an instruction between its load and what computes.
    pub(super) fn timing(
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
            let load_cycles = match self.takes_loads_of_model() {
                true if latency >= 4 => latency,
                true => general,
                false => default_load,
            };
            return Timing { load_cycles, compute_cycles: 0 };
        }
        if let Some(of_model) = self.model_load_cycles(facts).filter(|_| !writes) {
            let rest = latency.saturating_sub(of_model).max(1);
            return Timing { load_cycles: vector, compute_cycles: compute.unwrap_or(rest) };
        }
        let is_divided = bypass > 0 && bypass < latency && self.takes_loads_of_model();
        let load_cycles = match is_divided && !writes {
            true => latency - bypass,
            false => default_load,
        };
        let rest = match writes {
            true => latency.saturating_sub(numbers.write_cycles as u16).min(bypass),
            false => latency.saturating_sub(load_cycles),
        };
        Timing { load_cycles, compute_cycles: compute.unwrap_or(rest.max(1)) }
    }

    /// Returns cycles that the scheduling model adds for a load into a vector register, if the hardware
    /// model tells. They depend on the vectors of the operation, of which a load can be a part that is repeated or widened.
    pub(in crate::simulation::hardware) fn model_load_cycles(
        &self,
        facts: &HardwareFacts,
    ) -> Option<u16> {
        let numbers = &self.hardware.numbers;
        let cycles = match facts.vector_bytes.max(facts.access_bytes()) {
            0..=16 => numbers.model_load_cycles,
            _ => numbers.model_wide_load_cycles,
        };
        (facts.uses_vectors && cycles != 0).then_some(cycles as u16)
    }

    /// Returns the latency of an instruction, and the part of it that operands other than the
    /// address take.
    pub(in crate::simulation::hardware) fn latencies(&self, low: &LoweredInst) -> (u16, u16) {
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

    pub(super) fn counts(
        &self,
        low: &LoweredInst,
        parts: &Parts,
        facts: &HardwareFacts,
        change: &FormChange,
        is_indexed: bool,
    ) -> Counts {
        let options = self.options;
        let [load, address, data, compute] =
            [&parts.load[..], &parts.store_address, &parts.store_data, &parts.compute]
                .map(|it| it.len() as u16);
        let mut fused = (load + address + data + compute).max(1);
        let is_fused_load = load > 0 && compute > 0 && !change.has_separate_load;
        let has_fusion = options.has(HardwareParts::MICRO_FUSION);
        if has_fusion {
            let pairs = if change.has_separate_store { 0 } else { address.min(data) };
            fused -= u16::from(is_fused_load) + pairs;
        }
        let mut splits = 0;
        let writes = data > 0;
        if has_fusion && is_indexed && options.has(HardwareParts::SPLITTING) {
            let loads_and_computes = is_fused_load && !writes;
            splits = match (change.splits, self.hardware.model.policies.split_micro_ops) {
                (Some(splits), _) => u16::from(splits),
                (None, SplitMicroOps::All) => {
                    u16::from(loads_and_computes) + u16::from(address > 0 && writes)
                }
                (None, SplitMicroOps::NonDestructive) => {
                    let described = self.processor.tables().operands(low.opcode);
                    let overwrites_source = described.iter().any(|it| it.tied_to >= 0);
                    u16::from(loads_and_computes && !overwrites_source)
                        + u16::from(writes && load > 0)
                }
                (None, SplitMicroOps::None) => 0,
            };
        }
        let mut decoded = fused;
        let mut renamed = fused + splits;
        if facts.is_locked {
            decoded = decoded.max(4);
            renamed = renamed.max(4);
        }
        let mut is_complex = decoded > 1 || change.is_complex;
        if options.has(HardwareParts::COMPLEX_DECODE)
            && let Some(count) = change.decoded_micro_ops
        {
            decoded = decoded.max(count);
            is_complex |= decoded > 1;
        }
        Counts { decoded, renamed, is_complex, is_split: splits > 0 }
    }

    /// Returns the registers of an address, those that are read besides, and those that are
    /// written.
    pub(super) fn registers(
        &self,
        low: &LoweredInst,
        inst: &Inst,
        facts: &HardwareFacts,
        is_stack_op: bool,
        believes_model: bool,
    ) -> (Slots, Slots, Slots) {
        let hardware = self.hardware;
        let tables = self.processor.tables();
        let num_defs = usize::from(tables.instruction(low.opcode).num_defs);
        let stack_pointer = hardware.slot(hardware.registers.stack_pointer);
        let (mut address, mut data, mut writes) = (Slots::new(), Slots::new(), Slots::new());
        let is_status = |reg| reg == hardware.registers.status;
        let accessed = facts.accesses.iter().filter_map(|it| facts.address_of(it));
        let positions: SmallVec<[u8; 4]> = accessed.flat_map(|it| it.operands).flatten().collect();
        for read in &low.reads {
            let is_independent = read.is_independent && believes_model;
            if is_independent || is_status(read.reg) {
                continue;
            }
            let position = num_defs + usize::from(read.use_index);
            let is_explicit = inst.operands.get(position).and_then(|it| it.reg()) == Some(read.reg);
            let is_part = positions.iter().any(|at| usize::from(*at) == position);
            for slot in hardware.slots_of(read.reg) {
                if is_stack_op && !is_explicit && slot == stack_pointer {
                    continue;
                }
                if is_explicit && is_part {
                    push(&mut address, slot);
                } else {
                    push(&mut data, slot);
                }
            }
        }
        for write in low.writes.iter().filter(|it| !is_status(it.reg)) {
            hardware.slots_of(write.reg).iter().for_each(|slot| push(&mut writes, *slot));
        }
        status_slots(facts.status_read).for_each(|slot| push(&mut data, slot));
        status_slots(facts.status_written).for_each(|slot| push(&mut writes, slot));
        (address, data, writes)
    }
}

pub(super) fn push(slots: &mut Slots, slot: Slot) {
    if !slots.contains(&slot) {
        slots.push(slot);
    }
}
