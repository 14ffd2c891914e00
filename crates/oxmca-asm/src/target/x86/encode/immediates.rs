//! Immediates, which end the code.

use super::bytes::Bytes;
use super::context::Context;
use super::fields::Fields;
use crate::inst::Operand;
use crate::target::EncodeError;

/// Writes the immediates. Values that only the linker knows, and distances from the instruction, are zero.
///
/// # Errors
/// [`EncodeError::Operands`] for an operand that is none, or one more than the opcode has.
pub(super) fn write(
    context: &Context<'_>,
    fields: &Fields<'_>,
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    if let Some(reg) = fields.immediate_register {
        return with_register(context.registers.encoding(reg), fields.immediates, code);
    }
    let mut later = None;
    for operand in fields.immediates {
        let kind = context.flags.immediate().ok_or(EncodeError::Operands)?;
        let (size_bytes, pc_relative) = later.unwrap_or((kind.size_bytes, kind.pc_relative));
        let value = match operand {
            Operand::Imm(value) if !pc_relative => *value,
            Operand::Imm(_) | Operand::Expr(_) => 0,
            Operand::Reg(_) => return Err(EncodeError::Operands),
        };
        code.push_number(value, size_bytes);
        later = fields.later_immediates_bytes.map(|size_bytes| (size_bytes, false));
    }
    Ok(())
}

/// Writes a register in the high half of a byte, and possibly a number in the low half.
fn with_register(
    encoding: u16,
    immediates: &[Operand],
    code: &mut Bytes,
) -> Result<(), EncodeError> {
    let low = match immediates {
        [] => 0,
        [Operand::Imm(value @ 0..=15)] => *value as u8,
        _ => return Err(EncodeError::Operands),
    };
    code.push((encoding << 4) as u8 | low);
    Ok(())
}
