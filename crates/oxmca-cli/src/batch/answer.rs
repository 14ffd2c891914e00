//! An answer as it is written: one line of JSON.

use serde::Serialize;
use serde_json::value::RawValue;

/// What a request asked for.
#[derive(Serialize)]
pub struct Answer<'a> {
    /// The CPU's name.
    pub cpu: &'a str,
    /// Numbers of the whole text, if it marks no regions.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Numbers>,
    /// Numbers of each region that the text marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<Vec<NamedRegion>>,
    /// What is doubtful in the text or its analysis.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A region that the text marks.
#[derive(Serialize)]
pub struct NamedRegion {
    /// Its name, which may be empty.
    pub name: String,
    /// Its numbers.
    #[serde(flatten)]
    pub numbers: Numbers,
}

/// Throughput of one region.
#[derive(Serialize)]
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
}

impl From<&oxmca::view::summary::Summary> for Numbers {
    fn from(summary: &oxmca::view::summary::Summary) -> Numbers {
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
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Failure {
    /// One of a few words.
    pub kind: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// Where: in the input if that is no request, else in the assembly. From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Failure {
    /// A failure at no place.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), line: None, column: None }
    }
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
