//! Object files: programs, libraries and relocatable objects in the formats ELF, Mach-O, PE and COFF.

mod architecture;
mod code;
mod data_in_code;
mod debug_sections;
mod error;
mod functions;
mod innermost;
mod linkage_table;
mod relocations;
mod sections;
mod symbols;
mod unwinding;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use object::read::File;
use object::{BinaryFormat, Object, ObjectKind, ObjectSegment};
use oxmca_asm::target::object_facts::StatedCpu;

pub use code::CodePart;
pub use error::ObjectError;
pub(crate) use error::is_java;
pub use functions::{Function, FunctionOrigin};
pub use relocations::Relocation;
pub use sections::Section;

use architecture::Target;
use innermost::Innermost;
use linkage_table::Entry;
use relocations::Relocations;
use sections::Sections;
use symbols::Symbols;

/// The most loaded parts that are looked at.
const MAX_SEGMENTS: usize = 1 << 10;

/// The name of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name<'data> {
    /// The name in the symbol table; `@plt` follows that of an entry of ELF's procedure linkage table.
    pub symbol: Cow<'data, str>,
    /// The number of bytes between the place that has this name and the address.
    pub offset: u64,
}

/// A loaded part of a file.
#[derive(Clone, Copy, Debug)]
struct Segment {
    offset: u64,
    file_len: u64,
    address: u64,
}

/// An object file.
///
/// Addresses are those of the file. In relocatable objects of ELF and COFF, where all sections begin at 0, sections
/// follow each other here, so that each byte has an address of its own.
#[derive(Debug)]
pub struct ObjectFile<'data> {
    bytes: Cow<'data, [u8]>,
    format: BinaryFormat,
    is_relocatable: bool,
    is_little_endian: bool,
    target: Target,
    sections: Sections,
    symbols: Symbols,
    linkage_table: Vec<Entry>,
    functions: Vec<Function>,
    innermost: Innermost,
    segments: Vec<Segment>,
    build_id: Option<Vec<u8>>,
    has_debug_info: bool,
    relocations: OnceLock<Relocations>,
}

impl<'data> ObjectFile<'data> {
    /// Reads an object file. One of several objects is to be taken apart first: see [`members`](crate::members).
    ///
    /// # Errors
    /// [`ObjectError`].
    pub fn parse(bytes: impl Into<Cow<'data, [u8]>>) -> Result<Self, ObjectError> {
        let bytes: Cow<'data, [u8]> = bytes.into();
        error::kind(&bytes)?;
        let file = File::parse(&*bytes)?;
        let target = Target::of(&file)?;
        let sections = Sections::of(&file, &bytes, target.address_bits)?;
        let symbols = Symbols::of(&file, target.code, &bytes, &sections);
        let linkage_table = linkage_table::entries(&file, target.code);
        let unwinding = unwinding::starts(&file, target.code);
        let format = file.format();
        let has_underscore = match format {
            BinaryFormat::MachO => true,
            BinaryFormat::Coff | BinaryFormat::Pe => target.code.coff_has_underscores,
            _ => false,
        };
        let functions = functions::functions(
            format,
            has_underscore,
            &bytes,
            &sections,
            &symbols,
            &linkage_table,
            &unwinding,
        );
        let segment = |it: object::Segment<'_, '_>| {
            let (offset, file_len) = it.file_range();
            Segment { offset, file_len, address: it.address() }
        };
        let segments = file.segments().take(MAX_SEGMENTS).map(segment).collect();
        let is_relocatable = file.kind() == ObjectKind::Relocatable;
        let build_id = file.build_id().ok().flatten().map(<[u8]>::to_vec);
        let has_debug_info = [".debug_line", ".zdebug_line", "__debug_line"]
            .iter()
            .any(|it| file.section_by_name(it).is_some());
        let is_little_endian = file.is_little_endian();
        drop(file);
        let innermost = Innermost::of(&functions);
        Ok(Self {
            bytes,
            format,
            is_relocatable,
            is_little_endian,
            target,
            sections,
            symbols,
            linkage_table,
            functions,
            innermost,
            segments,
            build_id,
            has_debug_info,
            relocations: OnceLock::new(),
        })
    }

    /// Returns whether a file is an object file or has several of them, by its first bytes.
    #[must_use]
    pub fn is_object(bytes: &[u8]) -> bool {
        matches!(error::kind(bytes), Ok(_) | Err(ObjectError::Container(_)))
    }

    /// Returns the target triple.
    #[must_use]
    pub fn triple(&self) -> &'static str {
        self.target.triple
    }

    /// Returns the features with which `llvm-objdump` decodes such an object, each with `+` before it: those that
    /// a RISC-V object says it uses; `+all` for AArch64, whose objects do not say. On x86, decoding needs none.
    #[must_use]
    pub fn features(&self) -> &[String] {
        &self.target.features
    }

    /// Returns the CPU that the file says its code is for, as objects of AMD's graphics processors do.
    #[must_use]
    pub fn stated_cpu(&self) -> StatedCpu {
        self.target.cpu
    }

    /// Returns the number of bits of an address.
    #[must_use]
    pub fn address_bits(&self) -> u32 {
        self.target.address_bits
    }

    /// Returns whether it is to be linked: addresses of functions in other sections or objects are then not known.
    #[must_use]
    pub fn is_relocatable(&self) -> bool {
        self.is_relocatable
    }

    /// Returns the build id of an ELF file.
    #[must_use]
    pub fn build_id(&self) -> Option<&[u8]> {
        self.build_id.as_deref()
    }

    /// Returns whether it has source lines.
    #[must_use]
    pub fn has_debug_info(&self) -> bool {
        self.has_debug_info
    }

    /// Returns whether it has code, and not only names of code as separate files of debug information.
    #[must_use]
    pub fn has_code(&self) -> bool {
        self.sections.all().iter().any(|it| it.is_code && !it.contents.is_empty())
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the sections that are loaded.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        self.sections.all()
    }

    /// Returns the functions, by start. Of several that begin at the same place there is one. They may
    /// overlap.
    #[must_use]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Returns the index of the function that has an address: the innermost, if functions overlap.
    #[must_use]
    pub fn function_at(&self, address: u64) -> Option<usize> {
        self.innermost.at(address)
    }

    /// Takes functions from another file of the same code, e.g. one with debug information only, if that
    /// has more names.
    pub fn adopt_functions(&mut self, other: &ObjectFile<'_>) {
        let named = |functions: &[Function]| {
            functions.iter().filter(|it| it.origin == FunctionOrigin::Symbol).count()
        };
        if named(&other.functions) <= named(&self.functions) {
            return;
        }
        let own = |it: &Function| {
            let section = self.sections.number_at(it.start)?;
            Some(Function { section, ..it.clone() })
        };
        self.functions = other.functions.iter().filter_map(own).collect();
        self.innermost = Innermost::of(&self.functions);
    }

    /// Returns the bytes of a function, data in it included; empty if the file does not have them.
    #[must_use]
    pub fn code(&self, function: &Function) -> &[u8] {
        self.bytes_at(function.start, function.len_bytes)
    }

    /// Returns the parts of a function that are code, as the symbols `$x` and `$d` of AArch64 and RISC-V and a table of
    /// Mach-O's say.
    #[must_use]
    pub fn code_parts(&self, function: &Function) -> Vec<CodePart<'_>> {
        self.code_parts_between(function.start..function.end())
    }

    /// Returns the parts of a range of addresses that are code. The range ends with the section that its first
    /// byte is in.
    #[must_use]
    pub fn code_parts_between(&self, range: Range<u64>) -> Vec<CodePart<'_>> {
        let Some(number) = self.sections.number_at(range.start) else { return Vec::new() };
        let section = self.sections.get(number);
        let bytes = self.bytes_at(range.start, range.end.saturating_sub(range.start));
        let within = range.start..range.start.saturating_add(bytes.len() as u64);
        let part = |(it, instruction_set): code::CodeRange| {
            let at = (it.start - range.start) as usize;
            let bytes = &bytes[at..at + (it.end - it.start) as usize];
            CodePart { address: it.start, bytes, instruction_set }
        };
        let parts = code::code_ranges(&self.symbols.marks, section.address, within);
        parts.into_iter().map(part).collect()
    }

    /// Returns the bytes at an address, at most so many, until the end of the section.
    #[must_use]
    pub fn bytes_at(&self, address: u64, len_bytes: u64) -> &[u8] {
        let within = || {
            let section = self.sections.get(self.sections.number_at(address)?);
            let contents = &self.bytes[section.contents.clone()];
            let start = usize::try_from(address - section.address).ok()?;
            let rest = contents.get(start..)?;
            Some(&rest[..rest.len().min(usize::try_from(len_bytes).unwrap_or(usize::MAX))])
        };
        within().unwrap_or_default()
    }

    /// Returns the virtual address of an offset in the file.
    #[must_use]
    pub fn address_of_offset(&self, offset: u64) -> Option<u64> {
        self.segments.iter().find_map(|it| {
            let within = offset.checked_sub(it.offset).filter(|within| *within < it.file_len)?;
            it.address.checked_add(within)
        })
    }

    /// Returns the name of an address, as `llvm-objdump` writes it after the target of a branch: that of the last place
    /// before it in its section. Code before the first symbol of a section has the section's name. Stubs of Mach-O have
    /// the names of the functions that they call, where `llvm-objdump` takes some undefined symbol for address 0.
    #[must_use]
    pub fn name_of_address(&self, address: u64) -> Option<Name<'_>> {
        let number = self.sections.number_at(address)?;
        let section = self.sections.get(number);
        let key = (number, address);
        let next = self.symbols.all.partition_point(|it| (it.section, it.address) <= key);
        let symbol = next.checked_sub(1).map(|it| &self.symbols.all[it]);
        let symbol = symbol.filter(|it| it.section == number);
        let next = self.linkage_table.partition_point(|it| it.0 <= address);
        let entry = next.checked_sub(1).map(|it| &self.linkage_table[it]);
        let entry = entry.filter(|it| it.0 >= section.address);
        let (start, symbol) = match (symbol, entry) {
            (Some(symbol), entry) if entry.is_none_or(|it| it.0 < symbol.address) => {
                (symbol.address, String::from_utf8_lossy(&self.bytes[symbol.name.clone()]))
            }
            (_, Some(entry)) => (entry.0, String::from_utf8_lossy(&entry.2)),
            (_, None) if section.is_code => (section.address, section.name.as_str().into()),
            (_, None) => return None,
        };
        Some(Name { symbol, offset: address - start })
    }

    /// Returns the relocations of bytes in a range of addresses, as of an instruction; none in linked files. Those
    /// without a symbol, as hints to relax an instruction, are left out.
    pub fn relocations_at(&self, range: Range<u64>) -> impl Iterator<Item = Relocation<'_>> {
        let relocations = self.relocations.get_or_init(|| match File::parse(&*self.bytes) {
            Ok(file) => Relocations::of(&file, self.target.code, &self.bytes, &self.sections),
            Err(_) => Relocations::default(),
        });
        let show = |it| relocations.shown(it, &self.bytes, &self.sections);
        relocations.within(range).iter().map(show)
    }
}
