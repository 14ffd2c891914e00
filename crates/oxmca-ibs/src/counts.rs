//! Sums over samples.

use std::ops::AddAssign;

use crate::cpu::Traits;
use crate::event::{EVENT_COUNT, EventId, Latency, Quantity, Selection, count_of, select};
use crate::flags::{FetchFlags, OpFlags};
use crate::latencies::Latencies;
use crate::payload::{FetchRegisters, OpRegisters};

const OP_COUNTERS: usize = count_of(false, false);
const OP_SUMS: usize = count_of(false, true);
const FETCH_COUNTERS: usize = count_of(true, false);
const FETCH_SUMS: usize = count_of(true, true);

static OP_COUNTER_EVENTS: Selection<OP_COUNTERS> = select(false, false);
static OP_SUM_EVENTS: Selection<OP_SUMS> = select(false, true);
static FETCH_COUNTER_EVENTS: Selection<FETCH_COUNTERS> = select(true, false);
static FETCH_SUM_EVENTS: Selection<FETCH_SUMS> = select(true, true);

/// Values of all events over some samples, with the distributions that percentiles need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    values: [u64; EVENT_COUNT],
    /// Periods of the op samples added up: cycles or ops that they stand for.
    pub op_weight: u64,
    /// Periods of the fetch samples added up: fetches that they stand for.
    pub fetch_weight: u64,
    /// How long ops took from dispatch to retirement.
    pub tag_to_retire: Latencies,
    /// How long ops waited for retirement when they were complete.
    pub completion_to_retire: Latencies,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            values: [0; EVENT_COUNT],
            op_weight: 0,
            fetch_weight: 0,
            tag_to_retire: Latencies::default(),
            completion_to_retire: Latencies::default(),
        }
    }
}

impl Counts {
    /// An event's value. Where the event is not available it is 0 or meaningless: see
    /// [`crate::Profile::value`].
    #[must_use]
    pub fn get(&self, id: EventId) -> u64 {
        self.values[id.index()]
    }

    /// Adds a sampled op. Ops without a valid instruction pointer are not for the caller to add.
    pub fn add_op(&mut self, sample: &OpRegisters, traits: Traits, weight: u64) {
        let mut counts = OpCounts::default();
        counts.add(sample, OpFlags::of(sample, traits), weight);
        *self += &counts;
    }

    /// Adds a sampled fetch.
    pub fn add_fetch(&mut self, sample: &FetchRegisters, traits: Traits, weight: u64) {
        let mut counts = FetchCounts::default();
        counts.add(sample, FetchFlags::of(sample, traits), weight);
        *self += &counts;
    }
}

impl AddAssign<&Self> for Counts {
    fn add_assign(&mut self, other: &Self) {
        for (sum, value) in self.values.iter_mut().zip(&other.values) {
            *sum = sum.saturating_add(*value);
        }
        self.op_weight = self.op_weight.saturating_add(other.op_weight);
        self.fetch_weight = self.fetch_weight.saturating_add(other.fetch_weight);
        self.tag_to_retire += &other.tag_to_retire;
        self.completion_to_retire += &other.completion_to_retire;
    }
}

/// Sums over the sampled ops of one address, kept small: there can be a million addresses.
#[derive(Clone, Debug)]
pub(crate) struct OpCounts {
    counters: [u32; OP_COUNTERS],
    sums: [u64; OP_SUMS],
    weight: u64,
    tag_to_retire: Latencies,
    completion_to_retire: Latencies,
}

impl Default for OpCounts {
    fn default() -> Self {
        Self {
            counters: [0; OP_COUNTERS],
            sums: [0; OP_SUMS],
            weight: 0,
            tag_to_retire: Latencies::default(),
            completion_to_retire: Latencies::default(),
        }
    }
}

/// Sums over the sampled fetches of one address.
#[derive(Clone, Debug)]
pub(crate) struct FetchCounts {
    counters: [u32; FETCH_COUNTERS],
    sums: [u64; FETCH_SUMS],
    weight: u64,
}

impl Default for FetchCounts {
    fn default() -> Self {
        Self { counters: [0; FETCH_COUNTERS], sums: [0; FETCH_SUMS], weight: 0 }
    }
}

fn is_met((all, none): (u64, u64), flags: u64) -> bool {
    (flags & all == all) & (flags & none == 0)
}

fn count<const N: usize>(counters: &mut [u32; N], events: &Selection<N>, flags: u64) {
    for (counter, masks) in counters.iter_mut().zip(&events.masks) {
        *counter = counter.saturating_add(u32::from(is_met(*masks, flags)));
    }
}

fn add_latencies<const N: usize>(
    sums: &mut [u64; N],
    events: &Selection<N>,
    flags: u64,
    latency: impl Fn(Latency) -> u16,
) {
    for ((sum, masks), id) in sums.iter_mut().zip(&events.masks).zip(&events.ids) {
        if is_met(*masks, flags)
            && let Quantity::Cycles(which) = id.event().quantity
        {
            *sum += u64::from(latency(which));
        }
    }
}

impl OpCounts {
    pub fn add(&mut self, sample: &OpRegisters, flags: OpFlags, weight: u64) {
        let flags = flags.bits();
        count(&mut self.counters, &OP_COUNTER_EVENTS, flags);
        add_latencies(&mut self.sums, &OP_SUM_EVENTS, flags, |which| which.of_op(sample));
        self.weight = self.weight.saturating_add(weight);
        self.tag_to_retire.add(Latency::TagToRetire.of_op(sample));
        self.completion_to_retire.add(Latency::CompletionToRetire.of_op(sample));
    }
}

impl FetchCounts {
    pub fn add(&mut self, sample: &FetchRegisters, flags: FetchFlags, weight: u64) {
        let flags = flags.bits();
        count(&mut self.counters, &FETCH_COUNTER_EVENTS, flags);
        add_latencies(&mut self.sums, &FETCH_SUM_EVENTS, flags, |which| which.of_fetch(sample));
        self.weight = self.weight.saturating_add(weight);
    }
}

impl Counts {
    fn add_values<T: Copy + Into<u64>>(&mut self, ids: &[EventId], values: &[T]) {
        for (id, value) in ids.iter().zip(values) {
            let sum = &mut self.values[id.index()];
            *sum = sum.saturating_add((*value).into());
        }
    }
}

impl AddAssign<&OpCounts> for Counts {
    fn add_assign(&mut self, other: &OpCounts) {
        self.add_values(&OP_COUNTER_EVENTS.ids, &other.counters);
        self.add_values(&OP_SUM_EVENTS.ids, &other.sums);
        self.op_weight = self.op_weight.saturating_add(other.weight);
        self.tag_to_retire += &other.tag_to_retire;
        self.completion_to_retire += &other.completion_to_retire;
    }
}

impl AddAssign<&FetchCounts> for Counts {
    fn add_assign(&mut self, other: &FetchCounts) {
        self.add_values(&FETCH_COUNTER_EVENTS.ids, &other.counters);
        self.add_values(&FETCH_SUM_EVENTS.ids, &other.sums);
        self.fetch_weight = self.fetch_weight.saturating_add(other.weight);
    }
}
