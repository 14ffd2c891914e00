//! Advice on what hardware mode shows.

use super::super::facts::overhead;
use super::super::rules::Said;
use super::super::sentence::{Figure, Sentence, SentenceKind};
use super::{MAX_ACCUMULATORS, WORTH};
use crate::lower::{Lowered, lowered_flag};
use crate::processor::Processor;
use crate::simulation::hardware::{HardwareBoundKind, HardwarePace};
use crate::steady_state::Ratio;

/// Returns the advice on a region that one part of the processor alone limits.
pub(crate) fn sentences(
    processor: &Processor<'_>,
    lowered: &Lowered,
    pace: &HardwarePace,
) -> Vec<Sentence> {
    let [kind] = pace.limits()[..] else { return Vec::new() };
    let region = Region { processor, lowered, pace };
    let advice = ADVICE.iter().filter(|(of_kind, ..)| *of_kind == kind);
    let sentences = advice.filter_map(|(_, rule, say)| {
        let (template, figures) = say(&region)?;
        Some(Sentence { rule, kind: SentenceKind::Advice, template, figures })
    });
    sentences.collect()
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
        opcodes.all(|opcode| opcode == first) && !chain.is_through_memory() && !reads_memory;
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
    chain.is_through_memory().then(|| {
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
