//! Scheduling classes: resolving variants, latencies, read-advances and throughput.

use oxmca_asm::{Inst, Target};
use oxmca_tables::schema::{
    ItineraryStage, PredicateNode, ReadAdvance, SchedClass, WriteLatency, predicate,
    sched_class_flag,
};
use oxmca_tables::{SchedClassId, Tables};

use crate::processor::Processor;

/// Predicate trees deeper than this are taken as false; no table comes near.
const MAX_PREDICATE_DEPTH: u32 = 64;

/// Resolves a class to one that is not variant, by the cases' predicates. `SchedClassId(0)` when no
/// case holds.
pub fn resolve_variant(
    processor: &Processor<'_>,
    target: &dyn Target,
    inst: &Inst,
    mut class: SchedClassId,
) -> SchedClassId {
    let (tables, model) = (processor.tables(), processor.model);
    // A class cannot resolve through more classes than there are.
    for _ in 0..=model.sched_classes.len {
        let Some(row) = tables.sched_class(model, class) else {
            return SchedClassId(0);
        };
        if class == SchedClassId(0) || row.num_micro_ops != SchedClass::VARIANT_UOPS {
            return class;
        }
        let case = tables.variant_cases[row.variants.range()].iter().find(|case| {
            let nodes = &tables.predicates[case.predicate.range()];
            holds(processor, target, inst, nodes)
        });
        class = case.map_or(SchedClassId(0), |case| case.target);
    }
    SchedClassId(0)
}

/// Returns whether a predicate in prefix form holds; an empty one does.
pub fn holds(
    processor: &Processor<'_>,
    target: &dyn Target,
    inst: &Inst,
    nodes: &[PredicateNode],
) -> bool {
    nodes.is_empty() || Predicate { processor, target, inst }.eval(nodes, 0).0
}

struct Predicate<'a, 't> {
    processor: &'a Processor<'t>,
    target: &'a dyn Target,
    inst: &'a Inst,
}

impl Predicate<'_, '_> {
    /// Returns the value of the tree at the start of `nodes`, and how many nodes it has.
    fn eval(&self, nodes: &[PredicateNode], depth: u32) -> (bool, usize) {
        let Some(node) = nodes.first() else {
            return (false, 0);
        };
        if depth > MAX_PREDICATE_DEPTH {
            return (false, nodes.len());
        }
        match node.kind {
            predicate::ALL | predicate::ANY => {
                let stop_on = node.kind == predicate::ANY;
                let size = usize::try_from(node.value).unwrap_or(0).clamp(1, nodes.len());
                let mut rest = &nodes[1..size];
                for _ in 0..node.a {
                    let (value, len) = self.eval(rest, depth + 1);
                    if value == stop_on {
                        return (stop_on, size);
                    }
                    rest = &rest[len.min(rest.len())..];
                }
                (!stop_on, size)
            }
            predicate::NOT => {
                let (value, len) = self.eval(&nodes[1..], depth + 1);
                (!value, len + 1)
            }
            _ => (self.leaf(node), 1),
        }
    }

    fn leaf(&self, node: &PredicateNode) -> bool {
        let operand = |index: u16| self.inst.operands.get(usize::from(index));
        let reg = |index: u16| operand(index).and_then(|operand| operand.reg());
        let imm = |index: u16| operand(index).and_then(|operand| operand.imm());
        match node.kind {
            predicate::TRUE => true,
            predicate::SAME_REG => reg(node.a).is_some() && reg(node.a) == reg(node.b),
            predicate::REG_IS => reg(node.a).is_some_and(|reg| i64::from(reg.0) == node.value),
            predicate::IMM_IS => imm(node.a) == Some(node.value),
            predicate::IS_REG => reg(node.a).is_some(),
            predicate::IS_IMM => imm(node.a).is_some(),
            predicate::OPCODE_IS => i64::from(self.inst.opcode.0) == node.value,
            predicate::FUNCTION => {
                let tables = self.processor.tables();
                tables
                    .predicate_functions
                    .get(usize::from(node.a))
                    .is_some_and(|name| self.target.predicate(tables.text(*name), self.inst))
            }
            predicate::IMM_LESS => imm(node.a).is_some_and(|imm| imm < node.value),
            predicate::IMM_GREATER => imm(node.a).is_some_and(|imm| imm > node.value),
            predicate::NUM_OPERANDS => self.inst.operands.len() as i64 == node.value,
            predicate::BITS_ARE => {
                let [first, count] = node.b.to_le_bytes().map(u32::from);
                let mask = 1_i64.checked_shl(count).map_or(-1, |bit| bit.wrapping_sub(1));
                let bits = imm(node.a).map(|imm| imm.checked_shr(first).unwrap_or(0) & mask);
                bits == Some(node.value)
            }
            predicate::FEATURE => {
                let features = &self.processor.subtarget.features;
                u16::try_from(node.value).is_ok_and(|bit| features.contains(bit))
            }
            _ => false,
        }
    }
}

/// Returns the latency of the slowest definition in cycles; negative when one is unknown.
pub fn latency_cycles(latencies: &[WriteLatency]) -> i32 {
    let mut slowest = 0;
    for write in latencies {
        let cycles = i32::from(write.latency_cycles);
        if cycles < 0 {
            return cycles;
        }
        slowest = slowest.max(cycles);
    }
    slowest
}

/// Returns the latency of a class in cycles: that of its slowest definition, negative if one is unknown. Of
/// an itinerary, the cycles until its stages have ended, or the last of `definitions` machine operands is
/// written.
#[inline]
pub fn latency_of_class(tables: &Tables<'_>, class: &SchedClass, definitions: usize) -> i32 {
    match class.flags & sched_class_flag::ITINERARY {
        0 => latency_cycles(&tables.write_latencies[class.write_latencies.range()]),
        _ => latency_of_itinerary(tables, class, definitions),
    }
}

#[cold]
fn latency_of_itinerary(tables: &Tables<'_>, class: &SchedClass, definitions: usize) -> i32 {
    let latencies = &tables.write_latencies[class.write_latencies.range()];
    let stages = ItineraryStage::latency_cycles(tables.stages_of(class));
    let written = latency_cycles(&latencies[..definitions.min(latencies.len())]);
    i32::try_from(stages).unwrap_or(i32::MAX).max(written)
}

/// Returns cycles by which a read of the use at `use_index` is ahead of (or, negative, behind) the
/// end of a write by `write_resource`. Rows are sorted by use.
pub fn read_advance_cycles(rows: &[ReadAdvance], use_index: u16, write_resource: u16) -> i32 {
    rows.iter()
        .skip_while(|row| row.use_index < use_index)
        .take_while(|row| row.use_index == use_index)
        .find(|row| row.write_resource == 0 || row.write_resource == write_resource)
        .map_or(0, |row| i32::from(row.cycles))
}

/// Returns the extra latency from forwarding delays: the largest negative read-advance that applies
/// to any write, in cycles.
pub fn forwarding_delay_cycles(rows: &[ReadAdvance]) -> u32 {
    let any_write = rows.iter().filter(|row| row.write_resource == 0);
    any_write.map(|row| i32::from(row.cycles)).min().unwrap_or(0).min(0).unsigned_abs()
}

/// Returns the read-advance that applies to the slowest write, in cycles; negative for a delay.
pub fn bypass_cycles(latencies: &[WriteLatency], rows: &[ReadAdvance]) -> i32 {
    let mut slowest = 0;
    let mut write_resource = 0;
    for write in latencies {
        if write.latency_cycles > slowest {
            slowest = write.latency_cycles;
            write_resource = write.write_resource;
        }
    }
    let row = rows.iter().find(|row| row.write_resource == write_resource);
    row.map_or(0, |row| i32::from(row.cycles))
}

/// Returns the reciprocal throughput of a class in cycles: its most used resource, or its share of
/// the issue width when it uses none.
pub fn reciprocal_throughput(processor: &Processor<'_>, class: &SchedClass) -> f64 {
    let rows = processor.resource_rows();
    let mut lowest: Option<f64> = None;
    // The scarcest stage counts, whatever other stages need the same units.
    for stage in processor.tables().stages_of(class) {
        if stage.cycles != 0 && stage.units.len != 0 && stage.is_reserved == 0 {
            let throughput = f64::from(stage.units.len) / f64::from(stage.cycles);
            lowest = Some(lowest.map_or(throughput, |other| other.min(throughput)));
        }
    }
    for entry in processor.tables().uses_of(class) {
        if entry.release_at_cycle == 0 || entry.release_at_cycle == entry.acquire_at_cycle {
            continue;
        }
        let cycles = u32::from(entry.release_at_cycle).wrapping_sub(entry.acquire_at_cycle.into());
        let throughput = f64::from(rows[entry.resource.index()].num_units) / f64::from(cycles);
        lowest = Some(
            lowest.map_or(throughput, |other| if throughput < other { throughput } else { other }),
        );
    }
    match lowest {
        Some(throughput) => 1.0 / throughput,
        None => f64::from(class.num_micro_ops) / f64::from(processor.model.issue_width_uops),
    }
}
