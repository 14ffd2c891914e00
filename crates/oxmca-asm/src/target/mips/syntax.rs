//! Lexical and syntactic choices of Mips assembly.

use super::abi::Abi;
use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

/// The flag of sections that the global pointer reaches, `SHF_MIPS_GPREL`.
pub const NEAR_GLOBAL_POINTER: u32 = 0x1000_0000;

/// The type of sections with debug information, `SHT_MIPS_DWARF`.
const DEBUG_SECTION: u32 = 0x7000_001e;

/// Returns the choices for a triple.
pub fn syntax(triple: &Triple, abi: Abi) -> Syntax {
    let facts = triple.arch().map(|it| it.facts());
    let elf = Syntax {
        private_prefix: if abi == Abi::O32 { "$" } else { ".L" },
        code_pointer_bytes: match facts.is_some_and(|it| it.address_bits == 64) && abi != Abi::N32 {
            true => 8,
            false => 4,
        },
        at_in_identifier: false,
        at_specifiers: false,
        data_directives: &[(".hword", 2), (".word", 4), (".dword", 8)],
        align_is_bytes: false,
        debug_section_type: DEBUG_SECTION,
        little_endian: facts.is_none_or(|it| it.is_little_endian),
        ..Syntax::ELF
    };
    match triple.object_format() {
        ObjectFormat::Elf | ObjectFormat::MachO => elf,
        ObjectFormat::Coff => Syntax {
            object_format: ObjectFormat::Coff,
            private_prefix: ".L",
            at_in_name: true,
            ..elf
        },
    }
}
