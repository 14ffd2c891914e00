//! Addresses.

use oxmca_tables::Reg;

use super::{Printing, imm, reg};
use crate::inst::{Inst, Operand};
use crate::target::arm::print_method::Method;
use crate::target::arm::shift::{ByteOffset, MINUS_ZERO, Shift, ShiftedOffset};

impl Printing<'_> {
    /// Appends an address, or the part of one behind brackets.
    pub(super) fn print_address(
        &self,
        method: Method,
        inst: &Inst,
        operand: usize,
        out: &mut String,
    ) {
        let shown = &inst.operands[operand];
        let is_label = !matches!(shown, Operand::Reg(_));
        let (base, second) = (reg(inst, operand), reg(inst, operand + 1));
        match method {
            Method::LabelDistance { scale } => match shown {
                Operand::Expr(expr) => self.expression(expr, out),
                _ => {
                    let distance = i64::from((imm(inst, operand) as i32).wrapping_shl(scale));
                    self.signed(distance, out);
                }
            },
            Method::Literal => match shown {
                Operand::Expr(expr) => self.expression(expr, out),
                _ => {
                    out.push_str("[pc, ");
                    self.immediate(i64::from(imm(inst, operand) as i32), out);
                    out.push(']');
                }
            },
            Method::OffsetBehind => {
                out.push_str(", ");
                self.signed(i64::from(imm(inst, operand) as i32), out);
            }
            Method::SignedOffsetBehind(factor) => {
                let value = imm(inst, operand);
                out.push_str(if value & 0x100 != 0 { "#" } else { "#-" });
                out.push_str(&((value & 0xff) * factor).to_string());
            }
            Method::RegisterBehind => {
                out.push_str(if imm(inst, operand + 1) == 0 { "-" } else { "" });
                self.reg(base, out);
            }
            Method::Mode2Offset => {
                let offset = ShiftedOffset::unpack(imm(inst, operand + 1));
                let sign = if offset.is_negative { "-" } else { "" };
                if base == Reg::NONE {
                    out.push_str(&format!("#{sign}{}", offset.amount));
                } else {
                    out.push_str(sign);
                    self.reg(base, out);
                    self.shift(offset.shift, offset.amount, out);
                }
            }
            Method::Mode3Offset => {
                let offset = ByteOffset::unpack(imm(inst, operand + 1));
                let sign = if offset.is_negative { "-" } else { "" };
                if base == Reg::NONE {
                    out.push_str(&format!("#{sign}{}", offset.amount));
                } else {
                    out.push_str(sign);
                    self.reg(base, out);
                }
            }
            Method::Mode6Offset => {
                if base == Reg::NONE {
                    out.push('!');
                } else {
                    out.push_str(", ");
                    self.reg(base, out);
                }
            }
            _ if is_label => self.plain(shown, out),
            _ => {
                out.push('[');
                self.reg(base, out);
                self.print_offset(method, inst, operand, second, out);
                out.push(']');
            }
        }
    }

    /// Appends what follows the base in brackets.
    fn print_offset(
        &self,
        method: Method,
        inst: &Inst,
        operand: usize,
        second: Reg,
        out: &mut String,
    ) {
        match method {
            Method::Mode2 => {
                let offset = ShiftedOffset::unpack(imm(inst, operand + 2));
                let sign = if offset.is_negative { "-" } else { "" };
                if second != Reg::NONE {
                    out.push_str(", ");
                    out.push_str(sign);
                    self.reg(second, out);
                    self.shift(offset.shift, offset.amount, out);
                } else if offset.amount != 0 {
                    out.push_str(&format!(", #{sign}{}", offset.amount));
                }
            }
            Method::Mode3 { shows_zero } => {
                let offset = ByteOffset::unpack(imm(inst, operand + 2));
                if second == Reg::NONE {
                    return self.byte_offset(offset, 1, shows_zero, out);
                }
                out.push_str(if offset.is_negative { ", -" } else { ", " });
                self.reg(second, out);
            }
            Method::Mode5 { shows_zero, step } => {
                let offset = ByteOffset::unpack(imm(inst, operand + 1));
                self.byte_offset(offset, step, shows_zero, out);
            }
            Method::Mode6 => {
                let alignment = imm(inst, operand + 1);
                if alignment != 0 {
                    out.push_str(&format!(":{}", alignment.wrapping_mul(8)));
                }
            }
            Method::Offset { shows_zero } => {
                let offset = i64::from(imm(inst, operand + 1) as i32);
                if shows_zero || offset != 0 {
                    out.push_str(", ");
                    self.immediate(offset, out);
                }
            }
            Method::DecimalOffset { shows_zero } => {
                let offset = i64::from(imm(inst, operand + 1) as i32);
                if shows_zero || offset != 0 {
                    out.push_str(", ");
                    self.signed(offset, out);
                }
            }
            Method::ScaledOffset(factor) => {
                let offset = imm(inst, operand + 1);
                if offset != 0 {
                    out.push_str(", ");
                    self.number(offset.wrapping_mul(factor), out);
                }
            }
            Method::ThumbRegisterOffset => {
                out.push_str(", ");
                self.reg(second, out);
                self.shift(Shift::Lsl, imm(inst, operand + 2), out);
            }
            Method::TwoRegisters if second == Reg::NONE => {}
            Method::TwoRegisters => {
                out.push_str(", ");
                self.reg(second, out);
            }
            Method::Table { shift } => {
                out.push_str(", ");
                self.reg(second, out);
                self.shift(Shift::Lsl, shift, out);
            }
            Method::VectorOffsets { shift } => {
                out.push_str(", ");
                self.reg(second, out);
                if shift > 0 {
                    self.shift(Shift::Uxtw, shift, out);
                }
            }
            _ => {}
        }
    }

    /// Appends an offset of eight bits in units: `-0` is shown.
    fn byte_offset(&self, offset: ByteOffset, step: i64, shows_zero: bool, out: &mut String) {
        if shows_zero || offset.amount != 0 || offset.is_negative {
            let sign = if offset.is_negative { "-" } else { "" };
            out.push_str(&format!(", #{sign}{}", offset.amount * step));
        }
    }

    /// Appends a number with its sign, of which `-0` is one.
    fn immediate(&self, value: i64, out: &mut String) {
        let amount = if value == MINUS_ZERO { 0 } else { value };
        if value < 0 {
            out.push_str("#-");
            crate::printer::push_immediate(-amount, self.options.hex_immediates, out);
        } else {
            self.number(amount, out);
        }
    }

    /// Appends a number with its sign, of which `-0` is one, in decimal.
    fn signed(&self, value: i64, out: &mut String) {
        match value {
            MINUS_ZERO => out.push_str("#-0"),
            value => self.hash(value, out),
        }
    }
}
