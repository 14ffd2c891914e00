//! Mistakes in values of options.

use std::error::Error;
use std::fmt;

use super::simulation::AppliesTo;

/// A mistake in a value of an option, or in its name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of that name.
    UnknownOption {
        /// The name.
        name: String,
        /// The options whose names are nearest.
        nearest: Vec<&'static str>,
    },
    /// The value has another type.
    WrongType {
        /// The option.
        option: &'static str,
        /// The values that it can have, in words.
        expected: &'static str,
    },
    /// The number is negative, or has more than 32 bits.
    OutOfRange {
        /// The option.
        option: &'static str,
    },
    /// The value of a register is no number of 64 bits.
    WrongAddress {
        /// The option.
        option: &'static str,
    },
    /// The value is none of the words that the option can be.
    UnknownWord {
        /// The option.
        option: &'static str,
        /// The value.
        word: String,
        /// The words.
        words: Vec<&'static str>,
        /// The words that are nearest to the one given.
        nearest: Vec<&'static str>,
    },
    /// The option belongs to the other simulation.
    Misplaced {
        /// The option.
        option: &'static str,
        /// The simulation that it belongs to.
        applies_to: AppliesTo,
    },
}

impl OptionError {
    pub(super) fn unknown_option(
        name: &str,
        names: impl Iterator<Item = &'static str>,
    ) -> OptionError {
        OptionError::UnknownOption { name: name.to_owned(), nearest: nearest(name, names) }
    }

    pub(super) fn unknown_word(
        option: &'static str,
        word: &str,
        words: Vec<&'static str>,
    ) -> OptionError {
        let nearest = nearest(word, words.iter().copied());
        OptionError::UnknownWord { option, word: word.to_owned(), words, nearest }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownOption { name, nearest } => {
                write!(f, "there is no option '{name}'")?;
                write_nearest(nearest, f)
            }
            OptionError::WrongType { option, expected } => write!(f, "'{option}' is {expected}"),
            OptionError::OutOfRange { option } => {
                write!(f, "'{option}' is from 0 to {}", u32::MAX)
            }
            OptionError::WrongAddress { option } => write!(
                f,
                "values in '{option}' are numbers of 64 bits, or text of 0x and up to 16 hexadecimal digits"
            ),
            OptionError::UnknownWord { option, word, words, nearest } => {
                write!(f, "'{option}' is {}, not '{word}'", choice(words))?;
                write_nearest(nearest, f)
            }
            OptionError::Misplaced { option, applies_to } => {
                write!(f, "\"{option}\" belongs to {}", applies_to.description())
            }
        }
    }
}

impl Error for OptionError {}

fn write_nearest(nearest: &[&str], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match nearest {
        [] => Ok(()),
        nearest => write!(f, "; did you mean {}?", choice(nearest)),
    }
}

/// Returns words in quotes, to choose from.
fn choice(words: &[&str]) -> String {
    let Some((last, others)) = words.split_last() else { return String::new() };
    let others: Vec<String> = others.iter().map(|word| format!("'{word}'")).collect();
    match others.is_empty() {
        true => format!("'{last}'"),
        false => format!("{} or '{last}'", others.join(", ")),
    }
}

/// Longer words than this are no misspelling of anything.
const MAX_WORD: usize = 48;
/// Most words suggested for one.
const MAX_SUGGESTIONS: usize = 3;

/// Returns the candidates nearest to a word, all at the same distance; those that it begins if none is near. A third of its
/// letters may be wrong.
pub fn nearest(word: &str, candidates: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    if word.is_empty() || word.len() > MAX_WORD {
        return Vec::new();
    }
    let candidates: Vec<&str> = candidates.collect();
    let word = word.to_ascii_lowercase();
    let farthest = (word.len() / 3).max(1);
    let distances = candidates.iter().map(|it| strsim::osa_distance(&word, it));
    let near = distances.zip(&candidates).filter(|it| it.0 <= farthest && it.0 < it.1.len());
    let near: Vec<(usize, &&str)> = near.collect();
    let least = near.iter().map(|it| it.0).min();
    let mut found: Vec<&str> = match least {
        Some(least) => near.iter().filter(|it| it.0 == least).map(|it| *it.1).collect(),
        None if word.len() >= 3 => {
            candidates.iter().filter(|it| it.starts_with(&word)).copied().collect()
        }
        None => Vec::new(),
    };
    found.truncate(MAX_SUGGESTIONS);
    found
}
