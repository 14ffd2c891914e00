//! An answer as it is written: one line of JSON.

use oxmca::Report;
use oxmca::report::json::full::{self, Fraction, Place, bound_name};
use oxmca::steady_state::{Pace, SteadyState};
use oxmca::view::summary::Summary;
use serde::Serialize;
use serde_json::value::RawValue;

/// The answer to a request that could be met.
#[derive(Serialize)]
pub struct Answer<'a> {
    /// The CPU's name.
    pub cpu: &'a str,
    /// The results for the whole text, if it marks no regions.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// The results for each region that the text marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<NamedRegion>>,
    /// Warnings about the text or its analysis.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A region that the text marks.
#[derive(Serialize)]
pub struct NamedRegion {
    /// Its name, which may be empty.
    pub name: String,
    /// Its results.
    #[serde(flatten)]
    pub found: Found,
}

/// The results for one region.
#[derive(Serialize)]
pub struct Found {
    /// In short.
    #[serde(flatten)]
    pub numbers: Numbers,
    /// In full, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Box<full::Region>>,
}

/// Throughput of one region, in short.
#[derive(Clone, Debug, Serialize)]
pub struct Numbers {
    /// Times it ran.
    pub iterations: u32,
    /// Instructions of all iterations.
    pub instructions: u32,
    /// Cycles of all iterations.
    pub cycles: u32,
    /// Micro-ops of all iterations.
    pub uops: u32,
    /// Micro-ops dispatched per cycle at most.
    pub dispatch_width_uops: u32,
    /// Micro-ops per cycle.
    pub uops_per_cycle: f64,
    /// Instructions per cycle.
    pub ipc: f64,
    /// Cycles per iteration at the least.
    pub block_rthroughput_cycles: f64,
    /// Cycles per iteration.
    pub cycles_per_iteration: f64,
    /// The cost of an iteration once the pipeline is full, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steady_state: Option<Steady>,
}

/// The cost of an iteration once the pipeline is full.
#[derive(Clone, Debug, Serialize)]
pub struct Steady {
    /// Its cycles, exactly if the simulation repeats itself.
    pub cycles_per_iteration: Fraction,
    /// Set if the simulation repeats itself; otherwise the cycles are an average.
    pub is_periodic: bool,
    /// The bounds that are met.
    pub limited_by: Vec<&'static str>,
}

impl From<&SteadyState> for Steady {
    fn from(section: &SteadyState) -> Steady {
        Steady {
            cycles_per_iteration: section.cycles_per_iteration().into(),
            is_periodic: matches!(section.pace, Pace::Periodic { .. }),
            limited_by: section.active().into_iter().map(bound_name).collect(),
        }
    }
}

impl Numbers {
    /// Those of a report, if it has a summary.
    pub fn of(report: &Report) -> Option<Numbers> {
        let numbers = report.summary().map(Numbers::from);
        let steady_state = report.steady_state().map(Steady::from);
        numbers.map(|numbers| Numbers { steady_state, ..numbers })
    }
}

impl From<&Summary> for Numbers {
    fn from(summary: &Summary) -> Numbers {
        Numbers {
            iterations: summary.iterations,
            instructions: summary.instructions,
            cycles: summary.cycles,
            uops: summary.micro_ops,
            dispatch_width_uops: summary.dispatch_width_uops,
            uops_per_cycle: summary.micro_ops_per_cycle,
            ipc: summary.instructions_per_cycle,
            block_rthroughput_cycles: summary.block_reciprocal_throughput_cycles,
            cycles_per_iteration: f64::from(summary.cycles) / f64::from(summary.iterations),
            steady_state: None,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Failure {
    /// One of a few words.
    pub kind: &'static str,
    /// The error in words.
    pub message: String,
    /// The line of the error, from 1: in the input if that is no request, else in the assembly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Failure {
    /// A failure at no place.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: shortened(message.into()), line: None, column: None }
    }

    /// The failure at a place in the assembly.
    pub fn at(self, place: Option<Place>) -> Failure {
        let (line, column) = place.map(|place| (place.line.into(), place.column.into())).unzip();
        Failure { line, column, ..self }
    }
}

/// A message without its middle, if it has a name of any length in it.
fn shortened(message: String) -> String {
    /// Bytes that are left at the beginning and at the end.
    const LEFT: usize = 200;
    if message.len() <= 2 * LEFT {
        return message;
    }
    let boundary = |at| (0..=at).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
    let (begin, end) = (boundary(LEFT), boundary(message.len() - LEFT));
    format!("{}[...]{}", &message[..begin], &message[end..])
}

/// A failure instead of an answer.
#[derive(Serialize)]
struct Record<'a> {
    error: &'a Failure,
}

/// The members of a record but for its id, with the brace that ends it.
pub fn members(answer: &Result<Answer<'_>, Failure>) -> Vec<u8> {
    let text = match answer {
        Ok(answer) => serde_json::to_vec(answer),
        Err(error) => serde_json::to_vec(&Record { error }),
    };
    // Nothing in a record has a key that is no text, so there is always one.
    let mut text = text.unwrap_or_else(|_| b"{}".to_vec());
    text.remove(0);
    text
}

/// The line with a record.
pub fn line(id: Option<&RawValue>, members: &[u8]) -> Vec<u8> {
    let id = id.map_or("null", RawValue::get);
    [b"{\"id\":", id.as_bytes(), b",", members, b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_lose_their_middle() {
        assert_eq!(shortened("é".repeat(200)), "é".repeat(200));
        for len in 201..210 {
            let message = shortened("a".to_owned() + &"é".repeat(len));
            assert!(message.starts_with("aé") && message.contains("é[...]é"), "{message}");
            assert!(message.len() < 410);
        }
    }
}
