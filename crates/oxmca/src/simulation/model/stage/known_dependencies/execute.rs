//! The scheduler: waking, selecting, issuing and completing instructions.

use super::KnownDependencyPipeline;
use super::ready_list::ReadyEntry;
use super::slot::READY;
use crate::lower::lowered_flag;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::program::NONE32;
use crate::simulation::model::stage::issue_time::IssueTime;
use crate::simulation::model::unit::load_store::GroupId;
use crate::simulation::model::unit::resources::IssuedTo;

impl<O: Observer, const CAP: usize> KnownDependencyPipeline<'_, O, CAP> {
    /// Frees resources, completes and wakes instructions that are due, and issues.
    #[inline(always)]
    pub(super) fn execute(&mut self) {
        let now = self.now;
        let released = self.resources.start_cycle(now);
        self.stations.toggle_reserved(released);
        if self.memory.may_be_due(now) {
            self.complete_memory();
        }
        let mut slot = self.wake_ups.take(now);
        while slot != NONE32 {
            let place = slot as usize % CAP;
            slot = self.wake_ups.after(place);
            let ready_at = self.slots[place].ready_at;
            if ready_at == now as i64 {
                self.make_ready(place);
            } else {
                self.wake_ups.enter(place, ready_at);
            }
        }
        self.ready.insert_added();
        while !self.select() {
            self.ready.insert_added();
        }
    }

    /// Issues ready instructions, best first, until one becomes ready meanwhile. Returns whether
    /// none did.
    #[inline(always)]
    fn select(&mut self) -> bool {
        let mut kept = 0;
        for place in 0..self.ready.len() {
            let entry = self.ready.get(place);
            let kind = usize::from(entry.kind());
            if !self.filters[kind].is_met_by(self.resources.free_for_filters())
                || !self.passes_behind_filter(kind)
            {
                self.ready.move_up(kept, entry);
                kept += 1;
                continue;
            }
            let index = entry.index();
            let position = self.slots[Self::slot_of(index)].position;
            self.issue(InstRef { index, position }, kind);
            if self.ready.has_new() {
                self.ready.remove_range(kept, place + 1);
                return false;
            }
        }
        self.ready.remove_range(kept, self.ready.len());
        true
    }

    /// Returns whether instructions of a kind whose filter is met can issue.
    #[inline(always)]
    fn passes_behind_filter(&mut self, kind: usize) -> bool {
        let (kind, blocked_at) = &mut self.kinds[kind];
        if self.resources.is_filter_enough(kind) {
            return true;
        }
        // No resource becomes free within a cycle.
        if *blocked_at == self.now || !self.resources.can_issue(kind) {
            *blocked_at = self.now;
            return false;
        }
        true
    }

    /// Issues an instruction when it is dispatched.
    #[inline(never)]
    pub(super) fn issue_at_dispatch(&mut self, inst: InstRef) {
        let kind = self.templates.rows[inst.position as usize].kind;
        self.issue(inst, kind.into());
    }

    /// Issues an instruction of a kind.
    #[inline(always)]
    fn issue(&mut self, inst: InstRef, kind: usize) {
        self.progress = true;
        let now = self.now;
        let template = &self.templates.rows[inst.position as usize];
        if template.buffers != 0 {
            self.stations.release(template.buffers);
        }
        let observer = &mut self.observer;
        observer.on_event(now, Event::Issued { inst });
        self.resources.issue(
            &self.kinds[kind].0,
            now,
            move |IssuedTo { resource, unit, cycles }| {
                observer.on_event(now, Event::ResourceUsed { inst, resource, unit, cycles });
            },
        );
        let entry = &mut self.slots[Self::slot_of(inst.index)];
        entry.issued_at = IssueTime::at(now);
        entry.unresolved = 0;
        let is_memory = entry.has(lowered_flag::MEMORY);
        if entry.users != 0 {
            self.wake_dependents(inst);
        }
        if is_memory {
            self.issue_memory(Self::slot_of(inst.index));
        }
    }

    /// Updates the instructions that depend on one that issues: the time at which they can issue.
    #[inline(always)]
    fn wake_dependents(&mut self, inst: InstRef) {
        let now = self.now as i64;
        let younger = self.dispatched - inst.index;
        let template = &self.templates.rows[inst.position as usize];
        let first = template.first_wake as usize;
        for number in first..first + usize::from(template.num_wakes) {
            let wake = self.templates.wakes[number];
            if wake.distance >= younger {
                break;
            }
            let place = Self::slot_of(inst.index + wake.distance);
            let reader = &mut self.slots[place];
            reader.ready_at = reader.ready_at.max(now + i64::from(wake.delay_cycles));
            self.resolve(place);
        }
    }

    /// Counts one event that an instruction waited for. After the last one, only time is left to
    /// wait for.
    #[inline(always)]
    fn resolve(&mut self, slot: usize) {
        let entry = &mut self.slots[slot % CAP];
        entry.unresolved -= 1;
        if entry.unresolved == 0 {
            let ready_at = entry.ready_at;
            if ready_at > self.now as i64 {
                self.wake_ups.enter(slot, ready_at);
            } else {
                self.make_ready(slot);
            }
        }
    }

    /// Makes an instruction ready: it only waits for resources from now on.
    #[inline(always)]
    fn make_ready(&mut self, slot: usize) {
        self.progress = true;
        let index = self.index_of(slot);
        let entry = &mut self.slots[slot % CAP];
        entry.unresolved = READY;
        let kind = self.templates.rows[entry.position as usize].kind;
        self.ready.add(ReadyEntry::new(index, entry.users, kind));
    }

    /// Completes groups of memory operations.
    #[inline(never)]
    fn complete_memory(&mut self) {
        let released = &mut self.released;
        self.memory.start_cycle(self.now, |slot| released.push(slot));
        self.resolve_released();
    }

    /// Takes note of a memory operation that issues.
    #[inline(always)]
    fn issue_memory(&mut self, slot: usize) {
        let until = self.now + u64::from(self.slots[slot % CAP].latency_cycles);
        let group = self.groups[slot % CAP];
        if self.memory.on_issued(group, until) {
            self.close_group(group);
        }
    }

    /// Closes a group of memory operations, all of which have issued, and lets those go on that
    /// waited for that.
    #[inline(never)]
    fn close_group(&mut self, group: GroupId) {
        let released = &mut self.released;
        self.memory.close(group, self.now, |slot| released.push(slot));
        self.resolve_released();
    }

    /// Resolves memory operations that need not wait for others any more.
    #[inline]
    fn resolve_released(&mut self) {
        while let Some(slot) = self.released.pop() {
            self.resolve(slot);
        }
    }
}
