//! Advice on what a steady state of llvm-mca's pipeline shows.

use super::super::facts::{Facts, Holder};
use super::super::rules::{Said, count};
use super::super::sentence::{Figure, Sentence, SentenceKind};
use super::{MAX_ACCUMULATORS, WORTH};
use crate::lower::lowered_flag;
use crate::steady_state::{Bound, BoundKind, LinkCause, Ratio};

/// Returns the sentence of a rule if it applies.
type Say = fn(&Facts<'_>) -> Option<Said>;

/// All rules.
const ADVICE: &[(&str, Say)] = &[
    ("second_accumulator", second_accumulator),
    ("whole_register", whole_register),
    ("no_alias", no_alias),
    ("unroll", unroll),
    ("fewer_long_holds", fewer_long_holds),
    ("wider_stores", wider_stores),
    ("wider_loads", wider_loads),
    ("other_ports", other_ports),
];

/// Cycles for which one instruction must hold a resource to be worth naming.
const LONG_HOLD_CYCLES: u32 = 3;

/// Returns the advice on a region.
pub(crate) fn sentences(facts: &Facts<'_>) -> impl Iterator<Item = Sentence> {
    ADVICE.iter().filter_map(|(rule, say)| {
        let (template, figures) = say(facts)?;
        Some(Sentence { rule, kind: SentenceKind::Advice, template, figures })
    })
}

/// Returns whether a number of cycles is enough below those of an iteration to be worth a change.
fn is_worth(facts: &Facts<'_>, cycles: Ratio) -> bool {
    cycles.to_f64() <= (1.0 - WORTH) * facts.cycles.to_f64()
}

/// Returns a chain of one operation whose results are only combined, such as a sum: several of it can run side
/// by side.
fn second_accumulator(facts: &Facts<'_>) -> Option<Said> {
    let next = facts.next.filter(|_| facts.is_limited_only_by(BoundKind::Dependencies))?.cycles;
    let chain = facts.chain()?;
    let instructions = facts.chain_instructions();
    let mut opcodes = instructions.iter().filter_map(|at| facts.inst(*at)).map(|it| it.opcode);
    let first = opcodes.next()?;
    let is_one_operation = opcodes.all(|opcode| opcode == first)
        && facts.links().all(|link| matches!(link.dependency, LinkCause::Register(_)))
        && facts.loaded_address().is_none()
        && facts.partial_write().is_none();
    let latency = Ratio::new(chain.cycles, chain.iterations);
    // A step of a counter is a chain of one cycle, which others would be left of.
    let is_result = latency.to_f64() > 1.0;
    let needed = (latency.to_f64() / next.to_f64().max(1e-9)).ceil().max(2.0) as u64;
    (is_one_operation && is_result && is_worth(facts, next)).then(|| {
        let template = "If its results may be combined in another order, as those of a sum, {}, each with a register of \
                        its own, and combined after the loop, bring iterations down to {}.";
        let chains = count(needed.min(MAX_ACCUMULATORS), "chain", "chains side by side");
        let left = Ratio::new(latency.numerator(), latency.denominator() * needed.min(MAX_ACCUMULATORS));
        (template, vec![chains, Figure::Cycles(next.max(left))])
    })
}

/// Returns a dependency that is there because an instruction writes a part of a register and keeps
/// the rest.
fn whole_register(facts: &Facts<'_>) -> Option<Said> {
    let (link, reg) = facts.partial_write().filter(|_| facts.has_chain_limit())?;
    let template = "{} writes only a part of {} and waits for the rest of it, from {}: write the whole register, or \
                    another one.";
    let figures = vec![
        Figure::Instructions(vec![link.to_instruction]),
        Figure::Register(reg),
        Figure::Instructions(vec![link.from_instruction]),
    ];
    Some((template, figures))
}

/// Returns a chain through memory, which a register would shorten.
fn no_alias(facts: &Facts<'_>) -> Option<Said> {
    let next = facts.next.filter(|_| facts.is_limited_only_by(BoundKind::Dependencies))?.cycles;
    let link =
        facts.links().find(|link| link.dependency == LinkCause::Memory && link.cycles > 0)?;
    let is_load = facts.has(link.to_instruction, lowered_flag::MAY_LOAD);
    (is_load && is_worth(facts, next)).then(|| {
        let template = "{} is taken to read what {} stored: keep the value in a register, or, if they never meet, \
                        simulate with -noalias, and the next limit is {}.";
        let figures = vec![
            Figure::Instructions(vec![link.to_instruction]),
            Figure::Instructions(vec![link.from_instruction]),
            Figure::Cycles(next),
        ];
        (template, figures)
    })
}

/// Returns a limit that the loop's own instructions take a share of.
fn unroll(facts: &Facts<'_>) -> Option<Said> {
    let [kind] = facts.kinds[..] else { return None };
    let (all, own) = match kind {
        BoundKind::Dispatch => (facts.steady.micro_ops.into(), facts.micro_ops_of(&facts.overhead)),
        BoundKind::Retirement | BoundKind::Decoding => {
            (u64::from(facts.steady.instructions), facts.overhead.len() as u64)
        }
        BoundKind::Resources => {
            let all: u64 = facts.holders.iter().map(|it| u64::from(it.cycles)).sum();
            (all, facts.held_by(&facts.overhead))
        }
        BoundKind::Dependencies => return None,
    };
    // Two iterations' work, with the instructions of the loop once.
    let mut bounds = facts.steady.bounds.all().into_iter();
    let bound = bounds.find(|bound| bound.kind == kind)?.cycles;
    let halved =
        Ratio::new(bound.numerator() * (2 * all - own), bound.denominator() * 2 * all.max(1));
    let next = facts.next.map_or(Ratio::ZERO, |it| it.cycles);
    // A chain of one cycle is that of a counter, which then steps once for both.
    let next = match facts.next {
        Some(Bound { kind: BoundKind::Dependencies, cycles }) if cycles == Ratio::new(1, 1) => {
            Ratio::new(1, 2)
        }
        _ => next,
    };
    let reached = halved.max(next);
    (own > 0 && is_worth(facts, reached)).then(|| {
        let template = "Unrolled by two, the loop would need {} once for twice the work: {} for the work of an iteration.";
        (template, vec![Figure::Instructions(facts.overhead.clone()), Figure::Cycles(reached)])
    })
}

/// Returns whether all instructions that hold the limiting resources fulfil a condition on them and their cycles, and there
/// are two or more.
fn are_all_holders(facts: &Facts<'_>, is: impl Fn(u32, u32) -> bool) -> bool {
    facts.is_limited_only_by(BoundKind::Resources)
        && facts.holders.len() > 1
        && facts.holders.iter().all(|it| is(it.instruction, it.cycles))
}

/// Returns one instruction that holds the limiting resource for long, as a division does.
fn fewer_long_holds(facts: &Facts<'_>) -> Option<Said> {
    let bound = facts.steady.bounds.resources.as_ref()?;
    let most = facts.holders.iter().copied().max_by_key(|it| it.cycles)?;
    let Holder { instruction: at, cycles } = most;
    let all: u32 = facts.holders.iter().map(|it| it.cycles).sum();
    let is_most = 2 * cycles >= all && cycles >= LONG_HOLD_CYCLES;
    (facts.is_limited_only_by(BoundKind::Resources) && is_most).then(|| {
        let template = "{} alone holds {} for {}: only fewer or cheaper ones help, such as, for divisions by one value, \
                        products with its reciprocal.";
        let figures = vec![
            Figure::Instructions(vec![at]),
            Figure::Resources(bound.resources.clone()),
            Figure::Cycles(Ratio::new(cycles.into(), 1)),
        ];
        (template, figures)
    })
}

fn wider_stores(facts: &Facts<'_>) -> Option<Said> {
    are_all_holders(facts, |at, _| facts.has(at, lowered_flag::MAY_STORE)).then(|| {
        let stores = Figure::Instructions(facts.holders.iter().map(|it| it.instruction).collect());
        (
            "The limit is the number of stores, {}: wider ones for neighbours would be fewer.",
            vec![stores],
        )
    })
}

fn wider_loads(facts: &Facts<'_>) -> Option<Said> {
    let is_load = |at: u32, _: u32| {
        facts.has(at, lowered_flag::MAY_LOAD) && !facts.has(at, lowered_flag::MAY_STORE)
    };
    are_all_holders(facts, is_load).then(|| {
        let loads = Figure::Instructions(facts.holders.iter().map(|it| it.instruction).collect());
        (
            "The limit is the number of loads, {}: wider ones for neighbours would be fewer.",
            vec![loads],
        )
    })
}

/// Returns the arithmetic that can only go to ports that are full.
fn other_ports(facts: &Facts<'_>) -> Option<Said> {
    let bound = facts.steady.bounds.resources.as_ref()?;
    let next = facts.next?.cycles;
    let is_arithmetic =
        |at: u32, cycles: u32| !facts.has(at, lowered_flag::MEMORY) && cycles < LONG_HOLD_CYCLES;
    let own = facts.held_by(&facts.overhead);
    (are_all_holders(facts, is_arithmetic) && own == 0 && is_worth(facts, next)).then(|| {
        let template = "Each of them that another instruction could do elsewhere than on {} would save {}, down to {} \
                        per iteration.";
        let each = Ratio::new(1, bound.num_units);
        (template, vec![Figure::Resources(bound.resources.clone()), Figure::Cycles(each), Figure::Cycles(next)])
    })
}
