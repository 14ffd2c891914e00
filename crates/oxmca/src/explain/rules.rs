//! The rules, in the order of their sentences: each a name, and a function from figures to a sentence.

use super::facts::Facts;
use super::sentence::{Figure, Sentence};
use crate::lower::lowered_flag;
use crate::simulation::event::StallKind;
use crate::steady_state::{
    Bound, BoundKind, HazardWait, IssueShare, IssueWait, Pace, Ratio, WaitCause,
};

/// Text with places, and the figures for them.
pub(super) type Said = (&'static str, Vec<Figure>);

/// A rule.
pub(super) struct Rule {
    name: &'static str,
    /// Returns the sentence if the rule applies.
    say: fn(&Facts<'_>) -> Option<Said>,
}

impl Rule {
    /// Returns the sentence of the rule, if it applies.
    pub(super) fn sentence(&self, facts: &Facts<'_>) -> Option<Sentence> {
        let (template, figures) = (self.say)(facts)?;
        Some(Sentence::fact(self.name, template, figures))
    }
}

const fn fact(name: &'static str, say: fn(&Facts<'_>) -> Option<Said>) -> Rule {
    Rule { name, say }
}

/// All rules that give facts.
pub(super) const RULES: &[Rule] = &[
    fact("pace", pace),
    fact("average", average),
    fact("chain", chain),
    fact("longest_link", longest_link),
    fact("ports", ports),
    fact("dispatch", dispatch),
    fact("decoding", decoding),
    fact("retirement", retirement),
    fact("near", near),
    fact("several", several),
    fact("issue_is_full", issue_is_full),
    fact("waits_for_ports", waits_for_ports),
    fact("waits_for_results", waits_for_results),
    fact("waits_for_memory", waits_for_memory),
    fact("waits_for_hazards", waits_for_hazards),
    fact("longest_hazard", |facts| hazard(facts, 0)),
    fact("second_hazard", |facts| hazard(facts, 1)),
    fact("third_hazard", |facts| hazard(facts, 2)),
    fact("unmodeled_waits", unmodeled_waits),
    fact("waits_for_order", waits_for_order),
    fact("next_limit", next_limit),
    fact("busiest_ports", busiest_ports),
    fact("stalls", stalls),
    fact("loop_overhead", loop_overhead),
    fact("assumptions", assumptions),
    fact("wave_size", wave_size),
];

pub(super) fn count(number: u64, one: &'static str, several: &'static str) -> Figure {
    Figure::Count(number, one, several)
}

fn share(part: Ratio, whole: Ratio) -> f64 {
    if whole == Ratio::ZERO { 0.0 } else { 100.0 * part.to_f64() / whole.to_f64() }
}

fn pace(facts: &Facts<'_>) -> Option<Said> {
    let steady = facts.steady;
    let work = || {
        vec![
            count(steady.instructions.into(), "instruction", "instructions"),
            count(steady.micro_ops.into(), "micro-op", "micro-ops"),
            Figure::Cycles(facts.cycles),
        ]
    };
    steady.pace.is_periodic().then(|| {
        ("Once the pipeline is full, each iteration of {} and {} takes {}, exactly.", work())
    })
}

fn average(facts: &Facts<'_>) -> Option<Said> {
    let Pace::Average { measured, .. } = facts.steady.pace else { return None };
    let template = "Each iteration takes {} on average of {}: nothing repeats exactly.";
    let iterations = count(measured.iterations.into(), "iteration", "iterations");
    Some((template, vec![Figure::Cycles(facts.cycles), iterations]))
}

fn chain(facts: &Facts<'_>) -> Option<Said> {
    let chain = facts.chain().filter(|_| facts.has_chain_limit())?;
    let instructions = Figure::Instructions(facts.chain_instructions());
    let cycles = Figure::Cycles(Ratio::new(chain.cycles, 1));
    Some(match chain.iterations {
        1 => (
            "An iteration waits for the one before it, through {}: {} from one result to the next.",
            vec![instructions, cycles],
        ),
        iterations => (
            "Iterations wait for earlier ones, through {}: {} for {}.",
            vec![instructions, cycles, count(iterations, "iteration", "iterations")],
        ),
    })
}

fn longest_link(facts: &Facts<'_>) -> Option<Said> {
    let chain = facts.chain().filter(|_| facts.has_chain_limit())?;
    let longest = facts.links().max_by_key(|link| link.cycles)?;
    let is_one_of_several = facts.chain_instructions().len() > 1;
    (is_one_of_several && longest.cycles > 1 && u64::from(longest.cycles) < chain.cycles).then(
        || {
            let figures = vec![
                Figure::Instructions(vec![longest.from_instruction]),
                Figure::Cycles(Ratio::new(longest.cycles.into(), 1)),
                Figure::Percent(share(
                    Ratio::new(longest.cycles.into(), 1),
                    Ratio::new(chain.cycles, 1),
                )),
            ];
            ("The longest part of it is {} with {}, {} of the chain.", figures)
        },
    )
}

fn ports(facts: &Facts<'_>) -> Option<Said> {
    let bound = facts.steady.bounds.resources.as_ref().filter(|_| facts.has_port_limit())?;
    let holders = facts.holders.iter().map(|it| it.instruction).collect();
    let names = Figure::Resources(bound.resources.clone());
    let held = Figure::Cycles(bound.held_cycles);
    Some(match bound.num_units {
        1 => (
            "{} is busy all the time: {} need it for {} in each iteration.",
            vec![names, Figure::Instructions(holders), held],
        ),
        units => (
            "{} are busy all the time: {} need them for {} in each iteration, shared by {}.",
            vec![names, Figure::Instructions(holders), held, count(units, "unit", "units")],
        ),
    })
}

fn dispatch(facts: &Facts<'_>) -> Option<Said> {
    let width = match facts.processor.is_out_of_order() {
        true => facts.options.dispatch_width_on(facts.processor),
        false => facts.processor.model().issue_width_uops,
    };
    let template = match facts.processor.is_out_of_order() {
        true => "Dispatch is full: {} per iteration, {} per cycle.",
        false => "Issue is full: {} per iteration, {} per cycle.",
    };
    facts.is_limited_by(BoundKind::Dispatch).then(|| {
        let micro_ops = count(facts.steady.micro_ops.into(), "micro-op", "micro-ops");
        (template, vec![micro_ops, count(width.into(), "at most", "at most")])
    })
}

fn decoding(facts: &Facts<'_>) -> Option<Said> {
    facts.is_limited_by(BoundKind::Decoding).then(|| {
        let figures = vec![
            count(facts.steady.instructions.into(), "instruction", "instructions"),
            count(facts.options.decoder_throughput_instructions.into(), "at most", "at most"),
        ];
        ("Decoding is full: {} per iteration, {} per cycle.", figures)
    })
}

fn retirement(facts: &Facts<'_>) -> Option<Said> {
    let width = facts.processor.max_retired_instructions_per_cycle()?;
    facts.is_limited_by(BoundKind::Retirement).then(|| {
        let figures = vec![
            count(facts.steady.instructions.into(), "instruction", "instructions"),
            count(width.into(), "at most", "at most"),
        ];
        ("Retirement is full: {} per iteration, {} per cycle.", figures)
    })
}

/// Returns the excess over the highest bound, as a share of it.
fn excess(facts: &Facts<'_>) -> Option<(Ratio, f64)> {
    let excess = facts.steady.unexplained()?;
    Some((excess, share(excess, facts.steady.bounds.highest())))
}

fn near(facts: &Facts<'_>) -> Option<Said> {
    let (excess, share) = excess(facts).filter(|_| !facts.kinds.is_empty())?;
    let template = "Iterations take {} more than this bound ({}), because parts of the CPU sometimes wait for each other.";
    Some((template, vec![Figure::Cycles(excess), Figure::Percent(share)]))
}

fn several(facts: &Facts<'_>) -> Option<Said> {
    let (excess, share) = excess(facts).filter(|_| facts.kinds.is_empty())?;
    let is_in_order = !facts.issue.is_empty();
    let highest = facts.steady.bounds.highest();
    let mut bounds = facts.steady.bounds.all().into_iter();
    let kind = bounds.find(|bound| bound.cycles == highest)?.kind;
    let template = match is_in_order {
        true => {
            "No bound explains this: the highest one, of {}, is {}, and iterations take {} more ({}), since an \
             instruction that waits holds back all behind it."
        }
        false => {
            "No single part explains this: the highest bound, of {}, is {}, and iterations take {} more ({})."
        }
    };
    let figures = vec![
        Figure::Words(words(kind)),
        Figure::Cycles(highest),
        Figure::Cycles(excess),
        Figure::Percent(share),
    ];
    Some((template, figures))
}

/// Returns cycles of an iteration that end for a reason, and the instructions that came next.
fn issue_share<'a>(
    facts: &'a Facts<'_>,
    cause: WaitCause,
) -> Option<(&'a IssueShare, Figure, Figure)> {
    let share = facts.issue.iter().find(|share| share.cause == cause)?;
    let cycles = Figure::Cycles(share.cycles);
    Some((share, cycles, Figure::Instructions(share.instructions.clone())))
}

fn issue_is_full(facts: &Facts<'_>) -> Option<Said> {
    let (_, cycles, _) = issue_share(facts, WaitCause::Width)?;
    let width = facts.processor.model().issue_width_uops;
    let template = "In {} of an iteration, issue is full: {} per cycle.";
    Some((template, vec![cycles, count(width.into(), "at most", "at most")]))
}

fn waits_for_ports(facts: &Facts<'_>) -> Option<Said> {
    let (share, cycles, instructions) = issue_share(facts, WaitCause::Resources)?;
    let template = "In {} of an iteration, {} must wait for ports that are busy: {}.";
    Some((template, vec![cycles, instructions, Figure::Resources(share.resources.clone())]))
}

fn waits_for_results(facts: &Facts<'_>) -> Option<Said> {
    let (share, cycles, instructions) = issue_share(facts, WaitCause::Results)?;
    let writers = Figure::Instructions(share.writers.clone());
    Some(match share.writers.is_empty() {
        true => ("In {} of an iteration, {} must wait for results.", vec![cycles, instructions]),
        false => (
            "In {} of an iteration, {} must wait for results of {}.",
            vec![cycles, instructions, writers],
        ),
    })
}

fn waits_for_memory(facts: &Facts<'_>) -> Option<Said> {
    let (_, cycles, instructions) = issue_share(facts, WaitCause::Memory)?;
    let template = "In {} of an iteration, {} must wait for older accesses to memory.";
    Some((template, vec![cycles, instructions]))
}

fn waits_for_hazards(facts: &Facts<'_>) -> Option<Said> {
    let (_, cycles, instructions) = issue_share(facts, WaitCause::Hazard)?;
    let template = "In {} of an iteration, {} must wait for what still executes.";
    Some((template, vec![cycles, instructions]))
}

/// Names what an instruction waits for that a rule of the target's own holds back, by its rank among such instructions.
fn hazard(facts: &Facts<'_>, rank: usize) -> Option<Said> {
    let issue = facts.steady.issue.as_ref()?;
    let is_hazard = |it: &&IssueWait| it.cause == WaitCause::Hazard;
    let mut waits: Vec<&IssueWait> = issue.waits.iter().filter(is_hazard).collect();
    waits.sort_by_key(|it| std::cmp::Reverse(it.cycles));
    let wait = waits.get(rank)?;
    let HazardWait { instruction, name } = wait.hazard?;
    let figures = vec![
        Figure::Instructions(vec![wait.instruction]),
        Figure::Cycles(Ratio::new(wait.cycles, issue.iterations.into())),
        Figure::Name(name.to_owned()),
        Figure::Instructions(vec![instruction]),
    ];
    Some(("{} waits {} for {} of {}.", figures))
}

fn waits_for_order(facts: &Facts<'_>) -> Option<Said> {
    let (_, cycles, instructions) = issue_share(facts, WaitCause::WriteBackOrder)?;
    let template =
        "In {} of an iteration, {} must wait so as not to end before older instructions.";
    Some((template, vec![cycles, instructions]))
}

fn stalls(facts: &Facts<'_>) -> Option<Said> {
    let stalls = &facts.steady.stalls;
    let (cause, cycles) = StallKind::ALL
        .iter()
        .map(|kind| (kind, stalls.cycles[*kind as usize]))
        .max_by_key(|(_, cycles)| *cycles)
        .filter(|it| it.1 > 0)?;
    let percent = 100.0 * cycles as f64 / stalls.total_cycles.max(1) as f64;
    let template = "Dispatch waits for {} in {} of cycles.";
    let is_told = facts.issue.is_empty() && (facts.kinds.is_empty() || percent >= 10.0);
    is_told.then(|| (template, vec![Figure::Words(cause.phrase()), Figure::Percent(percent)]))
}

fn next_limit(facts: &Facts<'_>) -> Option<Said> {
    let Bound { kind, cycles } = facts.next.filter(|_| !facts.kinds.is_empty())?;
    let figures = vec![Figure::Words(words(kind)), Figure::Cycles(cycles)];
    Some(("Without this limit, the next one would be {}, at {} per iteration.", figures))
}

fn busiest_ports(facts: &Facts<'_>) -> Option<Said> {
    let bound = facts.steady.bounds.resources.as_ref().filter(|_| !facts.has_port_limit())?;
    let busy = share(bound.cycles_per_iteration(), facts.cycles);
    let template = "The busiest ports, {}, are in use {} of the time.";
    Some((template, vec![Figure::Resources(bound.resources.clone()), Figure::Percent(busy)]))
}

fn loop_overhead(facts: &Facts<'_>) -> Option<Said> {
    let overhead = facts.overhead.clone();
    let micro_ops = facts.micro_ops_of(&overhead);
    (micro_ops > 0 && !facts.has_chain_limit()).then(|| {
        let template = "{} only run the loop: {} of {}.";
        let all = count(facts.steady.micro_ops.into(), "micro-op", "micro-ops");
        (template, vec![Figure::Instructions(overhead), Figure::Name(micro_ops.to_string()), all])
    })
}

fn assumptions(facts: &Facts<'_>) -> Option<Said> {
    if let Some(wave) = &facts.lowered.wave {
        let template = "The model assumes that one wave of {} lanes runs alone, that accesses to memory take the latency of their class and that instructions arrive in time.";
        return Some((template, vec![Figure::Name(wave.lanes.to_string())]));
    }
    let has_loads = facts.lowered.insts.iter().any(|inst| inst.has(lowered_flag::MAY_LOAD));
    let template = match has_loads {
        true => {
            "The model assumes that loads hit the first-level cache, that branches are predicted and that instructions arrive in time."
        }
        false => {
            "The model assumes that branches are predicted and that instructions arrive in time."
        }
    };
    Some((template, Vec::new()))
}

/// Tells that the size of a wave changes no figure.
fn wave_size(facts: &Facts<'_>) -> Option<Said> {
    let wave = facts.lowered.wave.as_ref()?;
    let template = "It gives waves of 32 and of 64 lanes the same times.";
    wave.has_other_size.then(|| (template, Vec::new()))
}

/// Names the waits that the model passes over.
fn unmodeled_waits(facts: &Facts<'_>) -> Option<Said> {
    let waits = &facts.lowered.wave.as_ref()?.unmodeled_waits;
    let insts = facts.lowered.insts.iter();
    let positions = (0..).zip(insts).filter(|(_, inst)| waits.binary_search(&inst.source).is_ok());
    let positions: Vec<u32> = positions.map(|(position, _)| position).collect();
    let template =
        "The model ignores {}: it knows when a result can be used, not what else is waited for.";
    (!positions.is_empty()).then(|| (template, vec![Figure::Instructions(positions)]))
}

const fn words(kind: BoundKind) -> &'static str {
    match kind {
        BoundKind::Dispatch => "dispatch",
        BoundKind::Decoding => "decoding",
        BoundKind::Retirement => "retirement",
        BoundKind::Resources => "the ports",
        BoundKind::Dependencies => "a chain",
    }
}
