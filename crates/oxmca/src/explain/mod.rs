//! A region in words: what limits it, what would limit it otherwise, and what follows.
//!
//! `rules::RULES` looks at figures of the steady state and of the lowered instructions. A rule that applies
//! gives a [`Sentence`]: a template and the figures in it. Texts of instructions, line numbers and names of registers
//! are put in where a report is rendered. `advice` changes the code and simulates it again. Absent on purpose: names of
//! instructions and CPUs.

mod advice;
mod facts;
mod hardware;
mod rules;
mod sentence;

pub(crate) use advice::AdviceInput;
pub use sentence::{Figure, Outcome, Sentence, SentenceKind};

use crate::error::ErrorKind;
use crate::lower::Lowered;
use crate::processor::Processor;
use crate::simulation::hardware::{HardwareBoundKind, HardwarePace};
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::program::Program;
pub use crate::steady_state::Limit;
use crate::steady_state::{Chain, DependencyBound, Ratio, SteadyState, limits_of_hardware};
use crate::work::{Amount, UnknownWork};
use facts::Facts;
pub use facts::Holder;

/// The explanation section.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// Cycles of an iteration.
    pub cycles_per_iteration: Ratio,
    /// Set if the simulation repeats itself; otherwise the cycles are an average.
    pub is_exact: bool,
    /// The amount of work of an iteration, or the reason why it is not known.
    pub amount: Result<Amount, UnknownWork>,
    /// The limit of iterations. Several if they are equally slow.
    pub limits: Vec<Limit>,
    /// The slowest loop-carried chain, if it limits iterations.
    pub chain: Option<Chain>,
    /// Instructions that hold the resources that limit iterations.
    pub holders: Vec<Holder>,
    /// The sentences of all rules that apply.
    pub sentences: Vec<Sentence>,
}

impl Explanation {
    /// Explains a steady state of llvm-mca's pipeline.
    pub(crate) fn new(
        processor: &Processor<'_>,
        lowered: &Lowered,
        program: &Program,
        options: &PipelineOptions,
        steady: &SteadyState,
    ) -> Explanation {
        let facts = Facts::new(processor, lowered, program, options, steady);
        let chain = match &steady.bounds.dependencies {
            DependencyBound::Chain(chain) if facts.has_chain_limit() => Some(chain.clone()),
            _ => None,
        };
        let sentences = rules::RULES.iter().filter_map(|rule| rule.sentence(&facts)).collect();
        Explanation {
            cycles_per_iteration: facts.cycles,
            is_exact: steady.pace.is_periodic(),
            amount: Err(UnknownWork::NotDescribed),
            chain,
            holders: if facts.has_port_limit() { facts.holders } else { Vec::new() },
            sentences,
            limits: steady.limits.clone(),
        }
    }

    /// Explains what hardware mode found.
    pub(crate) fn of_hardware(
        lowered: &Lowered,
        steady: &SteadyState,
        pace: &HardwarePace,
    ) -> Explanation {
        let has_limit = |kind: HardwareBoundKind| pace.limits().contains(&kind);
        let chain = match &steady.bounds.dependencies {
            DependencyBound::Chain(chain) if has_limit(HardwareBoundKind::Dependencies) => {
                Some(chain.clone())
            }
            _ => None,
        };
        Explanation {
            cycles_per_iteration: pace.cycles_per_iteration(),
            is_exact: false,
            amount: Err(UnknownWork::NotDescribed),
            limits: limits_of_hardware(pace),
            chain,
            holders: Vec::new(),
            sentences: hardware::sentences(lowered, pace),
        }
    }

    /// Adds the sentences about changes that were simulated, and about what a simulation leaves out.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`](crate::error::ErrorKind).
    pub(crate) fn add_advice(&mut self, input: &AdviceInput<'_>) -> Result<(), ErrorKind> {
        let found = advice::sentences(input, self.chain.as_ref())?;
        self.sentences.extend(found);
        Ok(())
    }
}
