//! Instructions of machine code.

mod branch;
mod whole;

use std::cell::Cell;

use oxmca_tables::{FeatureSet, Opcode};

use super::decoder_method::DecoderMethod;
use super::encode::MASKS;
use super::registers::File;
use super::target::Mips;
use super::template::sign_extended;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeError, DecodedCode, Operands};
use crate::inst::{Inst, Operand};

/// The numbers of tables, in the order in which the importer lists them.
mod table {
    pub const SHORT_R6_16: u8 = 0;
    pub const SHORT_16: u8 = 1;
    pub const SHORT_R6_32: u8 = 2;
    pub const SHORT_32: u8 = 4;
    pub const SHORT_FLOAT: u8 = 5;
    pub const COPROCESSOR_3: u8 = 6;
    pub const R6_WIDE: u8 = 7;
    pub const R6_WIDE_POINTERS: u8 = 8;
    pub const R6: u8 = 9;
    pub const WIDE_POINTERS: u8 = 12;
    pub const OCTEON: u8 = 13;
    pub const OCTEON_PLUS: u8 = 14;
    pub const WIDE: u8 = 15;
    pub const FLOAT: u8 = 16;
}

/// The registers of short instructions, by their number there.
const SHORT: [usize; 8] = [16, 17, 2, 3, 4, 5, 6, 7];

/// A decoder for the features of a subtarget, at one instruction.
struct Decoding<'d, 't> {
    mips: &'d Mips<'t>,
    features: &'d FeatureSet,
    opcode: Cell<Opcode>,
}

/// Decodes the first instruction of `bytes`.
pub(super) fn decode(
    mips: &Mips<'_>,
    features: &FeatureSet,
    bytes: &[u8],
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let decoding = Decoding { mips, features, opcode: Cell::default() };
    let is_short = features.contains(mips.bits.short);
    if is_short {
        return decoding.decode_short(bytes, inst);
    }
    let Some(first) = bytes.first_chunk() else {
        return Err(DecodeError::Truncated { skip_bytes: 0 });
    };
    let code = u64::from(match mips.syntax.little_endian {
        true => u32::from_le_bytes(*first),
        false => u32::from_be_bytes(*first),
    });
    let bits = &mips.bits;
    let has = |bit| features.contains(bit);
    let (is_r6, is_wide, is_pointer) =
        (has(bits.mips_32_r6), has(bits.wide), has(bits.wide_pointers));
    let has_coprocessor_3 = !has(bits.mips_32) && !has(bits.mips_3);
    let tables = [
        (table::COPROCESSOR_3, has_coprocessor_3),
        (table::R6_WIDE, is_r6 && is_wide),
        (table::R6_WIDE_POINTERS, is_r6 && is_pointer),
        (table::R6, is_r6),
        (table::WIDE_POINTERS, has(bits.mips_2) && is_pointer),
        (table::OCTEON, has(bits.octeon)),
        (table::OCTEON_PLUS, has(bits.octeon_plus)),
        (table::WIDE, is_wide),
        (table::FLOAT, has(bits.wide_float)),
    ];
    let mut tried = tables.iter().filter(|(_, is_tried)| *is_tried);
    let found = tried.find_map(|(table, _)| decoding.by_table(*table, code, inst));
    let found = found.or_else(|| words::decode(&mips.tables, &decoding, features, code, 32, inst));
    match found {
        Some(is_potentially_undefined) => {
            Ok(DecodedCode { length_bytes: 4, is_potentially_undefined })
        }
        None => Err(DecodeError::Unknown { skip_bytes: 4 }),
    }
}

impl Decoding<'_, '_> {
    fn by_table(&self, table: u8, code: u64, inst: &mut Inst) -> Option<bool> {
        words::decode_separate(&self.mips.tables, self, self.features, code, table, inst)
    }

    /// Decodes an instruction of microMIPS, which has 16 or 32 bits.
    fn decode_short(&self, bytes: &[u8], inst: &mut Inst) -> Result<DecodedCode, DecodeError> {
        let half = |at: usize| {
            let bytes = *bytes.get(at..)?.first_chunk()?;
            Some(u64::from(match self.mips.syntax.little_endian {
                true => u16::from_le_bytes(bytes),
                false => u16::from_be_bytes(bytes),
            }))
        };
        let Some(first) = half(0) else { return Err(DecodeError::Truncated { skip_bytes: 0 }) };
        let is_r6 = self.features.contains(self.mips.bits.mips_32_r6);
        let is_float = self.features.contains(self.mips.bits.wide_float);
        let mut by_tables = |tables: &[(u8, bool)], code: u64| {
            let mut tried = tables.iter().filter(|(_, is_tried)| *is_tried);
            tried.find_map(|(table, _)| self.by_table(*table, code, inst))
        };
        let short = [(table::SHORT_R6_16, is_r6), (table::SHORT_16, true)];
        let long =
            [(table::SHORT_R6_32, is_r6), (table::SHORT_32, true), (table::SHORT_FLOAT, is_float)];
        if let Some(is_potentially_undefined) = by_tables(&short, first) {
            return Ok(DecodedCode { length_bytes: 2, is_potentially_undefined });
        }
        let Some(second) = half(2) else { return Err(DecodeError::Truncated { skip_bytes: 0 }) };
        match by_tables(&long, first << 16 | second) {
            Some(is_potentially_undefined) => {
                Ok(DecodedCode { length_bytes: 4, is_potentially_undefined })
            }
            None => Err(DecodeError::Unknown { skip_bytes: 2 }),
        }
    }

    /// Returns the name of the opcode so far.
    fn name(&self) -> &str {
        self.mips.tables.opcode_name(self.opcode.get())
    }

    /// Takes another opcode.
    fn rename(&self, name: &str) -> Option<()> {
        self.opcode.set(self.mips.tables.opcode_named(name.as_bytes())?);
        Some(())
    }

    /// Adds a register.
    fn push(&self, file: File, number: u64, operands: &mut Operands) {
        let reg = self.mips.registers.numbered(file, number as usize);
        operands.push(Operand::Reg(reg));
    }
}

/// Returns bits of a code.
fn field(code: u64, bit: u32, bits: u32) -> u64 {
    code >> bit & !(u64::MAX << bits)
}

impl DecoderMethods for Decoding<'_, '_> {
    fn decode_operand(
        &self,
        method: u16,
        _: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let index = usize::from(method);
        let tables = &self.mips.tables;
        let named = || DecoderMethod::named(tables.text(tables.decoder_methods[index]));
        let immediate = |value: i64, operands: &mut Operands| operands.push(Operand::Imm(value));
        match self.mips.decoder_methods.get(index, named)? {
            DecoderMethod::Register { file, count } if value < count => {
                self.push(file, value, operands);
            }
            DecoderMethod::Twice { file } => {
                self.push(file, field(value | value >> 5, 0, 5), operands);
            }
            DecoderMethod::Pair if value < 32 && value.is_multiple_of(2) => {
                self.push(File::Pair, value, operands);
            }
            DecoderMethod::Hardware if value == 29 => self.push(File::Hardware, value, operands),
            DecoderMethod::Pointer if value < 32 => {
                let is_wide = self.features.contains(self.mips.bits.wide);
                self.push(if is_wide { File::Wide } else { File::General }, value, operands);
            }
            DecoderMethod::Short => {
                self.push(File::General, *SHORT.get(value as usize)? as u64, operands);
            }
            DecoderMethod::Register { .. }
            | DecoderMethod::Pair
            | DecoderMethod::Hardware
            | DecoderMethod::Pointer => return None,
            DecoderMethod::Distance { bits, shift, added } => {
                let distance = sign_extended(bits, value as i64) << shift;
                immediate(distance + added, operands);
            }
            DecoderMethod::JumpTarget { shift } => {
                immediate((field(value, 0, 26) << shift) as i64, operands);
            }
            DecoderMethod::Unsigned { bits, offset, factor } => {
                let factor = factor.max(1);
                immediate(field(value, 0, bits) as i64 * factor + offset, operands);
            }
            DecoderMethod::Signed { bits } => {
                immediate(sign_extended(bits, value as i64), operands);
            }
            DecoderMethod::InsertedSize => {
                let position = operands.get(2)?.imm()?;
                immediate(i64::from((value as i64 - position + 1) as i16), operands);
            }
            DecoderMethod::StackAdjustment => {
                let words = match value {
                    0 | 1 => 256 + value as i64,
                    510 => -258,
                    511 => -257,
                    value => sign_extended(9, value as i64),
                };
                immediate(4 * words, operands);
            }
            DecoderMethod::Addend => {
                immediate(
                    match value {
                        0 => 1,
                        7 => -1,
                        value => 4 * value as i64,
                    },
                    operands,
                );
            }
            DecoderMethod::ShortConstant => {
                immediate(if value == 0x7f { -1 } else { value as i64 }, operands);
            }
            DecoderMethod::ShortShift => {
                immediate(if value == 0 { 8 } else { value as i64 }, operands);
            }
            DecoderMethod::Mask => immediate(*MASKS.get(value as usize)?, operands),
            DecoderMethod::Whole(whole) => return self.decode_whole(whole, value, operands),
        }
        Some(())
    }

    fn begin(&self, opcode: Opcode) {
        self.opcode.set(opcode);
    }

    fn decoded_opcode(&self, _: Opcode) -> Opcode {
        self.opcode.get()
    }
}
