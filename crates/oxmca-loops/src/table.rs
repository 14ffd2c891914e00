//! Loops as a table.

use std::collections::HashMap;
use std::fmt::Write;

use oxmca::steady_state::limits_text;

use crate::cost::Cost;
use crate::layout::{self, ColumnKind};
use crate::program::Program;
use crate::selection::loop_name;
use crate::survey::{Survey, SurveyedLoop};
use crate::work_text;

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
        Column::of_numbers("Work", work),
        Column::of_numbers("Per unit", |it| per_unit(it.cycles_per_unit())),
        Column::of_numbers("Instr.", |it| it.instructions.len().to_string()),
        Column::new("Limited by", ColumnKind::Lists, |it| limited_by(it.cost.as_ref())),
    ];
    render_with(costs, survey, program, most_columns, out);
}

/// Appends a table of the loops of a program with the cycles and limits on several CPUs. `surveys` has the same loops for
/// each of them.
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
    let cost = |at: usize, it: &SurveyedLoop| by_key[at].get(&it.key())?.cost.as_ref();
    let cost = &cost;
    let named = || surveys.iter().map(|(cpu, _)| *cpu).enumerate();
    let mut columns: Vec<Column<'_>> =
        named().map(|(at, cpu)| Column::of_numbers(cpu, move |it| cycles(cost(at, it)))).collect();
    columns.push(Column::of_numbers("Work", work));
    columns.push(Column::of_numbers("Instr.", |it| it.instructions.len().to_string()));
    columns.extend(named().map(|(at, cpu)| {
        Column::new(&format!("Limited by on {cpu}"), ColumnKind::Lists, move |it| {
            limited_by(cost(at, it))
        })
    }));
    render_with(columns, first, program, most_columns, out);
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

fn render_with(
    costs: Vec<Column<'_>>,
    survey: &Survey,
    program: &dyn Program,
    most_columns: usize,
    out: &mut String,
) {
    let source = |it: &SurveyedLoop| match &it.line {
        Some(line) => line.to_string(),
        None if program.has_addresses() => format!("{:#x}", it.address),
        None => String::new(),
    };
    let is_tree = survey.loops.iter().any(|it| it.has_inner_loops);
    let mut columns = vec![Column::of_text("Loop", |it| number(it, is_tree))];
    columns.extend(costs);
    // Addresses are those of the loops' first instructions.
    let title = if survey.loops.iter().any(|it| it.line.is_some()) { "Source" } else { "Address" };
    columns.push(Column::new(title, ColumnKind::Paths, source));
    let name = |it: &SurveyedLoop| {
        loop_name(&program.functions()[it.function].name, it.number_in_function)
    };
    columns.push(Column::of_names("Function", name));
    columns.push(Column::of_text("Notes", notes));
    if !survey.loops.is_empty() {
        rows(&survey.loops, columns, most_columns, out);
        out.push('\n');
    }
    footer(survey, program, out);
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
pub(crate) fn cycles_text(cost: &Cost) -> String {
    let mark = if cost.is_exact { "" } else { "~" };
    format!("{mark}{:.2}", cost.cycles.to_f64())
}

/// Returns the amount of work of an iteration.
fn work(it: &SurveyedLoop) -> String {
    let amount = it.work.as_ref().and_then(|work| work.amount().ok());
    amount.map_or_else(|| "-".to_owned(), work_text::amount)
}

/// Returns cycles of an element or byte. Of bytes there are many in a cycle.
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

fn notes(it: &SurveyedLoop) -> String {
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
    notes.join(", ")
}

/// Appends the rows of loops, without columns that are empty.
fn rows(loops: &[SurveyedLoop], columns: Vec<Column<'_>>, most_columns: usize, out: &mut String) {
    let texts = columns.into_iter().map(|column| {
        let texts: Vec<String> = loops.iter().map(&column.text).collect();
        (column.column, texts)
    });
    let is_shown = |it: &(layout::Column, Vec<String>)| it.1.iter().any(|text| !text.is_empty());
    let (shown, mut texts): (Vec<layout::Column>, Vec<Vec<String>>) =
        texts.filter(is_shown).unzip();
    let row = |row: usize| texts.iter_mut().map(|it| std::mem::take(&mut it[row])).collect();
    let rows: Vec<Vec<String>> = (0..loops.len()).map(row).collect();
    layout::render(&shown, &rows, most_columns, out);
}

/// Appends how much was looked at, and what could not be found.
fn footer(survey: &Survey, program: &dyn Program, out: &mut String) {
    let _ = writeln!(
        out,
        "{} in {}, {}.",
        counted(survey.loops.len() as u64, "loop", "loops"),
        counted(survey.functions as u64, "function", "functions"),
        counted(survey.instructions, "instruction", "instructions"),
    );
    if survey.indirect_jumps > 0 {
        let jumps = counted(survey.indirect_jumps, "indirect jump", "indirect jumps");
        let _ = writeln!(out, "Loops that pass through {jumps} are not found.");
    }
    let named = |functions: &[usize]| {
        let named = functions.iter().take(MAX_NAMED_FUNCTIONS);
        let names: Vec<&str> = named.map(|at| program.functions()[*at].name.as_str()).collect();
        let more = if functions.len() > names.len() { ", ..." } else { "" };
        let count = counted(functions.len() as u64, "function", "functions");
        (count, format!("{}{more}", names.join(", ")))
    };
    if !survey.irreducible_functions.is_empty() {
        let (functions, names) = named(&survey.irreducible_functions);
        let _ = writeln!(
            out,
            "Cycles that are entered at several places, in {functions}, are not listed: {names}.",
        );
    }
    if !survey.tangled_functions.is_empty() {
        let (functions, names) = named(&survey.tangled_functions);
        let _ =
            writeln!(out, "Not all loops of {functions} with very many ways are listed: {names}.");
    }
    if survey.undecodable_bytes > 0 {
        let bytes = counted(survey.undecodable_bytes, "byte is", "bytes are");
        let _ = writeln!(out, "{bytes} no instructions.");
    }
}

/// Returns a number with its noun.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}
