//! Shared libraries with code.

use crate::target::proved::Libraries;

/// The libraries are those of packages for cross compilers.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/riscv64-linux-gnu/lib", "/usr/lib/riscv64-linux-gnu"],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machines: &[243],
    longest_instruction_bytes: 4,
    alignment_bytes: 2,
    // Names of series of CPUs say no width.
    arguments: &["-mattr=+64bit,-32bit,+m,+a,+d,+c,+v,+zba,+zbb,+zbs,+zicond"],
    other_triples: &[],
    file_triples: &[],
};
