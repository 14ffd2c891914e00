//! Hand-made models and regions.

use std::cell::OnceCell;

use oxmca_asm::{Interrupt, Subtarget};
use oxmca_tables::schema::{
    Cpu, ItineraryStage, Model, ReadAdvance, Register, RegisterClass, RegisterCost, RegisterFile,
    RegisterRelations, Resource, ResourceUse, SchedClass, ShortSpan, SubRegister,
    SubRegisterOffset, model_flag, sched_class_flag,
};
use oxmca_tables::{
    CpuId, FeatureSet, ModelId, Opcode, Reg, RegClassId, ResourceId, SchedClassId, Span, TablesBuf,
};
use smallvec::SmallVec;

use crate::analyze::Region;
use crate::lower::resources::resource_needs;
use crate::lower::{Lowered, LoweredInst, NeedsId, Read, Write};
use crate::options::Options;
use crate::processor::Processor;
use crate::simulation::Simulation;
use crate::simulation::event::{Event, Observer};
use crate::simulation::model::program::Program;
use crate::simulation::model::{PipelineOptions, simulate};
use crate::view::class_info::ClassInfos;
use crate::view::{Section, ViewContext, ViewInput, ViewSet};
use crate::{ErrorKind, Session, lower};

/// Registers of the test target: `W` is made of `L` and `H`; the others stand alone.
pub const W: Reg = Reg(1);
pub const L: Reg = Reg(2);
pub const H: Reg = Reg(3);
pub const A: Reg = Reg(4);
pub const B: Reg = Reg(5);
pub const C: Reg = Reg(6);

/// Tables under construction.
pub struct TestModel {
    pub tables: TablesBuf,
}

fn span<T>(rows: &mut Vec<T>, new: impl IntoIterator<Item = T>) -> Span {
    let start = rows.len() as u32;
    rows.extend(new);
    Span { start, len: rows.len() as u32 - start }
}

impl TestModel {
    /// Creates the out of order, four micro-ops wide, 32 entries, no resources yet.
    pub fn new() -> Self {
        let mut tables = TablesBuf::default();
        let mut next = 0;
        let mut register = |subs: &[Reg], supers: &[Reg]| {
            let whole = Reg(next);
            next += 1;
            let part = |reg: &Reg| SubRegister { index: 0, reg: *reg };
            let subs = subs.iter().map(|reg| SubRegisterOffset::of(whole, part(reg)));
            let sub_registers = span(&mut tables.sub_registers, subs);
            let super_registers = span(&mut tables.register_lists, supers.iter().copied());
            let super_registers = ShortSpan::new(super_registers).unwrap();
            let relations =
                RegisterRelations { sub_registers, super_registers, ..Default::default() };
            tables.register_relations.push(relations);
            Register { relations: whole.0, ..Register::default() }
        };
        tables.registers = vec![
            register(&[], &[]),
            register(&[L, H], &[]),
            register(&[], &[W]),
            register(&[], &[W]),
            register(&[], &[]),
            register(&[], &[]),
            register(&[], &[]),
        ];
        tables.models.push(Model {
            issue_width_uops: 4,
            micro_op_buffer_size: 32,
            flags: model_flag::HAS_EXTRA_INFO,
            register_files: Span { start: 0, len: 1 },
            sched_classes: Span { start: 0, len: 1 },
            ..Model::default()
        });
        tables.resources.push(Resource::default());
        tables.register_files.push(RegisterFile::default());
        tables.sched_class_index.push(0);
        tables.sched_classes.push(SchedClass::default());
        tables.cpus.push(Cpu { model: ModelId(0), ..Cpu::default() });
        TestModel { tables }
    }

    pub fn model(&mut self) -> &mut Model {
        &mut self.tables.models[0]
    }

    /// Adds a resource; `buffer_size` as in [`Resource`].
    pub fn unit(&mut self, num_units: u32, buffer_size: i32) -> ResourceId {
        self.resource(Resource { num_units, buffer_size, ..Resource::default() })
    }

    /// Adds a group of single-unit resources.
    pub fn group(&mut self, members: &[ResourceId]) -> ResourceId {
        let num_units = members.len() as u32;
        let sub_units = span(&mut self.tables.resource_lists, members.iter().copied());
        self.resource(Resource { num_units, sub_units, buffer_size: -1, ..Resource::default() })
    }

    /// Sets the way a group chooses, one of [`resource_selection`].
    pub fn select(&mut self, group: ResourceId, selection: u16) {
        self.tables.resources[group.index()].selection = selection;
    }

    fn resource(&mut self, row: Resource) -> ResourceId {
        self.tables.resources.push(row);
        let len = self.tables.resources.len() as u32;
        self.model().resources = Span { start: 0, len };
        ResourceId(len as u16 - 1)
    }

    /// Adds a scheduling class that holds resources from issue on.
    pub fn class(&mut self, uses: &[(ResourceId, u16)]) -> SchedClassId {
        let uses = uses.iter().map(|(resource, cycles)| ResourceUse {
            resource: *resource,
            release_at_cycle: *cycles,
            acquire_at_cycle: 0,
        });
        let resource_uses = span(&mut self.tables.resource_uses, uses);
        self.tables.sched_classes.push(SchedClass { resource_uses, ..SchedClass::default() });
        let index = self.tables.sched_classes.len() as u32 - 1;
        self.tables.sched_class_index.push(index);
        self.model().sched_classes.len = index + 1;
        SchedClassId(index as u16)
    }

    /// Makes a class acquire its resources, and release them, `cycles` cycles later.
    pub fn acquire(&mut self, class: SchedClassId, cycles: u16) {
        let uses = self.tables.sched_classes[class.index()].resource_uses.range();
        for row in &mut self.tables.resource_uses[uses] {
            row.acquire_at_cycle += cycles;
            row.release_at_cycle += cycles;
        }
    }

    /// Describes a class by an itinerary: units to choose from, cycles, cycles to the next stage, and 1 if the
    /// unit is reserved.
    pub fn itinerary(&mut self, class: SchedClassId, stages: &[(&[ResourceId], u16, u16, u16)]) {
        let mut rows = Vec::new();
        for (units, cycles, next_cycles, is_reserved) in stages {
            rows.push(ItineraryStage {
                units: span(&mut self.tables.resource_lists, units.iter().copied()),
                cycles: *cycles,
                next_cycles: *next_cycles,
                is_reserved: *is_reserved,
                reserved: 0,
            });
        }
        let stages = span(&mut self.tables.itinerary_stages, rows);
        let row = &mut self.tables.sched_classes[class.index()];
        row.resource_uses = stages;
        row.flags |= sched_class_flag::ITINERARY;
    }

    /// Makes use 0 of a class read ahead of (or behind) every write.
    pub fn read_advance(&mut self, class: SchedClassId, cycles: i16) {
        let row = ReadAdvance { use_index: 0, write_resource: 0, cycles };
        let rows = span(&mut self.tables.read_advances, [row]);
        self.tables.sched_classes[class.index()].read_advances = rows;
    }

    /// Adds a register file for some registers.
    pub fn register_file(&mut self, size: u32, costs: &[(&[Reg], u16, bool)]) {
        let rows: Vec<RegisterCost> = costs
            .iter()
            .map(|(members, cost, moves)| RegisterCost {
                reg_class: self.register_class(members),
                cost: *cost,
                allow_move_elimination: u16::from(*moves),
            })
            .collect();
        let costs = span(&mut self.tables.register_costs, rows);
        self.tables.register_files.push(RegisterFile {
            costs,
            num_physical_registers: size,
            ..RegisterFile::default()
        });
        self.model().register_files.len += 1;
    }

    fn register_class(&mut self, members: &[Reg]) -> RegClassId {
        let mut bits = vec![0u8; self.tables.registers.len().div_ceil(8)];
        for reg in members {
            bits[reg.index() / 8] |= 1 << (reg.0 % 8);
        }
        let members = span(&mut self.tables.register_lists, members.iter().copied());
        let bits = span(&mut self.tables.register_bits, bits);
        self.tables.register_classes.push(RegisterClass {
            members,
            bits,
            ..RegisterClass::default()
        });
        RegClassId(self.tables.register_classes.len() as u16 - 1)
    }

    pub fn processor(&self) -> Processor<'_> {
        let subtarget = Subtarget {
            cpu: CpuId(0),
            features: FeatureSet::default(),
            requested: FeatureSet::default(),
            is_generic: false,
        };
        Processor::new(self.tables.tables(), subtarget).unwrap()
    }
}

/// Returns an instruction of one micro-op.
pub fn inst(class: SchedClassId, latency_cycles: u32) -> LoweredInst {
    LoweredInst {
        source: 0,
        opcode: Opcode(0),
        sched_class: class,
        resources: NeedsId(0),
        micro_ops: 1,
        latency_cycles,
        state: Default::default(),
        flags: 0,
        reads: SmallVec::new(),
        writes: SmallVec::new(),
    }
}

pub trait With: Sized {
    fn reading(self, regs: &[Reg]) -> Self;
    fn writing(self, regs: &[Reg]) -> Self;
    fn flagged(self, flags: u16) -> Self;
    fn micro_ops(self, micro_ops: u32) -> Self;
}

impl With for LoweredInst {
    fn reading(mut self, regs: &[Reg]) -> Self {
        for reg in regs {
            let use_index = self.reads.len() as u16;
            let sched_class = self.sched_class;
            self.reads.push(Read { reg: *reg, use_index, sched_class, is_independent: false });
        }
        self
    }

    fn writing(mut self, regs: &[Reg]) -> Self {
        for reg in regs {
            self.writes.push(Write {
                reg: *reg,
                latency_cycles: self.latency_cycles,
                write_resource: 0,
                clears_super_registers: false,
                is_zero: false,
            });
        }
        self
    }

    fn flagged(mut self, flags: u16) -> Self {
        self.flags |= flags;
        self
    }

    fn micro_ops(mut self, micro_ops: u32) -> Self {
        self.micro_ops = micro_ops;
        self
    }
}

/// Returns a region of instructions on a processor.
pub fn region(processor: &Processor<'_>, insts: impl IntoIterator<Item = LoweredInst>) -> Lowered {
    let mut lowered = Lowered::default();
    for mut inst in insts {
        let class = processor.tables().sched_class(processor.model, inst.sched_class).unwrap();
        let needs = resource_needs(processor, class, true);
        let known = lowered.resources.iter().position(|other| *other == needs);
        inst.resources = NeedsId(known.unwrap_or(lowered.resources.len()) as u32);
        if known.is_none() {
            lowered.resources.push(needs);
        }
        lowered.insts.push(inst);
    }
    lowered
}

/// Every event with its cycle.
#[derive(Default)]
pub struct Log(pub Vec<(u64, Event)>);

impl Observer for Log {
    fn on_event(&mut self, cycle: u64, event: Event) {
        self.0.push((cycle, event));
    }
}

impl Log {
    /// Returns cycles of the events that `pick` gives a dynamic index for, by index.
    fn cycles(&self, pick: impl Fn(Event) -> Option<u32>) -> Vec<u64> {
        let mut rows: Vec<(u32, u64)> = self
            .0
            .iter()
            .filter_map(|(cycle, event)| pick(*event).map(|index| (index, *cycle)))
            .collect();
        rows.sort_unstable();
        rows.into_iter().map(|(_, cycle)| cycle).collect()
    }

    pub fn issued(&self) -> Vec<u64> {
        self.cycles(|event| match event {
            Event::Issued { inst } => Some(inst.index),
            _ => None,
        })
    }

    pub fn dispatched(&self) -> Vec<u64> {
        self.cycles(|event| match event {
            Event::Dispatched { inst, .. } => Some(inst.index),
            _ => None,
        })
    }

    pub fn retired(&self) -> Vec<u64> {
        self.cycles(|event| match event {
            Event::Retired { inst } => Some(inst.index),
            _ => None,
        })
    }
}

/// Runs a region and logs everything.
pub fn run(
    model: &TestModel,
    insts: impl IntoIterator<Item = LoweredInst>,
    iterations: u32,
    options: &PipelineOptions,
) -> (Log, Result<u64, ErrorKind>) {
    let processor = model.processor();
    let lowered = region(&processor, insts);
    let program = Program::new(&processor, &lowered, 0);
    let mut log = Log::default();
    let cycles = simulate(&processor, &program, options, iterations, &mut log);
    (log, cycles)
}

/// Creates a session whose target is that of regions that were not read from anything.
pub fn session() -> Session {
    Session::new("x86_64-unknown-unknown", "haswell", []).unwrap()
}

/// Simulates a region and gives the sections that the options ask for.
pub fn sections(
    model: &TestModel,
    insts: &[LoweredInst],
    options: &Options,
) -> Result<Vec<Section>, ErrorKind> {
    let processor = model.processor();
    let lowered = region(&processor, insts.iter().cloned());
    let program = Program::new(&processor, &lowered, 0);
    let mut class_infos = ClassInfos::default();
    let session = session();
    let mut context = ViewContext {
        input: ViewInput {
            processor: &processor,
            region: Region::new(&[]),
            target: session.target(),
            lowered: &lowered,
            simulation: Simulation::Model(&program),
            options,
            interrupt: &Interrupt::NEVER,
            steady_state: &OnceCell::new(),
        },
        class_infos: &mut class_infos,
    };
    let mut views = ViewSet::new(&mut context)?;
    let pipeline = PipelineOptions::from(options);
    simulate(&processor, &program, &pipeline, options.effective_iterations(), &mut views)?;
    views.into_sections()
}

/// Flags by the names tests use.
pub use lower::lowered_flag as flag;

/// Returns a small in-order model, and a class of instructions that take either of its two units.
pub fn in_order() -> (TestModel, SchedClassId) {
    let mut model = TestModel::new();
    model.model().micro_op_buffer_size = 0;
    model.model().issue_width_uops = 2;
    let port = model.unit(2, 0);
    let class = model.class(&[(port, 1)]);
    (model, class)
}
