//! The flat arrays.

use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::dependencies::Dependencies;
use super::ids::{CellId, NONE32, Span32};
use crate::lower::Hazards;
use crate::lower::resources::ResourceNeeds;

/// An instruction of the region. It stands at the position of its instruction in
/// [`Lowered::insts`](crate::lower::Lowered::insts).
#[derive(Clone, Copy, Debug)]
pub struct Op {
    /// Micro-ops.
    pub micro_ops: u32,
    /// Entries of the reorder buffer.
    pub rob_entries: u32,
    /// Cycles from issue to completion.
    pub latency_cycles: u32,
    /// Index into [`Program::needs`].
    pub needs: u32,
    /// Own bits of resources whose reservation stations it occupies from dispatch to issue.
    pub buffers: u64,
    /// Bits of [`crate::lower::lowered_flag`].
    pub flags: u16,
    /// Set if it has neither latency nor resources, or must issue at once: it never waits in a
    /// scheduler.
    pub issues_at_dispatch: bool,
    /// Reads that may have to wait: rows of [`Program::reads`]. Those of registers that the region
    /// never writes are left out, and out of order those that the result does not depend on.
    pub reads: Span32,
    /// Rows of [`Program::writes`].
    pub writes: Span32,
    /// Physical registers that must be free to dispatch: rows of [`Program::mappings`].
    pub required_mappings: Span32,
    /// Physical registers held from dispatch to retirement: rows of [`Program::mappings`].
    pub mappings: Span32,
    /// Mappings among them in files with a limit.
    pub bounded_mappings: Span32,
    /// Index into [`Program::moves`], or [`NONE32`].
    pub elimination: u32,
    /// Registers moved, when statistics count it among the moves that may be eliminated.
    pub counted_moves: u8,
    /// Register file of the first write, for the same statistics.
    pub first_write_file: u8,
}

impl Op {
    /// Returns whether any of `flags` is set.
    #[inline]
    pub const fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }
}

/// A register read.
#[derive(Clone, Copy, Debug)]
pub struct ReadUse {
    /// The only cell that the read looks at, or none when `query` has to be followed.
    pub cell: CellId,
    /// Index into [`Program::queries`].
    pub query: u32,
    /// Row of [`Program::advances`], or [`NONE32`] when no read-advance applies.
    pub advance: u32,
}

/// A register write.
#[derive(Clone, Copy, Debug)]
pub struct WriteDef {
    /// The register.
    pub reg: Reg,
    /// Write resource as a column of [`Program::advances`].
    pub resource: u16,
    /// Cycles from issue to write-back.
    pub latency_cycles: u32,
    /// The only cell whose mapping becomes this write, or none when there are several or more is
    /// to be done.
    pub cell: CellId,
    /// Cells whose mapping becomes this write: rows of [`Program::cell_lists`].
    pub cells: Span32,
    /// Cell of the register this write merges into, when it is a partial update.
    pub merges_into: CellId,
    /// Cells whose "known to be zero" becomes `is_zero`: rows of [`Program::cell_lists`].
    pub zero_cells: Span32,
    /// The value is known to be zero.
    pub is_zero: bool,
}

/// Cells a read looks at.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// Cell whose alias redirects the read.
    pub first: CellId,
    /// All cells: rows of [`Program::cell_lists`].
    pub cells: Span32,
}

/// Physical registers of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapping {
    /// The file.
    pub file: u8,
    /// Number of physical registers.
    pub count: u32,
}

/// One register of a move or exchange that may be eliminated.
#[derive(Clone, Copy, Debug)]
pub struct MovePair {
    /// Cell of the source register, for "known to be zero".
    pub source: CellId,
    /// Cell of the register the source is renamed as.
    pub aliased: CellId,
    /// Query of that register.
    pub aliased_query: u32,
    /// Cells that become aliases: rows of [`Program::cell_lists`].
    pub alias_cells: Span32,
    /// Cells whose "known to be zero" becomes that of the source.
    pub zero_cells: Span32,
}

/// A move (one pair) or exchange (two) that may be eliminated.
#[derive(Clone, Debug)]
pub struct Move {
    /// Pairs in the order they are tried.
    pub pairs: SmallVec<[MovePair; 2]>,
    /// Register file of all its registers.
    pub file: u8,
}

/// A register file.
#[derive(Clone, Copy, Debug)]
pub struct FileInfo {
    /// Physical registers; 0 is unlimited.
    pub size: u32,
    /// Moves eliminated per cycle; 0 is unlimited.
    pub max_moves_per_cycle: u32,
    /// Only moves of a known zero are eliminated.
    pub only_zero_moves: bool,
}

/// A region ready to run.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Instructions in order.
    pub ops: Vec<Op>,
    /// Reads of instructions.
    pub reads: Vec<ReadUse>,
    /// Writes of instructions.
    pub writes: Vec<WriteDef>,
    /// Cells that reads look at.
    pub queries: Vec<Query>,
    /// Lists of cells.
    pub cell_lists: Vec<CellId>,
    /// Number of cells.
    pub num_cells: usize,
    /// Counts of physical registers.
    pub mappings: Vec<Mapping>,
    /// Read-advance in cycles: rows of [`Program::num_write_resources`] columns.
    pub advances: Vec<i32>,
    /// Columns of [`Program::advances`].
    pub num_write_resources: usize,
    /// Some read-advance is negative, so the time of committed writes matters.
    pub has_negative_advance: bool,
    /// Moves that may be eliminated.
    pub moves: Vec<Move>,
    /// Resource needs by index.
    pub needs: Vec<ResourceNeeds>,
    /// Register files; 0 is the default one.
    pub files: Vec<FileInfo>,
    /// Most reads of an instruction.
    pub max_reads: usize,
    /// Most writes of an instruction.
    pub max_writes: usize,
    /// Register dependencies, where they are the same in every iteration.
    pub dependencies: Option<Dependencies>,
    /// The target's own hazards.
    pub hazards: Option<Hazards>,
}

impl Program {
    /// Returns the read-advance of a read against a write resource column, in cycles.
    #[inline]
    pub fn advance(&self, read: &ReadUse, resource: u16) -> i32 {
        if read.advance == NONE32 {
            return 0;
        }
        self.advances[read.advance as usize * self.num_write_resources + resource as usize]
    }

    /// Returns the largest number of register dependencies that an instruction can have.
    pub fn max_edges(&self) -> usize {
        let cells = self.queries.iter().map(|query| query.cells.len()).max();
        self.max_reads * cells.unwrap_or(0)
    }
}
