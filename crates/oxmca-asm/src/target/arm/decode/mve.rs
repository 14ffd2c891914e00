//! Instructions of MVE that are decoded as a whole.

use super::decoding::{Decoding, field, push};
use crate::decoder::Operands;
use crate::inst::Operand;

/// The way in which an operand is decoded.
pub(in crate::target::arm) type Decode = fn(&Decoding<'_, '_>, u32, &mut Operands) -> Option<()>;

/// Returns the number of a vector at a place of its three bits, and of its fourth.
fn vector(code: u32, low: u32, fourth: u32) -> u32 {
    field(code, low, 3) | field(code, fourth, 1) << 3
}

impl Decoding<'_, '_> {
    fn push_vpr(&self, o: &mut Operands) {
        o.push(Operand::Reg(self.arm.registers.vpr));
    }

    /// Adds a general register and a vector of offsets.
    pub(in crate::target::arm) fn base_and_vector(
        &self,
        value: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.no_pc(value >> 3 & 15, o)?;
        self.vector(value & 7, o)
    }

    /// Adds a vector of addresses and an offset.
    pub(in crate::target::arm) fn vector_base(
        &self,
        value: u32,
        shift: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.vector(value >> 8 & 7, o)?;
        self.offset_7(value & 0xff, shift, o)
    }

    /// Adds a base and an offset of 7 bits.
    pub(in crate::target::arm) fn base_7(
        &self,
        value: u32,
        shift: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.no_pc(value >> 8 & 15, o)?;
        self.offset_7(value & 0xff, shift, o)
    }

    /// Adds a base of the first eight registers and an offset of 7 bits.
    pub(in crate::target::arm) fn low_base_7(
        &self,
        value: u32,
        shift: u32,
        o: &mut Operands,
    ) -> Option<()> {
        self.low(value >> 8 & 7, o)?;
        self.offset_7(value & 0xff, shift, o)
    }

    /// Decodes a load or store that changes its base, which a way of decoding adds.
    pub(in crate::target::arm) fn changed_base(
        &self,
        code: u32,
        base: u32,
        decode: Decode,
        shift: u32,
        o: &mut Operands,
    ) -> Option<()> {
        decode(self, base, o)?;
        self.vector(field(code, 13, 3), o)?;
        decode(self, base, o)?;
        self.offset_7(field(code, 0, 7) | field(code, 23, 1) << 7, shift, o)?;
        self.vector_predicate(o);
        Some(())
    }

    /// Decodes a move of an immediate to a vector, or an operation with one.
    pub(in crate::target::arm) fn mve_immediate(&self, code: u32, o: &mut Operands) -> Option<()> {
        let kind = field(code, 8, 4);
        if kind == 15 && self.name() == "MVE_VMVNimmi32" {
            return None;
        }
        self.vector(vector(code, 13, 22), o)?;
        let value = field(code, 0, 4)
            | field(code, 16, 3) << 4
            | field(code, 28, 1) << 7
            | kind << 8
            | field(code, 5, 1) << 12;
        push(value, o);
        self.vector_predicate_of_result(o)
    }

    /// Decodes a sum with a carry.
    pub(in crate::target::arm) fn sum_with_carry(&self, code: u32, o: &mut Operands) -> Option<()> {
        let flags = Operand::Reg(self.arm.registers.float_flags);
        self.vector(vector(code, 13, 22), o)?;
        o.push(flags.clone());
        self.vector(vector(code, 17, 7), o)?;
        self.vector(vector(code, 1, 5), o)?;
        if field(code, 12, 1) == 0 {
            o.push(flags);
        }
        self.vector_predicate_of_result(o)
    }

    /// Decodes a move of two registers to or from lanes of a vector.
    pub(in crate::target::arm) fn two_lanes(
        &self,
        code: u32,
        to_vector: bool,
        o: &mut Operands,
    ) -> Option<()> {
        let number = vector(code, 13, 22);
        if to_vector {
            self.vector(number, o)?;
            self.vector(number, o)?;
        }
        self.general(field(code, 0, 4), o)?;
        self.general(field(code, 16, 4), o)?;
        if !to_vector {
            self.vector(number, o)?;
        }
        let lane = field(code, 4, 1);
        push(lane + 2, o);
        push(lane, o);
        self.block_condition(o);
        Some(())
    }

    /// Decodes a shift of a pair of registers, or of one in its place.
    pub(in crate::target::arm) fn long_shift(&self, code: u32, o: &mut Operands) -> Option<()> {
        let (low, high) = (field(code, 17, 3) << 1, field(code, 9, 3) << 1);
        let amount = field(code, 12, 4);
        if high == 14 {
            let number = field(code, 16, 4);
            self.rename(match self.name() {
                "MVE_ASRLr" | "MVE_SQRSHRL" => "MVE_SQRSHR",
                _ => "MVE_UQRSHL",
            })?;
            for number in [number, number, amount] {
                self.restricted(number, o)?;
            }
            self.block_condition(o);
            self.doubt_if(field(code, 6, 3) != 4 || number == amount);
            return Some(());
        }
        for _ in 0..2 {
            self.even(low, o)?;
            self.odd(high, o)?;
        }
        self.restricted(amount, o)?;
        if matches!(self.name(), "MVE_SQRSHRL" | "MVE_UQRSHLL") {
            push(field(code, 7, 1), o);
        }
        self.block_condition(o);
        Some(())
    }

    /// Adds a register with an even number.
    pub(in crate::target::arm) fn even(&self, number: u32, o: &mut Operands) -> Option<()> {
        (number <= 14).then(|| self.general(number, o))?
    }

    /// Adds the register after one with an even number.
    pub(in crate::target::arm) fn odd(&self, number: u32, o: &mut Operands) -> Option<()> {
        (number < 11).then(|| self.general(number + 1, o))?
    }

    /// Decodes a conversion to or from fixed-point numbers.
    pub(in crate::target::arm) fn mve_conversion(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.vector(vector(code, 13, 22), o)?;
        self.vector(vector(code, 1, 5), o)?;
        let bits = 64 - field(code, 16, 6);
        let most = if self.name().contains("16") { 16 } else { 32 };
        if bits > most {
            return None;
        }
        push(bits, o);
        self.vector_predicate_of_result(o)
    }

    /// Decodes a comparison of vectors, or of a vector with a register.
    pub(in crate::target::arm) fn comparison(
        &self,
        code: u32,
        with_register: bool,
        decode: Decode,
        o: &mut Operands,
    ) -> Option<()> {
        self.push_vpr(o);
        self.vector(field(code, 17, 3), o)?;
        let middle = if with_register { 5 } else { 0 };
        let condition = field(code, 12, 1) << 2 | field(code, middle, 1) << 1 | field(code, 7, 1);
        match with_register {
            true => self.or_zero(field(code, 0, 4), o)?,
            false => self.vector(field(code, 1, 3) | field(code, 5, 1) << 4, o)?,
        }
        decode(self, condition, o)?;
        self.vector_predicate(o);
        Some(())
    }

    /// Decodes the predicate of a loop's tail.
    pub(in crate::target::arm) fn tail_predicate(&self, code: u32, o: &mut Operands) -> Option<()> {
        self.push_vpr(o);
        self.restricted(field(code, 16, 4), o)?;
        self.vector_predicate(o);
        Some(())
    }

    /// Decodes the inversion of a predicate.
    pub(in crate::target::arm) fn inverted_predicate(&self, o: &mut Operands) -> Option<()> {
        self.push_vpr(o);
        self.push_vpr(o);
        self.vector_predicate(o);
        Some(())
    }
}
