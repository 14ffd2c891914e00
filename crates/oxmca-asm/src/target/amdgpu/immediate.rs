//! Constants of source operands: which are inline, which are literals, and their bits.

use super::generation::Generation;
use super::operand::{ImmKind, Immediate, Literal, Modifiers, ParsedOperand};
use super::operand_type::OperandType;
use super::registers::Registers;

/// The type for which a constant must be fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    I16,
    I32,
    I64,
    F16,
    Bf16,
    F32,
    F64,
    V2I16,
    V2F16,
    V2Bf16,
    V2I32,
    V2F32,
}

impl Scalar {
    /// Returns the type of an element.
    fn element(self) -> Scalar {
        match self {
            Scalar::V2I16 => Scalar::I16,
            Scalar::V2F16 => Scalar::F16,
            Scalar::V2Bf16 => Scalar::Bf16,
            Scalar::V2I32 => Scalar::I32,
            Scalar::V2F32 => Scalar::F32,
            scalar => scalar,
        }
    }

    fn element_bits(self) -> u32 {
        match self.element() {
            Scalar::I16 | Scalar::F16 | Scalar::Bf16 => 16,
            Scalar::I64 | Scalar::F64 => 64,
            _ => 32,
        }
    }

    fn bits(self) -> u32 {
        match self {
            Scalar::V2I16 | Scalar::V2F16 | Scalar::V2Bf16 => 32,
            Scalar::V2I32 | Scalar::V2F32 => 64,
            scalar => scalar.element_bits(),
        }
    }
}

/// 1/(2*pi) as a double.
pub const INV_2PI_F64: u64 = 0x3fc4_5f30_6dc9_c882;
/// 1/(2*pi) as a float.
pub const INV_2PI_F32: u32 = 0x3e22_f983;
/// 1/(2*pi) as texts write it for single precision, as a double.
const INV_2PI_TEXT: u64 = 0x3fc4_5f30_6725_feed;

/// Returns whether a number is one of the integers that are encoded as they are.
pub fn is_inline_integer(value: i64) -> bool {
    (-16..=64).contains(&value)
}

fn is_inline_real<T: Copy + PartialEq>(value: T, of: impl Fn(f64) -> T) -> bool {
    [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 4.0, -4.0].into_iter().any(|it| of(it) == value)
}

/// Returns whether a constant of 64 bits is inline.
pub fn is_inline_64(value: i64, has_inv2pi: bool) -> bool {
    is_inline_integer(value)
        || is_inline_real(value as u64, f64::to_bits)
        || value as u64 == INV_2PI_F64 && has_inv2pi
}

/// Returns whether a constant of 32 bits is inline.
pub fn is_inline_32(value: i32, has_inv2pi: bool) -> bool {
    is_inline_integer(value.into())
        || is_inline_real(value as u32, |it| (it as f32).to_bits())
        || value as u32 == INV_2PI_F32 && has_inv2pi
}

fn is_inline_16(value: i32, scalar: Scalar, has_inv2pi: bool) -> bool {
    let small = value as i16;
    match scalar.element() {
        Scalar::I16 => is_inline_32(value, has_inv2pi),
        _ if !has_inv2pi => false,
        _ if is_inline_integer(small.into()) => true,
        Scalar::F16 => matches!(
            small as u16,
            0x3c00 | 0xbc00 | 0x3800 | 0xb800 | 0x4000 | 0xc000 | 0x4400 | 0xc400 | 0x3118
        ),
        _ => matches!(
            small as u16,
            0x3f00 | 0xbf00 | 0x3f80 | 0xbf80 | 0x4000 | 0xc000 | 0x4080 | 0xc080 | 0x3e22
        ),
    }
}

/// Halves that are inline, and bits of brains that are.
pub const INLINE_HALVES: [u32; 9] =
    [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
pub const INLINE_BRAINS: [u32; 9] =
    [0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080, 0x3e22];

/// Returns whether bits of a source of 16-bit elements are inline. A constant may be in both halves where `splats`.
pub fn is_inline_16_of(of: OperandType, value: i64, has_inv2pi: bool, splats: bool) -> bool {
    use OperandType::{
        ImmBf16, ImmFp16, ImmNoInlineV2Fp16, ImmV2Bf16, ImmV2Fp16, ImmV2Fp16Splat, ImmV2Int16,
        InlineBf16, InlineFp16, InlineV2Bf16, InlineV2Fp16, InlineV2Int16,
    };
    let is_integer = is_inline_integer((value as i32).into());
    let both = value as u32;
    match of {
        ImmNoInlineV2Fp16 => false,
        ImmV2Int16 | InlineV2Int16 => is_inline_32(value as i32, true),
        ImmV2Fp16 | InlineV2Fp16 => is_integer || INLINE_HALVES.contains(&both),
        ImmV2Fp16Splat if splats => {
            is_integer || both >> 16 == both & 0xffff && INLINE_HALVES.contains(&(both >> 16))
        }
        ImmV2Fp16Splat => is_integer || INLINE_HALVES.contains(&both),
        ImmV2Bf16 | InlineV2Bf16 => is_integer || INLINE_BRAINS.contains(&both),
        ImmFp16 | InlineFp16 => is_inline_16(value as i32, Scalar::F16, has_inv2pi),
        ImmBf16 | InlineBf16 => is_inline_16(value as i32, Scalar::Bf16, has_inv2pi),
        _ => is_inline_32(value as i32, has_inv2pi),
    }
}

/// Returns whether a number keeps its value in so many bits, as one with or without a sign.
fn is_safe_truncation(value: i64, bits: u32) -> bool {
    bits >= 64 || (0..1 << bits).contains(&value) || (-(1 << (bits - 1))..0).contains(&value)
}

/// A binary format of real numbers.
#[derive(Clone, Copy)]
struct RealFormat {
    exponent_bits: u32,
    fraction_bits: u32,
}

const HALF: RealFormat = RealFormat { exponent_bits: 5, fraction_bits: 10 };
const BRAIN: RealFormat = RealFormat { exponent_bits: 8, fraction_bits: 7 };
const SINGLE: RealFormat = RealFormat { exponent_bits: 8, fraction_bits: 23 };

/// Rounds a double to a format, to nearest, ties to even. Returns the bits, and whether the value is too large, or so small
/// that digits are lost.
fn round(bits: u64, format: RealFormat) -> (u64, bool) {
    let sign = bits >> 63 << (format.exponent_bits + format.fraction_bits);
    let exponent = (bits >> 52 & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let top = (1u64 << format.exponent_bits) - 1;
    if exponent == 0x7ff {
        let shifted = fraction >> (52 - format.fraction_bits);
        let quiet = if fraction == 0 { 0 } else { 1 << (format.fraction_bits - 1) };
        return (sign | top << format.fraction_bits | shifted | quiet, false);
    }
    if exponent == 0 && fraction == 0 {
        return (sign, false);
    }
    let (significand, exponent) = match exponent {
        0 => (fraction, -1022),
        _ => (fraction | 1 << 52, exponent - 1023),
    };
    let bias = (1i64 << (format.exponent_bits - 1)) - 1;
    let least = 1 - bias;
    // The bits that do not fit, more of them below the least exponent.
    let below = i64::from(52 - format.fraction_bits) + (least - exponent).max(0);
    let (kept, is_inexact) = match u32::try_from(below) {
        Ok(below) if below < 64 => {
            let kept = significand >> below;
            let rest = significand & ((1 << below) - 1);
            let half = 1u64 << (below - 1);
            let up = rest > half || rest == half && kept & 1 != 0;
            (kept + u64::from(up), rest != 0)
        }
        _ => (0, true),
    };
    let is_small = exponent < least;
    let stored = if is_small { 0 } else { (exponent + bias - 1) as u64 };
    // The implicit bit of a normal number adds 1 to the exponent, as does a carry.
    let value = (stored << format.fraction_bits) + kept;
    if value >> format.fraction_bits >= top {
        return (sign | top << format.fraction_bits, true);
    }
    let is_tiny = is_small && value >> format.fraction_bits == 0;
    (sign | value, is_tiny && is_inexact)
}

/// Returns whether a double keeps its magnitude in the type of an element; digits may be lost.
fn is_convertible(bits: u64, scalar: Scalar) -> bool {
    let format = match scalar.element() {
        Scalar::F16 => HALF,
        Scalar::Bf16 => BRAIN,
        Scalar::F64 | Scalar::I64 => return true,
        Scalar::I16 => HALF,
        _ => SINGLE,
    };
    !round(bits, format).1
}

/// Constants and registers of one kind of processors.
#[derive(Clone, Copy, Debug)]
pub struct Constants<'c> {
    pub generation: Generation<'c>,
    pub registers: &'c Registers,
}

impl Constants<'_> {
    /// Returns whether an operand is inline where a type is expected: a plain constant, or a register that stands for one.
    pub fn is_inline(self, operand: &ParsedOperand<'_>, scalar: Scalar) -> bool {
        if operand.register().is_some_and(|reg| self.registers.is_inline_value(reg)) {
            return true;
        }
        let plain = |imm: &Immediate| imm.kind == ImmKind::None && imm.literal.is_none();
        let Some(imm) = operand.imm().filter(plain) else { return false };
        let has_inv2pi = self.generation.has_inv2pi();
        if matches!(scalar, Scalar::F64 | Scalar::I64) {
            return is_inline_64(imm.value, has_inv2pi);
        }
        if imm.is_real {
            if !is_convertible(imm.value as u64, scalar) {
                return false;
            }
            let format = match scalar.element() {
                Scalar::F16 => HALF,
                Scalar::Bf16 => BRAIN,
                _ => SINGLE,
            };
            let value = round(imm.value as u64, format).0 as u32 as i32;
            return match scalar.element_bits() {
                16 => is_inline_16(value, scalar, has_inv2pi),
                _ => is_inline_32(value, has_inv2pi),
            };
        }
        if !is_safe_truncation(imm.value, scalar.element_bits()) {
            return false;
        }
        match scalar.element_bits() {
            16 => is_inline_16((imm.value as i16).into(), scalar, has_inv2pi),
            _ => is_inline_32(imm.value as i32, has_inv2pi),
        }
    }

    /// Returns whether an operand is a constant that can be a literal of a type.
    pub fn is_literal(self, operand: &ParsedOperand<'_>, scalar: Scalar) -> bool {
        let Some(imm) = operand.imm().filter(|imm| imm.kind == ImmKind::None) else { return false };
        let takes_64 = matches!(scalar, Scalar::I64 | Scalar::F64);
        if !imm.is_real {
            if scalar == Scalar::F64 && operand.modifiers.is_real() {
                return false;
            }
            let mut bits = scalar.bits();
            if bits == 64 {
                let has_64 = takes_64 && self.generation.has_literals64();
                if has_64 && !is_safe_truncation(imm.value, 32) {
                    return true;
                }
                bits = 32;
            }
            return is_safe_truncation(imm.value, bits);
        }
        match scalar {
            Scalar::F64 => true,
            Scalar::I64 => false,
            Scalar::V2F16 => is_convertible(imm.value as u64, Scalar::F16),
            Scalar::V2I16 | Scalar::V2F32 | Scalar::V2I32 => {
                is_convertible(imm.value as u64, Scalar::F32)
            }
            Scalar::V2Bf16 => is_convertible(imm.value as u64, Scalar::Bf16),
            scalar => is_convertible(imm.value as u64, scalar),
        }
    }

    /// Returns the bits of a constant as a source operand of a type. `modifiers` of real numbers are applied to it.
    pub fn source_bits(
        self,
        imm: Immediate,
        modifiers: Modifiers,
        of: OperandType,
        has_mandatory_literal: bool,
        takes_literal_64: bool,
    ) -> i64 {
        let mut value = imm.value;
        if modifiers.is_real() {
            let bits = if imm.is_real { 64 } else { of.size_bytes() * 8 };
            let sign = 1u64 << (bits - 1);
            let mut changed = value as u64;
            if modifiers.abs {
                changed &= !sign;
            }
            if modifiers.neg {
                changed ^= sign;
            }
            value = changed as i64;
        }
        let generation = self.generation;
        let is_inline = imm.literal.is_none() && is_inline_64(value, generation.has_inv2pi());
        let is_lit = imm.literal == Some(Literal::Bits32);
        let is_32 = is_safe_truncation(value, 32) && imm.literal != Some(Literal::Bits64);
        if imm.is_real {
            return match of {
                _ if of.is_fp64() || of.is_int64() => {
                    let keeps_low = takes_literal_64 || has_mandatory_literal;
                    let kept = if is_inline || keeps_low { value } else { value & !0xffff_ffff };
                    let is_upper = is_lit
                        && matches!(
                            of,
                            OperandType::ImmFp64
                                | OperandType::InlineFp64
                                | OperandType::InlineAcFp64
                        );
                    if is_upper { upper_half(kept) } else { kept }
                }
                OperandType::Kimm64 => value,
                _ if is_brain(of) => {
                    let is_inline_text = value as u64 == INV_2PI_TEXT && imm.literal.is_none();
                    match is_inline_text && generation.has_inv2pi() {
                        true => 0x3e22,
                        false => round(value as u64, BRAIN).0 as i64,
                    }
                }
                _ if is_half(of) => round(value as u64, HALF).0 as i64,
                _ => round(value as u64, SINGLE).0 as i64,
            };
        }
        match of {
            _ if (of.is_int64() || of.is_fp64()) && is_inline => value,
            _ if of.is_int64() => {
                if generation.has_literals64() && !is_lit {
                    value
                } else {
                    value & 0xffff_ffff
                }
            }
            _ if of.is_fp64() => {
                let bits = match !generation.has_literals64() || is_lit || is_32 {
                    true => value << 32,
                    false => value,
                };
                if is_lit { upper_half(bits) } else { bits }
            }
            OperandType::Kimm64 if is_32 => value << 32,
            _ => value,
        }
    }
}

fn upper_half(value: i64) -> i64 {
    (value as u64 >> 32) as i64
}

fn is_brain(of: OperandType) -> bool {
    use OperandType::{ImmBf16, ImmV2Bf16, InlineBf16, InlineV2Bf16};
    matches!(of, ImmBf16 | InlineBf16 | InlineV2Bf16 | ImmV2Bf16)
}

fn is_half(of: OperandType) -> bool {
    use OperandType::{
        ImmFp16, ImmNoInlineV2Fp16, ImmV2Fp16, ImmV2Fp16Splat, InlineFp16, InlineV2Fp16, Kimm16,
    };
    matches!(
        of,
        ImmFp16
            | InlineFp16
            | InlineV2Fp16
            | ImmV2Fp16
            | ImmV2Fp16Splat
            | ImmNoInlineV2Fp16
            | Kimm16
    )
}
