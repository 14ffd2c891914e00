//! Compilers of C and C++, and their options.

use crate::target::proved::Compilers;

/// Clang, which compiles C for it where it needs no library.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=lanai -ffreestanding"],
    cxx: &[],
    flags: &["-O2", "-O3", "-Os", "-O1", "-O0"],
    elsewhere: &[],
    kinds: &["non-x86"],
    has_crates: false,
};
