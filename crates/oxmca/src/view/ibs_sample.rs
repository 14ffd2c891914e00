//! Simulated Instruction-Based Sampling: the samples that AMD's hardware would report in
//! dispatched-op mode if it were the simulated pipeline.
//!
//! A counter runs over dispatched micro-ops and tags every Nth: numbered from 1 in program order, the
//! micro-ops N, 2N, 3N and so on. An instruction of several micro-ops is tagged on any of them, even
//! on several; each tag is one sample of the instruction. The scheduling model has no times of single
//! micro-ops, so all have those of their instruction, beginning with the cycle in which the first of
//! them is dispatched. In order, dispatch is issue.
//!
//! Unlike hardware, which follows one op at a time and varies the period a little, samples may overlap
//! and the period is exact: equal runs give equal samples.
//!
//! ```
//! use std::num::NonZero;
//!
//! use oxmca::{Options, Session};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let session = Session::new("x86_64-unknown-unknown", "znver4", [])?;
//!     let code = session.parse("imulq %rsi, %rdi\naddq %rdi, %rax")?;
//!     let options = Options::with(|it| {
//!         it.ibs_sampling_period_micro_ops = NonZero::new(1);
//!         it.iterations = NonZero::new(1);
//!     });
//!     let report = code.first_region().ok_or("no region")?.analyze(&options)?;
//!
//!     let samples = report.ibs_samples().ok_or("no samples")?;
//!     assert_eq!(samples.samples(), 2);
//!     let add = samples.rows[1].times.ok_or("no sample of the addition")?;
//!     // It waits three cycles for the product, and is then executed in one.
//!     assert_eq!(add.dispatch_to_complete.mean_cycles, 5.0);
//!     assert_eq!(add.completion_to_retire.mean_cycles, 1.0);
//!     assert_eq!(add.tag_to_retire.p90_cycles, 6);
//!     Ok(())
//! }
//! ```

mod progression;

use std::collections::{BTreeMap, VecDeque};

use super::{EventLevel, View, ViewContext, ViewInput};
use crate::error::ErrorKind;
use crate::lower::LoweredInst;
use crate::options::{Options, or_zero};
use crate::processor::Processor;
use crate::simulation::event::Event;
use progression::Progression;

/// Retired instructions that are remembered for repetitions. Periods with more of them are
/// simulated.
const MAX_RECORDS: usize = 1 << 20;

/// The simulated samples of a region.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct IbsSamples {
    /// Distance of the sampled micro-ops among those dispatched.
    pub sampling_period_micro_ops: u32,
    /// By instruction.
    pub rows: Vec<SampledInstruction>,
}

/// The samples of an instruction.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct SampledInstruction {
    /// Micro-ops tagged.
    pub samples: u64,
    /// Tagged micro-ops that retired, from which the times are taken. All do, except that
    /// llvm-mca's in-order pipeline, and so ours, forgets the instructions that complete while
    /// another one takes several cycles to issue.
    pub retired_samples: u64,
    /// Times, if a sample retired.
    pub times: Option<SampleTimes>,
}

/// Times of an instruction's retired samples. The second and third add up to the first.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SampleTimes {
    /// From dispatch to retirement.
    pub tag_to_retire: CycleStatistics,
    /// From dispatch to write-back: waiting for operands and units, and executing.
    pub dispatch_to_complete: CycleStatistics,
    /// From write-back to retirement: waiting for older instructions.
    pub completion_to_retire: CycleStatistics,
}

/// A distribution of cycles.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct CycleStatistics {
    /// Arithmetic mean.
    pub mean_cycles: f64,
    /// The least number that at least 90% of samples do not exceed.
    pub p90_cycles: u64,
}

impl IbsSamples {
    /// Returns the samples of all instructions.
    pub fn samples(&self) -> u64 {
        self.rows.iter().map(|row| row.samples).sum()
    }

    /// Returns the samples of all instructions that retired.
    pub fn retired_samples(&self) -> u64 {
        self.rows.iter().map(|row| row.retired_samples).sum()
    }
}

impl SampledInstruction {
    /// Returns the instruction's part of `samples`, from 0 to 1; `None` if these are none.
    pub fn share_of(&self, samples: u64) -> Option<f64> {
        (samples != 0).then(|| self.samples as f64 / samples as f64)
    }
}

/// Samples per number of cycles.
#[derive(Clone, Debug, Default)]
struct Distribution(BTreeMap<u64, u64>);

impl Distribution {
    fn add(&mut self, cycles: u64, samples: u64) {
        *self.0.entry(cycles).or_default() += samples;
    }

    fn samples(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the statistics, or `None` without samples.
    fn statistics(&self) -> Option<CycleStatistics> {
        let samples = self.samples();
        let sum: u128 =
            self.0.iter().map(|(cycles, samples)| u128::from(*cycles) * u128::from(*samples)).sum();
        // Place of the percentile among the sorted samples, from 1.
        let rank = (u128::from(samples) * 9).div_ceil(10);
        let mut seen = 0;
        let p90 = self.0.iter().find(|(_, samples)| {
            seen += u128::from(**samples);
            seen >= rank
        });
        p90.map(|(cycles, _)| CycleStatistics {
            mean_cycles: sum as f64 / samples as f64,
            p90_cycles: *cycles,
        })
    }
}

#[derive(Clone, Debug, Default)]
struct Distributions {
    tag_to_retire: Distribution,
    dispatch_to_complete: Distribution,
    completion_to_retire: Distribution,
}

impl Distributions {
    fn add(&mut self, times: Times, samples: u64) {
        if samples != 0 {
            let [to_complete, to_retire] = [times.to_complete, times.to_retire].map(u64::from);
            self.tag_to_retire.add(to_complete + to_retire, samples);
            self.dispatch_to_complete.add(to_complete, samples);
            self.completion_to_retire.add(to_retire, samples);
        }
    }
}

/// Cycles of one dynamic instruction from dispatch to completion, and from there to retirement.
#[derive(Clone, Copy, Debug)]
struct Times {
    to_complete: u32,
    to_retire: u32,
}

/// An instruction between dispatch and retirement.
#[derive(Clone, Copy, Debug)]
struct InFlight {
    dispatched_at: u64,
    executed_at: u64,
    /// Cycle after which it has retired, if it ever does.
    gone_after: u64,
    has_retired: bool,
}

/// An instruction that retired since the last mark.
#[derive(Clone, Copy, Debug)]
struct Record {
    index: u32,
    position: u32,
    times: Times,
}

/// Samples the pipeline.
pub(crate) struct IbsSampleView {
    period: u64,
    iterations: u64,
    /// Cycles after dispatch within which each instruction retires; none where all retire.
    lifetimes: Option<Vec<u64>>,
    micro_ops: Vec<u32>,
    /// Micro-ops before each instruction in an iteration.
    micro_ops_before: Vec<u64>,
    micro_ops_per_iteration: u64,
    /// Micro-ops of repetitions, which were counted but not seen.
    skipped_micro_ops: u64,
    /// Instructions from `first_index` on.
    in_flight: VecDeque<InFlight>,
    first_index: u32,
    /// The last cycle that ended.
    now: u64,
    distributions: Vec<Distributions>,
    retired: u64,
    /// Instructions that retired since the last mark, unless there are too many.
    records: Vec<Record>,
    max_records: usize,
    has_too_many_records: bool,
}

impl View<'_> for IbsSampleView {
    type Section = IbsSamples;

    const EVENTS: EventLevel = EventLevel::Details;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Details);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.ibs_sampling_period_micro_ops.is_some()
    }

    fn new(context: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        let ViewInput { processor, lowered, options, .. } = context.input;
        let micro_ops: Vec<u32> = lowered.insts.iter().map(|inst| inst.micro_ops).collect();
        let mut micro_ops_per_iteration = 0;
        let before = micro_ops.iter().map(|count| {
            let before = micro_ops_per_iteration;
            micro_ops_per_iteration += u64::from(*count);
            before
        });
        let micro_ops_before = before.collect();
        let lifetimes = (!processor.is_out_of_order()).then(|| {
            // It retires when it has both executed and issued all micro-ops.
            let lifetime = |inst: &LoweredInst| {
                u64::from(inst.latency_cycles).max(u64::from(inst.micro_ops) + 1)
            };
            lowered.insts.iter().map(lifetime).collect()
        });
        Ok(IbsSampleView {
            period: or_zero(options.ibs_sampling_period_micro_ops).into(),
            iterations: options.effective_iterations().into(),
            lifetimes,
            micro_ops_before,
            micro_ops_per_iteration,
            skipped_micro_ops: 0,
            in_flight: VecDeque::new(),
            first_index: 0,
            now: 0,
            distributions: vec![Distributions::default(); micro_ops.len()],
            micro_ops,
            retired: 0,
            records: Vec::new(),
            max_records: if options.detects_steady_state { MAX_RECORDS } else { 0 },
            has_too_many_records: false,
        })
    }

    #[inline(always)]
    fn on_event(&mut self, cycle: u64, event: Event) {
        match event {
            Event::Dispatched { inst, .. } => self.note_dispatch(cycle, inst.index, inst.position),
            Event::Executed { inst } => {
                if let Some(instruction) = self.instruction(inst.index) {
                    instruction.executed_at = cycle;
                }
            }
            Event::Retired { inst } => self.note_retirement(cycle, inst.index, inst.position),
            Event::CycleEnd => self.now = cycle,
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    // The times of instructions in flight are counted later, so they belong to the state. Those of
    // instructions that retired since the last mark can be counted again from `records`, unless
    // there were too many to remember: then no state must equal another.
    fn put_state(&self, _: u32, _: u32, put: &mut dyn FnMut(u64)) {
        put(if self.has_too_many_records { self.retired } else { 0 });
        put(self.in_flight.len() as u64);
        for instruction in &self.in_flight {
            put(self.now - instruction.dispatched_at);
            put((self.now - instruction.executed_at) << 1 | u64::from(instruction.has_retired));
        }
    }

    fn mark(&mut self) {
        self.records.clear();
        self.has_too_many_records = false;
    }

    fn repeat(&mut self, times: u32, insts: u32) {
        if insts == 0 {
            return;
        }
        let iterations = u64::from(insts) / self.micro_ops.len() as u64;
        let step = iterations * self.micro_ops_per_iteration;
        let tags = Progression::new(step, self.period);
        let times = u64::from(times);
        for record in std::mem::take(&mut self.records) {
            let Record { index, position, times: cycles } = record;
            let first = self.first_micro_op(index, position) + step;
            let micro_ops = u64::from(self.micro_ops[position as usize]);
            let samples = (first..first + micro_ops).map(|number| tags.multiples(number, times));
            self.distributions[position as usize].add(cycles, samples.sum());
        }
        self.skipped_micro_ops += times * step;
    }

    fn into_section(self) -> Result<IbsSamples, ErrorKind> {
        let tags = Progression::new(self.micro_ops_per_iteration, self.period);
        let rows = self.distributions.iter().enumerate().map(|(position, distributions)| {
            let first = self.micro_ops_before[position] + 1;
            let micro_ops = first..first + u64::from(self.micro_ops[position]);
            let Distributions { tag_to_retire, dispatch_to_complete, completion_to_retire } =
                distributions;
            let times = || {
                Some(SampleTimes {
                    tag_to_retire: tag_to_retire.statistics()?,
                    dispatch_to_complete: dispatch_to_complete.statistics()?,
                    completion_to_retire: completion_to_retire.statistics()?,
                })
            };
            SampledInstruction {
                samples: micro_ops.map(|number| tags.multiples(number, self.iterations)).sum(),
                retired_samples: tag_to_retire.samples(),
                times: times(),
            }
        });
        Ok(IbsSamples { sampling_period_micro_ops: self.period as u32, rows: rows.collect() })
    }
}

impl IbsSampleView {
    fn note_dispatch(&mut self, cycle: u64, index: u32, position: u32) {
        // More of its micro-ops, possibly even after it has retired.
        if index != self.first_index + self.in_flight.len() as u32 {
            return;
        }
        let gone_after = match &self.lifetimes {
            Some(lifetimes) => cycle + lifetimes[position as usize],
            None => u64::MAX,
        };
        self.drop_old(cycle);
        self.in_flight.push_back(InFlight {
            dispatched_at: cycle,
            executed_at: cycle,
            gone_after,
            has_retired: false,
        });
    }

    fn note_retirement(&mut self, cycle: u64, index: u32, position: u32) {
        let Some(instruction) = self.instruction(index) else { return };
        instruction.has_retired = true;
        let InFlight { dispatched_at, executed_at, .. } = *instruction;
        let times = Times {
            to_complete: (executed_at - dispatched_at) as u32,
            to_retire: (cycle - executed_at) as u32,
        };
        self.drop_old(cycle);
        self.retired += 1;
        let first = self.first_micro_op(index, position);
        let last = first + u64::from(self.micro_ops[position as usize]);
        // Before micro-op n, counted from 1, there were (n - 1) / period tags.
        let samples = (last - 1) / self.period - (first - 1) / self.period;
        self.distributions[position as usize].add(times, samples);
        if self.records.len() < self.max_records {
            self.records.push(Record { index, position, times });
        } else {
            self.has_too_many_records = true;
        }
    }

    fn instruction(&mut self, index: u32) -> Option<&mut InFlight> {
        let place = index.checked_sub(self.first_index)?;
        self.in_flight.get_mut(place as usize)
    }

    /// Drops instructions that have retired, or never will.
    fn drop_old(&mut self, cycle: u64) {
        while self.in_flight.front().is_some_and(|it| it.has_retired || it.gone_after < cycle) {
            self.in_flight.pop_front();
            self.first_index += 1;
        }
    }

    /// Returns the number of an instruction's first micro-op, from 1.
    fn first_micro_op(&self, index: u32, position: u32) -> u64 {
        let iteration = u64::from(index) / self.micro_ops.len() as u64;
        let in_iteration = self.micro_ops_before[position as usize];
        self.skipped_micro_ops + iteration * self.micro_ops_per_iteration + in_iteration + 1
    }
}
