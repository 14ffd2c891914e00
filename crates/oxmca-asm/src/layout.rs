//! The layout of a text: labels, sections, functions and source lines, each with its instructions.
//!
//! A parser collects it if [`Options::collects_layout`](crate::Options::collects_layout) is set. Instructions are
//! indices into [`Parsed::insts`](crate::Parsed::insts).

use std::ops::Range;
use std::sync::Arc;

use crate::inst::{Expr, Operand};
use crate::lossless;
use crate::source::Loc;
use crate::symbols::NameMap;

/// Labels, sections, functions and source lines of a text.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The labels, in the order of the text.
    pub labels: Vec<Label>,
    /// The sections that the text enters, in that order. One with subsections is there once for each.
    pub sections: Vec<Section>,
    /// The functions that have instructions, by section and then by position. None overlap.
    pub functions: Vec<Function>,
    /// The source files that have a number.
    pub files: Vec<SourceFile>,
    /// The section that each stretch of instructions is in.
    pub(crate) section_runs: Vec<SectionRun>,
    /// The source line of each stretch of instructions.
    pub(crate) line_runs: Vec<LineRun>,
    /// Indices of labels, by their names and by names that are set to them.
    pub(crate) labels_by_name: NameMap<u32>,
}

/// A name for a place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The name that expressions have for it. A local label `1:` has one that no other has.
    pub name: Box<[u8]>,
    /// The number of a local label `1:`.
    pub local_number: Option<u32>,
    /// Its place in the text.
    pub loc: Loc,
    /// Its section: index into [`Layout::sections`].
    pub section: u32,
    /// The next instruction of its section. `None` if there is none, as for data.
    pub instruction: Option<u32>,
    /// Set if only the assembler knows it, by its name: `.L3`, or `L3` in Mach-O.
    pub is_temporary: bool,
    /// Set if other files see it (`.globl`, `.weak`).
    pub is_global: bool,
}

/// A section of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The name. Those of Mach-O are without their segment.
    pub name: Arc<[u8]>,
    /// Its instructions: ranges in order and apart. Control falls from the end of one into the next.
    pub instructions: Vec<Range<u32>>,
}

/// A function: instructions from its label to its end, in one section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its label: index into [`Layout::labels`]. Of labels at the same place it is the first.
    pub label: u32,
    /// Its instructions: ranges in order and apart.
    pub instructions: Vec<Range<u32>>,
}

/// A source file that the text was compiled from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The directory of the compilation, which others start from; empty if the text names none.
    pub(crate) root: Arc<[u8]>,
    /// The directory that a relative name starts from; empty if it is that of the compilation.
    pub directory: Box<[u8]>,
    /// The name, which may be an absolute path.
    pub name: Box<[u8]>,
}

impl SourceFile {
    /// Returns the directories and the name as one path.
    pub fn path(&self) -> Vec<u8> {
        join(&self.root, &join(&self.directory, &self.name))
    }
}

/// Returns a path that starts from a directory, unless it is absolute or there is none.
fn join(directory: &[u8], path: &[u8]) -> Vec<u8> {
    let is_absolute = matches!(path, [b'/' | b'\\', ..] | [_, b':', ..]);
    if directory.is_empty() || is_absolute {
        return path.to_vec();
    }
    let separator = if directory.ends_with(b"/") { "" } else { "/" };
    [directory, separator.as_bytes(), path].concat()
}

/// The source line of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// The file: index into [`Layout::files`]; `None` if the text does not number it.
    pub file: Option<u32>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is unknown.
    pub column: u32,
}

/// Instructions from one on that are in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SectionRun {
    pub start: u32,
    pub section: u32,
}

/// Instructions from one on that have a source line, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineRun {
    pub start: u32,
    pub line: Option<SourceLine>,
}

impl Layout {
    /// Returns the label of that name, or the one that the name is set to.
    pub fn label(&self, name: &[u8]) -> Option<&Label> {
        self.labels_by_name.get(name).map(|index| &self.labels[*index as usize])
    }

    /// Returns the label that an operand is: a symbol without a relocation specifier and without anything added.
    pub fn label_of(&self, operand: &Operand) -> Option<&Label> {
        let Operand::Expr(expr) = operand else { return None };
        match &**expr {
            Expr::Symbol { name, specifier: None } => self.label(&lossless::to_bytes(name)),
            _ => None,
        }
    }

    /// Returns the instruction that a branch to an operand leads to; `None` if it is not in the text or unknown. A specifier,
    /// as in `f@PLT`, does not change it: a branch through a linkage table comes back to the function, and machine code does
    /// not tell the two apart.
    pub fn target(&self, operand: &Operand) -> Option<u32> {
        let Operand::Expr(expr) = operand else { return None };
        match &**expr {
            Expr::Symbol { name, .. } => self.label(&lossless::to_bytes(name))?.instruction,
            _ => None,
        }
    }

    /// Returns the section of an instruction: index into [`Layout::sections`].
    pub fn section_of(&self, instruction: u32) -> Option<u32> {
        let after = self.section_runs.partition_point(|run| run.start <= instruction);
        Some(self.section_runs[after.checked_sub(1)?].section)
    }

    /// Returns the function of an instruction: index into [`Layout::functions`].
    pub fn function_of(&self, instruction: u32) -> Option<usize> {
        let section = self.section_of(instruction)?;
        let place = |it: &Function| (self.labels[it.label as usize].section, it.start());
        let after = self.functions.partition_point(|it| place(it) <= (section, instruction));
        let index = after.checked_sub(1)?;
        self.functions[index].contains(instruction).then_some(index)
    }

    /// Returns the source line of an instruction.
    pub fn source_line(&self, instruction: u32) -> Option<SourceLine> {
        let after = self.line_runs.partition_point(|run| run.start <= instruction);
        self.line_runs[after.checked_sub(1)?].line
    }
}

impl Function {
    /// Returns its first instruction.
    pub fn start(&self) -> u32 {
        self.instructions.first().map_or(0, |range| range.start)
    }

    /// Returns whether an instruction is part of it.
    pub fn contains(&self, instruction: u32) -> bool {
        let after = self.instructions.partition_point(|range| range.start <= instruction);
        after > 0 && self.instructions[after - 1].contains(&instruction)
    }

    /// Returns indices of its instructions.
    pub fn indices(&self) -> impl Iterator<Item = u32> {
        self.instructions.iter().cloned().flatten()
    }
}
