//! Steady states of the in-order pipeline.

use super::executing::InFlight;
use super::in_order::InOrderPipeline;
use super::steady_state::{Machine, RunState};
use crate::simulation::event::Observer;
use crate::simulation::model::unit::state::{Fingerprint, StateSink};

impl<O: Observer> InOrderPipeline<'_, O> {
    /// Returns the dynamic index of the oldest instruction that is not done.
    fn oldest(&self) -> u32 {
        let executing = self.in_flight.oldest();
        let carried = self.carried.as_ref().map(|(carried, _)| carried.inst.index);
        let stalled = self.stall.as_ref().map(|stall| stall.inst.index);
        [executing, carried, stalled].into_iter().flatten().min().unwrap_or(self.fetched)
    }

    /// Returns instructions that have issued and are not done.
    fn unfinished(&self) -> impl Iterator<Item = &InFlight> {
        self.in_flight.iter().chain(self.carried.as_ref().map(|carried| &carried.0))
    }

    fn put_counts(&self, sink: &mut impl StateSink) {
        sink.put(self.fetch_position.into());
        sink.put(self.in_flight.len() as u64);
        sink.put(self.stall.map_or(u64::MAX, |stall| (self.fetched - stall.inst.index).into()));
        sink.put(self.carried.map_or(0, |carried| carried.1.into()));
        sink.put(self.last_write_back_cycles);
    }

    fn put_instruction(&self, current: &InFlight, groups: &[u32], sink: &mut impl StateSink) {
        let latency = u64::from(self.op(current.inst).latency_cycles);
        sink.put((self.fetched - current.inst.index).into());
        sink.put((self.now - current.issued_at).min(latency));
        sink.put(position(groups, current.group));
    }
}

/// Returns the position of a group in `groups`, from 1; 0 if it is not there.
fn position(groups: &[u32], group: u32) -> u64 {
    groups.binary_search(&group).map_or(0, |position| position as u64 + 1)
}

impl<O: Observer> Machine for InOrderPipeline<'_, O> {
    type Observer = O;

    fn put_digest(&self, sink: &mut Fingerprint) {
        self.put_counts(sink);
        sink.put(self.stall.map_or(0, |stall| stall.cycles_left));
    }

    fn watched(&mut self) -> RunState<'_, O> {
        RunState {
            fetched: self.fetched,
            count: self.program.ops.len() as u32,
            oldest: self.oldest(),
            steady_state: &mut self.steady_state,
            observer: &mut self.observer,
            total: &mut self.total,
        }
    }

    fn put_state(&self, sink: &mut impl StateSink) {
        self.put_counts(sink);
        let mut groups: Vec<u32> = self.unfinished().map(|current| current.group).collect();
        groups.extend(self.stall.map(|stall| stall.group));
        self.load_store.current().each(|group| groups.push(group));
        groups.retain(|group| *group != 0);
        groups.sort_unstable();
        groups.dedup();
        if let Some(stall) = &self.stall {
            sink.put(stall.cycles_left);
            sink.put(stall.reason as u64);
            sink.put(position(&groups, stall.group));
        }
        // Instructions that complete in the same cycle do so in this order.
        for current in self.in_flight.iter() {
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

impl<O: Observer> InOrderPipeline<'_, O> {
    fn put_registers(&self, sink: &mut impl StateSink) {
        let age = |inst: u32| {
            let is_carried = self.carried.is_some_and(|(carried, _)| carried.inst.index == inst);
            let is_unfinished = is_carried || self.in_flight.contains(inst);
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
