//! Shared libraries with code.

use crate::target::proved::Libraries;

/// Libraries that packages for cross compilers bring.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/aarch64-linux-gnu/lib", "/usr/lib/aarch64-linux-gnu"],
    rich: &["libc.so", "libm.so", "libmvec.so", "libstdc++"],
    elf_machines: &[183],
    longest_instruction_bytes: 4,
    alignment_bytes: 4,
    arguments: &["-mattr=+all"],
    other_triples: &["aarch64_be", "arm64-apple-macosx", "aarch64-pc-windows-msvc"],
    file_triples: &[],
};
