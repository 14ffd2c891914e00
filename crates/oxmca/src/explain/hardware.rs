//! Sentences about what hardware mode found.

use oxmca_tables::hardware::Comparison;

use super::sentence::{Figure, Sentence};
use crate::lower::{Lowered, lowered_flag};
use crate::simulation::hardware::{
    HardwareBound, HardwareBoundKind, HardwarePace, HardwareReach, NumberReach,
};

/// The sentence about a part of the processor that limits code. The first place is for its cycles.
const LIMITS: &[(HardwareBoundKind, &str)] = &[
    (HardwareBoundKind::Predecoding, "Finding the ends of instructions takes {} and limits it."),
    (HardwareBoundKind::Decoding, "Decoding takes {} and limits it."),
    (
        HardwareBoundKind::MicroOpCache,
        "The cache of micro-ops takes {} to deliver it and limits it.",
    ),
    (HardwareBoundKind::LoopBuffer, "The loop buffer takes {} to deliver it and limits it."),
    (
        HardwareBoundKind::Renaming,
        "Renaming takes {} and limits it: its width in micro-ops is reached.",
    ),
    (
        HardwareBoundKind::SustainedRate,
        "The rate at which this processor executes loads, stores and wide vectors for long gives it {} and limits it, whatever ports are free.",
    ),
    (HardwareBoundKind::Ports, "Ports {} are busy: {} need them for {}, which limits it."),
    (HardwareBoundKind::Divider, "The divider is busy for {} and limits it."),
    (
        HardwareBoundKind::SharedUnit,
        "A unit that several ports share is busy for {} and limits it.",
    ),
    (
        HardwareBoundKind::LockedAccesses,
        "Indivisible accesses to memory wait for each other for {} and limit it.",
    ),
    (
        HardwareBoundKind::VectorTransitions,
        "Saving and restoring upper halves of vector registers takes {}: instructions that know them and those that do not follow each other without vzeroupper.",
    ),
    (
        HardwareBoundKind::Serialization,
        "Instructions that let all others wait take {} even with unlimited ports.",
    ),
    (
        HardwareBoundKind::Dependencies,
        "A chain from one iteration to the next through {} takes {} and limits it: each waits for the one before.",
    ),
];

/// The same of renaming, if there are instructions beside which slots stay empty.
const EMPTY_SLOTS: &str =
    "Renaming takes {} and limits it: slots of its cycles stay empty beside {}.";

fn fact(rule: &'static str, template: &'static str, figures: Vec<Figure>) -> Sentence {
    Sentence::fact(rule, template, figures)
}

/// Returns the sentences about a region.
pub(super) fn sentences(lowered: &Lowered, pace: &HardwarePace) -> Vec<Sentence> {
    let met = pace.limits();
    let instructions = lowered.insts.len();
    let mut sentences = vec![fact(
        "pace",
        "An iteration of {} and {} takes {} on this processor, front end and memory included.",
        vec![
            Figure::Count(instructions as u64, "instruction", "instructions"),
            Figure::Count(pace.micro_ops.into(), "renamed micro-op", "renamed micro-ops"),
            Figure::Cycles(pace.cycles_per_iteration()),
        ],
    )];
    for bound in pace.met_bounds() {
        let template = match (bound.kind, &bound.instructions[..]) {
            (HardwareBoundKind::Renaming, [_, ..]) => Some(EMPTY_SLOTS),
            _ => LIMITS.iter().find(|(kind, _)| *kind == bound.kind).map(|it| it.1),
        };
        sentences.extend(template.map(|template| fact("limit", template, figures(bound))));
    }
    if let Some(excess) = pace.unexplained().filter(|_| met.is_empty())
        && let Some(highest) = pace.highest_bound()
    {
        let template = "No part of the processor explains this by itself: the highest bound, of {}, is {}, and iterations \
                        take {} more, since several wait for each other.";
        let name = Figure::Words(words(highest.kind));
        let figures = vec![name, Figure::Cycles(highest.cycles), Figure::Cycles(excess)];
        sentences.push(fact("several", template, figures));
    }
    if let Some(next) = pace.next_bound().filter(|_| !met.is_empty()) {
        let template = "Of the other parts, {} would be the next to limit it, with {}.";
        let name = Figure::Words(words(next.kind));
        sentences.push(fact("next_limit", template, vec![name, Figure::Cycles(next.cycles)]));
    }
    let checked = Figure::Name(pace.checked.trim_end_matches('.').to_owned());
    let template = match pace.is_checked {
        true => "The model is {}, checked by {}.",
        false => "The model is {}, which was not checked: {}.",
    };
    sentences.push(fact("model", template, vec![Figure::Name(pace.model.clone()), checked]));
    sentences.extend(pace.reach.as_ref().into_iter().flat_map(reach_sentences));
    let has_loads = lowered.insts.iter().any(|inst| inst.has(lowered_flag::MAY_LOAD));
    let template = match has_loads {
        true => "It assumes that loads hit the first-level cache and that branches are predicted.",
        false => "It assumes that branches are predicted.",
    };
    sentences.push(fact("assumptions", template, Vec::new()));
    sentences
}

/// Returns sentences about instructions whose numbers have not been compared with measurements, or differ from them.
fn reach_sentences(reach: &HardwareReach) -> Vec<Sentence> {
    let mut said: Vec<(&'static str, Vec<u32>)> = Vec::new();
    for (comparison, templates) in [
        (Comparison::Never, never_compared as Templates),
        (Comparison::Differs, measured_otherwise),
    ] {
        for it in &reach.instructions {
            let that = |number: Option<NumberReach>| {
                let number = number.filter(|it| it.comparison == comparison)?;
                Some(number.is_of_scheduling_model)
            };
            let Some(template) = templates(that(it.latency), that(it.throughput)) else { continue };
            match said.iter_mut().find(|(known, _)| *known == template) {
                Some((_, instructions)) => instructions.push(it.instruction),
                None => said.push((template, vec![it.instruction])),
            }
        }
    }
    let sentence = |(template, them)| fact("reach", template, vec![Figure::Instructions(them)]);
    said.into_iter().map(sentence).collect()
}

/// Chooses the sentence about instructions by whether their latency and their throughput are those of the scheduling model;
/// `None` stands for a number that nothing is to be said about.
type Templates = fn(Option<bool>, Option<bool>) -> Option<&'static str>;

fn never_compared(latency: Option<bool>, throughput: Option<bool>) -> Option<&'static str> {
    Some(match (latency, throughput) {
        (None, None) => return None,
        (Some(true), None) => {
            "Of {}, the latency is that of LLVM's model, and was never compared with measurements."
        }
        (None, Some(true)) => {
            "Of {}, the throughput is that of LLVM's model, and was never compared with measurements."
        }
        (Some(true), Some(true)) => {
            "Of {}, latency and throughput are those of LLVM's model, and were never compared with measurements."
        }
        (Some(true), Some(false)) => {
            "Of {}, latency (that of LLVM's model) and throughput were never compared with measurements."
        }
        (Some(false), Some(true)) => {
            "Of {}, latency and throughput (that of LLVM's model) were never compared with measurements."
        }
        (Some(false), None) => "Of {}, the latency was never compared with measurements.",
        (None, Some(false)) => "Of {}, the throughput was never compared with measurements.",
        (Some(false), Some(false)) => {
            "Of {}, latency and throughput were never compared with measurements."
        }
    })
}

fn measured_otherwise(latency: Option<bool>, throughput: Option<bool>) -> Option<&'static str> {
    Some(match (latency.is_some(), throughput.is_some()) {
        (false, false) => return None,
        (true, false) => "Of {}, the latency was measured otherwise, by more than a tenth.",
        (false, true) => "Of {}, the throughput was measured otherwise, by more than a tenth.",
        (true, true) => {
            "Of {}, latency and throughput were measured otherwise, by more than a tenth."
        }
    })
}

fn figures(bound: &HardwareBound) -> Vec<Figure> {
    let cycles = Figure::Cycles(bound.cycles);
    match bound.kind {
        HardwareBoundKind::Ports => {
            let holders = Figure::Instructions(bound.instructions.clone());
            vec![Figure::Name(bound.ports.clone()), holders, cycles]
        }
        HardwareBoundKind::Dependencies => {
            vec![Figure::Instructions(bound.instructions.clone()), cycles]
        }
        HardwareBoundKind::Renaming if !bound.instructions.is_empty() => {
            vec![cycles, Figure::Instructions(bound.instructions.clone())]
        }
        _ => vec![cycles],
    }
}

const fn words(kind: HardwareBoundKind) -> &'static str {
    match kind {
        HardwareBoundKind::Predecoding => "predecoding",
        HardwareBoundKind::Decoding => "decoding",
        HardwareBoundKind::MicroOpCache => "the micro-op cache",
        HardwareBoundKind::LoopBuffer => "the loop buffer",
        HardwareBoundKind::Renaming => "renaming",
        HardwareBoundKind::SustainedRate => "the sustained rate",
        HardwareBoundKind::Ports => "the ports",
        HardwareBoundKind::Divider => "the divider",
        HardwareBoundKind::SharedUnit => "a unit that several ports share",
        HardwareBoundKind::LockedAccesses => "indivisible accesses",
        HardwareBoundKind::VectorTransitions => "saving of upper halves of vectors",
        HardwareBoundKind::Serialization => "instructions that let all others wait",
        HardwareBoundKind::Dependencies => "a chain",
    }
}
