//! Retirement, in program order.

use super::out_of_order::OutOfOrderPipeline;
use crate::lower::lowered_flag;
use crate::simulation::event::{Event, InstRef, Observer};

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrderPipeline<'_, O, TRACKS_PRESSURE> {
    /// Retires executed instructions from the head of the reorder buffer.
    pub(super) fn retire(&mut self) {
        self.registers.start_cycle();
        let now = self.now as i64;
        let mut retired = 0;
        while self.head != self.dispatched && retired != self.max_retire {
            let slot = self.slot_of(self.head);
            let state = &self.slots[slot as usize];
            if state.executed_at() >= now {
                break;
            }
            let rob_entries = state.rob_entries;
            let inst = InstRef { index: state.index, position: state.position };
            self.free_what_it_held(slot);
            self.emit(Event::Retired { inst });
            self.rob_free += rob_entries;
            self.head += 1;
            retired += 1;
        }
        self.progress |= retired != 0;
    }

    fn free_what_it_held(&mut self, slot: u32) {
        let op = self.op(slot);
        if op.has(lowered_flag::MEMORY) {
            self.load_store.queues.leave(op.flags);
        }
        if self.slots[slot as usize].is_eliminated {
            return;
        }
        self.physical.free(&self.program.mappings[op.bounded_mappings.range()]);
        if O::SEES_DETAILS {
            for mapping in &self.program.mappings[op.mappings.range()] {
                let (file, count) = (mapping.file, mapping.count);
                self.emit(Event::MappingsFreed { file, count });
            }
        }
    }
}
