//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, whose C++ has no headers for PowerPC by itself, and the cross compilers.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=powerpc64le-linux-gnu", "powerpc64le-linux-gnu-gcc"],
    cxx: &["powerpc64le-linux-gnu-g++"],
    flags: &["-O2", "-O3 -g", "-Os -fPIC", "-O2 -mcpu=power9", "-O1 -fverbose-asm"],
    elsewhere: &[
        elsewhere("-mcpu=pwr10 -O2", "powerpc64le"),
        elsewhere("-mcpu=pwr10 -O3 -g", "powerpc64le"),
        elsewhere("--target=powerpc64-linux-gnu -O2", "powerpc64"),
        narrow("--target=powerpc-linux-gnu -O2 -fPIC", "powerpc"),
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for PowerPC in first lines of sources.
const KINDS: &[&str] = &["non-x86"];

/// The same, and those for code without integers of 128 bits.
const NARROW: &[&str] = &["non-x86", "32-bit"];

const fn elsewhere(flags: &'static str, triple: &'static str) -> Elsewhere {
    Elsewhere { flags, triple, kinds: KINDS, only_first: true }
}

/// Creates the options for code without registers of 64 bits.
const fn narrow(flags: &'static str, triple: &'static str) -> Elsewhere {
    Elsewhere { kinds: NARROW, ..elsewhere(flags, triple) }
}
