//! Shared libraries with code.

use crate::target::proved::{FileTriple, Libraries};

/// The libraries are those of packages for cross compilers.
pub const LIBRARIES: Libraries = Libraries {
    folders: &[
        "/usr/mips64el-linux-gnuabi64/lib",
        "/usr/mips64-linux-gnuabi64/lib",
        "/usr/mipsel-linux-gnu/lib",
        "/usr/mips-linux-gnu/lib",
    ],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machines: &[8],
    longest_instruction_bytes: 4,
    alignment_bytes: 4,
    arguments: &[],
    other_triples: &[],
    file_triples: &[
        FileTriple { is_64_bit: false, is_little_endian: true, triple: "mipsel-linux-gnu" },
        FileTriple { is_64_bit: false, is_little_endian: false, triple: "mips-linux-gnu" },
        FileTriple { is_64_bit: true, is_little_endian: false, triple: "mips64-linux-gnuabi64" },
    ],
};
