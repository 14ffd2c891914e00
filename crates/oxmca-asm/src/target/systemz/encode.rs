//! Machine code: 2, 4 or 6 bytes, the one with the opcode first.

use super::encoder_method::EncoderMethod;
use super::target::SystemZ;
use crate::bit_fields::{self, EncoderMethods};
use crate::inst::{Inst, Operand};
use crate::target::EncodeError;

/// Appends the machine code of an instruction.
pub(super) fn encode(
    systemz: &SystemZ<'_>,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let code = bit_fields::encode(&systemz.tables, systemz, inst).ok_or(EncodeError::Operands)?;
    out.extend(code.little_endian().rev());
    Ok(())
}

impl EncoderMethods for SystemZ<'_> {
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let tables = &self.tables;
        let name = tables.text(tables.encoder_methods[usize::from(method)]);
        let operand = inst.operands.get(operand)?;
        // The linker fills in the value of an expression.
        let value = match operand {
            Operand::Imm(value) => *value,
            Operand::Expr(_) => 0,
            Operand::Reg(_) => return None,
        };
        Some(match EncoderMethod::named(name)? {
            EncoderMethod::Value => value as u64,
            EncoderMethod::Length => value.wrapping_sub(1) as u64,
            // Only decoded instructions have a distance; it counts 2 bytes.
            EncoderMethod::Relative => (value >> 1) as u64,
        })
    }
}
