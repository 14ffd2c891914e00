//! Relocations of code: the symbols that a linker would put into instructions.

use std::borrow::Cow;
use std::ops::Range;

use object::read::{File, Relocation as ReadRelocation, RelocationTarget};
use object::{
    BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSymbol, RelocationFlags, RelocationKind,
    elf, macho, pe,
};
use oxmca_asm::target::object_facts::ObjectCode;

use super::sections::{Section, Sections};

/// The most relocations of all sections with code.
const MAX_RELOCATIONS: usize = 1 << 24;
/// The most bytes of all names, which may share their text.
const MAX_NAMES_BYTES: usize = 1 << 28;

/// The symbol that a linker would put into an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation<'data> {
    /// The address of the bytes that it changes.
    pub address: u64,
    /// The name of the symbol; of a section if it has no other.
    pub symbol: Cow<'data, str>,
    /// The number that is added to the symbol, if the relocation itself says it.
    pub addend: i64,
    /// The kind, as `llvm-objdump` names it.
    pub kind: Cow<'static, str>,
    /// The address to which the instruction refers, if it is in this object. A branch goes there.
    pub target: Option<u64>,
}

/// A relocation as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub address: u64,
    name: Name,
    addend: i64,
    flags: RelocationFlags,
    target: Option<u64>,
}

#[derive(Clone, Debug)]
enum Name {
    File(Range<usize>),
    Section(u32),
}

/// The machine for which a file is, in the numbers of its format.
#[derive(Clone, Copy, Debug, Default)]
enum Machine {
    #[default]
    Unknown,
    Elf(elf::Machine),
    MachO(macho::CpuType),
    Coff(pe::Machine),
}

impl Machine {
    fn of(file: &File<'_>) -> Machine {
        match file {
            File::Elf32(it) => Machine::Elf(it.elf_header().e_machine.get(it.endian())),
            File::Elf64(it) => Machine::Elf(it.elf_header().e_machine.get(it.endian())),
            File::MachO32(it) => Machine::MachO(it.macho_header().cputype.get(it.endian())),
            File::MachO64(it) => Machine::MachO(it.macho_header().cputype.get(it.endian())),
            File::Coff(it) => Machine::Coff(it.coff_header().machine.get(object::LittleEndian)),
            File::CoffBig(it) => Machine::Coff(it.coff_header().machine.get(object::LittleEndian)),
            _ => Machine::Unknown,
        }
    }
}

/// The relocations of code of a relocatable object that have a symbol, by address.
#[derive(Debug, Default)]
pub(super) struct Relocations {
    all: Vec<Kept>,
    machine: Machine,
}

impl Relocations {
    pub fn of(
        file: &File<'_>,
        code: &ObjectCode,
        bytes: &[u8],
        sections: &Sections,
    ) -> Relocations {
        let machine = Machine::of(file);
        let mut relocations = Relocations { all: Vec::new(), machine };
        if file.kind() != ObjectKind::Relocatable {
            return relocations;
        }
        let (mut seen, mut names_bytes) = (0, 0);
        for section in file.sections() {
            let number = sections.number_of(section.index());
            let Some(place) = number.map(|it| sections.get(it)).filter(|it| it.is_code) else {
                continue;
            };
            for (offset, it) in section.relocations() {
                seen += 1;
                if seen > MAX_RELOCATIONS || names_bytes > MAX_NAMES_BYTES {
                    break;
                }
                let Some(kept) = kept(file, code, bytes, sections, place, offset, &it) else {
                    continue;
                };
                if let Name::File(name) = &kept.name {
                    names_bytes += name.len();
                }
                relocations.all.push(kept);
            }
        }
        relocations.all.sort_by_key(|it| it.address);
        relocations
    }

    /// Returns the relocations of bytes in a range of addresses.
    pub fn within(&self, range: Range<u64>) -> &[Kept] {
        let first = self.all.partition_point(|it| it.address < range.start);
        let end = self.all.partition_point(|it| it.address < range.end);
        self.all.get(first..end).unwrap_or_default()
    }

    pub fn shown<'a>(&self, it: &Kept, bytes: &'a [u8], sections: &'a Sections) -> Relocation<'a> {
        let symbol = match &it.name {
            Name::File(name) => String::from_utf8_lossy(&bytes[name.clone()]),
            Name::Section(number) => sections.get(*number).name.as_str().into(),
        };
        let kind = self.kind(it.flags);
        Relocation { address: it.address, symbol, addend: it.addend, kind, target: it.target }
    }

    fn kind(&self, flags: RelocationFlags) -> Cow<'static, str> {
        let (name, number) = match (flags, self.machine) {
            (RelocationFlags::Elf { r_type }, Machine::Elf(machine)) => {
                (elf::machine_names(machine).r.name(r_type), r_type.0)
            }
            (RelocationFlags::MachO { r_type, .. }, Machine::MachO(machine)) => {
                (macho::machine_names(machine).reloc.name(r_type), r_type.0.into())
            }
            (RelocationFlags::Coff { typ }, Machine::Coff(machine)) => {
                (pe::machine_names(machine).rel.name(typ).map(|it| it.1), typ.0.into())
            }
            _ => (None, 0),
        };
        name.map_or_else(|| format!("relocation {number}").into(), Cow::Borrowed)
    }
}

/// Finds the name and target of a relocation at an offset in a section; `None` if it has no symbol.
fn kept(
    file: &File<'_>,
    code: &ObjectCode,
    bytes: &[u8],
    sections: &Sections,
    place: &Section,
    offset: u64,
    it: &ReadRelocation,
) -> Option<Kept> {
    let address = place.address.checked_add(offset).filter(|it| *it < place.end())?;
    let (name, start) = named(file, code, bytes, sections, it)?;
    let contents = &bytes[place.contents.clone()];
    let implicit = usize::try_from(offset).ok().and_then(|at| implicit_addend(it, contents, at));
    let is_relative = matches!(it.kind(), RelocationKind::Relative | RelocationKind::PltRelative);
    let is_after = is_relative && code.distances_begin_after_field;
    let after = if is_after { i64::from(it.size() / 8) } else { 0 };
    // Mach-O has the distances between sections already.
    let is_resolved = file.format() == BinaryFormat::MachO
        && is_relative
        && matches!(it.target(), RelocationTarget::Section(_));
    let target = if is_resolved {
        Some(address.wrapping_add_signed(after.wrapping_add(implicit.unwrap_or(0))))
    } else {
        let distance = it.addend().wrapping_add(implicit.unwrap_or(0)).wrapping_add(after);
        start.map(|it| it.wrapping_add_signed(distance))
    };
    let is_shown = file.format() == BinaryFormat::Elf && !it.has_implicit_addend();
    let addend = if is_shown { it.addend() } else { 0 };
    Some(Kept { address, name, addend, flags: it.flags(), target })
}

/// Returns the name of a relocation's symbol, and its address if it is in this object.
fn named(
    file: &File<'_>,
    code: &ObjectCode,
    bytes: &[u8],
    sections: &Sections,
    relocation: &ReadRelocation,
) -> Option<(Name, Option<u64>)> {
    let index = match relocation.target() {
        RelocationTarget::Symbol(index) => index,
        RelocationTarget::Section(index) => {
            let number = sections.number_of(index)?;
            return Some((Name::Section(number), Some(sections.get(number).address)));
        }
        _ => return None,
    };
    let symbol = file.symbol_by_index(index).ok()?;
    let number = symbol.section_index().and_then(|it| sections.number_of(it));
    let address = number.and_then(|it| sections.get(it).moved(symbol.address()));
    let is_function =
        file.format() == BinaryFormat::Elf && symbol.kind() == object::SymbolKind::Text;
    let address = address.map(|it| if is_function { (code.function_address)(it).0 } else { it });
    let name = symbol.name_bytes().unwrap_or_default();
    let start = (name.as_ptr() as usize).wrapping_sub(bytes.as_ptr() as usize);
    let is_in_file = bytes.get(start..).is_some_and(|it| it.len() >= name.len());
    match number {
        Some(number) if name.is_empty() || symbol.kind() == object::SymbolKind::Section => {
            Some((Name::Section(number), address))
        }
        _ if is_in_file && !name.is_empty() => {
            Some((Name::File(start..start + name.len()), address))
        }
        _ => None,
    }
}

/// Returns the number that is added to the symbol, where the bytes that are changed have it.
fn implicit_addend(relocation: &ReadRelocation, contents: &[u8], at: usize) -> Option<i64> {
    if !relocation.has_implicit_addend()
        || relocation.encoding() == object::RelocationEncoding::Unknown
    {
        return None;
    }
    let bytes = contents.get(at..)?;
    match relocation.size() {
        8 => Some(i64::from(*bytes.first()? as i8)),
        16 => Some(i64::from(i16::from_le_bytes(bytes.get(..2)?.try_into().ok()?))),
        32 => Some(i64::from(i32::from_le_bytes(bytes.get(..4)?.try_into().ok()?))),
        64 => Some(i64::from_le_bytes(bytes.get(..8)?.try_into().ok()?)),
        _ => None,
    }
}
