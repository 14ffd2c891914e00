//! Loops as a table.

use std::fmt::Write;

use crate::cost::{Cost, Limit};
use crate::program::Program;
use crate::survey::{Survey, SurveyedLoop};

/// Resources or registers of a limit that are named.
const MAX_NAMED: usize = 4;
/// Functions that are named below the table.
const MAX_NAMED_FUNCTIONS: usize = 5;

/// A column: its title, whether numbers in it end below each other, and the text of a loop in it.
struct Column<'a> {
    title: &'static str,
    is_number: bool,
    text: &'a dyn Fn(&SurveyedLoop) -> String,
}

/// Appends a table of loops, with a line for each and one for what could not be found.
pub fn render(survey: &Survey, program: &dyn Program, out: &mut String) {
    let source = |it: &SurveyedLoop| match &it.line {
        Some(line) => line.to_string(),
        None if program.has_addresses() => format!("{:#x}", it.address),
        None => String::new(),
    };
    let is_tree = survey.loops.iter().any(|it| it.has_inner_loops);
    let columns = [
        Column { title: "Loop", is_number: false, text: &|it| number(it, is_tree) },
        Column { title: "Cycles", is_number: true, text: &|it| cycles(it) },
        Column { title: "Instr.", is_number: true, text: &|it| it.instructions.len().to_string() },
        Column { title: "Limited by", is_number: false, text: &|it| limited_by(it) },
        Column { title: "Source", is_number: false, text: &source },
        Column {
            title: "Function",
            is_number: false,
            text: &|it| program.functions()[it.function].name.clone(),
        },
        Column { title: "Notes", is_number: false, text: &|it| notes(it) },
    ];
    if !survey.loops.is_empty() {
        rows(&survey.loops, &columns, out);
        out.push('\n');
    }
    footer(survey, program, out);
}

/// The number of a loop, which a space before it for each loop around it makes part of a tree.
fn number(it: &SurveyedLoop, is_tree: bool) -> String {
    const MAX_INDENT: u32 = 16;
    let indent = if is_tree { it.depth.min(MAX_INDENT) as usize } else { 0 };
    format!("{:indent$}{}", "", it.number)
}

fn cycles(it: &SurveyedLoop) -> String {
    match &it.cost {
        Some(Ok(cost)) => cycles_text(cost),
        Some(Err(_)) | None => "-".to_owned(),
    }
}

/// Cycles of an iteration, with a mark if they are an average.
pub(crate) fn cycles_text(cost: &Cost) -> String {
    let mark = if cost.is_exact { "" } else { "~" };
    format!("{mark}{:.2}", cost.cycles.to_f64())
}

fn limited_by(it: &SurveyedLoop) -> String {
    match &it.cost {
        Some(Ok(cost)) => limits(cost),
        Some(Err(reason)) => reason.clone(),
        None => String::new(),
    }
}

/// The bounds that a loop meets, in words.
pub fn limits(cost: &Cost) -> String {
    if cost.limits.is_empty() {
        return match cost.unexplained_cycles {
            Some(excess) if cost.is_exact => {
                format!("no single bound (+{:.2})", excess.to_f64())
            }
            _ => "not known".to_owned(),
        };
    }
    let limit = |it: &Limit| {
        let (named, rest) = it.details().split_at(it.details().len().min(MAX_NAMED));
        let more = if rest.is_empty() { "" } else { ", ..." };
        match it {
            Limit::Resources(_) => format!("{}{more}", named.join(", ")),
            Limit::Dependencies(_) if named.is_empty() => "dependencies".to_owned(),
            Limit::Dependencies(_) => format!("chain of {}{more}", named.join(", ")),
            other => other.name().to_owned(),
        }
    };
    cost.limits.iter().map(limit).collect::<Vec<_>>().join(" and ")
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

fn rows(loops: &[SurveyedLoop], columns: &[Column<'_>], out: &mut String) {
    let texts: Vec<Vec<String>> =
        columns.iter().map(|column| loops.iter().map(column.text).collect()).collect();
    let is_shown = |texts: &[String]| texts.iter().any(|it| !it.is_empty());
    let shown: Vec<(&Column<'_>, &Vec<String>, usize)> = columns
        .iter()
        .zip(&texts)
        .filter(|(_, texts)| is_shown(texts))
        .map(|(column, texts)| {
            let widest = texts.iter().map(|it| it.chars().count()).max().unwrap_or_default();
            (column, texts, widest.max(column.title.len()))
        })
        .collect();
    let mut line = |text: &dyn Fn(&Column<'_>, &[String]) -> String| {
        for (at, (column, texts, width)) in shown.iter().enumerate() {
            let (gap, width) = (if at == 0 { "" } else { "  " }, *width);
            let text = text(column, texts);
            let _ = match column.is_number {
                true => write!(out, "{gap}{text:>width$}"),
                false => write!(out, "{gap}{text:width$}"),
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    };
    line(&|column, _| column.title.to_owned());
    for row in 0..loops.len() {
        line(&|_, texts| texts[row].clone());
    }
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
    let irreducible = &survey.irreducible_functions;
    if !irreducible.is_empty() {
        let named = irreducible.iter().take(MAX_NAMED_FUNCTIONS);
        let names: Vec<&str> = named.map(|at| program.functions()[*at].name.as_str()).collect();
        let more = if irreducible.len() > names.len() { ", ..." } else { "" };
        let functions = counted(irreducible.len() as u64, "function", "functions");
        let _ = writeln!(
            out,
            "Cycles that are entered at several places, in {functions}, are not listed: {}{more}.",
            names.join(", ")
        );
    }
    if survey.undecodable_bytes > 0 {
        let bytes = counted(survey.undecodable_bytes, "byte is", "bytes are");
        let _ = writeln!(out, "{bytes} no instructions.");
    }
}

/// A number with its noun.
fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}
