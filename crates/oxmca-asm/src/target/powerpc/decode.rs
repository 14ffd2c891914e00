//! Instructions of machine code.

use oxmca_tables::FeatureSet;

use super::decoder_method::DecoderMethod;
use super::target::PowerPc;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeError, DecodedCode, Operands};
use crate::inst::Inst;

/// The numbers of tables: of the signal processing extension, and of prefixed instructions.
const SIGNAL: u8 = 1;
const PREFIXED: u8 = 2;

/// Decodes the first instruction of `bytes`.
pub(super) fn decode(
    powerpc: &PowerPc<'_>,
    features: &FeatureSet,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let word = |at: usize| {
        let bytes = *bytes.get(at..)?.first_chunk()?;
        Some(u64::from(match powerpc.syntax.little_endian {
            true => u32::from_le_bytes(bytes),
            false => u32::from_be_bytes(bytes),
        }))
    };
    let Some(first) = word(0) else { return Err(DecodeError::Truncated { skip_bytes: 0 }) };
    if powerpc.has_prefixes.is_some_and(|bit| features.contains(bit))
        && let Some(second) = word(4)
    {
        let code = first << 32 | second;
        let tables = &powerpc.tables;
        if let Some(is_potentially_undefined) =
            words::decode_separate(tables, powerpc, features, code, PREFIXED, inst)
        {
            return Ok(DecodedCode { length_bytes: 8, is_potentially_undefined });
        }
    }
    let tables = &powerpc.tables;
    let of_signal = powerpc
        .has_signal_processing
        .filter(|bit| features.contains(*bit))
        .and_then(|_| words::decode_separate(tables, powerpc, features, first, SIGNAL, inst));
    let decoded = of_signal.or_else(|| words::decode(tables, powerpc, features, first, 32, inst));
    match decoded {
        Some(is_potentially_undefined) => {
            Ok(DecodedCode { length_bytes: 4, is_potentially_undefined })
        }
        None => Err(DecodeError::Unknown { skip_bytes: 4 }),
    }
}

impl DecoderMethods for PowerPc<'_> {
    fn decode_operand(
        &self,
        method: u16,
        _: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let method = self.tables.text(self.tables.decoder_methods[usize::from(method)]);
        operands.push(DecoderMethod::named(method)?.operand(&self.registers, value)?);
        Some(())
    }
}
