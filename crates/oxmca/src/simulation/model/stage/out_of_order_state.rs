//! Steady states of the out-of-order pipeline.

use super::out_of_order::OutOfOrderPipeline;
use super::steady_state::{Machine, RunState};
use crate::simulation::event::Observer;
use crate::simulation::model::program::NONE32;
use crate::simulation::model::unit::state::{Fingerprint, StateSink, since};

impl<O: Observer, const TRACKS_PRESSURE: bool> Machine
    for OutOfOrderPipeline<'_, O, TRACKS_PRESSURE>
{
    type Observer = O;

    fn put_digest(&self, sink: &mut Fingerprint) {
        self.resources.put_digest(sink);
        self.stations.put_state(sink);
        self.put_counts(sink);
        sink.put(self.slots[self.slot_of(self.head) as usize].unresolved.into());
    }

    fn watched(&mut self) -> RunState<'_, O> {
        RunState {
            fetched: self.fetched,
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
        // It is reported again while an instruction goes on.
        sink.put(self.move_outcome.filter(|_| self.group.goes_on()).map_or(u64::MAX, u64::from));
        self.stations.put_state(sink);
        self.resources.put_state(now, sink);
        for index in head..self.dispatched {
            if !sink.is_open() {
                return;
            }
            self.put_slot(self.slot_of(index), sink);
        }
        self.physical.put_state(sink);
        self.registers.put_state(head, self.dispatched, now, sink);
        let position = |slot: u32| self.slots[slot as usize].index.wrapping_sub(head);
        self.load_store.put_state(now, head, position, sink);
        if TRACKS_PRESSURE {
            sink.put(self.had_scheduler_stall.into());
        }
        if self.keeps_order() {
            let sets = [self.waiting.slots(), self.pending.slots(), &self.ready_set];
            for set in sets {
                sink.put(set.len() as u64);
                for slot in set {
                    sink.put(position(*slot).into());
                }
            }
        }
        self.observer.put_state(head, self.dispatched, &mut |word| sink.put(word));
    }
}

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrderPipeline<'_, O, TRACKS_PRESSURE> {
    fn put_counts(&self, sink: &mut impl StateSink) {
        sink.put(self.fetch_position.into());
        sink.put(
            u64::from(self.fetched - self.head) << 32 | u64::from(self.dispatched - self.head),
        );
        sink.put(self.rob_free.into());
        self.group.put_state(self.head, sink);
    }

    fn put_slot(&self, slot: u32, sink: &mut impl StateSink) {
        let (now, head) = (self.now, self.head);
        let state = &self.slots[slot as usize];
        let what = state.state as u64 | u64::from(state.is_eliminated) << 8;
        // Results are visible one cycle after they were written back.
        let written_back = i64::from(state.latency_cycles) + 1;
        let (waits_for, cycles) = match state.is_issued() {
            true => (0, state.issued_at.elapsed(now).min(written_back)),
            false => (state.unresolved, (state.ready_at - now as i64).max(0)),
        };
        let group = self.load_store.position(state.group);
        sink.put_all([what | u64::from(waits_for) << 16, cycles as u64, group]);
        // Where dependencies are known, the instructions that wait for it follow from the region.
        if state.is_issued() || self.dependencies.is_some() {
            return;
        }
        sink.put(state.users.into());
        let op = self.op(slot);
        for number in 0..op.writes.len() as u16 {
            let row = self.write_row(slot, number);
            let mut next = self.readers[row];
            while next != NONE32 {
                let edge = self.edges[next as usize];
                let reader = self.slots[edge.reader as usize].index - head;
                sink.put(u64::from(reader) << 32 | u64::from(edge.read));
                sink.put(edge.advance as u64);
                next = edge.next;
            }
            let merging = self.merging[row];
            sink.put(match merging {
                NONE32 => u64::MAX,
                merging => {
                    let younger =
                        self.slots[(merging / self.writes_per_slot) as usize].index - head;
                    u64::from(younger) << 32 | u64::from(merging % self.writes_per_slot)
                }
            });
        }
        if TRACKS_PRESSURE {
            sink.put(self.critical_resources[slot as usize]);
            let critical = self.critical_registers[slot as usize];
            sink.put(u64::from(critical.rank) << 32 | u64::from(critical.reg.0));
            sink.put(critical.cycles.into());
            sink.put(since(head, critical.from, critical.cycles));
            sink.put(critical.until.saturating_sub(now));
        }
    }
}
