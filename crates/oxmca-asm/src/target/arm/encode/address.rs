//! Addresses.

use super::{Encoding, shift_bits};
use crate::inst::Operand;
use crate::target::arm::encoder_method::{Alignment, EncoderMethod};
use crate::target::arm::shift::{ByteOffset, MINUS_ZERO, ShiftedOffset};

/// The number of the program counter.
const PC: u64 = 15;

/// An offset without its sign, which is apart.
#[derive(Clone, Copy)]
struct Offset {
    amount: u64,
    /// 1 of one that is added.
    is_added: u64,
}

/// Takes an offset apart.
fn offset(operand: &Operand) -> Option<Offset> {
    let value = i64::from(operand.imm()? as i32);
    Some(match value {
        MINUS_ZERO => Offset { amount: 0, is_added: 0 },
        value => Offset { amount: value.unsigned_abs(), is_added: u64::from(value >= 0) },
    })
}

impl Encoding<'_, '_> {
    /// Returns the value of an address, the operands of which come first.
    pub(super) fn address(&self, method: EncoderMethod, operands: &[Operand]) -> Option<u64> {
        let first = operands.first()?;
        let base = || self.register(Some(first));
        let next = || operands.get(1);
        let register_or_none = |operand: Option<&Operand>| {
            let reg = operand?.reg()?;
            Some(reg.is_some().then(|| self.number(reg)))
        };
        Some(match method {
            EncoderMethod::Base12 => {
                let (base, offset) = match (first, next()) {
                    (Operand::Reg(_), Some(Operand::Imm(_))) => (base()?, offset(next()?)?),
                    (Operand::Reg(_), _) => (base()?, Offset { amount: 0, is_added: 0 }),
                    (Operand::Imm(_), _) => (PC, offset(first)?),
                    (Operand::Expr(_), _) => (PC, Offset { amount: 0, is_added: 0 }),
                };
                offset.amount & 0xfff | offset.is_added << 12 | base << 13
            }
            EncoderMethod::BaseAndShiftedIndex => {
                let index = self.register(next())?;
                let offset = ShiftedOffset::unpack(operands.get(2)?.imm()?);
                index
                    | base()? << 13
                    | shift_bits(offset.shift) << 5
                    | (offset.amount as u64) << 7
                    | u64::from(!offset.is_negative) << 12
            }
            EncoderMethod::Mode2Offset => {
                let offset = ShiftedOffset::unpack(next()?.imm()?);
                let amount = offset.amount as u64;
                let sign = u64::from(!offset.is_negative) << 12;
                match register_or_none(Some(first))? {
                    Some(index) => {
                        index | amount << 7 | shift_bits(offset.shift) << 5 | sign | 1 << 13
                    }
                    None => amount | sign,
                }
            }
            EncoderMethod::Mode3 => {
                if !matches!(first, Operand::Reg(_)) {
                    return Some(PC << 9 | 1 << 13);
                }
                let offset = ByteOffset::unpack(operands.get(2)?.imm()?);
                let sign = u64::from(!offset.is_negative) << 8;
                let offset = match register_or_none(next())? {
                    Some(index) => index,
                    None => offset.amount as u64 | 1 << 13,
                };
                base()? << 9 | offset | sign
            }
            EncoderMethod::Mode3Offset => {
                let offset = ByteOffset::unpack(next()?.imm()?);
                let sign = u64::from(!offset.is_negative) << 8;
                match register_or_none(Some(first))? {
                    Some(index) => index | sign,
                    None => offset.amount as u64 | 1 << 9 | sign,
                }
            }
            EncoderMethod::Mode5 => {
                if !matches!(first, Operand::Reg(_)) {
                    return Some(PC << 9);
                }
                let offset = ByteOffset::unpack(offset(next()?)?.amount as i64);
                offset.amount as u64 | u64::from(!offset.is_negative) << 8 | base()? << 9
            }
            EncoderMethod::SignedRegister => base()? | u64::from(next()?.imm()? != 0) << 4,
            EncoderMethod::SignedOffset { width, shift } => {
                base()? << (width + 1) | with_sign(offset(next()?)?, width, shift)
            }
            EncoderMethod::OffsetAlone { width, shift } => with_sign(offset(first)?, width, shift),
            EncoderMethod::SignedWords { width } => match first {
                Operand::Reg(_) => base()? << (width + 1) | with_sign(offset(next()?)?, width, 2),
                _ => PC << (width + 1),
            },
            EncoderMethod::UnsignedOffset => base()? << 8 | next()?.imm()? as u64,
            EncoderMethod::ThumbIndex => self.register(next())? << 3 | base()?,
            EncoderMethod::ThumbOffset => (next()?.imm()? as u64 & 0x1f) << 3 | base()?,
            EncoderMethod::StackOffset => next()?.imm()? as u64 & 0xff,
            EncoderMethod::LiteralWords => match first {
                Operand::Imm(value) => (*value >> 2) as u64,
                _ => 0,
            },
            EncoderMethod::BaseAndIndex => {
                let shift = operands.get(2)?.imm()? as u64;
                base()? << 6 | self.register(next())? << 2 | shift
            }
            EncoderMethod::BaseAndVector => base()? << 3 | self.register(next())?,
            EncoderMethod::VectorBase { shift } => {
                base()? << 8 | with_sign(offset(next()?)?, 7, shift)
            }
            EncoderMethod::Aligned(alignment) => {
                base()? | alignment_bits(alignment, next()?.imm()?) << 4
            }
            // The number of the stack pointer stands for the size of what is moved.
            EncoderMethod::AlignedOffset => register_or_none(Some(first))?.unwrap_or(13),
            _ => return None,
        })
    }
}

/// Returns an offset in units of a power of two, and the sign above its bits.
fn with_sign(offset: Offset, width: u32, shift: u32) -> u64 {
    offset.amount >> shift & !(u64::MAX << width) | offset.is_added << width
}

/// Returns the code of an alignment in bytes; 0 of others.
fn alignment_bits(alignment: Alignment, bytes: i64) -> u64 {
    match (alignment, bytes) {
        (Alignment::Lane32, 4) => 3,
        (Alignment::Lane32, _) => 0,
        (_, 2 | 4 | 8) => 1,
        (Alignment::Vectors, 16) => 2,
        (Alignment::Vectors, 32) | (Alignment::AllLanes, 16) => 3,
        _ => 0,
    }
}
