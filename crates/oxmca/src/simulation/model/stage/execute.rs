//! The scheduler: waking, selecting, issuing and completing instructions.

use super::issue_time::IssueTime;
use super::out_of_order::{Critical, OutOfOrderPipeline};
use super::ready_queue::Rank;
use super::slot::{Slot, State};
use crate::lower::lowered_flag;
use crate::simulation::event::{Event, InstRef, Observer, Pressure};
use crate::simulation::model::program::NONE32;
use crate::simulation::model::program::dependencies::Dependencies;
use crate::simulation::model::unit::load_store::{GroupChange, MemoryState};
use crate::simulation::model::unit::register_file::Writer;
use crate::simulation::model::unit::resources::IssuedTo;

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrderPipeline<'_, O, TRACKS_PRESSURE> {
    /// Starts a cycle: frees resources, completes and wakes instructions that are due, and issues.
    pub(super) fn execute_cycle(&mut self) {
        let now = self.now;
        if TRACKS_PRESSURE {
            self.dispatched_micro_ops = 0;
            self.issued_micro_ops = 0;
        }
        let released = self.resources.start_cycle(now);
        self.stations.toggle_reserved(released);
        while let Some(slot) = self.completions.pop(now) {
            self.on_executed(slot);
        }
        while let Some(slot) = self.wake_ups.pop(now) {
            self.make_ready(slot);
        }
        if TRACKS_PRESSURE {
            self.dispatched_to_pending = 0;
            self.busy_resources = 0;
        }
        if self.keeps_order() {
            self.flush_sets();
            while let Some(slot) = self.select_in_order_of_sets() {
                self.issue(slot);
            }
            return;
        }
        self.ready.start_cycle();
        loop {
            let (resources, kinds) = (&self.resources, &self.kinds);
            let can_issue = |needs| resources.can_issue(&kinds[needs as usize]);
            let Some(slot) = self.ready.pop(can_issue) else { break };
            self.issue(slot);
        }
        if TRACKS_PRESSURE {
            self.note_busy_resources();
        }
    }

    /// Takes note of an instruction that has executed.
    #[inline]
    fn on_executed(&mut self, slot: u32) {
        self.progress = true;
        let inst = self.inst(slot);
        self.emit_detail(Event::Executed { inst });
        let op = self.op(slot);
        if self.program.has_negative_advance {
            self.registers.note_write_back(self.program, inst.index, op, self.now);
        }
        if op.has(lowered_flag::MEMORY) {
            let group = self.slots[slot as usize].group;
            self.load_store.on_executed(group, inst.index);
            self.apply_memory_changes();
        }
    }

    /// Issues a ready instruction.
    pub(super) fn issue(&mut self, slot: u32) {
        self.progress = true;
        let now = self.now;
        let state = &mut self.slots[slot as usize];
        state.state = State::Issued;
        state.issued_at = IssueTime::at(now);
        let Slot { index, position, needs, users, group, latency_cycles, .. } = *state;
        let is_memory = state.has(lowered_flag::MEMORY);
        let inst = InstRef { index, position };
        let buffers = self.kinds[needs as usize].buffers;
        if buffers != 0 {
            self.stations.release(buffers);
            self.emit_detail(Event::BuffersReleased { buffers });
        }
        if TRACKS_PRESSURE {
            self.issued_micro_ops += self.op(slot).micro_ops;
            self.emit_critical(slot);
        }
        self.emit(Event::Issued { inst });
        let observer = &mut self.observer;
        let kind = &self.kinds[needs as usize];
        self.resources.issue(kind, now, |IssuedTo { resource, unit, cycles }| {
            observer.on_event(now, Event::ResourceUsed { inst, resource, unit, cycles });
        });
        if users != 0 {
            match self.dependencies {
                Some(dependencies) => self.wake_dependents(inst, dependencies),
                None => self.wake_users(slot),
            }
        }
        let until = now + u64::from(latency_cycles);
        if is_memory {
            self.load_store.on_issued(group, inst.index, now, until);
        }
        if latency_cycles == 0 {
            self.on_executed(slot);
        } else {
            if O::SEES_DETAILS || is_memory || self.program.has_negative_advance {
                self.completions.schedule(slot, until);
            }
            if is_memory {
                self.apply_memory_changes();
            }
        }
        if self.keeps_order() {
            self.flush_sets();
        }
    }

    /// Updates the instructions that depend on one that issues: the time at which they can issue.
    #[inline]
    fn wake_dependents(&mut self, inst: InstRef, dependencies: &Dependencies) {
        let younger = self.dispatched - inst.index;
        for dependent in dependencies.on(inst.position) {
            if dependent.distance >= younger {
                break;
            }
            let reader = self.slot_of(inst.index + dependent.distance);
            let ready_at = self.now as i64 + i64::from(dependent.delay_cycles);
            let state = self.slot(reader);
            state.ready_at = state.ready_at.max(ready_at);
            self.resolve(reader);
        }
    }

    /// Updates the reads and partial writes that wait for an instruction: the time at which they
    /// are served.
    #[inline]
    fn wake_users(&mut self, slot: u32) {
        let program = self.program;
        let index = self.slots[slot as usize].index;
        let range = self.op(slot).writes.range();
        let first_row = (slot * self.writes_per_slot) as usize;
        for (number, write) in range.enumerate() {
            let latency_cycles = program.writes[write].latency_cycles;
            let from = Writer { inst: index, write: write as u32 };
            let mut next = self.readers[first_row + number];
            while next != NONE32 {
                let edge = self.edges[next as usize];
                next = edge.next;
                let cycles = (i64::from(latency_cycles) - i64::from(edge.advance)).max(0) as u64;
                self.resolve_read(edge.reader, edge.read, from, cycles);
                self.resolve(edge.reader);
            }
            let merging = self.merging[first_row + number];
            if merging != NONE32 {
                let (reader, merged) =
                    (merging / self.writes_per_slot, merging % self.writes_per_slot);
                let def = self.op(reader).writes.range().start + merged as usize;
                let own_latency = program.writes[def].latency_cycles;
                self.resolve_merge(reader, merged, own_latency, from, u64::from(latency_cycles));
                self.resolve(reader);
            }
        }
    }

    /// Counts one instruction that another one waited for and that has issued.
    #[inline]
    fn resolve(&mut self, slot: u32) {
        let state = self.slot(slot);
        state.unresolved -= 1;
        if state.unresolved == 0 {
            if self.keeps_order() {
                self.waiting.mark(slot);
                return;
            }
            if TRACKS_PRESSURE {
                self.pending.push(slot);
            }
            self.settle(slot);
        }
    }

    /// Schedules an instruction that only has to wait for time: all it waited for has issued.
    #[inline]
    pub(super) fn settle(&mut self, slot: u32) {
        let group = self.slots[slot as usize].group;
        if group != 0 && self.load_store.state(group) != MemoryState::Ready {
            self.slot(slot).state = State::Blocked;
        } else {
            self.schedule(slot);
        }
    }

    #[inline]
    fn schedule(&mut self, slot: u32) {
        let now = self.now as i64;
        let state = self.slot(slot);
        if state.ready_at <= now {
            self.make_ready(slot);
        } else {
            state.state = State::Scheduled;
            let ready_at = state.ready_at as u64;
            self.wake_ups.schedule(slot, ready_at);
        }
    }

    #[inline]
    fn make_ready(&mut self, slot: u32) {
        self.progress = true;
        self.slot(slot).state = State::Ready;
        if self.keeps_order() {
            self.pending.mark(slot);
            return;
        }
        if TRACKS_PRESSURE {
            self.pending.remove(slot);
        }
        let inst = self.inst(slot);
        self.emit_detail(Event::Ready { inst });
        self.push_ready(slot);
    }

    #[inline]
    pub(super) fn push_ready(&mut self, slot: u32) {
        if self.keeps_order() {
            self.ready_set.push(slot);
        } else {
            let Slot { index, users, needs, .. } = *self.slot(slot);
            self.ready.push(slot, needs, Rank::new(index, users));
        }
    }

    /// Passes changes of memory groups on to their members.
    fn apply_memory_changes(&mut self) {
        while let Some(change) = self.load_store.changes.pop() {
            match change {
                GroupChange::Pending(group) => {
                    let mut member = self.load_store.first_member(group);
                    while member != NONE32 {
                        self.resolve(member);
                        member = self.load_store.next_member(member);
                    }
                }
                GroupChange::Ready(group) => {
                    let mut member = self.load_store.first_member(group);
                    while member != NONE32 {
                        if self.slots[member as usize].state == State::Blocked {
                            self.schedule(member);
                        }
                        member = self.load_store.next_member(member);
                    }
                }
            }
        }
    }

    /// Moves slots between sets, in LLVM's order.
    fn flush_sets(&mut self) {
        let mut moved = std::mem::take(&mut self.scratch);
        self.waiting.remove_marked(&mut moved);
        for slot in moved.drain(..) {
            self.pending.push(slot);
            self.settle(slot);
        }
        self.pending.remove_marked(&mut moved);
        for slot in moved.drain(..) {
            self.ready_set.push(slot);
            let inst = self.inst(slot);
            self.emit_detail(Event::Ready { inst });
        }
        self.scratch = moved;
    }

    /// Notes which resources the ready instructions lack that could not issue in this cycle.
    fn note_busy_resources(&mut self) {
        for (kind, slots) in self.ready.by_kind() {
            let busy = self.resources.busy_mask(&self.kinds[kind as usize]);
            self.busy_resources |= busy;
            for slot in slots {
                self.critical_resources[slot as usize] = busy;
            }
        }
    }

    /// Takes the best ready instruction that can issue, noting busy resources on the way.
    fn select_in_order_of_sets(&mut self) -> Option<u32> {
        let mut best: Option<(Rank, usize)> = None;
        for position in 0..self.ready_set.len() {
            let slot = self.ready_set[position];
            let state = &self.slots[slot as usize];
            let rank = Rank::new(state.index, state.users);
            if best.is_some_and(|(best, _)| best < rank) {
                continue;
            }
            let busy = self.resources.busy_mask(&self.kinds[state.needs as usize]);
            if busy == 0 {
                best = Some((rank, position));
            } else {
                self.critical_resources[slot as usize] = busy;
                self.busy_resources |= busy;
            }
        }
        best.map(|(_, position)| self.ready_set.swap_remove(position))
    }

    /// Reports the delays of an instruction that is about to issue.
    fn emit_critical(&mut self, slot: u32) {
        let inst = self.inst(slot);
        let op = self.op(slot);
        let resources = self.critical_resources[slot as usize];
        if resources != 0 {
            self.emit(Event::CriticalResources { inst, resources });
        }
        let Critical { rank, from, reg, cycles, .. } = self.critical_registers[slot as usize];
        if rank != 0 {
            self.emit(Event::CriticalRegister { inst, from, reg, cycles });
        }
        if op.has(lowered_flag::MEMORY) {
            let critical = self.load_store.critical(self.slots[slot as usize].group);
            if critical.cycles != 0 {
                let (from, cycles) = (critical.inst, critical.cycles);
                self.emit(Event::CriticalMemory { inst, from, cycles });
            }
        }
    }

    /// Reports instructions delayed in a cycle in which the back end fell behind.
    pub(super) fn report_pressure(&mut self) {
        if !self.had_scheduler_stall && self.dispatched_micro_ops <= self.issued_micro_ops {
            return;
        }
        let resources = self.busy_resources;
        if resources != 0 {
            let reason = Pressure::Resources;
            self.emit(Event::PressureIncreased { reason, resources });
            self.report_lack_of(resources);
        }
        self.report_dependencies();
    }

    /// Reports ready instructions that lack one of these resources.
    fn report_lack_of(&mut self, resources: u64) {
        let OutOfOrderPipeline { slots, critical_resources, observer, now, .. } = self;
        let mut report = |slot: u32| {
            // LLVM compares the low half only.
            if (critical_resources[slot as usize] & resources) as u32 != 0 {
                let Slot { index, position, .. } = slots[slot as usize];
                let inst = InstRef { index, position };
                observer.on_event(*now, Event::Delayed { inst, reason: Pressure::Resources });
            }
        };
        self.ready_set.iter().copied().for_each(&mut report);
        self.ready.by_kind().flat_map(|(_, slots)| slots).for_each(report);
    }

    /// Reports pending instructions for which resources are free, unless they were dispatched in this
    /// cycle: first those that wait for registers.
    fn report_dependencies(&mut self) {
        let mut by_memory = std::mem::take(&mut self.scratch);
        let mut is_first = true;
        for position in 0..self.pending.slots().len() - self.dispatched_to_pending {
            let slot = self.pending.slots()[position];
            let state = &self.slots[slot as usize];
            let waits_for_registers = state.ready_at > self.now as i64;
            let waits_for_memory = state.group != 0 && self.load_store.is_pending(state.group);
            if !(waits_for_registers || waits_for_memory)
                || !self.resources.can_issue(&self.kinds[state.needs as usize])
            {
                continue;
            }
            if waits_for_registers {
                let reason = Pressure::Registers;
                if std::mem::take(&mut is_first) {
                    self.emit(Event::PressureIncreased { reason, resources: 0 });
                }
                let inst = self.inst(slot);
                self.emit(Event::Delayed { inst, reason });
            }
            if waits_for_memory {
                by_memory.push(slot);
            }
        }
        if !by_memory.is_empty() {
            let reason = Pressure::Memory;
            self.emit(Event::PressureIncreased { reason, resources: 0 });
            for slot in by_memory.drain(..) {
                let inst = self.inst(slot);
                self.emit(Event::Delayed { inst, reason });
            }
        }
        self.scratch = by_memory;
    }
}
