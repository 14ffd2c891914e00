//! Differences in the text of x86 assembly between object formats, and the mode a triple selects.

use crate::sections::section_type::PROGBITS;
use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

/// Relocation specifiers after `@`, in the spelling LLVM prints.
const SPECIFIERS: &[&str] = &[
    "ABS8",
    "DTPOFF",
    "DTPREL",
    "GOT",
    "GOTENT",
    "GOTNTPOFF",
    "GOTOFF",
    "GOTPCREL",
    "GOTPCREL_NORELAX",
    "GOTREL",
    "GOTTPOFF",
    "INDNTPOFF",
    "IMGREL",
    "NTPOFF",
    "PCREL",
    "PLT",
    "PLTOFF",
    "SECREL32",
    "SIZE",
    "tlscall",
    "tlsdesc",
    "TLSGD",
    "TLSLD",
    "TLSLDM",
    "TLVP",
    "TLVPPAGE",
    "TLVPPAGEOFF",
    "TPOFF",
];

/// The type of ELF sections with unwind tables.
const UNWIND: u32 = 0x7000_0001;
/// The flag of ELF sections that may be beyond 2 GB.
const LARGE: u32 = 0x1000_0000;

/// Returns the syntax of the object format that a triple selects.
pub fn syntax(triple: &Triple) -> Syntax {
    let is_64_bit = is_64_bit(triple);
    let elf = Syntax {
        specifiers: SPECIFIERS,
        data_directives: &[(".word", 2)],
        code_pointer_bytes: if is_64_bit && !is_x32(triple) { 8 } else { 4 },
        eh_frame_section_type: if is_64_bit { UNWIND } else { PROGBITS },
        elf_section_flags: if is_64_bit { &[(b'l', LARGE)] } else { &[] },
        ..Syntax::ELF
    };
    match triple.object_format() {
        ObjectFormat::Elf => elf,
        ObjectFormat::MachO => Syntax {
            comment: "##",
            darwin: true,
            object_format: ObjectFormat::MachO,
            private_prefix: "L",
            align_is_bytes: false,
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(false),
            ..elf
        },
        ObjectFormat::Coff => Syntax {
            at_in_name: true,
            windows_unwind: is_64_bit,
            logical_shift_right: false,
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(true),
            object_format: ObjectFormat::Coff,
            private_prefix: if is_64_bit { ".L" } else { "L" },
            ..elf
        },
    }
}

/// Returns whether code is 64-bit.
fn is_64_bit(triple: &Triple) -> bool {
    triple.arch().is_some_and(|it| it.facts().address_bits == 64)
}

/// Returns whether code is 16-bit by default.
fn is_code16(triple: &Triple) -> bool {
    triple.environment().starts_with("code16")
}

/// Returns whether pointers are 32-bit in 64-bit mode.
fn is_x32(triple: &Triple) -> bool {
    let environment = triple.environment();
    environment.starts_with("gnux32") || environment.starts_with("muslx32")
}

/// Returns features that put the assembler into the triple's mode.
pub fn mode_features(triple: &Triple) -> &'static [&'static str] {
    match is_64_bit(triple) {
        true if is_x32(triple) => &["+64bit-mode", "-32bit-mode", "-16bit-mode", "+sse2", "+x32"],
        true => &["+64bit-mode", "-32bit-mode", "-16bit-mode", "+sse2"],
        false if is_code16(triple) => &["-64bit-mode", "-32bit-mode", "+16bit-mode"],
        false => &["-64bit-mode", "+32bit-mode", "-16bit-mode"],
    }
}
