//! Machine code.

use super::encoder_method::{EncoderMethod, PostMethod};
use super::target::AArch64;
use crate::bit_fields::{self, EncoderMethods};
use crate::inst::{Expr, Inst, Operand};
use crate::subtarget::Subtarget;
use crate::target::EncodeError;

/// Instructions without machine code: a relocation of the next instruction, and room for others.
const WITHOUT_CODE: [&str; 2] = ["TLSDESCCALL", "SPACE"];

/// Specifiers of the upper 12 bits of an offset, by which the linker makes an addition shift its immediate.
const UPPER_12_BITS: [&str; 3] = ["tprel_hi12", "dtprel_hi12", "secrel_hi12"];

/// Specifiers of signed values: the linker makes the instruction a `movz` or a `movn`.
const SIGNED_PARTS: [&str; 7] =
    ["dtprel_g2", "dtprel_g1", "dtprel_g0", "gottprel_g1", "tprel_g2", "tprel_g1", "tprel_g0"];

/// The bit of an addition's immediate that shifts it by 12.
const SHIFT_BY_12: i64 = 1 << 12;
/// The bit of an 8-bit immediate's code that shifts it by 8.
const SHIFT_BY_8: i64 = 1 << 8;

/// Appends the machine code of an instruction, little-endian on every triple.
pub fn encode(
    aarch64: &AArch64<'_>,
    _: &Subtarget,
    inst: &Inst,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let tables = &aarch64.tables;
    match bit_fields::encode(tables, aarch64, inst) {
        Some(code) => out.extend(code.little_endian()),
        None if WITHOUT_CODE.contains(&tables.opcode_name(inst.opcode)) => {}
        None => return Err(EncodeError::Operands),
    }
    Ok(())
}

impl EncoderMethods for AArch64<'_> {
    fn operand_value(&self, method: u16, inst: &Inst, operand: usize) -> Option<u64> {
        let method = EncoderMethod::named(self.method_name(method))?;
        let operands = inst.operands.get(operand..)?;
        // The linker fills in the value of an expression.
        let value = match operands.first()? {
            Operand::Reg(reg) => self.tables.register(*reg).encoding.into(),
            Operand::Imm(value) => *value,
            Operand::Expr(_) => 0,
        };
        let next = || operands.get(1).and_then(Operand::imm);
        let value = match method {
            EncoderMethod::Value => value,
            EncoderMethod::AddSubImmediate => {
                let shifts = shift_amount(next()?) != 0
                    || specifier(&operands[0]).is_some_and(|it| UPPER_12_BITS.contains(&it));
                value | if shifts { SHIFT_BY_12 } else { 0 }
            }
            EncoderMethod::ShiftedByte => {
                value & 0xff | if shift_amount(next()?) == 0 { 0 } else { SHIFT_BY_8 }
            }
            EncoderMethod::IndexExtension => value << 1 | next()?,
            EncoderMethod::Eighth => value / 8,
            EncoderMethod::IsNot8 => i64::from(shift_amount(value) != 8),
            EncoderMethod::From(minuend) => minuend.wrapping_sub(value),
            EncoderMethod::Minus(subtrahend) => value.wrapping_sub(subtrahend),
            EncoderMethod::Steps { step, first } => value.wrapping_sub(first).checked_div(step)?,
            // z20 to z23, then z28 to z31.
            EncoderMethod::LookupIndex => value - if value > 27 { 24 } else { 20 },
            // One of the first registers of each half, of which there are as many as steps between registers.
            EncoderMethod::Strided2 => (value & 0x10) >> 1 | value & 7,
            EncoderMethod::Strided4 => (value & 0x10) >> 2 | value & 3,
        };
        Some(value as u64)
    }

    fn finish(&self, method: u16, inst: &Inst, code: u64) -> Option<u64> {
        Some(match PostMethod::named(self.method_name(method))? {
            // Register fields without an operand are ones, or zeros.
            PostMethod::MultiplyHigh => code | 0x1f << 10,
            PostMethod::Exclusive { has_status, has_second_register } => {
                let status = if has_status { 0 } else { 0x1f << 16 };
                let second = if has_second_register { 0 } else { 0x1f << 10 };
                code | status | second
            }
            PostMethod::ComparisonWithZero => code & !(0x1f << 16),
            // The opcode of `movn`.
            PostMethod::MoveWide => {
                let specifier = inst.operands.get(1).and_then(specifier);
                match specifier.is_some_and(|it| SIGNED_PARTS.contains(&it)) {
                    true => code & !(1 << 30),
                    false => code,
                }
            }
        })
    }
}

impl AArch64<'_> {
    fn method_name(&self, method: u16) -> &str {
        self.tables.text(self.tables.encoder_methods[usize::from(method)])
    }
}

/// Returns the amount of a shift operand, which has the kind of shift above it.
fn shift_amount(operand: i64) -> i64 {
    operand & 0x3f
}

/// Returns the relocation specifier around an operand's expression.
fn specifier(operand: &Operand) -> Option<&str> {
    match operand {
        Operand::Expr(expr) => match &**expr {
            Expr::Specifier { name, .. } => Some(name),
            _ => None,
        },
        _ => None,
    }
}
