//! Changes of code that make a region faster, each of which was simulated.
//!
//! A rule looks at the instructions of a loop, as far as [`Body`] understands them, and builds a [`Change`]: other
//! instructions that compute the same under the assumptions that it names. [`Trials`] simulates it as the region was
//! simulated, and the rule gives its sentence only if the work of an iteration takes enough fewer cycles.
//!
//! Some sentences say what the simulation leaves out instead: an exit that the data decide, stores that later loads may
//! have to wait for.
//!
//! # Decisions
//!
//! - **A change is built, not described.** What cannot be built is not advised. The cost: a target has to know variants of
//!   its instructions ([`Variants`](oxmca_asm::target::Variants)).
//! - **What is not understood is left alone.** Calls, control flow inside of the region and values that nobody can follow
//!   end a rule. The cost: advice that would be right is missing there.

mod accumulators;
mod aliasing;
mod body;
mod change;
mod denormals;
mod divisions;
mod exits;
mod false_dependency;
mod hoist;
mod loaded_address;
mod memory;
mod merge;
mod newer_forms;
#[cfg(test)]
mod tests;
mod trial;
mod unroll;
mod value_in_register;
mod vectorize;

use oxmca_asm::{Inst, Interrupt, Target};

use super::sentence::{Figure, Outcome, Sentence, SentenceKind};
use crate::error::ErrorKind;
use crate::lower::{Instrument, Lowered};
use crate::options::Options;
use crate::processor::Processor;
use crate::ratio::Ratio;
use crate::steady_state::Chain;
use body::Body;
use change::Change;
use trial::Trials;

/// A region, and how it was simulated.
#[derive(Clone, Copy)]
pub(crate) struct AdviceInput<'a> {
    pub(crate) processor: &'a Processor<'a>,
    pub(crate) target: &'a dyn Target,
    pub(crate) options: &'a Options,
    pub(crate) interrupt: &'a Interrupt,
    /// The instructions of the region.
    pub(crate) instructions: &'a [Inst],
    /// Requests to simulate instructions otherwise than the model says, one per instruction or none.
    pub(crate) instruments: &'a [Instrument],
    /// Machine code of the first of the instructions.
    pub(crate) codes: &'a [&'a [u8]],
    pub(crate) lowered: &'a Lowered,
    /// The cycles of an iteration.
    pub(crate) cycles: Ratio,
}

/// Share of the cycles that advice must save at least.
const WORTH: f64 = 0.05;
/// Share of the cycles by which the best of several changes may be better than the one that is advised.
const NEAR_BEST: f64 = 0.03;

/// The way in which a rule gives its sentence, if it applies.
type Say = fn(&Body<'_>, &Trials<'_>) -> Result<Option<Sentence>, ErrorKind>;

/// The rules, in the order of their sentences.
const RULES: &[Say] = &[
    exits::exit_by_data,
    aliasing::unordered_stores,
    denormals::denormals,
    value_in_register::value_in_register,
];

/// Those whose sentences are true only if the simulation knows all that loads wait for.
const RULES_WITH_MEMORY: &[Say] = &[
    false_dependency::false_dependency,
    accumulators::accumulators,
    divisions::reciprocal,
    divisions::narrower_division,
    divisions::cheaper_instruction,
    newer_forms::newer_forms,
    hoist::hoist,
    merge::merge_accesses,
    vectorize::vectorize,
    unroll::unroll,
];

/// Returns the sentences about a region, whose slowest chain is given if it limits it: advice, and what its simulation
/// leaves out.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn sentences(
    input: &AdviceInput<'_>,
    chain: Option<&Chain>,
) -> Result<Vec<Sentence>, ErrorKind> {
    // Instructions that are left out would be in the changed code.
    let is_whole = input.lowered.insts.len() == input.instructions.len();
    let Some(body) = Body::new(input.target, input.instructions).filter(|_| is_whole) else {
        return Ok(Vec::new());
    };
    sentences_of(&body, &Trials::new(input), chain)
}

/// Returns the sentences about a region that is understood.
fn sentences_of(
    body: &Body<'_>,
    trials: &Trials<'_>,
    chain: Option<&Chain>,
) -> Result<Vec<Sentence>, ErrorKind> {
    let mut sentences: Vec<Sentence> =
        chain.and_then(|chain| loaded_address::loaded_address(body, chain)).into_iter().collect();
    let more = if trials.ignores_meetings(body) { &[] } else { RULES_WITH_MEMORY };
    for rule in RULES.iter().chain(more) {
        sentences.extend(rule(body, trials)?);
    }
    // Several accumulators are in several copies of an iteration already.
    if sentences.iter().any(|it| it.rule == "accumulators") {
        sentences.retain(|it| it.rule != "unroll");
    }
    Ok(sentences)
}

/// A change that was simulated, and is worth being advised.
struct Tried {
    change: Change,
    /// The cycles that the work of an old iteration takes.
    cycles: Ratio,
    /// Those that it took before.
    before: Ratio,
}

impl Tried {
    /// Returns the advice to make the change. The last three places of the template are for the cycles after and before,
    /// and the gain.
    fn advice(
        &self,
        rule: &'static str,
        template: &'static str,
        mut figures: Vec<Figure>,
    ) -> Sentence {
        let before = self.before;
        let gain = 100.0 * (1.0 - self.cycles.to_f64() / before.to_f64());
        figures.push(Figure::Cycles(self.cycles));
        figures.push(Figure::Cycles(before));
        figures.push(Figure::Name(format!("-{gain:.0} %")));
        let assumptions = self.change.assumptions.clone();
        let outcome = Outcome { cycles: self.cycles, assumptions };
        Sentence { rule, kind: SentenceKind::Advice, template, figures, outcome: Some(outcome) }
    }
}
