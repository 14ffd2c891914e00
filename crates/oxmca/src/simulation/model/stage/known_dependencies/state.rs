//! The state that the future depends on, for the search for a steady state.

use super::KnownDependencyPipeline;
use super::slot::CompactSlot;
use crate::lower::lowered_flag;
use crate::simulation::event::Observer;
use crate::simulation::model::stage::steady_state::{Machine, RunState};
use crate::simulation::model::unit::state::{Fingerprint, StateSink};

impl<O: Observer, const CAP: usize> Machine for KnownDependencyPipeline<'_, O, CAP> {
    type Observer = O;

    fn put_digest(&self, sink: &mut Fingerprint) {
        self.resources.put_digest(sink);
        self.stations.put_state(sink);
        self.put_counts(sink);
        sink.put(self.slots[Self::slot_of(self.head)].unresolved.into());
    }

    fn watched(&mut self) -> RunState<'_, O> {
        RunState {
            fetched: self.dispatched,
            count: self.program.ops.len() as u32,
            oldest: self.head,
            steady_state: &mut self.steady_state,
            observer: &mut self.observer,
            total: &mut self.total,
        }
    }

    fn put_state(&self, sink: &mut impl StateSink) {
        let (now, head) = (self.now, self.head);
        self.put_counts(sink);
        self.stations.put_state(sink);
        self.resources.put_state(now, sink);
        self.physical.put_state(sink);
        for index in head..self.dispatched {
            if !sink.is_open() {
                return;
            }
            let place = Self::slot_of(index);
            let slot = &self.slots[place];
            sink.put(slot.state(now));
            if slot.has(lowered_flag::MEMORY) {
                sink.put(self.memory.position(self.groups[place], now));
            }
        }
        self.memory.put_state(now, sink);
        if self.outlasting_cycles != 0 {
            self.put_retired(sink);
        }
        self.observer.put_state(head, self.dispatched, &mut |word| sink.put(word));
    }
}

impl<O: Observer, const CAP: usize> KnownDependencyPipeline<'_, O, CAP> {
    /// Passes on how long ago instructions executed that have retired and may still be waited for.
    fn put_retired(&self, sink: &mut impl StateSink) {
        let remembered = (CAP as u32 - (self.dispatched - self.head)).min(self.head);
        for index in self.head - remembered..self.head {
            let elapsed = self.now as i64 - self.slots[Self::slot_of(index)].executed_at();
            sink.put(elapsed.min(self.outlasting_cycles.into()) as u64);
        }
    }

    fn put_counts(&self, sink: &mut impl StateSink) {
        sink.put(self.position.into());
        sink.put(u64::from(self.dispatched - self.head) << 32 | u64::from(self.rob_free));
        self.group.put_state(self.head, sink);
    }
}

impl CompactSlot {
    /// Returns everything the instruction still waits for, in one word. Its position, and the
    /// instructions that wait for it, follow from the region.
    fn state(&self, now: u64) -> u64 {
        // Results are visible one cycle after they were written back.
        let written_back = i64::from(self.latency_cycles) + 1;
        let since_issue = self.issued_at.elapsed(now).min(written_back) + 1;
        let until_ready = -(self.ready_at - now as i64).max(0);
        // Without a branch, which could not be predicted.
        let cycles = if self.is_issued() { since_issue } else { until_ready };
        (cycles as u64) << 16 | u64::from(self.unresolved)
    }
}
