//! The in-order pipeline.

use super::model::{A, B, With, flag, in_order, inst, run};
use crate::simulation::event::{Event, StallKind};
use crate::simulation::model::PipelineOptions;

#[test]
fn a_dependency_stalls_all_that_follows() {
    let (model, class) = in_order();
    let insts =
        [inst(class, 3).writing(&[A]), inst(class, 3).reading(&[A]).writing(&[B]), inst(class, 3)];
    let (log, cycles) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [0, 3, 3]);
    assert_eq!(cycles, Ok(7));
    let stalls = log
        .0
        .iter()
        .filter(|(_, event)| matches!(event, Event::Stalled { kind: StallKind::RegisterFile, .. }));
    assert_eq!(stalls.count(), 3);
}

#[test]
fn results_are_written_in_order() {
    let (model, class) = in_order();
    let insts = [inst(class, 5).writing(&[A]), inst(class, 2).writing(&[B])];
    let (log, _) = run(&model, insts.clone(), 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [0, 3]);
    let [first, second] = insts;
    let insts = [first, second.flagged(flag::RETIRE_OUT_OF_ORDER)];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [0, 0]);
}

#[test]
fn busy_units_delay_issue() {
    let (mut model, _) = in_order();
    let port = model.unit(1, 0);
    let class = model.class(&[(port, 2)]);
    let (log, _) = run(&model, vec![inst(class, 2); 3], 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [0, 2, 4]);
}

#[test]
fn an_instruction_wider_than_issue_is_carried_over() {
    let (model, class) = in_order();
    let insts = [inst(class, 1).micro_ops(5), inst(class, 1)];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // Two, two and one micro-op; the next goes beside the last one.
    assert_eq!(log.issued(), [0, 2]);
}

#[test]
fn memory_operations_keep_their_order_unless_told_otherwise() {
    let (model, class) = in_order();
    let insts = [inst(class, 4).flagged(flag::MAY_STORE), inst(class, 4).flagged(flag::MAY_LOAD)];
    for (assume_no_alias, expected) in [(true, [0, 0]), (false, [0, 4])] {
        let options = PipelineOptions { assume_no_alias, ..PipelineOptions::default() };
        let (log, _) = run(&model, insts.clone(), 1, &options);
        assert_eq!(log.issued(), expected, "{assume_no_alias}");
    }
}
