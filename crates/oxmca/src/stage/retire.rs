//! Retirement, in program order.

use super::out_of_order::{OutOfOrder, State};
use crate::event::{Event, Observer};
use crate::lower::lowered_flag;

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrder<'_, O, TRACKS_PRESSURE> {
    /// Retires executed instructions from the head of the reorder buffer.
    pub(super) fn retire(&mut self) {
        self.registers.start_cycle();
        let mut retired = 0;
        while self.head != self.dispatched && retired != self.max_retire {
            let slot = self.slot_of(self.head);
            let state = &self.slots[slot as usize];
            if state.state != State::Issued || state.executed_at() >= self.now {
                break;
            }
            let is_eliminated = state.is_eliminated;
            let op = self.op(slot);
            if op.has(lowered_flag::MEMORY) {
                self.load_store.on_retired(op);
            }
            if !is_eliminated {
                if !op.bounded_mappings.is_empty() {
                    let mappings = &self.program.mappings[op.bounded_mappings.range()];
                    self.registers.free(mappings);
                }
                if O::SEES_DETAILS {
                    for mapping in &self.program.mappings[op.mappings.range()] {
                        let (file, count) = (mapping.file, mapping.count);
                        self.emit(Event::MappingsFreed { file, count });
                    }
                }
            }
            let inst = self.inst(slot);
            self.emit(Event::Retired { inst });
            self.rob_free += op.rob_entries;
            self.head += 1;
            retired += 1;
            self.progress = true;
        }
    }
}
