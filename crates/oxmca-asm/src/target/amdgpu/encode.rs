//! Machine code.

use oxmca_tables::schema::Encoding;
use oxmca_tables::{FeatureSet, Reg};

use super::encoder_method::{EncoderMethod, PostMethod};
use super::expression;
use super::flag;
use super::generation::Generation;
use super::inline_code::{self, LITERAL_32, LITERAL_64};
use super::names::Name;
use super::operand::Literal;
use super::operand_type::OperandType;
use super::target::AmdGpu;
use crate::inst::{Expr, Inst, Operand};
use crate::target::EncodeError;

/// Bits of a register's encoding in the tables.
mod register_bit {
    /// The number without the bits of more than 256 registers.
    pub const NUMBER: u16 = 0xff;
    pub const WIDE_NUMBER: u16 = 0x3ff;
    pub const VECTOR: u16 = 1 << 10;
    pub const ACCUMULATOR: u16 = 1 << 11;
    pub const HIGH_HALF: u16 = 1 << 12;
}

/// The bit of a source's code that says that it is a vector register.
const VECTOR_SOURCE: u64 = 1 << 8;

/// Appends the machine code of an instruction.
pub(super) fn encode(
    gpu: &AmdGpu<'_>,
    features: &FeatureSet,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let encoding = Work { gpu, generation: gpu.features.of(features), inst };
    let (code, width_bits) = encoding.code().ok_or(EncodeError::Operands)?;
    let length = usize::from(width_bits / 8);
    out.extend_from_slice(&code.to_le_bytes()[..length]);
    encoding.push_addresses(out)?;
    encoding.push_literal(length, out);
    Ok(())
}

/// The encoding of one instruction.
struct Work<'e, 't> {
    gpu: &'e AmdGpu<'t>,
    generation: Generation<'e>,
    inst: &'e Inst,
}

impl Work<'_, '_> {
    /// Returns the machine code without literals and further addresses, and its width.
    fn code(&self) -> Option<(u128, u16)> {
        let tables = &self.gpu.tables;
        let (form, mut code) = tables.encoding_form(self.inst.opcode)?;
        for field in &tables.encoding_fields[form.fields.range()] {
            let name = tables.text(tables.encoder_methods[usize::from(field.method)]);
            let value = self.value(EncoderMethod::named(name)?, usize::from(field.operand))?;
            let ones = u64::MAX >> (64 - u32::from(field.width_bits).clamp(1, 64));
            code |= u128::from(value >> field.operand_bit & ones) << field.code_bit;
        }
        if form.post_method != Encoding::NO_METHOD {
            let name = tables.text(tables.encoder_methods[usize::from(form.post_method)]);
            code |= self.finishing_bits(PostMethod::named(name)?);
        }
        Some((code | self.unused_halves(), form.width_bits))
    }

    fn index(&self, name: Name) -> Option<usize> {
        self.gpu.names.index(&self.gpu.tables, self.inst.opcode, name)
    }

    fn has(&self, name: Name) -> bool {
        self.index(name).is_some()
    }

    fn operand(&self, name: Name) -> Option<&Operand> {
        self.inst.operands.get(self.index(name)?)
    }

    fn encoding_of(&self, reg: Reg) -> u16 {
        self.gpu.tables.register(reg).encoding
    }

    fn is_high_half(&self, operand: Option<&Operand>) -> bool {
        let reg = operand.and_then(Operand::reg);
        reg.is_some_and(|reg| self.encoding_of(reg) & register_bit::HIGH_HALF != 0)
    }

    /// Returns the value of an operand by a method.
    fn value(&self, method: EncoderMethod, at: usize) -> Option<u64> {
        use register_bit::{ACCUMULATOR, HIGH_HALF, NUMBER, VECTOR, WIDE_NUMBER};
        let operand = self.inst.operands.get(at)?;
        let encoding = operand.reg().map(|reg| self.encoding_of(reg));
        let has = |encoding: u16, bits: u16| encoding & bits != 0;
        let vector = |encoding, bits| if has(encoding, bits) { VECTOR_SOURCE } else { 0 };
        Some(match (method, encoding) {
            (EncoderMethod::Value | EncoderMethod::Branch, Some(it)) => {
                u64::from(it & NUMBER) | vector(it, VECTOR | ACCUMULATOR)
            }
            (EncoderMethod::Half, Some(it)) => u64::from(it & WIDE_NUMBER) | vector(it, VECTOR),
            (EncoderMethod::LowHalf, Some(it)) => {
                let half = if has(it, HIGH_HALF) { 0x80 } else { 0 };
                u64::from(it & NUMBER) | half | vector(it, VECTOR)
            }
            (EncoderMethod::VectorOrAccumulator, Some(it)) => {
                let accumulator = if has(it, ACCUMULATOR) { 1 << 9 } else { 0 };
                u64::from(it & NUMBER) | vector(it, VECTOR | ACCUMULATOR) | accumulator
            }
            (EncoderMethod::PartSource, Some(it)) => {
                let reg = self.gpu.registers.written(operand.reg()?);
                let is_scalar = self.gpu.registers.is_scalar(&self.gpu.tables, reg);
                u64::from(it & NUMBER) | if is_scalar { VECTOR_SOURCE } else { 0 }
            }
            (EncoderMethod::PartResult, Some(it)) => {
                let reg = operand.reg()?;
                match reg == self.gpu.registers.vcc || reg == self.gpu.registers.vcc_lo {
                    true => 0,
                    false => u64::from(it & 0x7f) | 0x80,
                }
            }
            (EncoderMethod::Branch, None) if matches!(operand, Operand::Expr(_)) => 0,
            (EncoderMethod::Value | EncoderMethod::LowHalf | EncoderMethod::Branch, None) => {
                self.constant(at, operand)?
            }
            (EncoderMethod::Half, None) => self.constant(at, operand)? | self.halves(at),
            (EncoderMethod::PartSource, None) => {
                let code = self.source_code(at, operand, false)?;
                if code == LITERAL_32 {
                    return None;
                }
                code | VECTOR_SOURCE
            }
            (EncoderMethod::VectorOrAccumulator | EncoderMethod::PartResult, None) => return None,
        })
    }

    /// Returns the bits of modifiers that say which halves of registers are meant.
    fn halves(&self, at: usize) -> u64 {
        const SOURCE_HALF: u64 = 4;
        const RESULT_HALF: u64 = 8;
        let pairs = [
            (Name::Src0Modifiers, Name::Src0),
            (Name::Src1Modifiers, Name::Src1),
            (Name::Src2Modifiers, Name::Src2),
        ];
        let Some((modifiers, source)) = pairs.iter().find(|it| self.index(it.0) == Some(at)) else {
            return 0;
        };
        let mut bits = 0;
        if *modifiers == Name::Src0Modifiers && self.is_high_half(self.operand(Name::Vdst)) {
            bits |= RESULT_HALF;
        }
        let source = self.operand(*source);
        let reg = source.and_then(Operand::reg);
        let is_scalar = reg.is_some_and(|reg| self.gpu.registers.is_scalar(&self.gpu.tables, reg));
        if !is_scalar && self.is_high_half(source) {
            bits |= SOURCE_HALF;
        }
        bits
    }

    /// Returns the type of an operand that is a source.
    fn source_type(&self, at: usize) -> Option<OperandType> {
        let row = self.gpu.tables.operands(self.inst.opcode).get(at)?;
        OperandType::of(row).filter(|it| it.is_source())
    }

    /// Returns the code of an operand that is no register.
    fn constant(&self, at: usize, operand: &Operand) -> Option<u64> {
        if self.source_type(at).is_some() {
            return self.source_code(at, operand, self.has(Name::Imm));
        }
        match operand {
            Operand::Imm(value) => Some(*value as u64),
            Operand::Expr(expr) => match **expr {
                Expr::Constant(value) => Some(value as u64),
                _ => None,
            },
            Operand::Reg(_) => None,
        }
    }

    /// Returns the code of a source that is no register: that of an inline constant, or one that says that a literal follows.
    fn source_code(
        &self,
        at: usize,
        operand: &Operand,
        has_mandatory_literal: bool,
    ) -> Option<u64> {
        let of = self.source_type(at)?;
        let value = match operand {
            Operand::Imm(value) => *value,
            Operand::Expr(expr) => {
                let literal = expression::literal(expr);
                match (&**expr, literal) {
                    (Expr::Constant(value), _) => *value,
                    (_, literal) if of.is_mandatory() => {
                        return Some(literal.map_or(0, |it| it.1) as u64);
                    }
                    (_, literal) => {
                        let is_32 = literal.is_some_and(|it| it.0 == Literal::Bits32);
                        let is_wide = of.size_bytes() == 8 && !is_32;
                        return Some(match is_wide && self.generation.has_literals64() {
                            true => LITERAL_64,
                            false => LITERAL_32,
                        });
                    }
                }
            }
            Operand::Reg(_) => return None,
        };
        let flags = self.gpu.tables.instruction(self.inst.opcode).target_flags;
        let takes_64 = self.generation.has_literals64() && flags & (flag::VOP3 | flag::VOP3P) == 0;
        let setting = inline_code::Setting {
            has_inv2pi: self.generation.has_inv2pi(),
            takes_64,
            splats: self.generation.is_gfx11_plus(),
        };
        let code = setting.code(of, value);
        let is_real_64 = matches!(of, OperandType::ImmFp64 | OperandType::ImmV2Fp64);
        Some(match has_mandatory_literal && is_real_64 && code == LITERAL_32 {
            true => LITERAL_64,
            false => code,
        })
    }

    fn finishing_bits(&self, method: PostMethod) -> u128 {
        const ZERO: u128 = 0x80;
        const PLACES: [u32; 3] = [32, 41, 50];
        let unused = |used: [bool; 3]| {
            let places = PLACES.iter().zip(used).filter(|(_, is_used)| !is_used);
            let bits = places.fold(0, |bits, (place, _)| bits | ZERO << place);
            if self.generation.is_gfx10_plus() { bits } else { 0 }
        };
        match method {
            PostMethod::UnusedSources { used } => unused(used),
            PostMethod::LaneMaskResult => {
                let mask = self.gpu.registers.exec_lo;
                u128::from(self.encoding_of(mask) & register_bit::NUMBER)
                    | unused([true, true, false])
            }
        }
    }

    /// Returns the bits that choose the upper half of sources which a packed instruction has not.
    fn unused_halves(&self) -> u128 {
        const UPPER: [u128; 3] = [1 << 59, 1 << 60, 1 << 14];
        let flags = self.gpu.tables.instruction(self.inst.opcode).target_flags;
        let is_packed =
            flags & flag::VOP3P != 0 || self.gpu.accumulator_moves.contains(&self.inst.opcode);
        let reuses = [Name::MatrixBFmt, Name::MatrixBScale, Name::MatrixBReuse];
        if !is_packed || reuses.iter().any(|name| self.has(*name)) {
            return 0;
        }
        if self.has(Name::OpSelHi) {
            if self.has(Name::Src2) {
                return 0;
            }
            if self.has(Name::Src1) {
                return UPPER[2];
            }
            if self.has(Name::Src0) {
                return UPPER[1] | UPPER[2];
            }
        }
        UPPER[0] | UPPER[1] | UPPER[2]
    }

    /// Appends the registers of an address that are not in sequence.
    fn push_addresses(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let flags = self.gpu.tables.instruction(self.inst.opcode).target_flags;
        if !self.generation.is_gfx10_plus() || flags & flag::MIMG == 0 {
            return Ok(());
        }
        let first = self.index(Name::VAddr0).zip(self.index(Name::SRSrc));
        let Some((first, end)) = first else { return Ok(()) };
        let more = first + 1..end;
        let padding = more.len().wrapping_neg() & 3;
        for at in more {
            let value = self.value(EncoderMethod::Value, at).ok_or(EncodeError::Operands)?;
            out.push(value as u8);
        }
        out.extend(std::iter::repeat_n(0, padding));
        Ok(())
    }

    /// Appends the literal that a source asks for.
    fn push_literal(&self, length: usize, out: &mut Vec<u8>) {
        let longest = if self.generation.has_vop3_literal() { 8 } else { 4 };
        if length > longest || self.has(Name::Imm) {
            return;
        }
        for (at, operand) in self.inst.operands.iter().enumerate() {
            let Some(of) = self.source_type(at) else { continue };
            let code = self.source_code(at, operand, false);
            let (value, is_lit) = match operand {
                Operand::Imm(value) => (*value, false),
                Operand::Expr(expr) => match (&**expr, expression::literal(expr)) {
                    (Expr::Constant(value), _) => (*value, false),
                    (_, Some((_, value))) => (value, true),
                    // The linker fills it in.
                    _ => (0, false),
                },
                Operand::Reg(_) => continue,
            };
            match code {
                Some(LITERAL_64) => out.extend(value.to_le_bytes()),
                Some(LITERAL_32) => {
                    let is_upper = matches!(of, OperandType::ImmFp64 | OperandType::ImmV2Fp64);
                    let bits = match of {
                        _ if is_upper && is_lit => value,
                        _ if is_upper => (value as u64 >> 32) as i64,
                        OperandType::ImmBf16
                        | OperandType::ImmFp16
                        | OperandType::InlineBf16
                        | OperandType::InlineFp16 => value & 0xffff,
                        _ => value,
                    };
                    out.extend((bits as u32).to_le_bytes());
                }
                _ => continue,
            }
            return;
        }
    }
}
