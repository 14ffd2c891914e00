//! Steady states of the in-order pipeline.
//!
//! LLVM drops instructions that complete while another one is carried over: they are never
//! retired, and keep their memory group from ending. What they leave behind grows with time but
//! decides nothing, so it is no part of the state.

use super::in_order::{InFlight, InOrder};
use super::steady_state::{Found, Header, Machine};
use crate::event::Observer;
use crate::unit::state::StateSink;

impl<O: Observer> InOrder<'_, O> {
    /// Called between cycles when fetch has come to the start of the region.
    #[cold]
    pub(super) fn pass_boundary(&mut self) {
        self.steady_state.at_boundary = false;
        if self.steady_state.reports_iterations() {
            self.observer.on_iterations(self.fetched / self.program.ops.len() as u32);
        }
        if self.fetched == self.total || !self.steady_state.is_to_look(self.oldest()) {
            return;
        }
        let mut steady_state = std::mem::take(&mut self.steady_state);
        let found = steady_state.look(self, self.fetched);
        self.steady_state = steady_state;
        match found {
            Found::Nothing => {}
            Found::Recorded => self.observer.mark(),
            Found::Repetition(insts) => {
                let times = (self.total - self.fetched - 1) / insts;
                if times != 0 {
                    self.observer.repeat(times, insts);
                    self.total -= times * insts;
                }
            }
        }
    }

    /// Dynamic index of the oldest instruction that is not done.
    fn oldest(&self) -> u32 {
        let stalled = self.stall.iter().map(|stall| stall.inst.index);
        self.unfinished().map(|inst| inst.inst.index).chain(stalled).min().unwrap_or(self.fetched)
    }

    /// Instructions that have issued and are not done.
    fn unfinished(&self) -> impl Iterator<Item = &InFlight> {
        self.in_flight.iter().chain(self.carried.as_ref().map(|carried| &carried.0))
    }

    fn put_instruction(&self, current: &InFlight, groups: &[u32], sink: &mut impl StateSink) {
        let latency = u64::from(self.op(current.inst).latency_cycles);
        sink.put((self.fetched - current.inst.index).into());
        sink.put((self.now - current.issued_at).min(latency));
        sink.put(position(groups, current.group));
    }
}

/// Where a group is among those that matter, from 1; 0 for none.
fn position(groups: &[u32], group: u32) -> u64 {
    groups.binary_search(&group).map_or(0, |position| position as u64 + 1)
}

impl<O: Observer> Machine for InOrder<'_, O> {
    fn header(&self) -> Header {
        [
            self.fetch_position,
            self.in_flight.len() as u32,
            self.stall.map_or(u32::MAX, |stall| self.fetched - stall.inst.index),
            self.stall.map_or(0, |stall| stall.cycles_left as u32),
            self.carried.map_or(0, |carried| carried.1),
            self.last_write_back_cycles as u32,
            0,
        ]
    }

    fn put_state(&self, sink: &mut impl StateSink) {
        for word in self.header() {
            sink.put(word.into());
        }
        sink.put(self.last_write_back_cycles);
        let mut groups: Vec<u32> = self.unfinished().map(|current| current.group).collect();
        groups.extend(self.stall.map(|stall| stall.group));
        groups.extend(self.load_store.current_groups());
        groups.retain(|group| *group != 0);
        groups.sort_unstable();
        groups.dedup();
        if let Some(stall) = &self.stall {
            sink.put(stall.cycles_left);
            sink.put(stall.reason as u64);
            sink.put(position(&groups, stall.group));
        }
        // Instructions that complete in the same cycle do so in this order.
        for current in &self.in_flight {
            self.put_instruction(current, &groups, sink);
        }
        if let Some((current, micro_ops)) = &self.carried {
            self.put_instruction(current, &groups, sink);
            sink.put((*micro_ops).into());
        }
        self.put_registers(sink);
        self.resources.put_state(self.now, sink);
        self.load_store.put_groups(&groups, sink);
        let head = self.oldest();
        self.observer.put_state(head, self.fetched, &mut |word| sink.put(word));
    }
}

impl<O: Observer> InOrder<'_, O> {
    fn put_registers(&self, sink: &mut impl StateSink) {
        let age = |inst: u32| {
            let is_unfinished = self.unfinished().any(|current| current.inst.index == inst);
            is_unfinished.then(|| self.fetched - inst)
        };
        let latency = |inst: u32| {
            let op = &self.program.ops[inst as usize % self.program.ops.len()];
            u64::from(op.latency_cycles)
        };
        let outlasts_writes = self.program.has_negative_advance;
        self.registers.put_in_order_state(self.now, outlasts_writes, age, latency, sink);
    }
}
