//! Instructions that are described by itineraries.

use oxmca_tables::schema::{ReadAdvance, WriteLatency};
use oxmca_tables::{ResourceId, SchedClassId};

use super::model::{A, B, TestModel, With, inst, run};
use crate::simulation::event::Event;
use crate::simulation::model::PipelineOptions;

/// Returns an in-order model of some issue width with three units.
fn three_units(width: u32) -> (TestModel, [ResourceId; 3]) {
    let mut model = TestModel::new();
    model.model().micro_op_buffer_size = 0;
    model.model().issue_width_uops = width;
    let units = [model.unit(1, -1), model.unit(1, -1), model.unit(1, -1)];
    (model, units)
}

type Stage<'a> = (&'a [ResourceId], u16, u16, u16);

fn class(model: &mut TestModel, stages: &[Stage<'_>]) -> SchedClassId {
    let class = model.class(&[]);
    model.itinerary(class, stages);
    class
}

/// Returns the cycles in which instructions of these classes issue, and the units they take.
fn issued(model: &TestModel, classes: &[SchedClassId]) -> (Vec<u64>, Vec<u8>) {
    // Results may be written in any order.
    let flag = super::model::flag::RETIRE_OUT_OF_ORDER;
    let insts = classes.iter().map(|class| inst(*class, 1).flagged(flag));
    let (log, cycles) = run(model, insts, 1, &PipelineOptions::default());
    cycles.unwrap();
    let units = log.0.iter().filter_map(|(_, event)| match event {
        Event::ResourceUsed { resource, .. } => Some(resource.0),
        _ => None,
    });
    (log.issued(), units.collect())
}

#[test]
fn as_many_issue_as_find_a_unit() {
    let (mut model, units) = three_units(4);
    let any = class(&mut model, &[(&units, 1, 1, 0)]);
    assert_eq!(issued(&model, &[any; 5]), (vec![0, 0, 0, 1, 1], vec![2, 1, 0, 2, 1]));
    model.model().issue_width_uops = 2;
    assert_eq!(issued(&model, &[any; 5]).0, [0, 0, 1, 1, 2]);
}

#[test]
fn later_stages_hold_up_what_needs_their_units_then() {
    let (mut model, [first, second, _]) = three_units(1);
    // `second` is held from cycle 2 to 5 after issue.
    let long = class(&mut model, &[(&[first], 1, 2, 0), (&[second], 3, 3, 0)]);
    let short = class(&mut model, &[(&[second], 1, 1, 0)]);
    assert_eq!(issued(&model, &[long, long, short]).0, [0, 3, 8]);
    assert_eq!(issued(&model, &[long, short, short]).0, [0, 1, 5]);
}

#[test]
fn reserved_units_serve_several_that_reserve_them() {
    let (mut model, [first, second, third]) = three_units(4);
    let reserving = class(&mut model, &[(&[first, third], 1, 0, 0), (&[second], 4, 4, 1)]);
    let requiring = class(&mut model, &[(&[second], 1, 1, 0)]);
    assert_eq!(issued(&model, &[reserving, reserving, requiring]).0, [0, 0, 4]);
    assert_eq!(issued(&model, &[requiring, reserving]).0, [0, 1]);
}

#[test]
fn stages_without_units_only_take_time() {
    let (mut model, [first, ..]) = three_units(1);
    let late = class(&mut model, &[(&[], 5, 3, 0), (&[first], 1, 1, 0)]);
    let early = class(&mut model, &[(&[first], 1, 1, 0)]);
    assert_eq!(issued(&model, &[late, early, early, early, early]).0, [0, 1, 2, 4, 5]);
    let none = class(&mut model, &[]);
    assert_eq!(issued(&model, &[none, none]).0, [0, 1]);
}

#[test]
fn an_instruction_that_needs_more_units_than_there_are_still_issues() {
    let (mut model, [first, ..]) = three_units(1);
    let twice = class(&mut model, &[(&[first], 2, 0, 0), (&[first], 1, 1, 0)]);
    assert_eq!(issued(&model, &[twice, twice]).0, [0, 2]);
}

#[test]
fn operands_are_there_after_their_cycles_or_by_a_bypass() {
    for (bypass, expected) in [(0, [0, 3, 6]), (1, [0, 2, 4])] {
        let (mut model, [first, ..]) = three_units(2);
        let add = class(&mut model, &[(&[first], 1, 1, 0)]);
        // Written in cycle 3 and read in cycle 1, as `operands=3/Forward,1/Forward` says.
        model.tables.write_latencies =
            vec![WriteLatency { latency_cycles: 3, write_resource: bypass }];
        model.tables.read_advances = vec![
            ReadAdvance { use_index: 0, write_resource: 1, cycles: 1 },
            ReadAdvance { use_index: 0, write_resource: 0, cycles: 0 },
        ];
        let row = &mut model.tables.sched_classes[add.index()];
        row.write_latencies.len = 1;
        row.read_advances.len = 2;
        let chained = |reads, writes| {
            let mut inst = inst(add, 3).reading(&[reads]).writing(&[writes]);
            inst.writes[0].write_resource = bypass;
            inst
        };
        let insts = [chained(A, B), chained(B, A), chained(A, B)];
        let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
        assert_eq!(log.issued(), expected, "bypass {bypass}");
    }
}
