//! The facts about object files that a target states: which headers name it, and what its relocations, symbols and tables
//! look like.
//!
//! Numbers are those of the file formats, so that targets need no reader of object files.

use crate::decoder::InstructionSet;
use crate::syntax::ObjectFormat;

/// A kind of object file, by what its header says.
#[derive(Debug)]
pub struct ObjectMachine {
    /// The container.
    pub format: ObjectFormat,
    /// The number of the machine: ELF's `e_machine`, Mach-O's `cputype`, COFF's `Machine`.
    pub machine: u32,
    /// The number of the kind of machine that Mach-O's `cpusubtype` has, without capabilities; `None` for any.
    pub submachine: Option<u32>,
    /// The width of ELF's own words, 32 or 64; `None` where the container says nothing about it.
    pub class_bits: Option<u32>,
    /// Set if the file stores bytes least significant first.
    pub is_little_endian: bool,
    /// The width of addresses.
    pub address_bits: u32,
    /// The triple of the code.
    pub triple: &'static str,
    /// Facts that do not depend on the container.
    pub code: &'static ObjectCode,
}

/// A header of an object file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectHeader {
    /// The container.
    pub format: ObjectFormat,
    /// The number of the machine.
    pub machine: u32,
    /// The number of the kind of machine; 0 where the container has none.
    pub submachine: u32,
    /// The width of the container's own words.
    pub class_bits: u32,
    /// Set if the file stores bytes least significant first.
    pub is_little_endian: bool,
}

impl ObjectMachine {
    /// Returns whether files with a header are of this kind.
    pub fn is_of(&self, header: &ObjectHeader) -> bool {
        self.format == header.format
            && self.machine == header.machine
            && self.submachine.is_none_or(|it| it == header.submachine)
            && self.class_bits.is_none_or(|it| it == header.class_bits)
            && self.is_little_endian == header.is_little_endian
    }
}

/// The contents that begin at a mapping symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mapping {
    /// Data.
    Data,
    /// Code of an instruction set.
    Code(InstructionSet),
}

impl Mapping {
    /// Returns data, or code of a target that has one instruction set.
    pub fn is_data(is_data: bool) -> Mapping {
        if is_data { Mapping::Data } else { Mapping::Code(InstructionSet::Usual) }
    }
}

/// The CPU that an object file says its code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatedCpu {
    /// It does not say.
    None,
    /// The CPU of that name.
    Named(&'static str),
    /// A CPU of which only the number in the file is known.
    Unknown(u32),
}

/// A jump through the global offset table: its address, and the address of the place in the table that it reads.
pub type TableJump = (u64, u64);

/// Facts about the machine code of object files.
#[derive(Debug)]
pub struct ObjectCode {
    /// Returns the features that a file says its code uses, as `-mattr` takes them.
    pub features: fn(&dyn ObjectDetails) -> Vec<String>,
    /// Returns the CPU that a file says its code is for.
    pub cpu: fn(&dyn ObjectDetails) -> StatedCpu,
    /// The types of ELF relocations by which the loader writes the address of a function into the global offset table.
    pub table_relocations: &'static [u32],
    /// Finds the jumps through that table in a section of linkage code that begins at an address. `table` is the address
    /// of the table.
    pub table_jumps: fn(code: &[u8], address: u64, table: u64) -> Vec<TableJump>,
    /// Set if distances in instructions begin where the bytes end that a relocation changes.
    pub distances_begin_after_field: bool,
    /// Set if symbols of COFF begin with an underscore that names in sources do not have.
    pub coff_has_underscores: bool,
    /// Reads a name of an ELF symbol, without its `$`, that says what begins there.
    pub mapping_symbol: fn(name: &[u8]) -> Option<Mapping>,
    /// Returns the address of a function from that of its ELF symbol, and its instruction set if that says it.
    pub function_address: fn(address: u64) -> (u64, Option<InstructionSet>),
    /// The entries of PE's exception table; `None` if they are not known.
    pub exception_table: Option<ExceptionTable>,
    /// Returns what an ELF relocation of a type does to debug information, where that is more than to write or add an
    /// address.
    pub debug_relocation: fn(kind: u32) -> Option<DebugRelocation>,
}

impl ObjectCode {
    /// Facts about code of which nothing is known.
    pub const PLAIN: ObjectCode = ObjectCode {
        features: |_| Vec::new(),
        cpu: |_| StatedCpu::None,
        table_relocations: &[],
        table_jumps: |_, _, _| Vec::new(),
        distances_begin_after_field: false,
        coff_has_underscores: false,
        mapping_symbol: |_| None,
        function_address: |address| (address, None),
        exception_table: None,
        debug_relocation: |_| None,
    };
}

/// The way in which a relocation changes a number in debug information.
#[derive(Clone, Copy, Debug)]
pub struct DebugRelocation {
    /// The width of the number; `None` if it is one in ULEB128, whose length stays.
    pub size_bits: Option<u8>,
    /// Returns the new number, from the one that stands there and the value of the symbol.
    pub change: fn(old: u64, value: u64) -> u64,
}

/// The entries of the table by which Windows finds functions.
#[derive(Clone, Copy, Debug)]
pub struct ExceptionTable {
    /// The size of an entry.
    pub entry_bytes: usize,
    /// Reads an entry: the address of a function relative to the image, and its size, 0 if the entry does not say it.
    pub read: fn(&[u8]) -> Option<(u32, u64)>,
}

/// The contents of an object file that targets may ask for.
pub trait ObjectDetails {
    /// Returns the flags of ELF's header; 0 in other formats.
    fn elf_flags(&self) -> u32;

    /// Returns whether the file stores bytes most significant first.
    fn is_big_endian(&self) -> bool;

    /// Returns the contents of the first ELF section of a type; empty if there is none.
    fn elf_section(&self, section_type: u32) -> &[u8];
}

/// Returns the little-endian word at an offset.
pub fn word(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..at.checked_add(4)?).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
}
