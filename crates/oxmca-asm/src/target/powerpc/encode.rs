//! Machine code.

use oxmca_tables::Tables;
use oxmca_tables::schema::EncodingField;

use super::encoder_method::EncoderMethod;
use super::target::PowerPc;
use crate::bit_fields::{self, EncoderMethods, plain_value};
use crate::inst::{Inst, Operand};
use crate::target::EncodeError;

/// The numbers of the registers that hold the thread pointer, with 32 and 64 bits.
const THREAD_POINTERS: [u64; 2] = [2, 13];

/// The lowest bits of an expression's address, which are always zero. LLVM takes the lowest bits of the address for the number of
/// an operand that no linker fills in: of wider operands it gives other code each time.
const ADDRESS_ZERO_BITS: u8 = 3;

/// Appends the machine code of an instruction. The prefix of a longer one comes first in either order of bytes.
pub(super) fn encode(
    powerpc: &PowerPc<'_>,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let mut inst = inst.clone();
    for at in 0..inst.operands.len() {
        if let Operand::Reg(reg) = inst.operands[at] {
            let reg = powerpc.registers.of_operand(&powerpc.tables, inst.opcode, at, reg);
            inst.operands[at] = Operand::Reg(reg);
        }
    }
    let code = bit_fields::encode(&powerpc.tables, powerpc, &inst).ok_or(EncodeError::Operands)?;
    let words = [(code.bits >> 32) as u32, code.bits as u32];
    let skipped = if code.width_bits == 64 { 0 } else { 1 };
    for word in &words[skipped..] {
        out.extend(match powerpc.syntax.little_endian {
            true => word.to_le_bytes(),
            false => word.to_be_bytes(),
        });
    }
    Ok(())
}

impl EncoderMethods for PowerPc<'_> {
    fn plain(&self, tables: &Tables<'_>, operand: &Operand, field: &EncodingField) -> Option<u64> {
        let is_zero = field.operand_bit + field.width_bits <= ADDRESS_ZERO_BITS;
        match operand {
            Operand::Expr(_) => is_zero.then_some(0),
            _ => plain_value(tables, operand),
        }
    }

    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let tables: &Tables<'_> = &self.tables;
        let method = EncoderMethod::named(tables.text(tables.encoder_methods[usize::from(method)]));
        let operand = inst.operands.get(operand)?;
        // The linker fills it in.
        let is_expression = matches!(operand, Operand::Expr(_));
        let value = plain_value(tables, operand);
        match method? {
            EncoderMethod::ThreadPointer if is_expression => {
                Some(THREAD_POINTERS[usize::from(self.is_64_bit)])
            }
            _ if is_expression => Some(0),
            EncoderMethod::Value | EncoderMethod::ThreadPointer => value,
            EncoderMethod::Bits { shift, bits } => {
                let value = value? as i64 >> shift;
                Some(value as u64 & u64::MAX >> (64 - bits))
            }
            EncoderMethod::VectorPair => Some(value? << 1),
            EncoderMethod::ConditionMask => Some(0x80 >> (value? & 7)),
        }
    }
}
