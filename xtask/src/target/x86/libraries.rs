//! Shared libraries with code.

use crate::target::proved::Libraries;

/// Those that Linux distributions install.
pub const LIBRARIES: Libraries = Libraries {
    folders: &["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"],
    rich: &[
        "libSvtAv1Enc",
        "libaom",
        "libavcodec",
        "libblas",
        "libc.so",
        "libcrypto",
        "libdav1d",
        "libde265",
        "libfftw",
        "libgcrypt",
        "libgmp",
        "libgnutls",
        "libjpeg",
        "libm.so",
        "libmvec",
        "libnettle",
        "libopenblas",
        "libpixman",
        "libpython",
        "librav1e",
        "libsqlite3",
        "libstdc++",
        "libswscale",
        "libvpx",
        "libx264",
        "libx265",
        "libz3",
        "libzstd",
    ],
    elf_machine: 62,
    longest_instruction_bytes: 15,
    arguments: &[],
    other_triples: &[
        "i686-unknown-unknown",
        "i686-unknown-unknown",
        "i386-unknown-unknown-code16",
        "x86_64-apple-macosx13.0.0",
        "x86_64-pc-windows-msvc",
        "x86_64-linux-gnux32",
    ],
};
