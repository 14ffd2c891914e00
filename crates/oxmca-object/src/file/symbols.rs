//! The symbols of an object, by address.

use std::borrow::Cow;
use std::ops::Range;

use object::read::{ExportTarget, File, NameOrOrdinal, Symbol as ReadSymbol};
use object::{BinaryFormat, Object, ObjectSymbol, SymbolFlags, SymbolKind, elf};
use oxmca_asm::decoder::InstructionSet;
use oxmca_asm::target::object_facts::{Mapping, ObjectCode};

use super::code::Mark;
use super::data_in_code;
use super::sections::Sections;

/// The most symbols.
const MAX_SYMBOLS: usize = 1 << 22;
/// The most bytes of one name.
const MAX_NAME_BYTES: usize = 1 << 16;
/// The most bytes of all names. They may share their text, each with all of it.
const MAX_NAMES_BYTES: usize = 1 << 28;

/// A symbol with an address in a section.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub section: u32,
    pub address: u64,
    pub len_bytes: u64,
    /// The name's place in the file.
    pub name: Range<usize>,
    /// The type in ELF's symbol tables; 0 in other formats.
    pub kind: u8,
    pub is_function: bool,
    /// More for a name that more files see.
    pub scope: u8,
}

/// The symbols of an object, and the parts of its code that are data.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// By section, address, name and type, as `llvm-objdump` sorts them.
    pub all: Vec<Symbol>,
    /// The addresses at which code or data begins, by address.
    pub marks: Vec<Mark>,
    /// Set if there is a symbol table, beside names that other files see.
    pub has_table: bool,
}

impl Symbols {
    /// Reads the symbols of a file.
    pub fn of(file: &File<'_>, code: &ObjectCode, bytes: &[u8], sections: &Sections) -> Symbols {
        let mut symbols = Symbols {
            all: Vec::new(),
            marks: data_in_code::marks(file),
            has_table: file.symbols().next().is_some(),
        };
        let mut names_bytes = 0;
        for symbol in file.symbols().chain(file.dynamic_symbols()).take(MAX_SYMBOLS) {
            let Ok(name) = symbol.name_bytes() else { continue };
            names_bytes += name.len();
            if names_bytes > MAX_NAMES_BYTES {
                break;
            }
            if name.is_empty() || name.len() > MAX_NAME_BYTES {
                continue;
            }
            let number = symbol.section_index().and_then(|it| sections.number_of(it));
            let Some(section) = number else { continue };
            let Some(address) = sections.get(section).moved(symbol.address()) else { continue };
            if file.format() == BinaryFormat::Elf
                && let Some(rest) = name.strip_prefix(b"$")
                && let Some(mapping) = (code.mapping_symbol)(rest)
            {
                symbols.marks.push(match mapping {
                    Mapping::Data => {
                        Mark { address, is_data: true, instruction_set: InstructionSet::Usual }
                    }
                    Mapping::Code(instruction_set) => {
                        Mark { address, is_data: false, instruction_set }
                    }
                });
                continue;
            }
            if is_placeholder(file.format(), name) {
                continue;
            }
            let Some((kind, is_function, scope)) = class(&symbol) else { continue };
            let mut address = address;
            if is_function && file.format() == BinaryFormat::Elf {
                let function = (code.function_address)(address);
                address = function.0;
                if let Some(instruction_set) = function.1 {
                    symbols.marks.push(Mark { address, is_data: false, instruction_set });
                }
            }
            let Some(name) = place_in(bytes, name) else { continue };
            let len_bytes = symbol.size();
            symbols.all.push(Symbol {
                section,
                address,
                len_bytes,
                name,
                kind,
                is_function,
                scope,
            });
        }
        symbols.add_exports(file, bytes, sections, &mut names_bytes);
        let place = |it: &Symbol| (it.section, it.address);
        let name = |it: &Symbol| (&bytes[it.name.clone()], it.kind);
        symbols.all.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| name(a).cmp(&name(b))));
        symbols.marks.sort_unstable();
        symbols
    }

    /// Adds the names under which a library of Windows offers its functions, which are often all that it has.
    fn add_exports(
        &mut self,
        file: &File<'_>,
        bytes: &[u8],
        sections: &Sections,
        names_bytes: &mut usize,
    ) {
        if file.format() != BinaryFormat::Pe {
            return;
        }
        let exports = file.exports().into_iter().flatten().map_while(Result::ok);
        for export in exports.take(MAX_SYMBOLS.saturating_sub(self.all.len())) {
            let ExportTarget::Address { address, .. } = export.target() else { continue };
            let NameOrOrdinal::Name(Cow::Borrowed(name)) = export.into_name() else { continue };
            *names_bytes += name.len();
            if *names_bytes > MAX_NAMES_BYTES {
                return;
            }
            let Some(section) = sections.number_at(address) else { continue };
            let Some(name) = place_in(bytes, name) else { continue };
            let is_function = sections.get(section).is_code;
            let (len_bytes, kind, scope) = (0, 0, 1);
            self.all.push(Symbol { section, address, len_bytes, name, kind, is_function, scope });
        }
    }
}

/// Returns the place of a name in the file, if it can be one. Names are parts of the file, so that their places follow from
/// their addresses in memory.
fn place_in(bytes: &[u8], name: &[u8]) -> Option<Range<usize>> {
    let start = (name.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize);
    let is_within = bytes.get(start..).is_some_and(|it| it.len() >= name.len());
    let is_name = !name.is_empty() && name.len() <= MAX_NAME_BYTES;
    (is_name && is_within).then(|| start..start + name.len())
}

/// Returns whether a name is one of those that assemblers make up to refer to a place: `.L0 ` in ELF, and `ltmp0` and so on at
/// the beginning of sections of Mach-O.
fn is_placeholder(format: BinaryFormat, name: &[u8]) -> bool {
    match format {
        BinaryFormat::Elf => name == b".L0 ",
        BinaryFormat::MachO => {
            let number = name.strip_prefix(b"ltmp").unwrap_or_default();
            !number.is_empty() && number.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Returns the type of a symbol, whether it is a function, and its scope; `None` if it names no
/// place.
fn class(symbol: &ReadSymbol<'_, '_>) -> Option<(u8, bool, u8)> {
    if let SymbolFlags::Elf { st_info, .. } = symbol.flags() {
        let (kind, binding) = (st_info.st_type(), st_info.st_bind());
        let is_function = kind == elf::STT_FUNC || kind == elf::STT_GNU_IFUNC;
        let scope = match binding {
            elf::STB_GLOBAL => 2,
            elf::STB_WEAK => 1,
            _ => 0,
        };
        let is_place = kind != elf::STT_SECTION && kind != elf::STT_FILE && kind != elf::STT_TLS;
        return is_place.then_some((st_info.0 & 15, is_function, scope));
    }
    let is_function = symbol.kind() == SymbolKind::Text;
    let is_place = !matches!(symbol.kind(), SymbolKind::Section | SymbolKind::File);
    is_place.then_some((0, is_function, u8::from(symbol.is_global())))
}

/// Returns whether a name is one that assemblers give to places within functions.
pub(super) fn is_local_label(format: BinaryFormat, name: &[u8]) -> bool {
    match format {
        BinaryFormat::Elf => name.starts_with(b".L"),
        BinaryFormat::MachO => name.starts_with(b"L") || name.starts_with(b"l_"),
        _ => name.starts_with(b".L") || name.starts_with(b"$L"),
    }
}
