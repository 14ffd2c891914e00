//! Flattening of a lowered region.

use oxmca_tables::{Reg, SchedClassId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::dependency_finder::DependencyFinder;
use super::program::cells::{CellId, Cells, with_sub_registers, written_registers};
use super::program::renaming::{Renaming, register_files, renaming};
use super::program::{
    FileInfo, MOST_KEPT_INSTRUCTIONS, Mapping, Move, MovePair, NONE32, Op, Program, Query, ReadUse,
    Span32, WriteDef,
};
use crate::lower::{Lowered, LoweredInst, Write, class, lowered_flag};
use crate::processor::Processor;

/// Rows of read-advances that a region of some length has: memory for them is asked for at once.
const USUAL_ADVANCE_ROWS: usize = 28;

/// Flattens lowered regions, one after the other. Facts about registers, and buffers, are kept from
/// one region to the next.
pub struct Builder<'a> {
    processor: &'a Processor<'a>,
    program: Program,
    finder: DependencyFinder,
    cells: Cells,
    /// Renamings by register, filled on first use.
    renamings: Vec<Option<Renaming>>,
    /// Number of the current region.
    region: u32,
    /// The region that last read each register, and its query there.
    query_of: Vec<(u32, u32)>,
    /// Kinds of writes to each register: without, then with clearing of super-registers.
    kind_of: Vec<[u32; 2]>,
    kinds: Vec<WriteKind>,
    /// Registers that rows of kinds refer to.
    registers: Vec<Reg>,
    /// Kinds of the region's writes.
    kinds_in_region: Vec<u32>,
    /// Write resources in use, column by column.
    write_resources: Vec<u16>,
    /// Rows of `advances` by scheduling class and use.
    advance_rows: FxHashMap<(SchedClassId, u16), u32>,
    /// Set if any instruction is a move that may be eliminated.
    has_moves: bool,
    /// Set if any register file has a limit.
    has_bounded_files: bool,
    /// Size of the reorder buffer: no instruction takes more entries.
    most_rob_entries: u32,
    /// Physical registers by file, of the current instruction; 0 between instructions.
    counts: Vec<u32>,
}

/// The effects of a write to a register on the register mappings.
#[derive(Clone, Copy)]
struct WriteKind {
    /// Renaming of the register.
    renaming: Renaming,
    /// The register whose mapping the write updates, and its renaming.
    renamed: Reg,
    renamed_renaming: Renaming,
    /// Set if it updates a part of a renamed register.
    is_partial: bool,
    /// Registers that map to the write: rows of [`Builder::registers`].
    mapped: Span32,
    /// Registers that become, or stop being, known zeros: the written ones, and super-registers.
    zeroed: Span32,
    zeroed_with_supers: Span32,
    /// Registers that become aliases when the write is an eliminated move.
    aliased: Span32,
    /// The last region with such a write, and the same as cells there.
    region: u32,
    mapped_cells: Span32,
    zero_cells: Span32,
    zero_cells_with_supers: Span32,
    alias_cells: Span32,
}

impl<'a> Builder<'a> {
    /// Creates a builder that has flattened nothing yet.
    pub fn new(processor: &'a Processor<'a>, register_file_size_registers: u32) -> Self {
        let num_registers = processor.tables().registers.len();
        let mut files = vec![FileInfo {
            size: register_file_size_registers,
            max_moves_per_cycle: 0,
            only_zero_moves: false,
        }];
        for row in register_files(processor).iter().skip(1) {
            files.push(FileInfo {
                size: row.num_physical_registers,
                max_moves_per_cycle: row.max_moves_eliminated_per_cycle,
                only_zero_moves: row.allow_zero_move_elimination_only != 0,
            });
        }
        Builder {
            processor,
            has_bounded_files: files.iter().any(|file| file.size != 0),
            most_rob_entries: processor.reorder_buffer_size_micro_ops().max(1),
            counts: vec![0; files.len()],
            program: Program { files, ..Program::default() },
            finder: DependencyFinder::default(),
            cells: Cells::new(num_registers),
            renamings: vec![None; num_registers],
            region: 0,
            query_of: vec![(0, 0); num_registers],
            kind_of: vec![[NONE32; 2]; num_registers],
            kinds: Vec::new(),
            registers: Vec::new(),
            kinds_in_region: Vec::new(),
            write_resources: Vec::new(),
            advance_rows: FxHashMap::default(),
            has_moves: false,
        }
    }

    /// Flattens a lowered region.
    pub fn build(&mut self, lowered: &Lowered) -> &Program {
        self.begin_region(lowered);
        self.partition(lowered);
        for inst in &lowered.insts {
            self.add_op(inst, lowered);
        }
        if self.processor.is_out_of_order() {
            self.program.dependencies = self.finder.find(&self.program);
            self.finder.forget_search_above(MOST_KEPT_INSTRUCTIONS);
        }
        &self.program
    }

    /// Releases the memory of the program built last.
    pub fn forget_program(&mut self) {
        let files = std::mem::take(&mut self.program.files);
        self.program = Program { files, ..Program::default() };
        self.finder = DependencyFinder::default();
    }

    /// Returns the program built last.
    #[cfg(test)]
    pub fn into_program(self) -> Program {
        self.program
    }

    fn begin_region(&mut self, lowered: &Lowered) {
        self.region = match self.region.checked_add(1) {
            Some(region) => region,
            None => {
                self.query_of.fill((0, 0));
                self.kinds.iter_mut().for_each(|kind| kind.region = 0);
                1
            }
        };
        self.write_resources.clear();
        self.write_resources.push(0);
        self.has_moves = lowered.insts.iter().any(|inst| inst.has(lowered_flag::OPTIMIZABLE_MOVE));
        self.kinds_in_region.clear();
        self.advance_rows.clear();
        let count = lowered.insts.len();
        let old = std::mem::take(&mut self.program);
        if let Some(dependencies) = old.dependencies {
            self.finder.reuse(dependencies);
        }
        let mut needs = emptied(old.needs, 0);
        needs.extend_from_slice(&lowered.resources);
        self.program = Program {
            ops: emptied(old.ops, count),
            reads: emptied(old.reads, 2 * count),
            writes: emptied(old.writes, 2 * count),
            queries: emptied(old.queries, 0),
            cell_lists: emptied(old.cell_lists, 4 * count),
            mappings: emptied(old.mappings, 2 * count),
            advances: emptied(old.advances, 0),
            moves: emptied(old.moves, 0),
            needs,
            files: old.files,
            hazards: lowered.hazards.clone(),
            ..Program::default()
        };
    }

    fn renaming(&mut self, reg: Reg) -> Renaming {
        let processor = self.processor;
        *self.renamings[reg.index()].get_or_insert_with(|| renaming(processor, reg))
    }

    /// Splits registers into cells by what the region's writes update, and numbers write resources.
    fn partition(&mut self, lowered: &Lowered) {
        self.cells.begin();
        for write in lowered.insts.iter().flat_map(|inst| &inst.writes) {
            if !self.write_resources.contains(&write.write_resource) {
                self.write_resources.push(write.write_resource);
            }
            if write.reg.is_some() {
                let index = self.kind_index(write);
                self.add_kind(index);
            }
        }
        self.program.num_write_resources = self.write_resources.len();
        self.program.num_cells = self.cells.finish();
        for index in &self.kinds_in_region {
            let kind = &mut self.kinds[*index as usize];
            let lists = &mut self.program.cell_lists;
            let mut append = |registers: Span32| {
                let registers = &self.registers[registers.range()];
                self.cells.append(registers.iter().copied(), lists)
            };
            kind.mapped_cells = append(kind.mapped);
            if self.has_moves {
                kind.zero_cells = append(kind.zeroed);
                kind.zero_cells_with_supers = append(kind.zeroed_with_supers);
                kind.alias_cells = append(kind.aliased);
            } else {
                kind.zero_cells = Span32::default();
                kind.zero_cells_with_supers = Span32::default();
                kind.alias_cells = Span32::default();
            }
        }
    }

    /// Notes that the region has writes of a kind.
    fn add_kind(&mut self, index: u32) {
        let kind = &mut self.kinds[index as usize];
        if kind.region == self.region {
            return;
        }
        kind.region = self.region;
        self.kinds_in_region.push(index);
        self.cells.refine(&self.registers[kind.mapped.range()]);
        if self.has_moves {
            for set in [kind.zeroed, kind.zeroed_with_supers, kind.aliased] {
                self.cells.refine(&self.registers[set.range()]);
            }
        }
    }

    /// Returns the index of the kind of a write, which must have a register.
    fn kind_index(&mut self, write: &Write) -> u32 {
        let clears = write.clears_super_registers;
        let known = self.kind_of[write.reg.index()][usize::from(clears)];
        if known != NONE32 {
            return known;
        }
        let index = self.kinds.len() as u32;
        self.kind_of[write.reg.index()][usize::from(clears)] = index;
        let kind = self.new_kind(write.reg, clears);
        self.kinds.push(kind);
        index
    }

    fn new_kind(&mut self, reg: Reg, clears: bool) -> WriteKind {
        let tables = self.processor.tables();
        let renaming = self.renaming(reg);
        let renamed = renaming.renamed(reg);
        let renamed_renaming = self.renaming(renamed);
        let supers = if clears { tables.super_registers(renamed) } else { &[] };
        let mut add = |reg: Reg, supers: &[Reg]| {
            let start = self.registers.len();
            self.registers.extend(written_registers(tables, reg));
            self.registers.extend_from_slice(supers);
            Span32::new(start, self.registers.len())
        };
        let zeroed = if clears { renamed } else { reg };
        WriteKind {
            renaming,
            renamed,
            renamed_renaming,
            is_partial: renamed != reg && !clears,
            mapped: add(renamed, supers),
            zeroed: add(zeroed, &[]),
            zeroed_with_supers: add(zeroed, supers),
            aliased: add(renamed, &[]),
            region: 0,
            mapped_cells: Span32::default(),
            zero_cells: Span32::default(),
            zero_cells_with_supers: Span32::default(),
            alias_cells: Span32::default(),
        }
    }

    fn kind(&self, write: &Write) -> &WriteKind {
        let index = self.kind_of[write.reg.index()][usize::from(write.clears_super_registers)];
        &self.kinds[index as usize]
    }

    /// Returns which writes of an instruction take effect. Of several that update the same
    /// register, a write that is faster than the one it would replace does not.
    fn effective_writes(&self, inst: &LoweredInst) -> SmallVec<[bool; 3]> {
        if let [write] = &inst.writes[..] {
            return SmallVec::from_elem(write.reg.is_some(), 1);
        }
        let mut effective: SmallVec<[bool; 3]> = SmallVec::new();
        for (index, write) in inst.writes.iter().enumerate() {
            if !write.reg.is_some() {
                effective.push(false);
                continue;
            }
            let renamed = self.kind(write).renamed;
            let owner = (0..index).rev().find(|earlier| {
                let mapped = self.kind(&inst.writes[*earlier]).mapped;
                effective[*earlier] && self.registers[mapped.range()].contains(&renamed)
            });
            let is_faster =
                owner.is_some_and(|owner| inst.writes[owner].latency_cycles > write.latency_cycles);
            effective.push(!is_faster);
        }
        effective
    }

    /// Returns whether a move satisfies every condition for elimination that does not change over
    /// time.
    fn may_eliminate(&mut self, inst: &LoweredInst) -> bool {
        let count = inst.writes.len();
        if !inst.has(lowered_flag::OPTIMIZABLE_MOVE)
            || count != inst.reads.len()
            || !(1..=2).contains(&count)
            || inst.writes.iter().any(|write| !write.reg.is_some())
        {
            return false;
        }
        let file = self.renaming(inst.writes[0].reg).file;
        inst.reads.iter().zip(inst.writes.iter().rev()).all(|(read, write)| {
            let to = self.renaming(write.reg);
            let allows =
                to.rename_as.is_some() && self.renaming(to.rename_as).allow_move_elimination;
            self.renaming(read.reg).file == file
                && to.file == file
                && allows
                && (to.rename_as == write.reg || write.clears_super_registers)
        })
    }

    fn query(&mut self, reg: Reg) -> u32 {
        let (region, query) = self.query_of[reg.index()];
        if region == self.region {
            return query;
        }
        let registers = with_sub_registers(self.processor.tables(), reg);
        let cells = self.cells.append(registers, &mut self.program.cell_lists);
        let query = self.program.queries.len() as u32;
        self.program.queries.push(Query { first: self.cells.cell(reg), cells });
        self.query_of[reg.index()] = (self.region, query);
        query
    }

    fn add_op(&mut self, inst: &LoweredInst, lowered: &Lowered) {
        let needs = lowered.needs(inst);
        let reads = self.add_reads(inst);
        let writes = self.add_writes(inst);
        let (mappings, bounded_mappings) = self.add_mappings();
        let required_mappings = self.add_required_mappings(inst);
        let elimination = self.add_move(inst);
        let first_write_file = match inst.writes.first() {
            Some(write) => self.renaming(write.reg).file,
            None => 0,
        };
        let program = &mut self.program;
        program.max_reads = program.max_reads.max(reads.len());
        program.max_writes = program.max_writes.max(writes.len());
        let is_counted =
            inst.has(lowered_flag::OPTIMIZABLE_MOVE) && inst.reads.len() == inst.writes.len();
        let is_zero_latency = inst.latency_cycles == 0 && needs.needs.is_empty();
        program.ops.push(Op {
            micro_ops: inst.micro_ops,
            rob_entries: inst.micro_ops.clamp(1, self.most_rob_entries),
            latency_cycles: inst.latency_cycles,
            needs: inst.resources.0,
            buffers: needs.buffers,
            flags: inst.flags,
            issues_at_dispatch: is_zero_latency || needs.must_issue_immediately,
            reads,
            writes,
            required_mappings,
            mappings,
            bounded_mappings,
            elimination,
            counted_moves: if is_counted { inst.writes.len() as u8 } else { 0 },
            first_write_file,
        });
    }

    fn add_reads(&mut self, inst: &LoweredInst) -> Span32 {
        let start = self.program.reads.len();
        for read in &inst.reads {
            let query = self.query(read.reg);
            let cells = self.program.queries[query as usize].cells;
            if cells.is_empty() || (read.is_independent && self.processor.is_out_of_order()) {
                continue;
            }
            let is_single = cells.len() == 1 && !self.has_moves;
            let cell = self.program.cell_lists[cells.range().start];
            let row = ReadUse {
                cell: if is_single { cell } else { CellId::NONE },
                query,
                advance: self.advance_row(read.sched_class, read.use_index),
            };
            self.program.reads.push(row);
        }
        Span32::new(start, self.program.reads.len())
    }

    /// Returns the row of read-advances for a use of a class.
    fn advance_row(&mut self, sched_class: SchedClassId, use_index: u16) -> u32 {
        let tables = self.processor.tables();
        let entries = tables
            .sched_class(self.processor.model, sched_class)
            .map_or(&[][..], |class| &tables.read_advances[class.read_advances.range()]);
        if !entries.iter().any(|entry| entry.use_index == use_index) {
            return NONE32;
        }
        let key = (sched_class, use_index);
        if let Some(row) = self.advance_rows.get(&key) {
            return *row;
        }
        let program = &mut self.program;
        let row = (program.advances.len() / program.num_write_resources) as u32;
        for resource in &self.write_resources {
            let cycles = class::read_advance_cycles(entries, use_index, *resource);
            program.has_negative_advance |= cycles < 0;
            program.advances.push(cycles);
        }
        if self.advance_rows.capacity() == 0 {
            self.advance_rows.reserve(USUAL_ADVANCE_ROWS);
        }
        self.advance_rows.insert(key, row);
        row
    }

    /// Adds the writes of an instruction, and counts what they hold in register files. Returns
    /// their rows.
    fn add_writes(&mut self, inst: &LoweredInst) -> Span32 {
        let start = self.program.writes.len();
        let effective = self.effective_writes(inst);
        for (write, is_effective) in inst.writes.iter().zip(effective) {
            let column = self.write_resources.iter().position(|id| *id == write.write_resource);
            let mut row = WriteDef {
                reg: write.reg,
                resource: column.unwrap_or(0) as u16,
                latency_cycles: write.latency_cycles,
                cell: CellId::NONE,
                cells: Span32::default(),
                merges_into: CellId::NONE,
                zero_cells: Span32::default(),
                is_zero: write.is_zero,
            };
            if write.reg.is_some() {
                let kind = self.kind(write);
                row.zero_cells = kind.zero_cells;
                if is_effective {
                    row.cells = kind.mapped_cells;
                    row.zero_cells = kind.zero_cells_with_supers;
                }
                if kind.is_partial {
                    row.merges_into = self.cells.cell(kind.renamed);
                } else if !write.is_zero {
                    let renaming = kind.renamed_renaming;
                    self.count(renaming);
                }
            }
            if row.cells.len() == 1 && !self.has_moves {
                row.cell = self.program.cell_lists[row.cells.range().start];
            }
            self.program.writes.push(row);
        }
        Span32::new(start, self.program.writes.len())
    }

    /// Counts a write in the file that owns it and in the default file.
    fn count(&mut self, renaming: Renaming) {
        if renaming.file != 0 {
            self.counts[usize::from(renaming.file)] += renaming.cost;
        }
        self.counts[0] += renaming.cost;
    }

    /// Adds the counted mappings. Returns their rows, and those of mappings in files with a limit,
    /// which come first.
    fn add_mappings(&mut self) -> (Span32, Span32) {
        let rows = &mut self.program.mappings;
        let start = rows.len();
        let mut bounded = start;
        for is_bounded in [true, false] {
            for (at, (file, count)) in self.program.files.iter().zip(&mut self.counts).enumerate() {
                if *count != 0 && is_bounded == (file.size != 0) {
                    rows.push(Mapping { file: at as u8, count: std::mem::take(count) });
                }
            }
            if is_bounded {
                bounded = rows.len();
            }
        }
        (Span32::new(start, rows.len()), Span32::new(start, bounded))
    }

    /// Adds the mappings that must be free to dispatch: every write counts at its own register's
    /// cost, in files with a limit, and never more than the file has.
    fn add_required_mappings(&mut self, inst: &LoweredInst) -> Span32 {
        if !self.has_bounded_files {
            return Span32::default();
        }
        for write in &inst.writes {
            let renaming = if write.reg.is_some() {
                self.kind(write).renaming
            } else {
                self.renaming(write.reg)
            };
            self.count(renaming);
        }
        for (count, file) in self.counts.iter_mut().zip(&self.program.files) {
            *count = (*count).min(file.size);
        }
        self.add_mappings().0
    }

    fn add_move(&mut self, inst: &LoweredInst) -> u32 {
        if !self.may_eliminate(inst) {
            return NONE32;
        }
        let mut pairs = SmallVec::new();
        for (read, write) in inst.reads.iter().zip(inst.writes.iter().rev()) {
            let from = self.renaming(read.reg).renamed(read.reg);
            let aliased_query = self.query(from);
            let kind = self.kind(write);
            pairs.push(MovePair {
                source: self.cells.cell(read.reg),
                aliased: self.cells.cell(from),
                aliased_query,
                alias_cells: kind.alias_cells,
                zero_cells: kind.zero_cells_with_supers,
            });
        }
        let file = self.renaming(inst.writes[0].reg).file;
        self.program.moves.push(Move { pairs, file });
        self.program.moves.len() as u32 - 1
    }
}

/// Empties a list and reserves room for `expected` rows.
fn emptied<T>(mut list: Vec<T>, expected: usize) -> Vec<T> {
    list.clear();
    list.reserve(expected);
    list
}

#[cfg(test)]
impl Program {
    /// Flattens a lowered region. `register_file_size_registers` bounds the default register file, 0 does not.
    pub fn new(
        processor: &Processor<'_>,
        lowered: &Lowered,
        register_file_size_registers: u32,
    ) -> Self {
        let mut builder = Builder::new(processor, register_file_size_registers);
        builder.build(lowered);
        builder.into_program()
    }
}
