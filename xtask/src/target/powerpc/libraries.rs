//! Shared libraries with code.

use crate::target::proved::{FileTriple, Libraries};

/// The libraries are those of packages for cross compilers.
pub const LIBRARIES: Libraries = Libraries {
    folders: &[
        "/usr/powerpc64le-linux-gnu/lib",
        "/usr/lib/powerpc64le-linux-gnu",
        "/usr/powerpc64-linux-gnu/lib",
        "/usr/powerpc-linux-gnu/lib",
    ],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machines: &[20, 21],
    longest_instruction_bytes: 8,
    alignment_bytes: 4,
    arguments: &["--mcpu=pwr10"],
    other_triples: &["powerpc64le-apple-darwin"],
    file_triples: &[
        FileTriple {
            is_64_bit: true,
            is_little_endian: false,
            triple: "powerpc64-unknown-linux-gnu",
        },
        FileTriple { is_64_bit: false, is_little_endian: false, triple: "powerpc" },
    ],
};
