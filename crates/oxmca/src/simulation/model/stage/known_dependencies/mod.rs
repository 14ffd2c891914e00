//! The out-of-order pipeline for programs whose register dependencies are known before they run, and
//! for observers without details.
//!
//! Most programs have the same register dependencies in every iteration
//! ([`Program::dependencies`]). For these, this pipeline does what the general
//! [`OutOfOrderPipeline`](super::out_of_order::OutOfOrderPipeline) does in fewer steps: it renames
//! no registers, copies a prepared slot per dispatched instruction, and reports only the basic
//! events, and those of dispatch that the search for a steady state counts. [`supports`] decides
//! whether it can run a program. Tests on random models compare the events of both pipelines. Without
//! it, reports take a third to a half more instructions (`cargo xtask budget`: 51 % in `simulated`,
//! 36 % in `regions-json`).
//!
//! Absent, and to stay absent: whatever depends on more than registers, resources and the order of
//! memory operations. New hardware features go into the general pipeline, and programs that use them
//! are refused by [`supports`].

mod calendar;
mod dispatch;
mod execute;
mod ready_list;
mod slot;
mod state;

use super::steady_state::{Machine, SteadyStateSearch};
use crate::error::ErrorKind;
use crate::processor::Processor;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::Program;
use crate::simulation::model::program::dependencies::Dependencies;
use crate::simulation::model::unit::boxed::boxed;
use crate::simulation::model::unit::dispatch_group::DispatchGroup;
use crate::simulation::model::unit::kind::{Filter, Kind};
use crate::simulation::model::unit::load_store::{GroupId, Queues};
use crate::simulation::model::unit::memory_order::MemoryOrder;
use crate::simulation::model::unit::physical_registers::PhysicalRegisters;
use crate::simulation::model::unit::reservation_stations::ReservationStations;
use crate::simulation::model::unit::resources::Resources;
use calendar::Calendar;
use ready_list::ReadyList;
use slot::{CompactSlot, HOLDS_REGISTERS, READY, Templates};

/// Returns whether the pipeline with `CAP` slots can run `total` dynamic instructions of a program for
/// an observer without details.
pub fn supports<const CAP: usize>(
    processor: &Processor<'_>,
    program: &Program,
    options: &PipelineOptions,
    total: u32,
) -> bool {
    let dispatch_width = options.dispatch_width_on(processor);
    let rob_size = processor.reorder_buffer_size_micro_ops().max(1);
    let Some(dependencies) = &program.dependencies else { return false };
    options.micro_op_queue_size_entries == 0
        && dependencies.hold_for(dispatch_width)
        && (rob_size.min(total) as usize) < CAP
        // Values fit the fields of slots and templates.
        && rob_size <= u16::MAX.into()
        && program.needs.len() <= u16::MAX.into()
        && CAP * (dependencies.max_uses().max(1) as usize) < READY.into()
        && dependencies.max_uses() <= u8::MAX.into()
        && may_forget_retired::<CAP>(program, dependencies, dispatch_width, rob_size)
}

/// Returns whether instructions that were dispatched `CAP` instructions ago, whose slots serve others,
/// are not waited for any more.
fn may_forget_retired<const CAP: usize>(
    program: &Program,
    dependencies: &Dependencies,
    dispatch_width: u32,
    rob_size: u32,
) -> bool {
    let outlasting_cycles = dependencies.outlasting_cycles();
    let cycles = (CAP as u32 - rob_size.min(CAP as u32)) / dispatch_width.max(1);
    outlasting_cycles == 0
        || (outlasting_cycles <= u8::MAX.into()
            && cycles > outlasting_cycles + 2
            && program.ops.iter().all(|op| op.micro_ops != 0))
}

/// The pipeline, for fewer than `CAP` instructions in flight, a power of two.
pub struct KnownDependencyPipeline<'p, O, const CAP: usize> {
    program: &'p Program,
    dependencies: &'p Dependencies,
    templates: Templates,
    /// As [`Dependencies::outlasting_cycles`].
    outlasting_cycles: u32,
    observer: O,
    now: u64,
    /// Dynamic instructions.
    total: u32,
    steady_state: SteadyStateSearch,
    // Dispatch.
    group: DispatchGroup,
    /// Dynamic index and position of the next instruction.
    dispatched: u32,
    position: u32,
    // Reorder buffer: slots by dynamic index modulo capacity, oldest `head`.
    slots: Box<[CompactSlot; CAP]>,
    head: u32,
    rob_free: u32,
    max_retire: u32,
    physical: PhysicalRegisters,
    // Scheduler.
    stations: ReservationStations,
    resources: Resources,
    /// Kinds by [`slot::Template::kind`], each with the last cycle in which it could not issue
    /// though its filter was met.
    kinds: Vec<(Kind, u64)>,
    /// Filters of the kinds. Most decide alone.
    filters: Vec<Filter>,
    memory: MemoryOrder<CAP>,
    /// By slot of a memory operation.
    groups: Box<[GroupId; CAP]>,
    ready: ReadyList<CAP>,
    /// Instructions whose operands will be ready.
    wake_ups: Calendar<CAP>,
    /// Slots of memory operations that need not wait for others any more.
    released: Vec<usize>,
    /// Something happened this cycle.
    progress: bool,
}

/// Buffers that one pipeline leaves to the next one of the same processor.
pub struct RecycledBuffers<const CAP: usize> {
    templates: Templates,
    slots: Box<[CompactSlot; CAP]>,
    resources: Resources,
    kinds: Vec<(Kind, u64)>,
    filters: Vec<Filter>,
    memory: MemoryOrder<CAP>,
    groups: Box<[GroupId; CAP]>,
    ready: ReadyList<CAP>,
    wake_ups: Calendar<CAP>,
    released: Vec<usize>,
    recorded: Vec<u64>,
}

impl<const CAP: usize> RecycledBuffers<CAP> {
    fn new(processor: &Processor<'_>, in_order: u64) -> Self {
        RecycledBuffers {
            templates: Templates::default(),
            slots: boxed(CompactSlot::EMPTY),
            resources: Resources::new(processor, in_order),
            kinds: Vec::new(),
            filters: Vec::new(),
            memory: MemoryOrder::default(),
            groups: boxed(0),
            ready: ReadyList::new(),
            wake_ups: Calendar::new(),
            released: Vec::new(),
            recorded: Vec::new(),
        }
    }
}

impl<'p, O: Observer, const CAP: usize> KnownDependencyPipeline<'p, O, CAP> {
    /// Creates an empty pipeline that will run `total` dynamic instructions of a program that
    /// [`supports`] accepts, in the buffers of an earlier one if there are any.
    pub fn new(
        processor: &Processor<'_>,
        program: &'p Program,
        dependencies: &'p Dependencies,
        options: &PipelineOptions,
        total: u32,
        observer: O,
        buffers: Option<RecycledBuffers<CAP>>,
    ) -> Self {
        let dispatch_width = options.dispatch_width_on(processor);
        let rob_size = processor.reorder_buffer_size_micro_ops().max(1);
        let stations = ReservationStations::new(processor, options.reservation_station_scale);
        let new = || RecycledBuffers::new(processor, stations.in_order());
        let RecycledBuffers {
            mut templates,
            mut slots,
            mut resources,
            mut kinds,
            mut filters,
            mut memory,
            groups,
            ready,
            wake_ups,
            released,
            recorded,
        } = buffers.unwrap_or_else(new);
        templates.replace(program, dependencies, dispatch_width, CAP);
        slots.fill(CompactSlot::EMPTY);
        kinds.clear();
        kinds.extend(resources.start(&program.needs).map(|kind| (kind, u64::MAX)));
        filters.clear();
        filters.extend(kinds.iter().map(|(kind, _)| kind.filter()));
        memory.start(Queues::new(processor, options), options.assume_no_alias);
        let repeatable_from = observer.repeatable_from().filter(|_| options.detects_steady_state);
        KnownDependencyPipeline {
            program,
            dependencies,
            templates,
            outlasting_cycles: dependencies.outlasting_cycles(),
            now: 0,
            total,
            steady_state: SteadyStateSearch::new(
                program.ops.len() as u32,
                repeatable_from,
                observer.wants_iterations(),
            )
            .recording_into(recorded),
            group: DispatchGroup::new(dispatch_width),
            dispatched: 0,
            position: 0,
            slots,
            head: 0,
            rob_free: rob_size,
            max_retire: processor.max_retired_instructions_per_cycle().unwrap_or(u32::MAX),
            physical: PhysicalRegisters::new(program),
            stations,
            resources,
            kinds,
            filters,
            memory,
            groups,
            ready,
            wake_ups,
            released,
            progress: false,
            observer,
        }
    }

    /// Returns the buffers, once all instructions have retired.
    pub fn into_buffers(self) -> RecycledBuffers<CAP> {
        RecycledBuffers {
            templates: self.templates,
            slots: self.slots,
            resources: self.resources,
            kinds: self.kinds,
            filters: self.filters,
            memory: self.memory,
            groups: self.groups,
            ready: self.ready,
            wake_ups: self.wake_ups,
            released: self.released,
            recorded: self.steady_state.into_recorded(),
        }
    }

    /// Runs until every instruction has retired, and returns the number of cycles simulated,
    /// without those of repetitions that were only counted.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`].
    pub fn run(&mut self) -> Result<u64, ErrorKind> {
        loop {
            self.progress = false;
            self.emit(Event::CycleBegin);
            self.retire();
            self.execute();
            self.dispatch();
            self.emit(Event::CycleEnd);
            self.now += 1;
            if self.head == self.total {
                return Ok(self.now);
            }
            if self.steady_state.at_boundary {
                self.memory.forget_done(self.now);
                self.pass_boundary();
                if self.steady_state.is_interrupted {
                    return Err(ErrorKind::Interrupted);
                }
            }
            if !self.progress {
                self.pass_idle_cycles()?;
            }
        }
    }

    /// Skips the cycles after one in which nothing happened: they are the same until something is
    /// due.
    #[cold]
    fn pass_idle_cycles(&mut self) -> Result<(), ErrorKind> {
        let oldest = &self.slots[Self::slot_of(self.head)];
        let is_executing = self.head != self.dispatched && oldest.is_issued();
        let times = [
            self.memory.next_due(self.now),
            self.resources.next_release(self.now),
            is_executing.then(|| oldest.executed_at() as u64 + 1),
        ];
        let due = times.into_iter().flatten().min().unwrap_or(u64::MAX);
        let due = self.wake_ups.next_due(&self.slots, self.now, due);
        if due == u64::MAX {
            return Err(ErrorKind::Deadlock { cycle: self.now });
        }
        self.observer.on_idle_cycles(due - self.now);
        self.now = due;
        Ok(())
    }

    /// Retires executed instructions from the head of the reorder buffer.
    #[inline(always)]
    fn retire(&mut self) {
        let now = self.now as i64;
        let slots = &*self.slots;
        let start = self.head;
        let end = start + self.max_retire.min(self.dispatched - start);
        let mut head = start;
        let mut rob_free = self.rob_free;
        while head != end {
            let slot = &slots[head as usize % CAP];
            if slot.executed_at() >= now {
                break;
            }
            self.memory.queues.leave(slot.flags);
            if slot.has(HOLDS_REGISTERS) {
                let op = &self.program.ops[slot.position as usize];
                self.physical.free(&self.program.mappings[op.bounded_mappings.range()]);
            }
            let inst = InstRef { index: head, position: slot.position };
            self.observer.on_event(self.now, Event::Retired { inst });
            rob_free += u32::from(slot.rob_entries);
            head += 1;
        }
        self.rob_free = rob_free;
        self.head = head;
        self.progress |= head != start;
    }

    #[inline(always)]
    fn emit(&mut self, event: Event) {
        self.observer.on_event(self.now, event);
    }

    /// Returns the slot of a dynamic index.
    #[inline(always)]
    const fn slot_of(index: u32) -> usize {
        index as usize % CAP
    }

    /// Returns the dynamic index of the instruction in a slot.
    #[inline(always)]
    fn index_of(&self, slot: usize) -> u32 {
        self.head + (slot as u32).wrapping_sub(self.head) % CAP as u32
    }
}
