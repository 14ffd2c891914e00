//! Codes of constants of sources: those that instructions have in themselves, or that of a literal behind them.

use super::immediate::{INLINE_BRAINS, INLINE_HALVES, INV_2PI_F32, INV_2PI_F64, is_inline_integer};
use super::operand_type::OperandType;

/// The code that says that a literal of 32 bits follows.
pub const LITERAL_32: u64 = 255;
/// The code that says that a literal of 64 bits follows.
pub const LITERAL_64: u64 = 254;
/// The code of 0; positive integers follow it.
pub const ZERO: u64 = 128;
/// The code before that of -1; negative integers follow it.
pub const BEFORE_NEGATIVE: u64 = 192;
/// The code of 0.5; other real numbers follow it.
pub const FIRST_REAL: u64 = 240;

/// Real numbers in the order of their codes; 1/(2*pi) follows.
pub const REALS: [f64; 8] = [0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0];

/// Returns real numbers of 32 bits in the order of their codes.
pub fn singles() -> [u32; 9] {
    std::array::from_fn(|at| REALS.get(at).map_or(INV_2PI_F32, |it| (*it as f32).to_bits()))
}

/// Returns real numbers of 64 bits in the order of their codes.
pub fn doubles() -> [u64; 9] {
    std::array::from_fn(|at| REALS.get(at).map_or(INV_2PI_F64, |it| it.to_bits()))
}

/// The facts on which the code of a constant depends beside its type.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Set if 1/(2*pi) has a code.
    pub has_inv2pi: bool,
    /// Set if a literal of 64 bits can follow.
    pub takes_64: bool,
    /// Set if a real number is in both halves of the sources that ask for that.
    pub splats: bool,
}

impl Setting {
    /// Returns the code of a constant of a type.
    pub fn code(self, of: OperandType, value: i64) -> u64 {
        use OperandType::{
            ImmBf16, ImmFp16, ImmFp64, ImmInt64, ImmNoInlineV2Fp16, ImmV2Bf16, ImmV2Fp16,
            ImmV2Fp16Splat, ImmV2Fp64, ImmV2Int16, ImmV2Int64, InlineAcFp64, InlineBf16,
            InlineFp16, InlineFp64, InlineInt64, InlineV2Bf16, InlineV2Fp16, InlineV2Int16, Kimm16,
            Kimm32, Kimm64,
        };
        let word = value as u32;
        let half = value as u16;
        let reals = |has_last: bool, values: [u32; 9], value: u32| {
            let count = if has_last { 9 } else { 8 };
            values[..count].iter().position(|it| *it == value)
        };
        let (integer, real) = match of {
            Kimm16 | Kimm32 | Kimm64 => return value as u64,
            ImmNoInlineV2Fp16 => return LITERAL_32,
            ImmInt64 | InlineInt64 | ImmV2Int64 | InlineFp64 | InlineAcFp64 | ImmFp64
            | ImmV2Fp64 => {
                let count = if self.has_inv2pi { 9 } else { 8 };
                let bits = value as u64;
                let real = doubles()[..count].iter().position(|it| *it == bits);
                let is_64 = match of.is_fp64() {
                    true => word != 0,
                    false => i32::try_from(value).is_err() || u32::try_from(value).is_err(),
                };
                if real.is_none() && !is_inline_integer(value) && self.takes_64 && is_64 {
                    return LITERAL_64;
                }
                (value, real)
            }
            ImmFp16 | InlineFp16 => {
                ((half as i16).into(), reals(self.has_inv2pi, INLINE_HALVES, half.into()))
            }
            ImmBf16 | InlineBf16 => ((half as i16).into(), reals(true, INLINE_BRAINS, half.into())),
            ImmV2Int16 | InlineV2Int16 => ((word as i32).into(), reals(true, singles(), word)),
            ImmV2Fp16 | InlineV2Fp16 => ((word as i32).into(), reals(true, INLINE_HALVES, word)),
            ImmV2Fp16Splat => {
                let real = match self.splats {
                    true if word >> 16 != word & 0xffff => None,
                    true => reals(true, INLINE_HALVES, word & 0xffff),
                    false => reals(true, INLINE_HALVES, word),
                };
                ((word as i32).into(), real)
            }
            ImmV2Bf16 | InlineV2Bf16 => ((word as i32).into(), reals(true, INLINE_BRAINS, word)),
            _ => ((word as i32).into(), reals(self.has_inv2pi, singles(), word)),
        };
        match (integer, real) {
            (0..=64, _) => ZERO + integer as u64,
            (-16..=-1, _) => BEFORE_NEGATIVE + integer.unsigned_abs(),
            (_, Some(at)) => FIRST_REAL + at as u64,
            _ => LITERAL_32,
        }
    }
}
