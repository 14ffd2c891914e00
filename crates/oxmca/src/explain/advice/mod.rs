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
mod hoist_results;
mod loaded_address;
mod memory;
mod merge;
mod newer_forms;
mod pointers;
#[cfg(test)]
mod tests;
mod trial;
mod unroll;
mod value_in_register;
mod vectorize;

use super::sentence::Sentence;
use crate::error::ErrorKind;
use crate::steady_state::Chain;
use body::Body;
pub(crate) use trial::AdviceInput;
use trial::Trials;

/// The way in which a rule gives its sentence, if it applies.
type Say = fn(&Body<'_>, &Trials<'_>) -> Result<Option<Sentence>, ErrorKind>;

/// The rules, in the order of their sentences.
const RULES: &[Say] = &[
    exits::exit_by_data,
    aliasing::unordered_stores,
    denormals::denormals,
    value_in_register::value_in_register,
];

/// The rules whose sentences are true only if the simulation knows all that loads wait for.
const RULES_WITH_MEMORY: &[Say] = &[
    false_dependency::false_dependency,
    accumulators::accumulators,
    divisions::reciprocal,
    divisions::narrower_division,
    divisions::cheaper_instruction,
    newer_forms::newer_forms,
    hoist::hoist,
    hoist_results::hoist_results,
    pointers::pointers,
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
