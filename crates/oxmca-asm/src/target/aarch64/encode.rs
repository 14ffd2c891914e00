//! Machine code.

use super::target::AArch64;
use crate::inst::Inst;
use crate::subtarget::Subtarget;
use crate::target::EncodeError;

/// Appends the machine code of an instruction.
pub fn encode(
    _: &AArch64<'_>,
    _: &Subtarget,
    _: &Inst,
    _: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    Err(EncodeError::Operands)
}
