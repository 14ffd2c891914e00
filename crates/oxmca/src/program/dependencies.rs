//! Register dependencies that are the same in every iteration.
//!
//! Where no move can be eliminated, which write a read looks at depends on the region only. Each
//! instruction then has a fixed list of instructions it depends on, and of those that depend on
//! it, and nothing has to be renamed while simulating.

use super::cells::CellId;
use super::{Program, Span32};

/// An instruction that another one waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependency {
    /// How many instructions before the one that waits.
    pub distance: u32,
    /// Cycles from its issue until the one that waits can issue.
    pub delay_cycles: u32,
    /// Reads and partial writes that make for the dependency.
    pub uses: u32,
}

/// An instruction that waits for another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependent {
    /// How many instructions after the one it waits for.
    pub distance: u32,
    /// Cycles from issue of that one until this one can issue.
    pub delay_cycles: u32,
}

/// Dependencies of all instructions of a region.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// By position in the region.
    ends: Vec<Ends>,
    dependencies: Vec<Dependency>,
    dependents: Vec<Dependent>,
}

/// Rows that belong to an instruction.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    dependencies: Span32,
    dependents: Span32,
}

impl Dependencies {
    /// What the instruction at `position` depends on, nearest first.
    #[inline]
    pub fn of(&self, position: u32) -> &[Dependency] {
        &self.dependencies[self.ends[position as usize].dependencies.range()]
    }

    /// What depends on the instruction at `position`, nearest first.
    #[inline]
    pub fn on(&self, position: u32) -> &[Dependent] {
        &self.dependents[self.ends[position as usize].dependents.range()]
    }
}

/// Finds dependencies, of one region after the other, in the same memory.
#[derive(Default)]
pub struct Finder {
    /// Dynamic index and row of the latest write, by cell.
    latest: Vec<Option<(u32, u32)>>,
    /// Writes of the second iteration and of the first with which a partial write merges.
    merged: Vec<[bool; 2]>,
    /// Of the instruction at hand.
    found: Vec<Dependency>,
    edges: Vec<Edge>,
    /// Of an earlier region.
    unused: Dependencies,
}

/// Position of the instruction waited for, the distance of the one that waits, and the delay.
type Edge = (u32, u32, u32);

impl Finder {
    /// Takes what is no longer used for the next region.
    pub fn reuse(&mut self, dependencies: Dependencies) {
        self.unused = dependencies;
    }

    /// The dependencies of a region, unless they change over time.
    pub fn find(&mut self, program: &Program) -> Option<Dependencies> {
        // A result may be written back after its instruction has executed, or be waited for even
        // longer; both end when the instruction retires, which is not known here.
        let is_late = |op: &super::Op| {
            let writes = &program.writes[op.writes.range()];
            writes.iter().any(|write| write.latency_cycles > op.latency_cycles)
        };
        if !program.moves.is_empty()
            || program.has_negative_advance
            || program.ops.iter().any(is_late)
        {
            return None;
        }
        self.latest.clear();
        self.latest.resize(program.num_cells, None);
        self.merged.clear();
        self.merged.resize(program.writes.len(), [false; 2]);
        self.edges.clear();
        let mut result = std::mem::take(&mut self.unused);
        result.ends.clear();
        result.dependencies.clear();
        result.dependents.clear();
        Renamer { program, memory: self }.run(result)
    }
}

/// Renames the registers of two iterations, to see in the second what depends on what.
struct Renamer<'p> {
    program: &'p Program,
    memory: &'p mut Finder,
}

impl Renamer<'_> {
    fn run(mut self, mut result: Dependencies) -> Option<Dependencies> {
        let count = self.program.ops.len() as u32;
        for position in 0..count {
            if !self.add_writes(position, position) {
                return None;
            }
        }
        for position in 0..count {
            let index = count + position;
            self.memory.found.clear();
            self.add_reads(index, position);
            if !self.add_writes(index, position) {
                return None;
            }
            let Finder { found, edges, .. } = &mut *self.memory;
            found.sort_unstable_by_key(|dependency| dependency.distance);
            let start = result.dependencies.len();
            for dependency in found {
                let writer = (index - dependency.distance) % count;
                edges.push((writer, dependency.distance, dependency.delay_cycles));
                result.dependencies.push(*dependency);
            }
            let dependencies = Span32::new(start, result.dependencies.len());
            result.ends.push(Ends { dependencies, ..Ends::default() });
        }
        let edges = &mut self.memory.edges;
        edges.sort_unstable();
        let mut rest = &edges[..];
        for (position, ends) in result.ends.iter_mut().enumerate() {
            let position = position as u32;
            let own = rest.iter().take_while(|edge| edge.0 == position).count();
            let start = result.dependents.len();
            result.dependents.extend(
                rest[..own]
                    .iter()
                    .map(|&(_, distance, delay_cycles)| Dependent { distance, delay_cycles }),
            );
            ends.dependents = Span32::new(start, result.dependents.len());
            rest = &rest[own..];
        }
        Some(result)
    }

    fn add_reads(&mut self, index: u32, position: u32) {
        let program = self.program;
        for read in &program.reads[program.ops[position as usize].reads.range()] {
            let single = [read.cell];
            let cells: &[CellId] = match read.cell.is_some() {
                true => &single,
                false => &program.cell_lists[program.queries[read.query as usize].cells.range()],
            };
            for (order, cell) in cells.iter().enumerate() {
                let Some(latest) = self.memory.latest[cell.index()] else { continue };
                let is_known = cells[..order]
                    .iter()
                    .any(|cell| self.memory.latest[cell.index()] == Some(latest));
                if !is_known {
                    let write = &program.writes[latest.1 as usize];
                    let advance = program.advance(read, write.resource).unsigned_abs();
                    self.add(index, latest.0, write.latency_cycles.saturating_sub(advance));
                }
            }
        }
    }

    /// Maps the writes of an instruction; false if a write merges with one that another merges
    /// with already.
    fn add_writes(&mut self, index: u32, position: u32) -> bool {
        let program = self.program;
        let count = program.ops.len() as u32;
        for number in program.ops[position as usize].writes.range() {
            let def = &program.writes[number];
            if def.merges_into.is_some()
                && let Some((older, write)) = self.memory.latest[def.merges_into.index()]
                && older != index
            {
                let iteration = usize::from(older >= count);
                if std::mem::replace(&mut self.memory.merged[write as usize][iteration], true) {
                    return false;
                }
                let head_start = def.latency_cycles.saturating_sub(1);
                let latency = program.writes[write as usize].latency_cycles;
                self.add(index, older, latency.saturating_sub(head_start));
            }
            let single = [def.cell];
            let cells = match def.cell.is_some() {
                true => &single[..],
                false => &program.cell_lists[def.cells.range()],
            };
            for cell in cells {
                self.memory.latest[cell.index()] = Some((index, number as u32));
            }
        }
        true
    }

    fn add(&mut self, index: u32, writer: u32, delay_cycles: u32) {
        let distance = index - writer;
        match self.memory.found.iter_mut().find(|dependency| dependency.distance == distance) {
            Some(known) => {
                known.delay_cycles = known.delay_cycles.max(delay_cycles);
                known.uses += 1;
            }
            None => self.memory.found.push(Dependency { distance, delay_cycles, uses: 1 }),
        }
    }
}
