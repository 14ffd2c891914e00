//! An annotated function as JSON.

use oxmca_ibs::comparison::{
    ERRORS, MIN_DIFFERENCE_CYCLES, MIN_SAMPLES, Mean, Reason, Times, Verdict,
};
use oxmca_ibs::view::{Cell, VIEWS};
use oxmca_ibs::{EventId, Latencies, Profile};
use serde::Serialize;

use super::annotation::{AnnotatedInstruction, Annotation, LoopRole};
use super::explanation;
use super::quantities::{FUSED_BRANCHES, RATIOS};
use crate::samples::OP_SAMPLES;
use crate::summary;

/// The JSON Schema of the document.
pub const SCHEMA: &str = include_str!("../../schema/oxmca-ibs-annotate.schema.json");

/// Identifies [`SCHEMA`]; it is the `$id` there.
const SCHEMA_ID: &str = "urn:oxmca:ibs-annotate:1.0";
/// The version of the document: the first number grows when a member is removed or changes its meaning, the
/// second when one is added.
const SCHEMA_VERSION: &str = "1.0";

const BANK_CONFLICTS_OF_LOADS: EventId = EventId::coded(0xF209);
const BANK_CONFLICTS_OF_STORES: EventId = EventId::coded(0xF20A);

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    schema_version: &'static str,
    file: &'a str,
    warnings: Vec<String>,
    processor: Processor,
    /// The unit of the op counter: `cycles` or `dispatched-ops`.
    mode: Option<&'static str>,
    function: FunctionDocument<'a>,
    /// Samples of the function, and of all functions.
    op_samples: u64,
    all_op_samples: u64,
    #[serde(rename = "loop")]
    simulated_loop: Option<LoopDocument>,
    simulation: Option<SimulationDocument<'a>>,
    /// The reason for which there is no simulation.
    no_simulation: Option<String>,
    comparison: ComparisonDocument,
    instructions: Vec<InstructionDocument<'a>>,
}

#[derive(Serialize)]
struct Processor {
    family: u32,
    model: u32,
}

#[derive(Serialize)]
struct FunctionDocument<'a> {
    name: &'a str,
    symbol: &'a str,
    module: &'a str,
    start: u64,
    end: u64,
}

#[derive(Serialize)]
struct LoopDocument {
    start: u64,
    end: u64,
    instructions: usize,
    path_instructions: usize,
    path_op_samples: u64,
    has_inner_loops: bool,
    /// The mean number of iterations each time the loop is entered, if samples tell.
    iterations: Option<f64>,
}

#[derive(Serialize)]
struct SimulationDocument<'a> {
    cpu: &'a str,
    cycles_per_iteration: f64,
}

#[derive(Serialize)]
struct ComparisonDocument {
    standard_errors: f64,
    min_samples: u64,
    min_difference_cycles: f64,
}

#[derive(Serialize)]
struct InstructionDocument<'a> {
    address: u64,
    len_bytes: usize,
    text: &'a str,
    target: Option<u64>,
    source_file: Option<&'a str>,
    source_line: Option<u32>,
    place: &'static str,
    op_samples: u64,
    op_share: f64,
    measured: Option<MeasuredDocument>,
    predicted: Option<PredictedDocument>,
    /// The reason for which an instruction of the simulated path has no prediction.
    left_out: Option<String>,
    /// `longer`, `shorter`, `same` or, with too few samples, `null`.
    verdicts: TimesDocument<Option<&'static str>>,
    reasons: Vec<ReasonDocument>,
}

#[derive(Serialize)]
struct MeasuredDocument {
    tag_to_retire: MeanDocument,
    dispatch_to_complete: MeanDocument,
    completion_to_retire: MeanDocument,
    dc_miss_ratio: Option<f64>,
    avg_load_miss_latency: Option<f64>,
    mispredict_ratio: Option<f64>,
    /// `null` if the processor does not tell.
    load_bank_conflicts: Option<u64>,
    store_bank_conflicts: Option<u64>,
    fused_branches: Option<u64>,
}

#[derive(Serialize)]
struct TimesDocument<T> {
    tag_to_retire: T,
    dispatch_to_complete: T,
    completion_to_retire: T,
}

#[derive(Serialize)]
struct MeanDocument {
    mean_cycles: f64,
    /// `null` for a single sample.
    error_cycles: Option<f64>,
    /// `null` where no distribution is kept.
    p90_cycles: Option<u16>,
}

#[derive(Serialize)]
struct PredictedDocument {
    mean_cycles: TimesDocument<f64>,
    /// The share of the micro-ops on the path.
    op_share: f64,
}

#[derive(Serialize)]
struct ReasonDocument {
    kind: &'static str,
    text: String,
    share: Option<f64>,
    latency_cycles: Option<f64>,
    /// The address of the instruction that causes the difference.
    address: Option<u64>,
    iterations: Option<f64>,
}

/// Renders an annotated function.
///
/// # Errors
/// Those of the serializer. Numbers and text have none.
pub fn render(annotation: &Annotation<'_>) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&document(annotation))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn document<'a>(annotation: &'a Annotation<'a>) -> Document<'a> {
    let (profile, sampled) = (&annotation.recording.profile, &annotation.function);
    let (cpu, function) = (profile.cpu(), &sampled.function);
    let simulation = annotation.cpu.as_deref().filter(|_| annotation.no_prediction.is_none());
    Document {
        schema: SCHEMA_ID,
        schema_version: SCHEMA_VERSION,
        file: &annotation.recording.file,
        warnings: annotation.warnings.iter().map(ToString::to_string).collect(),
        processor: Processor { family: cpu.family, model: cpu.model },
        mode: summary::mode(profile),
        function: FunctionDocument {
            name: &function.name,
            symbol: &function.symbol,
            module: &profile.module(sampled.id.module).path,
            start: function.start,
            end: function.start.saturating_add(function.len),
        },
        op_samples: annotation.total.get(OP_SAMPLES),
        all_op_samples: annotation.all_op_samples,
        simulated_loop: simulated_loop(annotation),
        simulation: simulation
            .zip(annotation.cycles_per_iteration)
            .map(|(cpu, cycles_per_iteration)| SimulationDocument { cpu, cycles_per_iteration }),
        no_simulation: annotation.no_prediction.as_ref().map(ToString::to_string),
        comparison: ComparisonDocument {
            standard_errors: ERRORS,
            min_samples: MIN_SAMPLES,
            min_difference_cycles: MIN_DIFFERENCE_CYCLES,
        },
        instructions: annotation
            .instructions
            .iter()
            .map(|row| instruction(annotation, row))
            .collect(),
    }
}

fn simulated_loop(annotation: &Annotation<'_>) -> Option<LoopDocument> {
    let (extent, simulated) = (annotation.loop_extent()?, annotation.simulated_loop.as_ref()?);
    Some(LoopDocument {
        start: extent.start,
        end: extent.end,
        instructions: simulated.body.len(),
        path_instructions: simulated.path.len(),
        path_op_samples: annotation.path_op_samples,
        has_inner_loops: simulated.has_inner_loops,
        iterations: simulated.iterations.filter(|it| it.is_finite()),
    })
}

fn instruction<'a>(
    annotation: &Annotation<'_>,
    row: &'a AnnotatedInstruction,
) -> InstructionDocument<'a> {
    let samples = row.counts.get(OP_SAMPLES);
    let all = annotation.total.get(OP_SAMPLES);
    let verdict = |verdict: Verdict| match verdict {
        Verdict::Unknown => None,
        Verdict::Same => Some("same"),
        Verdict::Longer => Some("longer"),
        Verdict::Shorter => Some("shorter"),
    };
    InstructionDocument {
        address: row.instruction.address,
        len_bytes: row.instruction.length_bytes as usize,
        text: &row.text,
        target: row.target_address,
        source_file: row.line.as_ref().map(|line| line.file.as_str()),
        source_line: row.line.as_ref().map(|line| line.line),
        place: match row.role {
            LoopRole::Outside => "outside",
            LoopRole::OffPath => "aside",
            LoopRole::OnPath => "path",
        },
        op_samples: samples,
        op_share: samples as f64 / all.max(1) as f64,
        measured: measured(&annotation.recording.profile, row),
        predicted: row.predicted.zip(row.predicted_share).map(|(predicted, op_share)| {
            PredictedDocument { mean_cycles: times(predicted.values()), op_share }
        }),
        left_out: row.not_simulated.as_ref().map(ToString::to_string),
        verdicts: times(row.finding.verdicts.values().map(verdict)),
        reasons: row.finding.reasons.iter().map(|it| reason(annotation, it)).collect(),
    }
}

fn times<T>(
    [tag_to_retire, dispatch_to_complete, completion_to_retire]: [T; 3],
) -> TimesDocument<T> {
    TimesDocument { tag_to_retire, dispatch_to_complete, completion_to_retire }
}

fn measured(profile: &Profile, row: &AnnotatedInstruction) -> Option<MeasuredDocument> {
    let counts = &row.counts;
    let times = Times::measured(counts)?;
    let mean = |mean: Mean, latencies: Option<&Latencies>| MeanDocument {
        mean_cycles: mean.cycles,
        error_cycles: mean.error_cycles,
        p90_cycles: latencies.and_then(|it| it.percentile(0.9)),
    };
    let columns = || VIEWS.iter().flat_map(|view| view.columns);
    let [dc_miss_ratio, avg_load_miss_latency, mispredict_ratio] = RATIOS.map(|symbol| {
        match columns().find(|it| it.symbol() == symbol)?.cell(profile, counts) {
            Cell::Ratio(ratio, _) => Some(ratio),
            Cell::Count(_) | Cell::NotAvailable => None,
        }
    });
    Some(MeasuredDocument {
        tag_to_retire: mean(times.tag_to_retire, Some(&counts.tag_to_retire)),
        dispatch_to_complete: mean(times.dispatch_to_complete, None),
        completion_to_retire: mean(times.completion_to_retire, Some(&counts.completion_to_retire)),
        dc_miss_ratio,
        avg_load_miss_latency,
        mispredict_ratio,
        load_bank_conflicts: profile.value(counts, BANK_CONFLICTS_OF_LOADS),
        store_bank_conflicts: profile.value(counts, BANK_CONFLICTS_OF_STORES),
        fused_branches: profile.value(counts, FUSED_BRANCHES),
    })
}

fn reason(annotation: &Annotation<'_>, reason: &Reason) -> ReasonDocument {
    let mut document = ReasonDocument {
        kind: explanation::kind(reason),
        text: explanation::reason(annotation, reason),
        share: None,
        latency_cycles: None,
        address: None,
        iterations: None,
    };
    let address = |index: usize| Some(annotation.instructions[index].instruction.address);
    match *reason {
        Reason::DataCacheMisses { share, latency_cycles }
        | Reason::PageWalks { share, latency_cycles } => {
            document.share = Some(share);
            document.latency_cycles = Some(latency_cycles);
        }
        Reason::Access { share, .. } => document.share = Some(share),
        Reason::Operand { producer: index } | Reason::Older { older: index } => {
            document.address = address(index);
        }
        Reason::Mispredictions { branch, share } => {
            document.address = address(branch);
            document.share = Some(share);
        }
        Reason::ShortLoop { iterations } => document.iterations = Some(iterations),
    }
    document
}
