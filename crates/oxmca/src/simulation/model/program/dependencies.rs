//! Register dependencies that are the same in every iteration.
//!
//! If no move can be eliminated, the write that a read looks at depends on the region only. The
//! same holds for most regions with such moves, as long as they are eliminated whenever they can
//! be. Each instruction then has a fixed list of instructions it depends on, and of those that
//! depend on it, and nothing has to be renamed while simulating.

use super::ids::Span32;

/// A dependency, seen from the instruction that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependency {
    /// Number of instructions from the writer to this one.
    pub distance: u32,
    /// Cycles from the issue of the writer until this instruction can issue.
    pub delay_cycles: u32,
    /// Cycles from the execution of the writer until this instruction can issue, even if the writer
    /// has retired.
    pub aftermath_cycles: u32,
    /// Number of reads and partial writes behind the dependency.
    pub uses: u32,
}

/// A dependency, seen from the writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependent {
    /// Number of instructions from the writer to the one that waits.
    pub distance: u32,
    /// Cycles from the issue of the writer until the instruction that waits can issue.
    pub delay_cycles: u32,
}

/// Dependencies of all instructions of a region.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// By position in the region.
    pub(crate) ends: Vec<Ends>,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) dependents: Vec<Dependent>,
    /// By position, unless no move may be eliminated: for an eliminated move, one bit per register
    /// that is known to be zero.
    pub(crate) eliminated: Vec<Option<u8>>,
    /// Largest dispatch width, in micro-ops, at which no limit on eliminated moves is reached.
    pub(crate) max_dispatch_width_micro_ops: u32,
    pub(crate) outlasting_cycles: u32,
    pub(crate) max_uses: u32,
}

/// Rows that belong to an instruction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ends {
    pub(crate) dependencies: Span32,
    pub(crate) dependents: Span32,
}

impl Dependencies {
    /// Returns the dependencies of the instruction at `position`, nearest writer first.
    #[inline]
    pub fn of(&self, position: u32) -> &[Dependency] {
        &self.dependencies[self.ends[position as usize].dependencies.range()]
    }

    /// Returns the dependents of the instruction at `position`, nearest first.
    #[inline]
    pub fn on(&self, position: u32) -> &[Dependent] {
        &self.dependents[self.ends[position as usize].dependents.range()]
    }

    /// Returns, if the move at `position` is eliminated, one bit per register that is known to be
    /// zero.
    pub fn eliminated(&self, position: u32) -> Option<u8> {
        self.eliminated.get(position as usize).copied().flatten()
    }

    /// Returns the number of cycles for which an instruction that has executed can still be waited
    /// for; mostly 0. Once it has retired, the wait lasts until a fixed time after its execution;
    /// before that, for a fixed time from the dispatch of the instruction that waits, as in
    /// llvm-mca.
    pub fn outlasting_cycles(&self) -> u32 {
        self.outlasting_cycles
    }

    /// Returns the largest [`Dependency::uses`].
    pub fn max_uses(&self) -> u32 {
        self.max_uses
    }

    /// Returns whether the dependencies hold when `dispatch_width_micro_ops` micro-ops may be dispatched
    /// per cycle.
    pub fn hold_for(&self, dispatch_width_micro_ops: u32) -> bool {
        dispatch_width_micro_ops <= self.max_dispatch_width_micro_ops
    }
}
