//! Lexical and syntactic choices of Arm assembly.

use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

const DATA_DIRECTIVES: &[(&str, u8)] = &[(".hword", 2), (".short", 2), (".word", 4)];

/// Returns the choices for a triple.
pub fn syntax(triple: &Triple) -> Syntax {
    let elf = Syntax {
        comment: "@",
        at_in_identifier: false,
        at_specifiers: false,
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
            private_prefix: "L",
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(false),
            ..elf
        },
        ObjectFormat::Coff => Syntax {
            object_format: ObjectFormat::Coff,
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(true),
            windows_unwind: true,
            ..elf
        },
    }
}
