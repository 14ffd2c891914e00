//! Lines and words of `.tbl` files.
//!
//! A line that begins with a blank continues the line before it. `#` at the start of a word makes
//! the rest of the physical line a comment. Words are separated by blanks; a part of a word in
//! double quotes may hold blanks and the escapes `\t`, `\n`, `\"` and `\\`.

use std::borrow::Cow;

use super::TextError;

/// One logical line: its words and the number of its first physical line.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub file: &'a str,
    pub number: usize,
    pub words: Vec<Cow<'a, str>>,
}

impl<'a> Line<'a> {
    /// An error at this line.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError { file: self.file.to_owned(), line: self.number, message: message.into() }
    }

    /// The first word.
    pub fn keyword(&self) -> &str {
        &self.words[0]
    }

    /// The word at `index`, which must exist; `what` says what it is.
    pub fn word(&self, index: usize, what: &str) -> Result<&str, TextError> {
        match self.words.get(index) {
            Some(word) => Ok(word),
            None => Err(self.error(format!("missing {what}"))),
        }
    }

    /// The words from `start` on as `key=value` pairs; a word without `=` has an empty value.
    pub fn pairs(&self, start: usize) -> impl Iterator<Item = (&str, &str)> {
        self.words.iter().skip(start).map(|word| word.split_once('=').unwrap_or((word, "")))
    }

    /// `text` as a number, decimal or `0x`.
    pub fn number<T: TryFrom<i128>>(&self, text: &str) -> Result<T, TextError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let value = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => digits.parse::<i128>(),
        };
        let value = value.map(|value| if digits.len() < text.len() { -value } else { value });
        value
            .ok()
            .and_then(|value| T::try_from(value).ok())
            .ok_or_else(|| self.error(format!("`{text}` is not a number in range")))
    }
}

/// The items of a comma-separated list; an empty text is an empty list.
pub(super) fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|item| !item.is_empty())
}

/// Calls `each` for every logical line of a file.
pub(super) fn for_each_line<'a>(
    file: &'a str,
    text: &'a str,
    mut each: impl FnMut(&Line<'a>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let mut line = Line { file, number: 0, words: Vec::new() };
    for (index, physical) in text.lines().enumerate() {
        if !physical.starts_with([' ', '\t']) {
            if !line.words.is_empty() {
                each(&line)?;
                line.words.clear();
            }
            line.number = index + 1;
        }
        let complete = split_words(physical, &mut line.words);
        if !complete {
            return Err(TextError {
                file: file.to_owned(),
                line: index + 1,
                message: "unterminated string".to_owned(),
            });
        }
    }
    if line.words.is_empty() { Ok(()) } else { each(&line) }
}

/// Appends the words of a physical line; false if a string is not closed.
fn split_words<'a>(text: &'a str, words: &mut Vec<Cow<'a, str>>) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t']);
        if rest.is_empty() || rest.starts_with('#') {
            return true;
        }
        let end = rest.find([' ', '\t', '"']).unwrap_or(rest.len());
        if rest[end..].starts_with('"') {
            let Some((word, used)) = quoted_word(rest, end) else { return false };
            words.push(Cow::Owned(word));
            rest = &rest[used..];
        } else {
            words.push(Cow::Borrowed(&rest[..end]));
            rest = &rest[end..];
        }
    }
}

/// The word at the start of `text`, whose first quote is at `quote`, and how many bytes it takes.
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
    fn unterminated_string_names_its_line() {
        let error = for_each_line("f", "a\nb \"x\n", |_| Ok(())).unwrap_err();
        assert_eq!((error.file.as_str(), error.line), ("f", 2));
    }
}
