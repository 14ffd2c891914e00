//! The classes and opcodes that a line names.

use std::collections::HashMap;

use super::{Draft, MAX_MISTAKES, suggest};
use crate::image::Tables;
use crate::schema::*;
use crate::text::TextError;
use crate::text::lines::{Line, Word};

/// Most patterns of a file: each is compared with every opcode.
const MAX_PATTERNS: usize = 500;

/// An opcode that a line names.
pub(super) struct Picked<'l> {
    pub opcode: Opcode,
    /// True if the line names it, false if a pattern or mnemonic finds it.
    pub is_named: bool,
    /// The word that names it.
    pub word: &'l str,
}

/// The classes and opcodes that a line names.
#[derive(Default)]
pub(super) struct Selection<'l> {
    pub labels: Vec<&'l str>,
    pub opcodes: Vec<Picked<'l>>,
}

impl Selection<'_> {
    /// Returns the first word that says what is named after it.
    pub fn start(words: &[Word<'_>]) -> Option<usize> {
        words.iter().position(|word| Kind::of(word).is_some())
    }
}

/// Kinds of names.
#[derive(Clone, Copy)]
enum Kind {
    Classes,
    Opcodes,
    Mnemonics,
}

impl Kind {
    fn of(word: &str) -> Option<Kind> {
        match word {
            "for" => Some(Kind::Classes),
            "for-opcodes" => Some(Kind::Opcodes),
            "for-mnemonics" => Some(Kind::Mnemonics),
            _ => None,
        }
    }
}

/// Opcodes that have data of their own.
#[derive(Default)]
pub(super) struct Opcodes {
    /// By opcode, one more than the number of its data, and whether a line names it itself.
    data: Vec<(u32, bool)>,
    patterns: usize,
    by_mnemonic: Option<HashMap<String, Vec<Opcode>>>,
}

impl Opcodes {
    /// Gives data to an opcode. A line that names it goes before those that find it, and a later
    /// line before an earlier one. False if two lines name it.
    pub fn set(&mut self, opcode: Opcode, number: u32, is_named: bool) -> bool {
        if self.data.len() <= opcode.index() {
            self.data.resize(opcode.index() + 1, (0, false));
        }
        let entry = &mut self.data[opcode.index()];
        let (_, was_named) = *entry;
        if is_named || !was_named {
            *entry = (number + 1, is_named);
        }
        !(is_named && was_named)
    }

    /// Returns opcodes that have data, each with its number.
    pub fn all(&self) -> impl Iterator<Item = (Opcode, u32)> {
        let numbered = self.data.iter().enumerate();
        numbered
            .filter(|(_, (number, _))| *number > 0)
            .map(|(opcode, (number, _))| (Opcode(opcode as u16), number - 1))
    }
}

impl Draft<'_> {
    /// Returns the classes and opcodes named from the word at `start` on. Notes unknown names and
    /// skips them.
    pub(super) fn select<'l>(
        &mut self,
        line: &'l Line<'_>,
        start: usize,
    ) -> Result<Selection<'l>, TextError> {
        let mut selection = Selection::default();
        let mut kind = Kind::Classes;
        let mut last = None;
        for word in line.words.iter().skip(start) {
            if let Some(next) = Kind::of(word) {
                (kind, last) = (next, Some(word));
                continue;
            }
            last = None;
            match kind {
                Kind::Classes => selection.labels.push(word),
                Kind::Opcodes => self.opcodes_of(line, word, &mut selection),
                Kind::Mnemonics => self.mnemonic(line, word, &mut selection),
            }
        }
        match last {
            Some(word) => Err(line.error_at(word, format!("nothing is named after `{word}`"))),
            None => Ok(selection),
        }
    }

    /// Selects an opcode, or the opcodes of a pattern in which `*` is any letters and `?` one letter.
    pub(super) fn opcodes_of<'l>(
        &mut self,
        line: &Line<'_>,
        word: &'l str,
        selection: &mut Selection<'l>,
    ) {
        let tables = self.tables;
        if !word.contains(['*', '?']) {
            match opcode_named(&tables, word) {
                Some(opcode) => {
                    selection.opcodes.push(Picked { opcode, is_named: true, word });
                }
                None => {
                    self.note(line, word, || {
                        let hint = suggest::hint(word, real_opcodes(&tables).map(|(_, name)| name));
                        format!("unknown opcode `{word}`{hint}")
                    });
                }
            }
            return;
        }
        self.opcodes.patterns += 1;
        if self.opcodes.patterns > MAX_PATTERNS || word.len() > 100 {
            let message =
                || format!("more than {MAX_PATTERNS} patterns in the file, or 100 letters in one");
            return self.note(line, word, message);
        }
        let before = selection.opcodes.len();
        let found = real_opcodes(&tables).filter(|(_, name)| matches(word, name));
        selection.opcodes.extend(found.map(|(opcode, _)| Picked { opcode, is_named: false, word }));
        if selection.opcodes.len() == before {
            self.note(line, word, || format!("no opcode is like `{word}`"));
        }
    }

    /// Selects every opcode that is written with a mnemonic in some dialect.
    fn mnemonic<'l>(&mut self, line: &Line<'_>, word: &'l str, selection: &mut Selection<'l>) {
        let tables = self.tables;
        let by_mnemonic = self.opcodes.by_mnemonic.get_or_insert_with(|| by_mnemonic(&tables));
        if let Some(opcodes) = by_mnemonic.get(word)
            && self.opcodes.patterns < MAX_PATTERNS
        {
            let picked = |opcode: &Opcode| Picked { opcode: *opcode, is_named: false, word };
            self.opcodes.patterns += 1;
            selection.opcodes.extend(opcodes.iter().map(picked));
            return;
        }
        let message = if by_mnemonic.contains_key(word) {
            format!("more than {MAX_PATTERNS} patterns and mnemonics in the file")
        } else if self.mistakes.len() < MAX_MISTAKES {
            let hint = suggest::hint(word, by_mnemonic.keys().map(String::as_str));
            format!("unknown mnemonic `{word}`{hint}")
        } else {
            return;
        };
        self.note(line, word, || message);
    }
}

/// Returns opcodes that machine code has, with their names.
pub(crate) fn real_opcodes<'t>(tables: &Tables<'t>) -> impl Iterator<Item = (Opcode, &'t str)> {
    let tables = *tables;
    tables
        .instructions
        .iter()
        .enumerate()
        .filter(move |(_, row)| !tables.is_pseudo(row))
        .map(move |(index, row)| (Opcode(index as u16), tables.text(row.name)))
}

/// Returns the opcode of that name, whether or not opcodes are in the order of their names.
pub(crate) fn opcode_named(tables: &Tables<'_>, name: &str) -> Option<Opcode> {
    let search = || real_opcodes(tables).find(|(_, known)| *known == name).map(|it| it.0);
    tables.opcode_named(name.as_bytes()).or_else(search)
}

fn by_mnemonic(tables: &Tables<'_>) -> HashMap<String, Vec<Opcode>> {
    let mut map: HashMap<String, Vec<Opcode>> = HashMap::new();
    for (opcode, _) in real_opcodes(tables) {
        for text in tables.instruction_syntax(opcode).mnemonics {
            let mut words = tables.text(text).split_ascii_whitespace();
            let Some(mnemonic) = words.rfind(|word| !word.starts_with('{')) else { continue };
            let opcodes = map.entry(mnemonic.to_owned()).or_default();
            if opcodes.last() != Some(&opcode) {
                opcodes.push(opcode);
            }
        }
    }
    map
}

/// Returns whether a name is like a pattern. Takes time in proportion to the product of their lengths
/// at most.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // Place of the last star, and of the name's letter after those that it stands for.
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(letter) if *letter == b'?' || *letter == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match &mut star {
                Some((at, after)) => {
                    *after += 1;
                    (p, n) = (*at + 1, *after);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (pattern, name) in [("*", ""), ("A*", "A"), ("*rr", "ADDrr"), ("A?D*r?", "ADD64rm")] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("?", ""), ("A*", "BA"), ("*rr", "ADDrrk"), ("A*B*C", "AxxBxx")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
