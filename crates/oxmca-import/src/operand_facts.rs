//! Facts about operand classes that no dump states: ranges that no name says, and the words of errors.
//!
//! LLVM has both in C++, in each target's parser. A target's are in a text beside its other facts.

use anyhow::{Context, Result};

use super::ranges::{Range, of_predicate};

/// The facts of a target.
#[derive(Default)]
pub struct OperandFacts<'t> {
    ranges: Vec<(&'t str, Option<Range>)>,
    messages: Vec<(&'t str, &'t str)>,
}

impl<'t> OperandFacts<'t> {
    /// Reads lines `range PREDICATE LEAST..MOST|... [STEP]`, with `-` for none and `except LEAST..MOST STEP` in place of the
    /// step for numbers that are left out, and `message DIAGNOSTIC TEXT`, where `*`
    /// stands for any part of a name. In a text, `{least}`, `{most}` and `{step}` stand for what the range of the class
    /// has; a class without a range then has a message that is further below. An empty text leaves the target to word it.
    ///
    /// # Errors
    /// A line has another form.
    pub fn parse(text: &'t str) -> Result<Self> {
        let mut facts = OperandFacts::default();
        let lines = text.lines().map(str::trim).filter(|it| !it.is_empty() && !it.starts_with('#'));
        for line in lines {
            let mut words = line.splitn(3, ' ');
            let mut next = || words.next().unwrap_or_default();
            match (next(), next(), next()) {
                ("range", name, "-") => facts.ranges.push((name, None)),
                ("range", name, range) => {
                    facts
                        .ranges
                        .push((name, Some(of_words(range).with_context(|| line.to_owned())?)));
                }
                ("message", name, text) => facts.messages.push((name, text)),
                _ => anyhow::bail!("unknown line `{line}`"),
            }
        }
        Ok(facts)
    }

    /// Returns the range of constants that a predicate takes.
    pub fn range(&self, predicate: &str) -> Option<Range> {
        match self.ranges.iter().find(|(name, _)| *name == predicate) {
            Some((_, range)) => range.clone(),
            None => of_predicate(predicate),
        }
    }

    /// Returns the message of a diagnostic for a class with a range.
    pub fn message(&self, diagnostic: &str, range: Option<&Range>) -> Option<String> {
        let mut matching = self.messages.iter().filter(|(name, _)| is_like(diagnostic, name));
        let (_, text) = matching.find(|(_, text)| range.is_some() || !text.contains('{'))?;
        if text.is_empty() {
            return None;
        }
        let Some(range) = range else { return Some((*text).to_owned()) };
        let numbers =
            [("{least}", range.least()), ("{most}", range.most()), ("{step}", range.step)];
        let mut message = (*text).to_owned();
        for (place, number) in numbers {
            message = message.replace(place, &number.to_string());
        }
        Some(message)
    }
}

/// Reads `LEAST..MOST|... [STEP]` or `LEAST..MOST except LEAST..MOST STEP`.
fn of_words(text: &str) -> Option<Range> {
    match text.split(' ').collect::<Vec<_>>()[..] {
        [intervals] => Range::parse(intervals, 1),
        [intervals, step] => Range::parse(intervals, step.parse().ok()?),
        [intervals, "except", left_out, step] => {
            Range::parse(intervals, 1)?.without(&Range::parse(left_out, step.parse().ok()?)?)
        }
        _ => None,
    }
}

/// Returns whether a name is one that a pattern means, in which `*` stands for anything.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(name) = name.strip_prefix(start) else { return false };
    (0..=name.len()).any(|at| name.get(at..).is_some_and(|name| is_like(name, rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_the_range_of_the_class() {
        let facts = OperandFacts::parse(
            "# Comment.\nrange isOdd 1|3..5 2\nmessage InvalidA*Z a to z\nmessage InvalidA1 \n\
             message Invalid*Lsb0* a multiple of {step} in [{least}, {most}]\n\
             message Invalid* in [{least}, {most}]\nmessage * something\n",
        )
        .unwrap();
        let message = |name: &str, predicate: &str| {
            facts.message(name, facts.range(predicate).as_ref()).unwrap_or_default()
        };
        assert_eq!(message("InvalidABCZ", ""), "a to z");
        assert_eq!(message("InvalidA1", ""), "");
        assert_eq!(message("InvalidBLsb00", "isUImm4Lsb00"), "a multiple of 4 in [0, 12]");
        assert_eq!(message("InvalidOdd", "isOdd"), "in [1, 5]");
        assert_eq!(message("InvalidOdd", "isUnknown"), "something");
        assert!(OperandFacts::parse("range isOdd x").is_err());
        let facts = OperandFacts::parse("range isOther 0..9 except 4..8 2").unwrap();
        assert_eq!(facts.range("isOther").unwrap().to_string(), "0..3|5|7|9");
        assert!(OperandFacts::parse("range isOther 0..9 but 4..8 2").is_err());
        assert!(OperandFacts::parse("rage isOdd 1").is_err());
    }
}
