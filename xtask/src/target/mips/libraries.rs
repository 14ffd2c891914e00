//! Shared libraries with code.

use crate::target::proved::Libraries;

/// The libraries are those of packages for cross compilers.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/mips64el-linux-gnuabi64/lib", "/usr/mipsel-linux-gnu/lib"],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machine: 8,
    longest_instruction_bytes: 4,
    arguments: &[],
    other_triples: &[],
};
