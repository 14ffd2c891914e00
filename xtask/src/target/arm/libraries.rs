//! Shared libraries with code.

use crate::target::proved::Libraries;

/// Libraries that packages for cross compilers bring.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/arm-linux-gnueabihf/lib", "/usr/lib/arm-linux-gnueabihf"],
    rich: &["libc.so", "libm.so", "libstdc++"],
    elf_machines: &[40],
    longest_instruction_bytes: 4,
    alignment_bytes: 2,
    arguments: &["-mattr=+v8.6a,+fullfp16,+fp16fml,+crypto,+crc,+sb,+ras,+neon"],
    other_triples: TRIPLES,
    file_triples: &[],
};

/// Mostly Thumb, since Debian's code is, and others now and then.
const TRIPLES: &[&str] = &[
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    THUMB,
    "armebv8a",
    "armv7",
    "armv6",
    "thumbv8.1m.main",
    "thumbv7em",
];
const THUMB: &str = "thumbv8a";
