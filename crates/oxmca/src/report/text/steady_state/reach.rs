//! The comparisons of instructions with measurements, as text.

use oxmca_tables::hardware::Comparison;

use crate::simulation::hardware::{HardwareReach, InstructionReach, NumberReach};

/// Rows that are shown; of more, the others are counted.
const MAX_ROWS: usize = 6;
/// Instructions that a row names by their places.
const MAX_PLACES: usize = 4;

/// Returns a row for the instructions with each mnemonic of which the same numbers have been compared in that way, with these
/// numbers.
pub(super) fn rows(
    reach: &HardwareReach,
    comparison: Comparison,
    instructions: &[&str],
) -> Vec<String> {
    let mut groups = Vec::<(&str, String, Vec<u32>)>::new();
    for it in reach.instructions.iter().filter(|it| it.is_any(comparison)) {
        let text = instructions.get(it.instruction as usize).copied().unwrap_or_default();
        let mnemonic = text.split_ascii_whitespace().next().unwrap_or_default();
        let numbers = numbers(it, comparison);
        let known = groups.iter_mut().find(|(name, of, _)| *name == mnemonic && *of == numbers);
        match known {
            Some((.., places)) => places.push(it.instruction),
            None => groups.push((mnemonic, numbers, vec![it.instruction])),
        }
    }
    let shown = if groups.len() > MAX_ROWS + 1 { MAX_ROWS } else { groups.len() };
    let others: usize = groups[shown..].iter().map(|(.., places)| places.len()).sum();
    let row = |(mnemonic, numbers, places): &(&str, String, Vec<u32>)| {
        let named = places.iter().take(MAX_PLACES).map(|at| format!("[{at}]"));
        let more = if places.len() > MAX_PLACES { ", ..." } else { "" };
        let named: Vec<String> = named.collect();
        format!("{mnemonic} {}{more}: {numbers}", named.join(", "))
    };
    let mut rows: Vec<String> = groups[..shown].iter().map(row).collect();
    if others > 0 {
        rows.push(format!("{others} others"));
    }
    rows
}

/// Returns the numbers of an instruction that have been compared in that way.
fn numbers(it: &InstructionReach, comparison: Comparison) -> String {
    let is_in = |number: Option<NumberReach>| number.filter(|it| it.comparison == comparison);
    let of_model =
        |it: NumberReach| if it.is_of_scheduling_model { " of LLVM's model" } else { "" };
    match (is_in(it.latency), is_in(it.throughput)) {
        (Some(latency), Some(throughput)) if of_model(latency) == of_model(throughput) => {
            format!("latency and throughput{}", of_model(latency))
        }
        (Some(latency), Some(throughput)) => {
            format!("latency{} and throughput{}", of_model(latency), of_model(throughput))
        }
        (Some(latency), None) => format!("latency{}", of_model(latency)),
        (None, Some(throughput)) => format!("throughput{}", of_model(throughput)),
        (None, None) => String::new(),
    }
}
