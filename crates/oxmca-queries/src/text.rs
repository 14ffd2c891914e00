//! A text that was read for a machine: its loops or marked regions, its instructions by line, its diagnostics.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use oxmca::session::Place;
use oxmca::{Code, CodeRegion, TextOptions};
use oxmca_asm::{Dialect, Inst, Interrupt, Layout, Severity};
use oxmca_loops::table::notes;
use oxmca_loops::{AssemblyText, Cost, FunctionLoops, Program, SurveyOptions, loop_name};
use self_cell::self_cell;

use crate::machine::{Machine, Machines};

/// A text without loops and marks is taken for the body of a loop if it has at most so many instructions.
const MAX_WHOLE: usize = 1 << 10;
/// Longer texts are not read again to tell errors from warnings.
const MAX_BYTES_READ_AGAIN: usize = 8 << 20;

self_cell!(
    struct CodeWithFunctions {
        owner: Code,

        #[covariant]
        dependent: AssemblyText,
    }
);

/// The kind of a part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// An innermost loop.
    Loop,
    /// A region that the text marks, by its number.
    Region(usize),
    /// All of a text that has neither.
    Whole,
}

/// A part of a text whose iterations are simulated.
#[derive(Clone, Debug)]
pub struct TextPart {
    /// Its kind.
    pub kind: PartKind,
    /// Its name: `dot#1` of a loop, the name of a region.
    pub name: String,
    /// The line on which it begins, from 1: that of the label that leads to it, if there is one.
    pub first_line: u32,
    /// The lines of its instructions, from 1.
    pub lines: RangeInclusive<u32>,
    /// Indices of its instructions.
    pub indices: Arc<[u32]>,
    /// Its instructions.
    pub instructions: Arc<[Inst]>,
    /// Notes on it, such as "1 call"; empty if there are none.
    pub notes: String,
    /// Its cost, once it was asked for, in all copies.
    pub(crate) cost: Arc<OnceLock<Arc<Result<Cost, String>>>>,
}

impl TextPart {
    /// Returns the cost of an iteration, if it is known.
    pub fn known_cost(
        &self,
        machines: &Machines,
        machine: &Machine,
    ) -> Option<Arc<Result<Cost, String>>> {
        if let Some(cost) = self.cost.get() {
            return Some(Arc::clone(cost));
        }
        let found = machines.known_cost(machine, &self.instructions)?;
        Some(Arc::clone(self.cost.get_or_init(|| found)))
    }

    /// Returns the cost of an iteration of a loop.
    pub fn cost_of_loop(
        &self,
        machines: &Machines,
        machine: &Machine,
    ) -> Arc<Result<Cost, String>> {
        Arc::clone(self.cost.get_or_init(|| machines.cost(machine, &self.instructions)))
    }
}

/// A message about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextDiagnostic<'a> {
    /// The severity.
    pub severity: Severity,
    /// Its place; `None` if it is about none in the text.
    pub place: Option<Place>,
    /// Bytes from its place on that it is about; 0 if that is not known.
    pub length_bytes: u32,
    /// The line as it was read, which lenient reading may have rewritten. Only if the text has the same line do columns fit.
    pub line_as_read: &'a [u8],
    /// The message.
    pub message: String,
}

/// A text that was read for a machine.
pub struct TextOnMachine {
    machine: Arc<Machine>,
    code: CodeWithFunctions,
    /// Indices of instructions that are written in the text itself, not by a macro, in its order.
    written: Vec<u32>,
    /// The loops of each function, once they were asked for.
    loops: Vec<OnceLock<Vec<TextPart>>>,
    /// The first and the last line of each function; the first is greater if it has none.
    function_lines: Vec<(u32, u32)>,
    /// Instructions that labels lead to, and indices of the labels, sorted.
    labels: Vec<(u32, u32)>,
    is_marked: bool,
    errors: OnceLock<HashSet<(u32, String)>>,
}

impl fmt::Debug for TextOnMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextOnMachine").field("code", self.code()).finish_non_exhaustive()
    }
}

impl TextOnMachine {
    /// Reads a text as `oxmca loops` reads it.
    ///
    /// # Errors
    /// When it is too large.
    pub fn read(
        machine: Arc<Machine>,
        name: &str,
        text: impl Into<Vec<u8>>,
        interrupt: &Interrupt,
    ) -> Result<TextOnMachine, String> {
        let mut options = machine.text_options(name);
        options.interrupt = interrupt.clone();
        let code = machine.session().read(text, &options);
        let code = code.map_err(|_| "the text is too large".to_owned())?;
        let code = CodeWithFunctions::try_new(code, |code| AssemblyText::new(code).ok_or(()));
        let code = code.map_err(|()| "the text has no layout".to_owned())?;
        Ok(TextOnMachine::new(machine, code))
    }

    fn new(machine: Arc<Machine>, code: CodeWithFunctions) -> TextOnMachine {
        let (text, functions) = (code.borrow_owner(), code.borrow_dependent());
        let parsed = text.parsed();
        let main = text.sources().main();
        let is_written = |index: &u32| {
            let loc = parsed.locations[*index as usize];
            loc >= main.start() && loc <= main.end()
        };
        let written: Vec<u32> = (0..parsed.insts.len() as u32).filter(is_written).collect();
        let line =
            |index: u32| text.place(*parsed.locations.get(index as usize)?).map(|place| place.line);
        let lines_of = |function: usize| {
            let ranges = functions.instructions(function);
            let ends = ranges.iter().flat_map(|it| [it.start, it.end.saturating_sub(1)]);
            let mut lines = (u32::MAX, 0);
            for found in ends.filter_map(line) {
                lines = (lines.0.min(found), lines.1.max(found));
            }
            lines
        };
        let count = functions.functions().len();
        let function_lines = (0..count).map(lines_of).collect();
        let mut labels: Vec<(u32, u32)> = Vec::new();
        for (index, label) in text.layout().iter().flat_map(|it| &it.labels).enumerate() {
            labels.extend(label.instruction.map(|it| (it, index as u32)));
        }
        labels.sort_unstable();
        let is_marked = text.all_regions().any(|region| region.is_marked());
        let loops = (0..count).map(|_| OnceLock::new()).collect();
        let errors = OnceLock::new();
        TextOnMachine { machine, code, written, loops, function_lines, labels, is_marked, errors }
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    /// Returns the text as it was read.
    pub fn code(&self) -> &Code {
        self.code.borrow_owner()
    }

    /// Returns the text as it was read, without what was found in it.
    pub fn into_code(self) -> Code {
        self.code.into_owner()
    }

    /// Returns the dialect in which instructions are shown.
    pub fn shown_dialect(&self) -> Option<Dialect> {
        let dialects = self.machine.session().target().dialects();
        dialects.get(self.code().parsed().dialect).copied()
    }

    /// Returns its functions.
    pub fn program(&self) -> &AssemblyText<'_> {
        self.code.borrow_dependent()
    }

    /// Returns its labels, sections and functions.
    pub fn layout(&self) -> Option<&Layout> {
        self.code().layout()
    }

    /// Returns whether it marks regions, which are looked at in place of loops then.
    pub fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// Returns the line of an instruction, from 1; `None` if a macro wrote it.
    pub fn line(&self, index: u32) -> Option<u32> {
        self.place(index).map(|place| place.line)
    }

    /// Returns the place of an instruction; `None` if a macro wrote it.
    pub fn place(&self, index: u32) -> Option<Place> {
        self.code().place(*self.code().parsed().locations.get(index as usize)?)
    }

    /// Returns the indices of the instructions that are written on a line, from 1.
    pub fn instructions_on_line(&self, line: u32) -> &[u32] {
        let line_of = |index: &u32| self.line(*index).unwrap_or_default();
        let start = self.written.partition_point(|index| line_of(index) < line);
        let length = self.written[start..].partition_point(|index| line_of(index) == line);
        &self.written[start..start + length]
    }

    /// Returns an instruction as reports show it, without a tab before it.
    pub fn instruction_text(&self, index: u32) -> String {
        oxmca_names::plain(&self.instruction_source(index).replace('\t', " ")).into_owned()
    }

    /// Returns an instruction as it can be read again.
    pub(crate) fn instruction_source(&self, index: u32) -> String {
        let mut text = String::new();
        if let Some(inst) = self.code().parsed().insts.get(index as usize) {
            self.code().print_inst(inst, &mut text);
        }
        text.trim_ascii_start().to_owned()
    }

    /// Returns the parts that have a line in a range, from 1: innermost loops or, if the text marks regions, these. A short
    /// text that has neither is one part.
    pub fn parts(&self, lines: &RangeInclusive<u32>) -> Vec<TextPart> {
        let meets =
            |it: &TextPart| it.first_line <= *lines.end() && it.lines.end() >= lines.start();
        if self.is_marked {
            let regions = self.code().regions().filter(CodeRegion::is_marked);
            return regions.filter_map(|it| self.region(&it)).filter(meets).collect();
        }
        let mut parts: Vec<TextPart> = Vec::new();
        for (function, (first, last)) in self.function_lines.iter().enumerate() {
            // A label can be some lines before the first instruction.
            if *first <= lines.end().saturating_add(1) && last >= lines.start() {
                parts.extend(self.loops_of(function).iter().filter(|it| meets(it)).cloned());
            }
        }
        if parts.is_empty() && self.code().parsed().insts.len() <= MAX_WHOLE {
            let mut all = 0..self.function_lines.len();
            if all.all(|function| self.loops_of(function).is_empty()) {
                parts.extend(self.whole().filter(meets));
            }
        }
        parts.sort_by_key(|it| it.first_line);
        parts
    }

    /// Returns all parts, in the order of their lines.
    pub fn all_parts(&self) -> Vec<TextPart> {
        self.parts(&(1..=u32::MAX))
    }

    /// Returns all innermost loops.
    pub fn all_loops(&self) -> Vec<TextPart> {
        (0..self.loops.len()).flat_map(|it| self.loops_of(it)).cloned().collect()
    }

    /// Returns the lines of the functions that have a line in a range: those of their labels and instructions.
    pub(crate) fn function_lines(&self, lines: &RangeInclusive<u32>) -> RangeInclusive<u32> {
        let mut found = lines.clone();
        for (function, (first, last)) in self.function_lines.iter().enumerate() {
            if first <= lines.end() && last >= lines.start() {
                let start = self.program().instructions(function).first().map(|it| it.start);
                let label = start.and_then(|it| self.line_of_label(it)).unwrap_or(*first);
                found = (*found.start()).min(label)..=(*found.end()).max(*last);
            }
        }
        found
    }

    /// Returns the innermost loops of a function, by its index.
    fn loops_of(&self, function: usize) -> &[TextPart] {
        self.loops[function].get_or_init(|| {
            let program = self.program();
            let options = SurveyOptions { omits_costs: true, ..SurveyOptions::default() };
            let found = FunctionLoops::find(program, &options, function);
            let name = &program.functions()[function].name;
            let part = |it: &oxmca_loops::SurveyedLoop| {
                let indices: Arc<[u32]> = it.addresses.iter().map(|at| *at as u32).collect();
                let name = loop_name(&oxmca_names::plain(name), it.number_in_function);
                let header = it.address as u32;
                let lines = self.lines_of(&indices)?;
                Some(TextPart {
                    kind: PartKind::Loop,
                    name,
                    first_line: self.line_of_label(header).unwrap_or(*lines.start()),
                    lines,
                    indices,
                    instructions: Arc::clone(&it.instructions),
                    notes: notes(it),
                    cost: Arc::default(),
                })
            };
            found.loops.iter().filter_map(part).collect()
        })
    }

    fn lines_of(&self, indices: &[u32]) -> Option<RangeInclusive<u32>> {
        let lines = || indices.iter().filter_map(|index| self.line(*index));
        Some(lines().min()?..=lines().max()?)
    }

    /// Returns the line of the last label before an instruction that leads to it.
    fn line_of_label(&self, instruction: u32) -> Option<u32> {
        let end = self.labels.partition_point(|it| it.0 <= instruction);
        let (leads_to, label) = *self.labels.get(end.checked_sub(1)?)?;
        let label = self.layout()?.labels.get(label as usize)?;
        let line = self.code().place(label.loc)?.line;
        (leads_to == instruction && line <= self.line(instruction)?).then_some(line)
    }

    fn region(&self, region: &CodeRegion<'_>) -> Option<TextPart> {
        let indices: Arc<[u32]> = self
            .code()
            .parsed()
            .regions
            .iter()
            .filter(|it| !it.is_empty())
            .nth(region.index())?
            .indices()
            .map(|index| index as u32)
            .collect();
        let lines = self.lines_of(&indices)?;
        let name = match region.name() {
            name if name.is_empty() => format!("region {}", region.index() + 1),
            name => oxmca_names::plain(&name).into_owned(),
        };
        Some(TextPart {
            kind: PartKind::Region(region.index()),
            name,
            first_line: *lines.start(),
            lines,
            indices,
            instructions: region.instructions().as_ref().into(),
            notes: String::new(),
            cost: Arc::default(),
        })
    }

    fn whole(&self) -> Option<TextPart> {
        let insts = &self.code().parsed().insts;
        let indices: Arc<[u32]> = (0..insts.len() as u32).collect();
        let lines = self.lines_of(&indices)?;
        Some(TextPart {
            kind: PartKind::Whole,
            name: "all of it as the body of a loop".to_owned(),
            first_line: *lines.start(),
            lines,
            indices,
            instructions: insts.as_slice().into(),
            notes: String::new(),
            cost: Arc::default(),
        })
    }

    /// Returns the cost of an iteration of a part.
    pub fn cost(&self, machines: &Machines, part: &TextPart) -> Arc<Result<Cost, String>> {
        let region = match part.kind {
            PartKind::Region(index) => self.code().regions().nth(index),
            PartKind::Loop => None,
            PartKind::Whole => self.code().first_region(),
        };
        // Comments change what instructions cost.
        match region.filter(|it| !it.instruments().is_empty()) {
            Some(region) => {
                let dialect = self.machine.dialect();
                let find =
                    |analyzer: &mut oxmca::Analyzer<'_>| Cost::of_region(region, analyzer, dialect);
                Arc::new(self.machine.with_analyzer(find))
            }
            None => part.cost_of_loop(machines, &self.machine),
        }
    }

    /// Returns the lines and messages of the errors that LLVM's assembler has with the text, which is given again. Reading of
    /// loops, which passes over what it cannot read, only warns of them. None of a text that is very long.
    pub fn errors_of_assembler(&self, text: &str) -> &HashSet<(u32, String)> {
        self.errors.get_or_init(|| {
            if self.code().diagnostics().is_empty() || text.len() > MAX_BYTES_READ_AGAIN {
                return HashSet::new();
            }
            let options = TextOptions::with(|it| it.dialect = self.machine.dialect());
            let Ok(code) = self.machine.session().read(text, &options) else {
                return HashSet::new();
            };
            let errors = code.diagnostics().iter().filter(|it| it.severity == Severity::Error);
            let line = |it: &oxmca_asm::Diagnostic| code.place(it.loc).map_or(0, |it| it.line);
            errors.map(|it| (line(it), String::from_utf8_lossy(&it.message).into_owned())).collect()
        })
    }

    /// Returns the messages about the text. One about the expansion of a macro has the place of the note after it that is
    /// about the text.
    pub fn diagnostics(&self) -> impl Iterator<Item = TextDiagnostic<'_>> {
        let code = self.code();
        let all = code.diagnostics();
        all.iter().enumerate().map(move |(at, it)| {
            let notes = all[at + 1..].iter().take_while(|it| it.severity == Severity::Note);
            let place = code.place(it.loc);
            let nearest = || notes.into_iter().find_map(|note| code.place(note.loc));
            let is_in_line = place.is_some() && it.range.start.is_some() && it.loc <= it.range.end;
            TextDiagnostic {
                severity: it.severity,
                place: place.or_else(nearest),
                length_bytes: if is_in_line { it.range.end.0 - it.loc.0 } else { 0 },
                line_as_read: match place {
                    Some(_) => line_at(code, it.loc.0 - code.sources().main().start().0),
                    None => &[],
                },
                message: String::from_utf8_lossy(&it.message).into_owned(),
            }
        })
    }
}

/// Returns the line around an offset of the text as it was read.
fn line_at(code: &Code, offset: u32) -> &[u8] {
    let text = code.sources().main().text();
    let offset = (offset as usize).min(text.len());
    let start = text[..offset].iter().rposition(|it| *it == b'\n').map_or(0, |at| at + 1);
    let end =
        text[offset..].iter().position(|it| *it == b'\n').map_or(text.len(), |at| offset + at);
    &text[start..end]
}
