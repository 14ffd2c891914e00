//! Answers to the page.

use oxmca::SessionError;
use oxmca::report::html::Machine;
use oxmca_loops::Cost;
use serde::Serialize;

/// The report on a text.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The CPU with its regions, as a report of HTML has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// Messages about the text.
    pub messages: Vec<Said>,
    /// The loops of a text that marks no regions and has more than the instructions of one loop.
    pub loops: Vec<LoopEntry>,
    /// Set if the text is only read by ways of other assemblers than LLVM's.
    pub is_lenient: bool,
    /// The report as text, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The reason why there is no report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Set if the reason is in the features that were asked for.
    pub has_wrong_features: bool,
    /// Mistakes in the hardware data of the user's, or a sentence that says that they are not for the CPU: then the
    /// report is by those that are built in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardware_problem: Option<String>,
}

impl Answer {
    /// Creates the answer without a report.
    pub fn failed(error: impl Into<Refusal>) -> Answer {
        let Refusal { reason, has_wrong_features, has_wrong_hardware } = error.into();
        let hardware_problem = has_wrong_hardware.then(|| reason.clone());
        Answer { error: Some(reason), has_wrong_features, hardware_problem, ..Answer::default() }
    }
}

/// The reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason.
    pub reason: String,
    /// Set if it is in the features that were asked for.
    pub has_wrong_features: bool,
    /// Set if it is in the hardware data of the user's.
    pub has_wrong_hardware: bool,
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal { reason, has_wrong_features: false, has_wrong_hardware: false }
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Refusal {
        let has_wrong_features =
            matches!(error, SessionError::UnknownFeature(_) | SessionError::Features { .. });
        let has_wrong_hardware = matches!(error, SessionError::Model(_));
        Refusal { reason: error.to_string(), has_wrong_features, has_wrong_hardware }
    }
}

/// A message about a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Said {
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The message.
    pub message: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// The column, from 1; 0 if there is none.
    pub column: u32,
}

/// A loop of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoopEntry {
    /// Its number, from 1.
    pub number: usize,
    /// Its function and number there.
    pub name: String,
    /// The first and the last line that it has.
    pub lines: [u32; 2],
    /// Instructions of one way around it.
    pub instructions: usize,
    /// Set if there are loops within it.
    pub has_inner_loops: bool,
}

/// A CPU that can be simulated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CpuEntry {
    /// Its name.
    pub name: String,
    /// The name of its scheduling model.
    pub model: String,
    /// Set if it executes out of order.
    pub is_out_of_order: bool,
    /// Set if the scheduling model describes another CPU.
    pub borrows_model: bool,
    /// Set if hardware mode knows it.
    pub has_hardware: bool,
}

/// A feature of a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// A line that describes it.
    pub description: String,
}

/// The cycles of the regions of a text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CycleAnswer {
    /// The CPU.
    pub cpu: String,
    /// The regions.
    pub regions: Vec<RegionCycles>,
    /// The reason why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl CycleAnswer {
    /// Creates the answer without cycles.
    pub fn failed(cpu: &str, error: String) -> CycleAnswer {
        CycleAnswer { cpu: cpu.to_owned(), regions: Vec::new(), error: Some(error) }
    }
}

/// The cycles of a region.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RegionCycles {
    /// Its name.
    pub name: String,
    /// The cycles and their limits.
    #[serde(flatten)]
    pub summary: LoopSummary,
}

/// Some of the loops of an object, in their order: what comes after the answers before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoopPart {
    /// The loops that have no loops within them.
    pub loops: Vec<ObjectLoopEntry>,
    /// Functions that were looked at so far.
    pub looked_at: usize,
    /// All functions.
    pub functions: usize,
}

/// A loop of an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ObjectLoopEntry {
    /// Its number in the object, from 1.
    pub number: usize,
    /// The name of its function.
    pub function: String,
    /// Its number there, from 1.
    pub number_in_function: usize,
    /// Instructions of one way around it.
    pub instructions: usize,
}

/// The cycles of a loop of an object.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LoopCost {
    /// Its number in the object.
    pub number: u32,
    /// The cycles and their limits.
    #[serde(flatten)]
    pub summary: LoopSummary,
}

/// Cycles of an iteration and their limits.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LoopSummary {
    /// Cycles of an iteration; missing if they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles_per_iteration: Option<f64>,
    /// The bounds that it meets, or the reason why cycles are not known.
    pub limited_by: Vec<String>,
}

impl From<Result<Cost, String>> for LoopSummary {
    fn from(cost: Result<Cost, String>) -> LoopSummary {
        LoopSummary {
            cycles_per_iteration: cost.as_ref().ok().map(|cost| cost.cycles.to_f64()),
            limited_by: match cost {
                Ok(cost) => cost.limits.into_iter().map(|it| it.text).collect(),
                Err(reason) => vec![reason],
            },
        }
    }
}
