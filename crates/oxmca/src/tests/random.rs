//! Random regions on random models: the verifier watches, and tracking pressure, which runs the
//! scheduler in a different way, must not change what happens when; nor must counting repetitions
//! of a steady state change any section.

use std::cell::OnceCell;
use std::num::NonZero;

use oxmca_asm::Interrupt;
use oxmca_tables::{Reg, ResourceId, SchedClassId};

use super::model::{TestModel, With, flag, inst, region, run, session};
use crate::analyze::Region;
use crate::lower::LoweredInst;
use crate::lower::resources::{ResourceNeed, ResourceNeeds};
use crate::options::{Options, Views};
use crate::simulation::Simulation;
use crate::simulation::event::{Event, Observer};
use crate::simulation::model::program::Program;
use crate::simulation::model::{PipelineOptions, simulate};
use crate::view::class_info::ClassInfos;
use crate::view::{Section, ViewContext, ViewInput, ViewSet};

/// A small generator (xorshift); the same numbers on every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % limit
    }

    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.next(100) < percent
    }
}

pub(super) fn random_model(random: &mut Random) -> (TestModel, Vec<SchedClassId>) {
    let mut model = TestModel::new();
    model.model().issue_width_uops = 1 + random.next(5);
    model.model().micro_op_buffer_size = 4 + random.next(40) as i32;
    model.model().max_retire_per_cycle = random.next(4);
    let ports: Vec<_> = (0..2 + random.next(4))
        .map(|_| {
            let buffer_size = [-1, -1, 3, 9][random.next(4) as usize];
            model.unit(1 + random.next(2), buffer_size)
        })
        .collect();
    let groups: Vec<_> = (0..random.next(4))
        .map(|_| {
            let first = random.next(ports.len() as u32 - 1) as usize;
            let last = first + 2 + random.next((ports.len() - first - 1) as u32) as usize;
            let group = model.group(&ports[first..last]);
            if random.chance(30) {
                model.select(group, random.next(3) as u16);
            }
            group
        })
        .collect();
    if random.chance(50) {
        let size = 4 + random.next(10);
        let moves = random.chance(50);
        model.register_file(size, &[(&[Reg(1)], 1, moves), (&[Reg(4), Reg(5)], 2, moves)]);
    }
    let has_segments = random.chance(30);
    let classes: Vec<SchedClassId> = (0..1 + random.next(6))
        .map(|_| {
            let all: Vec<_> = ports.iter().chain(&groups).copied().collect();
            let mut uses = Vec::new();
            for resource in all {
                if random.chance(30) {
                    uses.push((resource, 1 + random.next(3) as u16));
                }
            }
            let class = model.class(&uses[..uses.len().min(1)]);
            if has_segments && random.chance(50) {
                model.acquire(class, 1 + random.next(5) as u16);
            }
            if random.chance(30) {
                model.read_advance(class, random.next(9) as i16 - 4);
            }
            class
        })
        .collect();
    if random.chance(15) {
        let units: Vec<_> = (0..1 + random.next(5)).map(|_| model.unit(1, -1)).collect();
        for class in &classes {
            let stages: Vec<_> = (0..random.next(5))
                .map(|_| {
                    let first = random.next(units.len() as u32) as usize;
                    let last = first + random.next((units.len() - first) as u32 + 1) as usize;
                    let (cycles, next) = (random.next(4) as u16, random.next(4) as u16);
                    (&units[first..last], cycles, next, u16::from(random.chance(20)))
                })
                .collect();
            model.itinerary(*class, &stages);
        }
    }
    (model, classes)
}

pub(super) fn random_inst(random: &mut Random, classes: &[SchedClassId]) -> LoweredInst {
    let class = classes[random.next(classes.len() as u32) as usize];
    let latency_cycles = if random.chance(3) { random.next(700) } else { random.next(7) };
    let mut inst = inst(class, latency_cycles).micro_ops(random.next(8));
    let mut regs =
        || -> Vec<Reg> { (0..random.next(3)).map(|_| Reg(1 + random.next(6) as u16)).collect() };
    let (reads, writes) = (regs(), regs());
    inst = inst.reading(&reads).writing(&writes);
    for write in &mut inst.writes {
        write.clears_super_registers = random.chance(30);
        // Some results are written back after the instruction has executed.
        let late_cycles = if random.chance(5) { 4 } else { 0 };
        write.latency_cycles = random.next(inst.latency_cycles + 1 + late_cycles);
    }
    for (flag, percent) in
        [(flag::MAY_LOAD, 30), (flag::MAY_STORE, 20), (flag::BEGIN_GROUP, 3), (flag::END_GROUP, 3)]
    {
        if random.chance(percent) {
            inst = inst.flagged(flag);
        }
    }
    if inst.flags & flag::MEMORY != 0 {
        for flag in [flag::LOAD_BARRIER, flag::STORE_BARRIER] {
            if random.chance(10) {
                inst = inst.flagged(flag);
            }
        }
    } else if random.chance(20) {
        inst = inst.flagged(flag::OPTIMIZABLE_MOVE);
    }
    inst
}

/// Adds needs to a program that none of its instructions has: they only choose how its resources are simulated.
pub(super) fn add_unused_need(program: &mut Program, acquire_at_cycle: u32, reserved: bool) {
    let need = ResourceNeed { mask: 1, cycles: 1, acquire_at_cycle, units: 0, reserved };
    let needs = [need].into_iter().collect();
    program.needs.push(ResourceNeeds { needs, ..Default::default() });
}

#[test]
fn tracking_pressure_changes_nothing() {
    let mut finished = 0;
    for seed in 1..400 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let (model, classes) = random_model(&mut random);
        let count = 1 + random.next(14);
        let insts: Vec<_> = (0..count).map(|_| random_inst(&mut random, &classes)).collect();
        let options = PipelineOptions {
            assume_no_alias: random.chance(50),
            load_queue_size_entries: random.next(6),
            store_queue_size_entries: random.next(6),
            micro_op_queue_size_entries: if random.chance(20) { 1 + random.next(9) } else { 0 },
            ..PipelineOptions::default()
        };
        let tracking = PipelineOptions { tracks_pressure: true, ..options };
        let (plain, cycles) = run(&model, insts.clone(), 20, &options);
        let (tracked, tracked_cycles) = run(&model, insts, 20, &tracking);
        assert_eq!(cycles, tracked_cycles, "seed {seed}");
        finished += u32::from(cycles.is_ok());
        let common = |log: super::model::Log| {
            let mut events: Vec<_> = log
                .0
                .into_iter()
                .filter(|(_, event)| {
                    !matches!(
                        event,
                        Event::PressureIncreased { .. }
                            | Event::Delayed { .. }
                            | Event::CriticalResources { .. }
                            | Event::CriticalRegister { .. }
                            | Event::CriticalMemory { .. }
                            // Several in a cycle come in an order of their own.
                            | Event::Ready { .. }
                    )
                })
                .collect();
            events.sort_unstable();
            events
        };
        assert_eq!(common(plain), common(tracked), "seed {seed}");
    }
    assert!(finished > 300, "most regions come to an end: {finished}");
}

/// Counts the cycles that are simulated.
#[derive(Default)]
struct Effort(u64);

impl Observer for Effort {
    const SEES_DETAILS: bool = false;

    fn on_event(&mut self, _: u64, event: Event) {
        self.0 += u64::from(event == Event::CycleEnd);
    }

    fn repeatable_from(&self) -> Option<u32> {
        Some(0)
    }
}

#[test]
fn counting_repetitions_changes_nothing() {
    let session = session();
    let (mut effort, mut full_effort) = (0, 0);
    for seed in 1..300 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let (mut model, classes) = random_model(&mut random);
        if random.chance(20) {
            model.model().micro_op_buffer_size = 0;
        }
        let count = 1 + random.next(9);
        let insts: Vec<_> = (0..count).map(|_| random_inst(&mut random, &classes)).collect();
        let processor = model.processor();
        let lowered = region(&processor, insts);
        let program = Program::new(&processor, &lowered, 0);
        let options = Options {
            iterations: NonZero::new(300 + random.next(200)),
            assume_no_alias: random.chance(50),
            micro_op_queue_size_entries: NonZero::new(if random.chance(20) {
                1 + random.next(9)
            } else {
                0
            }),
            timeline_max_iterations: NonZero::new(1 + random.next(20)),
            ibs_sampling_period_micro_ops: NonZero::new(random.next(40)),
            views: Views {
                summary: true,
                steady_state: false,
                bottleneck_analysis: random.chance(50),
                instruction_info: false,
                dispatch_statistics: true,
                scheduler_statistics: true,
                retire_statistics: true,
                register_file_statistics: true,
                resource_pressure: true,
                source_listing: false,
                explanation: false,
                work: false,
                annotation: true,
                dependency_graph: false,
                timeline: true,
                issue_gaps: true,
            },
            ..Options::default()
        };
        let sections = |detects_steady_state: bool| {
            let options = Options { detects_steady_state, ..options.clone() };
            let pipeline = PipelineOptions::from(&options);
            let mut class_infos = ClassInfos::default();
            let steady_state = OnceCell::new();
            let mut views = ViewSet::new(&mut ViewContext {
                input: ViewInput {
                    processor: &processor,
                    region: Region::new(&[]),
                    target: session.target(),
                    lowered: &lowered,
                    simulation: Simulation::Model(&program),
                    options: &options,
                    interrupt: &Interrupt::NEVER,
                    steady_state: &steady_state,
                },
                class_infos: &mut class_infos,
            })
            .unwrap();
            let mut cycles = Effort::default();
            let observer = (&mut views, &mut cycles);
            let result =
                simulate(&processor, &program, &pipeline, options.effective_iterations(), observer);
            (result.is_ok().then(|| views.into_sections().unwrap()), cycles.0)
        };
        let (counted, cycles) = sections(true);
        let (simulated, all_cycles) = sections(false);
        assert_eq!(counted, simulated, "seed {seed}");
        effort += cycles;
        full_effort += all_cycles;
    }
    assert!(effort * 3 < full_effort, "most of the work is saved: {effort} of {full_effort}");
}

#[test]
fn keeping_the_order_of_sets_changes_no_count() {
    let session = session();
    let (mut finished, mut found) = (0, 0);
    for seed in 1..400 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let (mut model, mut classes) = random_model(&mut random);
        let uses: Vec<_> = (1..model.tables.resources.len())
            .map(|id| match model.tables.resources[id].sub_units.len {
                0 => (ResourceId(id as u16), 1 + random.next(3) as u16),
                _ => (ResourceId(id as u16), 9),
            })
            .collect();
        classes.extend((0..3).map(|_| {
            let uses = uses.iter().filter(|_| random.chance(40)).take(3).copied();
            model.class(&uses.collect::<Vec<_>>())
        }));
        let count = 1 + random.next(9);
        let insts: Vec<_> = (0..count).map(|_| random_inst(&mut random, &classes)).collect();
        let processor = model.processor();
        let lowered = region(&processor, insts);
        let options = Options {
            iterations: NonZero::new(20),
            assume_no_alias: random.chance(50),
            detects_steady_state: false,
            views: Views { bottleneck_analysis: true, ..Views::default() },
            ..Options::default()
        };
        // More use of ports than of the groups that contain them wraps around.
        let mut needs = lowered.insts.iter().flat_map(|inst| &lowered.needs(inst).needs);
        if needs.any(|need| need.cycles > 9) {
            continue;
        }
        let section = |keeps_order: bool| {
            let mut program = Program::new(&processor, &lowered, 0);
            if keeps_order {
                // Where something may be reserved the order matters; nothing is.
                add_unused_need(&mut program, 0, true);
            }
            let pipeline = PipelineOptions::from(&options);
            let mut class_infos = ClassInfos::default();
            let steady_state = OnceCell::new();
            let mut views = ViewSet::new(&mut ViewContext {
                input: ViewInput {
                    processor: &processor,
                    region: Region::new(&[]),
                    target: session.target(),
                    lowered: &lowered,
                    simulation: Simulation::Model(&program),
                    options: &options,
                    interrupt: &Interrupt::NEVER,
                    steady_state: &steady_state,
                },
                class_infos: &mut class_infos,
            })
            .unwrap();
            let result = simulate(
                &processor,
                &program,
                &pipeline,
                options.effective_iterations(),
                &mut views,
            );
            result.ok().map(|_| views.into_sections().unwrap())
        };
        let (any, kept) = (section(false), section(true));
        assert_eq!(any, kept, "seed {seed}");
        finished += u32::from(any.is_some());
        let is_found = |section: &Section| match section {
            Section::Bottleneck(bottleneck) => bottleneck.found.is_some(),
            _ => false,
        };
        found += u32::from(any.iter().flatten().any(is_found));
    }
    assert!(finished > 300 && found > 100, "{finished} came to an end, {found} had bottlenecks");
}
