//! Constants of sources, and literals behind the code.

use oxmca_tables::schema::{OperandInfo, operand_type};

use super::Decoding;
use crate::inst::{BinaryOp, Expr, Operand};
use crate::target::amdgpu::expression::of_literal;
use crate::target::amdgpu::immediate::{
    INLINE_BRAINS, INLINE_HALVES, is_inline_16_of, is_inline_32, is_inline_64,
};
use crate::target::amdgpu::inline_code::{BEFORE_NEGATIVE, FIRST_REAL, ZERO, doubles, singles};
use crate::target::amdgpu::operand::Literal;
use crate::target::amdgpu::operand_type::OperandType;

/// The last code of a negative integer, and of a real number.
const LAST_NEGATIVE: u64 = 208;
const LAST_REAL: u64 = 248;

impl Decoding<'_, '_> {
    /// Replaces codes of constants by their values.
    pub(super) fn resolve_constants(&mut self) -> Option<()> {
        let tables = self.gpu.tables;
        for (at, row) in tables.operands(self.opcode).iter().enumerate() {
            let Some(Operand::Imm(value)) = self.operands.get(at) else { continue };
            let of = OperandType::of(row).filter(|it| it.is_source());
            if of.is_none() && row.kind != operand_type::REGISTER {
                continue;
            }
            let Ok(code) = u64::try_from(*value) else { continue };
            self.operands[at] = match code {
                ZERO..=LAST_NEGATIVE => Operand::Imm(match code {
                    ..=BEFORE_NEGATIVE => code as i64 - ZERO as i64,
                    _ => BEFORE_NEGATIVE as i64 - code as i64,
                }),
                FIRST_REAL..=LAST_REAL => Operand::Imm(self.real(of, (code - FIRST_REAL) as usize)),
                255 => self.literal_of(row)?,
                _ => continue,
            };
        }
        Some(())
    }

    /// Returns the bits of a real number that has a code.
    fn real(&self, of: Option<OperandType>, at: usize) -> i64 {
        use OperandType::{
            ImmFp16, ImmV2Fp16, ImmV2Fp16Splat, InlineAcFp64, InlineFp16, InlineV2Fp16,
        };
        match of {
            Some(of) if of.is_bf16() => INLINE_BRAINS[at].into(),
            Some(ImmV2Fp16Splat) if self.generation.is_gfx11_plus() => {
                i64::from(INLINE_HALVES[at]) << 16 | i64::from(INLINE_HALVES[at])
            }
            Some(ImmFp16 | InlineFp16 | ImmV2Fp16 | InlineV2Fp16 | ImmV2Fp16Splat) => {
                INLINE_HALVES[at].into()
            }
            Some(of) if of.is_fp64() || of.is_int64() || of == InlineAcFp64 => doubles()[at] as i64,
            _ => singles()[at].into(),
        }
    }

    /// Reads so many bytes as a literal, unless there is one.
    fn read_literal(&mut self, length: usize) -> Option<u64> {
        if self.literal.is_none() {
            let bytes = self.bytes.get(self.at..)?.get(..length)?;
            let mut all = [0; 8];
            all[..length].copy_from_slice(bytes);
            self.at += length;
            self.literal = Some(u64::from_le_bytes(all));
        }
        self.literal
    }

    /// Returns the literal of an operand.
    fn literal_of(&mut self, row: &OperandInfo) -> Option<Operand> {
        use OperandType::{
            ImmNoInlineV2Fp16, InlineV2Bf16, InlineV2Fp16, InlineV2Int16, Kimm16, Kimm64,
        };
        let value = self.read_literal(4)? as i64;
        let mut shown = value;
        let is_inline = match OperandType::of(row) {
            None => false,
            Some(Kimm16 | Kimm64 | ImmNoInlineV2Fp16) => false,
            Some(of) if of.is_fp64() => {
                let is_inline = is_inline_64(value << 32, true);
                if !is_inline {
                    shown = value << 32;
                }
                is_inline
            }
            Some(of) if of.is_int64() => is_inline_64(value, true),
            // LLVM takes these for single numbers.
            Some(InlineV2Bf16) => is_inline_16_of(OperandType::ImmBf16, value, true, true),
            Some(InlineV2Fp16) => is_inline_16_of(OperandType::ImmFp16, value, true, true),
            Some(InlineV2Int16) => is_inline_32(value as i32, true),
            Some(of) if of.size_bytes() == 2 => {
                is_inline_16_of(of, value, true, self.generation.is_gfx11_plus())
            }
            Some(_) => is_inline_32(value as i32, true),
        };
        Some(match is_inline {
            true => Operand::Expr(Box::new(of_literal(Literal::Bits32, value))),
            false => Operand::Imm(shown),
        })
    }

    /// Returns a literal of 64 bits.
    pub(super) fn wide_literal(&mut self) -> Option<Operand> {
        let value = self.read_literal(8)?;
        let is_marked =
            value >> 32 == 0 || is_inline_64(value as i64, self.generation.has_inv2pi());
        Some(marked(value, is_marked))
    }

    /// Sets the literal that is part of the code.
    pub(super) fn set_literal(&mut self, value: u64) -> Option<Operand> {
        let is_same = self.literal.is_none_or(|known| known == value);
        self.literal = Some(value);
        is_same.then_some(Operand::Imm(value as i64))
    }

    /// Sets the literal of 64 bits that is part of the code.
    pub(super) fn set_wide_literal(&mut self, value: u64) -> Option<Operand> {
        let is_same = self.literal.is_none_or(|known| known == value);
        self.literal = Some(value);
        is_same.then(|| marked(value, value >> 32 == 0))
    }
}

/// Returns a literal, as one of 64 bits if it could be taken for another.
fn marked(value: u64, is_marked: bool) -> Operand {
    match is_marked {
        true => Operand::Expr(Box::new(of_literal(Literal::Bits64, value as i64))),
        false => Operand::Imm(value as i64),
    }
}

/// Returns the operand of `s_version`.
pub(super) fn version(value: u32) -> Operand {
    const FLAGS: [(u32, &str); 3] = [
        (0x2000, "UC_VERSION_W64_BIT"),
        (0x4000, "UC_VERSION_W32_BIT"),
        (0x8000, "UC_VERSION_MDP_BIT"),
    ];
    const VERSIONS: [(u32, &str); 4] = [
        (0, "UC_VERSION_GFX7"),
        (4, "UC_VERSION_GFX10"),
        (6, "UC_VERSION_GFX11"),
        (9, "UC_VERSION_GFX12"),
    ];
    let all = FLAGS.iter().fold(0xff, |bits, flag| bits | flag.0);
    if value & !all != 0 {
        return Operand::Imm(value.into());
    }
    let symbol = |name: &str| Expr::Symbol { name: name.into(), specifier: None };
    let number = value & 0xff;
    let version = VERSIONS.iter().find(|it| it.0 == number);
    let version = version.map_or(Expr::Constant(number.into()), |it| symbol(it.1));
    let flags = FLAGS.iter().filter(|flag| value & flag.0 != 0);
    let whole = flags
        .fold(version, |whole, flag| Expr::Binary(BinaryOp::Or, Box::new((whole, symbol(flag.1)))));
    Operand::Expr(Box::new(whole))
}
