//! Shared libraries with code.

use crate::target::proved::Libraries;

/// There are none.
pub const LIBRARIES: Libraries = Libraries {
    folders: &[],
    rich: &[],
    elf_machines: &[244],
    longest_instruction_bytes: 4,
    alignment_bytes: 4,
    arguments: &[],
    other_triples: &[],
    file_triples: &[],
};
