//! Resources that are needed later than at issue.

use oxmca_tables::{ResourceId, SchedClassId};

use super::model::{TestModel, inst, region, run};
use super::random::{Random, add_unused_need, random_inst, random_model};
use crate::lower::resources::resource_needs;
use crate::simulation::event::{Event, Observer};
use crate::simulation::model::program::Program;
use crate::simulation::model::{PipelineOptions, simulate};

/// Returns a class of these resources, each with the cycles in which it is acquired and released.
fn class(model: &mut TestModel, uses: &[(ResourceId, u16, u16)]) -> SchedClassId {
    let held: Vec<_> = uses.iter().map(|(resource, _, release)| (*resource, *release)).collect();
    let class = model.class(&held);
    let rows = model.tables.sched_classes[class.index()].resource_uses.range();
    let rows = model.tables.resource_uses[rows].iter_mut();
    rows.zip(uses).for_each(|(row, (_, acquire, _))| row.acquire_at_cycle = *acquire);
    class
}

/// Returns the cycles in which instructions of these classes issue.
fn issued(model: &TestModel, classes: &[SchedClassId]) -> Vec<u64> {
    let insts = classes.iter().map(|class| inst(*class, 1));
    let (log, cycles) = run(model, insts, 1, &PipelineOptions::default());
    cycles.unwrap();
    log.issued()
}

#[test]
fn a_unit_is_held_from_acquire_to_release() {
    let mut model = TestModel::new();
    let (front, back) = (model.unit(1, -1), model.unit(1, -1));
    let both = class(&mut model, &[(front, 0, 1), (back, 1, 4)]);
    // `back` serves one from cycle 2 to 5, the next from 5 to 8.
    assert_eq!(issued(&model, &[both, both, both]), [1, 4, 7]);
    let late = class(&mut model, &[(back, 4, 5)]);
    // Three of one cycle each, pipelined.
    assert_eq!(issued(&model, &[late, late, late]), [1, 2, 3]);
}

#[test]
fn a_younger_instruction_can_use_a_unit_before_an_older_one() {
    let mut model = TestModel::new();
    let unit = model.unit(1, -1);
    let late = class(&mut model, &[(unit, 4, 6)]);
    let early = class(&mut model, &[(unit, 0, 3)]);
    let long = class(&mut model, &[(unit, 0, 5)]);
    // From cycle 5 to 7 the unit is reserved. Three cycles fit before, five do not.
    assert_eq!(issued(&model, &[late, early]), [1, 1]);
    assert_eq!(issued(&model, &[late, long]), [1, 7]);
}

#[test]
fn a_group_takes_a_member_that_is_free_for_the_whole_time() {
    let mut model = TestModel::new();
    let (p0, p1) = (model.unit(1, -1), model.unit(1, -1));
    let p01 = model.group(&[p0, p1]);
    let late = class(&mut model, &[(p1, 2, 4), (p01, 2, 4)]);
    let any = class(&mut model, &[(p01, 0, 3)]);
    let insts = [inst(late, 1), inst(any, 1), inst(any, 1)];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [1, 1, 4]);
    let used = log.0.iter().filter_map(|(_, event)| match event {
        Event::ResourceUsed { inst, resource, cycles, .. } => {
            Some((inst.index, resource.0, *cycles))
        }
        _ => None,
    });
    assert_eq!(used.collect::<Vec<_>>(), [(0, 1, 2), (1, 0, 3), (2, 0, 3)]);
}

#[test]
fn each_unit_of_several_has_its_own_reservations() {
    let mut model = TestModel::new();
    let two = model.unit(2, -1);
    let late = class(&mut model, &[(two, 2, 5)]);
    assert_eq!(issued(&model, &[late; 4]), [1, 1, 4, 4]);
}

#[test]
fn needs_are_held_for_the_cycles_between() {
    let mut model = TestModel::new();
    let (p0, p1) = (model.unit(1, -1), model.unit(1, -1));
    let p01 = model.group(&[p0, p1]);
    let class = class(&mut model, &[(p0, 2, 5), (p1, 3, 3), (p01, 2, 7)]);
    let processor = model.processor();
    let row = processor.tables().sched_class(processor.model, class).unwrap();
    let rows = |honours_segments: bool| -> Vec<(u64, u32, u32)> {
        let needs = resource_needs(&processor, row, honours_segments);
        needs.needs.iter().map(|it| (it.mask, it.acquire_at_cycle, it.cycles)).collect()
    };
    assert_eq!(rows(true), [(0b001, 2, 3), (0b111, 2, 2)]);
    // From issue on, p01 would be used for more cycles by its members than it is held.
    assert_eq!(rows(false)[..2], [(0b001, 0, 5), (0b010, 0, 3)]);
}

#[test]
fn an_in_order_processor_waits_until_all_units_are_free_in_time() {
    let mut model = TestModel::new();
    model.model().micro_op_buffer_size = 0;
    let (front, back) = (model.unit(1, 0), model.unit(1, 0));
    let both = class(&mut model, &[(front, 0, 1), (back, 1, 4)]);
    let early = class(&mut model, &[(back, 0, 1)]);
    let insts = [both, both, early, both].map(|class| inst(class, 1));
    let (log, cycles) = run(&model, insts, 1, &PipelineOptions::default());
    cycles.unwrap();
    // `back` is taken from cycle 1 to 4 and from 4 to 7, then in cycle 7 and from 8 on.
    assert_eq!(log.issued(), [0, 3, 7, 7]);
}

#[test]
fn an_in_order_resource_holds_up_dispatch_until_it_is_released() {
    let mut model = TestModel::new();
    let unit = model.unit(1, 0);
    let late = class(&mut model, &[(unit, 2, 5)]);
    let insts = [inst(late, 1), inst(late, 1)];
    let (log, cycles) = run(&model, insts, 1, &PipelineOptions::default());
    cycles.unwrap();
    assert_eq!(log.issued(), [0, 5]);
}

/// Everything that happens, or the cycles without.
#[derive(Default)]
struct Log(Vec<(u64, Event)>);

impl Observer for Log {
    fn on_event(&mut self, cycle: u64, event: Event) {
        self.0.push((cycle, event));
    }
}

#[test]
fn where_everything_is_acquired_at_issue_nothing_changes() {
    let mut finished = 0;
    for seed in 1..600 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let (mut model, mut classes) = random_model(&mut random);
        if random.chance(20) {
            model.model().micro_op_buffer_size = 0;
        }
        model.tables.resource_uses.iter_mut().for_each(|row| row.acquire_at_cycle = 0);
        let uses: Vec<_> =
            (1..model.tables.resources.len()).map(|id| (ResourceId(id as u16), 9)).collect();
        classes.extend((0..2).map(|_| {
            let uses = uses.iter().filter(|_| random.chance(40)).take(3).copied();
            model.class(&uses.collect::<Vec<_>>())
        }));
        let count = 1 + random.next(9);
        let insts: Vec<_> = (0..count).map(|_| random_inst(&mut random, &classes)).collect();
        let processor = model.processor();
        let lowered = region(&processor, insts);
        // More use of ports than of the groups that contain them wraps around.
        if lowered.resources.iter().flat_map(|it| &it.needs).any(|need| need.cycles > 9) {
            continue;
        }
        let options = PipelineOptions { assume_no_alias: true, ..PipelineOptions::default() };
        let run = |has_segments: bool| {
            let mut program = Program::new(&processor, &lowered, 0);
            if has_segments {
                // Reservations are kept where an instruction needs a resource later.
                add_unused_need(&mut program, 1, false);
            }
            let mut log = Log::default();
            let cycles = simulate(&processor, &program, &options, 10, &mut log);
            log.0.sort_unstable();
            (cycles.ok(), log.0)
        };
        let (plain, reserved) = (run(false), run(true));
        finished += u32::from(plain.0.is_some());
        assert_eq!(plain, reserved, "seed {seed}");
    }
    assert!(finished > 300, "most regions come to an end: {finished}");
}

#[test]
fn segments_never_issue_later_than_holding_from_issue_on() {
    let mut model = TestModel::new();
    let units = [model.unit(1, -1), model.unit(2, -1), model.unit(1, -1)];
    let mut random = Random(7);
    let classes: Vec<_> = (0..6)
        .map(|_| {
            let acquire = random.next(4) as u16;
            let unit = units[random.next(3) as usize];
            class(&mut model, &[(unit, acquire, acquire + 1 + random.next(3) as u16)])
        })
        .collect();
    for class in classes {
        let cycles = |acquire: bool| {
            let mut model = TestModel { tables: model.tables.clone() };
            if !acquire {
                model.tables.resource_uses.iter_mut().for_each(|row| row.acquire_at_cycle = 0);
            }
            run(&model, [inst(class, 1)], 50, &PipelineOptions::default()).1.unwrap()
        };
        assert!(cycles(true) <= cycles(false));
    }
}
