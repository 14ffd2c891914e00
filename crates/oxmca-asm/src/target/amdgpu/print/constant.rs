//! Constants of sources, as their types have them.

use oxmca_tables::schema::operand_type;

use super::Printing;
use crate::inst::Inst;
use crate::printer::{push_decimal, push_hex};
use crate::target::amdgpu::immediate::{INV_2PI_F32, is_inline_integer};
use crate::target::amdgpu::operand_type::OperandType;

/// Real numbers that are inline constants.
const REALS: [(f64, &str); 9] = [
    (0.0, "0.0"),
    (1.0, "1.0"),
    (-1.0, "-1.0"),
    (0.5, "0.5"),
    (-0.5, "-0.5"),
    (2.0, "2.0"),
    (-2.0, "-2.0"),
    (4.0, "4.0"),
    (-4.0, "-4.0"),
];

/// The bits of the same numbers, without 0, in 16 bits.
const HALVES: [u16; 8] = [0x3c00, 0xbc00, 0x3800, 0xb800, 0x4000, 0xc000, 0x4400, 0xc400];
const BRAIN_HALVES: [u16; 8] = [0x3f80, 0xbf80, 0x3f00, 0xbf00, 0x4000, 0xc000, 0x4080, 0xc080];

impl Printing<'_> {
    /// Appends the constant of an operand.
    pub(super) fn push_constant(&self, inst: &Inst, index: usize, value: i64, out: &mut String) {
        let row = self.gpu.tables.operands(inst.opcode).get(index);
        let Some(row) = row else { return push_decimal(value, out) };
        use OperandType::{ImmBf16, ImmFp16, ImmInt16, InlineBf16, InlineFp16, InlineInt16};
        match OperandType::of(row) {
            Some(of) if of.is_int64() || of.is_fp64() => {
                self.push_64(value as u64, of.is_fp64(), out)
            }
            Some(ImmInt16 | InlineInt16) => self.push_int_16(value as u32, out),
            Some(ImmFp16 | InlineFp16) => self.push_real_16(value, &HALVES, 0x3118, 0xffff, out),
            Some(ImmBf16 | InlineBf16) => {
                self.push_real_16(value, &BRAIN_HALVES, 0x3e22, 0xffff_ffff, out)
            }
            Some(of) if of.size_bytes() == 2 => self.push_packed_16(of, value as u32, out),
            Some(_) => self.push_32(value as u32, out),
            None if row.kind == operand_type::IMMEDIATE => self.push_32(value as u32, out),
            None if row.kind == operand_type::REGISTER => {
                self.push_32(value as u32, out);
                out.push_str("/*Invalid immediate*/");
            }
            None => push_decimal(value, out),
        }
    }

    fn push_integer(value: i64, out: &mut String) -> bool {
        let is_inline = is_inline_integer(value);
        if is_inline {
            push_decimal(value, out);
        }
        is_inline
    }

    fn push_real_32(&self, value: u32, out: &mut String) -> bool {
        let known = REALS.iter().find(|(real, _)| (*real as f32).to_bits() == value);
        let text = match known {
            Some((_, text)) => text,
            None if value == INV_2PI_F32 && self.generation.has_inv2pi() => "0.15915494",
            None => return false,
        };
        out.push_str(text);
        true
    }

    pub(super) fn push_32(&self, value: u32, out: &mut String) {
        let is_known =
            Self::push_integer((value as i32).into(), out) || self.push_real_32(value, out);
        if !is_known {
            push_hex(value.into(), out);
        }
    }

    fn push_64(&self, value: u64, is_real: bool, out: &mut String) {
        const INV_2PI: u64 = 0x3fc4_5f30_6dc9_c882;
        if Self::push_integer(value as i64, out) {
            return;
        }
        match REALS.iter().find(|(real, _)| real.to_bits() == value) {
            Some((_, text)) => out.push_str(text),
            None if value == INV_2PI && self.generation.has_inv2pi() => {
                out.push_str("0.15915494309189532");
            }
            None => push_literal_64(value, is_real, out),
        }
    }

    fn push_int_16(&self, value: u32, out: &mut String) {
        let is_known =
            Self::push_integer((value as i32).into(), out) || self.push_real_32(value, out);
        if !is_known {
            push_hex((value & 0xffff).into(), out);
        }
    }

    fn push_inline_16(&self, value: u16, reals: &[u16; 8], inv_2pi: u16, out: &mut String) -> bool {
        let text = match reals.iter().position(|it| *it == value) {
            Some(at) => REALS[at + 1].1,
            None if value == inv_2pi && self.generation.has_inv2pi() => "0.15915494",
            None => return false,
        };
        out.push_str(text);
        true
    }

    fn push_real_16(
        &self,
        value: i64,
        reals: &[u16; 8],
        inv_2pi: u16,
        mask: u64,
        out: &mut String,
    ) {
        let is_known = Self::push_integer((value as i16).into(), out)
            || self.push_inline_16(value as u16, reals, inv_2pi, out);
        if !is_known {
            push_hex(value as u64 & mask, out);
        }
    }

    fn push_packed_16(&self, of: OperandType, value: u32, out: &mut String) {
        if Self::push_integer((value as i32).into(), out) {
            return;
        }
        let low = u16::try_from(value);
        let splat = (value as u16 == (value >> 16) as u16).then_some(value as u16);
        let is_known = match of {
            OperandType::ImmV2Int16 | OperandType::InlineV2Int16 => self.push_real_32(value, out),
            OperandType::ImmV2Fp16Splat if self.generation.is_gfx11_plus() => {
                splat.is_some_and(|it| self.push_inline_16(it, &HALVES, 0x3118, out))
            }
            OperandType::ImmV2Fp16 | OperandType::InlineV2Fp16 | OperandType::ImmV2Fp16Splat => {
                low.is_ok_and(|it| self.push_inline_16(it, &HALVES, 0x3118, out))
            }
            OperandType::ImmV2Bf16 | OperandType::InlineV2Bf16 => {
                low.is_ok_and(|it| self.push_inline_16(it, &BRAIN_HALVES, 0x3e22, out))
            }
            _ => false,
        };
        if !is_known {
            push_hex(value.into(), out);
        }
    }
}

/// Appends a literal of 64 bits, of real numbers the high half if the low one is 0.
pub(super) fn push_literal_64(value: u64, is_real: bool, out: &mut String) {
    match is_real && value as u32 == 0 {
        true => push_hex(value >> 32, out),
        false => push_hex(value, out),
    }
}
