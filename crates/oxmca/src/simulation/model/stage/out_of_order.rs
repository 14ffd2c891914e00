//! The general out-of-order pipeline: its state and its cycle.

use crate::error::ErrorKind;
use crate::lower::lowered_flag;
use crate::processor::Processor;
use crate::simulation::event::{Event, InstRef, Observer};
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::dependencies::Dependencies;
use crate::simulation::model::program::{NONE32, Op, Program};
use crate::simulation::model::stage::micro_op_queue::MicroOpQueue;
use crate::simulation::model::stage::ready_queue::ReadyQueue;
use crate::simulation::model::stage::slot::Slot;
use crate::simulation::model::stage::steady_state::{Machine, RunState, SteadyStateSearch};
use crate::simulation::model::unit::dispatch_group::DispatchGroup;
use crate::simulation::model::unit::kind::Kind;
use crate::simulation::model::unit::load_store::{LoadStoreUnit, Queues};
use crate::simulation::model::unit::ordered_sets::OrderedSet;
use crate::simulation::model::unit::physical_registers::PhysicalRegisters;
use crate::simulation::model::unit::register_file::RegisterFiles;
use crate::simulation::model::unit::reservation_stations::ReservationStations;
use crate::simulation::model::unit::resources::Resources;
use crate::simulation::model::unit::wheel::Wheel;
use oxmca_tables::Reg;

/// Waits of at least this many cycles are not simulated cycle by cycle.
const LONG_WAIT_CYCLES: u64 = 128;

/// Cycles after which iterations that have retired are reported, if fetch does not report them.
const CYCLES_BETWEEN_REPORTS: u64 = 1 << 16;

/// A read that waits for a write to issue.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReaderEdge {
    /// Next read of the same write, or [`NONE32`].
    pub(super) next: u32,
    /// Slot of the reader.
    pub(super) reader: u32,
    /// Read of the reader, counted from its first.
    pub(super) read: u32,
    /// Cycles by which the read is ahead of write-back.
    pub(super) advance: i32,
}

/// The register dependency that delays an instruction, as far as it is reported: the last read that
/// is delayed, or else the last write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Critical {
    /// Higher for reads than for writes, and for later ones; 0 when nothing is delayed.
    pub(super) rank: u32,
    pub(super) from: u32,
    pub(super) reg: Reg,
    pub(super) cycles: u32,
    pub(super) until: u64,
}

impl Critical {
    pub(super) const NONE: Critical =
        Critical { rank: 0, from: 0, reg: Reg::NONE, cycles: 0, until: 0 };
}

/// The out-of-order back end. `TRACKS_PRESSURE` makes it find out, for the bottleneck analysis, why
/// instructions wait.
pub struct OutOfOrderPipeline<'p, O, const TRACKS_PRESSURE: bool> {
    pub(super) program: &'p Program,
    /// Register dependencies, where they are known from the start.
    pub(super) dependencies: Option<&'p Dependencies>,
    pub(super) observer: O,
    /// The observer can count repetitions.
    counts_repetitions: bool,
    pub(super) now: u64,
    // Fetch.
    pub(super) total: u32,
    pub(super) fetched: u32,
    pub(super) fetch_position: u32,
    micro_op_queue: Option<MicroOpQueue>,
    pub(super) steady_state: SteadyStateSearch,
    // Dispatch.
    pub(super) group: DispatchGroup,
    /// Outcome of the last move that may be eliminated: for an eliminated one, one bit per
    /// register that was known to be zero.
    pub(super) move_outcome: Option<u8>,
    // Reorder buffer: slots by dynamic index modulo capacity, oldest `head`.
    pub(super) slots: Vec<Slot>,
    pub(super) head: u32,
    pub(super) dispatched: u32,
    pub(super) rob_free: u32,
    pub(super) max_retire: u32,
    pub(super) physical: PhysicalRegisters,
    pub(super) registers: RegisterFiles,
    // Register dependencies: per slot a fixed share of each.
    pub(super) edges: Vec<ReaderEdge>,
    pub(super) edges_per_slot: u32,
    pub(super) writes_per_slot: u32,
    /// First reader by write.
    pub(super) readers: Vec<u32>,
    /// Younger partial write that merges with a write, by write.
    pub(super) merging: Vec<u32>,
    // Scheduler.
    pub(super) stations: ReservationStations,
    pub(super) resources: Resources,
    /// By [`Op::needs`].
    pub(super) kinds: Vec<Kind>,
    pub(super) load_store: LoadStoreUnit,
    pub(super) ready: ReadyQueue,
    /// Instructions whose operands will be ready.
    pub(super) wake_ups: Wheel,
    /// Instructions whose completion has consequences beyond retirement.
    pub(super) completions: Wheel,
    /// Something happened this cycle.
    pub(super) progress: bool,
    // Kept only when pressure is tracked.
    /// Set if the counts of the bottleneck analysis depend on the order of LLVM's sets. If not,
    /// busy resources noted while selecting are still busy when all remaining instructions are
    /// looked at, and no memory operation, which could wake others, issues at dispatch.
    pub(super) order_matters: bool,
    /// Slots that wait for an instruction that has not issued, where the order matters.
    pub(super) waiting: OrderedSet,
    /// Slots that could issue, where the order matters.
    pub(super) ready_set: Vec<u32>,
    /// Slots that will be ready at a known time or once memory operations have executed.
    pub(super) pending: OrderedSet,
    /// Slots that went into `pending` when they were dispatched, this cycle. They are the last ones.
    pub(super) dispatched_to_pending: usize,
    /// Buffer for lists of slots that last no longer than a call.
    pub(super) scratch: Vec<u32>,
    pub(super) critical_registers: Vec<Critical>,
    pub(super) critical_resources: Vec<u64>,
    pub(super) busy_resources: u64,
    pub(super) had_scheduler_stall: bool,
    pub(super) dispatched_micro_ops: u32,
    pub(super) issued_micro_ops: u32,
}

impl<'p, O: Observer, const TRACKS_PRESSURE: bool> OutOfOrderPipeline<'p, O, TRACKS_PRESSURE> {
    /// Creates an empty pipeline that will run `total` dynamic instructions.
    pub fn new(
        processor: &Processor<'_>,
        program: &'p Program,
        options: &PipelineOptions,
        total: u32,
        observer: O,
    ) -> Self {
        let rob_size = processor.reorder_buffer_size_micro_ops().max(1);
        let capacity = (rob_size.min(total).max(1) as usize + 1).next_power_of_two();
        let edge = ReaderEdge { next: NONE32, reader: 0, read: 0, advance: 0 };
        let edges_per_slot = program.max_edges();
        let dispatch_width = options.dispatch_width_on(processor);
        let stations = ReservationStations::new(processor, options.reservation_station_scale);
        let mut resources = Resources::new(processor, stations.in_order());
        let kinds: Vec<Kind> = resources.start(&program.needs).collect();
        let order_matters = TRACKS_PRESSURE
            && (program.ops.iter().any(|op| op.issues_at_dispatch && op.has(lowered_flag::MEMORY))
                || !kinds.iter().all(|kind| resources.busy_only_grows(kind)));
        let ordered = if order_matters { capacity } else { 0 };
        let tracked = if TRACKS_PRESSURE { capacity } else { 0 };
        let dependencies = program
            .dependencies
            .as_ref()
            .filter(|dependencies| !TRACKS_PRESSURE && dependencies.hold_for(dispatch_width))
            .filter(|dependencies| dependencies.outlasting_cycles() == 0);
        // Where dependencies are known, nothing is renamed.
        let renamed = |per_slot: usize| match dependencies {
            Some(_) => 0,
            None => capacity * per_slot,
        };
        OutOfOrderPipeline {
            program,
            dependencies,
            counts_repetitions: options.detects_steady_state
                && observer.repeatable_from().is_some(),
            now: 0,
            total,
            fetched: 0,
            fetch_position: 0,
            steady_state: SteadyStateSearch::new(
                program.ops.len() as u32,
                observer.repeatable_from().filter(|_| options.detects_steady_state),
                observer.wants_iterations(),
            ),
            micro_op_queue: (options.micro_op_queue_size_entries != 0).then(|| {
                MicroOpQueue::new(
                    options.micro_op_queue_size_entries,
                    options.decoder_throughput_instructions,
                    program.ops.len() as u32,
                )
            }),
            group: DispatchGroup::new(dispatch_width),
            move_outcome: None,
            slots: vec![Slot::EMPTY; capacity],
            head: 0,
            dispatched: 0,
            rob_free: rob_size,
            max_retire: processor.max_retired_instructions_per_cycle().unwrap_or(u32::MAX),
            physical: PhysicalRegisters::new(program),
            registers: RegisterFiles::new(program, program.has_negative_advance),
            edges: vec![edge; renamed(edges_per_slot)],
            edges_per_slot: edges_per_slot as u32,
            writes_per_slot: program.max_writes as u32,
            readers: vec![NONE32; renamed(program.max_writes)],
            merging: vec![NONE32; renamed(program.max_writes)],
            resources,
            kinds,
            stations,
            load_store: LoadStoreUnit::new(
                Queues::new(processor, options),
                options.assume_no_alias,
                capacity,
                TRACKS_PRESSURE,
            ),
            ready: match order_matters {
                true => ReadyQueue::new(0, 0),
                false => ReadyQueue::new(program.needs.len(), capacity),
            },
            wake_ups: Wheel::new(capacity),
            completions: Wheel::new(capacity),
            progress: false,
            order_matters,
            waiting: OrderedSet::new(ordered),
            ready_set: Vec::with_capacity(ordered),
            pending: OrderedSet::new(tracked),
            dispatched_to_pending: 0,
            scratch: Vec::with_capacity(tracked),
            critical_registers: vec![Critical::NONE; tracked],
            critical_resources: vec![0; tracked],
            busy_resources: 0,
            had_scheduler_stall: false,
            dispatched_micro_ops: 0,
            issued_micro_ops: 0,
            observer,
        }
    }

    /// Runs until every instruction has retired, and returns the number of cycles simulated,
    /// without those of repetitions that were only counted.
    ///
    /// # Errors
    /// [`ErrorKind::Deadlock`].
    pub fn run(&mut self) -> Result<u64, ErrorKind> {
        loop {
            self.run_cycle();
            let queue_is_empty = match &self.micro_op_queue {
                None => true,
                Some(queue) => {
                    let is_empty = queue.is_empty();
                    // A long queue takes all iterations before the first of them is done.
                    let reports = self.now.is_multiple_of(CYCLES_BETWEEN_REPORTS);
                    if reports && self.report_iterations() {
                        return Err(ErrorKind::Interrupted);
                    }
                    is_empty
                }
            };
            if self.fetched == self.total && queue_is_empty && self.head == self.dispatched {
                return Ok(self.now);
            }
            if self.steady_state.at_boundary {
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

    /// Reports how many iterations have retired, and returns whether the caller wants the run to end.
    #[cold]
    fn report_iterations(&mut self) -> bool {
        let RunState { steady_state, observer, count, oldest, .. } = self.watched();
        steady_state.reports_iterations && observer.on_iterations(oldest / count)
    }

    fn run_cycle(&mut self) {
        self.progress = false;
        self.emit(Event::CycleBegin);
        self.retire();
        self.execute_cycle();
        self.start_dispatch_cycle();
        self.fetch();
        if TRACKS_PRESSURE {
            self.report_pressure();
        }
        self.emit(Event::CycleEnd);
        self.now += 1;
    }

    /// Skips the cycles after one in which nothing happened: they are the same until something is
    /// due. Observers of details see a long wait counted from one of them.
    #[cold]
    fn pass_idle_cycles(&mut self) -> Result<(), ErrorKind> {
        let times = [
            self.wake_ups.next_due(self.now),
            self.completions.next_due(self.now),
            self.resources.next_release(self.now),
            self.next_retirement(),
        ];
        let Some(due) = times.into_iter().flatten().min() else {
            return Err(ErrorKind::Deadlock { cycle: self.now });
        };
        if !O::SEES_DETAILS {
            self.observer.on_idle_cycles(due - self.now);
            self.now = due;
            return Ok(());
        }
        let is_long = due >= self.now + LONG_WAIT_CYCLES && self.counts_repetitions;
        if !is_long || self.steady_state.is_patient() {
            return Ok(());
        }
        self.steady_state.forget();
        self.observer.mark();
        self.run_cycle();
        let cycles = u32::try_from(due - self.now).unwrap_or(u32::MAX);
        self.observer.repeat(cycles, 0);
        self.now += u64::from(cycles);
        Ok(())
    }

    /// Returns the cycle in which the oldest instruction will retire, once it has issued.
    fn next_retirement(&self) -> Option<u64> {
        let oldest = &self.slots[self.slot_of(self.head) as usize];
        let is_issued = self.head != self.dispatched && oldest.is_issued();
        is_issued.then(|| oldest.executed_at() as u64 + 1)
    }

    /// Moves instructions towards dispatch.
    fn fetch(&mut self) {
        if self.micro_op_queue.is_none() {
            while self.fetched < self.total {
                let inst = InstRef { index: self.fetched, position: self.fetch_position };
                if !self.try_dispatch(inst) {
                    break;
                }
                self.advance_fetch();
            }
        } else {
            self.fetch_through_queue();
        }
    }

    #[cold]
    fn fetch_through_queue(&mut self) {
        let Some(mut queue) = self.micro_op_queue.take() else { return };
        queue.start_cycle();
        while self.fetched < self.total {
            let op = &self.program.ops[self.fetch_position as usize];
            let inst = InstRef { index: self.fetched, position: self.fetch_position };
            if !queue.try_push(inst, op) {
                break;
            }
            self.progress = true;
            self.advance_fetch();
        }
        while let Some(inst) = queue.front() {
            if !self.try_dispatch(inst) {
                break;
            }
            queue.pop(&self.program.ops[inst.position as usize]);
        }
        self.micro_op_queue = Some(queue);
    }

    #[inline]
    fn advance_fetch(&mut self) {
        self.fetched += 1;
        self.fetch_position += 1;
        if self.fetch_position == self.steady_state.next_stop {
            self.fetch_position = self.steady_state.stop(self.program.ops.len() as u32);
        }
    }

    /// Returns whether sets of slots are kept in LLVM's order.
    #[inline(always)]
    pub(super) fn keeps_order(&self) -> bool {
        TRACKS_PRESSURE && self.order_matters
    }

    #[inline(always)]
    pub(super) fn emit(&mut self, event: Event) {
        self.observer.on_event(self.now, event);
    }

    /// Emits an event that only some observers want.
    #[inline(always)]
    pub(super) fn emit_detail(&mut self, event: Event) {
        if O::SEES_DETAILS {
            self.observer.on_event(self.now, event);
        }
    }

    /// Returns the slot of a dynamic index.
    #[inline]
    pub(super) fn slot_of(&self, index: u32) -> u32 {
        index & (self.slots.len() as u32 - 1)
    }

    #[inline]
    pub(super) fn slot(&mut self, slot: u32) -> &mut Slot {
        &mut self.slots[slot as usize]
    }

    #[inline]
    pub(super) fn op(&self, slot: u32) -> &'p Op {
        &self.program.ops[self.slots[slot as usize].position as usize]
    }

    #[inline]
    pub(super) fn inst(&self, slot: u32) -> InstRef {
        let slot = &self.slots[slot as usize];
        InstRef { index: slot.index, position: slot.position }
    }

    /// Returns whether an instruction is in flight. Older ones have retired.
    #[inline]
    pub(super) fn is_in_flight(&self, index: u32) -> bool {
        index.wrapping_sub(self.head) < self.dispatched - self.head
    }
}
