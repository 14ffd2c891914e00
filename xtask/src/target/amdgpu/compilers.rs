//! Compilers of C and C++, and their options.

use crate::target::proved::Compilers;

/// Clang, which compiles C for it where it needs no library.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=amdgcn-amd-amdhsa -nogpulib -ffreestanding"],
    cxx: &[],
    flags: &["-O2 -mcpu=gfx1100", "-O3 -mcpu=gfx90a", "-Os -mcpu=gfx1030", "-O1 -mcpu=gfx900"],
    elsewhere: &[],
    kinds: &["non-x86"],
    has_crates: false,
};
