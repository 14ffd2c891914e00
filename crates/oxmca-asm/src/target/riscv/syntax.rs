//! Lexical and syntactic choices of RISC-V assembly.

use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

const DATA_DIRECTIVES: &[(&str, u8)] = &[(".half", 2), (".hword", 2), (".word", 4), (".dword", 8)];

/// Returns the choices for a triple.
pub fn syntax(triple: &Triple) -> Syntax {
    let is_64_bit = triple.arch().is_some_and(|it| it.facts().address_bits == 64);
    let is_big = triple.arch().is_some_and(|it| !it.facts().is_little_endian);
    let elf = Syntax {
        at_in_identifier: false,
        at_specifiers: false,
        code_pointer_bytes: if is_64_bit { 8 } else { 4 },
        data_directives: DATA_DIRECTIVES,
        align_is_bytes: false,
        little_endian: !is_big,
        ..Syntax::ELF
    };
    match triple.object_format() {
        ObjectFormat::MachO => Syntax {
            comment: ";",
            separator: "%%",
            darwin: true,
            object_format: ObjectFormat::MachO,
            private_prefix: "L",
            code_pointer_bytes: 4,
            comm_alignment_is_bytes: false,
            lcomm_alignment: Some(false),
            ..elf
        },
        _ => elf,
    }
}
