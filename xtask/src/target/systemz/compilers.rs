//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, whose C++ has no headers for SystemZ by itself, and the cross compilers.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=s390x-linux-gnu", "s390x-linux-gnu-gcc"],
    cxx: &["s390x-linux-gnu-g++"],
    flags: &[
        "-O2",
        "-O3 -g -march=z14",
        "-Os -fPIC -march=z13",
        "-O2 -march=z15",
        "-O1 -march=z196 -fverbose-asm",
    ],
    elsewhere: &[
        elsewhere("-march=z17 -O3 -ffast-math"),
        elsewhere("-march=z16 -O3 -g"),
        elsewhere("-march=zEC12 -Os"),
        elsewhere("-march=z14 -O2 -fPIC -ftls-model=global-dynamic"),
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for SystemZ in first lines of sources.
const KINDS: &[&str] = &["non-x86"];

const fn elsewhere(flags: &'static str) -> Elsewhere {
    Elsewhere { flags, triple: "s390x-linux-gnu", kinds: KINDS, only_first: true }
}
