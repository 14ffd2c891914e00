//! Compilers of C and C++, and their options.

use crate::target::proved::{Compilers, Elsewhere};

/// Clang, which has no headers for RISC-V here, and the cross compiler.
pub const COMPILERS: Compilers = Compilers {
    c: &["clang-22"],
    cxx: &[],
    flags: &[],
    elsewhere: &[
        elsewhere("--target=riscv64 -march=rv64gcv -O2"),
        elsewhere("--target=riscv64 -march=rv64gcv -O3 -g"),
        elsewhere("--target=riscv64 -march=rv64gc_zba_zbb_zbs -O2 -fPIC"),
        elsewhere("--target=riscv64 -march=rv64imac_zicond -Os"),
        elsewhere("--target=riscv64 -march=rva23u64 -O3"),
    ],
    has_crates: false,
};

const fn elsewhere(flags: &'static str) -> Elsewhere {
    Elsewhere {
        flags,
        triple: "riscv64",
        kinds: &["windows", "intel", "darwin", "x86"],
        only_first: true,
    }
}
