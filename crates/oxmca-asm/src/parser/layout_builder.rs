//! The layout of a text while it is read: labels, sections, functions and source lines as directives give them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::inst::Expr;
use crate::layout::{
    Function, Label, Layout, LineRun, Section, SectionRun, SourceFile, SourceLine,
};
use crate::lossless;
use crate::source::Loc;
use crate::symbols::{NameMap, SectionId, SymbolId, Symbols};

/// Most source files. Further ones have no names.
const MAX_FILES: usize = 1 << 20;
/// Levels of names that are set to names that are followed to a label.
const MAX_ALIAS_DEPTH: u32 = 8;

/// The two spaces of file numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FileNumber {
    /// `.file 1 "name"`
    Dwarf(u32),
    /// `.cv_file 1 "name"`
    CodeView(u32),
}

/// A source line as a directive gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NumberedLine {
    pub file: FileNumber,
    pub line: u32,
    pub column: u32,
}

/// A label, and its properties that directives give.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelRecord {
    pub symbol: SymbolId,
    pub local_number: Option<u32>,
    pub loc: Loc,
    pub section: u32,
    /// The instructions before it.
    pub start: u32,
    pub is_temporary: bool,
    /// Set if call frame information begins at its place.
    pub begins_frame: bool,
    /// The instructions before the end of the frame that begins at it.
    pub frame_end: Option<u32>,
}

/// The layout of a text while it is read.
#[derive(Debug, Default)]
pub(super) struct LayoutBuilder {
    pub labels: Vec<LabelRecord>,
    sections: Vec<Section>,
    /// The names of sections, which all of their subsections share.
    section_names: HashMap<SectionId, Arc<[u8]>>,
    /// Numbers of sections, by their ids and subsections.
    section_numbers: HashMap<(SectionId, u32), u32>,
    section_runs: Vec<SectionRun>,
    pub functions: HashSet<SymbolId>,
    pub globals: HashSet<SymbolId>,
    /// The instructions before the end of a symbol, as `.size` gives it.
    pub ends: HashMap<SymbolId, u32>,
    /// The label that the open call frame begins at.
    frame: Option<usize>,
    /// The labels that frames begin at have been looked for up to here.
    frames_looked_at: usize,
    /// The symbol that COFF's `.def` describes.
    pub defined: Option<SymbolId>,
    files: BTreeMap<FileNumber, SourceFile>,
    /// The directory that DWARF 5's file 0 gives to relative names.
    root_directory: Arc<[u8]>,
    line_runs: Vec<(u32, Option<NumberedLine>)>,
    /// The line in force at the end of each section.
    section_lines: Vec<Option<NumberedLine>>,
}

impl LayoutBuilder {
    /// Returns the number of the section in force.
    pub fn section(&self) -> Option<u32> {
        self.section_runs.last().map(|run| run.section)
    }

    /// Makes `line` that of the instructions from `start` on.
    fn push_line(&mut self, start: u32, line: Option<NumberedLine>) {
        if self.line_runs.last().is_some_and(|last| last.0 == start) {
            self.line_runs.pop();
        }
        if self.line_runs.last().and_then(|last| last.1) != line {
            self.line_runs.push((start, line));
        }
    }

    pub fn enter_section(&mut self, start: u32, key: (SectionId, u32), name: &[u8]) {
        let count = self.section_numbers.len() as u32;
        let section = *self.section_numbers.entry(key).or_insert(count);
        if section == count {
            let name = self.section_names.entry(key.0).or_insert_with(|| name.into());
            self.sections.push(Section { name: name.clone(), instructions: Vec::new() });
            self.section_lines.push(None);
        }
        if self.section() == Some(section) {
            return;
        }
        if self.section_runs.last().is_some_and(|last| last.start == start) {
            self.section_runs.pop();
        }
        if self.section() != Some(section) {
            self.section_runs.push(SectionRun { start, section });
        }
        self.push_line(start, self.section_lines[section as usize]);
    }

    /// Makes `line` that of the next instructions of the section in force.
    pub fn set_line(&mut self, start: u32, line: NumberedLine) {
        if let Some(section) = self.section() {
            self.section_lines[section as usize] = Some(line);
        }
        self.push_line(start, Some(line));
    }

    pub fn number_file(&mut self, number: FileNumber, directory: &[u8], name: &[u8]) {
        if self.files.len() >= MAX_FILES {
            return;
        }
        let mut directory: Box<[u8]> = directory.into();
        if number == FileNumber::Dwarf(0) {
            self.root_directory = std::mem::take(&mut directory).into();
        }
        let root = self.root_directory.clone();
        self.files.entry(number).or_insert(SourceFile { root, directory, name: name.into() });
    }

    /// Finds the label at which a call frame begins: the last one here that is not only the assembler's.
    pub fn begin_frame(&mut self, start: u32) {
        let section = self.section();
        let new = self.frames_looked_at..self.labels.len();
        self.frames_looked_at = new.end;
        let here = |it: &LabelRecord| it.start == start && Some(it.section) == section;
        let mut labels = self.labels[new.clone()].iter();
        let found =
            labels.rposition(|it| here(it) && !it.is_temporary && it.local_number.is_none());
        self.frame = found.map(|index| new.start + index);
        if let Some(frame) = self.frame {
            self.labels[frame].begins_frame = true;
        }
    }

    pub fn end_frame(&mut self, start: u32) {
        if let Some(frame) = self.frame.take() {
            self.labels[frame].frame_end.get_or_insert(start);
        }
    }

    /// Returns the layout of a text with `insts` instructions.
    pub fn finish(mut self, insts: u32, symbols: &Symbols) -> Layout {
        self.section_runs.retain(|run| run.start < insts);
        for (at, run) in self.section_runs.iter().enumerate() {
            let end = self.section_runs.get(at + 1).map_or(insts, |next| next.start);
            let ranges = &mut self.sections[run.section as usize].instructions;
            ranges.push(run.start..end);
        }
        let labels: Vec<Label> = self.labels.iter().map(|it| self.label(it, symbols)).collect();
        let functions = self.functions(&labels);
        let numbers: Vec<FileNumber> = self.files.keys().copied().collect();
        let resolve = |line: NumberedLine| SourceLine {
            file: numbers.binary_search(&line.file).ok().map(|index| index as u32),
            line: line.line,
            column: line.column,
        };
        let line_runs = self.line_runs.iter().map(|(start, line)| LineRun {
            start: *start,
            line: line.filter(|line| line.line > 0).map(resolve),
        });
        Layout {
            labels_by_name: labels_by_name(&labels, symbols),
            line_runs: line_runs.collect(),
            labels,
            functions,
            files: self.files.into_values().collect(),
            sections: self.sections,
            section_runs: self.section_runs,
        }
    }

    fn label(&self, record: &LabelRecord, symbols: &Symbols) -> Label {
        Label {
            name: symbols.get(record.symbol).name.clone(),
            local_number: record.local_number,
            loc: record.loc,
            section: record.section,
            instruction: first_from(&self.sections[record.section as usize], record.start),
            is_temporary: record.is_temporary,
            is_global: self.globals.contains(&record.symbol),
        }
    }

    /// Finds the functions: symbols that directives say to be some, labels at which call frames begin, and labels that
    /// other files see.
    fn functions(&self, labels: &[Label]) -> Vec<Function> {
        let is_function = |at: usize| {
            let record = &self.labels[at];
            let is_named = !record.is_temporary && record.local_number.is_none();
            self.functions.contains(&record.symbol)
                || record.begins_frame
                || is_named && labels[at].is_global
        };
        let place = |at: usize| (labels[at].section, labels[at].instruction);
        let mut found: Vec<usize> = (0..labels.len())
            .filter(|at| labels[*at].instruction.is_some() && is_function(*at))
            .collect();
        found.sort_by_key(|at| place(*at));
        // Of labels at the same place, the size of any is that of all.
        let ends = |group: &[usize]| {
            let end = |at: &usize| {
                self.ends.get(&self.labels[*at].symbol).copied().or(self.labels[*at].frame_end)
            };
            group.iter().filter_map(end).max()
        };
        let mut functions = Vec::new();
        let mut groups = found.chunk_by(|a, b| place(*a) == place(*b)).peekable();
        while let Some(group) = groups.next() {
            let (section, start) = place(group[0]);
            let next = groups.peek().map(|next| place(next[0]));
            let limit = next.filter(|next| next.0 == section).and_then(|next| next.1);
            let end = ends(group).unwrap_or(u32::MAX).min(limit.unwrap_or(u32::MAX));
            let ranges = &self.sections[section as usize].instructions;
            let start = start.unwrap_or(0);
            let first = ranges.partition_point(|range| range.end <= start);
            let ranges = ranges[first..].iter().take_while(|range| range.start < end);
            let clipped = ranges.map(|range| range.start.max(start)..range.end.min(end));
            let instructions: Vec<_> = clipped.filter(|range| !range.is_empty()).collect();
            if !instructions.is_empty() {
                functions.push(Function { label: group[0] as u32, instructions });
            }
        }
        functions
    }
}

/// Returns the first instruction of a section that is not before `start`.
fn first_from(section: &Section, start: u32) -> Option<u32> {
    let ranges = &section.instructions;
    let range = ranges.get(ranges.partition_point(|range| range.end <= start))?;
    Some(range.start.max(start))
}

/// Returns the labels by their names and by those that are set to them.
fn labels_by_name(labels: &[Label], symbols: &Symbols) -> NameMap<u32> {
    let named = labels.iter().enumerate();
    let mut by_name: NameMap<u32> = named.map(|(at, it)| (it.name.clone(), at as u32)).collect();
    if symbols.has_variables() {
        for alias in symbols.variables() {
            let mut value = symbols.get(alias).variable();
            for _ in 0..MAX_ALIAS_DEPTH {
                let Some(Expr::Symbol { name, specifier: None }) = value else { break };
                let name = lossless::to_bytes(name);
                if let Some(label) = by_name.get(&*name).copied() {
                    by_name.insert(symbols.get(alias).name.clone(), label);
                    break;
                }
                value = symbols.resolve(&name).and_then(|it| symbols.get(it).variable());
            }
        }
    }
    by_name
}
