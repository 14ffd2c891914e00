//! Facts about instructions that the simulator asks for.

use super::target::AArch64;
use crate::inst::Inst;

/// Which definitions clear the rest of their widest super-register.
pub fn clears_super_registers(_: &AArch64<'_>, _: &Inst) -> u64 {
    0
}

/// Evaluates a predicate function of scheduling models.
pub fn predicate(_: &AArch64<'_>, _: &str, _: &Inst) -> bool {
    false
}
