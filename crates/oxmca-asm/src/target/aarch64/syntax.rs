//! Lexical and syntactic choices of AArch64 assembly.

use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

const DATA_DIRECTIVES: &[(&str, u8)] = &[(".hword", 2), (".word", 4), (".dword", 8), (".xword", 8)];

/// Returns the choices for a triple.
pub fn syntax(triple: &Triple) -> Syntax {
    let environment = triple.environment();
    let elf = Syntax {
        comment: "//",
        at_in_identifier: false,
        at_specifiers: false,
        specifiers: &["GOT"],
        code_pointer_bytes: if environment.starts_with("gnu_ilp32") { 4 } else { 8 },
        data_directives: DATA_DIRECTIVES,
        align_is_bytes: false,
        little_endian: triple.arch().is_none_or(|it| it.facts().is_little_endian),
        ..Syntax::ELF
    };
    match triple.object_format() {
        ObjectFormat::Elf => elf,
        ObjectFormat::MachO => Syntax {
            comment: ";",
            separator: "%%",
            darwin: true,
            object_format: ObjectFormat::MachO,
            private_prefix: "L",
            specifiers: &[
                "GOT",
                "GOTPAGE",
                "GOTPAGEOFF",
                "PAGE",
                "PAGEOFF",
                "TLVP",
                "TLVPPAGE",
                "TLVPPAGEOFF",
            ],
            code_pointer_bytes: if triple.arch().is_some_and(|it| it.facts().address_bits == 32) {
                4
            } else {
                8
            },
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(false),
            ..elf
        },
        ObjectFormat::Coff => Syntax {
            object_format: ObjectFormat::Coff,
            at_in_identifier: true,
            at_specifiers: true,
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(true),
            logical_shift_right: false,
            specifiers: &["IMGREL", "PAGEOFF"],
            code_pointer_bytes: 8,
            windows_unwind: true,
            ..elf
        },
    }
}
