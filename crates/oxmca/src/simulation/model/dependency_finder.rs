//! The search for register dependencies that are the same in every iteration.

use super::program::dependencies::{Dependencies, Dependency, Dependent, Ends};
use super::program::{NONE32, Program, Span32};
use super::unit::register_file::RegisterFiles;
use super::unit::state::Recorder;

/// Finds dependencies, of one region after the other, in the same buffers.
#[derive(Default)]
pub struct DependencyFinder {
    /// By write, in even and odd iterations: whether a partial write merges with it.
    merged: Vec<[bool; 2]>,
    /// Dependencies of the current instruction.
    found: Vec<Dependency>,
    edges: Vec<Edge>,
    /// The iterations that are compared.
    iterations: [Iteration; 2],
    /// Buffers of an earlier region.
    unused: Dependencies,
}

/// Position of the writer, distance of the instruction that waits, and delay.
type Edge = (u32, u32, u32);

impl DependencyFinder {
    /// Takes the buffers of dependencies that are no longer used.
    pub fn reuse(&mut self, dependencies: Dependencies) {
        self.unused = dependencies;
    }

    /// Gives the memory of the search back if that was for more than `instructions` instructions.
    pub fn forget_search_above(&mut self, instructions: usize) {
        if self.iterations[1].spans.len() > instructions {
            *self = DependencyFinder::default();
        }
    }

    /// Returns the dependencies of a region, unless they change over time.
    pub fn find(&mut self, program: &Program) -> Option<Dependencies> {
        let max_dispatch_width_micro_ops = max_dispatch_width_micro_ops(program)?;
        self.merged.clear();
        self.merged.resize(program.writes.len(), [false; 2]);
        self.edges.clear();
        let mut result = std::mem::take(&mut self.unused);
        result.ends.clear();
        result.dependencies.clear();
        result.dependents.clear();
        result.eliminated.clear();
        result.max_dispatch_width_micro_ops = max_dispatch_width_micro_ops;
        let files = RegisterFiles::new(program, false);
        let found = Renamer { program, files, memory: self }.run(&mut result);
        if found.is_none() {
            self.unused = result;
            return None;
        }
        self.add_dependents(program, &mut result);
        Some(result)
    }

    /// Adds each dependency to the dependents of its writer.
    fn add_dependents(&mut self, program: &Program, result: &mut Dependencies) {
        let count = program.ops.len() as u32;
        result.outlasting_cycles = 0;
        result.max_uses = 0;
        for position in 0..count {
            for dependency in
                &result.dependencies[result.ends[position as usize].dependencies.range()]
            {
                let Dependency { distance, delay_cycles, aftermath_cycles, uses } = *dependency;
                result.max_uses = result.max_uses.max(uses);
                let writer = (position + count - distance % count) % count;
                let latency_cycles = program.ops[writer as usize].latency_cycles;
                let outlasting_cycles =
                    delay_cycles.saturating_sub(latency_cycles).max(aftermath_cycles);
                result.outlasting_cycles = result.outlasting_cycles.max(outlasting_cycles);
                self.edges.push((writer, distance, delay_cycles));
            }
        }
        self.edges.sort_unstable();
        let mut rest = &self.edges[..];
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
    }
}

/// Returns the largest dispatch width at which no limit on eliminated moves matters; `None` if one
/// always may.
fn max_dispatch_width_micro_ops(program: &Program) -> Option<u32> {
    let mut width = u32::MAX;
    for op in program.ops.iter().filter(|op| op.elimination != NONE32) {
        let candidate = &program.moves[op.elimination as usize];
        let moves = candidate.pairs.len() as u32;
        let limit = program.files[usize::from(candidate.file)].max_moves_per_cycle;
        if limit != 0 {
            if op.micro_ops < moves || limit < moves {
                return None;
            }
            width = width.min(limit);
        }
    }
    Some(width)
}

/// Renames the registers of some iterations to find the writers that each instruction depends on.
struct Renamer<'p> {
    program: &'p Program,
    files: RegisterFiles,
    memory: &'p mut DependencyFinder,
}

/// The dependencies of one iteration.
#[derive(Default, PartialEq)]
struct Iteration {
    /// Rows of `dependencies` by position.
    spans: Vec<Span32>,
    dependencies: Vec<Dependency>,
    eliminated: Vec<Option<u8>>,
}

impl Iteration {
    fn clear(&mut self) {
        self.spans.clear();
        self.dependencies.clear();
        self.eliminated.clear();
    }

    fn of(&self, position: usize) -> &[Dependency] {
        &self.dependencies[self.spans[position].range()]
    }
}

impl Renamer<'_> {
    /// Leaves the dependencies in `result`, if they are the same in each iteration.
    fn run(mut self, result: &mut Dependencies) -> Option<()> {
        let [mut first, mut second] = std::mem::take(&mut self.memory.iterations);
        let found = self.compare_iterations(&mut first, &mut second);
        if found.is_some() {
            let ends = |span: &Span32| Ends { dependencies: *span, ..Ends::default() };
            result.ends.extend(second.spans.iter().map(ends));
            std::mem::swap(&mut result.dependencies, &mut second.dependencies);
            std::mem::swap(&mut result.eliminated, &mut second.eliminated);
        }
        self.memory.iterations = [first, second];
        found
    }

    /// Finds the dependencies of two iterations; `None` if a later one has others.
    fn compare_iterations(&mut self, first: &mut Iteration, second: &mut Iteration) -> Option<()> {
        self.rename_iteration(0, first)?;
        self.rename_iteration(1, second)?;
        if !self.program.moves.is_empty() {
            let before = self.state_after(2);
            let mut third = Iteration::default();
            self.rename_iteration(2, &mut third)?;
            // Eliminated moves could also change which registers stand for which.
            if *second != third
                || before != self.state_after(3)
                || first.eliminated != second.eliminated
                || !(0..first.spans.len()).all(|position| {
                    let inside = |it: &&Dependency| it.distance as usize <= position;
                    first.of(position).iter().eq(second.of(position).iter().filter(inside))
                })
            {
                return None;
            }
        }
        Some(())
    }

    /// Returns the state that later iterations depend on, after `iterations` of them.
    fn state_after(&self, iterations: u32) -> Vec<u64> {
        let count = self.program.ops.len() as u32;
        let mut recorder = Recorder::new(Vec::new());
        let (start, end) = ((iterations - 2) * count, iterations * count);
        self.files.put_state(start, end, 0, &mut recorder);
        recorder.into_words()
    }

    /// Renames one more iteration; none if a write merges with one that another merges with
    /// already.
    fn rename_iteration(&mut self, iteration: u32, result: &mut Iteration) -> Option<()> {
        let count = self.program.ops.len() as u32;
        result.clear();
        // The dependencies of the first iteration matter only where moves may be eliminated.
        let has_reads = iteration != 0 || !self.program.moves.is_empty();
        for writes in &mut self.memory.merged {
            writes[iteration as usize % 2] = false;
        }
        for position in 0..count {
            let index = iteration * count + position;
            self.memory.found.clear();
            let eliminated = self.try_eliminate(position);
            if eliminated.is_none() {
                if has_reads {
                    self.add_reads(index, position);
                }
                self.add_writes(index, position)?;
            }
            self.memory.found.sort_unstable_by_key(|dependency| dependency.distance);
            let start = result.dependencies.len();
            result.dependencies.extend_from_slice(&self.memory.found);
            result.spans.push(Span32::new(start, result.dependencies.len()));
            if !self.program.moves.is_empty() {
                result.eliminated.push(eliminated);
            }
        }
        Some(())
    }

    /// Eliminates a move, if that is possible at all.
    fn try_eliminate(&mut self, position: u32) -> Option<u8> {
        match self.program.ops[position as usize].elimination {
            NONE32 => None,
            elimination => {
                self.files.start_cycle();
                self.files.try_eliminate(self.program, elimination)
            }
        }
    }

    fn add_reads(&mut self, index: u32, position: u32) {
        let program = self.program;
        for read in &program.reads[program.ops[position as usize].reads.range()] {
            let single = [read.cell];
            let cells = match read.cell.is_some() {
                true => &single[..],
                false => {
                    let query = self.files.resolve(program, read.query);
                    &program.cell_lists[query.cells.range()]
                }
            };
            for (order, cell) in cells.iter().enumerate() {
                let mapped = *self.files.mapped(*cell);
                let mut seen = cells[..order].iter();
                if mapped.writer.inst == NONE32
                    || seen.any(|cell| self.files.mapped(*cell).writer == mapped.writer)
                {
                    continue;
                }
                let advance = program.advance(read, mapped.resource);
                let delay_cycles = mapped.latency_cycles.saturating_add_signed(-advance);
                let aftermath_cycles = advance.min(0).unsigned_abs();
                self.add(index, mapped.writer.inst, delay_cycles, aftermath_cycles);
            }
        }
    }

    /// Maps the writes of an instruction; none if a write merges with one that another merges with
    /// already.
    fn add_writes(&mut self, index: u32, position: u32) -> Option<()> {
        let program = self.program;
        let count = program.ops.len() as u32;
        let op = &program.ops[position as usize];
        for (number, def) in program.writes[op.writes.range()].iter().enumerate() {
            if def.merges_into.is_some() {
                let mapped = *self.files.mapped(def.merges_into);
                let older = mapped.writer.inst;
                if older != index && older != NONE32 {
                    let merged = &mut self.memory.merged[mapped.writer.write as usize];
                    if std::mem::replace(&mut merged[(older / count) as usize % 2], true) {
                        return None;
                    }
                    let head_start = def.latency_cycles.saturating_sub(1);
                    let delay_cycles = mapped.latency_cycles.saturating_sub(head_start);
                    self.add(index, older, delay_cycles, 0);
                }
            }
            self.files.add_write(program, index, op, number, 0);
        }
        Some(())
    }

    fn add(&mut self, index: u32, writer: u32, delay_cycles: u32, aftermath_cycles: u32) {
        let distance = index - writer;
        match self.memory.found.iter_mut().find(|dependency| dependency.distance == distance) {
            Some(known) => {
                known.delay_cycles = known.delay_cycles.max(delay_cycles);
                known.aftermath_cycles = known.aftermath_cycles.max(aftermath_cycles);
                known.uses += 1;
            }
            None => self.memory.found.push(Dependency {
                distance,
                delay_cycles,
                aftermath_cycles,
                uses: 1,
            }),
        }
    }
}
