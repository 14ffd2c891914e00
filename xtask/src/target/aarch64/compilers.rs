//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, whose C++ has no headers for AArch64 by itself, and the cross compilers.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=aarch64-linux-gnu", "aarch64-linux-gnu-gcc"],
    cxx: &["aarch64-linux-gnu-g++"],
    flags: &[
        "-O2",
        "-O3 -g",
        "-Os -fPIC",
        "-O3 -march=armv9-a",
        "-O3 -march=armv8.2-a+fp16+dotprod -ffast-math",
        "-O1 -mbranch-protection=standard -fverbose-asm",
    ],
    elsewhere: &[
        elsewhere("--target=aarch64 -march=armv9-a+sve2 -O3 -ffast-math", "aarch64"),
        elsewhere("--target=aarch64 -mcpu=neoverse-v2 -O2 -mcmodel=large", "aarch64"),
        elsewhere(
            "--target=aarch64 -march=armv9.2-a+sme2 -O2 -ftls-model=global-dynamic",
            "aarch64",
        ),
        elsewhere("--target=aarch64_be -O2", "aarch64_be"),
        Elsewhere { kinds: DARWIN, ..elsewhere(APPLE_M1, "arm64-apple-macosx14") },
        Elsewhere { kinds: DARWIN, ..elsewhere(APPLE, "arm64-apple-macosx14") },
        Elsewhere { kinds: WINDOWS, ..elsewhere(MSVC, "aarch64-pc-windows-msvc") },
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for AArch64 in first lines of sources.
const KINDS: &[&str] = &["non-x86"];
const DARWIN: &[&str] = &["non-x86", "darwin"];
const WINDOWS: &[&str] = &["non-x86", "windows"];

/// Options for other systems.
const APPLE_M1: &str = "--target=arm64-apple-macosx14 -mcpu=apple-m1 -O2";
const APPLE: &str = "--target=arm64-apple-macosx14 -O3 -g";
const MSVC: &str = "--target=aarch64-pc-windows-msvc -O2";

const fn elsewhere(flags: &'static str, triple: &'static str) -> Elsewhere {
    Elsewhere { flags, triple, kinds: KINDS, only_first: true }
}
