//! Sentences as values.

use oxmca_tables::Reg;

use crate::steady_state::Ratio;

/// The kind of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SentenceKind {
    /// A figure of the report in words.
    Fact,
    /// A change that makes the region faster on this model.
    Advice,
}

/// A sentence: text with places, and the figures to put there.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Sentence {
    /// The name of the rule that gave it.
    pub rule: &'static str,
    /// Its kind.
    pub kind: SentenceKind,
    /// Its text; `{}` stands for the next figure.
    pub template: &'static str,
    /// The figures, in the order of their places.
    pub figures: Vec<Figure>,
    /// Of advice: what the changed code takes. Its assumptions are told after the text.
    pub outcome: Option<Outcome>,
}

/// The cycles of the code after the change that a sentence advises.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Cycles for the work of an iteration, simulated as the region was.
    pub cycles: Ratio,
    /// Conditions under which the changed code computes the same, each a clause.
    pub assumptions: Vec<&'static str>,
}

impl Sentence {
    /// Creates the sentence of a rule about figures.
    pub(super) fn fact(
        rule: &'static str,
        template: &'static str,
        figures: Vec<Figure>,
    ) -> Sentence {
        Sentence { rule, kind: SentenceKind::Fact, template, figures, outcome: None }
    }
}

/// A figure in a sentence.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Figure {
    /// A number of cycles, with the word "cycle" or "cycles".
    Cycles(Ratio),
    /// A number of things, and the names of one and of several.
    Count(u64, &'static str, &'static str),
    /// A share in per cent.
    Percent(f64),
    /// A register.
    Register(Reg),
    /// Registers.
    Registers(Vec<Reg>),
    /// Names of resources.
    Resources(Vec<String>),
    /// Instructions, with the lines they are on.
    Instructions(Vec<u32>),
    /// Words that the rule chose.
    Words(&'static str),
    /// A name from a model.
    Name(String),
}
