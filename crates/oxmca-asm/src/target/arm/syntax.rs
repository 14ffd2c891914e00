//! Lexical and syntactic choices of Arm assembly.

use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

/// Specifiers as they are shown.
const SPECIFIERS: &[&str] = &[
    "GOT_PREL",
    "none",
    "prel31",
    "sbrel",
    "target1",
    "target2",
    "TLSLDO",
    "imgrel",
    "FUNCDESC",
    "GOT",
    "GOTFUNCDESC",
    "GOTOFF",
    "GOTOFFFUNCDESC",
    "GOTTPOFF",
    "gottpoff_fdpic",
    "PLT",
    "SECREL32",
    "tlscall",
    "tlsdesc",
    "TLSGD",
    "tlsgd_fdpic",
    "TLSLDM",
    "tlsldm_fdpic",
    "TPOFF",
];

const DATA_DIRECTIVES: &[(&str, u8)] = &[(".hword", 2), (".short", 2), (".word", 4)];

/// Returns the choices for a triple.
pub fn syntax(triple: &Triple) -> Syntax {
    let elf = Syntax {
        comment: "@",
        at_in_identifier: false,
        at_specifiers: false,
        parenthesized_specifiers: true,
        specifiers: SPECIFIERS,
        code_pointer_bytes: 4,
        data_directives: DATA_DIRECTIVES,
        align_is_bytes: false,
        little_endian: triple.arch().is_none_or(|it| it.facts().is_little_endian),
        ..Syntax::ELF
    };
    match triple.object_format() {
        ObjectFormat::Elf => elf,
        ObjectFormat::MachO => Syntax {
            darwin: true,
            object_format: ObjectFormat::MachO,
            at_specifiers: true,
            parenthesized_specifiers: false,
            private_prefix: "L",
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(false),
            ..elf
        },
        ObjectFormat::Coff => Syntax {
            object_format: ObjectFormat::Coff,
            at_specifiers: triple.is_windows_msvc(),
            parenthesized_specifiers: !triple.is_windows_msvc(),
            private_prefix: if triple.is_windows_msvc() { "$M" } else { ".L" },
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(true),
            windows_unwind: true,
            ..elf
        },
    }
}
