//! Operands that are one field of the code.

use super::decoding::{Decoding, push};
use crate::decoder::Operands;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::shift::{Shift, ShifterOperand};

/// Returns the shift of a code, with an amount if it is one by a constant.
fn shift_of(code: u32, amount: u32) -> Shift {
    match (code & 3, amount) {
        (0, _) => Shift::Lsl,
        (1, _) => Shift::Lsr,
        (2, _) => Shift::Asr,
        (_, 0) => Shift::Rrx,
        _ => Shift::Ror,
    }
}

/// Returns the shift of an offset as the assembler has it: scheduling models tell one by nothing from none.
pub(super) fn offset_shift(code: u32, amount: u32) -> Shift {
    match shift_of(code, amount) {
        Shift::Lsl if amount == 0 => Shift::None,
        shift => shift,
    }
}

impl Decoding<'_, '_> {
    /// Adds a register that is shifted by a constant.
    pub(in crate::target::arm) fn shifted_by_amount(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let amount = value >> 7 & 31;
        self.restricted(value & 15, o)?;
        let shift = shift_of(value >> 5, amount);
        push(ShifterOperand { shift, amount: amount.into() }.pack(), o);
        Some(())
    }

    /// Adds a register that is shifted by another.
    pub(in crate::target::arm) fn shifted_by_register(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.no_pc(value & 15, o)?;
        self.no_pc(value >> 8 & 15, o)?;
        push(ShifterOperand { shift: shift_of(value >> 5, 1), amount: 0 }.pack(), o);
        Some(())
    }

    /// Adds the mask that a field leaves of a register.
    pub(in crate::target::arm) fn bit_field(&self, value: u32, o: &mut Operands) -> Option<()> {
        let (highest, lowest) = (value >> 5 & 31, value & 31);
        self.doubt_if(lowest > highest);
        let lowest = lowest.min(highest);
        let below = |bit: u32| ((1_u64 << bit) - 1) as u32;
        let mask = !(below(highest + 1) ^ below(lowest));
        push(mask, o);
        Some(())
    }

    /// Adds an immediate of Thumb-2: a byte that is repeated or rotated.
    pub(in crate::target::arm) fn thumb_immediate(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let byte = value & 0xff;
        let number = match value >> 8 & 15 {
            0 => byte,
            1 => byte * 0x0001_0001,
            2 => byte * 0x0100_0100,
            3 => byte * 0x0101_0101,
            _ => (value & 0x7f | 0x80).rotate_right(value >> 7 & 31),
        };
        push(number, o);
        Some(())
    }

    /// Adds the mask of a block of vector instructions, of bits that change.
    pub(in crate::target::arm) fn vector_block_mask(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let mut mask = 0_u32;
        let mut current = 0;
        for bit in (0..4).rev() {
            current ^= value >> bit & 1;
            mask |= current << bit;
            if value & !(u32::MAX << bit) == 0 {
                mask |= 1 << bit;
                break;
            }
        }
        push(mask, o);
        Some(())
    }

    /// Adds a comparison of integers for equality.
    pub(in crate::target::arm) fn equality(&self, value: u32, o: &mut Operands) -> Option<()> {
        push(value & 1, o);
        Some(())
    }

    /// Adds a comparison of integers with signs.
    pub(in crate::target::arm) fn signed_comparison(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        push(10 + (value & 3), o);
        Some(())
    }

    /// Adds a comparison of integers without signs.
    pub(in crate::target::arm) fn unsigned_comparison(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        push(if value & 1 == 0 { 2 } else { 8 }, o);
        Some(())
    }

    /// Adds a comparison of floating-point numbers.
    pub(in crate::target::arm) fn float_comparison(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let condition = match value {
            0 | 1 => value,
            4..=7 => value + 6,
            _ => return None,
        };
        push(condition, o);
        Some(())
    }

    /// Adds the distance of a call of Thumb, or of a branch without condition.
    pub(in crate::target::arm) fn thumb_distance(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        let sign = value >> 23 & 1;
        let flipped = if sign == 0 { 0x60_0000 } else { 0 };
        push(super::decoding::signed((value ^ flipped) << 1, 25), o);
        Some(())
    }

    /// Adds the distance of a branch that is announced, or of a loop.
    pub(in crate::target::arm) fn announced_distance(
        &self,
        value: u32,
        sign_bits: Option<u32>,
        may_be_zero: bool,
        o: &mut Operands,
    ) -> Option<()> {
        if value == 0 && !may_be_zero {
            return None;
        }
        push(
            sign_bits
                .map_or(i64::from(value << 1), |width| super::decoding::signed(value << 1, width)),
            o,
        );
        Some(())
    }

    /// Adds the distance to the end of an announced branch.
    pub(in crate::target::arm) fn after_branch(&self, value: u32, o: &mut Operands) -> Option<()> {
        let branch = o.first()?.imm()?;
        push(branch + if value == 0 { 2 } else { 4 }, o);
        Some(())
    }

    /// Adds the number of a coprocessor.
    pub(in crate::target::arm) fn coprocessor(&self, value: u32, o: &mut Operands) -> Option<()> {
        let is_float = matches!(value, 10 | 11);
        let is_reserved = self.has(Feature::V8) && value & 0xe != 0xe
            || self.has(Feature::V8_1mMainline) && matches!(value & 0xe, 8 | 0xe);
        if is_float || is_reserved {
            return None;
        }
        push(value, o);
        Some(())
    }

    /// Adds the mask of a status register, or its number on processors of profile M.
    pub(in crate::target::arm) fn status_mask(&self, value: u32, o: &mut Operands) -> Option<()> {
        if !self.has(Feature::MProfile) {
            if value == 0 {
                return None;
            }
            push(value, o);
            return Some(());
        }
        let number = value & 0xff;
        let needed: &[Feature] = match number {
            0..=3 | 5..=9 | 16 | 20 => &[],
            17..=19 => &[Feature::V7],
            0x8a | 0x8b | 0x91 | 0x93 => &[Feature::V8mMainline, Feature::SecurityExtension],
            10 | 11 | 0x88..=0x90 | 0x94 | 0x98 if !matches!(number, 0x8c..=0x8f) => {
                &[Feature::SecurityExtension]
            }
            0x20..=0x27 | 0xa0..=0xa7 => &[Feature::PointerAuthentication],
            _ => {
                self.doubt_if(true);
                &[]
            }
        };
        if !needed.iter().all(|feature| self.has(*feature)) {
            return None;
        }
        if self.name() == "t2MSR_M" {
            let mask = value >> 10 & 3;
            self.doubt_if(match self.has(Feature::V7) {
                false => mask != 2,
                true => {
                    mask == 0 || mask != 2 && number > 3 || !self.has(Feature::Dsp) && mask & 1 != 0
                }
            });
        }
        push(value, o);
        Some(())
    }

    /// Adds a register of another mode.
    pub(in crate::target::arm) fn banked_register(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.arm.has_banked_register(value.into()).then_some(())?;
        push(value, o);
        Some(())
    }
}
