//! The numbers that all instructions of a scheduling class share.

use oxmca_tables::SchedClassId;
use rustc_hash::FxHashMap;

use crate::lower::class;
use crate::processor::Processor;

/// The numbers of a scheduling class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassInfo {
    pub(crate) micro_ops: u32,
    pub(crate) latency_cycles: u32,
    pub(crate) reciprocal_throughput_cycles: f64,
}

impl ClassInfo {
    fn new(processor: &Processor<'_>, class: SchedClassId) -> ClassInfo {
        let tables = processor.tables();
        let class = tables.sched_class(processor.model, class).copied().unwrap_or_default();
        // Of an itinerary, operand 0 is the result.
        let latency_cycles = class::latency_of_class(tables, &class, 1);
        let advances = &tables.read_advances[class.read_advances.range()];
        ClassInfo {
            micro_ops: u32::from(class.num_micro_ops),
            latency_cycles: (latency_cycles as u32)
                .wrapping_add(class::forwarding_delay_cycles(advances)),
            reciprocal_throughput_cycles: class::reciprocal_throughput(processor, &class),
        }
    }
}

/// The numbers of the scheduling classes of a CPU, filled as regions use them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassInfos(FxHashMap<SchedClassId, ClassInfo>);

/// Classes that a region of some length has: memory for them is asked for at once.
const USUAL_CLASSES: usize = 56;

impl ClassInfos {
    /// Returns the numbers of a scheduling class.
    pub(crate) fn of(&mut self, processor: &Processor<'_>, class: SchedClassId) -> ClassInfo {
        if self.0.capacity() == 0 {
            self.0.reserve(USUAL_CLASSES);
        }
        *self.0.entry(class).or_insert_with(|| ClassInfo::new(processor, class))
    }
}
