//! The out-of-order pipeline: dependencies, renaming, memory order, retirement.

use super::model::{A, B, C, H, L, TestModel, W, With, flag, inst, run};
use crate::simulation::event::{Event, StallKind};
use crate::simulation::model::PipelineOptions;

/// Returns a model whose instructions need nothing but time, and its class.
fn free() -> (TestModel, oxmca_tables::SchedClassId) {
    let mut model = TestModel::new();
    let port = model.unit(4, -1);
    let class = model.class(&[(port, 1)]);
    (model, class)
}

#[test]
fn a_chain_issues_latency_by_latency() {
    let (model, class) = free();
    let insts = [
        inst(class, 3).writing(&[A]),
        inst(class, 2).reading(&[A]).writing(&[B]),
        inst(class, 1).reading(&[B]),
    ];
    let (log, cycles) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.dispatched(), [0, 0, 0]);
    assert_eq!(log.issued(), [1, 4, 6]);
    assert_eq!(log.retired(), [5, 7, 8]);
    assert_eq!(cycles, Ok(9));
}

#[test]
fn a_read_advance_shortens_or_lengthens_the_wait() {
    for (advance, expected) in [(2, 2), (0, 4), (-3, 7), (9, 1)] {
        let (mut model, class) = free();
        let port = oxmca_tables::ResourceId(1);
        let reader = model.class(&[(port, 1)]);
        model.read_advance(reader, advance);
        let insts = [inst(class, 3).writing(&[A]), inst(reader, 1).reading(&[A])];
        let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
        assert_eq!(log.issued(), [1, expected], "{advance}");
    }
}

#[test]
fn a_negative_read_advance_outlives_retirement() {
    let (mut model, class) = free();
    model.model().issue_width_uops = 1;
    let port = oxmca_tables::ResourceId(1);
    let reader = model.class(&[(port, 1)]);
    model.read_advance(reader, -6);
    let filler = inst(class, 1);
    let insts = [
        inst(class, 1).writing(&[A]),
        filler.clone(),
        filler.clone(),
        filler,
        inst(reader, 1).reading(&[A]),
    ];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // Written back in cycle 2, retired in 3, read with six cycles of delay.
    assert_eq!(log.retired()[0], 3);
    assert_eq!(log.issued()[4], 8);
}

#[test]
fn a_read_of_a_whole_register_waits_for_its_parts() {
    let (model, class) = free();
    let insts = [
        inst(class, 5).writing(&[L]),
        inst(class, 2).writing(&[H]),
        inst(class, 1).reading(&[W]),
        inst(class, 1).reading(&[H]),
    ];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [1, 1, 6, 3]);
}

#[test]
fn a_partial_write_merges_with_the_register_it_is_renamed_with() {
    let (mut model, class) = free();
    model.register_file(16, &[(&[W], 1, false)]);
    let insts =
        [inst(class, 6).writing(&[W]), inst(class, 2).writing(&[L]), inst(class, 1).reading(&[H])];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // The partial write must not complete before the older one; the read sees both.
    assert_eq!(log.issued(), [1, 6, 8]);
}

#[test]
fn a_write_that_clears_the_rest_depends_on_nothing() {
    let (mut model, class) = free();
    model.register_file(16, &[(&[W], 1, false)]);
    let mut clearing = inst(class, 2).writing(&[L]);
    clearing.writes[0].clears_super_registers = true;
    let insts = [inst(class, 6).writing(&[W]), clearing, inst(class, 1).reading(&[W])];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [1, 1, 3]);
}

#[test]
fn physical_registers_bound_dispatch() {
    let (mut model, class) = free();
    model.register_file(2, &[(&[A, B, C], 1, false)]);
    let insts = [A, B, C].map(|reg| inst(class, 4).writing(&[reg]));
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // The first two retire in cycle 6.
    assert_eq!(log.dispatched(), [0, 0, 6]);
    let stalls = log
        .0
        .iter()
        .filter(|(_, event)| matches!(event, Event::Stalled { kind: StallKind::RegisterFile, .. }));
    assert_eq!(stalls.count(), 6);
}

#[test]
fn an_eliminated_move_is_an_alias() {
    let (mut model, class) = free();
    model.register_file(16, &[(&[A, B], 1, true)]);
    let insts = [
        inst(class, 5).writing(&[A]),
        inst(class, 1).reading(&[A]).writing(&[B]).flagged(flag::OPTIMIZABLE_MOVE),
        inst(class, 1).reading(&[B]),
    ];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // The move itself is done in the cycle of its dispatch; its reader waits for the source.
    assert_eq!(log.issued(), [1, 0, 6]);
    let outcome = log.0.iter().find_map(|(_, event)| match event {
        Event::MoveCandidate { file, is_eliminated, is_zero } => {
            Some((*file, *is_eliminated, *is_zero))
        }
        _ => None,
    });
    assert_eq!(outcome, Some((1, true, false)));
}

#[test]
fn instructions_retire_in_order_and_as_wide_as_allowed() {
    let (mut model, class) = free();
    model.model().max_retire_per_cycle = 2;
    let insts = [5, 1, 1, 1].map(|latency| inst(class, latency));
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.retired(), [7, 7, 8, 8]);
}

#[test]
fn the_reorder_buffer_bounds_what_is_in_flight() {
    let (mut model, class) = free();
    model.model().reorder_buffer_size = 3;
    let insts = vec![inst(class, 2); 4];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.dispatched(), [0, 0, 0, 4]);
}

#[test]
fn an_instruction_wider_than_dispatch_takes_several_cycles() {
    let (model, class) = free();
    let insts = [inst(class, 1).micro_ops(10), inst(class, 1).micro_ops(2)];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // Four, four and two micro-ops; two more fit beside the last two.
    assert_eq!(log.dispatched(), [0, 1, 2, 2]);
}

#[test]
fn groups_begin_and_end_where_they_are_told_to() {
    let (model, class) = free();
    let insts = [
        inst(class, 1),
        inst(class, 1).flagged(flag::BEGIN_GROUP),
        inst(class, 1).flagged(flag::END_GROUP),
        inst(class, 1),
    ];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.dispatched(), [0, 1, 1, 2]);
}

#[test]
fn loads_wait_for_stores_only_if_they_may_alias() {
    let (model, class) = free();
    let insts = || {
        [
            inst(class, 3).flagged(flag::MAY_STORE),
            inst(class, 1).flagged(flag::MAY_LOAD),
            inst(class, 1).flagged(flag::MAY_STORE),
        ]
    };
    for (assume_no_alias, expected) in [(true, [1, 1, 1]), (false, [1, 4, 5])] {
        let options = PipelineOptions { assume_no_alias, ..PipelineOptions::default() };
        let (log, _) = run(&model, insts(), 1, &options);
        assert_eq!(log.issued(), expected, "{assume_no_alias}");
    }
}

#[test]
fn a_load_barrier_orders_loads() {
    let (model, class) = free();
    let options = PipelineOptions { assume_no_alias: true, ..PipelineOptions::default() };
    let insts = [
        inst(class, 3).flagged(flag::MAY_LOAD),
        inst(class, 1).flagged(flag::MAY_LOAD | flag::LOAD_BARRIER),
        inst(class, 1).flagged(flag::MAY_LOAD),
    ];
    let (log, _) = run(&model, insts, 1, &options);
    assert_eq!(log.issued(), [1, 4, 5]);
}

#[test]
fn queue_sizes_bound_memory_operations() {
    let (model, class) = free();
    let options = PipelineOptions {
        load_queue_size_entries: 1,
        assume_no_alias: true,
        ..PipelineOptions::default()
    };
    let insts = vec![inst(class, 2).flagged(flag::MAY_LOAD); 2];
    let (log, _) = run(&model, insts, 1, &options);
    // Entries are held until retirement.
    assert_eq!(log.dispatched(), [0, 4]);
}

#[test]
fn the_micro_op_queue_limits_decoding() {
    let (model, class) = free();
    let options = PipelineOptions {
        micro_op_queue_size_entries: 8,
        decoder_throughput_instructions: 1,
        ..PipelineOptions::default()
    };
    let (log, _) = run(&model, vec![inst(class, 1); 3], 1, &options);
    assert_eq!(log.dispatched(), [0, 1, 2]);
}

#[test]
fn older_instructions_and_those_with_users_issue_first() {
    let mut model = TestModel::new();
    let port = model.unit(1, -1);
    let class = model.class(&[(port, 1)]);
    let insts = [
        inst(class, 1),
        inst(class, 1).writing(&[A]),
        inst(class, 1).reading(&[A]),
        inst(class, 1).reading(&[A]),
    ];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // Two users outweigh one place in line.
    assert_eq!(log.issued(), [2, 1, 3, 4]);
}
