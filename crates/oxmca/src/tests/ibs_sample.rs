//! Simulated samples: values worked out by hand, and random regions beside what their events say.

use std::num::NonZero;

use oxmca_tables::SchedClassId;

use super::model::{A, TestModel, With, in_order, inst, run, sections};
use super::random::{Random, random_inst, random_model};
use crate::lower::LoweredInst;
use crate::options::Options;
use crate::simulation::event::Event;
use crate::simulation::model::PipelineOptions;
use crate::view::Section;
use crate::view::ibs_sample::{IbsSamples, SampleTimes, SampledInstruction};

/// Returns the samples, if the simulation comes to its end.
fn samples(model: &TestModel, insts: &[LoweredInst], options: &Options) -> Option<IbsSamples> {
    let sections = sections(model, insts, options).ok()?;
    sections.into_iter().find_map(|section| match section {
        Section::IbsSamples(section) => Some(section),
        _ => None,
    })
}

fn sampling(period: u32, iterations: u32) -> Options {
    Options {
        ibs_sampling_period_micro_ops: NonZero::new(period),
        iterations: NonZero::new(iterations),
        ..Options::default()
    }
}

fn out_of_order() -> (TestModel, SchedClassId) {
    let mut model = TestModel::new();
    let port = model.unit(2, -1);
    let class = model.class(&[(port, 1)]);
    (model, class)
}

/// Means of tag to retire, dispatch to complete and completion to retire.
fn means(row: &SampledInstruction) -> Option<[f64; 3]> {
    let SampleTimes { tag_to_retire, dispatch_to_complete, completion_to_retire } = row.times?;
    Some([tag_to_retire, dispatch_to_complete, completion_to_retire].map(|it| it.mean_cycles))
}

#[test]
fn times_run_from_dispatch() {
    let (model, class) = out_of_order();
    // Dispatched in cycle 0, the first issues in 1, completes in 4 and retires in 5. The second
    // issues in 4 and completes in 6; the third completes in 2 and has to wait for the second.
    let insts = [inst(class, 3).writing(&[A]), inst(class, 2).reading(&[A]), inst(class, 1)];
    let found = samples(&model, &insts, &sampling(1, 1)).unwrap();
    let means: Vec<_> = found.rows.iter().map(|row| means(row).unwrap()).collect();
    assert_eq!(means, [[5.0, 4.0, 1.0], [7.0, 6.0, 1.0], [7.0, 2.0, 5.0]]);
}

#[test]
fn any_micro_op_is_tagged() {
    let (model, class) = out_of_order();
    let insts = [inst(class, 1).micro_ops(2), inst(class, 1).micro_ops(5)];
    // Micro-ops 1, 2 and 8, 9 and 15, 16 are the first instruction's.
    let found = samples(&model, &insts, &sampling(3, 3)).unwrap();
    assert_eq!([found.rows[0].samples, found.rows[1].samples], [2, 5]);
    assert_eq!([found.rows[0].retired_samples, found.rows[1].retired_samples], [2, 5]);
    assert_eq!(found.rows[1].share_of(found.samples()), Some(5.0 / 7.0));
    let found = samples(&model, &insts, &sampling(22, 3)).unwrap();
    assert_eq!((found.samples(), found.rows[0].times), (0, None));
    assert_eq!(found.rows[0].share_of(found.samples()), None);
}

#[test]
fn the_percentile_is_a_number_that_occurred() {
    let (mut model, _) = out_of_order();
    let port = model.unit(1, -1);
    let class = model.class(&[(port, 1)]);
    model.model().issue_width_uops = 10;
    // Ten are dispatched at once, and complete one after the other in cycles 2 to 11.
    let found = samples(&model, &[inst(class, 1)], &sampling(1, 10)).unwrap();
    let times = found.rows[0].times.unwrap();
    assert_eq!(
        (times.dispatch_to_complete.mean_cycles, times.dispatch_to_complete.p90_cycles),
        (6.5, 10)
    );
    assert_eq!((times.tag_to_retire.mean_cycles, times.tag_to_retire.p90_cycles), (7.5, 11));
    assert_eq!(
        (times.completion_to_retire.mean_cycles, times.completion_to_retire.p90_cycles),
        (1.0, 1)
    );
}

#[test]
fn in_order_dispatch_is_issue() {
    let (model, class) = in_order();
    let insts = [inst(class, 3).writing(&[A]), inst(class, 4).reading(&[A])];
    let found = samples(&model, &insts, &sampling(1, 1)).unwrap();
    let means: Vec<_> = found.rows.iter().map(|row| means(row).unwrap()).collect();
    assert_eq!(means, [[3.0, 3.0, 0.0], [4.0, 4.0, 0.0]]);
}

/// Sums of cycles of the tagged micro-ops that retired, by instruction, and their number.
fn from_events(log: &[(u64, Event)], insts: &[LoweredInst], period: u32) -> Vec<([u64; 3], u64)> {
    let micro_ops = |index: usize| u64::from(insts[index % insts.len()].micro_ops);
    let mut before = vec![0];
    let mut times: Vec<[Option<u64>; 2]> = Vec::new();
    let mut rows = vec![([0; 3], 0); insts.len()];
    for (cycle, event) in log {
        match event {
            Event::Dispatched { inst, .. } if inst.index as usize == times.len() => {
                before.push(before[times.len()] + micro_ops(times.len()));
                times.push([Some(*cycle), None]);
            }
            Event::Executed { inst } => times[inst.index as usize][1] = Some(*cycle),
            Event::Retired { inst } => {
                let index = inst.index as usize;
                let [dispatched, executed] = times[index].map(Option::unwrap);
                let numbers = before[index] + 1..=before[index + 1];
                let tags = numbers.filter(|number| number.is_multiple_of(u64::from(period))).count()
                    as u64;
                let (sums, samples) = &mut rows[inst.position as usize];
                let cycles = [cycle - dispatched, executed - dispatched, cycle - executed];
                for (sum, cycles) in sums.iter_mut().zip(cycles) {
                    *sum += cycles * tags;
                }
                *samples += tags;
            }
            _ => {}
        }
    }
    rows
}

#[test]
fn samples_are_what_events_say() {
    let (mut compared, mut in_order) = (0, 0);
    for seed in 1..300 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let (mut model, classes) = random_model(&mut random);
        let is_in_order = random.chance(30);
        if is_in_order {
            model.model().micro_op_buffer_size = 0;
        }
        let count = 1 + random.next(9);
        let insts: Vec<_> = (0..count).map(|_| random_inst(&mut random, &classes)).collect();
        let period = if random.chance(25) { 1 } else { 1 + random.next(60) };
        let options = sampling(period, 100 + random.next(200));
        let Some(found) = samples(&model, &insts, &options) else { continue };
        let pipeline =
            PipelineOptions::from(&Options { detects_steady_state: false, ..options.clone() });
        let (log, _) = run(&model, insts.clone(), options.effective_iterations(), &pipeline);
        for (row, (sums, samples)) in found.rows.iter().zip(from_events(&log.0, &insts, period)) {
            assert_eq!(row.retired_samples, samples, "seed {seed}");
            let expected = (samples != 0).then(|| sums.map(|sum| sum as f64 / samples as f64));
            assert_eq!(means(row), expected, "seed {seed}");
        }
        let micro_ops: u64 = insts.iter().map(|inst| u64::from(inst.micro_ops)).sum();
        let total = micro_ops * u64::from(options.effective_iterations());
        assert_eq!(found.samples(), total / u64::from(period), "seed {seed}");
        assert_eq!(found.samples(), found.retired_samples(), "seed {seed}");
        if period == 1 {
            let each =
                |inst: &LoweredInst| u64::from(inst.micro_ops * options.effective_iterations());
            let each: Vec<u64> = insts.iter().map(each).collect();
            let samples: Vec<u64> = found.rows.iter().map(|row| row.samples).collect();
            assert_eq!(samples, each, "seed {seed}");
        }
        compared += 1;
        in_order += u32::from(is_in_order);
    }
    assert!(compared > 200 && in_order > 50, "{compared} {in_order}");
}
