//! Loops as JSON.

use oxmca::report::json::full::{Fraction, WorkDocument};
use oxmca::session::PredictionModelDocument;
use oxmca::steady_state::LimitWords;
use serde::Serialize;

use crate::cost::Cost;
use crate::measured::MeasurementDocument;
use crate::program::{Program, SourceLine};
use crate::survey::{Survey, SurveyedLoop};

/// A JSON Schema (draft 2020-12) of [`LoopsDocument`], with a description of every property.
pub const SCHEMA: &str = include_str!("../schema/oxmca-loops.schema.json");

/// Identifies [`SCHEMA`]; it is the `$id` there.
pub const SCHEMA_ID: &str = "urn:oxmca:loops:1.3";

/// Version of the document's form. The first number grows when a property is removed or changes its meaning, the second
/// when one is added.
pub const SCHEMA_VERSION: &str = "1.3";

/// The loops of files.
#[derive(Serialize, Debug)]
pub struct LoopsDocument<'a> {
    schema: &'static str,
    schema_version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    host_cpu: Option<&'a str>,
    files: Vec<FileDocument<'a>>,
}

impl<'a> LoopsDocument<'a> {
    /// Creates the document of files, in their order.
    pub fn new(files: Vec<FileDocument<'a>>) -> Self {
        LoopsDocument { schema: SCHEMA_ID, schema_version: SCHEMA_VERSION, host_cpu: None, files }
    }

    /// Names the CPU on which loops were measured.
    #[must_use]
    pub fn measured_on(self, host_cpu: &'a str) -> Self {
        LoopsDocument { host_cpu: Some(host_cpu), ..self }
    }
}

/// The document of one file.
#[derive(Serialize, Debug)]
pub struct FileDocument<'a> {
    file: &'a str,
    cpu: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<PredictionModelDocument>,
    functions: usize,
    instructions: u64,
    undecodable_bytes: u64,
    indirect_jumps: u64,
    irreducible_functions: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tangled_functions: Vec<&'a str>,
    loops: Vec<LoopDocument<'a>>,
}

#[derive(Serialize, Debug)]
struct LoopDocument<'a> {
    number: usize,
    function: &'a str,
    symbol: &'a str,
    number_in_function: usize,
    /// The address of the header, or the index of its instruction in a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceDocument<'a>>,
    instructions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    length_bytes: Option<u64>,
    depth: u32,
    has_inner_loops: bool,
    is_one_of_several: bool,
    calls: usize,
    #[serde(flatten)]
    cost: Option<CostDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<WorkDocument>,
    /// Cycles of an element, or of a byte that iterations go on by.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles_per_unit: Option<f64>,
    #[serde(flatten)]
    measured: MeasurementDocument<'a>,
}

/// A line of a source file.
#[derive(Serialize, Debug)]
pub(crate) struct SourceDocument<'a> {
    file: &'a str,
    line: u32,
}

/// The cost of an iteration, or the reason why it is not known.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub(crate) enum CostDocument<'a> {
    Known {
        cycles_per_iteration: Fraction,
        is_periodic: bool,
        micro_ops: u32,
        limited_by: &'a [LimitWords],
    },
    Unknown {
        error: &'a str,
    },
}

impl<'a> From<&'a SourceLine> for SourceDocument<'a> {
    fn from(line: &'a SourceLine) -> Self {
        SourceDocument { file: &line.file, line: line.line }
    }
}

impl<'a> From<&'a Result<Cost, String>> for CostDocument<'a> {
    fn from(cost: &'a Result<Cost, String>) -> Self {
        match cost {
            Ok(cost) => CostDocument::Known {
                cycles_per_iteration: cost.cycles.into(),
                is_periodic: cost.is_exact,
                micro_ops: cost.micro_ops,
                limited_by: &cost.limits,
            },
            Err(error) => CostDocument::Unknown { error },
        }
    }
}

impl<'a> FileDocument<'a> {
    /// Creates the document of a survey of `file` on a CPU.
    pub fn new(file: &'a str, cpu: &'a str, survey: &'a Survey, program: &'a dyn Program) -> Self {
        let name = |index: &usize| program.functions()[*index].name.as_str();
        FileDocument {
            file,
            cpu,
            model: survey.model.as_ref().map(PredictionModelDocument::from),
            functions: survey.functions,
            instructions: survey.instructions,
            undecodable_bytes: survey.undecodable_bytes,
            indirect_jumps: survey.indirect_jumps,
            irreducible_functions: survey.irreducible_functions.iter().map(name).collect(),
            tangled_functions: survey.tangled_functions.iter().map(name).collect(),
            loops: survey.loops.iter().map(|it| LoopDocument::new(it, program)).collect(),
        }
    }
}

impl<'a> LoopDocument<'a> {
    fn new(it: &'a SurveyedLoop, program: &'a dyn Program) -> Self {
        let function = &program.functions()[it.function];
        let has_addresses = program.has_addresses();
        LoopDocument {
            number: it.number,
            function: &function.name,
            symbol: &function.symbol,
            number_in_function: it.number_in_function,
            address: has_addresses.then_some(it.address),
            source: it.line.as_ref().map(SourceDocument::from),
            instructions: it.instructions.len(),
            length_bytes: has_addresses.then_some(it.length_bytes),
            depth: it.depth,
            has_inner_loops: it.has_inner_loops,
            is_one_of_several: it.is_one_of_several,
            calls: it.calls,
            cost: it.cost.as_ref().map(CostDocument::from),
            work: it.work.as_ref().map(WorkDocument::from),
            cycles_per_unit: it.cycles_per_unit(),
            measured: it.measured.as_ref().into(),
        }
    }
}
