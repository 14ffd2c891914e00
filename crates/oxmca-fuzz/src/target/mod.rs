//! Targets that are fuzzed: one file per target, behind [`FuzzedTarget`].

mod aarch64;
mod fuzzed;
mod riscv;
mod x86;

pub use fuzzed::FuzzedTarget;

use super::choices::Choices;

/// All targets.
pub const TARGETS: &[&dyn FuzzedTarget] = &[&x86::X86, &riscv::RiscV, &aarch64::AArch64];

/// Takes a byte.
pub fn choose(choices: &mut Choices<'_>) -> &'static dyn FuzzedTarget {
    TARGETS[choices.below(TARGETS.len())]
}
