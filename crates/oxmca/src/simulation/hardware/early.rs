//! Micro-ops that ask for their port before their operands are known.
//!
//! A scheduler that is to begin two dependent micro-ops of one cycle in two cycles in a row has to choose the second one before the
//! first has its result. It does so as soon as the first one is ready. If that one's port is taken, the second one asks for its own
//! port in vain, and nothing else begins there. So does a load that waits for another one's result, which takes as long as if
//! it is in the cache: that one lets it ask when it asks itself.

use oxmca_tables::hardware::{HardwareModel, PortSet};

use super::calendar::Calendar;
use super::in_flight::InFlight;
use super::instruction::Kind;

/// A micro-op that waits for operands.
#[derive(Clone, Copy, Debug)]
struct Early {
    number: u32,
    /// Operands that are neither known nor announced.
    missing: u16,
    /// The cycle in which the others are known, or would be if ports were free.
    cycle: u32,
    /// It asks for its port.
    asks: bool,
    /// Cycles in which it has done so in vain.
    asked: u8,
    /// Its slot is among those that are coming.
    is_coming: bool,
}

impl Default for Early {
    fn default() -> Self {
        Early { number: NOBODY, missing: 0, cycle: 0, asks: false, asked: 0, is_coming: false }
    }
}

/// Micro-ops that ask for their ports early, those of some ports.
#[derive(Debug)]
pub(super) struct EarlyWakeup {
    ports: PortSet,
    /// The kind of those that let others ask.
    kind: Kind,
    /// By slot.
    micro_ops: Vec<Early>,
    coming: Calendar,
}

/// No micro-op has this number.
const NOBODY: u32 = u32::MAX;
/// Cycles in which a micro-op asks for its port in vain, at most.
/// Source: measured on Zen 5 (family 26, model 2), in 136 loops of pairs and chains beside others that keep the ports busy; with 1
/// the error in these is 5.1 %, with 2 4.2, with 3 4.3. On Zen 3 (family 25, model 1), in 28 loops of chains of loads, 14.8, 8.9 and
/// 13.3 %, without any 24.
const MOST_ASKED: u8 = 2;

impl EarlyWakeup {
    /// Returns those of a processor, if it has such.
    pub fn of(model: &HardwareModel) -> Option<EarlyWakeup> {
        let (ports, kind) = if model.policies.wakes_early {
            (model.ports.in_parts(), Kind::Compute)
        } else if model.policies.loads_wake_early {
            (model.ports.load, Kind::Load)
        } else {
            return None;
        };
        let early = EarlyWakeup { ports, kind, micro_ops: Vec::new(), coming: Calendar::new() };
        (!ports.is_empty()).then_some(early)
    }

    /// Returns whether a micro-op that is ready now lets others ask. `has_waited` for a result; `asks` already.
    pub fn announces(&self, micro_op: &InFlight, has_waited: bool, asks: bool) -> bool {
        micro_op.kind == self.kind
            && match self.kind {
                Kind::Load => has_waited && !asks,
                _ => micro_op.latency_cycles == 1,
            }
    }

    /// Returns whether loads that ask let others do so.
    pub fn announces_asking(&self) -> bool {
        self.kind == Kind::Load
    }

    /// Returns whether micro-ops of a port ask early, and let others do so.
    pub const fn is_for(&self, port: usize) -> bool {
        self.ports.0 >> port & 1 != 0
    }

    /// Follows a micro-op that was bound, some of whose operands are not known.
    pub fn follow(&mut self, slot: u32, number: u32, missing: u16, cycle: u32) {
        if slot as usize >= self.micro_ops.len() {
            self.micro_ops.resize(slot as usize + 1, Early::default());
        }
        let it = &mut self.micro_ops[slot as usize];
        let is_coming = it.is_coming;
        *it = Early { number, missing, cycle, asks: false, asked: 0, is_coming };
        self.come(slot);
    }

    /// Takes note that an operand of a micro-op is known, or would be if ports were free, in a cycle.
    pub fn arrive(&mut self, slot: u32, number: u32, cycle: u32) {
        let Some(it) = self.micro_ops.get_mut(slot as usize) else { return };
        if it.number != number {
            return;
        }
        it.cycle = it.cycle.max(cycle);
        it.missing -= 1;
        self.come(slot);
    }

    /// Lets the micro-op of a slot ask for its port in its cycle, if nothing is missing.
    fn come(&mut self, slot: u32) {
        let it = &mut self.micro_ops[slot as usize];
        if it.missing == 0 && !it.is_coming {
            it.is_coming = true;
            self.coming.add(slot, it.cycle);
        }
    }

    /// Gives `visit` the slots of micro-ops that begin to ask for their ports in a cycle, in any order.
    pub fn take(&mut self, cycle: u32, mut visit: impl FnMut(u32)) {
        let EarlyWakeup { micro_ops, coming, .. } = self;
        coming.take(cycle, |slot| {
            let it = &mut micro_ops[slot as usize];
            it.is_coming = false;
            it.asks = it.number != NOBODY && it.missing == 0;
            if it.asks {
                visit(slot);
            }
        });
    }

    /// Returns whether the micro-op of a slot asks for its port already.
    pub fn asks(&self, slot: u32, number: u32) -> bool {
        let it = self.micro_ops.get(slot as usize);
        it.is_some_and(|it| it.number == number && it.asks)
    }

    /// Takes note that the micro-op of a slot has asked in vain. Returns whether it asks again.
    pub fn asks_again(&mut self, slot: u32) -> bool {
        let it = &mut self.micro_ops[slot as usize];
        it.asked += 1;
        if it.asked == MOST_ASKED {
            it.number = NOBODY;
        }
        it.asked < MOST_ASKED
    }

    /// Takes note that the micro-op of a slot has all its operands, or has begun.
    pub fn forget(&mut self, slot: u32) {
        if let Some(it) = self.micro_ops.get_mut(slot as usize) {
            it.number = NOBODY;
        }
    }
}
