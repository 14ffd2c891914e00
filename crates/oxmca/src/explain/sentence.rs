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
    /// Names of resources.
    Resources(Vec<String>),
    /// Instructions, with the lines they are on.
    Instructions(Vec<u32>),
    /// Words that the rule chose.
    Words(&'static str),
    /// A name from a model.
    Name(String),
}
