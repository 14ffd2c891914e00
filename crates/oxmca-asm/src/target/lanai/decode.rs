//! Instructions of machine code.

use oxmca_tables::FeatureSet;

use super::alu;
use super::decoder_method::DecoderMethod;
use super::encoder_method::lower_mode_bit;
use super::target::Lanai;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeError, DecodedCode, Operands};
use crate::inst::{Inst, Operand};

const WORD_BYTES: usize = 4;

/// Decodes the first instruction of `bytes`.
pub(super) fn decode(
    lanai: &Lanai<'_>,
    features: &FeatureSet,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let Some((word, _)) = bytes.split_first_chunk::<WORD_BYTES>() else {
        return Err(DecodeError::Truncated { skip_bytes: 0 });
    };
    let code = u64::from(u32::from_be_bytes(*word));
    let Some(is_potentially_undefined) =
        words::decode(&lanai.tables, lanai, features, code, 8 * WORD_BYTES as u16, inst)
    else {
        return Err(DecodeError::Unknown { skip_bytes: WORD_BYTES });
    };
    if let Some(lower) = lower_mode_bit_of(lanai, inst) {
        add_operation(lanai, code, lower, inst)?;
    }
    Ok(DecodedCode { length_bytes: WORD_BYTES, is_potentially_undefined })
}

/// Returns the lower bit of an access's mode; `None` of other instructions.
fn lower_mode_bit_of(lanai: &Lanai<'_>, inst: &Inst) -> Option<u32> {
    let row = lanai.tables.encoding(inst.opcode)?;
    let methods = &lanai.tables.encoder_methods;
    let name = methods.get(usize::from(row.post_method))?;
    lower_mode_bit(lanai.tables.text(*name))
}

/// Adds the operation of an access, whose mode says whether there is an offset, and when the base is changed. Operations
/// that LLVM's printer crashes on are none here.
fn add_operation(
    lanai: &Lanai<'_>,
    code: u64,
    lower: u32,
    inst: &mut Inst,
) -> Result<(), DecodeError> {
    let has_index = matches!(inst.operands.get(2), Some(Operand::Reg(_)));
    let mut operation = match has_index {
        true => alu::of_code(code >> 8, code),
        false => alu::ADD,
    };
    if alu::shown(operation).is_empty() {
        return Err(DecodeError::Unknown { skip_bytes: WORD_BYTES });
    }
    match code >> lower & 3 {
        0 => match inst.operands.get_mut(2) {
            Some(Operand::Reg(index)) => *index = lanai.registers.zero,
            Some(Operand::Imm(offset)) => *offset = 0,
            _ => {}
        },
        1 => operation |= alu::AFTER,
        2 => {}
        _ => operation |= alu::BEFORE,
    }
    inst.operands.push(Operand::Imm(operation));
    Ok(())
}

impl DecoderMethods for Lanai<'_> {
    fn decode_operand(
        &self,
        method: u16,
        _: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let number = usize::from(method);
        let name = || self.tables.text(self.tables.decoder_methods[number]);
        let register = |number| Operand::Reg(self.registers.shown(number));
        let signed = |bits: u32| Operand::Imm((value << (64 - bits)) as i64 >> (64 - bits));
        match self.decoder_methods.get(number, || DecoderMethod::named(name()))? {
            DecoderMethod::Register => operands.push(register(value)),
            DecoderMethod::Offset { bits } => {
                operands.push(register(value >> (bits + 2)));
                operands.push(signed(bits));
            }
            DecoderMethod::Index => {
                operands.push(register(value >> 15));
                operands.push(register(value >> 10));
            }
            DecoderMethod::Shift => operands.push(signed(16)),
            DecoderMethod::Target | DecoderMethod::Condition => {
                operands.push(Operand::Imm(value as i64));
            }
        }
        Some(())
    }
}
