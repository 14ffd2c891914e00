//! The loop over cycles: retirement, execution, renaming, front end.

use std::collections::VecDeque;

use oxmca_tables::hardware::HardwareNumbers;

use super::dataflow::{Banks, Dataflow};
use super::front_end::{Code, FrontEnd, Queue};
use super::instruction::Instruction;
use super::options::{Delivery, HardwareOptions, feature};
use super::processor::HardwareProcessor;
use super::renamer::{Renamed, Renamer};
use super::values::Value;

/// Iterations that are simulated at least.
const LEAST_ITERATIONS: usize = 8;
/// Iterations after which simulation ends whatever the cycles.
const MOST_ITERATIONS: usize = 800;
/// Cycles after which it ends once a few iterations are done.
const MOST_CYCLES: u32 = 6000;
/// Cycles after which it ends once iterations can be told apart.
const LAST_CYCLE: u32 = 20_000;
/// Iterations by which they can be.
const ENOUGH_ITERATIONS: usize = 3;
/// Cycles without a retirement after which nothing will retire any more: more than any instruction waits.
const MOST_CYCLES_OF_WAITING: u32 = 10_000;

/// An instruction in the reorder buffer.
#[derive(Debug)]
struct InReorderBuffer {
    /// Micro-ops that have not retired.
    micro_ops: u32,
    renamed: Renamed,
    num_loads: u32,
    num_stores: u32,
    ends_iteration: bool,
}

/// A part of a simulation that was measured.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    /// Iterations that were measured, and the cycles that they took.
    pub iterations: u32,
    pub cycles: u32,
    /// Iterations and cycles before.
    pub warm_up: (u32, u32),
}

/// Nothing retires any more. The fault of the hardware model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stuck {
    pub cycle: u32,
}

/// A processor that runs code.
pub(super) struct Simulation<'a> {
    code: &'a [Instruction],
    numbers: &'a HardwareNumbers,
    options: &'a HardwareOptions,
    banks: Banks,
    /// Two stores can be written in a cycle.
    writes_two: bool,
    cycle: u32,
    queue: Queue,
    /// Micro-ops of the first instruction of the queue that are to be renamed; 0 if it has not begun.
    begun: u32,
    front_end: FrontEnd<'a>,
    renamer: Renamer<'a>,
    dataflow: Dataflow,
    reorder_buffer: VecDeque<InReorderBuffer>,
    reorder_entries: u32,
    loads: u32,
    stores: u32,
    /// The last cycle in which micro-ops retired.
    last_retirement: u32,
    /// Addresses of stores that have retired and wait to be written.
    leaving: VecDeque<Option<Value>>,
    /// Cycles in which iterations retired.
    ends: Vec<u32>,
}

impl<'a> Simulation<'a> {
    pub fn new(
        code: &'a [Instruction],
        hardware: &'a HardwareProcessor,
        numbers: &'a HardwareNumbers,
        delivery: Delivery,
        options: &'a HardwareOptions,
    ) -> Simulation<'a> {
        Simulation {
            code,
            numbers,
            options,
            banks: Banks {
                bank: if options.has(feature::BANKS) { numbers.bank_bits.into() } else { 0 },
                set: numbers.set_bits.into(),
                most_loads: numbers.loads_per_bank,
            },
            writes_two: hardware.model.ports.store_data.0.count_ones() > 1,
            cycle: 0,
            queue: Queue::default(),
            begun: 0,
            front_end: FrontEnd::new(Code { instructions: code, numbers }, delivery, options),
            renamer: Renamer::new(hardware, delivery, options),
            dataflow: Dataflow::new(hardware.num_ports),
            reorder_buffer: VecDeque::new(),
            reorder_entries: 0,
            loads: 0,
            stores: 0,
            last_retirement: 0,
            leaving: VecDeque::new(),
            ends: Vec::new(),
        }
    }

    /// The same processor with as many ports as there are micro-ops.
    pub fn without_ports(mut self) -> Simulation<'a> {
        self.dataflow.begins_all();
        self
    }

    /// Runs for so many cycles at least, and until the pace can be told. Iterations are counted in multiples of
    /// `period`.
    ///
    /// # Errors
    /// [`Stuck`].
    pub fn run(mut self, period: usize, least_cycles: u32) -> Result<Measured, Stuck> {
        loop {
            self.write_stores();
            self.retire();
            let done = self.ends.len();
            let is_long = self.cycle >= least_cycles && done >= LEAST_ITERATIONS.max(2 * period);
            if is_long
                || done >= MOST_ITERATIONS
                || self.cycle > MOST_CYCLES && done > period
                || self.cycle > LAST_CYCLE && done >= ENOUGH_ITERATIONS
            {
                return Ok(self.measure(period));
            }
            if self.cycle - self.last_retirement > MOST_CYCLES_OF_WAITING {
                return Err(Stuck { cycle: self.cycle });
            }
            let banks = self.banks;
            self.dataflow.execute(self.cycle, &banks);
            self.rename();
            self.front_end.cycle(&mut self.queue);
            self.cycle += 1;
        }
    }

    fn measure(&self, period: usize) -> Measured {
        let done = self.ends.len();
        let Some(last) = self.ends.last().copied() else {
            return Measured { iterations: 1, cycles: self.cycle, warm_up: (0, 0) };
        };
        let half = done - done / 2;
        let measured = (half / period * period).max(period).min(done - 1);
        let Some(first) = done.checked_sub(1 + measured).filter(|_| measured > 0) else {
            return Measured { iterations: done as u32, cycles: last.max(1), warm_up: (0, 0) };
        };
        let begin = self.ends[first];
        Measured {
            iterations: measured as u32,
            cycles: last - begin,
            warm_up: (first as u32 + 1, begin),
        }
    }

    /// Writes stores that have retired to the cache: one, or two where there are two ports for data; some processors
    /// write two only to one line.
    fn write_stores(&mut self) {
        let Some(first) = self.leaving.pop_front() else { return };
        self.stores -= 1;
        if !self.writes_two {
            return;
        }
        let needs_line =
            self.numbers.stores_to_one_line != 0 && self.options.has(feature::STORE_LINES);
        if let Some(second) = self.leaving.front() {
            let is_near =
                matches!((first, second), (Some(one), Some(two)) if one.is_in_line_of(*two));
            if is_near || !needs_line {
                self.leaving.pop_front();
                self.stores -= 1;
            }
        }
    }

    fn retire(&mut self) {
        let mut left = self.numbers.retired_micro_ops;
        while left > 0
            && let Some(first) = self.reorder_buffer.front_mut()
        {
            let mut done = 0;
            for result in &first.renamed.results {
                done = self.dataflow.cycle(*result).max(done);
            }
            if done > self.cycle {
                return;
            }
            let now = first.micro_ops.min(left);
            first.micro_ops -= now;
            left -= now;
            self.last_retirement = self.cycle;
            self.reorder_entries -= now;
            if first.micro_ops > 0 {
                return;
            }
            if let Some(retirement) = first.renamed.retirement {
                self.dataflow.settle(retirement, self.cycle);
            }
            self.loads -= first.num_loads;
            for _ in 0..first.num_stores {
                self.leaving.push_back(first.renamed.accesses.store);
            }
            if first.ends_iteration {
                self.ends.push(self.cycle);
            }
            self.reorder_buffer.pop_front();
        }
    }

    fn rename(&mut self) {
        let width = self.numbers.renamed_micro_ops;
        let mut slots = width;
        let mut has_begun = false;
        while slots > 0
            && let Some(delivered) = self.queue.instructions.front().copied()
        {
            let instruction = &self.code[delivered.position as usize];
            if self.begun == 0 {
                if !self.has_space(instruction, slots) {
                    return;
                }
                if !has_begun {
                    self.renamer.begin_cycle(&self.dataflow, self.cycle);
                    has_begun = true;
                }
                if delivered.position == 0 {
                    self.renamer.begin_code();
                }
                let place = width - slots;
                let (cycle, dataflow) = (self.cycle, &mut self.dataflow);
                if self.renamer.synchronizes_stack(instruction, place, cycle, dataflow) {
                    slots = slots.saturating_sub(1);
                }
                let renamed = self.renamer.rename(instruction, place, cycle, dataflow);
                let micro_ops = u32::from(instruction.renamed_micro_ops);
                self.begun = micro_ops;
                self.reorder_entries += micro_ops;
                self.loads += u32::from(instruction.num_loads);
                self.stores += u32::from(instruction.num_stores);
                let is_last =
                    |position: usize| self.code[position + 1..].iter().all(|it| it.is_fused);
                self.reorder_buffer.push_back(InReorderBuffer {
                    micro_ops,
                    renamed,
                    num_loads: instruction.num_loads.into(),
                    num_stores: instruction.num_stores.into(),
                    ends_iteration: is_last(delivered.position as usize),
                });
            }
            let now = self.begun.min(slots);
            self.begun -= now;
            slots -= now;
            self.queue.micro_ops -= now;
            if self.begun > 0 {
                return;
            }
            self.queue.instructions.pop_front();
        }
    }

    /// Returns whether the queues of the back end have space for an instruction, and the cycle has enough slots.
    fn has_space(&self, instruction: &Instruction, slots: u32) -> bool {
        let numbers = self.numbers;
        let micro_ops = u32::from(instruction.renamed_micro_ops);
        let is_split = micro_ops > u32::from(instruction.decoded_micro_ops)
            && micro_ops <= numbers.renamed_micro_ops;
        let waiting = instruction.micro_ops.len() as u32;
        !(is_split && slots < micro_ops)
            && (self.reorder_entries == 0
                || self.reorder_entries + micro_ops <= numbers.reorder_buffer)
            && (self.dataflow.waiting == 0 || self.dataflow.waiting + waiting <= numbers.scheduler)
            && (self.loads == 0
                || self.loads + u32::from(instruction.num_loads) <= numbers.load_buffer)
            && (self.stores == 0
                || self.stores + u32::from(instruction.num_stores) <= numbers.store_buffer)
            && !(instruction.serializes
                && self.options.has(feature::MEMORY)
                && !self.reorder_buffer.is_empty())
    }
}
