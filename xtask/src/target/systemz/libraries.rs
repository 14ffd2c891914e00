//! Shared libraries with code.

use crate::target::proved::Libraries;

/// The libraries are those of packages for cross compilers.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/s390x-linux-gnu/lib", "/usr/lib/s390x-linux-gnu"],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machines: &[22],
    longest_instruction_bytes: 6,
    alignment_bytes: 2,
    arguments: &[],
    other_triples: &[],
    file_triples: &[],
};
