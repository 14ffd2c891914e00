//! Compilers of C, C++ and Rust, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// GCC and Clang; tests/corpus holds C and C++.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23", "gcc"],
    cxx: &["clang-23 --driver-mode=g++", "g++"],
    flags: &[
        "-O2",
        "-O3",
        "-O2 -march=x86-64-v3",
        "-O3 -march=x86-64-v4",
        "-O3 -march=bdver2",
        "-O3 -march=sapphirerapids -ffast-math",
        "-O2 -g",
        "-O2 -fPIC -fno-plt",
        "-Os -mcmodel=large",
        "-O1 -fverbose-asm",
    ],
    elsewhere: &[
        Elsewhere {
            flags: "-m32 -O2 -march=i686",
            triple: "i686-unknown-unknown",
            kinds: &["32-bit"],
            only_first: false,
        },
        Elsewhere {
            flags: "-m32 -O3 -march=x86-64-v3 -g",
            triple: "i686-unknown-unknown",
            kinds: &["32-bit"],
            only_first: false,
        },
        Elsewhere {
            flags: "--target=x86_64-apple-macosx13.0.0 -O2 -march=haswell -g",
            triple: "x86_64-apple-macosx13.0.0",
            kinds: &["darwin"],
            only_first: true,
        },
        Elsewhere {
            flags: "--target=x86_64-pc-windows-msvc -O2 -g",
            triple: "x86_64-pc-windows-msvc",
            kinds: &["windows"],
            only_first: true,
        },
        Elsewhere {
            flags: "--target=x86_64-pc-windows-gnu -O3 -march=x86-64-v3 -g",
            triple: "x86_64-pc-windows-gnu",
            kinds: &["windows"],
            only_first: true,
        },
        Elsewhere {
            flags: "--target=i686-pc-windows-msvc -O2 -march=x86-64-v2",
            triple: "i686-pc-windows-msvc",
            kinds: &["32-bit", "windows"],
            only_first: true,
        },
        Elsewhere {
            flags: "-O2 -masm=intel",
            triple: "x86_64-unknown-unknown",
            kinds: &["intel"],
            only_first: false,
        },
        Elsewhere {
            flags: "-O3 -march=x86-64-v4 -masm=intel",
            triple: "x86_64-unknown-unknown",
            kinds: &["intel"],
            only_first: false,
        },
    ],
    kinds: &[],
    has_crates: cfg!(target_arch = "x86_64"),
};
