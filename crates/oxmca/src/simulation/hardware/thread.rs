//! One hardware thread: its front end, its registers, and its part of the buffers.

use std::collections::VecDeque;

use super::code::{Code, Cursor};
use super::dataflow::{Dataflow, UNKNOWN};
use super::front_end::{FrontEnd, Progress, Queue, Supplier};
use super::group::Group;
use super::instruction::{Instruction, Space};
use super::pages::Pages;
use super::recurrence::Fingerprint;
use super::renamer::{Renamer, Slotted};
use super::store_buffer::StoreBuffer;
use super::sustained_rate::SustainedRate;
use super::watch::ResultId;
use super::watch::Watch;
use super::windows::Windows;
use crate::options::{Delivery, HardwareOptions, HardwareParts};
use crate::processor::hardware::HardwareProcessor;
use crate::simulation::event::StallKind;

/// An instruction in the reorder buffer.
#[derive(Clone, Copy, Debug)]
struct Entry {
    at: Cursor,
    /// Micro-ops that have not retired.
    micro_ops: u32,
    completion: ResultId,
    retirement: Option<ResultId>,
    num_loads: u16,
    num_stores: u16,
}

/// A hardware thread that runs code.
pub(super) struct Thread<'a> {
    code: Code<'a>,
    queue: Queue,
    windows: Windows,
    front_end: FrontEnd<'a>,
    renamer: Renamer<'a>,
    /// Micro-ops of the first instruction of the queue that are to be renamed; 0 if it has not begun.
    begun: u32,
    /// Instructions that were renamed.
    num_renamed: u32,
    reorder_buffer: VecDeque<Entry>,
    reorder_entries: u32,
    loads: u32,
    stores: StoreBuffer,
    /// The instruction renamed last lets none follow before it has retired.
    is_serializing: bool,
    /// The first cycle in which something can be renamed, and the first for what comes from microcode.
    first_cycle: u32,
    sequencer_cycle: u32,
    sustained_rate: SustainedRate,
    /// The first instruction of the queue has changed the state of the upper halves of vector registers.
    has_changed_upper_halves: bool,
    /// The last instruction of an iteration that retires on its own.
    last_position: u32,
    /// The iteration at which renaming ends.
    pub end: u32,
    /// The last cycle in which micro-ops retired.
    pub last_retirement: u32,
    /// Cycles in which iterations retired.
    pub ends: Vec<u32>,
}

impl<'a> Thread<'a> {
    pub fn new(
        code: Code<'a>,
        hardware: &'a HardwareProcessor,
        delivery: Delivery,
        options: &'a HardwareOptions,
        number: u32,
    ) -> Thread<'a> {
        let last = code.instructions.iter().rposition(|it| !it.is_fused);
        Thread {
            code,
            queue: Queue::default(),
            windows: Windows::of(&code, Supplier::of(&code, delivery, options)),
            front_end: FrontEnd::new(code, delivery, options),
            renamer: Renamer::new(code, hardware, delivery, options, number),
            begun: 0,
            // Those of different threads are told apart.
            num_renamed: number << 31,
            reorder_buffer: VecDeque::new(),
            reorder_entries: 0,
            loads: 0,
            stores: StoreBuffer::new(
                hardware.model.ports.store_data.0.count_ones() > 1,
                options.has(HardwareParts::STORE_LINES),
            ),
            is_serializing: false,
            first_cycle: 0,
            sequencer_cycle: 0,
            sustained_rate: SustainedRate::default(),
            has_changed_upper_halves: false,
            last_position: last.unwrap_or(0) as u32,
            end: u32::MAX,
            last_retirement: 0,
            ends: Vec::new(),
        }
    }

    /// Returns the place that the front end has reached.
    pub fn progress(&self) -> Progress {
        self.front_end.progress()
    }

    /// Returns whether it can come to a state that it was in before.
    pub fn can_recur(&self) -> bool {
        self.renamer.can_recur()
    }

    /// Returns whether stores will fill their buffer, and then make the renamer wait.
    pub fn stores_fill(&self) -> bool {
        self.stores.fills(self.code.numbers.store_buffer)
    }

    /// Returns the bytes by which addresses have gone on.
    pub fn travelled_bytes(&self) -> u64 {
        self.renamer.travelled_bytes()
    }

    /// Returns the iterations that have something in flight, at most.
    pub fn iterations_in_flight(&self) -> u32 {
        1 + self.front_end.progress().iteration.saturating_sub(self.ends.len() as u32)
    }

    /// Adds what decides how it goes on.
    pub fn mark(&mut self, fingerprint: &mut Fingerprint) {
        let done = self.ends.len() as u32;
        let Progress { iteration, phase } = self.front_end.progress();
        fingerprint.add(iteration.wrapping_sub(done));
        phase.into_iter().for_each(|it| fingerprint.add(it));
        let more =
            [self.queue.instructions, self.queue.micro_ops, self.begun, self.reorder_entries];
        more.into_iter().for_each(|it| fingerprint.add(it));
        if let Some(first) = self.reorder_buffer.front() {
            fingerprint.add(first.at.position);
            fingerprint.add(first.at.iteration.wrapping_sub(done));
            fingerprint.add(first.micro_ops);
        }
        fingerprint.add(self.loads);
        fingerprint
            .add(2 * u32::from(self.is_serializing) + u32::from(self.has_changed_upper_halves));
        fingerprint.add_until(self.first_cycle);
        fingerprint.add_until(self.sequencer_cycle);
        self.stores.mark(fingerprint);
        self.sustained_rate.mark(fingerprint);
        self.renamer.mark(fingerprint);
    }

    /// Returns the next cycle in which instructions retire or can be renamed, if no micro-op begins before; `None` if that
    /// is not known.
    pub fn next_due(&self, cycle: u32, dataflow: &Dataflow) -> Option<u32> {
        let retirement = self.reorder_buffer.front().map(|it| dataflow.cycle(it.completion));
        let writing = self.stores.next_write();
        let sustained = self.sustained_rate.first_cycle(self.code.numbers.sustained_ahead_cycles);
        let renaming = [self.first_cycle, self.sequencer_cycle, sustained].map(Some);
        let times = [retirement, writing].into_iter().chain(renaming).flatten();
        times.filter(|it| *it > cycle && *it != UNKNOWN).min()
    }

    /// Returns the new pages of memory.
    pub const fn pages(&self) -> &Pages {
        self.renamer.pages()
    }

    /// Returns whether the queue in front of the renamer takes no more.
    pub fn is_supplied(&self) -> bool {
        self.queue.micro_ops + self.code.numbers.renamed_micro_ops
            > self.code.numbers.micro_op_queue
    }

    /// Delivers instructions to the queue.
    pub fn deliver<W: Watch>(&mut self, cycle: u32, watch: &mut W) {
        self.front_end.cycle(&mut self.queue, cycle, watch);
    }

    /// Writes stores that have retired to the cache. Returns whether there was one.
    pub fn write_stores<W: Watch>(&mut self, cycle: u32, watch: &mut W) -> bool {
        self.stores.write(&self.code, cycle, watch)
    }

    /// Retires what is done. Returns whether anything was.
    pub fn retire<W: Watch>(&mut self, cycle: u32, dataflow: &mut Dataflow, watch: &mut W) -> bool {
        let width = self.code.numbers.retired_micro_ops;
        let mut left = width;
        while left > 0 {
            // The youngest may not have been renamed whole.
            let unrenamed = if self.reorder_buffer.len() == 1 { self.begun } else { 0 };
            let Some(first) = self.reorder_buffer.front_mut() else { break };
            let now = (first.micro_ops - unrenamed).min(left);
            if now == 0 || dataflow.cycle(first.completion) > cycle {
                break;
            }
            first.micro_ops -= now;
            left -= now;
            self.last_retirement = cycle;
            self.reorder_entries -= now;
            watch.retiring(cycle, first.at, now);
            if first.micro_ops > 0 {
                break;
            }
            if let Some(retirement) = first.retirement {
                dataflow.settle(retirement, cycle);
            }
            self.loads -= u32::from(first.num_loads);
            self.stores.retire(first.num_stores);
            if first.at.position == self.last_position {
                self.ends.push(cycle);
            }
            watch.retired(cycle, first.at);
            self.reorder_buffer.pop_front();
        }
        left < width
    }

    /// Renames what the queue has as far as there is space. Returns whether anything was.
    pub fn rename<W: Watch>(&mut self, cycle: u32, dataflow: &mut Dataflow, watch: &mut W) -> bool {
        if self.code.policies.renames_groups
            && self.begun == 0
            && !self.has_room_for_group(cycle, dataflow, watch)
        {
            return false;
        }
        let unused = Group::new(&self.code);
        let mut group = unused;
        let mut has_begun = false;
        while group.slots > 0
            && let Some(at) = self.queue.first()
            && at.iteration < self.end
        {
            let instruction = self.code.at(at);
            let Some(windows) = self.windows.with(at, group.windows) else { break };
            let mut executed = None;
            if self.begun == 0 {
                if self.waits_for_upper_halves(instruction, cycle) {
                    watch.stalled(cycle, at, StallKind::VectorTransition);
                    break;
                }
                if let Some(stall) = self.stall(instruction, (cycle, &group), dataflow) {
                    if let Stall::Full(kind) = stall {
                        watch.stalled(cycle, at, kind);
                    }
                    break;
                }
                if !has_begun {
                    self.renamer.begin_cycle(dataflow, cycle);
                    has_begun = true;
                }
                if !self.renamer.has_room(instruction, dataflow) {
                    watch.stalled(cycle, at, StallKind::SchedulerQueueFull);
                    break;
                }
                if at.position == 0 {
                    self.renamer.begin_code();
                }
                executed = Some(self.begin(at, (cycle, &mut group), dataflow, watch));
            }
            group.windows = windows;
            let now = group.take(self.begun, instruction, self.code.numbers);
            watch.renamed(cycle, at, now, executed);
            self.begun -= now;
            self.queue.micro_ops -= now;
            if self.begun > 0 {
                break;
            }
            self.queue.pop(&self.code);
            if instruction.fills_cycles {
                self.sequencer_cycle = cycle + 2;
                break;
            }
        }
        group != unused
    }

    /// Returns whether queues have space for all that a cycle of the renamer could take.
    fn has_room_for_group<W: Watch>(&self, cycle: u32, dataflow: &Dataflow, watch: &mut W) -> bool {
        let numbers = self.code.numbers;
        let Some(first) = self.queue.first() else { return true };
        let (mut at, mut space) = (first, Space::default());
        for _ in 0..self.queue.instructions {
            let own = self.code.at(at).plan.space;
            if space.entries + own.entries > numbers.renamed_micro_ops {
                break;
            }
            space += own;
            at = self.code.after(at);
        }
        let Some(kind) = self.full_queue(&space, dataflow) else { return true };
        watch.stalled(cycle, first, kind);
        false
    }

    /// Returns whether upper halves of vector registers have to be saved or restored first.
    fn waits_for_upper_halves(&mut self, instruction: &Instruction, cycle: u32) -> bool {
        if !self.has_changed_upper_halves {
            self.has_changed_upper_halves = true;
            let cycles = self.renamer.changes_upper_halves(instruction);
            if cycles > 0 {
                self.first_cycle = cycle + cycles;
            }
        }
        cycle < self.first_cycle
    }

    /// Takes an instruction into the back end. Returns its micro-ops that will be executed.
    fn begin<W: Watch>(
        &mut self,
        at: Cursor,
        (cycle, group): (u32, &mut Group),
        dataflow: &mut Dataflow,
        watch: &mut W,
    ) -> usize {
        let instruction = self.code.at(at);
        let slot = self.code.numbers.renamed_micro_ops - group.slots;
        let place = Slotted { cycle, slot, instruction: self.num_renamed };
        let renamed = self.renamer.rename(instruction, place, dataflow, watch);
        group.begin(instruction);
        group.slots -= u32::from(renamed.takes_slot);
        self.num_renamed += 1;
        self.begun = u32::from(instruction.renamed_micro_ops);
        self.reorder_entries += self.begun;
        self.loads += u32::from(instruction.num_loads);
        if instruction.num_stores > 0 {
            self.stores.extend(self.renamer.take_store_targets());
        }
        self.sustained_rate.take(cycle, instruction.plan.sustained_percent);
        self.is_serializing = instruction.serializes;
        self.has_changed_upper_halves = false;
        self.reorder_buffer.push_back(Entry {
            at,
            micro_ops: self.begun,
            completion: renamed.completion,
            retirement: renamed.retirement,
            num_loads: instruction.num_loads,
            num_stores: instruction.num_stores,
        });
        usize::from(renamed.micro_ops)
    }

    /// Returns the kind of a queue that has no space for so much more.
    #[inline]
    fn full_queue(&self, more: &Space, dataflow: &Dataflow) -> Option<StallKind> {
        let numbers = self.code.numbers;
        let exceeds = |used: u32, more: u32, size: u32| used > 0 && used + more > size;
        if exceeds(self.reorder_entries, more.entries, numbers.reorder_buffer) {
            Some(StallKind::RetireControlUnit)
        } else if !dataflow.has_room(more, numbers) {
            Some(StallKind::SchedulerQueueFull)
        } else if exceeds(self.loads, more.loads, numbers.load_buffer) {
            Some(StallKind::LoadQueueFull)
        } else if exceeds(self.stores.len(), more.stores, numbers.store_buffer) {
            Some(StallKind::StoreQueueFull)
        } else {
            None
        }
    }

    /// Returns the reason why an instruction cannot be renamed in what is left of a cycle.
    fn stall(
        &self,
        instruction: &Instruction,
        (cycle, group): (u32, &Group),
        dataflow: &Dataflow,
    ) -> Option<Stall> {
        let numbers = self.code.numbers;
        let full = |kind| Some(Stall::Full(kind));
        let waits = instruction.fills_cycles && cycle < self.sequencer_cycle;
        if waits || !group.has_room(instruction, numbers) {
            Some(Stall::Slots)
        } else if let Some(kind) = self.full_queue(&instruction.plan.space, dataflow) {
            full(kind)
        } else if instruction.plan.sustained_percent > 0
            && cycle < self.sustained_rate.first_cycle(numbers.sustained_ahead_cycles)
        {
            full(StallKind::SustainedRate)
        } else if instruction.drains_stores && self.stores.len() > 0 {
            full(StallKind::StoreDrain)
        } else if (instruction.serializes || self.is_serializing) && !self.reorder_buffer.is_empty()
        {
            full(StallKind::Serialization)
        } else {
            None
        }
    }
}

/// The reason why an instruction is not renamed.
enum Stall {
    /// The cycle has too few slots left for all of its micro-ops.
    Slots,
    Full(StallKind),
}
