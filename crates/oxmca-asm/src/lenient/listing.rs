//! Disassembly as assembly: addresses that branches lead to become labels.

use std::collections::{HashMap, HashSet};

use crate::syntax::{ObjectFormat, Syntax};
use crate::target::{TargetInfo, TextStyle};

use super::listing_line::{self, ListingLine, ListingStyle, hexadecimal};

/// Most instructions that can be branched to. A parser reads no more statements.
const MAX_STATEMENTS: usize = 1 << 22;

/// An address in a section: sections of files that are not linked all begin at 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Place {
    address: u64,
    section: u32,
}

/// The target of a branch, in a statement.
struct BranchTarget<'t> {
    /// The statement before it.
    before: &'t [u8],
    address: u64,
    /// The name that the disassembler gives, with an offset.
    name: &'t [u8],
}

/// A text of disassembly.
pub(super) struct Listing<'a> {
    target: &'a dyn TargetInfo,
    style: ListingStyle,
    /// The places of instructions, in order.
    places: Vec<Place>,
    /// The names of labels, each once.
    names: HashMap<Place, Box<[u8]>>,
    /// The places that branches lead to.
    targets: HashSet<Place>,
    /// Set if addresses of sections overlap.
    overlaps: bool,
}

impl<'a> Listing<'a> {
    /// Looks at disassembly; `None` if the text is none.
    pub fn new(text: &[u8], target: &'a dyn TargetInfo) -> Option<Listing<'a>> {
        let style = listing_line::style(text)?;
        let mut listing = Listing {
            target,
            style,
            places: Vec::new(),
            names: HashMap::new(),
            targets: HashSet::new(),
            overlaps: false,
        };
        let mut targets = Vec::new();
        let mut statements = 0;
        let mut used: HashMap<Box<[u8]>, u32> = HashMap::new();
        let mut section = 0;
        for line in lines(text) {
            match listing_line::read(line, style) {
                ListingLine::Section(name) => {
                    section += 1;
                    used.entry(name.into()).or_insert(1);
                }
                ListingLine::Label { address, name } => {
                    let place = Place { address, section };
                    listing.names.entry(place).or_insert_with(|| unused_name(name, &mut used));
                }
                ListingLine::Statement { address, statement } => {
                    statements += 1;
                    if statements > MAX_STATEMENTS {
                        break;
                    }
                    listing.places.push(Place { address, section });
                    let target = branch_target(without_comment(statement, target.syntax()));
                    targets.extend(target.map(|it| Place { address: it.address, section }));
                }
                ListingLine::Source { .. }
                | ListingLine::Relocation { .. }
                | ListingLine::Function(_)
                | ListingLine::Other => {}
            }
        }
        listing.places.sort_unstable();
        let pairs = listing.places.windows(2);
        listing.overlaps = pairs.into_iter().any(|pair| pair[0].address == pair[1].address);
        let found = targets.into_iter().filter_map(|target| listing.find(target));
        listing.targets = found.collect();
        Some(listing)
    }

    /// Returns the dialect that the first statements show.
    pub fn dialect(&self, text: &[u8]) -> Option<usize> {
        lines(text).find_map(|line| match listing_line::read(line, self.style) {
            ListingLine::Statement { statement, .. } => self.target.dialect_of(statement),
            _ => None,
        })
    }

    /// Passes each line as assembly in a dialect to `out`: what comes before its statement, and that. Stops once `out`
    /// returns `false`.
    pub fn rewrite(&self, text: &[u8], dialect: usize, out: &mut dyn FnMut(&[u8], &[u8]) -> bool) {
        let style = TextStyle { dialect, is_disassembly: true };
        let mut files: HashMap<&[u8], usize> = HashMap::new();
        let mut section = 0;
        let mut following = lines(text).skip(1);
        for line in lines(text) {
            let relocation = following.next().and_then(|line| self.relocation(line));
            let (mut prefix, mut statement) = (Vec::new(), Vec::new());
            match listing_line::read(line, self.style) {
                ListingLine::Section(name) => {
                    section += 1;
                    prefix = self.section(name);
                }
                ListingLine::Label { address, .. } => {
                    let name = self.names.get(&Place { address, section });
                    prefix = name.map(|name| self.function(name)).unwrap_or_default();
                }
                ListingLine::Statement { address, statement: text } => {
                    let place = Place { address, section };
                    if self.targets.contains(&place) && !self.names.contains_key(&place) {
                        prefix = [&*self.label(place), b": "].concat();
                    }
                    statement = self.statement(text, section, relocation, style);
                }
                ListingLine::Source { file, line } => {
                    let next = files.len() + 1;
                    let number = *files.entry(file).or_insert(next);
                    if number == next {
                        prefix = format!(".file {number} ").into_bytes();
                        prefix.extend(quoted(file));
                        prefix.extend_from_slice(self.target.syntax().separator.as_bytes());
                    }
                    prefix.extend_from_slice(format!(" .loc {number} {line}").as_bytes());
                }
                ListingLine::Function(name) => prefix = self.function(&plain(name)),
                ListingLine::Relocation { .. } | ListingLine::Other => {}
            }
            if !out(&prefix, &statement) {
                break;
            }
        }
    }

    /// Returns the symbol of another file that a line says the instruction before it refers to.
    fn relocation<'t>(&self, line: &'t [u8]) -> Option<&'t [u8]> {
        match listing_line::read(line, self.style) {
            ListingLine::Relocation { symbol } if !matches!(symbol, [] | [b'.', ..]) => {
                Some(symbol)
            }
            _ => None,
        }
    }

    /// Finds the instruction that a branch leads to: in its own section or, if the file is linked, in another.
    fn find(&self, target: Place) -> Option<Place> {
        if self.places.binary_search(&target).is_ok() {
            return Some(target);
        }
        let found =
            *self.places.get(self.places.partition_point(|it| it.address < target.address))?;
        (!self.overlaps && found.address == target.address).then_some(found)
    }

    /// Returns the label of a place.
    fn label(&self, place: Place) -> Vec<u8> {
        if let Some(name) = self.names.get(&place) {
            return quoted(name);
        }
        let Place { address, section } = place;
        let prefix = self.target.syntax().private_prefix;
        match self.overlaps {
            false => format!("{prefix}{address:x}").into_bytes(),
            true => format!("{prefix}{section}_{address:x}").into_bytes(),
        }
    }

    /// Returns the directive that begins a section.
    fn section(&self, name: &[u8]) -> Vec<u8> {
        let quoted = quoted(name);
        match self.target.syntax().object_format {
            ObjectFormat::Elf => [b".section ", &*quoted, b",\"ax\",@progbits"].concat(),
            ObjectFormat::Coff => [b".section ", &*quoted, b",\"xr\""].concat(),
            ObjectFormat::MachO if name.contains(&b',') => [b".section ", name].concat(),
            ObjectFormat::MachO => b".text".to_vec(),
        }
    }

    /// Returns the directive that makes a name a function, and its label.
    fn function(&self, name: &[u8]) -> Vec<u8> {
        let quoted = quoted(name);
        let syntax = self.target.syntax();
        let separator = syntax.separator.as_bytes();
        if name.starts_with(b".L") || name.starts_with(b"$") {
            return [&*quoted, b":"].concat();
        }
        match syntax.object_format {
            ObjectFormat::Elf => {
                [b".type ", &*quoted, b",@function", separator, b" ", &*quoted, b":"].concat()
            }
            _ => [b".globl ", &*quoted, separator, b" ", &*quoted, b":"].concat(),
        }
    }

    /// Returns an instruction with the label that it branches to. Nothing for data and for bytes that are no
    /// instruction.
    fn statement(
        &self,
        statement: &[u8],
        section: u32,
        relocation: Option<&[u8]>,
        style: TextStyle,
    ) -> Vec<u8> {
        let statement = without_comment(statement, self.target.syntax());
        let is_data = matches!(statement.first(), None | Some(b'.' | b'<'));
        if is_data || statement.ends_with(b"(bad)") {
            return Vec::new();
        }
        let with_label = branch_target(statement).map(|target| {
            let place = self.find(Place { address: target.address, section });
            // Before it is linked, a branch to another file leads to the instruction after it.
            let label = match (relocation, place) {
                (Some(external), _) => symbol(external),
                (None, Some(place)) => self.label(place),
                (None, None) => symbol(target.name),
            };
            [target.before, &label].concat()
        });
        let statement = with_label.as_deref().unwrap_or(statement);
        self.target.rewrite(statement, style).unwrap_or_else(|| statement.to_vec())
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n')
}

/// Returns a statement without the comment at its end.
fn without_comment<'t>(statement: &'t [u8], syntax: &Syntax) -> &'t [u8] {
    let comment = match syntax.comment.as_bytes() {
        [b'#', ..] => b"#",
        other => other,
    };
    // Behind a name in angle brackets is no comment that matters, and names may hold anything.
    let end = memchr::memchr(b'<', statement).unwrap_or(statement.len());
    let mut from = 0;
    while let Some(at) = memchr::memmem::find(&statement[from..end], comment) {
        let at = from + at;
        let is_apart = at > 0 && statement[at - 1].is_ascii_whitespace();
        if is_apart {
            return statement[..at].trim_ascii_end();
        }
        from = at + comment.len();
    }
    statement
}

/// Finds `1136 <main+0x10>` or `0x1136 <main+0x10>` at the end of a statement.
fn branch_target(statement: &[u8]) -> Option<BranchTarget<'_>> {
    let at = memchr::memmem::find(statement, b" <")?;
    let is_part = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'x';
    let digits = statement[..at].iter().rev().take_while(|byte| is_part(byte)).count();
    let (before, number) = statement[..at].split_at(at - digits);
    if !matches!(before.last(), Some(b' ' | b'\t' | b',')) {
        return None;
    }
    let (address, rest) = hexadecimal(number.strip_prefix(b"0x").unwrap_or(number))?;
    let name = &statement[at + 2..];
    let name = &name[..name.iter().rposition(|byte| *byte == b'>')?];
    rest.is_empty().then_some(BranchTarget { before, address, name })
}

/// Returns a name with an offset as an expression.
fn symbol(name: &[u8]) -> Vec<u8> {
    let offset = name.windows(3).rposition(|three| matches!(three, b"+0x" | b"-0x"));
    let (name, offset) = name.split_at(offset.unwrap_or(name.len()));
    [&*quoted(&plain(name)), offset].concat()
}

/// Returns a name without the bytes that would end its quotes.
fn plain(name: &[u8]) -> Vec<u8> {
    let is_plain = |byte: u8| !matches!(byte, b'"' | b'\\');
    name.iter().map(|byte| if is_plain(*byte) { *byte } else { b'_' }).collect()
}

fn quoted(name: &[u8]) -> Vec<u8> {
    [b"\"", name, b"\""].concat()
}

/// Returns a name that no other label has.
fn unused_name(name: &[u8], used: &mut HashMap<Box<[u8]>, u32>) -> Box<[u8]> {
    let name: Box<[u8]> = plain(name).into();
    let mut found = name.clone();
    loop {
        let count = used.entry(found.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            return found;
        }
        let number = *used.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
        found = [&*name, b".", number.to_string().as_bytes()].concat().into();
    }
}
