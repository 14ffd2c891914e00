//! Flattening of a lowered region.

use std::collections::HashMap;

use oxmca_tables::{Reg, SchedClassId};
use smallvec::SmallVec;

use super::cells::{CellId, Cells, RegSet, with_sub_registers, written_registers};
use super::dependencies::Dependencies;
use super::renaming::{Renaming, register_files, renaming};
use super::{
    FileInfo, Mapping, Move, MovePair, NONE32, Op, Program, Query, ReadUse, Span32, WriteDef,
};
use crate::lower::{Lowered, LoweredInst, Write, class, lowered_flag};
use crate::processor::Processor;

/// Flattens a lowered region.
pub fn build(processor: &Processor<'_>, lowered: &Lowered, register_file_size: u32) -> Program {
    let mut builder = Builder::new(processor, lowered, register_file_size);
    builder.partition();
    builder.program.ops.reserve_exact(lowered.insts.len());
    for inst in &lowered.insts {
        builder.add_op(inst);
    }
    let mut program = builder.program;
    if processor.is_out_of_order() {
        program.dependencies = Dependencies::find(&program);
    }
    program
}

struct Builder<'a, 't> {
    processor: &'a Processor<'t>,
    lowered: &'a Lowered,
    program: Program,
    cells: Cells,
    /// How registers are renamed, by register, filled on first use.
    renamings: Vec<Option<Renaming>>,
    /// Query of each register, or [`NONE32`].
    query_of: Vec<u32>,
    /// Kind of a write to each register: without, then with clearing of super-registers.
    kind_of: Vec<[u32; 2]>,
    kinds: Vec<WriteKind>,
    /// Write resources in use, column by column.
    write_resources: Vec<u16>,
    /// Rows of `advances` by scheduling class and use.
    advance_rows: HashMap<(SchedClassId, u32), u32>,
    /// Whether any instruction is a move that may be eliminated.
    has_moves: bool,
}

/// What a write to a register does to the register mappings.
struct WriteKind {
    /// How the register is renamed.
    renaming: Renaming,
    /// The register whose mapping it updates, and how that one is renamed.
    renamed: Reg,
    renamed_renaming: Renaming,
    /// Registers that map to the write.
    mapped: RegSet,
    /// Registers that become, or stop being, known zeros: the written ones, and super-registers.
    zeroed: RegSet,
    zeroed_with_supers: RegSet,
    /// Registers that become aliases when the write is an eliminated move.
    aliased: RegSet,
    /// The same as cells.
    mapped_cells: Span32,
    zero_cells: Span32,
    zero_cells_with_supers: Span32,
    alias_cells: Span32,
    /// It updates a part of a renamed register.
    is_partial: bool,
}

impl<'a, 't> Builder<'a, 't> {
    fn new(processor: &'a Processor<'t>, lowered: &'a Lowered, register_file_size: u32) -> Self {
        let num_registers = processor.tables().registers.len();
        let mut files = vec![FileInfo {
            size: register_file_size,
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
        let mut write_resources = vec![0];
        for inst in &lowered.insts {
            for write in &inst.writes {
                if !write_resources.contains(&write.write_resource) {
                    write_resources.push(write.write_resource);
                }
            }
        }
        let program = Program {
            needs: lowered.resources.clone(),
            num_write_resources: write_resources.len(),
            files,
            ..Program::default()
        };
        Builder {
            processor,
            lowered,
            program,
            cells: Cells::new(num_registers),
            renamings: vec![None; num_registers],
            query_of: vec![NONE32; num_registers],
            kind_of: vec![[NONE32; 2]; num_registers],
            kinds: Vec::new(),
            write_resources,
            advance_rows: HashMap::new(),
            has_moves: lowered.insts.iter().any(|inst| inst.has(lowered_flag::OPTIMIZABLE_MOVE)),
        }
    }

    fn renaming(&mut self, reg: Reg) -> Renaming {
        let processor = self.processor;
        *self.renamings[reg.index()].get_or_insert_with(|| renaming(processor, reg))
    }

    /// Splits registers into cells by what the region's writes update.
    fn partition(&mut self) {
        let lowered = self.lowered;
        for write in lowered.insts.iter().flat_map(|inst| &inst.writes) {
            let slot =
                &mut self.kind_of[write.reg.index()][usize::from(write.clears_super_registers)];
            if *slot == NONE32 && write.reg.is_some() {
                *slot = self.kinds.len() as u32;
                self.add_kind(write);
            }
        }
        self.program.num_cells = self.cells.finish();
        for kind in &mut self.kinds {
            let lists = &mut self.program.cell_lists;
            kind.mapped_cells = self.cells.append(&kind.mapped, lists);
            kind.zero_cells = self.cells.append(&kind.zeroed, lists);
            kind.zero_cells_with_supers = self.cells.append(&kind.zeroed_with_supers, lists);
            kind.alias_cells = self.cells.append(&kind.aliased, lists);
        }
    }

    fn add_kind(&mut self, write: &Write) {
        let tables = self.processor.tables();
        let renaming = self.renaming(write.reg);
        let renamed = renaming.renamed(write.reg);
        let renamed_renaming = self.renaming(renamed);
        let supers = tables.super_registers(renamed);
        let clears = write.clears_super_registers;
        let with_supers = |mut set: RegSet| {
            if clears {
                set.extend_from_slice(supers);
            }
            set
        };
        let written = written_registers(tables, renamed);
        let mut kind = WriteKind {
            renaming,
            renamed,
            renamed_renaming,
            mapped: with_supers(written.clone()),
            zeroed: RegSet::new(),
            zeroed_with_supers: RegSet::new(),
            aliased: RegSet::new(),
            mapped_cells: Span32::default(),
            zero_cells: Span32::default(),
            zero_cells_with_supers: Span32::default(),
            alias_cells: Span32::default(),
            is_partial: renamed != write.reg && !clears,
        };
        if self.has_moves {
            kind.zeroed = written_registers(tables, if clears { renamed } else { write.reg });
            kind.zeroed_with_supers = with_supers(kind.zeroed.clone());
            kind.aliased = written;
        }
        for set in [&kind.mapped, &kind.zeroed, &kind.zeroed_with_supers, &kind.aliased] {
            self.cells.refine(set);
        }
        self.kinds.push(kind);
    }

    fn kind(&self, write: &Write) -> &WriteKind {
        let index = self.kind_of[write.reg.index()][usize::from(write.clears_super_registers)];
        &self.kinds[index as usize]
    }

    /// Which writes of an instruction take effect. Where several update the same register, one
    /// that is faster than the write it would replace does not.
    fn effective_writes(&self, inst: &LoweredInst) -> SmallVec<[bool; 3]> {
        let mut effective: SmallVec<[bool; 3]> = SmallVec::new();
        for (index, write) in inst.writes.iter().enumerate() {
            if !write.reg.is_some() {
                effective.push(false);
                continue;
            }
            let renamed = self.kind(write).renamed;
            let owner = (0..index).rev().find(|earlier| {
                effective[*earlier] && self.kind(&inst.writes[*earlier]).mapped.contains(&renamed)
            });
            let is_faster =
                owner.is_some_and(|owner| inst.writes[owner].latency_cycles > write.latency_cycles);
            effective.push(!is_faster);
        }
        effective
    }

    /// Whether a move satisfies every condition for elimination that does not change over time.
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
        if self.query_of[reg.index()] == NONE32 {
            let set = with_sub_registers(self.processor.tables(), reg);
            let cells = self.cells.append(&set, &mut self.program.cell_lists);
            self.query_of[reg.index()] = self.program.queries.len() as u32;
            self.program.queries.push(Query { first: self.cells.cell(reg), cells });
        }
        self.query_of[reg.index()]
    }

    fn add_op(&mut self, inst: &LoweredInst) {
        let needs = self.lowered.needs(inst);
        let reads = self.add_reads(inst);
        let (writes, mappings) = self.add_writes(inst);
        let bounded_mappings = self.bounded(mappings);
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
            rob_entries: inst.micro_ops.clamp(1, self.processor.reorder_buffer_size().max(1)),
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

    /// Row of read-advances for a use of a class.
    fn advance_row(&mut self, sched_class: SchedClassId, use_index: u32) -> u32 {
        let key = (sched_class, use_index);
        if let Some(row) = self.advance_rows.get(&key) {
            return *row;
        }
        let tables = self.processor.tables();
        let entries = tables
            .sched_class(self.processor.model, sched_class)
            .map_or(&[][..], |class| &tables.read_advances[class.read_advances.range()]);
        let mut row = NONE32;
        if entries.iter().any(|entry| u32::from(entry.use_index) == use_index) {
            let program = &mut self.program;
            row = (program.advances.len() / program.num_write_resources) as u32;
            for resource in &self.write_resources {
                let cycles = class::read_advance_cycles(entries, use_index, *resource);
                program.has_negative_advance |= cycles < 0;
                program.advances.push(cycles);
            }
        }
        self.advance_rows.insert(key, row);
        row
    }

    /// Rows of the writes, and what they hold in register files.
    fn add_writes(&mut self, inst: &LoweredInst) -> (Span32, Span32) {
        let start = self.program.writes.len();
        let mut counts: SmallVec<[u32; 8]> = SmallVec::from_elem(0, self.program.files.len());
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
                    count(&mut counts, kind.renamed_renaming);
                }
            }
            if row.cells.len() == 1 && !self.has_moves {
                row.cell = self.program.cell_lists[row.cells.range().start];
            }
            self.program.writes.push(row);
        }
        (Span32::new(start, self.program.writes.len()), self.add_mappings(&counts))
    }

    /// Rows of mappings in files with a limit, which come before the others.
    fn bounded(&self, mappings: Span32) -> Span32 {
        let range = mappings.range();
        let is_bounded =
            |mapping: &&Mapping| self.program.files[usize::from(mapping.file)].size != 0;
        let count = self.program.mappings[range.clone()].iter().take_while(is_bounded).count();
        Span32::new(range.start, range.start + count)
    }

    /// Files with a limit come first.
    fn add_mappings(&mut self, counts: &[u32]) -> Span32 {
        let start = self.program.mappings.len();
        for is_bounded in [true, false] {
            for (file, count) in counts.iter().enumerate().filter(|(_, count)| **count != 0) {
                if is_bounded == (self.program.files[file].size != 0) {
                    self.program.mappings.push(Mapping { file: file as u8, count: *count });
                }
            }
        }
        Span32::new(start, self.program.mappings.len())
    }

    /// What must be free to dispatch: every write counts at its own register's cost, in bounded
    /// files, and never more than the file has.
    fn add_required_mappings(&mut self, inst: &LoweredInst) -> Span32 {
        let mut counts: SmallVec<[u32; 8]> = SmallVec::from_elem(0, self.program.files.len());
        for write in &inst.writes {
            let renaming = if write.reg.is_some() {
                self.kind(write).renaming
            } else {
                self.renaming(write.reg)
            };
            count(&mut counts, renaming);
        }
        for (count, file) in counts.iter_mut().zip(&self.program.files) {
            *count = (*count).min(file.size);
        }
        self.add_mappings(&counts)
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

/// Counts a write in the file that owns it and in the default file.
fn count(counts: &mut [u32], renaming: Renaming) {
    if renaming.file != 0 {
        counts[usize::from(renaming.file)] += renaming.cost;
    }
    counts[0] += renaming.cost;
}
