//! Sentences about what hardware mode found.

use super::facts::overhead;
use super::rules::{MAX_ACCUMULATORS, Said, WORTH};
use super::sentence::{Figure, Sentence, SentenceKind};
use crate::lower::{Lowered, lowered_flag};
use crate::processor::Processor;
use crate::simulation::hardware::{HardwareBound, HardwareBoundKind, HardwarePace};
use crate::steady_state::Ratio;

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
    (HardwareBoundKind::Ports, "The micro-ops for ports {} take {} there and limit it."),
    (HardwareBoundKind::Divider, "The divider is busy for {} and limits it."),
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

fn fact(rule: &'static str, template: &'static str, figures: Vec<Figure>) -> Sentence {
    Sentence { rule, kind: SentenceKind::Fact, template, figures }
}

/// Returns the sentences about a region.
pub(super) fn sentences(
    processor: &Processor<'_>,
    lowered: &Lowered,
    pace: &HardwarePace,
) -> Vec<Sentence> {
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
    for bound in pace.bounds.iter().filter(|bound| pace.meets(bound)) {
        let template = LIMITS.iter().find(|(kind, _)| *kind == bound.kind);
        sentences.extend(template.map(|(_, template)| fact("limit", template, figures(bound))));
    }
    if met.is_empty() {
        let template =
            "No part of the processor explains this by itself: several wait for each other.";
        sentences.push(fact("limit", template, Vec::new()));
    }
    if let Some(next) = pace.next_bound() {
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
    if let [kind] = met[..] {
        let region = Region { processor, lowered, pace };
        let advice = ADVICE.iter().filter(|(of_kind, ..)| *of_kind == kind);
        sentences.extend(advice.filter_map(|(_, rule, say)| {
            let (template, figures) = say(&region)?;
            Some(Sentence { rule, kind: SentenceKind::Advice, template, figures })
        }));
    }
    sentences
}

/// The figures that rules of advice look at.
struct Region<'a> {
    processor: &'a Processor<'a>,
    lowered: &'a Lowered,
    pace: &'a HardwarePace,
}

/// Returns the sentence of a rule if it applies.
type Say = fn(&Region<'_>) -> Option<Said>;

/// Advice on a region that one part of the processor alone limits: the part, the name of the rule, and the rule.
const ADVICE: &[(HardwareBoundKind, &str, Say)] = &[
    (HardwareBoundKind::Dependencies, "second_accumulator", second_accumulator),
    (HardwareBoundKind::Dependencies, "value_in_register", value_in_register),
    (HardwareBoundKind::Renaming, "unroll", unroll),
    (HardwareBoundKind::Divider, "fewer_divisions", fewer_divisions),
    (HardwareBoundKind::VectorTransitions, "clear_upper_halves", clear_upper_halves),
];

impl Region<'_> {
    /// Returns the cycles that the other parts allow, if they are enough below those of an iteration to be worth a
    /// change.
    fn next(&self) -> Option<Ratio> {
        let next = self.pace.next_bound().map_or(Ratio::ZERO, |bound| bound.cycles);
        let cycles = self.pace.cycles_per_iteration().to_f64();
        (next.to_f64() <= (1.0 - WORTH) * cycles).then_some(next)
    }
}

/// Returns a chain of one operation whose results are only combined: several of it can run side by
/// side.
fn second_accumulator(region: &Region<'_>) -> Option<Said> {
    let (next, chain) = (region.next()?, region.pace.slowest_chain()?);
    let inst = |at: &u32| region.lowered.insts.get(*at as usize);
    let mut opcodes = chain.instructions.iter().filter_map(inst).map(|it| it.opcode);
    let first = opcodes.next()?;
    let latency = chain.cycles;
    let reads_memory = chain.instructions.iter().filter_map(inst).all(|it| {
        // A load of one register by itself is a step along a list.
        it.has(lowered_flag::MAY_LOAD) && it.reads.len() < 2
    });
    let is_one_operation =
        opcodes.all(|opcode| opcode == first) && !chain.is_through_memory && !reads_memory;
    let needed = (latency.to_f64() / next.to_f64().max(1e-9)).ceil().max(2.0) as u64;
    let needed = needed.min(MAX_ACCUMULATORS);
    (is_one_operation && latency.to_f64() > 1.0).then(|| {
        let left = Ratio::new(latency.numerator(), latency.denominator() * needed);
        let template = "If its results may be combined in another order, as those of a sum, {}, each with a register of \
                        its own, and combined after the loop, bring iterations down to {}, as far as other parts allow.";
        let chains = Figure::Count(needed, "chain", "chains side by side");
        (template, vec![chains, Figure::Cycles(next.max(left))])
    })
}

/// Returns a chain through memory, which a register would shorten.
fn value_in_register(region: &Region<'_>) -> Option<Said> {
    let (next, chain) = (region.next()?, region.pace.slowest_chain()?);
    chain.is_through_memory.then(|| {
        let template = "A load of this chain reads what a store of it wrote: kept in a register, the value would arrive \
                        sooner; the next limit is {}.";
        (template, vec![Figure::Cycles(next)])
    })
}

/// Returns the renaming, which the loop's own instructions take a share of.
fn unroll(region: &Region<'_>) -> Option<Said> {
    let next = region.next()?;
    let overhead = overhead(region.processor, region.lowered);
    let template = "Unrolled, the loop would need {} once for the work of several iterations: it waits for renaming, and \
                    the next limit is {}.";
    (!overhead.is_empty())
        .then(|| (template, vec![Figure::Instructions(overhead), Figure::Cycles(next)]))
}

fn fewer_divisions(region: &Region<'_>) -> Option<Said> {
    let next = region.next()?;
    let template = "Only fewer or cheaper divisions help, such as, for divisions by one value, products with its \
                    reciprocal: without them the next limit is {}.";
    Some((template, vec![Figure::Cycles(next)]))
}

fn clear_upper_halves(region: &Region<'_>) -> Option<Said> {
    let next = region.next()?;
    let template = "vzeroupper before instructions that do not know the upper halves, or their forms that do, save this; \
                    the next limit is {}.";
    Some((template, vec![Figure::Cycles(next)]))
}

fn figures(bound: &HardwareBound) -> Vec<Figure> {
    let cycles = Figure::Cycles(bound.cycles);
    match bound.kind {
        HardwareBoundKind::Ports => vec![Figure::Name(bound.ports.clone()), cycles],
        HardwareBoundKind::Dependencies => {
            vec![Figure::Instructions(bound.instructions.clone()), cycles]
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
        HardwareBoundKind::Ports => "the ports",
        HardwareBoundKind::Divider => "the divider",
        HardwareBoundKind::LockedAccesses => "indivisible accesses",
        HardwareBoundKind::VectorTransitions => "saving of upper halves of vectors",
        HardwareBoundKind::Serialization => "instructions that let all others wait",
        HardwareBoundKind::Dependencies => "another chain",
    }
}
