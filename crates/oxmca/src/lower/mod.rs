//! From machine instructions to what the simulator needs to know about them.

pub mod class;
mod inst;
mod operands;
pub mod resources;

use std::fmt;
use std::sync::Arc;

use oxmca_asm::target::hardware::InstrumentState;
use oxmca_asm::target::{HazardCheck, SimulationHints, Wave};
use oxmca_asm::{Inst, Target};
use oxmca_tables::schema::{Idiom, SchedClass, idiom_kind, instr_flag};
use oxmca_tables::{Opcode, SchedClassId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::error::{Error, ErrorKind, Notice, Unsupported};
use crate::options::Options;
use crate::processor::Processor;
pub use inst::Read;
pub use inst::{LoweredInst, NeedsId, Write, lowered_flag};
use operands::{Layout, Shape};
use resources::{ResourceNeeds, resource_needs};

/// A user's request to simulate one instruction otherwise than the model says.
///
/// Fields may be added; [`Instrument::with`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Instrument {
    /// Latency of every write, in cycles, instead of the model's.
    pub latency_cycles: Option<u32>,
    /// Scheduling class instead of the opcode's.
    pub sched_class: Option<SchedClassId>,
    /// The reason for which the request cannot be met: no scheduling class follows from it.
    pub conflict: Option<&'static str>,
    /// The state in which it executes, which rows of hardware models can ask for.
    pub state: InstrumentState,
}

impl Instrument {
    /// Returns a request for nothing, after `change` has set some of its fields.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Instrument)) -> Instrument {
        let mut instrument = Instrument::default();
        change(&mut instrument);
        instrument
    }
}

/// Looks up scheduling classes by the instruments of a region.
pub trait ClassLookup: fmt::Debug {
    /// Returns the class that the instruments in force at instruction `place` choose for instruction `inst`.
    fn sched_class(&self, inst: usize, place: usize) -> Option<SchedClassId>;
}

/// A lowered region.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Instructions that could be modelled, in order.
    pub insts: Vec<LoweredInst>,
    /// Distinct resource needs.
    pub resources: Vec<ResourceNeeds>,
    /// Notices, in the order of the instructions.
    pub notices: Vec<Notice>,
    /// The target's own hazards, which only the in-order pipeline asks about.
    pub hazards: Option<Hazards>,
    /// The wave that the instructions are those of, on a graphics processor.
    pub wave: Option<Wave>,
    /// The scheduling classes by which instructions are described, where they differ from those by which they
    /// are simulated; one per instruction, or none.
    pub described_classes: Vec<SchedClassId>,
}

/// Hazards that a target finds among the instructions of a region.
#[derive(Clone, Debug)]
pub struct Hazards {
    /// The target's check.
    pub check: Arc<dyn HazardCheck>,
    /// By position in [`Lowered::insts`], the number by which the check knows the instruction.
    pub sources: Vec<usize>,
}

impl Hazards {
    /// Returns what llvm-mca warns of each time it asks about the instruction at a position of the program.
    pub fn warning(&self, position: u32) -> Option<&str> {
        self.check.warning(*self.sources.get(position as usize)?)
    }

    /// Returns the name of that by which the instruction at a position waits for another.
    pub fn cause(&self, waiting: u32, completed: u32) -> Option<&'static str> {
        let source = |position: u32| self.sources.get(position as usize).copied();
        self.check.cause(source(waiting)?, source(completed)?)
    }
}

impl Lowered {
    /// Returns the resources that an instruction needs.
    #[inline]
    pub fn needs(&self, inst: &LoweredInst) -> &ResourceNeeds {
        &self.resources[inst.resources.index()]
    }
}

/// Lowers the instructions of a region. `instruments` is empty or has one entry per instruction.
///
/// # Errors
/// When an instruction cannot be modelled, or none is left.
pub fn lower(
    insts: &[Inst],
    instruments: &[Instrument],
    processor: &Processor<'_>,
    target: &dyn Target,
    options: &Options,
) -> Result<Lowered, Error> {
    let mut lowering = Lowering::new(processor, target, options);
    lowering.lower(insts, instruments, None)?;
    Ok(lowering.lowered)
}

/// Lowers one region after the other, and works out once what equal instructions have in common.
pub struct Lowering<'a> {
    processor: &'a Processor<'a>,
    target: &'a dyn Target,
    options: &'a Options,
    forms: FxHashMap<(Opcode, SchedClassId), Form<'a>>,
    layouts: Vec<Layout>,
    layout_of: FxHashMap<(Opcode, SchedClassId, Shape), u32>,
    /// Distinct resource needs.
    needs: Vec<ResourceNeeds>,
    needs_of: FxHashMap<SchedClassId, u32>,
    /// Number of the region at hand.
    region: u32,
    /// Its number in the region, for needs that the region has, and that region.
    needs_in_region: Vec<(u32, NeedsId)>,
    saw_call: bool,
    saw_return: bool,
    lowered: Lowered,
}

/// Facts about an opcode whose instructions declare a scheduling class.
#[derive(Clone, Copy)]
struct Form<'a> {
    /// Its class depends on operands.
    is_variant: bool,
    idioms: &'a [Idiom],
    /// Hints, unless they depend on operands.
    hints: Option<SimulationHints>,
    /// The layout of its instructions in a region, if their class does not depend on operands. The
    /// first instance in a region decides for all, as in LLVM.
    layout: u32,
    region: u32,
}

/// Layouts there is memory for at first. To grow is to leave memory behind that was just written.
const USUAL_LAYOUTS: usize = 64;

impl<'a> Lowering<'a> {
    /// Creates the state in which nothing has been lowered.
    pub fn new(processor: &'a Processor<'a>, target: &'a dyn Target, options: &'a Options) -> Self {
        Lowering {
            processor,
            target,
            options,
            forms: FxHashMap::default(),
            layouts: Vec::with_capacity(USUAL_LAYOUTS),
            layout_of: FxHashMap::default(),
            needs: Vec::new(),
            needs_of: FxHashMap::default(),
            region: 0,
            needs_in_region: Vec::new(),
            saw_call: false,
            saw_return: false,
            lowered: Lowered::default(),
        }
    }

    /// Lowers the instructions of a region. `instruments` is empty or has one entry per instruction; `lookup`
    /// knows what they choose for other instructions.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for the first instruction that cannot be modelled, unless
    /// [`Options::skip_unsupported`]; [`ErrorKind::Empty`] when nothing is left.
    pub fn lower(
        &mut self,
        insts: &[Inst],
        instruments: &[Instrument],
        lookup: Option<&dyn ClassLookup>,
    ) -> Result<&mut Lowered, Error> {
        self.begin_region();
        self.lowered.insts.reserve_exact(insts.len());
        for (source, inst) in insts.iter().enumerate() {
            let instrument = instruments.get(source).copied().unwrap_or_default();
            match self.lower_inst(source, inst, instrument) {
                Ok(inst) => self.lowered.insts.push(inst),
                Err(reason) if self.options.skip_unsupported => {
                    self.lowered.notices.push(Notice::Skipped { instruction: source, reason });
                }
                Err(reason) => {
                    let kind = ErrorKind::Unsupported { instruction: source, reason };
                    return Err(self.error(kind));
                }
            }
        }
        if self.lowered.insts.is_empty() {
            return Err(self.error(ErrorKind::Empty));
        }
        if self.options.views.explanation {
            self.lowered.wave = self.target.wave(self.processor.subtarget(), insts);
        }
        if self.options.custom_behaviour && !self.processor.is_out_of_order() {
            let sources = || self.lowered.insts.iter().map(|inst| inst.source).collect();
            let check = self.target.hazard_check(&self.processor.subtarget, insts);
            self.lowered.hazards = check.map(|check| Hazards { check, sources: sources() });
        }
        if let Some(lookup) = lookup
            && self.lowered.insts.len() < insts.len()
        {
            self.describe_as_moved(insts, lookup);
        }
        Ok(&mut self.lowered)
    }

    /// Chooses the classes by which instructions are described after others were skipped. llvm-mca looks
    /// instruments up by the place in memory of an instruction. Skipping moves instructions, but not their
    /// instruments; at places of skipped instructions there are none.
    fn describe_as_moved(&mut self, insts: &[Inst], lookup: &dyn ClassLookup) {
        let tables = self.processor.tables();
        let Lowered { insts: lowered, described_classes, .. } = &mut self.lowered;
        let mut simulated = lowered.iter().map(|inst| inst.source).peekable();
        for (place, inst) in lowered.iter().enumerate() {
            let has_instruments = simulated.next_if(|source| *source == place).is_some();
            let chosen = has_instruments.then(|| lookup.sched_class(inst.source, place)).flatten();
            let class = chosen.unwrap_or(tables.instruction(inst.opcode).sched_class);
            let source = &insts[inst.source];
            described_classes.push(resolve(self.processor, self.target, source, class));
        }
    }

    /// Gives back the memory of the region lowered last.
    pub fn forget_region(&mut self) {
        self.lowered = Lowered::default();
    }

    fn error(&mut self, kind: ErrorKind) -> Error {
        Error { notices: std::mem::take(&mut self.lowered.notices), kind }
    }

    fn begin_region(&mut self) {
        self.lowered.insts.clear();
        self.lowered.resources.clear();
        self.lowered.notices.clear();
        self.lowered.hazards = None;
        self.lowered.wave = None;
        self.lowered.described_classes.clear();
        self.saw_call = false;
        self.saw_return = false;
        self.region = match self.region.checked_add(1) {
            Some(region) => region,
            None => {
                self.forms.clear();
                self.needs_in_region.fill((0, NeedsId::default()));
                1
            }
        };
    }

    fn lower_inst(
        &mut self,
        source: usize,
        inst: &Inst,
        instrument: Instrument,
    ) -> Result<LoweredInst, Unsupported> {
        if let Some(reason) = instrument.conflict {
            return Err(Unsupported::Instruments(reason));
        }
        let tables = self.processor.tables();
        if inst.opcode.index() >= tables.instructions.len() {
            return Err(Unsupported::NoSchedulingData);
        }
        let row = tables.instruction(inst.opcode);
        let declared_class = instrument.sched_class.unwrap_or(row.sched_class);
        let key = (inst.opcode, declared_class);
        let form = match self.forms.get(&key) {
            Some(form) => *form,
            None => self.add_form(key, inst),
        };
        let class = match form.is_variant {
            true => resolve(self.processor, self.target, inst, declared_class),
            false => declared_class,
        };
        let is_customized = instrument.latency_cycles.is_some();
        let is_shared =
            class == declared_class && row.flags & instr_flag::VARIADIC == 0 && !is_customized;
        let customized;
        let layout = if is_shared && form.region == self.region {
            form.layout as usize
        } else {
            // LLVM looks at class 0 only after its cache missed, which it always does for class 0;
            // with a latency instrument it goes straight to the description.
            if class == SchedClassId(0) && (!is_customized || declared_class != class) {
                return Err(Unsupported::UnresolvedVariant);
            }
            let class_row = tables.sched_class(self.processor.model, class);
            let class_row = class_row.ok_or(Unsupported::NoSchedulingData)?;
            if class_row.num_micro_ops == SchedClass::INVALID_UOPS {
                return Err(Unsupported::NoSchedulingData);
            }
            let is_call = self.target.is_call(inst);
            self.notice(is_call, self.target.is_return(inst));
            let layout = self.layout(inst, class, class_row, is_call)?;
            if is_shared && let Some(form) = self.forms.get_mut(&key) {
                form.layout = layout;
                form.region = self.region;
            }
            layout as usize
        };
        let resources = self.needs_in_region(self.layouts[layout].needs);
        let layout = match instrument.latency_cycles {
            Some(latency_cycles) => {
                customized = self.layouts[layout].with_latency(latency_cycles);
                &customized
            }
            None => &self.layouts[layout],
        };

        let mut flags = layout.flags;
        let idioms = self.idioms(inst, form.idioms);
        if idioms.is_optimizable_move {
            flags |= lowered_flag::OPTIMIZABLE_MOVE;
        }
        let reads = layout.reads(tables, inst, idioms.independent);
        let mut writes = SmallVec::new();
        if !layout.writes.is_empty() {
            let clears = self.target.clears_super_registers(inst);
            writes = layout.writes(tables, inst, clears, idioms.is_zero);
        }
        if self.options.custom_behaviour {
            let hints = form.hints.unwrap_or_else(|| self.target.simulation_hints(inst));
            if hints.load_barrier {
                flags |= lowered_flag::LOAD_BARRIER;
            }
            if hints.store_barrier {
                flags |= lowered_flag::STORE_BARRIER;
            }
            if let Some(reg) = hints.dropped_write
                && let Some(index) = writes.iter().position(|write: &Write| write.reg == reg)
            {
                writes.remove(index);
            }
        }
        Ok(LoweredInst {
            source,
            opcode: inst.opcode,
            sched_class: layout.sched_class,
            resources,
            micro_ops: layout.micro_ops,
            latency_cycles: layout.latency_cycles,
            state: instrument.state,
            flags,
            reads,
            writes,
        })
    }

    fn add_form(&mut self, key: (Opcode, SchedClassId), inst: &Inst) -> Form<'a> {
        let (opcode, class) = key;
        let tables = self.processor.tables();
        let class = tables.sched_class(self.processor.model, class);
        let form = Form {
            is_variant: class.is_none_or(|row| row.num_micro_ops == SchedClass::VARIANT_UOPS),
            idioms: tables.idioms(self.processor.model, opcode),
            hints: (!self.target.hints_depend_on_operands(opcode))
                .then(|| self.target.simulation_hints(inst)),
            layout: 0,
            region: 0,
        };
        self.forms.insert(key, form);
        form
    }

    /// Returns the index of the layout of an instruction.
    fn layout(
        &mut self,
        inst: &Inst,
        class: SchedClassId,
        class_row: &SchedClass,
        is_call: bool,
    ) -> Result<u32, Unsupported> {
        let tables = self.processor.tables();
        let row = tables.instruction(inst.opcode);
        // A layout is kept for the instructions that are calls if their opcode says so.
        let shape = Shape::of(inst);
        let shape = shape.filter(|_| is_call == (row.flags & instr_flag::CALL != 0));
        let key = shape.map(|shape| (inst.opcode, class, shape));
        if let Some(key) = key
            && let Some(known) = self.layout_of.get(&key)
        {
            return Ok(*known);
        }
        let mut layout = operands::layout(
            self.processor,
            inst,
            (class, class_row),
            is_call,
            self.options.call_latency_cycles,
        )?;
        layout.needs = self.needs(class, class_row);
        let needs = &self.needs[layout.needs as usize];
        if class_row.num_micro_ops == 0 && (needs.buffers != 0 || !needs.needs.is_empty()) {
            return Err(Unsupported::ZeroMicroOps);
        }
        let index = self.layouts.len() as u32;
        self.layouts.push(layout);
        if let Some(key) = key {
            self.layout_of.insert(key, index);
        }
        Ok(index)
    }

    /// Notes the first call and the first return.
    fn notice(&mut self, is_call: bool, is_return: bool) {
        if is_call && !self.saw_call {
            self.saw_call = true;
            let latency_cycles = self.options.call_latency_cycles;
            self.lowered.notices.push(Notice::Call { latency_cycles });
        }
        if is_return && !self.saw_return {
            self.saw_return = true;
            self.lowered.notices.push(Notice::Return);
        }
    }

    /// Returns the index of the resource needs of a class.
    fn needs(&mut self, class: SchedClassId, row: &SchedClass) -> u32 {
        if let Some(index) = self.needs_of.get(&class) {
            return *index;
        }
        // Hardware mode does not know when after its issue a micro-op needs a port.
        let honours_segments = self.options.resource_segments && self.options.hardware.is_none();
        let needs = resource_needs(self.processor, row, honours_segments);
        let known = self.needs.iter().position(|other| *other == needs);
        let index = known.unwrap_or_else(|| {
            self.needs.push(needs);
            self.needs_in_region.push((0, NeedsId::default()));
            self.needs.len() - 1
        });
        self.needs_of.insert(class, index as u32);
        index as u32
    }

    /// Needs as the region numbers them.
    fn needs_in_region(&mut self, index: u32) -> NeedsId {
        let (region, id) = &mut self.needs_in_region[index as usize];
        if *region != self.region {
            *region = self.region;
            *id = NeedsId(self.lowered.resources.len() as u32);
            self.lowered.resources.push(self.needs[index as usize].clone());
        }
        *id
    }

    fn idioms(&self, inst: &Inst, rows: &[Idiom]) -> Idioms {
        let tables = self.processor.tables();
        let matching = |kind: u16| {
            rows.iter().filter(move |row| row.kind == kind).find(|row| {
                let nodes = &tables.predicates[row.predicate.range()];
                class::holds(self.processor, self.target, inst, nodes)
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
    class::resolve_variant(processor, target, inst, class)
}
