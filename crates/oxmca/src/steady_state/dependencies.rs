//! Dependencies that hold in every steady state of a region.
//!
//! Registers are renamed once more, with the moves eliminated that the simulation eliminated. Only
//! dependencies that always hold become edges, so that a cycle of them bounds the time of an
//! iteration from below.

use oxmca_asm::Interrupt;
use oxmca_tables::Reg;

use super::simulated_program::SimulatedProgram;
use crate::cycle_ratio::Edge;
use crate::error::ErrorKind;
use crate::lower::lowered_flag;
use crate::simulation::hardware::HardwareDependency;
use crate::simulation::model::program::cells::CellId;
use crate::simulation::model::program::{NONE32, Op, Program};
use crate::simulation::model::unit::register_file::{RegisterFiles, Writer};

/// The reason why an instruction waits for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkCause {
    /// It reads, or writes a part of, a register that the other one writes.
    Register(Reg),
    /// Both access memory.
    Memory,
    /// It comes after the other one, where instructions issue or write their results in order.
    Order,
}

impl LinkCause {
    /// Returns the reason of a dependency that hardware mode found.
    pub(crate) fn of_hardware(dependency: &HardwareDependency) -> LinkCause {
        match dependency.register {
            _ if dependency.is_through_memory => LinkCause::Memory,
            Some(reg) => LinkCause::Register(reg),
            None => LinkCause::Order,
        }
    }
}

/// The dynamic instructions that are eliminated at renaming.
pub(super) struct Eliminated<'a> {
    /// By dynamic instruction, up to where everything repeats.
    pub(super) known: &'a [bool],
    /// Dynamic instructions before everything repeats.
    pub(super) end: u32,
    /// Number of the last ones that repeat; whole iterations.
    pub(super) period: u32,
}

impl Eliminated<'_> {
    /// Returns whether dynamic instruction `index` is eliminated.
    pub(super) fn contains(&self, index: u32) -> bool {
        let index = match index.checked_sub(self.end) {
            Some(beyond) if !self.known.is_empty() => self.end - self.period + beyond % self.period,
            _ => index,
        };
        self.known.get(index as usize).copied().unwrap_or(false)
    }
}

/// Dynamic instructions that are followed before the interrupt is asked again.
const INSTRUCTIONS_PER_INTERRUPT: u32 = 1 << 13;

/// Finds the dependencies of a period.
pub(super) struct PeriodDependencies<'p> {
    program: &'p Program,
    is_out_of_order: bool,
    assume_no_alias: bool,
    interrupt: &'p Interrupt,
    registers: RegisterFiles,
    last_load: Option<u32>,
    last_store: Option<u32>,
    last_load_barrier: Option<u32>,
    last_store_barrier: Option<u32>,
    last_in_order: Option<u32>,
    /// Writers that the current instruction waits for, with delay and reason.
    found: Vec<(u32, u32, LinkCause)>,
}

impl<'p> PeriodDependencies<'p> {
    pub(super) fn new(input: &SimulatedProgram<'p>) -> Self {
        PeriodDependencies {
            program: input.program,
            is_out_of_order: input.processor.is_out_of_order(),
            assume_no_alias: input.options.assume_no_alias,
            interrupt: input.interrupt,
            registers: RegisterFiles::new(input.program, false),
            last_load: None,
            last_store: None,
            last_load_barrier: None,
            last_store_barrier: None,
            last_in_order: None,
            found: Vec::new(),
        }
    }

    /// Returns the dependencies of the instructions of a period on each other. Nodes are numbered
    /// from the beginning of the period; distances count periods.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn run(
        mut self,
        eliminated: &Eliminated<'_>,
    ) -> Result<Vec<Edge<LinkCause>>, ErrorKind> {
        let count = self.program.ops.len() as u32;
        let (start, period) = (eliminated.end, eliminated.period);
        let mut edges = Vec::new();
        for index in 0..start + 2 * period {
            if index.is_multiple_of(INSTRUCTIONS_PER_INTERRUPT) && self.interrupt.is_requested() {
                return Err(ErrorKind::Interrupted);
            }
            let op = &self.program.ops[(index % count) as usize];
            self.found.clear();
            if eliminated.contains(index) {
                self.registers.start_cycle();
                if self.registers.try_eliminate(self.program, op.elimination).is_none() {
                    self.rename(index, op);
                }
            } else {
                self.rename(index, op);
                self.order(index, op);
            }
            if index < start + period {
                continue;
            }
            // What was written before the last two periods is never written again.
            let recent = self.found.iter().filter(|found| found.0 >= start);
            edges.extend(recent.map(|&(from, delay, label)| Edge {
                from: (from - start) % period,
                to: (index - start) % period,
                delay,
                distance: (index - start) / period - (from - start) / period,
                label,
            }));
        }
        Ok(edges)
    }

    fn op(&self, index: u32) -> &'p Op {
        &self.program.ops[index as usize % self.program.ops.len()]
    }

    fn wait_for(&mut self, from: Option<u32>, delay: Option<u32>, by: LinkCause) {
        if let Some(from) = from {
            let delay = delay.unwrap_or(self.op(from).latency_cycles);
            self.found.push((from, delay, by));
        }
    }

    /// Waits for registers, and maps those that are written.
    fn rename(&mut self, index: u32, op: &Op) {
        let program = self.program;
        for read in &program.reads[op.reads.range()] {
            if read.cell.is_some() {
                self.read(read.cell, |resource| program.advance(read, resource));
                continue;
            }
            let query = self.registers.resolve(program, read.query);
            for cell in &program.cell_lists[query.cells.range()] {
                self.read(*cell, |resource| program.advance(read, resource));
            }
        }
        for (number, def) in program.writes[op.writes.range()].iter().enumerate() {
            if self.is_out_of_order && def.merges_into.is_some() {
                let older = self.registers.mapped(def.merges_into).writer;
                if older.inst != index && older.inst != NONE32 {
                    let head_start = def.latency_cycles.saturating_sub(1);
                    let delay = self.latency(older).saturating_sub(head_start);
                    let reg = program.writes[older.write as usize].reg;
                    self.wait_for(Some(older.inst), Some(delay), LinkCause::Register(reg));
                }
            }
            self.registers.add_write(program, index, op, number, 0);
        }
    }

    fn read(&mut self, cell: CellId, advance: impl Fn(u16) -> i32) {
        let mapped = *self.registers.mapped(cell);
        if mapped.writer.inst == NONE32 {
            return;
        }
        let latency = i64::from(self.latency(mapped.writer));
        let delay = (latency - i64::from(advance(mapped.resource))).max(0) as u32;
        let reg = self.program.writes[mapped.writer.write as usize].reg;
        self.wait_for(Some(mapped.writer.inst), Some(delay), LinkCause::Register(reg));
    }

    /// Returns the cycles until a write is written back. Nobody waits for one that is written back
    /// after its instruction has retired.
    fn latency(&self, writer: Writer) -> u32 {
        let write = &self.program.writes[writer.write as usize];
        write.latency_cycles.min(self.op(writer.inst).latency_cycles)
    }

    /// Waits for what must not be overtaken.
    fn order(&mut self, index: u32, op: &Op) {
        if !self.is_out_of_order {
            self.wait_for(index.checked_sub(1), Some(0), LinkCause::Order);
            self.order_write_back(index, op);
        }
        if !op.has(lowered_flag::MEMORY) {
            return;
        }
        // Without aliasing it is enough that the older one has issued.
        let delay = self.assume_no_alias.then_some(0);
        let is_load_barrier = op.has(lowered_flag::LOAD_BARRIER);
        if op.has(lowered_flag::MAY_STORE) {
            self.wait_for(self.last_load, delay, LinkCause::Memory);
            self.wait_for(self.last_store_barrier, None, LinkCause::Memory);
            self.wait_for(self.last_store, delay, LinkCause::Memory);
        } else {
            if !self.assume_no_alias {
                self.wait_for(self.last_store, None, LinkCause::Memory);
            }
            let barrier = if is_load_barrier { self.last_load } else { self.last_load_barrier };
            self.wait_for(barrier, None, LinkCause::Memory);
        }
        if op.has(lowered_flag::MAY_STORE) {
            self.last_store = Some(index);
            if op.has(lowered_flag::STORE_BARRIER) {
                self.last_store_barrier = Some(index);
            }
        }
        if op.has(lowered_flag::MAY_LOAD) {
            self.last_load = Some(index);
            if is_load_barrier {
                self.last_load_barrier = Some(index);
            }
        }
    }

    /// Delays results until those of older instructions are written, in order.
    fn order_write_back(&mut self, index: u32, op: &Op) {
        if op.has(lowered_flag::RETIRE_OUT_OF_ORDER) {
            return;
        }
        if let Some(older) = self.last_in_order {
            let writes = &self.program.writes[op.writes.range()];
            let first = writes.iter().map(|write| write.latency_cycles).min();
            let first = first.unwrap_or(u32::MAX).min(op.latency_cycles);
            let delay = self.op(older).latency_cycles.saturating_sub(first);
            self.wait_for(Some(older), Some(delay), LinkCause::Order);
        }
        if op.latency_cycles != 0 {
            self.last_in_order = Some(index);
        }
    }
}
