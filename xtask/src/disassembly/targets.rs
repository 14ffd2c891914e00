//! The targets whose disassemblers are compared.

use super::codes::{AArch64, Codes, RiscV};
use super::x86::X86;

/// The targets.
pub const TARGETS: &[&dyn Codes] = &[
    &AArch64,
    #[cfg(feature = "amdgpu")]
    &super::amdgpu::AmdGpu,
    &super::arm::Arm,
    #[cfg(feature = "lanai")]
    &super::lanai::Lanai,
    #[cfg(feature = "mips")]
    &super::mips::Mips,
    &super::powerpc::PowerPc,
    &RiscV,
    &super::systemz::SystemZ,
    &X86,
];
