//! Scheduling models: resources, scheduling classes and register files.

use bytemuck::{Pod, Zeroable};

use super::{Opcode, RegClassId, ResourceId, SchedClassId, Span, Text};

/// A scheduling model, shared by one or more CPU names.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Model {
    /// LLVM's name, e.g. `Znver4Model`.
    pub name: Text,
    /// Processor resources by [`ResourceId`], entry 0 invalid: rows of `resources`.
    pub resources: Span,
    /// By [`SchedClassId`]: rows of `sched_class_index`, each an index into `sched_classes`.
    /// Empty when the model has no per-class data.
    pub sched_classes: Span,
    /// Instructions with special dependency behaviour, sorted by opcode then kind: rows of `idioms`.
    pub idioms: Span,
    /// Register files, entry 0 invalid: rows of `register_files`.
    pub register_files: Span,
    /// LLVM's processor id (used by its predicates).
    pub processor_id: u32,
    /// Micro-ops dispatched or issued per cycle.
    pub issue_width_uops: u32,
    /// Micro-op buffer: 0 in-order, 1 in-order with bypass, more: out-of-order with that many.
    pub micro_op_buffer_size: i32,
    /// Loop buffer size, or LLVM's default 0.
    pub loop_micro_op_buffer_size: i32,
    /// Load latency in cycles.
    pub load_latency_cycles: u32,
    /// Latency taken as high, in cycles.
    pub high_latency_cycles: u32,
    /// Branch mispredict penalty in cycles.
    pub mispredict_penalty_cycles: u32,
    /// Reorder buffer size in micro-ops; 0 means take `micro_op_buffer_size`.
    pub reorder_buffer_size: u32,
    /// Micro-ops retired per cycle; 0 is unlimited.
    pub max_retire_per_cycle: u32,
    /// Resource describing the load queue, 0 for none.
    pub load_queue: ResourceId,
    /// Resource describing the store queue, 0 for none.
    pub store_queue: ResourceId,
    /// Bits of [`model_flag`].
    pub flags: u32,
    /// Unused.
    pub reserved: u32,
}

/// Flags of a [`Model`].
pub mod model_flag {
    /// LLVM schedules after register allocation.
    pub const POST_RA_SCHEDULER: u32 = 1;
    /// Every instruction must have scheduling data.
    pub const COMPLETE: u32 = 2;
    /// Resource intervals (acquire cycles) are in use.
    pub const ENABLE_INTERVALS: u32 = 4;
    /// The model has extra processor info (reorder buffer, register files, queues).
    pub const HAS_EXTRA_INFO: u32 = 8;
    /// The model has itineraries instead of per-class data.
    pub const HAS_ITINERARIES: u32 = 16;
}

/// A processor resource: an execution port, or a group of ports.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Resource {
    /// Name, e.g. `SKLPort01`.
    pub name: Text,
    /// Members of a group: rows of `resource_lists`. Empty for a plain resource.
    pub sub_units: Span,
    /// Units, [`Resource::MAX_UNITS`] at most.
    pub num_units: u32,
    /// The resource this one is part of, 0 for none.
    pub super_resource: ResourceId,
    /// The way a group chooses among its free members, one of [`resource_selection`].
    pub selection: u16,
    /// Reservation station entries: -1 unified with the scheduler, 0 in-order, 1 in-order with
    /// bypass, more: own buffer.
    pub buffer_size: i32,
}

impl Resource {
    /// Most units of a resource: simulation has one bit for each.
    pub const MAX_UNITS: u32 = 64;
}

/// Ways in which a group chooses among its free members.
pub mod resource_selection {
    /// From the last member to the first, round after round, as llvm-mca does.
    pub const ROUND_ROBIN: u16 = 0;
    /// The member that was used least.
    pub const LEAST_USED: u16 = 1;
    /// The first member in the order of the group's list.
    pub const ORDERED: u16 = 2;
    /// The words for these in text, by number.
    pub const NAMES: [&str; 3] = ["round-robin", "least-used", "ordered"];
}

/// Scheduling data of one class in one model.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct SchedClass {
    /// Resources consumed: rows of `resource_uses`, or with [`sched_class_flag::ITINERARY`] stages,
    /// rows of `itinerary_stages`.
    pub resource_uses: Span,
    /// Latency per definition: rows of `write_latencies`.
    pub write_latencies: Span,
    /// Read-advances: rows of `read_advances`.
    pub read_advances: Span,
    /// Variant classes: cases tried in order, rows of `variant_cases`; empty otherwise. If no case
    /// holds the class does not resolve.
    pub variants: Span,
    /// Micro-ops; [`SchedClass::INVALID_UOPS`] when unsupported, [`SchedClass::VARIANT_UOPS`] for a
    /// variant class.
    pub num_micro_ops: u16,
    /// Bits of [`sched_class_flag`].
    pub flags: u16,
}

impl SchedClass {
    /// `num_micro_ops` of a class the model does not support.
    pub const INVALID_UOPS: u16 = 0x1fff;
    /// `num_micro_ops` of a variant class.
    pub const VARIANT_UOPS: u16 = 0x1ffe;
}

/// The scheduling class of an instruction in a state that its operands do not show, such as the vector
/// length configured before (RISC-V: LMUL, and SEW or the LMUL of indices).
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ClassChoice {
    /// The instruction.
    pub opcode: Opcode,
    /// Its class.
    pub sched_class: SchedClassId,
    /// The state, as two numbers of the target's.
    pub state: [u8; 2],
}

/// Flags of a [`SchedClass`].
pub mod sched_class_flag {
    /// Begins a dispatch group.
    pub const BEGIN_GROUP: u16 = 1;
    /// Ends a dispatch group.
    pub const END_GROUP: u16 = 2;
    /// May retire out of order.
    pub const RETIRE_OUT_OF_ORDER: u16 = 4;
    /// Described by an itinerary: stages instead of resource uses, and latencies and read-advances by
    /// the number of the machine operand.
    pub const ITINERARY: u16 = 8;
}

/// A resource held by a class between two cycles of its execution.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ResourceUse {
    /// The resource.
    pub resource: ResourceId,
    /// Cycle (from issue) at which it becomes free.
    pub release_at_cycle: u16,
    /// Cycle (from issue) at which it is taken.
    pub acquire_at_cycle: u16,
}

/// A stage of an itinerary: functional units of which one is held for some cycles.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ItineraryStage {
    /// The units to choose from: rows of `resource_lists`. None of them if it only takes time.
    pub units: Span,
    /// Cycles for which one is held.
    pub cycles: u16,
    /// Cycles from the beginning of this stage to that of the next one.
    pub next_cycles: u16,
    /// 1 if the unit is only kept from instructions that require it, 0 if this stage requires it.
    pub is_reserved: u16,
    /// Unused.
    pub reserved: u16,
}

impl ItineraryStage {
    /// Cycles that the stages of an itinerary take at most.
    pub const MAX_CYCLES: u32 = 4096;

    /// Returns the cycle after issue in which each of some stages begins.
    pub fn begins(stages: &[ItineraryStage]) -> impl Iterator<Item = u32> {
        stages.iter().scan(0u32, |next, stage| {
            let begin = *next;
            *next = begin.saturating_add(stage.next_cycles.into());
            Some(begin)
        })
    }

    /// Returns the cycles from issue until the last of some stages has ended.
    pub fn latency_cycles(stages: &[ItineraryStage]) -> u32 {
        let begins = ItineraryStage::begins(stages);
        begins.zip(stages).map(|(begin, stage)| begin + u32::from(stage.cycles)).max().unwrap_or(0)
    }
}

/// Latency of one definition.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct WriteLatency {
    /// Cycles; negative when unknown.
    pub latency_cycles: i16,
    /// Write resource, matched by read-advances; 0 for none.
    pub write_resource: u16,
}

/// A read that needs its operand later (positive) or earlier (negative) than issue.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct ReadAdvance {
    /// Position among the uses.
    pub use_index: u16,
    /// Write resource it applies to; 0 for any.
    pub write_resource: u16,
    /// Cycles of advance.
    pub cycles: i16,
}

/// A physical register file of a model.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RegisterFile {
    /// Name, e.g. `Zn4FpuPRF`.
    pub name: Text,
    /// Cost per register class: rows of `register_costs`.
    pub costs: Span,
    /// Physical registers; 0 is unlimited.
    pub num_physical_registers: u32,
    /// Register moves eliminated per cycle; 0 is unlimited.
    pub max_moves_eliminated_per_cycle: u32,
    /// 1 if only moves of a known zero are eliminated.
    pub allow_zero_move_elimination_only: u32,
}

/// The physical registers that a write to a register class takes in a register file.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RegisterCost {
    /// The class.
    pub reg_class: RegClassId,
    /// Physical registers a write takes.
    pub cost: u16,
    /// 1 if moves within the class can be eliminated.
    pub allow_move_elimination: u16,
}
