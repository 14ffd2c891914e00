//! From machine instructions to what the simulator needs to know about them.

pub mod class;
mod operands;
pub mod resources;

use std::collections::HashMap;

use oxmca_asm::{Inst, Target};
use oxmca_tables::schema::{SchedClass, idiom_kind, instr_flag, sched_class_flag};
use oxmca_tables::{Opcode, Reg, SchedClassId};
use smallvec::SmallVec;

use crate::error::{Error, ErrorKind, Notice, Unsupported};
use crate::options::Options;
use crate::processor::Processor;
use operands::Layout;
use resources::{ResourceNeeds, resource_needs};

/// What a user asked to be treated specially about one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Instrument {
    /// Latency of every write, in cycles, instead of the model's.
    pub latency_cycles: Option<u32>,
    /// Scheduling class instead of the opcode's.
    pub sched_class: Option<SchedClassId>,
}

/// Index into [`Lowered::resources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NeedsId(pub u32);

impl NeedsId {
    /// The index as a `usize`.
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
    pub use_index: u32,
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
    /// Index of the instruction in the region as given.
    pub source: usize,
    /// Its opcode.
    pub opcode: Opcode,
    /// Resolved scheduling class.
    pub sched_class: SchedClassId,
    /// What it consumes.
    pub resources: NeedsId,
    /// Micro-ops.
    pub micro_ops: u32,
    /// Cycles from issue to completion.
    pub latency_cycles: u32,
    /// Bits of [`lowered_flag`].
    pub flags: u16,
    /// Register reads.
    pub reads: SmallVec<[Read; 6]>,
    /// Register writes.
    pub writes: SmallVec<[Write; 3]>,
}

impl LoweredInst {
    /// Whether any of `flags` is set.
    #[inline]
    pub const fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }
}

/// A lowered region.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Instructions that could be modelled, in order.
    pub insts: Vec<LoweredInst>,
    /// Distinct resource needs.
    pub resources: Vec<ResourceNeeds>,
    /// What was noticed on the way.
    pub notices: Vec<Notice>,
}

impl Lowered {
    /// What an instruction consumes.
    #[inline]
    pub fn needs(&self, inst: &LoweredInst) -> &ResourceNeeds {
        &self.resources[inst.resources.index()]
    }
}

/// Lowers the instructions of a region. `instruments` is empty or has one entry per instruction.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for the first instruction that cannot be modelled, unless
/// [`Options::skip_unsupported`]; [`ErrorKind::Empty`] when nothing is left.
pub fn lower(
    insts: &[Inst],
    instruments: &[Instrument],
    processor: &Processor<'_>,
    target: &dyn Target,
    options: &Options,
) -> Result<Lowered, Error> {
    let mut context = Context {
        processor,
        target,
        options,
        lowered: Lowered::default(),
        needs_by_class: HashMap::new(),
        layout_of: HashMap::new(),
        layouts: Vec::new(),
        saw_call: false,
        saw_return: false,
    };
    context.lowered.insts.reserve_exact(insts.len());
    for (source, inst) in insts.iter().enumerate() {
        let instrument = instruments.get(source).copied().unwrap_or_default();
        match context.lower_inst(source, inst, instrument) {
            Ok(inst) => context.lowered.insts.push(inst),
            Err(reason) if options.skip_unsupported => {
                context.lowered.notices.push(Notice::Skipped { instruction: source, reason });
            }
            Err(reason) => {
                return Err(Error {
                    notices: context.lowered.notices,
                    kind: ErrorKind::Unsupported { instruction: source, reason },
                });
            }
        }
    }
    if context.lowered.insts.is_empty() {
        return Err(Error { notices: context.lowered.notices, kind: ErrorKind::Empty });
    }
    Ok(context.lowered)
}

struct Context<'a, 't> {
    processor: &'a Processor<'t>,
    target: &'a dyn Target,
    options: &'a Options,
    lowered: Lowered,
    needs_by_class: HashMap<SchedClassId, NeedsId>,
    /// Operand layouts of instructions whose class does not depend on operands. The first
    /// instance of an opcode decides for all, as in LLVM: where a later instance has a constant
    /// register in place of an ordinary one (or the reverse), this shows.
    layout_of: HashMap<(Opcode, SchedClassId), usize>,
    layouts: Vec<Layout>,
    saw_call: bool,
    saw_return: bool,
}

impl Context<'_, '_> {
    fn lower_inst(
        &mut self,
        source: usize,
        inst: &Inst,
        instrument: Instrument,
    ) -> Result<LoweredInst, Unsupported> {
        let subtarget = &self.processor.subtarget;
        let tables = self.processor.tables();
        let row =
            tables.instructions.get(inst.opcode.index()).ok_or(Unsupported::NoSchedulingData)?;
        let declared_class = instrument.sched_class.unwrap_or(row.sched_class);
        let class = resolve(self.processor, self.target, inst, declared_class);
        let is_customized = instrument.latency_cycles.is_some();
        // LLVM looks at class 0 only after its cache missed, which it always does for class 0; with
        // a latency instrument it goes straight to the description.
        if class == SchedClassId(0) && (!is_customized || declared_class != class) {
            return Err(Unsupported::UnresolvedVariant);
        }
        let class_row = tables.sched_class(self.processor.model, class);
        let class_row = class_row.ok_or(Unsupported::NoSchedulingData)?;

        let is_shared =
            class == declared_class && row.flags & instr_flag::VARIADIC == 0 && !is_customized;
        let key = (inst.opcode, declared_class);
        let known = if is_shared { self.layout_of.get(&key).copied() } else { None };
        let layout = match known {
            Some(known) => known,
            None => {
                if class_row.num_micro_ops == SchedClass::INVALID_UOPS {
                    return Err(Unsupported::NoSchedulingData);
                }
                self.notice(row.flags);
                let needs = self.needs(class, class_row);
                let mut layout = operands::layout(
                    self.processor,
                    inst,
                    (class, class_row),
                    self.options.call_latency_cycles,
                )?;
                layout.needs = needs;
                let resources = &self.lowered.resources[needs.index()];
                if class_row.num_micro_ops == 0
                    && (resources.buffers != 0 || !resources.needs.is_empty())
                {
                    return Err(Unsupported::ZeroMicroOps);
                }
                if let Some(latency_cycles) = instrument.latency_cycles {
                    layout.override_latency(latency_cycles);
                }
                self.layouts.push(layout);
                let index = self.layouts.len() - 1;
                if is_shared {
                    self.layout_of.insert(key, index);
                }
                index
            }
        };
        let layout = &self.layouts[layout];

        let mut flags = 0;
        for (bit, flag) in [
            (instr_flag::MAY_LOAD, lowered_flag::MAY_LOAD),
            (instr_flag::MAY_STORE, lowered_flag::MAY_STORE),
            (instr_flag::SIDE_EFFECTS, lowered_flag::SIDE_EFFECTS),
        ] {
            if row.flags & bit != 0 {
                flags |= flag;
            }
        }
        for (bit, flag) in [
            (sched_class_flag::BEGIN_GROUP, lowered_flag::BEGIN_GROUP),
            (sched_class_flag::END_GROUP, lowered_flag::END_GROUP),
            (sched_class_flag::RETIRE_OUT_OF_ORDER, lowered_flag::RETIRE_OUT_OF_ORDER),
        ] {
            if class_row.flags & bit != 0 {
                flags |= flag;
            }
        }

        let idioms = self.idioms(inst);
        if idioms.is_optimizable_move {
            flags |= lowered_flag::OPTIMIZABLE_MOVE;
        }
        let reads = layout.reads(inst, idioms.independent);
        let mut writes = SmallVec::new();
        if !layout.writes.is_empty() {
            let clears = self.target.clears_super_registers(subtarget, inst);
            writes = layout.writes(tables, inst, clears, idioms.is_zero);
        }
        if self.options.custom_behaviour {
            let hints = self.target.simulation_hints(subtarget, inst);
            if hints.load_barrier {
                flags |= lowered_flag::LOAD_BARRIER;
            }
            if hints.store_barrier {
                flags |= lowered_flag::STORE_BARRIER;
            }
            if let Some(reg) = hints.dropped_write
                && let Some(index) = writes.iter().position(|write| write.reg == reg)
            {
                writes.remove(index);
            }
        }
        Ok(LoweredInst {
            source,
            opcode: inst.opcode,
            sched_class: layout.sched_class,
            resources: layout.needs,
            micro_ops: layout.micro_ops,
            latency_cycles: layout.latency_cycles,
            flags,
            reads,
            writes,
        })
    }

    /// Notes the first call and the first return.
    fn notice(&mut self, flags: u64) {
        if flags & instr_flag::CALL != 0 && !self.saw_call {
            self.saw_call = true;
            let latency_cycles = self.options.call_latency_cycles;
            self.lowered.notices.push(Notice::Call { latency_cycles });
        }
        if flags & instr_flag::RETURN != 0 && !self.saw_return {
            self.saw_return = true;
            self.lowered.notices.push(Notice::Return);
        }
    }

    /// Resource needs of a class, interned.
    fn needs(&mut self, class: SchedClassId, row: &SchedClass) -> NeedsId {
        if let Some(id) = self.needs_by_class.get(&class) {
            return *id;
        }
        let needs = resource_needs(self.processor, row);
        let known = self.lowered.resources.iter().position(|other| *other == needs);
        let index = known.unwrap_or_else(|| {
            self.lowered.resources.push(needs);
            self.lowered.resources.len() - 1
        });
        let id = NeedsId(index as u32);
        self.needs_by_class.insert(class, id);
        id
    }

    fn idioms(&self, inst: &Inst) -> Idioms {
        let subtarget = &self.processor.subtarget;
        let tables = self.processor.tables();
        let rows = tables.idioms(self.processor.model, inst.opcode);
        let matching = |kind: u16| {
            rows.iter().filter(move |row| row.kind == kind).find(|row| {
                let nodes = &tables.predicates[row.predicate.range()];
                class::holds(subtarget, self.target, inst, nodes)
            })
        };
        if rows.is_empty() {
            return Idioms::default();
        }
        let zero = matching(idiom_kind::ZERO);
        let breaking = zero.or_else(|| matching(idiom_kind::DEPENDENCY_BREAKING));
        Idioms {
            is_zero: zero.is_some(),
            independent: breaking.map(|row| row.independent_uses),
            is_optimizable_move: matching(idiom_kind::OPTIMIZABLE_MOVE).is_some(),
        }
    }
}

/// Special dependency behaviour of one instruction.
#[derive(Default)]
struct Idioms {
    is_zero: bool,
    /// Uses the result does not depend on; `Some(0)` for every explicit one.
    independent: Option<u64>,
    is_optimizable_move: bool,
}

fn resolve(
    processor: &Processor<'_>,
    target: &dyn Target,
    inst: &Inst,
    class: SchedClassId,
) -> SchedClassId {
    class::resolve_variant(&processor.subtarget, target, inst, class)
}
