//! Machine code: words, the byte with the highest bits first.

use oxmca_tables::Tables;
use oxmca_tables::schema::EncodingField;

use super::alu;
use super::encoder_method::{EncoderMethod, lower_mode_bit};
use super::target::Lanai;
use crate::bit_fields::{self, EncoderMethods};
use crate::inst::{Inst, Operand};
use crate::target::EncodeError;

/// Appends the machine code of an instruction.
pub(super) fn encode(lanai: &Lanai<'_>, inst: &Inst, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    let code = bit_fields::encode(&lanai.tables, lanai, inst).ok_or(EncodeError::Operands)?;
    out.extend(code.little_endian().rev());
    Ok(())
}

impl Lanai<'_> {
    fn method_name(&self, method: u16) -> &str {
        self.tables.text(self.tables.encoder_methods[usize::from(method)])
    }

    /// Returns the number of a register, or a constant. The linker fills in the value of an expression.
    fn operand_bits(&self, operand: &Operand) -> u64 {
        match operand {
            Operand::Reg(reg) => self.registers.number(*reg),
            Operand::Imm(value) => *value as u64,
            Operand::Expr(_) => 0,
        }
    }
}

impl EncoderMethods for Lanai<'_> {
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let operands = inst.operands.get(operand..)?;
        match (EncoderMethod::named(self.method_name(method))?, operands) {
            (EncoderMethod::Target, [target, ..]) => Some(self.operand_bits(target)),
            // The two bits between base and offset are set at the end.
            (EncoderMethod::Offset { bits }, [Operand::Reg(base), offset, ..]) => {
                let offset = self.operand_bits(offset) & !(u64::MAX << bits);
                Some(self.registers.number(*base) << (bits + 2) | offset)
            }
            (EncoderMethod::Index, [Operand::Reg(base), index, Operand::Imm(operation), ..]) => {
                let shift = alu::shift_code(*operation);
                Some(
                    self.registers.number(*base) << 15
                        | self.operand_bits(index) << 10
                        | alu::code(*operation) << 5
                        | shift,
                )
            }
            _ => None,
        }
    }

    fn plain(&self, _: &Tables<'_>, operand: &Operand, _: &EncodingField) -> Option<u64> {
        Some(self.operand_bits(operand))
    }

    fn finish(&self, method: u16, inst: &Inst, code: u64) -> Option<u64> {
        let lower = lower_mode_bit(self.method_name(method))?;
        let [_, _, offset, Operand::Imm(operation)] = &inst.operands[..] else { return None };
        let is_zero = match offset {
            Operand::Reg(reg) => *reg == self.registers.zero,
            Operand::Imm(value) => *value == 0,
            Operand::Expr(_) => false,
        };
        let is_known = !matches!(offset, Operand::Expr(_));
        let has_offset = !is_zero && operation & alu::AFTER == 0;
        let changes_base = !is_zero && is_known && alu::changes_base(*operation);
        let bits = u64::from(has_offset) << 1 | u64::from(changes_base);
        Some(code & !(3 << lower) | bits << lower)
    }
}
