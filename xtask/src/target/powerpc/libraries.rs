//! Shared libraries with code.

use crate::target::proved::Libraries;

/// The libraries are those of packages for cross compilers.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/powerpc64le-linux-gnu/lib", "/usr/lib/powerpc64le-linux-gnu"],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machine: 21,
    longest_instruction_bytes: 8,
    arguments: &["--mcpu=pwr10"],
    other_triples: &["powerpc64le-apple-darwin"],
};
