//! Register renaming: the write that each register maps to.

use super::state::StateSink;
use crate::simulation::model::program::cells::CellId;
use crate::simulation::model::program::{FileInfo, MovePair, NONE32, Op, Program, Query};

/// Cycles after which nobody waits for a write any more: more than any negative read-advance.
const MAX_DELAY_CYCLES: u64 = 1 << 15;

/// A dynamic register write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writer {
    /// Dynamic index of the instruction, or [`NONE32`] when nothing was written yet.
    pub inst: u32,
    /// Position of the write in [`Program::writes`].
    pub write: u32,
}

/// The latest write of the registers of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MappedWrite {
    /// The write.
    pub writer: Writer,
    /// Cycles from issue to write-back.
    pub latency_cycles: u32,
    /// Number of the write among those of its instruction.
    pub number: u16,
    /// Write resource as a column of [`Program::advances`].
    pub resource: u16,
}

/// The time of the latest write of a cell. Only tracked in order, and where read-advances may be
/// negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteTime {
    /// Cycle of issue in the in-order pipeline, of write-back once the write is committed; in the
    /// out-of-order pipeline always of write-back, 0 before it is known.
    pub cycle: u64,
    /// Committed, in the in-order pipeline. Out of order, what has retired is committed.
    pub is_committed: bool,
}

impl MappedWrite {
    const UNWRITTEN: MappedWrite = MappedWrite {
        writer: Writer { inst: NONE32, write: 0 },
        latency_cycles: 0,
        number: 0,
        resource: 0,
    };
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    mapped: MappedWrite,
    /// Query that reads are redirected to, [`NONE32`] for none.
    alias: u32,
    is_zero: bool,
}

/// Moves eliminated in a file.
#[derive(Clone, Copy, Debug)]
struct File {
    info: FileInfo,
    moves_this_cycle: u32,
}

/// The registers of all files.
#[derive(Clone, Debug)]
pub struct RegisterFiles {
    cells: Vec<Cell>,
    /// By cell; empty when not followed.
    times: Vec<WriteTime>,
    files: Vec<File>,
    has_moves: bool,
}

impl RegisterFiles {
    /// Creates register files to which nothing was written.
    pub fn new(program: &Program, follows_times: bool) -> Self {
        let cell = Cell { mapped: MappedWrite::UNWRITTEN, alias: NONE32, is_zero: false };
        let file = |info: &FileInfo| File { info: *info, moves_this_cycle: 0 };
        RegisterFiles {
            cells: vec![cell; program.num_cells],
            times: match follows_times {
                true => vec![WriteTime { cycle: 0, is_committed: true }; program.num_cells],
                false => Vec::new(),
            },
            files: program.files.iter().map(file).collect(),
            has_moves: !program.moves.is_empty(),
        }
    }

    /// Starts a cycle: moves may be eliminated again.
    #[inline]
    pub fn start_cycle(&mut self) {
        if self.has_moves {
            for file in &mut self.files {
                file.moves_this_cycle = 0;
            }
        }
    }

    /// Returns the query of a read, eliminated moves followed.
    #[inline]
    pub fn resolve<'p>(&self, program: &'p Program, query: u32) -> &'p Query {
        let query = &program.queries[query as usize];
        if !query.first.is_some() {
            return query;
        }
        match self.cells[query.first.index()].alias {
            NONE32 => query,
            alias => &program.queries[alias as usize],
        }
    }

    /// Returns the latest write of a cell.
    #[inline]
    pub fn mapped(&self, cell: CellId) -> &MappedWrite {
        &self.cells[cell.index()].mapped
    }

    /// Returns the time of the latest write of a cell, if it is tracked.
    #[inline]
    pub fn time(&self, cell: CellId) -> Option<WriteTime> {
        self.times.get(cell.index()).copied()
    }

    /// Returns whether a cell is known to hold zero.
    #[inline]
    pub fn is_zero(&self, cell: CellId) -> bool {
        cell.is_some() && self.cells[cell.index()].is_zero
    }

    /// Maps the registers of write number `number` of an instruction to it.
    #[inline]
    pub fn add_write(&mut self, program: &Program, inst: u32, op: &Op, number: usize, cycle: u64) {
        let write = op.writes.range().start + number;
        let def = &program.writes[write];
        let mapped = MappedWrite {
            writer: Writer { inst, write: write as u32 },
            latency_cycles: def.latency_cycles,
            number: number as u16,
            resource: def.resource,
        };
        if def.cell.is_some() {
            self.cells[def.cell.index()].mapped = mapped;
        } else {
            for cell in &program.cell_lists[def.cells.range()] {
                let cell = &mut self.cells[cell.index()];
                cell.mapped = mapped;
                cell.alias = NONE32;
            }
            for cell in &program.cell_lists[def.zero_cells.range()] {
                self.cells[cell.index()].is_zero = def.is_zero;
            }
        }
        if !self.times.is_empty() {
            for cell in &program.cell_lists[def.cells.range()] {
                self.times[cell.index()] = WriteTime { cycle, is_committed: false };
            }
        }
    }

    /// Notes the cycle at which an instruction's writes were written back. Out of order this only
    /// matters when the program has negative read-advances.
    pub fn note_write_back(&mut self, program: &Program, inst: u32, op: &Op, now: u64) {
        if self.times.is_empty() {
            return;
        }
        for def in &program.writes[op.writes.range()] {
            for cell in &program.cell_lists[def.cells.range()] {
                if self.cells[cell.index()].mapped.writer.inst == inst {
                    self.times[cell.index()] = WriteTime { cycle: now, is_committed: true };
                }
            }
        }
    }

    /// Passes on the state that renaming and dependencies depend on, relative to cycle `now` and to
    /// the instructions in flight, `head..end`.
    pub fn put_state(&self, head: u32, end: u32, now: u64, sink: &mut impl StateSink) {
        for (number, cell) in self.cells.iter().enumerate() {
            let writer = cell.mapped.writer;
            let is_in_flight = writer.inst.wrapping_sub(head) < end - head;
            sink.put(match is_in_flight {
                true => u64::from(writer.inst - head) << 32 | u64::from(writer.write),
                false => u64::MAX,
            });
            sink.put(u64::from(cell.alias) << 1 | u64::from(cell.is_zero));
            if let Some(time) = self.times.get(number) {
                // It still matters which write it was, and how long ago.
                let is_known = writer.inst != NONE32 && time.is_committed;
                let elapsed = now.saturating_sub(time.cycle).min(MAX_DELAY_CYCLES);
                sink.put(if is_known { elapsed } else { u64::MAX });
                sink.put(if is_known { writer.write.into() } else { u64::MAX });
            }
        }
    }

    /// Passes on the state that waits in the in-order pipeline depend on, relative to cycle `now`.
    /// `age` returns how many instructions ago one was fetched that is not done, `latency` its
    /// latency. The times of writes that are done matter only where reads wait for these, too.
    pub fn put_in_order_state(
        &self,
        now: u64,
        outlasts_writes: bool,
        age: impl Fn(u32) -> Option<u32>,
        latency: impl Fn(u32) -> u64,
        sink: &mut impl StateSink,
    ) {
        for (cell, time) in self.cells.iter().zip(&self.times) {
            let writer = cell.mapped.writer;
            let elapsed = now.saturating_sub(time.cycle);
            let (write, elapsed, age) = match (writer.inst, time.is_committed) {
                (NONE32, _) => (u64::MAX, 0, None),
                (_, true) if !outlasts_writes => (u64::MAX, 1, None),
                (_, true) => (writer.write.into(), elapsed.min(MAX_DELAY_CYCLES), None),
                // A dropped instruction never commits its writes.
                (inst, false) => (writer.write.into(), elapsed.min(latency(inst)), age(inst)),
            };
            sink.put(write);
            sink.put(elapsed << 1 | u64::from(time.is_committed));
            sink.put(age.map_or(u64::MAX, u64::from));
        }
    }

    /// Tries to eliminate a move or exchange. Returns, if it was eliminated, one bit per pair, in
    /// order: whether it moves a known zero.
    pub fn try_eliminate(&mut self, program: &Program, elimination: u32) -> Option<u8> {
        let candidate = &program.moves[elimination as usize];
        let count = candidate.pairs.len() as u32;
        let file = self.files[usize::from(candidate.file)];
        let limit = file.info.max_moves_per_cycle;
        if limit != 0 && file.moves_this_cycle + count > limit {
            return None;
        }
        let moves_zero = |pair: &MovePair| self.is_zero(pair.source);
        if file.info.only_zero_moves && !candidate.pairs.iter().all(moves_zero) {
            return None;
        }
        let mut zeros = 0;
        for (index, pair) in candidate.pairs.iter().enumerate() {
            let mut alias = pair.aliased_query;
            if pair.aliased.is_some() && self.cells[pair.aliased.index()].alias != NONE32 {
                alias = self.cells[pair.aliased.index()].alias;
            }
            for cell in &program.cell_lists[pair.alias_cells.range()] {
                self.cells[cell.index()].alias = alias;
            }
            zeros |= u8::from(self.is_zero(pair.source)) << index;
        }
        // Zeros are updated by the writes, in their own order, after both sources were looked at.
        for (index, pair) in candidate.pairs.iter().enumerate().rev() {
            for cell in &program.cell_lists[pair.zero_cells.range()] {
                self.cells[cell.index()].is_zero = zeros >> index & 1 != 0;
            }
        }
        self.files[usize::from(candidate.file)].moves_this_cycle += count;
        Some(zeros)
    }
}
