//! An independent check of the pipeline in debug builds: every instruction goes through its
//! stages in order, retirement follows program order, and no unit serves two instructions at once.

use crate::processor::Processor;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::program::Program;

#[cfg(not(debug_assertions))]
mod imp {
    use super::*;

    /// An observer, unchecked in optimized builds.
    pub struct Checked<O>(O);

    impl<O> Checked<O> {
        /// Wraps an observer.
        pub fn new(_: &Processor<'_>, _: &Program, observer: O) -> Self {
            Checked(observer)
        }
    }

    impl<O: Observer> Observer for Checked<O> {
        const SEES_DETAILS: bool = O::SEES_DETAILS;
        const SEES_STALLS: bool = O::SEES_STALLS;

        #[inline(always)]
        fn on_event(&mut self, cycle: u64, event: Event) {
            self.0.on_event(cycle, event);
        }

        fn on_hazard_warned(&mut self, inst: InstRef) {
            self.0.on_hazard_warned(inst);
        }

        fn repeatable_from(&self) -> Option<u32> {
            self.0.repeatable_from()
        }

        fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
            self.0.put_state(head, end, put);
        }

        fn on_idle_cycles(&mut self, cycles: u64) {
            self.0.on_idle_cycles(cycles);
        }

        fn wants_iterations(&self) -> bool {
            self.0.wants_iterations()
        }

        fn on_iterations(&mut self, iterations: u32) -> bool {
            self.0.on_iterations(iterations)
        }

        fn mark(&mut self) {
            self.0.mark();
        }

        fn repeat(&mut self, times: u32, insts: u32) {
            self.0.repeat(times, insts);
        }
    }
}

#[cfg(debug_assertions)]
mod imp {
    use std::collections::HashMap;

    use super::*;
    use crate::simulation::model::program::NONE32;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Stage {
        Dispatched,
        Ready,
        Issued,
        Executed,
    }

    /// An observer behind the checks.
    pub struct Checked<O> {
        observer: O,
        is_out_of_order: bool,
        max_retire: u32,
        retired_this_cycle: u32,
        next_to_retire: u32,
        last_cycle: u64,
        in_flight: HashMap<u32, (Stage, u64)>,
        latencies: Vec<u32>,
        /// Set for instructions that may be eliminated, which takes no time.
        is_move: Vec<bool>,
        /// Set if units may be reserved for later cycles, which events do not tell.
        has_segments: bool,
        /// By resource: units, and the cycle until which each is taken.
        busy_until: Vec<Vec<u64>>,
    }

    impl<O> Checked<O> {
        /// Wraps an observer.
        pub fn new(processor: &Processor<'_>, program: &Program, observer: O) -> Self {
            Checked {
                observer,
                is_out_of_order: processor.is_out_of_order(),
                max_retire: processor.max_retired_instructions_per_cycle().unwrap_or(u32::MAX),
                retired_this_cycle: 0,
                next_to_retire: 0,
                last_cycle: 0,
                in_flight: HashMap::new(),
                latencies: program.ops.iter().map(|op| op.latency_cycles).collect(),
                is_move: program.ops.iter().map(|op| op.elimination != NONE32).collect(),
                has_segments: program.needs.iter().any(|needs| {
                    needs.is_itinerary || needs.needs.iter().any(|need| need.acquire_at_cycle > 0)
                }),
                busy_until: processor
                    .resources
                    .iter()
                    .map(|resource| vec![0; resource.num_units as usize])
                    .collect(),
            }
        }

        fn advance(&mut self, index: u32, from: Stage, to: Stage, cycle: u64) -> u64 {
            let entry = self.in_flight.get_mut(&index);
            let (stage, since) = entry.expect("instruction was dispatched");
            assert_eq!(*stage, from, "instruction {index} in cycle {cycle}");
            let previous = *since;
            (*stage, *since) = (to, cycle);
            previous
        }

        fn check_executed(&mut self, inst: InstRef, cycle: u64) {
            let issued = self.advance(inst.index, Stage::Issued, Stage::Executed, cycle);
            let latency = u64::from(self.latencies[inst.position as usize]);
            let is_eliminated = issued == cycle;
            let is_late = !self.is_out_of_order && cycle >= issued + latency;
            assert!(is_eliminated || is_late || cycle == issued + latency);
        }

        // Without details, becoming ready and having executed are not reported.
        fn check(&mut self, cycle: u64, event: Event, has_details: bool) {
            assert!(cycle >= self.last_cycle, "time runs backwards");
            self.last_cycle = cycle;
            match event {
                Event::CycleBegin => self.retired_this_cycle = 0,
                Event::Dispatched { inst, .. } => {
                    // Repeated while an instruction of many micro-ops is carried over, even
                    // after it has retired.
                    let is_new = inst.index >= self.next_to_retire;
                    if is_new || !self.is_out_of_order {
                        self.in_flight.entry(inst.index).or_insert((Stage::Dispatched, cycle));
                    }
                }
                Event::Ready { inst } => {
                    self.advance(inst.index, Stage::Dispatched, Stage::Ready, cycle);
                }
                Event::Issued { inst } if !has_details && self.is_out_of_order => {
                    self.advance(inst.index, Stage::Dispatched, Stage::Issued, cycle);
                }
                Event::Issued { inst } => {
                    self.advance(inst.index, Stage::Ready, Stage::Issued, cycle);
                }
                Event::ResourceUsed { inst, resource, unit, cycles } => {
                    assert_eq!(self.in_flight[&inst.index].0, Stage::Issued);
                    let units = &mut self.busy_until[resource.index()];
                    // Issue at dispatch may find none free, and takes one that does not exist.
                    if let Some(busy_until) = units.get_mut(usize::from(unit)) {
                        let is_free = *busy_until <= cycle || self.has_segments;
                        assert!(is_free, "unit {unit} of {resource:?} taken twice");
                        *busy_until = cycle + u64::from(cycles);
                    }
                }
                Event::Executed { inst } => self.check_executed(inst, cycle),
                Event::Retired { inst } => {
                    let (stage, since) = self.in_flight.remove(&inst.index).expect("in flight");
                    if stage != Stage::Executed {
                        assert!(stage == Stage::Issued && !has_details, "{inst:?}");
                        let latency = u64::from(self.latencies[inst.position as usize]);
                        let was_eliminated = self.is_move[inst.position as usize];
                        assert!(was_eliminated || cycle > since + latency, "{inst:?}");
                    }
                    self.retired_this_cycle += 1;
                    if self.is_out_of_order {
                        assert_eq!(inst.index, self.next_to_retire, "retired out of order");
                        self.next_to_retire += 1;
                        assert!(self.retired_this_cycle <= self.max_retire);
                    }
                }
                _ => {}
            }
        }
    }

    impl<O: Observer> Observer for Checked<O> {
        const SEES_DETAILS: bool = O::SEES_DETAILS;
        const SEES_STALLS: bool = O::SEES_STALLS;

        fn on_event(&mut self, cycle: u64, event: Event) {
            self.check(cycle, event, O::SEES_DETAILS);
            self.observer.on_event(cycle, event);
        }

        fn on_hazard_warned(&mut self, inst: InstRef) {
            self.observer.on_hazard_warned(inst);
        }

        fn repeatable_from(&self) -> Option<u32> {
            self.observer.repeatable_from()
        }

        fn put_state(&self, head: u32, end: u32, put: &mut dyn FnMut(u64)) {
            self.observer.put_state(head, end, put);
        }

        fn on_idle_cycles(&mut self, cycles: u64) {
            assert!(!O::SEES_DETAILS, "observers of details see every cycle");
            self.observer.on_idle_cycles(cycles);
        }

        fn wants_iterations(&self) -> bool {
            self.observer.wants_iterations()
        }

        fn on_iterations(&mut self, iterations: u32) -> bool {
            self.observer.on_iterations(iterations)
        }

        fn mark(&mut self) {
            self.observer.mark();
        }

        fn repeat(&mut self, times: u32, insts: u32) {
            self.observer.repeat(times, insts);
        }
    }
}

pub use imp::Checked;
