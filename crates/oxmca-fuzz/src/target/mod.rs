//! Targets that are fuzzed: one file per target, behind [`FuzzedTarget`].

mod aarch64;
#[cfg(feature = "amdgpu")]
mod amdgpu;
mod arm;
mod fuzzed;
#[cfg(feature = "lanai")]
mod lanai;
#[cfg(feature = "mips")]
mod mips;
mod powerpc;
mod riscv;
mod systemz;
mod x86;

pub use fuzzed::FuzzedTarget;

use std::sync::LazyLock;

use super::choices::Choices;

/// All targets.
pub const TARGETS: &[&dyn FuzzedTarget] = &[
    &x86::X86,
    &riscv::RiscV,
    &aarch64::AArch64,
    &arm::Arm,
    &powerpc::PowerPc,
    &systemz::SystemZ,
    #[cfg(feature = "mips")]
    &mips::Mips,
    #[cfg(feature = "lanai")]
    &lanai::Lanai,
    #[cfg(feature = "amdgpu")]
    &amdgpu::AmdGpu,
];

/// Names the target of all inputs, for a run that is to spend its time on one.
const ONLY_TARGET: &str = "OXMCA_FUZZ_TARGET";

/// Takes a byte. Returns a place in [`TARGETS`].
pub fn choose(choices: &mut Choices<'_>) -> usize {
    static ONLY: LazyLock<Option<usize>> = LazyLock::new(|| {
        let name = std::env::var(ONLY_TARGET).ok()?;
        let place = TARGETS.iter().position(|target| target.name() == name);
        Some(place.unwrap_or_else(|| panic!("{ONLY_TARGET}={name} names no target")))
    });
    let chosen = choices.below(TARGETS.len());
    ONLY.unwrap_or(chosen)
}
