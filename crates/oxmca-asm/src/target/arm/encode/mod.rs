//! Machine code.

mod address;

use oxmca_tables::schema::EncodingField;
use oxmca_tables::{FeatureSet, Reg, Tables};

use super::condition::HIGHER_OR_SAME;
use super::encoder_method::{EncoderMethod, PostMethod};
use super::feature_bits::Feature;
use super::immediate::{rotated_code, thumb_immediate_code};
use super::registers::Class;
use super::shift::{MINUS_ZERO, Shift, ShifterOperand};
use super::target::Arm;
use crate::bit_fields::{self, EncoderMethods};
use crate::inst::{Expr, Inst, Operand};
use crate::subtarget::Subtarget;
use crate::target::EncodeError;

/// Appends the machine code of an instruction. Thumb has halves, of which the one with the opcode comes first.
pub fn encode(
    arm: &Arm<'_>,
    subtarget: &Subtarget,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    // Only expansions have no code.
    if arm.tables.encoding(inst.opcode).is_none() {
        return Ok(());
    }
    let encoding = Encoding { arm, features: &subtarget.features };
    let code = bit_fields::encode(&arm.tables, &encoding, inst).ok_or(EncodeError::Operands)?;
    let is_thumb = encoding.has(Feature::ThumbMode);
    let mut bytes: Vec<u8> = code.little_endian().collect();
    if arm.syntax.little_endian {
        if is_thumb && bytes.len() == 4 {
            bytes.rotate_left(2);
        }
    } else {
        bytes.reverse();
    }
    out.extend(bytes);
    Ok(())
}

/// An encoder for the features of a subtarget.
struct Encoding<'e, 't> {
    arm: &'e Arm<'t>,
    features: &'e FeatureSet,
}

impl Encoding<'_, '_> {
    fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.features, feature)
    }

    /// Returns the number of a register.
    fn number(&self, reg: Reg) -> u64 {
        self.arm.tables.register(reg).encoding.into()
    }

    /// Returns the number of the register of an operand.
    fn register(&self, operand: Option<&Operand>) -> Option<u64> {
        Some(self.number(operand?.reg()?))
    }
}

impl EncoderMethods for Encoding<'_, '_> {
    fn plain(&self, tables: &Tables<'_>, operand: &Operand, _: &EncodingField) -> Option<u64> {
        let value = bit_fields::plain_value(tables, operand)?;
        let is_doubled = || {
            let reg = operand.reg()?;
            let is_quad = self.arm.registers.is_in(tables, Class::Quad, reg);
            Some(is_quad && !self.has(Feature::Mve))
        };
        // Vectors of NEON have the number of their first half.
        Some(if is_doubled().unwrap_or(false) { value * 2 } else { value })
    }

    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let tables = &self.arm.tables;
        let name = tables.text(tables.encoder_methods[usize::from(method)]);
        let method = EncoderMethod::named(name)?;
        let operands = inst.operands.get(operand..)?;
        let first = operands.first()?;
        // The linker fills in the value of an expression.
        let value = i64::from(first.imm().unwrap_or_default() as i32);
        let is_expression = matches!(first, Operand::Expr(_));
        Some(match method {
            EncoderMethod::Half => half(first)? as u64,
            EncoderMethod::SetsFlags => u64::from(first.reg()? == self.arm.registers.flags),
            EncoderMethod::RegisterList => self.register_list(inst, operands)?,
            EncoderMethod::AfterBranch => {
                let branch = inst.operands.first().and_then(Operand::imm);
                u64::from(!is_expression && value.wrapping_sub(branch?) == 4)
            }
            EncoderMethod::BlockMask => {
                let condition = inst.operands.get(operand.checked_sub(1)?)?.imm()?;
                block_mask(condition, value) as u64
            }
            EncoderMethod::LongShift => {
                let is_of_halves = tables.opcode_name(inst.opcode).contains("16");
                (value + if is_of_halves { 16 } else { 8 }) as u64
            }
            EncoderMethod::ShiftedByRegister => {
                let amount = self.register(operands.get(1))?;
                let shift = Shift::of_code(operands.get(2)?.imm()?);
                self.register(Some(first))? | (shift_bits(shift) << 1 | 1) << 4 | amount << 8
            }
            EncoderMethod::ShiftedByAmount => {
                let ShifterOperand { shift, amount } =
                    ShifterOperand::unpack(operands.get(1)?.imm()?);
                let amount = if shift == Shift::Rrx { 0 } else { amount as u64 };
                self.register(Some(first))? | shift_bits(shift) << 5 | amount << 7
            }
            _ if is_expression && takes_label(method) => 0,
            _ if is_expression && !is_address(method) => return None,
            EncoderMethod::Value => value as u64,
            EncoderMethod::Scaled { shift, is_negated } => {
                let value = value >> shift;
                (if is_negated { -value } else { value }) as u64
            }
            EncoderMethod::Branch => {
                let is_thumb = self.has(Feature::ThumbMode) && self.has(Feature::Thumb2);
                (if is_thumb { value } else { value >> 2 }) as u64
            }
            EncoderMethod::ThumbCall | EncoderMethod::ThumbBranch => thumb_distance(value >> 1),
            EncoderMethod::Label => label(value)?,
            EncoderMethod::ThumbLabel => match value {
                MINUS_ZERO => 0x1000,
                value if value < 0 => -value as u64 | 0x1000,
                value => value as u64,
            },
            EncoderMethod::ThumbImmediate => thumb_immediate_code(value)? as u64,
            EncoderMethod::BitField => {
                let field = !value as u32;
                let highest = field.checked_ilog2()?;
                u64::from(field.trailing_zeros() | highest << 5)
            }
            EncoderMethod::From(minuend) => minuend.wrapping_sub(value) as u64,
            EncoderMethod::Minus(subtrahend) => value.wrapping_sub(subtrahend) as u64,
            EncoderMethod::PowerOfTwo => first.imm()?.trailing_zeros().into(),
            EncoderMethod::VectorBlockMask => vector_block_mask(value) as u64,
            EncoderMethod::RestrictedCondition => restricted_condition(value)?,
            _ => self.address(method, operands)?,
        })
    }

    fn finish(&self, method: u16, _: &Inst, code: u64) -> Option<u64> {
        let tables = &self.arm.tables;
        let method = PostMethod::named(tables.text(tables.encoder_methods[usize::from(method)]))?;
        let is_thumb = self.has(Feature::ThumbMode) && self.has(Feature::Thumb2);
        Some(if is_thumb { method.of_thumb(code) } else { code })
    }
}

impl Encoding<'_, '_> {
    /// Returns the code of a list: bits of general registers, or the first vector register and a length.
    fn register_list(&self, inst: &Inst, operands: &[Operand]) -> Option<u64> {
        let Arm { tables, registers, .. } = self.arm;
        let listed = || operands.iter().filter_map(Operand::reg);
        let first = listed().next()?;
        let is_in = |class: Class, reg: Reg| registers.is_in(tables, class, reg);
        if !is_in(Class::Single, first) && !is_in(Class::Double, first) && first != registers.vpr {
            return Some(listed().fold(0, |bits, reg| bits | 1 << (self.number(reg) & 15)));
        }
        let mut count = operands.len() as u64 & 0xff;
        match tables.opcode_name(inst.opcode) {
            // The last one is always there.
            "VSCCLRMD" => count = count.saturating_sub(1),
            "VSCCLRMS" => {
                let words = |reg| {
                    u64::from(is_in(Class::Single, reg)) + 2 * u64::from(is_in(Class::Double, reg))
                };
                count = listed().map(words).sum();
            }
            _ => {}
        }
        let words = if is_in(Class::Single, first) { count } else { count * 2 };
        Some((self.number(first) & 0x1f) << 8 | words)
    }
}

/// Returns whether a method encodes an expression that the linker knows the value of. Others take numbers alone.
fn takes_label(method: EncoderMethod) -> bool {
    matches!(
        method,
        EncoderMethod::Value
            | EncoderMethod::Scaled { .. }
            | EncoderMethod::Branch
            | EncoderMethod::ThumbCall
            | EncoderMethod::ThumbBranch
            | EncoderMethod::Label
            | EncoderMethod::ThumbLabel
            | EncoderMethod::ThumbImmediate
    )
}

/// Returns whether a method encodes addresses, which may have a label.
fn is_address(method: EncoderMethod) -> bool {
    matches!(
        method,
        EncoderMethod::Base12
            | EncoderMethod::Mode3
            | EncoderMethod::Mode5
            | EncoderMethod::SignedWords { .. }
            | EncoderMethod::LiteralWords
    )
}

/// Returns the bits of a shift.
fn shift_bits(shift: Shift) -> u64 {
    match shift {
        Shift::None | Shift::Lsl | Shift::Uxtw => 0,
        Shift::Lsr => 1,
        Shift::Asr => 2,
        Shift::Ror | Shift::Rrx => 3,
    }
}

/// Returns the half or byte of a number that a specifier names.
fn half(operand: &Operand) -> Option<i64> {
    let Operand::Expr(expr) = operand else { return operand.imm() };
    let Expr::Specifier { name, operand, .. } = &**expr else { return Some(0) };
    let Expr::Constant(value) = **operand else { return Some(0) };
    let value = i64::from(value as u32);
    Some(match &**name {
        "upper16" => value >> 16,
        "upper8_15" => value >> 24,
        "upper0_7" => value >> 16 & 0xff,
        "lower8_15" => value >> 8 & 0xff,
        "lower0_7" => value & 0xff,
        _ => value & 0xffff,
    })
}

/// Returns the distance of a branch with the sign in the two bits below it.
fn thumb_distance(distance: i64) -> u64 {
    let distance = distance as u64;
    let sign = distance >> 23 & 1;
    let flipped = if sign == 0 { 0x60_0000 } else { 0 };
    distance ^ flipped
}

/// Returns an offset to or from the program counter, as rotated bits with the operation above.
fn label(offset: i64) -> Option<u64> {
    const ADD: u64 = 0x2000;
    const SUBTRACT: u64 = 0x1000;
    if offset == MINUS_ZERO {
        return Some(SUBTRACT);
    }
    let (is_negative, magnitude) = (offset < 0, offset.abs());
    let (code, is_subtraction) = match rotated_code(magnitude) {
        Some(code) => (code, is_negative),
        None => (rotated_code(-magnitude)?, !is_negative),
    };
    Some(code as u64 | if is_subtraction { SUBTRACT } else { ADD })
}

/// Returns the mask of a block: the lowest bit of its condition stands for "then".
fn block_mask(condition: i64, mask: i64) -> i64 {
    if condition & 1 == 0 {
        return mask;
    }
    let lowest = mask & -mask;
    mask ^ (0xf & -(lowest << 1))
}

/// Returns the mask of a block of vector instructions: bits that change.
fn vector_block_mask(mask: i64) -> i64 {
    let mut code = 0;
    let mut previous = 0;
    for bit in (0..4).rev() {
        if mask & !(-1 << bit) == 0 {
            return code | 1 << bit;
        }
        let current = mask >> bit & 1;
        code |= (current ^ previous) << bit;
        previous = current;
    }
    code
}

/// Returns the code of a comparison of vectors.
fn restricted_condition(condition: i64) -> Option<u64> {
    Some(match condition {
        0 | HIGHER_OR_SAME => 0,
        1 | 8 => 1,
        10 => 4,
        11 => 5,
        12 => 6,
        13 => 7,
        _ => return None,
    })
}
