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

/// An ELF file.
pub struct Image {
    bytes: Vec<u8>,
    segments: Vec<Segment>,
    /// By start; of functions at the same start, the best name is kept.
    functions: Vec<Function>,
    /// The largest end of a function up to this one.
    ends: Vec<u64>,
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
        let mut ends = Vec::with_capacity(functions.len());
        let mut end = 0;
        for function in &functions {
            end = function.start.saturating_add(function.len).max(end);
            ends.push(end);
        }
        Ok(Self { bytes, segments, functions, ends, build_id, is_64_bit, has_debug_info, has_code })
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
        let end = self.functions.partition_point(|it| it.start <= address);
        (0..end)
            .rev()
            .take_while(|index| self.ends[*index] > address)
            .find(|index| address - self.functions[*index].start < self.functions[*index].len)
    }

    /// Takes names from another file of the same code, e.g. one with debug information only, if that
    /// has more.
    pub fn adopt_functions(&mut self, other: &Self) {
        if other.functions.len() > self.functions.len() {
            self.functions.clone_from(&other.functions);
            self.ends.clone_from(&other.ends);
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
    Ok(loaded.map(segment).collect())
}

/// The functions of a file, by start.
fn functions(file: &object::File<'_>) -> Vec<Function> {
    let mut candidates: Vec<_> = file
        .symbols()
        .chain(file.dynamic_symbols())
        .filter_map(|it| candidate(file, &it))
        .collect();
    candidates.sort_by(|a, b| (a.start, b.rank).cmp(&(b.start, a.rank)));
    candidates.dedup_by_key(|it| it.start);
    let starts: Vec<u64> = candidates.iter().skip(1).map(|it| it.start).chain([u64::MAX]).collect();
    let function = |(it, next): (Candidate<'_>, u64)| {
        let symbol = String::from_utf8_lossy(it.name).into_owned();
        let len =
            if it.len == 0 { section_rest(file, it.start).min(next - it.start) } else { it.len };
        Function { name: demangle(&symbol), symbol, start: it.start, len }
    };
    candidates.into_iter().zip(starts).map(function).filter(|it| it.len > 0).collect()
}

/// Bytes from an address to the end of its section.
fn section_rest(file: &object::File<'_>, address: u64) -> u64 {
    let rest = |it: object::Section<'_, '_>| {
        let at = address.checked_sub(it.address())?;
        it.size().checked_sub(at).filter(|rest| *rest > 0)
    };
    file.sections().find_map(rest).unwrap_or(0)
}

fn candidate<'a>(
    file: &object::File<'a>,
    symbol: &object::Symbol<'a, '_>,
) -> Option<Candidate<'a>> {
    let name = symbol.name_bytes().ok().filter(|name| !name.is_empty())?;
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
