//! Loops as a table.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use oxmca::steady_state::limits_text;

use crate::cost::Cost;
use crate::layout::{self, Cell, ColumnKind};
use crate::measured;
use crate::program::Program;
use crate::selection::loop_name;
use crate::survey::{Survey, SurveyedLoop};
use crate::work_text;

/// The title of the column that says what is special about a loop.
const NOTES: &str = "Notes";
/// Functions that are named below the table.
const MAX_NAMED_FUNCTIONS: usize = 5;

/// A column with the text of each loop in it.
struct Column<'a> {
    column: layout::Column,
    text: Box<dyn Fn(&SurveyedLoop) -> String + 'a>,
}

impl<'a> Column<'a> {
    fn new(
        title: &str,
        kind: ColumnKind,
        text: impl Fn(&SurveyedLoop) -> String + 'a,
    ) -> Column<'a> {
        Column { column: layout::Column::new(title, kind), text: Box::new(text) }
    }

    /// Returns the column as one that is left out where lines would be too long.
    fn optional(self) -> Column<'a> {
        Column { column: self.column.optional(), ..self }
    }

    fn of_text(title: &str, text: impl Fn(&SurveyedLoop) -> String + 'a) -> Column<'a> {
        Column::new(title, ColumnKind::Words, text)
    }

    fn of_numbers(title: &str, text: impl Fn(&SurveyedLoop) -> String + 'a) -> Column<'a> {
        Column::new(title, ColumnKind::Numbers, text)
    }

    fn of_names(title: &str, text: impl Fn(&SurveyedLoop) -> String + 'a) -> Column<'a> {
        Column::new(title, ColumnKind::Names, text)
    }
}

/// Appends a table of loops, with a line for each and one for what could not be found. Names and paths are shortened so that
/// lines have at most so many columns.
pub fn render(survey: &Survey, program: &dyn Program, most_columns: usize, out: &mut String) {
    let costs = vec![
        Column::of_numbers("Cycles", |it| cycles(it.cost.as_ref())),
        Column::of_numbers("Measured", |it| measured::text(it.measured.as_ref())),
        Column::of_numbers("Work", work),
        Column::of_numbers("Per unit", |it| per_unit(it.cycles_per_unit())),
        Column::of_numbers("Instr.", |it| it.instructions.len().to_string()).optional(),
        Column::new("Limited by", ColumnKind::Lists, |it| limited_by(it.cost.as_ref())),
    ];
    Table::new(costs, true, survey, program, most_columns).render(most_columns, out);
    footer(survey, program, most_columns, out);
}

/// Appends a table of the loops of a program with the cycles and limits on several CPUs. `surveys` has the same loops for
/// each of them. CPUs that would make lines too long have a table of their own.
pub fn render_side_by_side(
    surveys: &[(&str, &Survey)],
    program: &dyn Program,
    most_columns: usize,
    out: &mut String,
) {
    let Some((_, first)) = surveys.first() else { return };
    let by_key: Vec<HashMap<(usize, usize), &SurveyedLoop>> = surveys
        .iter()
        .map(|(_, survey)| survey.loops.iter().map(|it| (it.key(), it)).collect())
        .collect();
    let of = |at: usize, it: &SurveyedLoop| by_key[at].get(&it.key()).copied();
    let of = &of;
    let cost = |at: usize, it: &SurveyedLoop| of(at, it)?.cost.as_ref();
    let cost = &cost;
    let table = |cpus: Range<usize>, part: Part| {
        let named = || cpus.clone().map(|at| (at, surveys[at].0));
        let of_cycles = named()
            .map(|(at, cpu)| Column::of_numbers(cpu, move |it| cycles(cost(at, it))))
            .filter(|_| part != Part::Limits);
        let mut columns: Vec<Column<'_>> = of_cycles.collect();
        if part != Part::Limits {
            let cpus = cpus.clone();
            let works = move |it: &SurveyedLoop| works(cpus.clone().map(|at| of(at, it)));
            columns.push(Column::of_numbers("Work", works).optional());
            let instructions = |it: &SurveyedLoop| it.instructions.len().to_string();
            columns.push(Column::of_numbers("Instr.", instructions).optional());
        }
        let of_limits = named().map(|(at, cpu)| {
            let limit = move |it: &SurveyedLoop| limited_by(cost(at, it));
            Column::new(&format!("Limit on {cpu}"), ColumnKind::Lists, limit)
        });
        columns.extend(of_limits.filter(|_| part != Part::Cycles));
        Table::new(columns, part != Part::Limits, first, program, most_columns)
    };
    let all = 0..surveys.len();
    let whole = table(all.clone(), Part::All);
    if whole.least_width() <= most_columns {
        whole.render(most_columns, out);
    } else {
        for part in [Part::Cycles, Part::Limits] {
            let mut cpus = all.clone();
            while !cpus.is_empty() {
                let ends = (cpus.start + 1..=cpus.end).rev();
                let mut tables = ends.map(|end| (end, table(cpus.start..end, part)));
                let fits = tables.find(|(end, table)| {
                    *end == cpus.start + 1 || table.least_width() <= most_columns
                });
                let Some((end, table)) = fits else { break };
                table.render(most_columns, out);
                cpus.start = end;
            }
        }
    }
    footer(first, program, most_columns, out);
}

/// The part of a comparison of CPUs that a table has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Cycles,
    Limits,
}

/// Returns whether surveys have the same loops, whatever these cost.
pub fn have_same_loops(surveys: &[&Survey]) -> bool {
    let keys = |survey: &Survey| -> Vec<(usize, usize, usize)> {
        let key = |it: &SurveyedLoop| (it.function, it.number_in_function, it.instructions.len());
        let mut keys: Vec<_> = survey.loops.iter().map(key).collect();
        keys.sort_unstable();
        keys
    };
    surveys.windows(2).all(|pair| keys(pair[0]) == keys(pair[1]))
}

/// A table of loops, with notes below it.
struct Table {
    columns: Vec<layout::Column>,
    rows: Vec<Vec<Cell>>,
    footnotes: Vec<Cell>,
}

impl Table {
    /// Creates the table of the loops of a survey, with these columns after their numbers, and then their places if they are
    /// wanted. Columns that are empty are left
    /// out, and notes are below the table if lines would have more than `most_columns` characters.
    fn new(
        costs: Vec<Column<'_>>,
        with_places: bool,
        survey: &Survey,
        program: &dyn Program,
        most_columns: usize,
    ) -> Table {
        let loops = &survey.loops;
        let source = |it: &SurveyedLoop| match &it.line {
            Some(line) => line.to_string(),
            None if program.has_addresses() => format!("{:#x}", it.address),
            None => String::new(),
        };
        let is_tree = loops.iter().any(|it| it.has_inner_loops);
        let mut columns = vec![Column::of_text("Loop", |it| number(it, is_tree))];
        columns.extend(costs);
        // Addresses are those of the loops' first instructions.
        let have_lines = |wanted: bool| loops.iter().any(|it| it.line.is_some() == wanted);
        let title = match (have_lines(true), have_lines(false) && program.has_addresses()) {
            (true, false) => "Source",
            (true, true) => "Source, address",
            (false, _) => "Address",
        };
        if with_places {
            columns.push(Column::new(title, ColumnKind::Paths, source));
        }
        let name = |it: &SurveyedLoop| {
            loop_name(&program.functions()[it.function].name, it.number_in_function)
        };
        if with_places {
            columns.push(Column::of_names("Function", name));
        }
        let texts = columns.into_iter().map(|column| {
            let texts: Vec<Cell> = loops.iter().map(|it| Cell::new(&(column.text)(it))).collect();
            (column.column, texts)
        });
        let is_shown = |it: &(layout::Column, Vec<Cell>)| it.1.iter().any(|text| !text.is_empty());
        let mut shown: Vec<(layout::Column, Vec<Cell>)> = texts.filter(is_shown).collect();
        let notes = loops.iter().map(|it| Cell::new(&notes(it))).collect();
        let notes = (layout::Column::new(NOTES, ColumnKind::Words), notes);
        if with_places && is_shown(&notes) {
            shown.push(notes);
        }
        let (columns, texts): (Vec<layout::Column>, Vec<Vec<Cell>>) = shown.into_iter().unzip();
        let row = |row: usize| texts.iter().map(|it| it[row].clone()).collect();
        let mut table =
            Table { columns, rows: (0..loops.len()).map(row).collect(), footnotes: Vec::new() };
        if layout::whole_width(&table.columns, &table.rows) > most_columns {
            table.move_notes();
        }
        table
    }

    /// Moves notes below the table, each once, and leaves their numbers.
    fn move_notes(&mut self) {
        let Some(at) = self.columns.iter().position(|it| it.title == NOTES) else { return };
        for row in self.rows.iter_mut().filter(|row| !row[at].is_empty()) {
            let note = row[at].clone();
            let known = self.footnotes.iter().position(|it| *it == note);
            let number = known.unwrap_or_else(|| {
                self.footnotes.push(note);
                self.footnotes.len() - 1
            });
            row[at] = Cell::new(&format!("[{}]", number + 1));
        }
    }

    /// Returns the least number of characters of its lines.
    fn least_width(&self) -> usize {
        layout::least_width(&self.columns, &self.rows)
    }

    /// Appends the table and its notes, with an empty line after them.
    fn render(&self, most_columns: usize, out: &mut String) {
        if self.rows.is_empty() {
            return;
        }
        layout::render(&self.columns, &self.rows, most_columns, out);
        for (at, note) in self.footnotes.iter().enumerate() {
            layout::wrap_indented(&format!("[{}] {}", at + 1, note.text()), 4, most_columns, out);
        }
        out.push('\n');
    }
}

/// Returns the number of a loop, which a space before it for each loop around it makes part of a
/// tree.
fn number(it: &SurveyedLoop, is_tree: bool) -> String {
    const MAX_INDENT: u32 = 16;
    let indent = if is_tree { it.depth.min(MAX_INDENT) as usize } else { 0 };
    format!("{:indent$}{}", "", it.number)
}

fn cycles(cost: Option<&Result<Cost, String>>) -> String {
    match cost {
        Some(Ok(cost)) => cycles_text(cost),
        Some(Err(_)) | None => "-".to_owned(),
    }
}

/// Returns cycles of an iteration, with a mark if they are an average.
pub fn cycles_text(cost: &Cost) -> String {
    let mark = if cost.is_exact { "" } else { "~" };
    format!("{mark}{:.2}", cost.cycles.to_f64())
}

/// Returns the amount of work of an iteration.
fn work(it: &SurveyedLoop) -> String {
    let amount = it.work.as_ref().and_then(|work| work.amount().ok());
    amount.map_or_else(|| "-".to_owned(), work_text::amount)
}

/// Returns the amounts of work of an iteration on several CPUs, which the length of their vectors can make different.
fn works<'a>(on_cpus: impl Iterator<Item = Option<&'a SurveyedLoop>>) -> String {
    let mut texts: Vec<String> = Vec::new();
    for text in on_cpus.flatten().map(work) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.is_empty() { "-".to_owned() } else { texts.join(", ") }
}

/// Returns cycles of an element, byte or vector. Of bytes there are many in a cycle.
fn per_unit(cycles: Option<f64>) -> String {
    match cycles {
        Some(cycles) if cycles < 0.1 => format!("{cycles:.3}"),
        Some(cycles) => format!("{cycles:.2}"),
        None => "-".to_owned(),
    }
}

fn limited_by(cost: Option<&Result<Cost, String>>) -> String {
    match cost {
        Some(Ok(cost)) => limits(cost),
        Some(Err(reason)) => reason.clone(),
        None => String::new(),
    }
}

/// Returns the limits of a loop, in words.
pub fn limits(cost: &Cost) -> String {
    if cost.limits.is_empty() {
        return "not known".to_owned();
    }
    let mut text = limits_text(&cost.limits);
    if let Some(excess) = cost.unexplained_cycles {
        let _ = write!(text, " (+{:.2})", excess.to_f64());
    }
    text
}

/// Returns what is special about a loop, such as "1 call"; empty if nothing is.
pub fn notes(it: &SurveyedLoop) -> String {
    let mut notes = Vec::new();
    if it.has_inner_loops {
        notes.push("once through loops within it".to_owned());
    }
    if it.is_one_of_several {
        notes.push("one of several ways".to_owned());
    }
    match it.calls {
        0 => {}
        1 => notes.push("1 call".to_owned()),
        count => notes.push(format!("{count} calls")),
    }
    if let Some(Err(reason)) = &it.measured {
        notes.push(format!("not measured: {reason}"));
    }
    notes.join(", ")
}

/// Characters of a name of a function below the table at most.
const MAX_NAME: usize = 60;

/// Appends how much was looked at, and what could not be found, in lines of at most so many characters.
fn footer(survey: &Survey, program: &dyn Program, most_columns: usize, out: &mut String) {
    let named = |functions: &[usize]| {
        let named = functions.iter().take(MAX_NAMED_FUNCTIONS);
        let name = |at: &usize| layout::short_name(&program.functions()[*at].name, MAX_NAME);
        let names: Vec<String> = named.map(name).collect();
        let more = if functions.len() > names.len() { ", ..." } else { "" };
        let count = counted(functions.len() as u64, "function", "functions");
        (count, format!("{}{more}", names.join(", ")))
    };
    let mut sentences = vec![format!(
        "{} in {}, {}.",
        counted(survey.loops.len() as u64, "loop", "loops"),
        counted(survey.functions as u64, "function", "functions"),
        counted(survey.instructions, "instruction", "instructions"),
    )];
    if survey.indirect_jumps > 0 {
        let jumps = counted(survey.indirect_jumps, "indirect jump", "indirect jumps");
        sentences.push(format!("Loops that pass through {jumps} are not found."));
    }
    if !survey.irreducible_functions.is_empty() {
        let (functions, names) = named(&survey.irreducible_functions);
        sentences.push(format!(
            "Cycles that are entered at several places, in {functions}, are not listed: {names}."
        ));
    }
    if !survey.tangled_functions.is_empty() {
        let (functions, names) = named(&survey.tangled_functions);
        let sentence =
            format!("Not all loops of {functions} with very many ways are listed: {names}.");
        sentences.push(sentence);
    }
    if survey.undecodable_bytes > 0 {
        let bytes = counted(survey.undecodable_bytes, "byte", "bytes");
        sentences.push(format!("{bytes} could not be decoded."));
    }
    sentences.iter().for_each(|it| layout::wrap(it, most_columns, out));
}

/// Returns a number with its noun.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}
