//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, whose C++ has no headers for Mips by itself, and the cross compilers.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=mips64el-linux-gnuabi64", "mips64el-linux-gnuabi64-gcc"],
    cxx: &["mips64el-linux-gnuabi64-g++"],
    flags: &[
        "-O2",
        "-O3 -g -march=mips64r2",
        "-Os -fPIC -march=mips64r2",
        "-O2 -march=mips64r6",
        "-O1 -fno-pic -mno-abicalls -fverbose-asm",
    ],
    elsewhere: &[
        elsewhere("-march=mips64r6 -O3 -mmsa", "mips64el-linux-gnuabi64"),
        elsewhere("-march=mips32r2 -O2", "mipsel-linux-gnu"),
        elsewhere("-march=mips32r2 -O2 -fPIC", "mips-linux-gnu"),
        elsewhere("-march=mips64r2 -O2", "mips64-linux-gnuabin32"),
        elsewhere("-march=mips32r2 -mmicromips -Os", "mipsel-linux-gnu"),
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for Mips in first lines of sources.
const KINDS: &[&str] = &["non-x86"];

const fn elsewhere(flags: &'static str, triple: &'static str) -> Elsewhere {
    Elsewhere { flags, triple, kinds: KINDS, only_first: true }
}
