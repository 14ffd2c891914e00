//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, which has no headers for AArch64 here, and the cross compiler.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-22", "aarch64-linux-gnu-gcc"],
    cxx: &[],
    flags: &[],
    elsewhere: &[
        elsewhere("--target=aarch64 -march=armv8-a -O2", "aarch64"),
        elsewhere("--target=aarch64 -march=armv9-a+sve2 -O3", "aarch64"),
        elsewhere("--target=aarch64 -march=armv8.2-a+fp16+dotprod -O3 -g", "aarch64"),
        elsewhere("--target=aarch64 -mcpu=neoverse-v2 -O2 -fPIC", "aarch64"),
        elsewhere("--target=aarch64 -march=armv8.5-a -mbranch-protection=standard -Os", "aarch64"),
        elsewhere("--target=aarch64_be -O2", "aarch64_be"),
        elsewhere("--target=arm64-apple-macosx14 -mcpu=apple-m1 -O2", "arm64-apple-macosx14"),
        elsewhere("--target=aarch64-pc-windows-msvc -O2", "aarch64-pc-windows-msvc"),
        Elsewhere { only_first: false, ..elsewhere("-O2", "aarch64") },
        Elsewhere { only_first: false, ..elsewhere("-O3 -march=armv9-a", "aarch64") },
    ],
    has_crates: false,
};

const fn elsewhere(flags: &'static str, triple: &'static str) -> Elsewhere {
    Elsewhere { flags, triple, kinds: &["windows", "intel", "darwin", "x86"], only_first: true }
}
