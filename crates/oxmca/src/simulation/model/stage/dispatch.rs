//! Dispatch: renaming, the reorder buffer, and hand-over to the scheduler.

use super::issue_time::IssueTime;
use super::lacks::Room;
use super::out_of_order::{Critical, OutOfOrderPipeline, ReaderEdge};
use super::ready_queue::Rank;
use super::slot::{Slot, State};
use crate::lower::lowered_flag;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::program::cells::CellId;
use crate::simulation::model::program::{NONE32, Op, ReadUse};
use crate::simulation::model::unit::load_store::MemoryState;
use crate::simulation::model::unit::register_file::{MappedWrite, Writer};

/// Returns the events of a move that may be eliminated, one for each of its registers. An eliminated
/// one has an outcome: a bit for each register that was known to be zero.
pub(super) fn move_candidates(op: &Op, outcome: Option<u8>) -> impl Iterator<Item = Event> {
    let file = op.first_write_file;
    (0..op.counted_moves).map(move |index| Event::MoveCandidate {
        file,
        is_eliminated: outcome.is_some(),
        is_zero: outcome.is_some_and(|zeros| (zeros >> index) & 1 != 0),
    })
}

impl<O: Observer, const TRACKS_PRESSURE: bool> OutOfOrderPipeline<'_, O, TRACKS_PRESSURE> {
    /// Starts a cycle, going on with an instruction that did not fit in the last one.
    #[inline]
    pub(super) fn start_dispatch_cycle(&mut self) {
        if let Some((inst, micro_ops)) = self.group.start_cycle() {
            self.progress = true;
            self.emit_move_candidate(inst);
            self.emit(Event::Dispatched { inst, micro_ops });
        }
    }

    /// Dispatches an instruction if everything it needs is free.
    pub(super) fn try_dispatch(&mut self, inst: InstRef) -> bool {
        let op = &self.program.ops[inst.position as usize];
        if !self.group.has_room(op) || !self.has_room(inst, op) {
            return false;
        }
        self.progress = true;
        self.dispatch(inst, op);
        true
    }

    /// Returns whether there is room for an instruction behind the dispatch group, and reports every lack.
    fn has_room(&mut self, inst: InstRef, op: &Op) -> bool {
        let room = Room {
            rob_free: self.rob_free,
            physical: &self.physical,
            stations: &self.stations,
            queues: &self.load_store.queues,
        };
        let (now, observer) = (self.now, &mut self.observer);
        let lacks = room.lacks(self.program, op, |kind| {
            if O::SEES_STALLS {
                observer.on_event(now, Event::Stalled { inst, kind });
            }
        });
        self.had_scheduler_stall = lacks.in_scheduler;
        !lacks.any
    }

    #[inline(always)]
    fn dispatch(&mut self, inst: InstRef, op: &Op) {
        let micro_ops = self.group.add(inst, op);
        let slot = self.slot_of(inst.index);
        self.rob_free -= op.rob_entries;
        self.dispatched = inst.index + 1;
        let now = self.now as i64;
        *self.slot(slot) = Slot::new(inst, op, now);
        if TRACKS_PRESSURE {
            self.critical_registers[slot as usize] = Critical::NONE;
            self.critical_resources[slot as usize] = 0;
        }

        let mut zeros = None;
        if op.elimination != NONE32 {
            zeros = match self.dependencies {
                Some(dependencies) => dependencies.eliminated(inst.position),
                None => self.registers.try_eliminate(self.program, op.elimination),
            };
        }
        if zeros.is_some() {
            self.slot(slot).is_eliminated = true;
        } else {
            match self.dependencies {
                Some(_) => {
                    let (unresolved, ready_at) = self.wait_for_dependencies(inst);
                    let state = self.slot(slot);
                    state.unresolved = unresolved;
                    state.ready_at = ready_at;
                }
                None => {
                    self.add_reads(slot, op);
                    self.add_writes(slot, op);
                }
            }
            if !op.bounded_mappings.is_empty() {
                let mappings = &self.program.mappings[op.bounded_mappings.range()];
                self.physical.allocate(mappings);
            }
            if O::SEES_DETAILS {
                for mapping in &self.program.mappings[op.mappings.range()] {
                    let (file, count) = (mapping.file, mapping.count);
                    self.emit(Event::MappingsAllocated { file, count });
                }
            }
        }
        if op.counted_moves != 0 {
            self.move_outcome = zeros;
            self.emit_move_candidate(inst);
        }
        self.emit(Event::Dispatched { inst, micro_ops });
        if zeros.is_some() {
            self.complete_eliminated(slot, inst);
        } else {
            self.enter_scheduler(slot, inst, op);
        }
    }

    /// Reports the outcome of trying to eliminate a move, for each of its registers.
    #[cold]
    fn emit_move_candidate(&mut self, inst: InstRef) {
        if O::SEES_STALLS {
            let op = &self.program.ops[inst.position as usize];
            move_candidates(op, self.move_outcome).for_each(|event| self.emit(event));
        }
    }

    /// Passes an instruction that is eliminated at renaming through all stages at once.
    fn complete_eliminated(&mut self, slot: u32, inst: InstRef) {
        self.emit_detail(Event::Ready { inst });
        self.emit(Event::Issued { inst });
        let issued_at = IssueTime::at(self.now);
        let state = self.slot(slot);
        state.state = State::Issued;
        state.issued_at = issued_at;
        state.latency_cycles = 0;
        self.emit_detail(Event::Executed { inst });
    }

    /// Counts the instructions that an instruction depends on and that have not issued. Returns
    /// their number, and the cycle in which the results of the others are ready.
    #[inline(always)]
    fn wait_for_dependencies(&mut self, inst: InstRef) -> (u32, i64) {
        let mut ready_at = self.now as i64;
        let mut unresolved = 0;
        let Some(dependencies) = self.dependencies else { return (unresolved, ready_at) };
        let capacity = self.slots.len() as u32;
        for dependency in dependencies.of(inst.position) {
            // Older writers have retired, and their slots serve others. Those between have retired
            // or never were: the times in their slots have passed.
            if dependency.distance >= capacity {
                break;
            }
            let writer = self.slot_of(inst.index.wrapping_sub(dependency.distance));
            let state = self.slot(writer);
            state.users += dependency.uses;
            let served_at = state.issued_at.plus(dependency.delay_cycles);
            let is_issued = state.is_issued();
            ready_at = if is_issued { ready_at.max(served_at) } else { ready_at };
            unresolved += u32::from(!is_issued);
            if state.state == State::Ready {
                self.improve(writer);
            }
        }
        (unresolved, ready_at)
    }

    /// Finds the writes that the reads of an instruction depend on.
    #[inline]
    fn add_reads(&mut self, slot: u32, op: &Op) {
        let program = self.program;
        let mut edge = slot * self.edges_per_slot;
        for (number, read) in program.reads[op.reads.range()].iter().enumerate() {
            let number = number as u32;
            if read.cell.is_some() {
                self.add_dependency(slot, number, read, read.cell, &mut edge);
                continue;
            }
            let query = self.registers.resolve(program, read.query);
            let cells = &program.cell_lists[query.cells.range()];
            for (order, cell) in cells.iter().enumerate() {
                let writer = self.registers.mapped(*cell).writer;
                let mut seen = cells[..order].iter();
                if !seen.any(|cell| self.registers.mapped(*cell).writer == writer) {
                    self.add_dependency(slot, number, read, *cell, &mut edge);
                }
            }
        }
    }

    /// Makes a read depend on a write, if it still does.
    #[inline]
    fn add_dependency(
        &mut self,
        slot: u32,
        number: u32,
        read: &ReadUse,
        cell: CellId,
        edge: &mut u32,
    ) {
        let program = self.program;
        let mapped = *self.registers.mapped(cell);
        let inst = mapped.writer.inst;
        if !self.is_in_flight(inst) {
            if program.has_negative_advance && inst != NONE32 {
                self.wait_for_committed(slot, number, read, cell);
            }
            return;
        }
        let advance = program.advance(read, mapped.resource);
        let writer = self.slot_of(inst);
        if self.slots[writer as usize].is_issued() {
            let left = self.cycles_left(writer, mapped.latency_cycles);
            let cycles = (left - i64::from(advance)).max(0) as u64;
            self.resolve_read(slot, number, mapped.writer, cycles);
            return;
        }
        let row = self.write_row(writer, mapped.number);
        let next = self.readers[row];
        self.edges[*edge as usize] = ReaderEdge { next, reader: slot, read: number, advance };
        self.readers[row] = *edge;
        *edge += 1;
        self.slot(slot).unresolved += 1;
        self.add_users(writer, 1);
    }

    /// Makes a read wait for a write that is already committed, if its read-advance is negative.
    #[cold]
    fn wait_for_committed(&mut self, slot: u32, number: u32, read: &ReadUse, cell: CellId) {
        let mapped = *self.registers.mapped(cell);
        let advance = self.program.advance(read, mapped.resource);
        let delay = u64::from(advance.min(0).unsigned_abs());
        let written = self.registers.time(cell).map_or(0, |time| time.cycle);
        let elapsed = self.now.saturating_sub(written);
        if elapsed < delay {
            self.resolve_read(slot, number, mapped.writer, delay - elapsed);
        }
    }

    /// Returns the row of `readers` and `merging` for a write of an instruction in flight.
    #[inline]
    pub(super) fn write_row(&self, slot: u32, number: u16) -> usize {
        (slot * self.writes_per_slot) as usize + usize::from(number)
    }

    /// Returns the cycles until an issued write is written back; negative afterwards, until the
    /// instruction has executed.
    #[inline]
    fn cycles_left(&self, writer: u32, latency_cycles: u32) -> i64 {
        let writer = &self.slots[writer as usize];
        let counted = writer.issued_at.elapsed(self.now).min(i64::from(writer.latency_cycles));
        i64::from(latency_cycles) - counted
    }

    /// Notes that a read can be served `cycles` from now.
    #[inline]
    pub(super) fn resolve_read(&mut self, slot: u32, read: u32, from: Writer, cycles: u64) {
        let until = self.now + cycles;
        if TRACKS_PRESSURE {
            self.note_critical(slot, 1 + self.writes_per_slot + read, from, cycles);
        }
        let state = self.slot(slot);
        state.ready_at = state.ready_at.max(until as i64);
    }

    /// Notes that a partial write's older write is written back `cycles` from now: the partial
    /// write must not complete before it.
    #[inline]
    pub(super) fn resolve_merge(
        &mut self,
        slot: u32,
        write: u32,
        latency_cycles: u32,
        from: Writer,
        cycles: u64,
    ) {
        let head_start = u64::from(latency_cycles.saturating_sub(1));
        if TRACKS_PRESSURE {
            self.note_critical(slot, 1 + write, from, cycles);
        }
        let ready_at = self.now + cycles.saturating_sub(head_start);
        let state = self.slot(slot);
        state.ready_at = state.ready_at.max(ready_at as i64);
    }

    /// Notes a register dependency that delays an instruction, by its rank.
    #[inline]
    fn note_critical(&mut self, slot: u32, rank: u32, from: Writer, cycles: u64) {
        let until = self.now + cycles;
        let critical = &mut self.critical_registers[slot as usize];
        if cycles != 0 && (rank, until) > (critical.rank, critical.until) {
            let reg = self.program.writes[from.write as usize].reg;
            *critical = Critical { rank, from: from.inst, reg, cycles: cycles as u32, until };
        }
    }

    /// Counts more users of an instruction that has not issued.
    #[inline]
    fn add_users(&mut self, writer: u32, count: u32) {
        let state = self.slot(writer);
        state.users += count;
        if state.state == State::Ready && !self.keeps_order() {
            self.improve(writer);
        }
    }

    /// Moves a ready instruction up that has got more users.
    fn improve(&mut self, slot: u32) {
        let Slot { index, users, needs, .. } = *self.slot(slot);
        self.ready.improve(slot, needs, Rank::new(index, users));
    }

    /// Maps the registers an instruction writes.
    #[inline]
    fn add_writes(&mut self, slot: u32, op: &Op) {
        let program = self.program;
        let index = self.slots[slot as usize].index;
        for (number, def) in program.writes[op.writes.range()].iter().enumerate() {
            let row = self.write_row(slot, number as u16);
            self.readers[row] = NONE32;
            self.merging[row] = NONE32;
            if def.merges_into.is_some() {
                let mapped = *self.registers.mapped(def.merges_into);
                let older = mapped.writer.inst;
                if older != index && self.is_in_flight(older) {
                    self.merge(slot, number as u32, def.latency_cycles, &mapped);
                }
            }
            self.registers.add_write(program, index, op, number, 0);
        }
    }

    /// Makes a partial write wait for the write it merges with.
    #[cold]
    fn merge(&mut self, slot: u32, number: u32, latency_cycles: u32, with: &MappedWrite) {
        let writer = self.slot_of(with.writer.inst);
        if self.slots[writer as usize].is_issued() {
            let cycles = self.cycles_left(writer, with.latency_cycles).max(0) as u64;
            self.resolve_merge(slot, number, latency_cycles, with.writer, cycles);
            return;
        }
        let row = self.write_row(writer, with.number);
        let is_first = self.merging[row] == NONE32;
        self.merging[row] = slot * self.writes_per_slot + number;
        self.slot(slot).unresolved += 1;
        if is_first {
            self.add_users(writer, 1);
        }
    }

    /// Puts a memory operation into a group, which it may have to wait for. Returns the state of
    /// the group.
    #[inline]
    fn dispatch_memory(&mut self, slot: u32) -> MemoryState {
        let entry = &mut self.slots[slot as usize];
        let group = self.load_store.dispatch(entry.flags, self.now);
        let memory = self.load_store.state(group);
        entry.group = group;
        entry.unresolved += u32::from(memory == MemoryState::Waiting);
        if memory != MemoryState::Ready {
            self.load_store.watch(group, slot);
        }
        memory
    }

    /// Hands an instruction to the scheduler.
    #[inline(always)]
    fn enter_scheduler(&mut self, slot: u32, inst: InstRef, op: &Op) {
        let buffers = op.buffers;
        self.stations.reserve(buffers);
        if TRACKS_PRESSURE {
            self.dispatched_micro_ops += op.micro_ops;
        }
        let mut memory = MemoryState::Ready;
        if op.has(lowered_flag::MEMORY) {
            memory = self.dispatch_memory(slot);
        }
        if buffers != 0 {
            self.emit_detail(Event::BuffersReserved { buffers, inst });
        }
        let now = self.now as i64;
        let state = self.slot(slot);
        if state.unresolved != 0 {
            if self.keeps_order() {
                self.waiting.push(slot);
            }
        } else if state.ready_at > now || memory == MemoryState::Pending {
            if TRACKS_PRESSURE {
                self.pending.push(slot);
                self.dispatched_to_pending += 1;
            }
            self.settle(slot);
        } else {
            state.state = State::Ready;
            self.emit_detail(Event::Ready { inst });
            if op.issues_at_dispatch {
                self.issue(slot);
            } else {
                self.push_ready(slot);
            }
        }
    }
}
