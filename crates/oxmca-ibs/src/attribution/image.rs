//! An ELF file: where its code is, and what its functions are called.

use object::elf;
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Object, ObjectSection, ObjectSymbol, SymbolFlags, SymbolKind};
use thiserror::Error;

use super::demangle::demangle;

/// The reason for which a file cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ImageError {
    /// Not an ELF file for x86.
    #[error("not an ELF file for x86: {0}")]
    NotElf(String),
}

/// A function of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name, demangled.
    pub name: String,
    /// The name in the symbol table.
    pub symbol: String,
    /// The first virtual address.
    pub start: u64,
    /// Bytes.
    pub len: u64,
}

/// A loaded part of a file.
#[derive(Clone, Copy, Debug)]
struct Segment {
    offset: u64,
    file_len: u64,
    address: u64,
}

/// The most loaded parts that are looked at.
const MAX_SEGMENTS: usize = 1 << 10;
/// The most bytes of all names of symbols. They may share their text, each with all of it.
const MAX_NAMES_BYTES: usize = 1 << 28;
/// The most bytes of one name.
const MAX_NAME_BYTES: usize = 1 << 16;
/// The most functions.
const MAX_FUNCTIONS: usize = 1 << 21;
/// The most sections that are looked at to find out where functions of unknown length end.
const MAX_SECTIONS_LOOKED_AT: usize = 1 << 24;

/// An ELF file.
pub struct Image {
    bytes: Vec<u8>,
    segments: Vec<Segment>,
    /// By start; of functions at the same start, the best name is kept.
    functions: Vec<Function>,
    /// Addresses at which another function begins to be the innermost, by address, with its index.
    innermost: Vec<(u64, Option<u32>)>,
    build_id: Option<Vec<u8>>,
    is_64_bit: bool,
    has_debug_info: bool,
    has_code: bool,
}

/// A symbol that may name a function.
struct Candidate<'a> {
    start: u64,
    len: u64,
    /// Better names have higher ranks.
    rank: (bool, bool, u8),
    name: &'a [u8],
}

impl Image {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is not an ELF file for x86.
    pub fn parse(bytes: Vec<u8>) -> Result<Self, ImageError> {
        let not_elf = |error: object::Error| ImageError::NotElf(error.to_string());
        let kind = object::FileKind::parse(bytes.as_slice()).map_err(not_elf)?;
        let segments = match kind {
            object::FileKind::Elf64 => segments::<elf::FileHeader64<object::Endianness>>(&bytes),
            object::FileKind::Elf32 => segments::<elf::FileHeader32<object::Endianness>>(&bytes),
            _ => return Err(ImageError::NotElf("another format".to_owned())),
        };
        let segments = segments.map_err(not_elf)?;
        let file = object::File::parse(bytes.as_slice()).map_err(not_elf)?;
        let is_x86 = matches!(
            file.architecture(),
            object::Architecture::X86_64
                | object::Architecture::X86_64_X32
                | object::Architecture::I386
        );
        if !is_x86 {
            return Err(ImageError::NotElf(format!("for {:?}", file.architecture())));
        }
        let functions = functions(&file);
        let is_64_bit = file.architecture() != object::Architecture::I386;
        let build_id = file.build_id().ok().flatten().map(<[u8]>::to_vec);
        let has_debug_info = file.section_by_name(".debug_line").is_some();
        let is_code =
            |it: object::Section<'_, '_>| it.kind() == object::SectionKind::Text && holds(&it);
        let has_code = file.sections().any(is_code);
        drop(file);
        let innermost = innermost(&functions);
        Ok(Self {
            bytes,
            segments,
            functions,
            innermost,
            build_id,
            is_64_bit,
            has_debug_info,
            has_code,
        })
    }

    /// The file's build id.
    #[must_use]
    pub fn build_id(&self) -> Option<&[u8]> {
        self.build_id.as_deref()
    }

    /// Returns whether its code is for 64-bit mode.
    #[must_use]
    pub fn is_64_bit(&self) -> bool {
        self.is_64_bit
    }

    /// Returns whether it has source lines.
    #[must_use]
    pub fn has_debug_info(&self) -> bool {
        self.has_debug_info
    }

    /// Returns whether it has code, and not only names of code.
    #[must_use]
    pub fn has_code(&self) -> bool {
        self.has_code
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The functions by start.
    #[must_use]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The virtual address of an offset in the file.
    #[must_use]
    pub fn address_of_offset(&self, offset: u64) -> Option<u64> {
        self.segments.iter().find_map(|it| {
            let within = offset.checked_sub(it.offset).filter(|within| *within < it.file_len)?;
            it.address.checked_add(within)
        })
    }

    /// The index of the function that has a virtual address: the innermost, if functions overlap.
    #[must_use]
    pub fn function_at(&self, address: u64) -> Option<usize> {
        let next = self.innermost.partition_point(|it| it.0 <= address);
        self.innermost[next.checked_sub(1)?].1.map(|index| index as usize)
    }

    /// Takes names from another file of the same code, e.g. one with debug information only, if that
    /// has more.
    pub fn adopt_functions(&mut self, other: &Self) {
        if other.functions.len() > self.functions.len() {
            self.functions.clone_from(&other.functions);
            self.innermost.clone_from(&other.innermost);
        }
    }

    /// The bytes of code at a virtual address, at most so many.
    #[must_use]
    pub fn code(&self, address: u64, len: u64) -> &[u8] {
        let segment = self.segments.iter().find_map(|it| {
            let within = address.checked_sub(it.address).filter(|at| *at < it.file_len)?;
            let start = usize::try_from(it.offset.checked_add(within)?).ok()?;
            let most = usize::try_from(len.min(it.file_len - within)).ok()?;
            self.bytes.get(start..)?.get(..most)
        });
        segment.unwrap_or_default()
    }
}

/// Returns whether a section's contents are in the file. Separate files of debug information have the names of other
/// sections only.
fn holds(section: &object::Section<'_, '_>) -> bool {
    section.file_range().is_some()
}

/// The loaded parts of a file.
fn segments<H: FileHeader<Endian = object::Endianness>>(
    bytes: &[u8],
) -> object::Result<Vec<Segment>> {
    let header = H::parse(bytes)?;
    let endian = header.endian()?;
    let loaded = header.program_headers(endian, bytes)?.iter();
    let loaded = loaded.filter(|it| it.p_type(endian) == elf::PT_LOAD);
    let segment = |it: &H::ProgramHeader| Segment {
        offset: it.p_offset(endian).into(),
        file_len: it.p_filesz(endian).into(),
        address: it.p_vaddr(endian).into(),
    };
    Ok(loaded.take(MAX_SEGMENTS).map(segment).collect())
}

/// The functions of a file, by start.
fn functions(file: &object::File<'_>) -> Vec<Function> {
    let mut names_bytes = 0;
    let mut candidates = Vec::new();
    for symbol in file.symbols().chain(file.dynamic_symbols()) {
        let Ok(name) = symbol.name_bytes() else { continue };
        names_bytes += name.len();
        if names_bytes > MAX_NAMES_BYTES || candidates.len() >= MAX_FUNCTIONS {
            break;
        }
        if !name.is_empty() && name.len() <= MAX_NAME_BYTES {
            candidates.extend(candidate(file, &symbol, name));
        }
    }
    candidates.sort_by(|a, b| (a.start, b.rank).cmp(&(b.start, a.rank)));
    candidates.dedup_by_key(|it| it.start);
    let starts: Vec<u64> = candidates.iter().skip(1).map(|it| it.start).chain([u64::MAX]).collect();
    let sections: Vec<(u64, u64)> = file.sections().map(|it| (it.address(), it.size())).collect();
    let mut looked_at = 0;
    let function = |(it, next): (Candidate<'_>, u64)| {
        let symbol = String::from_utf8_lossy(it.name).into_owned();
        let len = match it.len {
            0 if looked_at > MAX_SECTIONS_LOOKED_AT => 0,
            0 => {
                looked_at += sections.len();
                section_rest(&sections, it.start).min(next - it.start)
            }
            len => len,
        };
        Function { name: demangle(&symbol), symbol, start: it.start, len }
    };
    candidates.into_iter().zip(starts).map(function).filter(|it| it.len > 0).collect()
}

/// Bytes from an address to the end of its section.
fn section_rest(sections: &[(u64, u64)], address: u64) -> u64 {
    let rest = |(start, len): &(u64, u64)| {
        let at = address.checked_sub(*start)?;
        len.checked_sub(at).filter(|rest| *rest > 0)
    };
    sections.iter().find_map(rest).unwrap_or(0)
}

/// Finds the addresses at which another function begins to be the innermost: of those that have an address, the one
/// that begins last. `functions` are by start.
fn innermost(functions: &[Function]) -> Vec<(u64, Option<u32>)> {
    let end = |index: u32| {
        let function = &functions[index as usize];
        function.start.saturating_add(function.len)
    };
    let mut found: Vec<(u64, Option<u32>)> = Vec::with_capacity(functions.len());
    // Functions that may have the address at hand; the last one begins last.
    let mut open: Vec<u32> = Vec::new();
    let close_up_to = |address: u64, open: &mut Vec<u32>, found: &mut Vec<_>| {
        while let Some(last) = open.last().copied() {
            let last_end = end(last);
            if last_end > address {
                break;
            }
            while open.last().is_some_and(|it| end(*it) <= last_end) {
                open.pop();
            }
            found.push((last_end, open.last().copied()));
        }
    };
    for (index, function) in (0..).zip(functions) {
        close_up_to(function.start, &mut open, &mut found);
        found.push((function.start, Some(index)));
        open.push(index);
    }
    close_up_to(u64::MAX, &mut open, &mut found);
    found
}

fn candidate<'a>(
    file: &object::File<'a>,
    symbol: &object::Symbol<'a, '_>,
    name: &'a [u8],
) -> Option<Candidate<'a>> {
    let SymbolFlags::Elf { st_info, .. } = symbol.flags() else { return None };
    let (kind, binding) = (st_info.st_type(), st_info.st_bind());
    let is_function = kind == elf::STT_FUNC || kind == elf::STT_GNU_IFUNC;
    // Code in assembly often has labels without a kind.
    let is_label = kind == elf::STT_NOTYPE && symbol.kind() != SymbolKind::Section;
    if !is_function && !is_label || symbol.is_undefined() {
        return None;
    }
    let section = file.section_by_index(symbol.section_index()?).ok()?;
    let is_code = section.kind() == object::SectionKind::Text;
    if is_label && !is_code {
        return None;
    }
    let rank = match binding {
        elf::STB_GLOBAL => 2,
        elf::STB_WEAK => 1,
        _ => 0,
    };
    let rank = (is_function, symbol.size() > 0, rank);
    Some(Candidate { start: symbol.address(), len: symbol.size(), rank, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The function with an address that begins last, by looking at all of them.
    fn expected(functions: &[Function], address: u64) -> Option<u32> {
        let has = |it: &Function| address.checked_sub(it.start).is_some_and(|at| at < it.len);
        (0..functions.len()).rev().find(|at| has(&functions[*at])).map(|at| at as u32)
    }

    #[test]
    fn the_innermost_function_is_found_without_looking_at_all() {
        let mut state = 1_u64;
        let mut below = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % end
        };
        for _ in 0..500 {
            let mut places: Vec<(u64, u64)> =
                (0..below(12)).map(|_| (below(40), 1 + below(30))).collect();
            places.sort_unstable();
            places.dedup_by_key(|it| it.0);
            let function = |(start, len): &(u64, u64)| Function {
                name: String::new(),
                symbol: String::new(),
                start: *start,
                len: *len,
            };
            let functions: Vec<Function> = places.iter().map(function).collect();
            let found = innermost(&functions);
            assert!(found.len() <= 2 * functions.len());
            for address in 0..80 {
                let next = found.partition_point(|it| it.0 <= address);
                let innermost = next.checked_sub(1).and_then(|at| found[at].1);
                assert_eq!(innermost, expected(&functions, address), "{places:?} {address}");
            }
        }
    }
}
