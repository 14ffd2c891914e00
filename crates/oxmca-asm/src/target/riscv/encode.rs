//! Machine code.

use oxmca_tables::Reg;

use super::target::RiscV;
use crate::bit_fields::{self, EncoderMethods};
use crate::inst::{Inst, Operand};
use crate::subtarget::Subtarget;
use crate::target::EncodeError;

/// Appends the machine code of an instruction, little-endian on every triple.
pub(super) fn encode(
    riscv: &RiscV<'_>,
    _: &Subtarget,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let code = bit_fields::encode(&riscv.tables, riscv, inst).ok_or(EncodeError::Operands)?;
    out.extend(code.little_endian());
    Ok(())
}

impl EncoderMethods for RiscV<'_> {
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let operand = inst.operands.get(operand)?;
        let value = match operand {
            Operand::Imm(value) => *value,
            // The linker fills it in.
            Operand::Expr(_) => 0,
            Operand::Reg(reg) => i64::from(*reg == Reg::NONE),
        };
        let value = match self.tables.text(self.tables.encoder_methods[usize::from(method)]) {
            "getImmOpValue" | "getRlistOpValue" | "getRlistS0OpValue" | "getVMaskReg" => value,
            "getImmOpValueAsrN<1>" => value >> 1,
            "getImmOpValueAsrN<2>" => value >> 2,
            "getImmOpValueAsrN<3>" => value >> 3,
            "getImmOpValueMinus1" => value - 1,
            "getImmOpValueZibi" => value.max(0),
            "getImmOpValueSlist" => {
                [0, 1, 2, 4, 8, 16, 15, 31].iter().position(|known| *known == value)? as i64
            }
            _ => return None,
        };
        Some(value as u64)
    }
}
