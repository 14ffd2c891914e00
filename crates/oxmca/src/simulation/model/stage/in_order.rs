//! The in-order pipeline: issue in program order, as wide and as early as hazards allow.

use oxmca_asm::target::ExecutingInst;
use smallvec::SmallVec;

use crate::error::ErrorKind;
use crate::lower::{Hazards, lowered_flag};
use crate::processor::Processor;
use crate::simulation::event::{Event, HoldReason, InstRef, Observer, Pressure, StallKind};
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::cells::CellId;
use crate::simulation::model::program::{NONE32, Op, Program, ReadUse};
use crate::simulation::model::stage::executing::{Executing, InFlight};
use crate::simulation::model::stage::steady_state::{Machine, SteadyStateSearch};
use crate::simulation::model::unit::kind::Kind;
use crate::simulation::model::unit::load_store::{LoadStoreUnit, MemoryState, Queues};
use crate::simulation::model::unit::register_file::RegisterFiles;
use crate::simulation::model::unit::reservation_stations::ReservationStations;
use crate::simulation::model::unit::resources::{IssuedTo, Resources};

/// The reason why the next instruction waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StallReason {
    Registers,
    Resources,
    Memory,
    /// A hazard of the target's own.
    Custom,
    /// Its result would be written before an older one.
    WriteBackOrder,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stall {
    pub(super) inst: InstRef,
    pub(super) group: u32,
    pub(super) cycles_left: u64,
    pub(super) reason: StallReason,
}

/// Cycles without any change after which the pipeline is taken to be stuck.
const PATIENCE_CYCLES: u64 = 1 << 17;

/// Waits of at least this many cycles are not simulated cycle by cycle.
const LONG_WAIT_CYCLES: u64 = 128;

/// The in-order pipeline.
pub struct InOrderPipeline<'p, O> {
    pub(super) program: &'p Program,
    /// The observer can count repetitions.
    counts_repetitions: bool,
    pub(super) steady_state: SteadyStateSearch,
    pub(super) observer: O,
    pub(super) now: u64,
    pub(super) total: u32,
    pub(super) fetched: u32,
    pub(super) fetch_position: u32,
    issue_width: u32,
    /// Micro-ops that can still issue this cycle.
    bandwidth: u32,
    /// Micro-ops issued this cycle.
    issued_micro_ops: u32,
    pub(super) in_flight: Executing,
    pub(super) stall: Option<Stall>,
    /// Instruction of more micro-ops than fitted, and the number of those left.
    pub(super) carried: Option<(InFlight, u32)>,
    /// Cycles until the latest write in program order.
    pub(super) last_write_back_cycles: u64,
    pub(super) registers: RegisterFiles,
    pub(super) resources: Resources,
    kinds: Vec<Kind>,
    pub(super) load_store: LoadStoreUnit,
    last_progress: u64,
}

impl<'p, O: Observer> InOrderPipeline<'p, O> {
    /// Creates an empty pipeline that will run `total` dynamic instructions.
    pub fn new(
        processor: &Processor<'_>,
        program: &'p Program,
        options: &PipelineOptions,
        total: u32,
        observer: O,
    ) -> Self {
        let in_order =
            ReservationStations::new(processor, options.reservation_station_scale).in_order();
        let mut resources = Resources::new(processor, in_order);
        let kinds = resources.start(&program.needs).collect();
        InOrderPipeline {
            program,
            counts_repetitions: options.detects_steady_state
                && observer.repeatable_from().is_some(),
            steady_state: SteadyStateSearch::new(
                program.ops.len() as u32,
                observer.repeatable_from().filter(|_| options.detects_steady_state),
                observer.wants_iterations(),
            ),
            observer,
            now: 0,
            total,
            fetched: 0,
            fetch_position: 0,
            issue_width: processor.model.issue_width_uops,
            bandwidth: 0,
            issued_micro_ops: 0,
            in_flight: Executing::default(),
            stall: None,
            carried: None,
            last_write_back_cycles: 0,
            registers: RegisterFiles::new(program, true),
            resources,
            kinds,
            load_store: LoadStoreUnit::new(
                Queues::new(processor, options),
                options.assume_no_alias,
                64,
                false,
            ),
            last_progress: 0,
        }
    }

    /// Runs until every instruction has left, and returns the number of cycles.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`].
    pub fn run(&mut self) -> Result<u64, ErrorKind> {
        loop {
            self.run_cycle();
            let is_idle =
                self.in_flight.is_empty() && self.stall.is_none() && self.carried.is_none();
            if self.fetched == self.total && is_idle {
                return Ok(self.now);
            }
            let waits = !self.in_flight.is_empty() || self.resources.is_any_busy();
            if !waits && self.now - self.last_progress > PATIENCE_CYCLES {
                return Err(ErrorKind::Deadlock { cycle: self.now });
            }
            if self.steady_state.at_boundary {
                self.pass_boundary();
                if self.steady_state.is_interrupted {
                    return Err(ErrorKind::Interrupted);
                }
            }
            self.pass_idle_cycles();
        }
    }

    fn run_cycle(&mut self) {
        self.emit(Event::CycleBegin);
        self.start_cycle();
        while self.fetched < self.total && self.is_available() {
            self.execute_next();
        }
        self.end_cycle();
        self.emit(Event::CycleEnd);
        self.now += 1;
    }

    /// Counts the cycles of a long wait from one of them: they are all the same until something
    /// completes.
    fn pass_idle_cycles(&mut self) {
        // With no instructions left to fetch, waiting for completion is enough.
        let stalled = match &self.stall {
            Some(stall) => stall.cycles_left,
            None if self.fetched == self.total && self.carried.is_none() => u64::MAX,
            None => return,
        };
        if stalled < LONG_WAIT_CYCLES || !self.counts_repetitions {
            return;
        }
        let completion = self.in_flight.next_completion().unwrap_or(u64::MAX);
        let release = self.resources.next_release(self.now).unwrap_or(u64::MAX);
        let wait = stalled.min(completion.min(release).saturating_sub(self.now));
        if !(LONG_WAIT_CYCLES..u64::from(u32::MAX)).contains(&wait) {
            return;
        }
        if self.steady_state.is_patient() {
            return;
        }
        self.steady_state.forget();
        self.observer.mark();
        self.run_cycle();
        let cycles = wait - 2;
        self.observer.repeat(cycles as u32, 0);
        self.now += cycles;
        if let Some(stall) = &mut self.stall {
            stall.cycles_left -= cycles;
        }
        self.last_write_back_cycles = self.last_write_back_cycles.saturating_sub(cycles);
    }

    fn emit(&mut self, event: Event) {
        self.observer.on_event(self.now, event);
    }

    pub(super) fn op(&self, inst: InstRef) -> &'p Op {
        &self.program.ops[inst.position as usize]
    }

    fn start_cycle(&mut self) {
        self.issued_micro_ops = 0;
        self.bandwidth = self.issue_width;
        self.registers.start_cycle();
        self.resources.start_cycle(self.now);
        self.complete();
        self.go_on_with_carried();
        if let Some(stall) = self.stall {
            if stall.cycles_left == 0 {
                self.stall = None;
                self.try_issue(stall.inst, stall.group);
            }
            if self.stall.is_some_and(|stall| stall.cycles_left != 0) {
                self.emit_stall();
                self.bandwidth = 0;
            }
        }
    }

    fn end_cycle(&mut self) {
        if let Some(stall) = &mut self.stall {
            stall.cycles_left = stall.cycles_left.saturating_sub(1);
        }
        self.last_write_back_cycles = self.last_write_back_cycles.saturating_sub(1);
    }

    /// Completes instructions that have executed. One that is still carried over retires when all of it has issued.
    fn complete(&mut self) {
        self.in_flight.start_cycle(self.now);
        while let Some(current) = self.in_flight.take_completed(self.now) {
            if self.carried.as_ref().is_none_or(|(carried, _)| carried.inst != current.inst) {
                self.finish(current);
            }
            self.last_progress = self.now;
        }
    }

    fn go_on_with_carried(&mut self) {
        let Some((current, micro_ops)) = self.carried else { return };
        self.last_progress = self.now;
        if micro_ops > self.bandwidth {
            self.carried = Some((current, micro_ops - self.bandwidth));
            self.bandwidth = 0;
            return;
        }
        let op = self.op(current.inst);
        let ends_group = op.has(lowered_flag::END_GROUP);
        self.bandwidth = if ends_group { 0 } else { self.bandwidth - micro_ops };
        if current.completes_at <= self.now {
            self.finish(current);
        }
        self.carried = None;
    }

    /// Writes back and retires an instruction.
    fn finish(&mut self, current: InFlight) {
        let inst = current.inst;
        let op = self.op(inst);
        self.registers.note_write_back(self.program, inst.index, op, self.now);
        if op.has(lowered_flag::MEMORY) {
            self.load_store.on_executed(current.group, inst.index);
            self.load_store.changes.clear();
            self.load_store.queues.leave(op.flags);
        }
        self.emit(Event::Executed { inst });
        for mapping in &self.program.mappings[op.mappings.range()] {
            let (file, count) = (mapping.file, mapping.count);
            self.emit(Event::MappingsFreed { file, count });
        }
        self.emit(Event::Retired { inst });
    }

    fn is_available(&self) -> bool {
        if self.stall.is_some() || self.carried.is_some() {
            return false;
        }
        let op = &self.program.ops[self.fetch_position as usize];
        if self.bandwidth < op.micro_ops && op.micro_ops <= self.issue_width {
            return false;
        }
        !op.has(lowered_flag::BEGIN_GROUP) || self.issued_micro_ops == 0
    }

    fn execute_next(&mut self) {
        let inst = InstRef { index: self.fetched, position: self.fetch_position };
        self.fetched += 1;
        self.fetch_position += 1;
        if self.fetch_position == self.steady_state.next_stop {
            self.fetch_position = self.steady_state.stop(self.program.ops.len() as u32);
        }
        let op = self.op(inst);
        let is_memory = op.has(lowered_flag::MEMORY);
        let group = if is_memory { self.load_store.dispatch(op.flags, self.now) } else { 0 };
        self.try_issue(inst, group);
        if self.stall.is_some() {
            self.emit_stall();
        }
    }

    /// Issues an instruction, or notes the hazard that it waits for.
    fn try_issue(&mut self, inst: InstRef, group: u32) {
        let op = self.op(inst);
        if let Some((cycles_left, reason)) = self.hazard(inst, op, group) {
            self.stall = Some(Stall { inst, group, cycles_left, reason });
            self.bandwidth = 0;
            return;
        }
        self.last_progress = self.now;
        for number in 0..op.writes.len() {
            self.registers.add_write(self.program, inst.index, op, number, self.now);
        }
        for mapping in &self.program.mappings[op.mappings.range()] {
            let (file, count) = (mapping.file, mapping.count);
            self.emit(Event::MappingsAllocated { file, count });
        }
        for _ in 0..op.counted_moves {
            let file = op.first_write_file;
            self.emit(Event::MoveCandidate { file, is_eliminated: false, is_zero: false });
        }
        let micro_ops = op.micro_ops;
        self.emit(Event::Dispatched { inst, micro_ops });
        let latency = u64::from(op.latency_cycles);
        if op.has(lowered_flag::MEMORY) {
            self.load_store.on_issued(group, inst.index, self.now, self.now + latency);
            self.load_store.changes.clear();
        }
        self.emit(Event::Ready { inst });
        self.emit(Event::Issued { inst });
        let (observer, now) = (&mut self.observer, self.now);
        let kind = &self.kinds[op.needs as usize];
        self.resources.issue(kind, now, |IssuedTo { resource, unit, cycles }| {
            observer.on_event(now, Event::ResourceUsed { inst, resource, unit, cycles });
        });

        let completes_at = self.now + latency;
        let current = InFlight { inst, group, issued_at: self.now, completes_at };
        let is_carried = micro_ops > self.bandwidth;
        if is_carried {
            self.carried = Some((current, micro_ops - self.bandwidth));
            self.bandwidth = 0;
        } else {
            self.issued_micro_ops += micro_ops;
            let ends_group = op.has(lowered_flag::END_GROUP);
            self.bandwidth = if ends_group { 0 } else { self.bandwidth - micro_ops };
        }
        if latency == 0 && !is_carried {
            self.finish(current);
            return;
        }
        self.in_flight.push(current);
        if !op.has(lowered_flag::RETIRE_OUT_OF_ORDER) {
            self.last_write_back_cycles = latency;
        }
    }

    /// Returns the hazard that an instruction has to wait for, and the cycles it takes at least.
    fn hazard(&mut self, inst: InstRef, op: &Op, group: u32) -> Option<(u64, StallReason)> {
        if let Some(cycles) = self.register_hazard(op) {
            return Some((cycles, StallReason::Registers));
        }
        if !self.resources.can_issue(&self.kinds[op.needs as usize]) {
            return Some((1, StallReason::Resources));
        }
        if group != 0 && self.load_store.state(group) != MemoryState::Ready {
            return Some((1, StallReason::Memory));
        }
        if let Some(hazards) = &self.program.hazards
            && let cycles @ 1.. = self.custom_hazard(hazards, inst)
        {
            return Some((cycles, StallReason::Custom));
        }
        if self.last_write_back_cycles != 0 && !op.has(lowered_flag::RETIRE_OUT_OF_ORDER) {
            let writes = &self.program.writes[op.writes.range()];
            let latencies = writes.iter().map(|write| write.latency_cycles);
            let first = u64::from(latencies.min().unwrap_or(u32::MAX).min(op.latency_cycles));
            if first < self.last_write_back_cycles {
                return Some((self.last_write_back_cycles - first, StallReason::WriteBackOrder));
            }
        }
        None
    }

    /// Returns the cycles that the target makes an instruction wait for those that execute.
    fn custom_hazard(&mut self, hazards: &Hazards, inst: InstRef) -> u64 {
        if hazards.warning(inst.position).is_some() {
            self.observer.on_hazard_warned(inst);
        }
        let executing = self.in_flight.iter().map(|current| {
            let latency_cycles = self.op(current.inst).latency_cycles;
            let elapsed = (self.now - current.issued_at).min(latency_cycles.into()) as u32;
            ExecutingInst {
                index: hazards.sources[current.inst.position as usize],
                cycles_left: latency_cycles - elapsed,
            }
        });
        let executing: SmallVec<[ExecutingInst; 16]> = executing.collect();
        let index = hazards.sources[inst.position as usize];
        hazards.check.wait_cycles(index, &executing).into()
    }

    /// Returns the cycles until the first read that is not ready can be served.
    fn register_hazard(&self, op: &Op) -> Option<u64> {
        let program = self.program;
        program.reads[op.reads.range()].iter().find_map(|read| {
            let wait = if read.cell.is_some() {
                self.cell_hazard(read, read.cell)
            } else {
                let query = self.registers.resolve(program, read.query);
                let cells = &program.cell_lists[query.cells.range()];
                cells.iter().map(|cell| self.cell_hazard(read, *cell)).max().unwrap_or(0)
            };
            (wait > 0).then_some(wait as u64)
        })
    }

    /// Returns the cycles until a read of a cell can be served, at most 0 if it can be now.
    #[inline]
    fn cell_hazard(&self, read: &ReadUse, cell: CellId) -> i64 {
        let program = self.program;
        let mapped = self.registers.mapped(cell);
        if mapped.writer.inst == NONE32 {
            return 0;
        }
        let advance = i64::from(program.advance(read, mapped.resource));
        let Some(time) = self.registers.time(cell) else { return 0 };
        let elapsed = self.now - time.cycle;
        if time.is_committed {
            return -advance - elapsed as i64;
        }
        let writer = mapped.writer.inst as usize % program.ops.len();
        let counted = elapsed.min(u64::from(program.ops[writer].latency_cycles));
        i64::from(mapped.latency_cycles) - counted as i64 - advance
    }

    fn hold_back(&mut self, inst: InstRef, reason: HoldReason) {
        self.emit(Event::HeldBack { inst, reason });
    }

    fn emit_stall(&mut self) {
        let Some(stall) = self.stall else { return };
        let inst = stall.inst;
        let (kind, reason) = match stall.reason {
            StallReason::Registers => (StallKind::RegisterFile, Pressure::Registers),
            StallReason::Resources => (StallKind::DispatchGroup, Pressure::Resources),
            StallReason::Memory => return self.hold_back(inst, HoldReason::Memory),
            StallReason::Custom => return self.hold_back(inst, HoldReason::Hazard),
            StallReason::WriteBackOrder => {
                return self.hold_back(inst, HoldReason::WriteBackOrder);
            }
        };
        self.emit(Event::Stalled { inst, kind });
        self.emit(Event::PressureIncreased { reason, resources: 0 });
        if reason == Pressure::Registers {
            self.emit(Event::Delayed { inst, reason });
        }
    }
}
