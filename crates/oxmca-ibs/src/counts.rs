//! Sums over samples.

use std::ops::AddAssign;

use crate::cpu::Traits;
use crate::event::{EVENT_COUNT, EventId, Latency, Quantity, Selection, count_of, select};
use crate::flags::{FetchFlags, OpFlags};
use crate::latencies::Latencies;
use crate::payload::{FetchRegisters, OpRegisters};
use crate::squares::Squares;

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
    /// How far latencies of ops spread.
    pub squares: Squares,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            values: [0; EVENT_COUNT],
            op_weight: 0,
            fetch_weight: 0,
            tag_to_retire: Latencies::default(),
            completion_to_retire: Latencies::default(),
            squares: Squares::default(),
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
        counts.add(sample, Met::by_op(OpFlags::of(sample, traits)), weight);
        *self += &counts;
    }

    /// Adds a sampled fetch.
    pub fn add_fetch(&mut self, sample: &FetchRegisters, traits: Traits, weight: u64) {
        let mut counts = FetchCounts::default();
        counts.add(sample, Met::by_fetch(FetchFlags::of(sample, traits)), weight);
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
        self.squares += other.squares;
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
    squares: Squares,
}

impl Default for OpCounts {
    fn default() -> Self {
        Self {
            counters: [0; OP_COUNTERS],
            sums: [0; OP_SUMS],
            weight: 0,
            tag_to_retire: Latencies::default(),
            completion_to_retire: Latencies::default(),
            squares: Squares::default(),
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

/// Which events a sample counts for, as bits of the tables above.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met {
    counters: u64,
    sums: u64,
}

const _: () = assert!(OP_COUNTERS <= 64 && FETCH_COUNTERS <= 64);

impl Met {
    /// The events of an op with these flags.
    pub fn by_op(flags: OpFlags) -> Self {
        let flags = flags.bits();
        Self { counters: met(&OP_COUNTER_EVENTS, flags), sums: met(&OP_SUM_EVENTS, flags) }
    }

    /// The events of a fetch with these flags.
    pub fn by_fetch(flags: FetchFlags) -> Self {
        let flags = flags.bits();
        Self { counters: met(&FETCH_COUNTER_EVENTS, flags), sums: met(&FETCH_SUM_EVENTS, flags) }
    }
}

fn met<const N: usize>(events: &Selection<N>, flags: u64) -> u64 {
    let is_met = |(all, none): (u64, u64)| (flags & all == all) & (flags & none == 0);
    let bit = |(at, masks): (usize, &(u64, u64))| u64::from(is_met(*masks)) << at;
    events.masks.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
}

/// The places of the bits that are set.
fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

fn count<const N: usize>(counters: &mut [u32; N], met: u64) {
    for place in places(met) {
        counters[place] = counters[place].saturating_add(1);
    }
}

fn add_latencies<const N: usize>(
    sums: &mut [u64; N],
    events: &Selection<N>,
    met: u64,
    latency: impl Fn(Latency) -> u16,
) {
    for place in places(met) {
        if let Quantity::Cycles(which) = events.ids[place].event().quantity {
            sums[place] += u64::from(latency(which));
        }
    }
}

impl OpCounts {
    pub fn add(&mut self, sample: &OpRegisters, met: Met, weight: u64) {
        count(&mut self.counters, met.counters);
        add_latencies(&mut self.sums, &OP_SUM_EVENTS, met.sums, |which| which.of_op(sample));
        self.weight = self.weight.saturating_add(weight);
        self.tag_to_retire.add(Latency::TagToRetire.of_op(sample));
        self.completion_to_retire.add(Latency::CompletionToRetire.of_op(sample));
        self.squares
            .add(Latency::TagToRetire.of_op(sample), Latency::CompletionToRetire.of_op(sample));
    }
}

impl FetchCounts {
    pub fn add(&mut self, sample: &FetchRegisters, met: Met, weight: u64) {
        count(&mut self.counters, met.counters);
        add_latencies(&mut self.sums, &FETCH_SUM_EVENTS, met.sums, |which| which.of_fetch(sample));
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
        self.squares += other.squares;
    }
}

impl AddAssign<&FetchCounts> for Counts {
    fn add_assign(&mut self, other: &FetchCounts) {
        self.add_values(&FETCH_COUNTER_EVENTS.ids, &other.counters);
        self.add_values(&FETCH_SUM_EVENTS.ids, &other.sums);
        self.fetch_weight = self.fetch_weight.saturating_add(other.weight);
    }
}
