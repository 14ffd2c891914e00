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
        "-O1 -fno-pic -mno-abicalls -fverbose-asm",
    ],
    elsewhere: &[
        elsewhere("-march=mips64r6 -O3 -mmsa", "mips64el-linux-gnuabi64"),
        elsewhere("-march=mips64r6 -O2", "mips64el-linux-gnuabi64"),
        narrow("--target=mipsel-linux-gnu -march=mips32r2 -O2", "mipsel-linux-gnu"),
        narrow("--target=mips-linux-gnu -march=mips32r2 -O2 -fPIC -g", "mips-linux-gnu"),
        elsewhere("--target=mips64-linux-gnuabin32 -march=mips64r2 -O2", "mips64-linux-gnuabin32"),
        Elsewhere {
            kinds: &["non-x86", "32-bit", "micromips"],
            ..elsewhere(
                "--target=mipsel-linux-gnu -march=mips32r2 -mmicromips -Os",
                "mipsel-linux-gnu",
            )
        },
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for Mips in first lines of sources.
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
