//! Comparisons of instructions with measurements.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::opcode_patterns;
use super::selection::Rows;

/// Most letters of a line that is written.
const COLUMNS: usize = 132;

/// Rows of instructions that have been compared with measurements, in the order of their file.
pub(super) type ComparisonRows = Rows<ComparisonRow>;

/// The comparison that a row has for its instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparisonRow {
    pub latency: bool,
    pub throughput: bool,
    pub comparison: Comparison,
}

/// The comparison of a number of an instruction with measurements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Comparison {
    /// There is none.
    #[default]
    Never,
    /// It is as measured, within ten per cent.
    Agrees,
    /// It is further off.
    Differs,
}

/// The comparisons of the numbers of an instruction with measurements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comparisons {
    /// The comparison of its latency.
    pub latency: Comparison,
    /// The comparison of its throughput: of its micro-ops and of the ports that they take.
    pub throughput: Comparison,
}

impl Comparisons {
    /// Returns what rows say of an opcode, later rows over earlier ones.
    pub(super) fn of(rows: &ComparisonRows, opcode: &str) -> Comparisons {
        let mut comparisons = Comparisons::default();
        for row in rows.of(opcode, &|_| true) {
            if row.latency {
                comparisons.latency = row.comparison;
            }
            if row.throughput {
                comparisons.throughput = row.comparison;
            }
        }
        comparisons
    }
}

/// Returns the lines `compared` and `differs` of a file that tells of each of these opcodes, all of a target, what has been compared.
pub fn comparison_lines<'a>(opcodes: impl Iterator<Item = (&'a str, Comparisons)>) -> String {
    let mut opcodes: Vec<(&str, Comparisons)> = opcodes.collect();
    opcodes.sort_unstable_by_key(|it| it.0);
    opcodes.dedup_by_key(|it| it.0);
    let all: Vec<&str> = opcodes.iter().map(|it| it.0).collect();
    let mut text = String::new();
    let mut add = |keyword: &str, is_in: &dyn Fn(Comparisons) -> bool| {
        let chosen = opcodes.iter().filter(|(_, comparisons)| is_in(*comparisons));
        let chosen: BTreeSet<&str> = chosen.map(|it| it.0).collect();
        let mut column = None;
        for pattern in opcode_patterns::of(&chosen, &all) {
            let length = 1 + pattern.len();
            column = Some(match column {
                None => {
                    let _ = write!(text, "{keyword} for");
                    keyword.len() + 4
                }
                Some(column) if column + length > COLUMNS => {
                    text.push_str("\n   ");
                    3
                }
                Some(column) => column,
            });
            let _ = write!(text, " {pattern}");
            column = column.map(|it| it + length);
        }
        if column.is_some() {
            text.push('\n');
        }
    };
    let agree = |it: Comparisons| [it.latency, it.throughput].map(|it| it == Comparison::Agrees);
    add("compared latency throughput", &|it| agree(it) == [true, true]);
    add("compared latency", &|it| agree(it) == [true, false]);
    add("compared throughput", &|it| agree(it) == [false, true]);
    add("differs latency", &|it| it.latency == Comparison::Differs);
    add("differs throughput", &|it| it.throughput == Comparison::Differs);
    text
}
