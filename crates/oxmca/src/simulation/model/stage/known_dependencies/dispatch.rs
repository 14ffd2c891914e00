//! Dispatch: from the region into the reorder buffer and the scheduler.

use super::KnownDependencyPipeline;
use super::ready_list::ReadyEntry;
use super::slot::{CompactSlot, HOLDS_REGISTERS, IS_UNUSUAL, READY, Wait};
use crate::lower::lowered_flag;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::program::{NONE32, Op};
use crate::simulation::model::stage::dispatch::move_candidates;
use crate::simulation::model::stage::issue_time::IssueTime;
use crate::simulation::model::stage::lacks::Room;

impl<O: Observer, const CAP: usize> KnownDependencyPipeline<'_, O, CAP> {
    /// Dispatches instructions while everything they need is free.
    #[inline(always)]
    pub(super) fn dispatch(&mut self) {
        if let Some((inst, micro_ops)) = self.group.start_cycle() {
            self.progress = true;
            self.emit_move_candidate(inst);
            self.emit(Event::Dispatched { inst, micro_ops });
        }
        while self.dispatched != self.total {
            let inst = InstRef { index: self.dispatched, position: self.position };
            let template = &self.templates.rows[inst.position as usize];
            if template.slot.has(IS_UNUSUAL) {
                if !self.try_dispatch_unusual(inst) {
                    self.emit_stalls(inst);
                    break;
                }
            } else {
                let is_free = template.micro_ops <= self.group.available_micro_ops()
                    && u32::from(template.slot.rob_entries) <= self.rob_free
                    && self.stations.have_room(template.buffers)
                    && self.memory.queues.have_room(template.slot.flags)
                    && (!template.slot.has(HOLDS_REGISTERS) || self.has_registers(inst));
                if !is_free {
                    self.emit_stalls(inst);
                    break;
                }
                self.group.add_usual(template.micro_ops);
                let micro_ops = template.micro_ops;
                self.emit(Event::Dispatched { inst, micro_ops });
                // It cannot issue before the next cycle.
                let place = self.enter(inst, self.now + 1);
                let entry = &self.slots[place % CAP];
                self.wake_ups.enter_if(entry.unresolved == 0, place, entry.ready_at);
            }
            self.progress = true;
            self.dispatched += 1;
            self.position += 1;
            if self.position == self.steady_state.next_stop {
                self.position = self.steady_state.stop(self.templates.rows.len() as u32);
            }
        }
    }

    /// Reports what an instruction lacks that fits into the dispatch group.
    #[inline(always)]
    fn emit_stalls(&mut self, inst: InstRef) {
        if O::SEES_STALLS {
            let op = &self.program.ops[inst.position as usize];
            if self.group.has_room(op) {
                let room = Room {
                    rob_free: self.rob_free,
                    physical: &self.physical,
                    stations: &self.stations,
                    queues: &self.memory.queues,
                };
                let (now, observer) = (self.now, &mut self.observer);
                room.lacks(self.program, op, |kind| {
                    observer.on_event(now, Event::Stalled { inst, kind });
                });
            }
        }
    }

    /// Reports a move if it is eliminated.
    #[inline(always)]
    fn emit_move_candidate(&mut self, inst: InstRef) {
        if O::SEES_STALLS
            && let Some(zeros) = self.dependencies.eliminated(inst.position)
        {
            let op = &self.program.ops[inst.position as usize];
            move_candidates(op, Some(zeros)).for_each(|event| self.emit(event));
        }
    }

    /// Returns whether the physical registers of an instruction are free.
    fn has_registers(&self, inst: InstRef) -> bool {
        let op = &self.program.ops[inst.position as usize];
        self.physical.have_room(&self.program.mappings[op.required_mappings.range()])
    }

    /// Puts an instruction into the reorder buffer and the scheduler, to issue in `earliest` or
    /// later. Returns its slot, which has the number of instructions it waits for.
    #[inline(always)]
    fn enter(&mut self, inst: InstRef, earliest: u64) -> usize {
        let template = &self.templates.rows[inst.position as usize];
        self.rob_free -= u32::from(template.slot.rob_entries);
        self.stations.reserve(template.buffers);
        let mut ready_at = earliest as i64;
        let mut unresolved = 0;
        let first = template.first_wait as usize;
        let waits = &self.templates.waits[first..first + usize::from(template.num_waits)];
        let slots = &mut *self.slots;
        for wait in waits {
            let index = inst.index.wrapping_sub(wait.distance.into());
            let writer = &mut slots[Self::slot_of(index)];
            let users = writer.users;
            writer.users = users.wrapping_add(wait.uses.into());
            // Writers that have not issued update the time when they do; until then, any earlier
            // one will do.
            let is_issued = writer.is_issued();
            let mut served_at = writer.issued_at.plus(wait.delay_cycles);
            if self.outlasting_cycles != 0 {
                let is_in_flight = index.wrapping_sub(self.head) < inst.index - self.head;
                served_at = served_at_last(wait, writer, is_in_flight, self.now as i64);
            }
            ready_at = ready_at.max(served_at & -i64::from(is_issued));
            unresolved += u16::from(!is_issued);
            if writer.unresolved == READY {
                let kind = self.templates.rows[writer.position as usize].kind;
                let old = ReadyEntry::new(index, users, kind);
                self.ready.improve(old, ReadyEntry::new(index, writer.users, kind));
            }
        }
        let place = Self::slot_of(inst.index);
        slots[place] = CompactSlot { ready_at, unresolved, ..template.slot };
        let flags = template.slot.flags;
        if flags & HOLDS_REGISTERS != 0 {
            self.hold_registers(inst);
        }
        if flags & lowered_flag::MEMORY != 0 {
            self.enter_memory(place, flags);
        }
        place
    }

    /// Takes physical registers.
    #[inline(never)]
    fn hold_registers(&mut self, inst: InstRef) {
        let op = &self.program.ops[inst.position as usize];
        self.physical.allocate(&self.program.mappings[op.bounded_mappings.range()]);
    }

    /// Puts a memory operation into its group, which it may have to wait for.
    #[inline(always)]
    fn enter_memory(&mut self, place: usize, flags: u16) {
        let (group, has_to_wait) = self.memory.dispatch(flags, place, self.now);
        self.groups[place % CAP] = group;
        self.slots[place % CAP].unresolved += u16::from(has_to_wait);
    }

    /// Dispatches any instruction, if everything it needs is free.
    #[inline(never)]
    fn try_dispatch_unusual(&mut self, inst: InstRef) -> bool {
        let op = &self.program.ops[inst.position as usize];
        let is_free = self.group.has_room(op)
            && op.rob_entries <= self.rob_free
            && self.has_registers(inst)
            && self.stations.have_room(op.buffers)
            && self.memory.queues.have_room(op.flags);
        if !is_free {
            return false;
        }
        let micro_ops = self.group.add(inst, op);
        let is_eliminated =
            op.elimination != NONE32 && self.dependencies.eliminated(inst.position).is_some();
        self.emit_move_candidate(inst);
        self.emit(Event::Dispatched { inst, micro_ops });
        if is_eliminated {
            self.enter_eliminated(inst, op);
        } else {
            let place = self.enter(inst, self.now);
            let (now, entry) = (self.now as i64, &mut self.slots[place]);
            if entry.unresolved == 0 {
                if op.issues_at_dispatch && entry.ready_at == now {
                    self.issue_at_dispatch(inst);
                } else {
                    entry.ready_at = entry.ready_at.max(now + 1);
                    self.wake_ups.enter(place, entry.ready_at);
                }
            }
        }
        true
    }

    /// Passes an instruction that is eliminated at renaming through all stages at once.
    fn enter_eliminated(&mut self, inst: InstRef, op: &Op) {
        self.rob_free -= op.rob_entries;
        self.slots[Self::slot_of(inst.index)] = CompactSlot {
            issued_at: IssueTime::at(self.now),
            position: inst.position,
            rob_entries: op.rob_entries as u16,
            // It held neither registers nor queue entries.
            flags: 0,
            ..CompactSlot::EMPTY
        };
        self.emit(Event::Issued { inst });
    }
}

/// Returns the cycle in which a wait for an instruction that has issued is over, if that may be
/// after it has executed.
fn served_at_last(wait: &Wait, writer: &CompactSlot, is_in_flight: bool, now: i64) -> i64 {
    if now <= writer.executed_at() {
        writer.issued_at.plus(wait.delay_cycles)
    } else if is_in_flight {
        now + i64::from(wait.delay_cycles.saturating_sub(writer.latency_cycles))
    } else {
        writer.executed_at() + i64::from(wait.aftermath_cycles)
    }
}
