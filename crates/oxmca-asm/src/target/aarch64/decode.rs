//! Instructions of machine code.

use oxmca_tables::FeatureSet;

use super::decoder_method::DecoderMethod;
use super::target::AArch64;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeError, DecodedCode, Operands};
use crate::inst::{Inst, Operand};
use crate::subtarget::Subtarget;

/// The length of all instructions.
const LENGTH_BYTES: usize = 4;

/// Decodes the first instruction of `bytes`, little-endian on every triple.
pub fn decode(
    aarch64: &AArch64<'_>,
    subtarget: &Subtarget,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let code =
        *bytes.first_chunk::<LENGTH_BYTES>().ok_or(DecodeError::Truncated { skip_bytes: 0 })?;
    let code = u32::from_le_bytes(code).into();
    match words::decode(&aarch64.tables, aarch64, &subtarget.features, code, 32, inst) {
        Some(is_potentially_undefined) => {
            Ok(DecodedCode { length_bytes: LENGTH_BYTES, is_potentially_undefined })
        }
        None => Err(DecodeError::Unknown { skip_bytes: LENGTH_BYTES }),
    }
}

impl DecoderMethods for AArch64<'_> {
    fn decode_operand(
        &self,
        method: u16,
        features: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let tables = &self.tables;
        let number = usize::from(method);
        let name = || tables.text(tables.decoder_methods[number]);
        let immediate = match self.decoder_methods.get(number, || DecoderMethod::named(name()))? {
            DecoderMethod::LogicalImmediate(register_bits) => {
                is_logical_immediate(value, register_bits).then_some(value as i64)?
            }
            DecoderMethod::ShiftOnes => 0x108 + 8 * value as i64,
            DecoderMethod::AllDifferent(count) => {
                let register = |index: u32| value >> (5 * index) & 0x1f;
                let is_new = |index| (0..index).all(|before| register(before) != register(index));
                return (1..count).all(is_new).then_some(());
            }
            DecoderMethod::OfClass(name) => {
                let class = tables.match_classes.iter().find(|it| tables.text(it.name) == name)?;
                tables.is_in_range(class.range, value as i64).then_some(value as i64)?
            }
            DecoderMethod::NamedField(list) => {
                list.of_encoding(tables, value as i64)?;
                value as i64
            }
            DecoderMethod::StateField(list) => {
                // The instructions CFINV, XAFLAG and AXFLAG have these codes.
                if value & 0x3f <= 2 {
                    return None;
                }
                let field = list.of_encoding(tables, value as i64)?;
                field.is_available(features, &self.feature_bits).then_some(value as i64)?
            }
        };
        operands.push(Operand::Imm(immediate));
        Some(())
    }
}

/// Returns whether the code `N:immr:imms` of a logical immediate stands for a value: the highest of `N:not(imms)` that
/// is set gives the width of the element, which must not be all ones.
fn is_logical_immediate(code: u64, register_bits: u32) -> bool {
    let (wide, ones) = (code >> 12 & 1, code & 0x3f);
    let widths = wide << 6 | !ones & 0x3f;
    if widths == 0 || register_bits == 32 && wide != 0 {
        return false;
    }
    let element_ones = (1 << widths.ilog2()) - 1;
    ones & element_ones != element_ones
}
