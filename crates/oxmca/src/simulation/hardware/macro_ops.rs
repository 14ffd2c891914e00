//! Instructions of processors that count macro-ops: an operation and its access to memory are one from the decoders
//! to retirement. Cycles of the scheduling model's resources are the time for which they are taken.

use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::Direction;
use oxmca_tables::hardware::{FormChange, PortSet};

use super::instruction::{Builder, Counts, Parts, Timing};
use crate::lower::{Lowered, LoweredInst};
use crate::options::HardwareParts;

/// Cycles of one port beyond which an instruction keeps it to itself, as a divider.
const MOST_CYCLES: u32 = 4;
/// The same of a group of ports, each of which has a micro-op for each of its cycles.
const MOST_SHARED_CYCLES: u32 = 24;

impl Builder<'_> {
    /// Finds out which ports an instruction needs, and for what.
    pub(super) fn macro_op_parts(
        &self,
        lowered: &Lowered,
        low: &LoweredInst,
        change: &FormChange,
        facts: &HardwareFacts,
    ) -> Parts {
        let (reads, writes) = (facts.loads(), facts.stores());
        let roles = &self.hardware.model.ports;
        let sets = [roles.load, roles.vector_load, roles.store_address, roles.store_data]
            .into_iter()
            .chain([roles.vector_store_data]);
        let for_memory = PortSet(sets.fold(0, |all, set| all | set.0));
        let mut parts = Parts::default();
        let (load, data) = match facts.uses_vectors {
            true => (roles.vector_load, roles.vector_store_data),
            false => (roles.load, roles.general_store_data),
        };
        // Cycles of ports that load, that take addresses of stores, and that take their data.
        let mut of_model = [0, 0, 0];
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
            // A resource of which some ports are for something else has cycles for each part of a group of registers, too.
            let is_group = facts.vector_group_eighths > 0;
            for (count, role) in of_model.iter_mut().zip([load, roles.store_address, data]) {
                let is_own = role.contains(ports) || is_group && role.0 & ports.0 != 0;
                *count += if is_own { need.cycles } else { 0 };
            }
            if (reads || writes) && for_memory.contains(ports) {
                continue;
            }
            let cycles = self.cycles_of_pipe(need.cycles, ports, facts);
            // The ports of a group share the cycles, in which the scheduling model has the pace.
            let num_ports = ports.0.count_ones();
            let most = if num_ports > 1 { MOST_SHARED_CYCLES } else { MOST_CYCLES };
            if cycles > most {
                parts.compute.push(ports);
                let own = cycles.div_ceil(num_ports).min(1000) as u16;
                parts.divider_half_cycles = parts.divider_half_cycles.max(2 * own);
            } else {
                parts.compute.extend(std::iter::repeat_n(ports, cycles as usize));
            }
        }
        if change.computes.is_some() {
            parts.divider_half_cycles = 0;
        }
        parts.correct(change, roles.vector, self.vector_size(facts));
        if self.hardware.model.policies.counts_accesses_by_model && reads != writes {
            let [loads, addresses, data_parts] =
                of_model.map(|cycles| cycles.clamp(1, MOST_SHARED_CYCLES) as usize);
            if reads {
                parts.load.extend(std::iter::repeat_n(load, loads));
            } else {
                parts.store_address.extend(std::iter::repeat_n(roles.store_address, addresses));
                parts.store_data.extend(std::iter::repeat_n(data, data_parts));
            }
            return parts;
        }
        for access in &facts.accesses {
            let pieces = access.bytes.div_ceil(self.hardware.numbers.vector_bytes as u16).max(1);
            for _ in 0..pieces {
                match access.direction {
                    Direction::Load => parts.load.push(load),
                    Direction::Store => {
                        if !(reads && self.hardware.model.policies.updates_share_address) {
                            parts.store_address.push(roles.store_address);
                        }
                        parts.store_data.push(data);
                    }
                }
            }
        }
        parts
    }

    /// Returns the cycles for which an operation takes ports, of those that the scheduling model has: its pipes may be
    /// narrower.
    fn cycles_of_pipe(&self, cycles: u32, ports: PortSet, facts: &HardwareFacts) -> u32 {
        if !self.hardware.model.ports.vector.contains(ports) {
            return cycles;
        }
        let of_model = facts.vector_bytes.div_ceil(self.hardware.numbers.model_pipe_bytes as u16);
        let parts = u32::from(self.vector_parts(facts));
        match u32::from(of_model) {
            of_model if of_model > parts => (cycles * parts).div_ceil(of_model),
            _ => cycles,
        }
    }

    /// Divides the latency of an instruction between its load and what computes.
    pub(super) fn macro_op_timing(
        &self,
        low: &LoweredInst,
        change: &FormChange,
        facts: &HardwareFacts,
        parts: &Parts,
    ) -> Timing {
        let numbers = &self.hardware.numbers;
        let load = match facts.uses_vectors {
            true => numbers.vector_load_cycles,
            false => numbers.load_cycles,
        };
        let scaled = if facts.has_scaled_index() { numbers.scaled_index_cycles } else { 0 };
        let is_sum = facts.has_three_components();
        let extra = scaled.max(if is_sum { numbers.three_component_cycles } else { 0 });
        let load_cycles = if parts.load.is_empty() { 0 } else { (load + extra) as u16 };
        let (latency, bypass) = self.latencies(low);
        let (reads, writes) = (!parts.load.is_empty(), !parts.store_data.is_empty());
        let of_load = self.model_load_cycles(facts);
        let of_model = match (reads, writes) {
            _ if parts.compute.is_empty() => 0,
            (true, true) => latency.saturating_sub(numbers.write_cycles as u16).min(bypass),
            (true, false) if of_load.is_some() => latency.saturating_sub(of_load.unwrap_or(0)),
            (true, false) if bypass < latency => bypass,
            (true, false) => latency.saturating_sub(load_cycles),
            (false, _) => latency,
        };
        let least = u16::from(!parts.compute.is_empty());
        let compute_cycles = change.latency_cycles.unwrap_or(of_model.max(least));
        Timing { load_cycles, compute_cycles }
    }

    /// Counts macro-ops.
    pub(super) fn macro_op_counts(
        &self,
        low: &LoweredInst,
        parts: &Parts,
        change: &FormChange,
    ) -> Counts {
        let numbers = &self.hardware.numbers;
        let of_model = match low.micro_ops {
            count if count <= numbers.macro_op_micro_ops => 1,
            count => count.min(1000) as u16,
        };
        let mut count = change.decoded_micro_ops.unwrap_or(of_model).max(1);
        if !self.options.has(HardwareParts::MICRO_FUSION) {
            let [load, data, compute] =
                [&parts.load[..], &parts.store_data, &parts.compute].map(|it| it.len() as u16);
            count = count.max(load + data + compute);
        }
        let is_complex = count > 1 || change.is_complex;
        Counts { decoded: count, renamed: count, is_complex, is_split: false }
    }
}
