//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, whose C++ has no headers for RISC-V by itself, and the cross compilers.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-23 --target=riscv64-linux-gnu", "riscv64-linux-gnu-gcc"],
    cxx: &["riscv64-linux-gnu-g++"],
    flags: &[
        "-O2",
        "-O3 -g",
        "-Os -fPIC -mcmodel=medany",
        "-O2 -march=rv64gc_zba_zbb_zbs",
        "-O1 -march=rv64g -fverbose-asm",
    ],
    elsewhere: &[
        elsewhere("-march=rv64gcv -O2"),
        elsewhere("-march=rv64gcv -O3 -g"),
        elsewhere("-march=rv64gcv -O3 -mllvm -riscv-v-register-bit-width-lmul=8 -ffast-math"),
        elsewhere("-march=rv64imac_zicond -mabi=lp64 -Os"),
        elsewhere("-march=rva23u64 -O3"),
    ],
    kinds: KINDS,
    has_crates: false,
};

/// Words for RISC-V in first lines of sources.
const KINDS: &[&str] = &["non-x86"];

const fn elsewhere(flags: &'static str) -> Elsewhere {
    Elsewhere { flags, triple: "riscv64", kinds: KINDS, only_first: true }
}
