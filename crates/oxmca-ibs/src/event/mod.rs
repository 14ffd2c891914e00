//! Derived events: what samples are counted, and which of their latencies are summed up.

mod selection;
mod table;

use crate::cpu::Traits;
use crate::flags::{FetchFlags, OpFlags};
use crate::payload::{FetchRegisters, OpRegisters};

pub(crate) use selection::{Selection, count_of};
pub use table::EVENTS;

/// How many events there are.
pub const EVENT_COUNT: usize = table::COUNT;

/// How many of them are those of the guide. They come first.
pub const GUIDE_EVENT_COUNT: usize = 63;

/// The select code of events that the guide does not have.
const OURS: u16 = 0;

/// A derived event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The select code of the guide, e.g. `0xF203`; 0 for events of ours.
    pub code: u16,
    /// The name in the guide.
    pub name: &'static str,
    /// The short name, for columns.
    pub abbreviation: &'static str,
    /// The name for programs, e.g. `IBS_OP_LOAD`. It is unique.
    pub symbol: &'static str,
    /// Which samples it is about.
    pub condition: Condition,
    /// What is summed up over them.
    pub quantity: Quantity,
    /// What a processor must have; on others the event is not available, which is not 0.
    pub requires: Traits,
}

/// Which samples an event is about: those with all of some flags and none of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Sampled fetches.
    Fetch {
        /// Flags that must be set.
        all: FetchFlags,
        /// Flags that must not be set.
        none: FetchFlags,
    },
    /// Sampled ops.
    Op {
        /// Flags that must be set.
        all: OpFlags,
        /// Flags that must not be set.
        none: OpFlags,
    },
}

/// What is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// One for each sample.
    Samples,
    /// A latency, in cycles.
    Cycles(Latency),
}

/// A latency in a sample, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Latency {
    /// From tagging (dispatch) to retirement.
    TagToRetire,
    /// From completion to retirement.
    CompletionToRetire,
    /// Until a load that missed the data cache had its data.
    DcMiss,
    /// Refill of the DTLB.
    DtlbRefill,
    /// From the start of a fetch to its delivery or end.
    Fetch,
    /// Refill of the ITLB.
    ItlbRefill,
}

/// Place of an event in [`EVENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(u8);

const fn fetch(
    code: u16,
    name: &'static str,
    abbreviation: &'static str,
    symbol: &'static str,
) -> Event {
    let condition = Condition::Fetch { all: FetchFlags::empty(), none: FetchFlags::empty() };
    let (quantity, requires) = (Quantity::Samples, Traits::empty());
    Event { code, name, abbreviation, symbol, condition, quantity, requires }
}

const fn op(
    code: u16,
    name: &'static str,
    abbreviation: &'static str,
    symbol: &'static str,
) -> Event {
    let condition = Condition::Op { all: OpFlags::empty(), none: OpFlags::empty() };
    let (quantity, requires) = (Quantity::Samples, Traits::empty());
    Event { code, name, abbreviation, symbol, condition, quantity, requires }
}

impl Event {
    const fn fetch_all(mut self, flags: FetchFlags) -> Self {
        if let Condition::Fetch { all, .. } = &mut self.condition {
            *all = flags;
        }
        self
    }

    const fn fetch_none(mut self, flags: FetchFlags) -> Self {
        if let Condition::Fetch { none, .. } = &mut self.condition {
            *none = flags;
        }
        self
    }

    const fn op_all(mut self, flags: OpFlags) -> Self {
        if let Condition::Op { all, .. } = &mut self.condition {
            *all = flags;
        }
        self
    }

    const fn op_none(mut self, flags: OpFlags) -> Self {
        if let Condition::Op { none, .. } = &mut self.condition {
            *none = flags;
        }
        self
    }

    const fn cycles(self, latency: Latency) -> Self {
        Self { quantity: Quantity::Cycles(latency), ..self }
    }

    const fn requires(self, requires: Traits) -> Self {
        Self { requires, ..self }
    }

    /// Whether the event is about fetches, not ops.
    #[must_use]
    pub const fn is_fetch(&self) -> bool {
        matches!(self.condition, Condition::Fetch { .. })
    }

    /// Whether it sums up a latency rather than counting samples.
    #[must_use]
    pub const fn is_latency(&self) -> bool {
        matches!(self.quantity, Quantity::Cycles(_))
    }

    /// Whether a processor with these traits has what the event needs.
    #[must_use]
    pub const fn is_available(&self, traits: Traits) -> bool {
        traits.contains(self.requires)
    }

    /// Whether what the event tells on Zen is our mapping of a chapter that is older than Zen.
    #[must_use]
    pub const fn is_mapped_on(&self, traits: Traits) -> bool {
        self.code >= 0xF240 && traits.contains(Traits::ZEN_SOURCES)
    }

    /// Flags that must be set, and flags that must not be.
    const fn masks(&self) -> (u64, u64) {
        match self.condition {
            Condition::Fetch { all, none } => (all.bits(), none.bits()),
            Condition::Op { all, none } => (all.bits(), none.bits()),
        }
    }
}

impl EventId {
    /// All events, in the order of the table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..EVENT_COUNT as u8).map(Self)
    }

    /// The event's place in [`EVENTS`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The event.
    #[must_use]
    pub fn event(self) -> &'static Event {
        &EVENTS[self.index()]
    }

    /// The event of a select code.
    #[must_use]
    pub const fn of_code(code: u16) -> Option<Self> {
        let mut index = 0;
        while index < GUIDE_EVENT_COUNT {
            if EVENTS[index].code == code {
                return Some(Self(index as u8));
            }
            index += 1;
        }
        None
    }

    /// The event of a name for programs.
    #[must_use]
    pub const fn of_symbol(symbol: &str) -> Option<Self> {
        let mut index = 0;
        while index < EVENT_COUNT {
            if is_same(EVENTS[index].symbol, symbol) {
                return Some(Self(index as u8));
            }
            index += 1;
        }
        None
    }

    /// The event of a select code that there is, for constants.
    ///
    /// # Panics
    /// When there is none: in a constant, the program does not compile.
    #[must_use]
    pub const fn coded(code: u16) -> Self {
        Self::of_code(code).expect("no event of this code")
    }

    /// The event of a name that there is, for constants.
    ///
    /// # Panics
    /// When there is none: in a constant, the program does not compile.
    #[must_use]
    pub const fn named(symbol: &str) -> Self {
        Self::of_symbol(symbol).expect("no event of this name")
    }
}

const fn is_same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl Latency {
    /// Its place among those of a sample of its kind.
    pub(crate) const fn place(self) -> usize {
        match self {
            Self::TagToRetire | Self::Fetch => 0,
            Self::CompletionToRetire | Self::ItlbRefill => 1,
            Self::DcMiss => 2,
            Self::DtlbRefill => 3,
        }
    }

    /// The latency in a sampled op; 0 for those of fetches.
    #[must_use]
    pub const fn of_op(self, sample: &OpRegisters) -> u16 {
        match self {
            Self::TagToRetire => (sample.data >> 16) as u16,
            Self::CompletionToRetire => sample.data as u16,
            Self::DcMiss => (sample.data3 >> 32) as u16,
            Self::DtlbRefill => (sample.data3 >> 48) as u16,
            Self::Fetch | Self::ItlbRefill => 0,
        }
    }

    /// The latency in a sampled fetch; 0 for those of ops.
    #[must_use]
    pub fn of_fetch(self, sample: &FetchRegisters) -> u16 {
        match self {
            Self::Fetch => (sample.ctl >> 32) as u16,
            Self::ItlbRefill => sample.extended.unwrap_or(0) as u16,
            Self::TagToRetire | Self::CompletionToRetire | Self::DcMiss | Self::DtlbRefill => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_events_of_the_guide_come_first_by_code_and_names_are_unique() {
        let codes: Vec<u16> = EVENTS.iter().map(|it| it.code).collect();
        let (guide, ours) = codes.split_at(GUIDE_EVENT_COUNT);
        assert!(guide.is_sorted_by(|a, b| a < b));
        assert!(ours.iter().all(|code| *code == OURS));
        let in_range = |from, to| guide.iter().filter(|it| (from..=to).contains(*it)).count();
        assert_eq!(in_range(0xF000, 0xF0FF), 15);
        assert_eq!(in_range(0xF100, 0xF1FF), 10);
        assert_eq!(in_range(0xF200, 0xF23F), 25);
        assert_eq!(in_range(0xF240, 0xF24F), 13);
        for id in EventId::all() {
            assert_eq!(EventId::of_symbol(id.event().symbol), Some(id));
        }
        assert_eq!(
            EventId::of_code(0xF203).map(|it| it.event().symbol),
            Some("IBS_OP_L1_DTLB_HITS")
        );
        assert_eq!(EventId::of_code(OURS), None);
    }
}
