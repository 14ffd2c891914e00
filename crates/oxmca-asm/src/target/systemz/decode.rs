//! Instructions of machine code.

use oxmca_tables::FeatureSet;

use super::decoder_method::DecoderMethod;
use super::target::SystemZ;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeError, DecodedCode, Operands};
use crate::inst::{Inst, Operand};

/// Decodes the first instruction of `bytes`. The two highest bits tell its length.
pub(super) fn decode(
    systemz: &SystemZ<'_>,
    features: &FeatureSet,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let [first, _, ..] = bytes else { return Err(DecodeError::Truncated { skip_bytes: 0 }) };
    let length_bytes = match first >> 6 {
        0 => 2,
        1 | 2 => 4,
        _ => 6,
    };
    let Some(code) = bytes.get(..length_bytes) else {
        return Err(DecodeError::Truncated { skip_bytes: bytes.len() });
    };
    let code = code.iter().fold(0, |code, byte| code << 8 | u64::from(*byte));
    let width_bits = 8 * length_bytes as u16;
    match words::decode(&systemz.tables, systemz, features, code, width_bits, inst) {
        Some(is_potentially_undefined) => {
            Ok(DecodedCode { length_bytes, is_potentially_undefined })
        }
        None => Err(DecodeError::Unknown { skip_bytes: length_bytes }),
    }
}

impl DecoderMethods for SystemZ<'_> {
    fn decode_operand(
        &self,
        method: u16,
        _: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let number = usize::from(method);
        let name = || self.tables.text(self.tables.decoder_methods[number]);
        let method = self.decoder_methods.get(number, || DecoderMethod::named(name()))?;
        let signed = |bits: u32| (value << (64 - bits)) as i64 >> (64 - bits);
        let register = |kind| self.registers.get(kind, value as u8);
        operands.push(match method {
            DecoderMethod::Register(kind) => Operand::Reg(register(kind)?),
            DecoderMethod::AddressRegister(kind) => {
                Operand::Reg(self.registers.in_address(kind, value as u8))
            }
            DecoderMethod::Unsigned(bits) if value >> bits == 0 => Operand::Imm(value as i64),
            DecoderMethod::Unsigned(_) => return None,
            DecoderMethod::Signed(bits) => Operand::Imm(signed(bits)),
            DecoderMethod::Length => Operand::Imm(value as i64 + 1),
            DecoderMethod::Relative(bits) => Operand::Imm(signed(bits) * 2),
        });
        Some(())
    }
}
