//! Instructions of machine code.

use oxmca_tables::{FeatureSet, Reg};

use super::capability_length;
use super::decoder_method::DecoderMethod;
use super::registers::RegisterClass;
use super::target::RiscV;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeError, DecodedCode, Operands};
use crate::inst::{Inst, Operand};
use crate::subtarget::Subtarget;

/// Decodes the first instruction of `bytes`, whose parcels are little-endian on every triple.
///
/// The lowest bits of the first byte give the length: 2 bytes, or 4, of which the codes of lengths from 6 on are a
/// part. So 4 bytes are tried first.
pub(super) fn decode(
    riscv: &RiscV<'_>,
    subtarget: &Subtarget,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let first = *bytes.first().ok_or(DecodeError::Truncated { skip_bytes: 0 })?;
    if first & 0b11 != 0b11 {
        let code = bytes.first_chunk().map(|code| u16::from_le_bytes(*code).into());
        return decode_length(riscv, subtarget, code, 2, inst);
    }
    let code = bytes.first_chunk().map(|code| u32::from_le_bytes(*code).into());
    let decoded = decode_length(riscv, subtarget, code, 4, inst);
    if decoded.is_ok() || first & 0b1_1100 != 0b1_1100 {
        return decoded;
    }
    decode_long(riscv, subtarget, bytes, inst)
}

/// Decodes a code of a length from 6 on.
#[cold]
fn decode_long(
    riscv: &RiscV<'_>,
    subtarget: &Subtarget,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let first = *bytes.first().ok_or(DecodeError::Truncated { skip_bytes: 0 })?;
    if first & 0b11_1111 == 0b01_1111 {
        let little_endian =
            |code: &[u8; 6]| code.iter().rev().fold(0, |code, byte| code << 8 | u64::from(*byte));
        return decode_length(riscv, subtarget, bytes.first_chunk().map(little_endian), 6, inst);
    }
    let length_bytes = if first & 0b111_1111 == 0b011_1111 {
        8
    } else {
        match bytes.get(1).ok_or(DecodeError::Truncated { skip_bytes: 0 })? >> 4 & 0b111 {
            // Lengths that are reserved.
            0b111 => return Err(DecodeError::Unknown { skip_bytes: 1 }),
            more => 10 + 2 * usize::from(more),
        }
    };
    match bytes.len() < length_bytes {
        true => Err(DecodeError::Truncated { skip_bytes: 0 }),
        false => Err(DecodeError::Unknown { skip_bytes: length_bytes }),
    }
}

/// Decodes an instruction whose length is known; `None` for its code if there are fewer bytes.
#[inline]
fn decode_length(
    riscv: &RiscV<'_>,
    subtarget: &Subtarget,
    code: Option<u64>,
    length_bytes: usize,
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let code = code.ok_or(DecodeError::Truncated { skip_bytes: 0 })?;
    let width_bits = 8 * length_bytes as u16;
    match words::decode(&riscv.tables, riscv, &subtarget.features, code, width_bits, inst) {
        Some(is_potentially_undefined) => {
            Ok(DecodedCode { length_bytes, is_potentially_undefined })
        }
        None => Err(DecodeError::Unknown { skip_bytes: length_bytes }),
    }
}

/// The shortest list of saved registers, `ra` alone, and the first that has registers above `x15`.
const LIST_OF_RA: u64 = 4;
const LIST_UP_TO_S2: u64 = 7;

/// Registers above are not there in the embedded base.
const EMBEDDED_REGISTERS: u16 = 16;

impl DecoderMethods for RiscV<'_> {
    fn decode_operand(
        &self,
        method: u16,
        features: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let bits = &self.feature_bits;
        let number = usize::from(method);
        let name = || self.tables.text(self.tables.decoder_methods[number]);
        let operand = match self.decoder_methods.get(number, || DecoderMethod::named(name()))? {
            DecoderMethod::Mask => Operand::Reg(match value {
                0 => self.registers.v0,
                _ => Reg::NONE,
            }),
            DecoderMethod::ShiftAmount if value >= 32 && !features.contains(bits.is_64_bit) => {
                return None;
            }
            DecoderMethod::ShiftAmount => Operand::Imm(value as i64),
            DecoderMethod::CompressedUpper => {
                let is_negative = value & 0x20 != 0;
                Operand::Imm(value as i64 | if is_negative { 0xf_ffc0 } else { 0 })
            }
            DecoderMethod::RegisterList => {
                let is_embedded = features.contains(bits.is_embedded);
                if value < LIST_OF_RA || is_embedded && value >= LIST_UP_TO_S2 {
                    return None;
                }
                Operand::Imm(value as i64)
            }
            DecoderMethod::Mask8 => Operand::Imm(*[0, 1, 2, 4, 8, 16, 15, 31].get(value as usize)?),
            DecoderMethod::NonzeroOrMinusOne => {
                Operand::Imm(if value == 0 { -1 } else { value as i64 })
            }
            DecoderMethod::RegisterWidth => {
                let is_64_bit = features.contains(bits.is_64_bit);
                if value != if is_64_bit { 64 } else { 32 } {
                    return None;
                }
                Operand::Imm(value as i64)
            }
            DecoderMethod::CapabilityLength => {
                Operand::Imm(capability_length::of_code(value) as i64)
            }
            // `s0` and `s1` are `x8` and `x9`, the others begin at `x18`.
            DecoderMethod::Saved => Operand::Reg(match value {
                0 | 1 => self.registers.general_of(8 + value as u16),
                2..8 => self.registers.general_of(16 + value as u16),
                _ => return None,
            }),
        };
        operands.push(operand);
        Some(())
    }

    fn lacks_registers(&self, features: &FeatureSet) -> bool {
        features.contains(self.feature_bits.is_embedded)
    }

    fn has_register(&self, reg: Reg) -> bool {
        let classes = [
            RegisterClass::General,
            RegisterClass::Capabilities,
            RegisterClass::GeneralAsHalf,
            RegisterClass::GeneralAsSingle,
        ];
        let is_in = |class| self.registers.is_in(&self.tables, class, reg);
        let is_general = classes.into_iter().any(is_in);
        !is_general || self.tables.register(reg).encoding < EMBEDDED_REGISTERS
    }
}
