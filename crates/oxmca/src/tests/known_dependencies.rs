//! The pipeline for known dependencies reports the same events in the same cycles as the general
//! one, wherever it can run.

use super::model::{inst, region};
use super::random::{Random, random_inst, random_model};
use crate::simulation::event::{Event, Observer};
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::Program;
use crate::simulation::model::stage::known_dependencies::{KnownDependencyPipeline, supports};
use crate::simulation::model::stage::out_of_order::OutOfOrderPipeline;

use crate::simulation::verifier::Checked;

/// The events that both pipelines report.
#[derive(Default)]
struct Log<const DETAILS: bool> {
    events: Vec<(u64, Event)>,
    cycle: u64,
}

impl<const DETAILS: bool> Observer for Log<DETAILS> {
    const SEES_DETAILS: bool = DETAILS;
    const SEES_STALLS: bool = true;

    fn on_event(&mut self, cycle: u64, event: Event) {
        self.cycle = cycle;
        if matches!(
            event,
            Event::Dispatched { .. }
                | Event::Issued { .. }
                | Event::ResourceUsed { .. }
                | Event::Retired { .. }
                | Event::Stalled { .. }
                | Event::MoveCandidate { is_eliminated: true, .. }
        ) {
            self.events.push((cycle, event));
        }
    }

    fn on_idle_cycles(&mut self, cycles: u64) {
        let last = self.events.iter().rev().take_while(|(cycle, _)| *cycle == self.cycle);
        let stalls = last.filter(|(_, event)| matches!(event, Event::Stalled { .. }));
        let stalls: Vec<Event> = stalls.map(|(_, event)| *event).collect();
        for cycle in self.cycle + 1..=self.cycle + cycles {
            self.events.extend(stalls.iter().map(|event| (cycle, *event)));
        }
        self.cycle += cycles;
    }
}

/// Runs a region through both and compares their events. Returns whether both could run it. The
/// reorder buffer has up to `most_entries`.
fn agree<const CAP: usize>(seed: u64, most_entries: u32) -> bool {
    let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
    let (mut model, classes) = random_model(&mut random);
    model.model().micro_op_buffer_size = 1 + random.next(most_entries) as i32;
    let count = 1 + random.next(14);
    let mut insts: Vec<_> = (0..count).map(|_| random_inst(&mut random, &classes)).collect();
    // Something without needs issues when it is dispatched.
    insts.extend(random.chance(20).then(|| inst(model.class(&[]), 0)));
    let processor = model.processor();
    let lowered = region(&processor, insts);
    let program = Program::new(&processor, &lowered, 0);
    let options = PipelineOptions {
        dispatch_width_micro_ops: random.next(4),
        assume_no_alias: random.chance(50),
        load_queue_size_entries: random.next(6),
        store_queue_size_entries: random.next(6),
        ..PipelineOptions::default()
    };
    let total = 30 * program.ops.len() as u32;
    let Some(dependencies) = &program.dependencies else { return false };
    if !supports::<CAP>(&processor, &program, &options, total) {
        return false;
    }
    // The second time in the buffers of the first.
    let mut buffers = None;
    let mut logs = Vec::new();
    for _ in 0..2 {
        let mut log = Log::<false>::default();
        let observer = Checked::new(&processor, &program, &mut log);
        let mut pipeline = KnownDependencyPipeline::<_, CAP>::new(
            &processor,
            &program,
            dependencies,
            &options,
            total,
            observer,
            buffers.take(),
        );
        let cycles = pipeline.run();
        buffers = cycles.is_ok().then(|| pipeline.into_buffers());
        log.events.sort_unstable();
        logs.push((cycles, log.events));
    }
    let mut detailed = Log::<true>::default();
    let observer = Checked::new(&processor, &program, &mut detailed);
    let expected =
        OutOfOrderPipeline::<_, false>::new(&processor, &program, &options, total, observer).run();
    detailed.events.sort_unstable();
    for (cycles, log) in logs {
        assert_eq!(cycles.is_ok(), expected.is_ok(), "seed {seed}");
        assert!(cycles.is_err() || cycles == expected, "seed {seed}: {cycles:?}, {expected:?}");
        assert_eq!(log, detailed.events, "seed {seed}");
    }
    expected.is_ok()
}

#[test]
fn small_reorder_buffers() {
    let ran = (1..900).filter(|seed| agree::<64>(*seed, 70)).count();
    assert!(ran > 500, "it can run most regions: {ran}");
}

#[test]
fn large_reorder_buffers() {
    let ran = (900..1200).filter(|seed| agree::<1024>(*seed, 700)).count();
    assert!(ran > 150, "it can run most regions: {ran}");
}
