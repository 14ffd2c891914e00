//! Sums over samples.

use std::ops::AddAssign;

use crate::cpu::Traits;
use crate::event::{EVENT_COUNT, EventId, Latency, Selection, count_of};
use crate::flags::{FetchFlags, OpFlags};
use crate::latencies::Latencies;
use crate::payload::{FetchRegisters, OpRegisters};
use crate::squares::Squares;

const OP_COUNTERS: usize = count_of(false, false);
const OP_SUMS: usize = count_of(false, true);
const FETCH_COUNTERS: usize = count_of(true, false);
const FETCH_SUMS: usize = count_of(true, true);

static OP_EVENTS: Selection<{ OP_COUNTERS + OP_SUMS }, 6> = Selection::new(false);
static FETCH_EVENTS: Selection<{ FETCH_COUNTERS + FETCH_SUMS }, 2> = Selection::new(true);

/// Values of all events over some samples, with the distributions that percentiles need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    values: [u64; EVENT_COUNT],
    /// Periods of the op samples added up: cycles or ops that they stand for.
    pub op_weight: u64,
    /// Periods of the fetch samples added up: fetches that they stand for.
    pub fetch_weight: u64,
    /// The distribution of cycles from dispatch to retirement of ops.
    pub tag_to_retire: Latencies,
    /// The distribution of cycles from completion to retirement of ops.
    pub completion_to_retire: Latencies,
    /// Sums of squares of the latencies of ops.
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
    /// Returns an event's value. It has no meaning if the event is not available: see
    /// [`crate::Profile::value`].
    #[must_use]
    pub fn get(&self, id: EventId) -> u64 {
        self.values[id.index()]
    }

    /// Adds a sampled op. Ops without a valid instruction pointer are not for the caller to add.
    pub fn add_op(&mut self, sample: &OpRegisters, traits: Traits, weight: u64) {
        let mut counts = OpCounts::default();
        counts.add(&Measured::of_op(sample, OpFlags::of(sample, traits), weight));
        *self += &counts;
    }

    /// Adds a sampled fetch.
    pub fn add_fetch(&mut self, sample: &FetchRegisters, traits: Traits, weight: u64) {
        let mut counts = FetchCounts::default();
        counts.add(&Measured::of_fetch(sample, FetchFlags::of(sample, traits), weight));
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

/// The contribution of a sample to sums.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// The events that it counts for, as bits.
    met: u64,
    weight: u64,
    latencies: [u16; 4],
}

impl Measured {
    /// Returns the contribution of an op with these flags.
    pub fn of_op(sample: &OpRegisters, flags: OpFlags, weight: u64) -> Self {
        use Latency::{CompletionToRetire, DcMiss, DtlbRefill, TagToRetire};
        let latencies = [TagToRetire, CompletionToRetire, DcMiss, DtlbRefill];
        let latencies = latencies.map(|it| it.of_op(sample));
        Self { met: OP_EVENTS.met(flags.bits()), weight, latencies }
    }

    /// Returns the contribution of a fetch with these flags.
    pub fn of_fetch(sample: &FetchRegisters, flags: FetchFlags, weight: u64) -> Self {
        let [fetch, refill] = [Latency::Fetch, Latency::ItlbRefill].map(|it| it.of_fetch(sample));
        let latencies = [fetch, refill, 0, 0];
        Self { met: FETCH_EVENTS.met(flags.bits()), weight, latencies }
    }

    /// Adds to the counters, which come first among events, and the sums.
    fn add_to<const N: usize, const BYTES: usize>(
        &self,
        counters: &mut [u32],
        sums: &mut [u64],
        events: &Selection<N, BYTES>,
    ) {
        for place in places(self.met & !(u64::MAX << counters.len())) {
            counters[place] = counters[place].saturating_add(1);
        }
        let latencies = &events.latencies[counters.len()..];
        for place in places(self.met >> counters.len()) {
            sums[place] += u64::from(self.latencies[usize::from(latencies[place])]);
        }
    }
}

/// Returns the places of the bits that are set.
fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

impl OpCounts {
    pub fn add(&mut self, sample: &Measured) {
        sample.add_to(&mut self.counters, &mut self.sums, &OP_EVENTS);
        self.weight = self.weight.saturating_add(sample.weight);
        let tag_to_retire = sample.latencies[Latency::TagToRetire.place()];
        let completion_to_retire = sample.latencies[Latency::CompletionToRetire.place()];
        self.tag_to_retire.add(tag_to_retire);
        self.completion_to_retire.add(completion_to_retire);
        self.squares.add(tag_to_retire, completion_to_retire);
    }
}

impl FetchCounts {
    pub fn add(&mut self, sample: &Measured) {
        sample.add_to(&mut self.counters, &mut self.sums, &FETCH_EVENTS);
        self.weight = self.weight.saturating_add(sample.weight);
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
        let (counters, sums) = OP_EVENTS.ids.split_at(OP_COUNTERS);
        self.add_values(counters, &other.counters);
        self.add_values(sums, &other.sums);
        self.op_weight = self.op_weight.saturating_add(other.weight);
        self.tag_to_retire += &other.tag_to_retire;
        self.completion_to_retire += &other.completion_to_retire;
        self.squares += other.squares;
    }
}

impl AddAssign<&FetchCounts> for Counts {
    fn add_assign(&mut self, other: &FetchCounts) {
        let (counters, sums) = FETCH_EVENTS.ids.split_at(FETCH_COUNTERS);
        self.add_values(counters, &other.counters);
        self.add_values(sums, &other.sums);
        self.fetch_weight = self.fetch_weight.saturating_add(other.weight);
    }
}
