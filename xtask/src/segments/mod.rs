//! `xtask segments`: simulated throughput beside the throughput that follows from a model's resource segments.
//!
//! A model whose instructions acquire resources later than at issue says how long each resource is held. From
//! that follows the reciprocal throughput of an instruction, which reports show. Here, copies of every
//! instruction in every state that its scheduling class depends on are simulated with `-resource-segments`.
//! Their registers are independent as far as the instruction allows. The recorded file has the instructions whose
//! two numbers differ, and the reasons.

mod operands;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use oxmca::steady_state::{BoundKind, SteadyState};
use oxmca::{Analyzer, Instrument, Region, Session, Views};
use oxmca_tables::schema::Model;
use oxmca_tables::{Opcode, SchedClassId, Tables};
use oxmca_testing::text_diff::first_differences;
use rayon::prelude::*;

use crate::target::{self, ProvedTarget};
use crate::workspace;
use operands::independent_copies;

/// Compares the throughput of every instruction, simulated with resource segments, with that which follows from
/// its segments, and the differences with those recorded in tests/segments
#[derive(Parser, Debug)]
#[command(name = "xtask segments")]
struct Options {
    /// Record the differences
    #[arg(long)]
    record: bool,
    /// Targets; by default all that are built in
    #[arg(long, value_delimiter = ',')]
    target: Vec<String>,
}

/// Copies of an instruction in a region.
const COPIES: usize = 24;

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("xtask segments".to_owned());
    let options = Options::parse_from(name.chain(arguments.iter().cloned()));
    match compare_targets(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("segments: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares the selected targets. Returns whether all differences are those recorded.
fn compare_targets(options: &Options) -> Result<bool> {
    let mut are_as_recorded = true;
    for target in target::selected(&options.target)? {
        let tables = target.tables()?;
        let mut found = String::new();
        for cpu in target.cpus() {
            let id = tables.cpu_named(cpu).with_context(|| format!("no CPU {cpu}"))?;
            if has_segments(&tables, tables.model_of(id)) {
                let outcome = compare_model(target, cpu)?;
                print!("{}", outcome.summary);
                write!(found, "{}{}", outcome.summary, outcome.differences)?;
            }
        }
        let path = expected_path(target)?;
        if options.record {
            if !found.is_empty() {
                fs::write(&path, &found).with_context(|| path.display().to_string())?;
            }
            continue;
        }
        let expected = match fs::read_to_string(&path) {
            Err(_) if found.is_empty() => continue,
            expected => expected.with_context(|| path.display().to_string())?,
        };
        if expected != found {
            are_as_recorded = false;
            eprintln!("{}: other differences than recorded:", path.display());
            eprintln!("{}", first_differences(&expected, &found, 20));
            eprintln!("`cargo xtask segments --record` records them");
        }
    }
    Ok(are_as_recorded)
}

fn expected_path(target: &dyn ProvedTarget) -> Result<PathBuf> {
    Ok(workspace::folder()?.join("tests/segments").join(format!("{}.expected", target.name())))
}

/// Returns whether a class of a model acquires a resource later than at issue.
fn has_segments(tables: &Tables<'_>, model: &Model) -> bool {
    let classes = (0..model.sched_classes.len).map(|class| SchedClassId(class as u16));
    classes.filter_map(|class| tables.sched_class(model, class)).any(|class| {
        let uses = tables.uses_of(class);
        uses.iter().any(|row| row.acquire_at_cycle > 0)
    })
}

/// The findings on a model, as text.
struct Outcome {
    summary: String,
    differences: String,
}

/// Instructions with the same numbers for the same reason.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Difference {
    reason: &'static str,
    class: String,
    /// Cycles per instruction that follow from the segments.
    derived: String,
    /// Cycles per instruction that were simulated.
    simulated: String,
}

/// The outcome for an instruction in a state.
enum Finding {
    /// The model has no data for it.
    Unsupported,
    Equal,
    Different(Difference),
}

/// Compares all instructions on a CPU.
fn compare_model(target: &dyn ProvedTarget, cpu: &str) -> Result<Outcome> {
    // Not every CPU has every mode.
    let mut sessions = target.modes().iter().filter_map(|mode| {
        let features = mode.features.split(',').filter(|it| !it.is_empty());
        Session::new(mode.triple, cpu, features).ok()
    });
    let session = sessions.next().with_context(|| format!("no mode of {cpu}"))?;
    let tables = session.tables();
    let options = oxmca::Options::with(|it| {
        it.resource_segments = true;
        it.custom_behaviour = false;
        it.iterations = NonZero::new(1);
        it.views = Views::with(|views| {
            views.summary = false;
            views.resource_pressure = false;
            views.instruction_info = true;
            views.steady_state = true;
        });
    });
    let opcodes: BTreeSet<Opcode> = tables.match_entries.iter().map(|it| it.opcode).collect();
    let states: Vec<(Opcode, Option<SchedClassId>)> = opcodes
        .iter()
        .flat_map(|opcode| {
            let choices = tables.class_choices_of(*opcode).iter().map(|row| Some(row.sched_class));
            // Several states have the same class.
            let classes: BTreeSet<_> = std::iter::once(None).chain(choices).collect();
            classes.into_iter().map(|class| (*opcode, class))
        })
        .collect();
    let findings: Vec<(Opcode, Finding)> = states
        .par_chunks(256)
        .flat_map_iter(|states| {
            let mut analyzer = session.analyzer(&options);
            let findings = states.iter().map(|(opcode, class)| {
                (*opcode, compare_instruction(&session, &mut analyzer, *opcode, *class))
            });
            findings.collect::<Vec<_>>()
        })
        .collect();
    let mut rows: BTreeMap<Difference, Vec<Opcode>> = BTreeMap::new();
    let mut equal = 0;
    for (opcode, finding) in findings {
        match finding {
            Finding::Unsupported => {}
            Finding::Equal => equal += 1,
            Finding::Different(difference) => rows.entry(difference).or_default().push(opcode),
        }
    }
    let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
    for (difference, opcodes) in &rows {
        *by_reason.entry(difference.reason).or_default() += opcodes.len();
    }
    let model = tables.text(session.processor().model().name);
    let compared = equal + by_reason.values().sum::<usize>();
    let mut summary = format!("{model} ({cpu}): {compared} instructions in states of their own\n");
    writeln!(summary, "{equal:8} agree")?;
    for (reason, count) in by_reason {
        writeln!(summary, "{count:8} {reason}")?;
    }
    let mut differences = String::new();
    let mut last_reason = "";
    for (Difference { reason, class, derived, simulated }, opcodes) in &rows {
        if std::mem::replace(&mut last_reason, reason) != *reason {
            writeln!(
                differences,
                "{model}: {reason}: cycles by segments, simulated, instructions"
            )?;
        }
        let example = opcodes.first().map_or("", |opcode| tables.opcode_name(*opcode));
        let count = opcodes.len();
        writeln!(differences, "{derived:>9} {simulated:>9} {count:5}  {class} ({example})")?;
    }
    Ok(Outcome { summary, differences })
}

/// Simulates copies of an instruction, as one of a class if there is one.
fn compare_instruction(
    session: &Session,
    analyzer: &mut Analyzer<'_>,
    opcode: Opcode,
    class: Option<SchedClassId>,
) -> Finding {
    let tables = session.tables();
    let Some(instructions) = independent_copies(tables, opcode, COPIES) else {
        return Finding::Unsupported;
    };
    let instruments = vec![Instrument::with(|it| it.sched_class = class); COPIES];
    let region = Region::new(&instructions).with_instruments(&instruments);
    let Ok(report) = analyzer.analyze(region) else { return Finding::Unsupported };
    let (Some(info), Some(steady)) = (report.instruction_info(), report.steady_state()) else {
        return Finding::Unsupported;
    };
    let derived = info.rows[0].reciprocal_throughput_cycles;
    let simulated = steady.cycles_per_iteration().to_f64() / COPIES as f64;
    if (derived - simulated).abs() < 1e-9 {
        return Finding::Equal;
    }
    let class = class.unwrap_or(tables.instruction(opcode).sched_class);
    Finding::Different(Difference {
        reason: reason(steady, simulated < derived),
        class: tables.text(tables.sched_class_names[class.index()]).to_owned(),
        derived: format!("{derived:.3}"),
        simulated: format!("{simulated:.3}"),
    })
}

/// Returns the reason for which dispatch waits most.
fn longest_stall(steady: &SteadyState) -> &'static str {
    let stalls = steady.stalls.cycles.iter().zip([
        "waits for registers",
        "limited by the reorder buffer, which its latency fills",
        "limited by a resource used in order",
        "limited by a reservation station",
        "limited by the load queue",
        "limited by the store queue",
    ]);
    let longest = stalls.max_by_key(|(cycles, _)| **cycles).filter(|(cycles, _)| **cycles > 0);
    longest.map_or("above all bounds", |(_, reason)| reason)
}

/// Returns the reason for which copies of an instruction take other cycles than follow from its
/// segments.
fn reason(steady: &SteadyState, is_faster: bool) -> &'static str {
    if is_faster {
        return "faster than its segments say";
    }
    match steady.active().first() {
        Some(BoundKind::Dispatch) => "limited by the width of dispatch",
        Some(BoundKind::Decoding) => "limited by decoding",
        Some(BoundKind::Retirement) => "limited by retirement",
        Some(BoundKind::Resources) => "limited by several resources together",
        Some(BoundKind::Dependencies) => "each waits for another one",
        Some(_) => "limited by something else",
        None if !steady.pace.is_periodic() => "nothing repeats",
        None => longest_stall(steady),
    }
}
