//! Shorthands: names that stand for words which several lines have in common.

use std::collections::HashMap;
use std::fmt::Write as _;

/// Words that are at most as long stay where they are.
const SHORT: usize = 6;

/// The shorthands of a file.
pub struct Shorthands {
    /// Words of rows, with the number of times that they come.
    uses: HashMap<String, usize>,
    /// Numbers of words that have a line.
    numbers: HashMap<String, usize>,
}

impl Shorthands {
    /// Makes shorthands for what comes more than once among all rows of words of a file.
    pub fn new(rows: impl Iterator<Item = String>) -> Self {
        let mut uses = HashMap::new();
        rows.for_each(|words| *uses.entry(words).or_insert(0) += 1);
        Shorthands { uses, numbers: HashMap::new() }
    }

    /// Returns what a line has in place of words: a shorthand, whose line is added to `out` if it has none yet, or the words.
    pub fn of(&mut self, words: &str, out: &mut String) -> String {
        if words.len() <= SHORT || self.uses.get(words).is_none_or(|count| *count < 2) {
            return words.to_owned();
        }
        let next = self.numbers.len();
        let number = *self.numbers.entry(words.to_owned()).or_insert(next);
        if number == next {
            let _ = writeln!(out, "${number} {words}");
        }
        format!("${number}")
    }
}
