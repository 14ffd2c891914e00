//! Lines and words of `.tbl` files.
//!
//! A line that begins with a blank continues the line before it. `#` at the start of a word makes
//! the rest of the physical line a comment. Words are separated by blanks; a part of a word in
//! double quotes may hold blanks and the escapes `\t`, `\n`, `\"` and `\\`.
//!
//! A line that begins with `$NAME` says which words that name stands for in the lines after it. `$` alone as a first word
//! is the first word of the line before.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::{Deref, Range};

use super::error::TextError;

/// One word of a line.
#[derive(Clone, Debug)]
pub(crate) struct Word<'a> {
    /// The word without its quotes.
    text: Cow<'a, str>,
    /// The word as it stands in the file.
    source: &'a str,
}

impl<'a> Word<'a> {
    fn plain(text: &'a str) -> Self {
        Word { text: Cow::Borrowed(text), source: text }
    }

    /// Returns the name behind the `$` of a shorthand.
    fn shorthand(&self) -> Option<&'a str> {
        self.source.strip_prefix('$')
    }
}

impl Deref for Word<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl PartialEq<str> for Word<'_> {
    fn eq(&self, other: &str) -> bool {
        *self.text == *other
    }
}

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// One logical line: its words, and the file that they are in.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    file: &'a str,
    text: &'a str,
    pub words: Vec<Word<'a>>,
}

impl<'a> Line<'a> {
    /// Returns an error at the first word of this line.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        self.error_at(&self.words[0], message)
    }

    /// Returns an error at `part`, a word of this line or a slice of one.
    pub fn error_at(&self, part: &str, message: impl Into<String>) -> TextError {
        TextError::new(self.file, self.text, self.place(part), message)
    }

    /// Returns the bytes of the file that `part` is, a word of this line or a slice of one.
    pub fn place(&self, part: &str) -> Range<usize> {
        let in_word = || {
            let holds = |word: &&Word<'_>| range_in(&word.text, part).is_some();
            range_in(self.text, self.words.iter().find(holds)?.source)
        };
        range_in(self.text, part).or_else(in_word).unwrap_or(0..0)
    }

    /// Returns the first word.
    pub fn keyword(&self) -> &str {
        &self.words[0]
    }

    /// Returns the word at `index`, which must exist; `what` names it.
    pub fn word(&self, index: usize, what: &str) -> Result<&str, TextError> {
        match self.words.get(index) {
            Some(word) => Ok(word),
            None => Err(self.error(format!("missing {what}"))),
        }
    }

    /// Returns the words from `start` on as `key=value` pairs; a word without `=` has an empty
    /// value.
    pub fn pairs(&self, start: usize) -> impl Iterator<Item = (&str, &str)> {
        self.words.iter().skip(start).map(|word| word.split_once('=').unwrap_or((word, "")))
    }

    /// Returns `text`, a part of this line, as a number, decimal or `0x`.
    pub fn number<T: TryFrom<i128>>(&self, text: &str) -> Result<T, TextError> {
        integer(text)
            .and_then(|value| T::try_from(value).ok())
            .ok_or_else(|| self.error_at(text, format!("`{text}` is not a number in range")))
    }
}

/// Returns a number, decimal or `0x`, with a sign or without.
pub(crate) fn integer(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    let is_signed = digits.starts_with(['+', '-']);
    let value = i128::from_str_radix(digits, radix).ok().filter(|_| !is_signed)?;
    Some(if text.starts_with('-') { -value } else { value })
}

/// Returns the bytes of `text` that `part` is, if it is a slice of it.
fn range_in(text: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let end = start.checked_add(part.len())?;
    (end <= text.len()).then_some(start..end)
}

/// Returns the items of a comma-separated list; an empty text is an empty list. Commas between angle brackets
/// are part of an item.
pub(crate) fn list(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let separates = move |c: char| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(separates).filter(|item| !item.is_empty())
}

/// Calls `each` for every logical line of a file.
pub(crate) fn for_each_line<'a>(
    file: &'a str,
    text: &'a str,
    mut each: impl FnMut(&Line<'a>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let mut line = Line { file, text, words: Vec::new() };
    let mut shorthands = Shorthands::default();
    for physical in text.lines() {
        if !physical.starts_with([' ', '\t']) && !line.words.is_empty() {
            if shorthands.apply(&mut line)? {
                each(&line)?;
            }
            line.words.clear();
        }
        if let Err(rest) = split_words(physical, &mut line.words) {
            let range = range_in(text, rest).unwrap_or(0..0);
            return Err(TextError::new(file, text, range, "unterminated string"));
        }
    }
    if !line.words.is_empty() && shorthands.apply(&mut line)? { each(&line) } else { Ok(()) }
}

/// The words that names with `$` before them stand for, so far in a file.
#[derive(Default)]
struct Shorthands<'a> {
    named: HashMap<&'a str, Vec<Word<'a>>>,
    /// The first word of the last line that was none of a shorthand.
    first: Option<Word<'a>>,
}

impl<'a> Shorthands<'a> {
    /// Puts words in place of the shorthands of a line. Returns whether it is a line of the file's: one that says what a
    /// shorthand stands for is not.
    fn apply(&mut self, line: &mut Line<'a>) -> Result<bool, TextError> {
        let name = line.words[0].shorthand();
        if name == Some("") {
            let Some(first) = &self.first else {
                return Err(line.error("there is no line before whose first word `$` is"));
            };
            line.words[0] = first.clone();
        }
        if line.words[1..].iter().any(|word| word.shorthand().is_some()) {
            self.expand(line)?;
        }
        let Some(name) = name.filter(|it| !it.is_empty()) else {
            self.first = Some(line.words[0].clone());
            return Ok(true);
        };
        if self.named.insert(name, line.words[1..].to_vec()).is_some() {
            return Err(line.error(format!("`${name}` is already defined")));
        }
        Ok(false)
    }

    /// Puts words in place of the shorthands of a line behind its first word.
    fn expand(&self, line: &mut Line<'a>) -> Result<(), TextError> {
        let mut words = vec![line.words[0].clone()];
        for word in &line.words[1..] {
            match word.shorthand() {
                None => words.push(word.clone()),
                Some(name) => match self.named.get(name) {
                    Some(meaning) => words.extend_from_slice(meaning),
                    None => return Err(line.error_at(word, format!("unknown `{word}`"))),
                },
            }
        }
        line.words = words;
        Ok(())
    }
}

/// Appends the words of a physical line; gives the rest of it if a string there is not closed.
fn split_words<'a>(text: &'a str, words: &mut Vec<Word<'a>>) -> Result<(), &'a str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        if rest.is_empty() || rest.starts_with('#') {
            return Ok(());
        }
        let end = rest.find([' ', '\t', '"']).unwrap_or(rest.len());
        if rest[end..].starts_with('"') {
            let (word, used) = quoted_word(rest, end).ok_or(rest)?;
            words.push(Word { text: Cow::Owned(word), source: &rest[..used] });
            rest = &rest[used..];
        } else {
            words.push(Word::plain(&rest[..end]));
            rest = &rest[end..];
        }
    }
}

/// Returns the word at the start of `text`, whose first quote is at `quote`, and how many bytes it
/// takes.
fn quoted_word(text: &str, quote: usize) -> Option<(String, usize)> {
    let mut word = text[..quote].to_owned();
    let mut inside = false;
    let mut chars = text[quote..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => inside = !inside,
            '\\' if inside => match chars.next()?.1 {
                't' => word.push('\t'),
                'n' => word.push('\n'),
                other => word.push(other),
            },
            ' ' | '\t' if !inside => return Some((word, quote + at)),
            _ => word.push(c),
        }
    }
    (!inside).then_some((word, text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        for_each_line("t", text, |line| {
            lines.push(line.words.iter().map(|word| word.to_string()).collect());
            Ok(())
        })
        .unwrap();
        lines
    }

    #[test]
    fn continuation_comment_and_quotes() {
        let lines = words("a b # c\n  d\n# all\n\ne x=\"1\\t2 #\"y z#q\n");
        assert_eq!(lines, [vec!["a", "b", "d"], vec!["e", "x=1\t2 #y", "z#q"]]);
    }

    #[test]
    fn shorthands_stand_for_words() {
        let lines = words("$1 b=\"c d\"\n  e\n$2 $1 f\na $2 x$1\n$ g\n");
        assert_eq!(lines, [vec!["a", "b=c d", "e", "f", "x$1"], vec!["a", "g"]]);
        for text in ["a $1", "$ a", "$1 a\n$1 b"] {
            assert!(for_each_line("f", text, |_| Ok(())).is_err(), "{text}");
        }
    }

    #[test]
    fn unterminated_string_is_located() {
        let error = for_each_line("f", "a\nb \"x\n", |_| Ok(())).unwrap_err();
        assert_eq!((error.file.as_str(), error.line, error.column, error.length), ("f", 2, 3, 2));
    }

    #[test]
    fn parts_of_words_are_located() {
        let text = "one two\n  tweé=x,yy \"a b\"=c\n";
        let mut errors = Vec::new();
        for_each_line("f", text, |line| {
            let value = line.words[2].split_once(',').unwrap().1;
            let quoted = line.words[3].split_once('=').unwrap().1;
            for part in [&line.words[1], value, quoted] {
                errors.push(line.error_at(part, ""));
            }
            Ok(())
        })
        .unwrap();
        let places: Vec<_> = errors.iter().map(|it| (it.line, it.column, it.length)).collect();
        assert_eq!(places, [(1, 5, 3), (2, 10, 2), (2, 13, 7)]);
    }

    #[test]
    fn numbers_have_digits() {
        assert_eq!(integer("-0x10"), Some(-16));
        for text in ["", "-", "+1", "0x", "0x-1", "--1", "1_0", "0x+1"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }
}
