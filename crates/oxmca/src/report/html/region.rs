//! The data of a region, as the page's script reads them: lists of numbers in place of records, to be small.

use oxmca_asm::lossless;
use serde::Serialize;

use super::super::json::full::Texts;
use super::super::json::full::explanation::ExplanationDocument;
use super::super::json::full::sections::RenderDocument;
use super::super::json::full::steady_state::SteadyStateDocument;
use super::super::json::full::work::LoopWorkDocument;
use crate::report::Report;
use crate::steady_state::LinkCause;
use crate::view::dependency_graph::DependencyGraph;
use crate::view::resource_pressure::ResourcePressure;
use crate::view::timeline::Timeline;

/// A region of a page.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    name: String,
    instructions: Vec<String>,
    lines: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    addresses: Option<Vec<u64>>,
    /// Texts of source lines, and of each instruction the index of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<(Vec<String>, Vec<Option<usize>>)>,
    latencies: Vec<Option<u32>>,
    micro_ops: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<ExplanationDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<LoopWorkDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steady_state: Option<SteadyStateDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pressure: Option<Pressure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<TimelineData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<Graph>,
}

/// Cycles of units.
#[derive(Clone, Debug, Serialize)]
struct Pressure {
    units: Vec<String>,
    per_iteration: Vec<f64>,
    /// By instruction: columns and cycles in turn.
    rows: Vec<Vec<f64>>,
}

#[derive(Clone, Debug, Serialize)]
struct TimelineData {
    is_truncated: bool,
    /// Of each instruction executed: dispatched, ready, issued, executed, retired.
    entries: Vec<i64>,
    /// In hardware mode, of each instruction executed: predecoded and decoded, -1 if that is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    front_end: Vec<i64>,
}

#[derive(Clone, Debug, Serialize)]
struct Graph {
    /// Of each edge: from, to, iterations, cycles, index of its cause.
    edges: Vec<u32>,
    causes: Vec<String>,
    chain_edges: Vec<u32>,
    critical_path: Vec<u32>,
    critical_path_cycles: u64,
}

impl Region {
    /// Takes the data of a report.
    pub fn new(report: &Report, texts: &Texts<'_>) -> Region {
        let info = report.instruction_info();
        let rows = || info.iter().flat_map(|info| &info.rows);
        let text = |at: &usize| {
            let text = lossless::to_bytes(texts.instructions.get(*at).trim()).into_owned();
            String::from_utf8_lossy(&text).into_owned()
        };
        let place = |at: &usize| texts.places.get(*at).copied().flatten().map(|place| place.line);
        Region {
            name: String::from_utf8_lossy(texts.name).into_owned(),
            instructions: report.sources.iter().map(text).collect(),
            lines: report.sources.iter().map(place).collect(),
            addresses: texts.addresses.map(|addresses| {
                report.sources.iter().filter_map(|at| addresses.get(*at).copied()).collect()
            }),
            sources: sources(report, texts),
            // Where a latency is unknown it is below zero.
            latencies: rows()
                .map(|row| i32::try_from(row.latency_cycles).ok().map(i32::unsigned_abs))
                .collect(),
            micro_ops: rows().map(|row| row.micro_ops).collect(),
            explanation: report.explanation().map(|it| it.document(report, texts)),
            work: report.work().map(|it| it.document(report, texts)),
            steady_state: report.steady_state().map(|it| it.document(report, texts)),
            pressure: report.resource_pressure().map(Pressure::new),
            timeline: report.timeline().map(TimelineData::new),
            graph: report.dependency_graph().map(|it| Graph::new(it, texts)),
        }
    }
}

/// Returns the source lines of the instructions, if any is known.
fn sources(report: &Report, texts: &Texts<'_>) -> Option<(Vec<String>, Vec<Option<usize>>)> {
    let mut names: Vec<String> = Vec::new();
    let of_instructions = report.sources.iter().map(|at| {
        let frame = texts.source_frames.get(*at).and_then(|frames| frames.first())?;
        let file = frame.file.as_deref().unwrap_or("?");
        let name = match frame.text.as_deref() {
            Some(text) => format!("{file}:{}  {text}", frame.line),
            None => format!("{file}:{}", frame.line),
        };
        // Successive instructions are mostly of the same line.
        if names.last() != Some(&name) {
            names.push(name);
        }
        Some(names.len() - 1)
    });
    let of_instructions: Vec<Option<usize>> = of_instructions.collect();
    (!names.is_empty()).then_some((names, of_instructions))
}

fn rounded(cycles: f64) -> f64 {
    (cycles * 1000.0).round() / 1000.0
}

impl Pressure {
    fn new(section: &ResourcePressure) -> Pressure {
        let mut is_used = vec![false; section.per_iteration_cycles.len()];
        for row in section.per_instruction_cycles.iter() {
            row.iter().for_each(|(column, _)| is_used[*column as usize] = true);
        }
        let used: Vec<usize> = (0..is_used.len()).filter(|column| is_used[*column]).collect();
        let units = section.resources.iter().flat_map(|resource| {
            (0..resource.num_units).map(move |unit| match resource.num_units {
                1 => resource.name.clone(),
                _ => format!("{}.{unit}", resource.name),
            })
        });
        let units: Vec<String> = units.collect();
        let row = |row: &[(u32, f64)]| {
            let cells = row.iter().filter(|(_, cycles)| *cycles >= 0.0005);
            let pairs = cells.filter_map(|(column, cycles)| {
                let at = used.binary_search(&(*column as usize)).ok()?;
                Some([at as f64, rounded(*cycles)])
            });
            pairs.flatten().collect()
        };
        Pressure {
            units: used.iter().map(|column| units[*column].clone()).collect(),
            per_iteration: used
                .iter()
                .map(|column| rounded(section.per_iteration_cycles[*column]))
                .collect(),
            rows: section.per_instruction_cycles.iter().map(row).collect(),
        }
    }
}

impl TimelineData {
    fn new(section: &Timeline) -> TimelineData {
        let entries = section.shown_entries().iter().flat_map(|entry| {
            [
                entry.dispatched_at_cycle.into(),
                entry.ready_at_cycle.into(),
                entry.issued_at_cycle.into(),
                entry.executed_at_cycle.into(),
                entry.retired_at_cycle.into(),
            ]
        });
        let cycle = |cycle: Option<u32>| cycle.map_or(-1, i64::from);
        let front_end =
            section.front_end.iter().take(section.shown_entries().len()).flat_map(|entry| {
                [cycle(entry.predecoded_at_cycle), cycle(entry.decoded_at_cycle)]
            });
        TimelineData {
            is_truncated: section.is_truncated(),
            entries: entries.collect(),
            front_end: front_end.collect(),
        }
    }
}

impl Graph {
    fn new(section: &DependencyGraph, texts: &Texts<'_>) -> Graph {
        let mut causes: Vec<String> = Vec::new();
        let mut edges = Vec::with_capacity(5 * section.edges.len());
        for edge in &section.edges {
            let cause = match edge.dependency {
                LinkCause::Register(reg) => (texts.register_name)(reg),
                LinkCause::Memory => "memory".to_owned(),
                LinkCause::Order => "order".to_owned(),
            };
            let known = causes.iter().position(|it| *it == cause);
            let index = known.unwrap_or_else(|| {
                causes.push(cause);
                causes.len() - 1
            });
            edges.extend([
                edge.from_instruction,
                edge.to_instruction,
                edge.iterations,
                edge.cycles,
                index as u32,
            ]);
        }
        Graph {
            edges,
            causes,
            chain_edges: section.chain_edges.clone(),
            critical_path: section.critical_path.clone(),
            critical_path_cycles: section.critical_path_cycles,
        }
    }
}
