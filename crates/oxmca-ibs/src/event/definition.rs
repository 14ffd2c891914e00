//! The parts of an event: the samples that count, and the latency that is summed up.

use crate::cpu::Traits;
use crate::flags::{FetchFlags, OpFlags};
use crate::payload::{FetchRegisters, OpRegisters};

/// The select code of events that the guide does not have.
pub(super) const OURS: u16 = 0;

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
    /// The samples that it is about.
    pub condition: Condition,
    /// The quantity that is summed up over them.
    pub quantity: Quantity,
    /// The traits that a processor must have. On others the event is not available, which differs from 0.
    pub requires: Traits,
}

/// The samples that an event is about: those with all of some flags and none of others.
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

/// A quantity that is summed up over samples.
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

pub(super) const fn fetch(
    code: u16,
    name: &'static str,
    abbreviation: &'static str,
    symbol: &'static str,
) -> Event {
    let condition = Condition::Fetch { all: FetchFlags::empty(), none: FetchFlags::empty() };
    let (quantity, requires) = (Quantity::Samples, Traits::empty());
    Event { code, name, abbreviation, symbol, condition, quantity, requires }
}

pub(super) const fn op(
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
    pub(super) const fn fetch_all(mut self, flags: FetchFlags) -> Self {
        if let Condition::Fetch { all, .. } = &mut self.condition {
            *all = flags;
        }
        self
    }

    pub(super) const fn fetch_none(mut self, flags: FetchFlags) -> Self {
        if let Condition::Fetch { none, .. } = &mut self.condition {
            *none = flags;
        }
        self
    }

    pub(super) const fn op_all(mut self, flags: OpFlags) -> Self {
        if let Condition::Op { all, .. } = &mut self.condition {
            *all = flags;
        }
        self
    }

    pub(super) const fn op_none(mut self, flags: OpFlags) -> Self {
        if let Condition::Op { none, .. } = &mut self.condition {
            *none = flags;
        }
        self
    }

    pub(super) const fn cycles(self, latency: Latency) -> Self {
        Self { quantity: Quantity::Cycles(latency), ..self }
    }

    pub(super) const fn requires(self, requires: Traits) -> Self {
        Self { requires, ..self }
    }

    /// Returns whether the event is about fetches, not ops.
    #[must_use]
    pub const fn is_fetch(&self) -> bool {
        matches!(self.condition, Condition::Fetch { .. })
    }

    /// Returns whether it sums up a latency rather than counting samples.
    #[must_use]
    pub const fn is_latency(&self) -> bool {
        matches!(self.quantity, Quantity::Cycles(_))
    }

    /// Returns whether a processor with these traits has the event.
    #[must_use]
    pub const fn is_available(&self, traits: Traits) -> bool {
        traits.contains(self.requires)
    }

    /// Returns whether the event is one of the Northbridge that is mapped to data sources of Zen. The guide's chapter
    /// is older than Zen.
    #[must_use]
    pub const fn is_mapped_on(&self, traits: Traits) -> bool {
        self.code >= 0xF240 && traits.contains(Traits::ZEN_SOURCES)
    }

    /// Returns flags that must be set, and flags that must not be.
    pub(super) const fn masks(&self) -> (u64, u64) {
        match self.condition {
            Condition::Fetch { all, none } => (all.bits(), none.bits()),
            Condition::Op { all, none } => (all.bits(), none.bits()),
        }
    }
}

impl Latency {
    /// Returns its place among those of a sample of its kind.
    pub(crate) const fn place(self) -> usize {
        match self {
            Self::TagToRetire | Self::Fetch => 0,
            Self::CompletionToRetire | Self::ItlbRefill => 1,
            Self::DcMiss => 2,
            Self::DtlbRefill => 3,
        }
    }

    /// Returns the latency in a sampled op; 0 for those of fetches.
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

    /// Returns the latency in a sampled fetch; 0 for those of ops.
    #[must_use]
    pub fn of_fetch(self, sample: &FetchRegisters) -> u16 {
        match self {
            Self::Fetch => (sample.ctl >> 32) as u16,
            Self::ItlbRefill => sample.extended.unwrap_or(0) as u16,
            Self::TagToRetire | Self::CompletionToRetire | Self::DcMiss | Self::DtlbRefill => 0,
        }
    }
}
