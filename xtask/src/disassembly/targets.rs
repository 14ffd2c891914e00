//! The targets whose disassemblers are compared.

use super::codes::{AArch64, Codes, RiscV};
use super::x86::X86;

/// The targets.
pub const TARGETS: &[&dyn Codes] =
    &[&AArch64, &super::arm::Arm, &super::powerpc::PowerPc, &RiscV, &super::systemz::SystemZ, &X86];
