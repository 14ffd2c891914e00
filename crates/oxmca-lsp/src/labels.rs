//! Labels and other names, as they are written in a text.

use std::ops::Range;

use gen_lsp_types::Position;
use memchr::memmem;
use oxmca_asm::Syntax;

use crate::positions::{Encoding, LineText};

/// Most places of a name that are returned.
const MAX_PLACES: usize = 10_000;

/// A name in a text: its line, from 0, and its bytes there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamePlace {
    /// The line, from 0.
    pub line: u32,
    /// The bytes in the line.
    pub bytes: Range<usize>,
}

/// A text whose names are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Names<'t> {
    text: &'t LineText,
    syntax: &'t Syntax,
}

/// Returns whether a byte is part of a name.
pub fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'?') || byte >= 0x80
}

/// Directives after which a name is defined.
const DEFINING: [&str; 7] = [".set", ".equ", ".equiv", ".comm", ".lcomm", ".macro", ".thumb_set"];

impl<'t> Names<'t> {
    /// Takes a text in a syntax.
    pub fn new(text: &'t LineText, syntax: &'t Syntax) -> Names<'t> {
        Names { text, syntax }
    }

    /// Returns a line without the comment at its end. Strings stay.
    pub fn code(&self, line: u32) -> &'t str {
        let text = self.text.line(line);
        &text[..self.code_length(text)]
    }

    /// Returns the bytes of a line before its comment.
    pub fn code_length(&self, line: &str) -> usize {
        let Syntax { comment, additional_comments, .. } = *self.syntax;
        let bytes = line.as_bytes();
        if additional_comments && line.trim_start().starts_with('#') {
            return 0;
        }
        let mut is_in_string = false;
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b'\\' if is_in_string => at += 1,
                b'"' => is_in_string = !is_in_string,
                _ if is_in_string => {}
                _ => {
                    let rest = &bytes[at..];
                    let begins =
                        |start: &str| !start.is_empty() && rest.starts_with(start.as_bytes());
                    if begins(comment) || additional_comments && (begins("//") || begins("/*")) {
                        return at;
                    }
                }
            }
            at += 1;
        }
        line.len()
    }

    /// Returns the names in a line without those in comments and strings.
    fn names_in(&self, line: u32) -> Vec<Range<usize>> {
        let code = self.code(line).as_bytes();
        let mut found = Vec::new();
        let (mut at, mut is_in_string) = (0, false);
        while at < code.len() {
            let length = code[at..].iter().take_while(|byte| is_name_byte(**byte)).count();
            if length > 0 {
                if !is_in_string {
                    // The `$` of an immediate is no part of its name.
                    let is_sign = code[at] == b'$' && !self.syntax.dollar_begins_identifier;
                    found.push(at + usize::from(is_sign)..at + length);
                }
                at += length;
                continue;
            }
            match code[at] {
                b'\\' if is_in_string => at += 1,
                b'"' => is_in_string = !is_in_string,
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// Returns the names that a line defines: labels, and what directives and `=` define.
    fn defined_in(&self, line: u32) -> Vec<Range<usize>> {
        let code = self.code(line);
        let bytes = code.as_bytes();
        let names = self.names_in(line);
        let next = |after: usize| {
            let blanks = bytes[after..].iter().take_while(|it| it.is_ascii_whitespace()).count();
            (bytes.get(after + blanks).copied(), bytes.get(after + blanks + 1).copied())
        };
        let mut found = Vec::new();
        let mut names = names.into_iter();
        // Labels come first. `a::` and `a :=` are none.
        for name in names.by_ref() {
            match next(name.end) {
                (Some(b':'), _) => found.push(name),
                (Some(b'='), after) if after != Some(b'=') => {
                    found.push(name);
                    break;
                }
                _ if DEFINING.contains(&code[name].to_ascii_lowercase().as_str()) => {
                    found.extend(names.next());
                    break;
                }
                _ => break,
            }
        }
        found
    }

    /// Returns the name at a position.
    pub fn at(&self, position: Position, encoding: Encoding) -> Option<NamePlace> {
        let byte = encoding.byte(self.text.line(position.line), position.character);
        let mut names = self.names_in(position.line).into_iter();
        let bytes = names.find(|it| it.contains(&byte) || it.end == byte)?;
        Some(NamePlace { line: position.line, bytes })
    }

    /// Returns the text of a name.
    pub fn text(&self, place: &NamePlace) -> &'t str {
        &self.text.line(place.line)[place.bytes.clone()]
    }

    /// Returns the lines on which a text is.
    fn lines_with(&self, name: &str) -> Vec<u32> {
        let mut lines = Vec::new();
        for at in memmem::find_iter(self.text.text().as_bytes(), name.as_bytes()) {
            let line = self.text.line_of(at);
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            if lines.len() == MAX_PLACES {
                break;
            }
        }
        lines
    }

    /// Returns all places of a name that `is_meant` takes.
    fn places(&self, name: &str, find: impl Fn(u32) -> Vec<Range<usize>>) -> Vec<NamePlace> {
        let is_same =
            |line: u32, bytes: &Range<usize>| self.text.line(line)[bytes.clone()] == *name;
        let mut found = Vec::new();
        for line in self.lines_with(name) {
            let names = find(line).into_iter().filter(|it| is_same(line, it));
            found.extend(names.map(|bytes| NamePlace { line, bytes }));
        }
        found
    }

    /// Returns the places that define the name at a place.
    pub fn definitions(&self, place: &NamePlace) -> Vec<NamePlace> {
        let name = self.text(place);
        match local_reference(name) {
            Some((number, is_forward)) if !self.defined_in(place.line).contains(&place.bytes) => {
                let all = self.places(number, |line| self.defined_in(line));
                let found = match is_forward {
                    true => all.into_iter().find(|it| it.line > place.line),
                    false => all.into_iter().rev().find(|it| it.line <= place.line),
                };
                found.into_iter().collect()
            }
            _ if name.bytes().all(|it| it.is_ascii_digit()) => {
                let is_defined = self.defined_in(place.line).contains(&place.bytes);
                if is_defined { vec![place.clone()] } else { Vec::new() }
            }
            _ => self.places(name, |line| self.defined_in(line)),
        }
    }

    /// Returns all places of the name at a place, with those that define it if wanted. None if nothing defines it: then it
    /// may be a mnemonic or a register.
    pub fn references(&self, place: &NamePlace, with_definitions: bool) -> Vec<NamePlace> {
        let definitions = self.definitions(place);
        let Some(first) = definitions.first() else { return Vec::new() };
        let name = self.text(first);
        let is_local = name.bytes().all(|it| it.is_ascii_digit());
        let mut found: Vec<NamePlace> = match is_local {
            true => ["f", "b"]
                .iter()
                .flat_map(|way| {
                    let all = self.places(&format!("{name}{way}"), |line| self.names_in(line));
                    all.into_iter().filter(|it| self.definitions(it) == definitions)
                })
                .collect(),
            false => {
                let all = self.places(name, |line| self.names_in(line));
                all.into_iter().filter(|it| !definitions.contains(it)).collect()
            }
        };
        if with_definitions {
            found.extend(definitions);
        }
        found.sort_by_key(|it| (it.line, it.bytes.start));
        found
    }

    /// Returns the labels of the text, in its order, without those that only the assembler knows if `are_shown`.
    pub fn labels(&self, are_shown: bool) -> Vec<NamePlace> {
        let prefix = self.syntax.private_prefix;
        let mut found = Vec::new();
        let mut last = None;
        for at in memchr::memchr_iter(b':', self.text.text().as_bytes()) {
            let line = self.text.line_of(at);
            if last == Some(line) || found.len() >= MAX_PLACES {
                continue;
            }
            last = Some(line);
            let is_wanted = |bytes: &Range<usize>| {
                let name = &self.text.line(line)[bytes.clone()];
                let is_private = !prefix.is_empty() && name.starts_with(prefix);
                let is_local = name.bytes().all(|it| it.is_ascii_digit());
                !(is_local || are_shown && is_private)
            };
            let names = self.defined_in(line).into_iter().filter(is_wanted);
            found.extend(names.map(|bytes| NamePlace { line, bytes }));
        }
        found
    }
}

/// Returns the number of the local label that a name refers to, and whether it is one that follows.
fn local_reference(name: &str) -> Option<(&str, bool)> {
    let (number, way) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let is_number = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    match way {
        "f" if is_number => Some((number, true)),
        "b" if is_number => Some((number, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, line: u32, character: u32) -> (Vec<u32>, Vec<u32>) {
        let text = LineText::new(text.to_owned());
        let names = Names::new(&text, &Syntax::ELF);
        let Some(at) = names.at(Position { line, character }, Encoding::Utf16) else {
            return Default::default();
        };
        let lines = |all: Vec<NamePlace>| all.into_iter().map(|it| it.line).collect();
        (lines(names.definitions(&at)), lines(names.references(&at, false)))
    }

    #[test]
    fn labels_are_found_from_anywhere() {
        let text = "f: nop\n.L1:\n jne .L1 # .L1\n jmp .L10\n.L10: .ascii \".L1\"\n call f@PLT\n";
        assert_eq!(places(text, 2, 6), (vec![1], vec![2]));
        assert_eq!(places(text, 1, 0), (vec![1], vec![2]));
        assert_eq!(places(text, 5, 7), (vec![0], vec![5]));
        assert_eq!(places(text, 2, 1), (vec![], vec![]));
        assert_eq!(places(text, 2, 12), (vec![], vec![]));
    }

    #[test]
    fn local_labels_are_the_nearest() {
        let text = "1: nop\n jne 1b\n jmp 1f\n1:\n jne 1b\n";
        assert_eq!(places(text, 1, 5), (vec![0], vec![1]));
        assert_eq!(places(text, 2, 5), (vec![3], vec![2, 4]));
        assert_eq!(places(text, 3, 0), (vec![3], vec![2, 4]));
    }

    #[test]
    fn names_of_directives_are_defined() {
        let text = ".set size, 8\n movq $size, %rax\nother = size\n.macro m\n.endm\n m\n";
        assert_eq!(places(text, 1, 8), (vec![0], vec![1, 2]));
        assert_eq!(places(text, 5, 1), (vec![3], vec![5]));
        assert_eq!(places(text, 2, 1), (vec![2], vec![]));
    }
}
