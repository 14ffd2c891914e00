//! Parts of a program, as users write them.

use std::ops::RangeInclusive;
use std::str::FromStr;

use oxmca_names::Pattern;

use crate::program::SourceLine;
use crate::selection::{LoopName, Selection};

impl FromStr for LoopName {
    type Err = &'static str;

    /// Reads a number, or a pattern for the name of a function, with `#` and the loop's number there if wanted.
    fn from_str(text: &str) -> Result<LoopName, &'static str> {
        match text.parse() {
            Ok(0) => Err("loops are numbered from 1"),
            Ok(number) => Ok(LoopName::Number(number)),
            Err(_) => Ok(LoopName::Pattern(Pattern::new(text))),
        }
    }
}

impl FromStr for SourceLine {
    type Err = &'static str;

    /// Reads a path, or the end of one, and a line after a colon.
    fn from_str(text: &str) -> Result<SourceLine, &'static str> {
        let line = text.rsplit_once(':').and_then(|(file, line)| {
            let line = line.parse().ok().filter(|line| *line > 0)?;
            (!file.is_empty()).then(|| SourceLine { file: file.to_owned(), line })
        });
        line.ok_or("expected a file and a line, such as kernel.c:12")
    }
}

impl Selection {
    /// Adds a loop.
    ///
    /// # Errors
    /// When the text is no name of one.
    pub fn add_loop(&mut self, text: &str) -> Result<(), &'static str> {
        self.loops.push(text.parse()?);
        Ok(())
    }

    /// Adds the functions whose names match a pattern.
    pub fn add_function(&mut self, text: &str) {
        self.functions.push(Pattern::new(text));
    }

    /// Adds a range: two numbers with a minus between, decimal or hexadecimal after `0x`.
    ///
    /// # Errors
    /// When the text is no range.
    pub fn add_range(&mut self, text: &str) -> Result<(), &'static str> {
        let found = range(text);
        self.ranges
            .push(found.ok_or("expected two numbers with a minus between, such as 0x1130-0x1158")?);
        Ok(())
    }

    /// Adds the loops with code of a source line.
    ///
    /// # Errors
    /// When the text is no line of a file.
    pub fn add_line(&mut self, text: &str) -> Result<(), &'static str> {
        self.lines.push(text.parse()?);
        Ok(())
    }
}

fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once('-')?;
    let (first, last) = (number(first)?, number(last)?);
    (first <= last).then_some(first..=last)
}

fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_hexadecimal_or_decimal() {
        assert_eq!(range("0x10-0x1f"), Some(16..=31));
        assert_eq!(range("12 - 20"), Some(12..=20));
        assert_eq!([range("20-12"), range("12"), range("a-b"), range("-1-2")], [const { None }; 4]);
    }

    #[test]
    fn lines_have_a_file() {
        let line = |file: &str, line| Ok(SourceLine { file: file.to_owned(), line });
        assert_eq!("a/k.c:12".parse(), line("a/k.c", 12));
        assert_eq!("C:\\k.c:3".parse(), line("C:\\k.c", 3));
        assert!(["k.c", ":3", "k.c:0"].iter().all(|it| it.parse::<SourceLine>().is_err()));
    }

    #[test]
    fn loops_are_numbers_or_names() {
        assert_eq!("3".parse(), Ok(LoopName::Number(3)));
        assert_eq!("dot#2".parse(), Ok(LoopName::Pattern(Pattern::new("dot#2"))));
        assert!("0".parse::<LoopName>().is_err());
    }
}
