//! The functions of an object.

use std::borrow::Cow;

use object::BinaryFormat;

use super::sections::{Section, Sections};
use super::symbols::{Symbol, Symbols, is_local_label};
use crate::demangle::{demangle, demangle_after_underscore};

/// The most functions.
const MAX_FUNCTIONS: usize = 1 << 21;
/// The most bytes of all functions, which may overlap, for each byte of code.
const MAX_OVERLAP: u64 = 2;

/// The evidence that there is a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionOrigin {
    /// A symbol.
    Symbol,
    /// An entry of the procedure linkage table or a symbol stub of Mach-O, which jumps to a function of another file.
    LinkageTable,
    /// A table of functions for unwinding or for debuggers. It has no names.
    Unwinding,
    /// None: it is a whole section, or a part of one that tables for unwinding leave out.
    Section,
}

/// A function of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name in the symbol table. If there is none, the address or the name of the section.
    pub symbol: String,
    /// The address of its first byte.
    pub start: u64,
    /// The number of bytes.
    pub len_bytes: u64,
    /// The index of its section in [`ObjectFile::sections`](super::ObjectFile::sections).
    pub section: u32,
    /// The evidence that there is such a function.
    pub origin: FunctionOrigin,
    /// Set if symbols of the format have an underscore before each name.
    pub(super) has_underscore: bool,
}

impl Function {
    /// Creates a function with a symbol, in a format whose symbols have nothing before names.
    #[must_use]
    pub fn new(symbol: String, start: u64, len_bytes: u64) -> Function {
        let origin = FunctionOrigin::Symbol;
        Function { symbol, start, len_bytes, section: 0, origin, has_underscore: false }
    }

    /// Returns the name, as it was written for Rust and C++.
    #[must_use]
    pub fn name(&self) -> String {
        if self.has_underscore {
            demangle_after_underscore(&self.symbol)
        } else {
            demangle(&self.symbol)
        }
    }

    /// Returns the address after it.
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.len_bytes)
    }
}

/// A place at which a function begins that has no symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Start {
    pub address: u64,
    /// 0 if it is not known.
    pub len_bytes: u64,
}

/// A place at which a function may begin.
struct Candidate<'a> {
    section: u32,
    start: u64,
    len_bytes: u64,
    is_function: bool,
    name: Cow<'a, [u8]>,
    origin: FunctionOrigin,
}

/// Returns the functions of an object, by start. Of names for the same place the best one is taken: of a
/// function, with a length, seen by more files.
pub(super) fn functions(
    format: BinaryFormat,
    has_underscore: bool,
    bytes: &[u8],
    sections: &Sections,
    symbols: &Symbols,
    linkage_table: &[(u64, u64, Vec<u8>)],
    unwinding: &[Start],
) -> Vec<Function> {
    let named = symbols.all.iter().filter(|it| is_candidate(format, bytes, sections, it));
    let mut named: Vec<&Symbol> = named.take(MAX_FUNCTIONS).collect();
    let rank = |it: &Symbol| (it.is_function, it.len_bytes > 0, it.scope);
    named.sort_by(|a, b| (a.address, rank(b)).cmp(&(b.address, rank(a))));
    named.dedup_by_key(|it| it.address);
    let candidate = |it: &Symbol| Candidate {
        section: it.section,
        start: it.address,
        len_bytes: it.len_bytes,
        is_function: it.is_function,
        name: Cow::Borrowed(&bytes[it.name.clone()]),
        origin: FunctionOrigin::Symbol,
    };
    let mut found: Vec<Candidate<'_>> = named.into_iter().map(candidate).collect();
    drop_labels(&mut found);
    // With a symbol table, each function has a name; programs of Windows seldom have one.
    let has_exports_only = format == BinaryFormat::Pe && !symbols.has_table;
    if has_exports_only {
        take_lengths(&mut found, unwinding);
    }
    let at = |address: u64, len_bytes: u64, name: Vec<u8>, origin: FunctionOrigin| {
        let section = sections.number_at(address).filter(|it| sections.get(*it).is_code)?;
        let name = Cow::Owned(name);
        Some(Candidate { section, start: address, len_bytes, is_function: true, name, origin })
    };
    let entries = linkage_table.iter().filter_map(|(address, len_bytes, name)| {
        at(*address, *len_bytes, name.clone(), FunctionOrigin::LinkageTable)
    });
    add(&mut found, entries.collect());
    let starts = unwinding.iter().filter_map(|it| {
        let name = format!("{:#x}", it.address).into_bytes();
        at(it.address, it.len_bytes, name, FunctionOrigin::Unwinding)
    });
    add(&mut found, starts.collect());
    if has_exports_only {
        let between = leaf_functions(bytes, sections, &found);
        add(&mut found, between);
    }
    let whole = whole_sections(sections, &found);
    add(&mut found, whole);
    with_lengths(found, sections, has_underscore)
}

fn is_candidate(format: BinaryFormat, bytes: &[u8], sections: &Sections, symbol: &Symbol) -> bool {
    let section = sections.get(symbol.section);
    // Places in code often have labels without a type.
    let is_label = || symbol.kind == 0 && !is_local_label(format, &bytes[symbol.name.clone()]);
    section.is_code && section.contains(symbol.address) && (symbol.is_function || is_label())
}

/// Leaves out labels within functions whose length is known.
fn drop_labels(found: &mut Vec<Candidate<'_>>) {
    let mut end = 0;
    found.retain(|it| {
        let is_within = !it.is_function && it.len_bytes == 0 && it.start < end;
        if it.is_function {
            end = end.max(it.start.saturating_add(it.len_bytes));
        }
        !is_within
    });
}

/// Takes the lengths of functions, which symbols of Windows do not have, from tables for unwinding.
fn take_lengths(found: &mut [Candidate<'_>], unwinding: &[Start]) {
    let mut known: Vec<Start> = unwinding.to_vec();
    known.sort_unstable();
    for it in found.iter_mut().filter(|it| it.len_bytes == 0) {
        if let Ok(at) = known.binary_search_by_key(&it.start, |it| it.address) {
            it.len_bytes = known[at].len_bytes;
        }
    }
}

/// Adds those of `more` that do not begin within what was found, or at the same place.
fn add<'a>(found: &mut Vec<Candidate<'a>>, mut more: Vec<Candidate<'a>>) {
    more.sort_by_key(|it| it.start);
    more.dedup_by_key(|it| it.start);
    let mut known = found.iter().peekable();
    let mut end = 0;
    more.retain(|it| {
        let mut is_same = false;
        while let Some(before) = known.next_if(|known| known.start <= it.start) {
            end = end.max(before.start.saturating_add(before.len_bytes));
            is_same |= before.start == it.start;
        }
        !is_same && it.start >= end
    });
    more.truncate(MAX_FUNCTIONS.saturating_sub(found.len()));
    found.append(&mut more);
    found.sort_by_key(|it| it.start);
}

/// Returns the code before, between and after functions of a program of Windows. Tables for unwinding leave out functions
/// there that call no others and keep nothing on the stack, in which loops are as often as elsewhere.
fn leaf_functions<'a>(
    bytes: &[u8],
    sections: &Sections,
    found: &[Candidate<'_>],
) -> Vec<Candidate<'a>> {
    /// Code that is not longer can be instructions that align the function after it.
    const MAX_ALIGNMENT_BYTES: usize = 15;
    let is_padding = |it: &&u8| matches!(**it, 0 | 0x90 | 0xcc);
    let mut between = Vec::new();
    for functions in found.chunk_by(|a, b| a.section == b.section) {
        let number = functions[0].section;
        let section = sections.get(number);
        let mut end = section.address;
        let starts = functions.iter().map(|it| it.start).chain([section.end()]);
        for (number_in_section, start) in starts.enumerate() {
            if let Some(gap) = start.checked_sub(end).filter(|it| *it > 0) {
                let first = (end - section.address) as usize;
                let code = bytes.get(section.contents.clone()).and_then(|it| it.get(first..));
                let code = code.unwrap_or_default();
                let code = &code[..code.len().min(gap as usize)];
                let padding = code.iter().take_while(is_padding).count();
                // Instructions of most processors begin at multiples of their length.
                let skipped = padding & !3;
                if padding < code.len() && code.len() - skipped > MAX_ALIGNMENT_BYTES {
                    let start = end + skipped as u64;
                    between.push(Candidate {
                        section: number,
                        start,
                        len_bytes: (code.len() - skipped) as u64,
                        is_function: true,
                        name: Cow::Owned(format!("{start:#x}").into_bytes()),
                        origin: FunctionOrigin::Section,
                    });
                }
            }
            let next = functions.get(number_in_section + 1).map_or(section.end(), |it| it.start);
            let len_bytes = functions.get(number_in_section).map_or(0, |it| it.len_bytes);
            end = end.max(if len_bytes == 0 { next } else { start.saturating_add(len_bytes) });
        }
    }
    between
}

/// Returns the sections with code in which no function was found.
fn whole_sections<'a>(sections: &Sections, found: &[Candidate<'_>]) -> Vec<Candidate<'a>> {
    let mut has_function = vec![false; sections.all().len()];
    found.iter().for_each(|it| has_function[it.section as usize] = true);
    let is_whole = |(number, it): &(usize, &Section)| {
        it.is_code && !it.contents.is_empty() && !has_function[*number]
    };
    let whole = |(number, it): (usize, &Section)| Candidate {
        section: number as u32,
        start: it.address,
        len_bytes: it.len_bytes,
        is_function: true,
        name: Cow::Owned(it.name.clone().into_bytes()),
        origin: FunctionOrigin::Section,
    };
    sections.all().iter().enumerate().filter(is_whole).map(whole).collect()
}

/// Ends functions where their sections end and, if their length is not known, where the next one begins.
fn with_lengths(
    found: Vec<Candidate<'_>>,
    sections: &Sections,
    has_underscore: bool,
) -> Vec<Function> {
    let starts: Vec<u64> = found.iter().skip(1).map(|it| it.start).chain([u64::MAX]).collect();
    let code_bytes = sections.all().iter().filter(|it| it.is_code).map(|it| it.contents.len());
    let is_symbol = |it| matches!(it, FunctionOrigin::Symbol | FunctionOrigin::LinkageTable);
    let mut bytes_left = (code_bytes.sum::<usize>() as u64).saturating_mul(MAX_OVERLAP);
    let function = |(it, next): (Candidate<'_>, u64)| {
        let rest = sections.get(it.section).end() - it.start;
        let until_next = rest.min(next - it.start);
        let claimed = if it.len_bytes == 0 { until_next } else { it.len_bytes.min(rest) };
        let len_bytes = if claimed > bytes_left { claimed.min(until_next) } else { claimed };
        bytes_left = bytes_left.saturating_sub(len_bytes);
        Function {
            symbol: String::from_utf8_lossy(&it.name).into_owned(),
            start: it.start,
            len_bytes,
            section: it.section,
            origin: it.origin,
            has_underscore: has_underscore && is_symbol(it.origin),
        }
    };
    found.into_iter().zip(starts).map(function).filter(|it| it.len_bytes > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::sections;

    #[test]
    fn functions_may_not_have_many_times_the_code() {
        let sections = sections::of_code(1_000);
        let candidate = |start| Candidate {
            section: 0,
            start,
            len_bytes: 1_000_000,
            is_function: true,
            name: Cow::Borrowed(b"f"),
            origin: FunctionOrigin::Symbol,
        };
        let found = with_lengths((0..100).map(candidate).collect(), &sections, false);
        let lengths: Vec<u64> = found.iter().map(|it| it.len_bytes).collect();
        assert_eq!(lengths[..3], [1_000, 999, 1]);
        assert!(lengths.iter().sum::<u64>() < 3_000);
        assert_eq!(lengths[97..99], [1, 1]);
    }
}
