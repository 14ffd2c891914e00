//! Targets that are proved: one folder per target, behind [`ProvedTarget`].

mod aarch64;
#[cfg(feature = "amdgpu")]
mod amdgpu;
mod arm;
#[cfg(feature = "lanai")]
mod lanai;
#[cfg(feature = "mips")]
mod mips;
mod powerpc;
mod proved;
mod riscv;
mod systemz;
pub mod workload;
mod x86;

use anyhow::{Context, Result};

pub use proved::{Compilers, Dialect, FileTriple, Libraries, Mode, ProvedTarget};

/// All targets that are built in.
pub const TARGETS: &[&dyn ProvedTarget] = &[
    &x86::X86,
    &riscv::RiscV,
    &aarch64::AArch64,
    #[cfg(feature = "amdgpu")]
    &amdgpu::AmdGpu,
    &arm::Arm,
    #[cfg(feature = "lanai")]
    &lanai::Lanai,
    #[cfg(feature = "mips")]
    &mips::Mips,
    &powerpc::PowerPc,
    &systemz::SystemZ,
];

/// Targets that programs have only with a feature of theirs.
const NOT_IN_DEFAULT_BUILDS: [&str; 3] = ["amdgpu", "lanai", "mips"];

/// Returns whether a target is meant by these names. Without names, those of the default build are.
pub fn is_selected(name: &str, names: &[String]) -> bool {
    if names.is_empty() {
        !NOT_IN_DEFAULT_BUILDS.contains(&name)
    } else {
        names.iter().any(|it| it == name)
    }
}

/// Returns the targets with these names; those of the default build if there are no names.
///
/// # Errors
/// A name is no target's.
pub fn selected(names: &[String]) -> Result<Vec<&'static dyn ProvedTarget>> {
    if names.is_empty() {
        let is_meant = |target: &&dyn ProvedTarget| is_selected(target.name(), names);
        return Ok(TARGETS.iter().copied().filter(is_meant).collect());
    }
    let find = |name: &String| {
        let target = TARGETS.iter().copied().find(|target| target.name() == name);
        target.with_context(|| {
            let known: Vec<&str> = TARGETS.iter().map(|target| target.name()).collect();
            format!("`{name}` is not a target: {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// Returns the dialect of a target with a name.
///
/// # Errors
/// The target has no such dialect.
pub fn dialect(target: &dyn ProvedTarget, name: &str) -> Result<&'static Dialect> {
    let dialect = target.dialects().iter().find(|dialect| dialect.name == name);
    dialect.with_context(|| format!("{} has no dialect `{name}`", target.name()))
}
