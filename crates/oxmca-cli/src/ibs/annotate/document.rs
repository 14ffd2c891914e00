//! An annotated function as JSON.

use oxmca_ibs::comparison::{
    ERRORS, MIN_DIFFERENCE_CYCLES, MIN_SAMPLES, Mean, Reason, Times, Verdict,
};
use oxmca_ibs::view::{Cell, VIEWS};
use oxmca_ibs::{EventId, Latencies, Profile};
use serde::Serialize;

use super::annotation::{Annotation, Place, Row};
use super::words;
use crate::ibs::report::OP_SAMPLES;
use crate::ibs::summary;

/// The JSON Schema of the document.
pub const SCHEMA: &str = include_str!("../schema/oxmca-ibs-annotate.schema.json");

/// What identifies the schema, and the version of the document's form.
const SCHEMA_ID: &str = "urn:oxmca:ibs-annotate:1.0";
const SCHEMA_VERSION: &str = "1.0";

const BANK_CONFLICTS_OF_LOADS: EventId = EventId::coded(0xF209);
const BANK_CONFLICTS_OF_STORES: EventId = EventId::coded(0xF20A);

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    schema_version: &'static str,
    file: &'a str,
    warnings: &'a [String],
    processor: Processor,
    /// What the op counter counts: `cycles` or `dispatched-ops`.
    mode: Option<&'static str>,
    function: FunctionDocument<'a>,
    /// Samples of the function, and of all functions.
    op_samples: u64,
    all_op_samples: u64,
    #[serde(rename = "loop")]
    lap: Option<LoopDocument>,
    simulation: Option<SimulationDocument<'a>>,
    /// Why there is no simulation.
    no_simulation: Option<&'a str>,
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
    /// How often it is gone around, if samples tell.
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
    /// Why there is no prediction, for instructions of the simulated path.
    left_out: Option<&'a str>,
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
    /// The part in the micro-ops of the path.
    op_share: f64,
}

#[derive(Serialize)]
struct ReasonDocument {
    kind: &'static str,
    text: String,
    share: Option<f64>,
    latency_cycles: Option<f64>,
    /// The instruction that is to blame.
    address: Option<u64>,
    iterations: Option<f64>,
}

/// The function.
///
/// # Errors
/// As serializing numbers and text can fail.
pub fn render(annotation: &Annotation<'_>) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&document(annotation))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn document<'a>(annotation: &'a Annotation<'a>) -> Document<'a> {
    let (profile, subject) = (&annotation.recording.profile, &annotation.subject);
    let (cpu, function) = (profile.cpu(), subject.function);
    let simulation = annotation.cpu.as_deref().filter(|_| annotation.no_prediction.is_none());
    Document {
        schema: SCHEMA_ID,
        schema_version: SCHEMA_VERSION,
        file: &annotation.recording.file,
        warnings: &annotation.warnings,
        processor: Processor { family: cpu.family, model: cpu.model },
        mode: summary::mode(profile),
        function: FunctionDocument {
            name: &function.name,
            symbol: &function.symbol,
            module: &profile.module(subject.id.module).path,
            start: function.start,
            end: function.start.saturating_add(function.len),
        },
        op_samples: annotation.total.get(OP_SAMPLES),
        all_op_samples: annotation.all_ops,
        lap: annotation.extent().zip(annotation.lap.as_ref()).map(|(extent, lap)| LoopDocument {
            start: extent.start,
            end: extent.end,
            instructions: lap.body.len(),
            path_instructions: lap.path.len(),
            path_op_samples: annotation.path_samples,
            has_inner_loops: lap.has_inner_loops,
            iterations: lap.iterations.filter(|it| it.is_finite()),
        }),
        simulation: simulation
            .zip(annotation.cycles_per_iteration)
            .map(|(cpu, cycles_per_iteration)| SimulationDocument { cpu, cycles_per_iteration }),
        no_simulation: annotation.no_prediction.as_deref(),
        comparison: ComparisonDocument {
            standard_errors: ERRORS,
            min_samples: MIN_SAMPLES,
            min_difference_cycles: MIN_DIFFERENCE_CYCLES,
        },
        instructions: annotation.rows.iter().map(|row| instruction(annotation, row)).collect(),
    }
}

fn instruction<'a>(annotation: &'a Annotation<'a>, row: &'a Row) -> InstructionDocument<'a> {
    let samples = row.counts.get(OP_SAMPLES);
    let all = annotation.total.get(OP_SAMPLES);
    let verdict = |verdict: Verdict| match verdict {
        Verdict::Unknown => None,
        Verdict::Same => Some("same"),
        Verdict::Longer => Some("longer"),
        Verdict::Shorter => Some("shorter"),
    };
    InstructionDocument {
        address: row.instruction.address(),
        len_bytes: row.instruction.len_bytes(),
        text: &row.text,
        target: row.instruction.target(),
        source_file: row.line.as_ref().map(|line| line.file.as_str()),
        source_line: row.line.as_ref().map(|line| line.line),
        place: match row.place {
            Place::Outside => "outside",
            Place::Aside => "aside",
            Place::Path => "path",
        },
        op_samples: samples,
        op_share: samples as f64 / all.max(1) as f64,
        measured: measured(&annotation.recording.profile, row),
        predicted: row.predicted.zip(row.predicted_share).map(|(predicted, op_share)| {
            PredictedDocument { mean_cycles: times(predicted.values()), op_share }
        }),
        left_out: row.left_out.as_deref(),
        verdicts: times(row.finding.verdicts.values().map(verdict)),
        reasons: row.finding.reasons.iter().map(|it| reason(annotation, it)).collect(),
    }
}

fn times<T>(
    [tag_to_retire, dispatch_to_complete, completion_to_retire]: [T; 3],
) -> TimesDocument<T> {
    TimesDocument { tag_to_retire, dispatch_to_complete, completion_to_retire }
}

fn measured(profile: &Profile, row: &Row) -> Option<MeasuredDocument> {
    let counts = &row.counts;
    let times = Times::measured(counts)?;
    let mean = |mean: Mean, latencies: Option<&Latencies>| MeanDocument {
        mean_cycles: mean.cycles,
        error_cycles: mean.error_cycles,
        p90_cycles: latencies.and_then(|it| it.percentile(0.9)),
    };
    let columns = || VIEWS.iter().flat_map(|view| view.columns);
    let [dc_miss_ratio, avg_load_miss_latency, mispredict_ratio] = super::RATIOS.map(|symbol| {
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
        fused_branches: profile.value(counts, super::FUSED),
    })
}

fn reason(annotation: &Annotation<'_>, reason: &Reason) -> ReasonDocument {
    let mut document = ReasonDocument {
        kind: words::kind(reason),
        text: words::reason(annotation, reason),
        share: None,
        latency_cycles: None,
        address: None,
        iterations: None,
    };
    let address = |row: usize| Some(annotation.rows[row].instruction.address());
    match *reason {
        Reason::DataCacheMisses { share, latency_cycles }
        | Reason::PageWalks { share, latency_cycles } => {
            document.share = Some(share);
            document.latency_cycles = Some(latency_cycles);
        }
        Reason::Access { share, .. } => document.share = Some(share),
        Reason::Operand { producer: row } | Reason::Older { older: row } => {
            document.address = address(row);
        }
        Reason::Mispredictions { branch, share } => {
            document.address = address(branch);
            document.share = Some(share);
        }
        Reason::ShortLoop { iterations } => document.iterations = Some(iterations),
    }
    document
}
