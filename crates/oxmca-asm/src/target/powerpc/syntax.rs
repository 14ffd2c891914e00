//! Lexical and syntactic choices of PowerPC assembly.

use super::specifier::SPECIFIERS;
use crate::syntax::{ObjectFormat, Syntax};
use crate::triple::Triple;

/// Returns the choices for a triple.
pub fn syntax(triple: &Triple) -> Syntax {
    let facts = triple.arch().map(|it| it.facts());
    let elf = Syntax {
        dollar_is_location: true,
        specifiers: SPECIFIERS,
        code_pointer_bytes: if facts.is_some_and(|it| it.address_bits == 64) { 8 } else { 4 },
        align_is_bytes: false,
        lcomm_alignment: Some(true),
        little_endian: facts.is_none_or(|it| it.is_little_endian),
        ..Syntax::ELF
    };
    match triple.object_format() {
        // There are no files for Windows: LLVM reads texts for it as those for ELF.
        ObjectFormat::Elf | ObjectFormat::Coff => elf,
        ObjectFormat::MachO => Syntax { darwin: true, object_format: ObjectFormat::MachO, ..elf },
    }
}
