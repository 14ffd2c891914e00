//! Shared libraries with code.

use crate::target::proved::Libraries;

/// None are looked for: machine code is not read.
pub const LIBRARIES: Libraries = Libraries {
    folders: &[],
    rich: &[],
    elf_machines: &[224],
    longest_instruction_bytes: 20,
    alignment_bytes: 4,
    arguments: &[],
    other_triples: &[],
    file_triples: &[],
};
