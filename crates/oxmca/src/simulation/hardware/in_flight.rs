//! A micro-op between renaming and execution.

use oxmca_tables::hardware::PortSet;

use super::banks::Read;
use super::instruction::{Kind, Unit};
use super::pages::PageId;
use super::watch::ResultId;

/// A result that a micro-op waits for, and the given number of cycles more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub result: ResultId,
    pub delay_cycles: u32,
}

impl From<ResultId> for Operand {
    fn from(result: ResultId) -> Operand {
        Operand { result, delay_cycles: 0 }
    }
}

/// A store that a load waits for.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemorySource {
    pub result: ResultId,
    /// Cycles from that result to the loaded value.
    pub cycles: u32,
    /// Results that the address of the load depends on.
    pub address: [Operand; 2],
}

/// A micro-op that was renamed.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFlight {
    pub kind: Kind,
    pub latency_cycles: u16,
    /// The result that it contributes to.
    pub result: ResultId,
    /// The end of its instruction, which it contributes to, too; [`ResultId::PAST`] if that is its result.
    pub completion: ResultId,
    /// The instruction, counted from the first that was renamed.
    pub instruction: u32,
    /// No other port could execute it.
    pub has_one_port: bool,
    /// It does not count where one of two ports is chosen for others.
    pub is_uncounted: bool,
    /// Of a store's data, which do not fill a line: they need no place in their port if they were computed just before.
    pub is_bypassed: bool,
    /// The ports that can take it from its own.
    pub others: PortSet,
}

/// Needs that few micro-ops have beside their operands and a port.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    pub unit: Unit,
    /// Hundredths of cycles that it keeps its unit.
    pub unit_hundredths: u32,
    /// Ports on which it takes a cycle longer.
    pub later_on: PortSet,
    /// Cycles that it keeps its port, 0 for its own cycle.
    pub busy_cycles: u16,
    pub locked_cycles: u16,
    /// Of a load, cycles after its own in which no load begins on its port.
    pub access_cycles: u16,
    /// Of a load, cycles after its own in which no load begins.
    pub crossing_cycles: u16,
    /// The operand that it reads through another port, which begins nothing else in the cycle in which it begins.
    pub third_operand: Option<Operand>,
    /// The store that a load waits for.
    pub memory: Option<MemorySource>,
    /// The page that a load reads, if that is new.
    pub page: PageId,
    /// The bytes that a load reads.
    pub read: Option<Read>,
}

/// A micro-op that is ready: its number, by which it is older or younger than others, and its slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ready {
    pub number: u32,
    pub slot: u32,
}
