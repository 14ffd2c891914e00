//! Operands by the method that shows them.

use oxmca_tables::Reg;
use oxmca_tables::schema::operand_type;

use super::{Printing, imm, reg};
use crate::inst::{Inst, Operand};
use crate::printer::{push_decimal, push_hex};
use crate::target::arm::condition::{ALWAYS, HIGHER_OR_SAME, name_of, opposite};
use crate::target::arm::control_flow::branch_target;
use crate::target::arm::immediate::{float_value, rotated_code, rotated_value, vector_value};
use crate::target::arm::print_method::{Method, VectorList};
use crate::target::arm::registers::{offset, part_of};
use crate::target::arm::shift::{Shift, ShifterOperand};

impl Printing<'_> {
    /// Appends machine operand number `operand` by a method. Nothing is appended if the method does not go with
    /// operands of that kind.
    pub(super) fn print(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        let Some(shown) = inst.operands.get(operand) else { return };
        let value = imm(inst, operand);
        match method {
            Method::Operand => match self.target_address(inst, operand) {
                Some(target) => push_hex(target, out),
                None => self.plain(shown, out),
            },
            Method::Number => push_decimal(value, out),
            Method::LetterAndNumber(letter) => {
                out.push(letter);
                push_decimal(value, out);
            }
            Method::CoprocessorOption => out.push_str(&format!("{{{value}}}")),
            Method::Plus(addend) => self.number(value.wrapping_add(addend), out),
            Method::From(minuend) => self.hash(minuend.wrapping_sub(value), out),
            Method::Times(factor) => self.number(value.wrapping_mul(factor), out),
            Method::ThumbShift => self.number(if value == 0 { 32 } else { value }, out),
            Method::Angle { step, first } => {
                self.hash(value.wrapping_mul(step).wrapping_add(first), out);
            }
            Method::Saturation => self.hash(if value == 1 { 48 } else { 64 }, out),
            Method::Real => {
                out.push('#');
                push_exponential(float_value(value), out);
            }
            Method::Rotated => self.print_rotated(shown, inst, operand, out),
            Method::VectorImmediate => {
                out.push('#');
                push_hex(vector_value(value), out);
            }
            Method::BitField => {
                let field = !value as u32;
                let lowest = field.trailing_zeros();
                let width = (32 - field.leading_zeros()).saturating_sub(lowest);
                out.push_str(&format!("#{lowest}, #{width}"));
            }
            Method::Lane => out.push_str(&format!("[{value}]")),
            Method::Condition => match value {
                15 => out.push_str("<und>"),
                ALWAYS => {}
                code => out.push_str(name_of(code)),
            },
            Method::MandatoryCondition => out.push_str(name_of(value)),
            Method::OppositeCondition => out.push_str(name_of(opposite(value))),
            Method::RestrictedCondition => {
                out.push_str(if value == HIGHER_OR_SAME { "cs" } else { name_of(value) });
            }
            Method::BlockMask => {
                let end = value.trailing_zeros().min(4);
                let letters = (end + 1..4).rev();
                out.extend(letters.map(|bit| if value >> bit & 1 != 0 { 'e' } else { 't' }));
            }
            Method::VectorPredicate => out.push_str(match value {
                1 => "t",
                2 => "e",
                _ => "",
            }),
            Method::SetsFlags => {
                out.push_str(if reg(inst, operand) == Reg::NONE { "" } else { "s" });
            }
            Method::ShiftedByRegister => {
                self.reg(reg(inst, operand), out);
                let shift = ShifterOperand::unpack(imm(inst, operand + 2)).shift;
                out.push_str(", ");
                out.push_str(shift.name());
                if shift != Shift::Rrx {
                    out.push(' ');
                    self.reg(reg(inst, operand + 1), out);
                }
            }
            Method::ShiftedByAmount => {
                self.reg(reg(inst, operand), out);
                let ShifterOperand { shift, amount } =
                    ShifterOperand::unpack(imm(inst, operand + 1));
                self.shift(shift, amount, out);
            }
            Method::Shifter => {
                let amount = value & 31;
                if value >> 5 & 1 != 0 {
                    self.shift(Shift::Asr, amount, out);
                } else {
                    self.shift(Shift::Lsl, amount, out);
                }
            }
            Method::PackedLsl => self.shift(Shift::Lsl, value, out),
            Method::PackedAsr => self.shift(Shift::Asr, value, out),
            Method::Rotation => {
                if value != 0 {
                    out.push_str(&format!(", ror #{}", value.wrapping_mul(8)));
                }
            }
            Method::RegisterPair => {
                for (separator, index) in [("", "gsub_0"), (", ", "gsub_1")] {
                    out.push_str(separator);
                    self.part(reg(inst, operand), index, out);
                }
            }
            Method::RegisterList => {
                out.push('{');
                for (index, listed) in inst.operands[operand..].iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.reg(listed.reg().unwrap_or(Reg::NONE), out);
                }
                out.push('}');
            }
            Method::Vectors(list) => self.print_vectors(list, reg(inst, operand), out),
            Method::MveVectors(count) => {
                out.push('{');
                for index in 0..count {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.part(reg(inst, operand), &format!("qsub_{index}"), out);
                }
                out.push('}');
            }
            Method::ByteOrder
            | Method::InterruptMode
            | Method::InterruptFlags
            | Method::StatusMask
            | Method::BankedRegister
            | Method::MemoryBarrier
            | Method::InstructionBarrier
            | Method::TraceBarrier => self.print_system(method, value, inst, out),
            _ => self.print_address(method, inst, operand, out),
        }
    }

    /// Returns the address that a distance stands for, if targets are shown as addresses.
    fn target_address(&self, inst: &Inst, operand: usize) -> Option<u64> {
        let (address, tables) = (self.options.address?, &self.arm.tables);
        let is_distance =
            tables.operands(inst.opcode).get(operand)?.kind == operand_type::PC_RELATIVE;
        let value = inst.operands.get(operand)?.imm().filter(|_| is_distance)?;
        Some(branch_target(tables, inst, value, address) & 0xffff_ffff)
    }

    /// Appends `#` and a number in decimal.
    pub(super) fn hash(&self, value: i64, out: &mut String) {
        out.push('#');
        push_decimal(value, out);
    }

    /// Appends a shift behind a register: nothing if it is none.
    pub(super) fn shift(&self, shift: Shift, amount: i64, out: &mut String) {
        if shift == Shift::None || shift == Shift::Lsl && amount == 0 {
            return;
        }
        out.push_str(", ");
        out.push_str(shift.name());
        if shift != Shift::Rrx {
            out.push_str(&format!(" #{}", if amount == 0 { 32 } else { amount }));
        }
    }

    /// Appends the part of a register of an index of the tables.
    fn part(&self, reg: Reg, index: &str, out: &mut String) {
        let part = part_of(&self.arm.tables, reg, index);
        self.reg(part.unwrap_or(Reg::NONE), out);
    }

    /// Appends rotated bits as their number, or apart if the number has a lower rotation.
    fn print_rotated(&self, shown: &Operand, inst: &Inst, operand: usize, out: &mut String) {
        let Operand::Imm(code) = *shown else { return self.plain(shown, out) };
        let is_unsigned = match self.arm.tables.opcode_name(inst.opcode) {
            "MOVi" => operand > 0 && reg(inst, operand - 1) == self.arm.registers.pc(),
            "MSRi" => true,
            _ => false,
        };
        let value = rotated_value(code);
        if rotated_code(value.into()) == Some(code) {
            let value = if is_unsigned { value.into() } else { i64::from(value as i32) };
            return self.hash(value, out);
        }
        out.push_str(&format!("#{}, #{}", code & 0xff, (code & 0xf00) >> 7));
    }

    /// Appends a list of vectors. Lists of two are registers of their own.
    fn print_vectors(&self, list: VectorList, first: Reg, out: &mut String) {
        let lanes = if list.has_all_lanes { "[]" } else { "" };
        out.push('{');
        for index in 0..list.count {
            out.push_str(if index > 0 { ", " } else { "" });
            let step = if list.is_spaced { 2 } else { 1 };
            if list.count == 2 {
                self.part(first, &format!("dsub_{}", index * step), out);
            } else {
                self.vector(offset(first, index * step), out);
            }
            out.push_str(lanes);
        }
        out.push('}');
    }

    /// Appends the name of a register that is counted from another; nothing if there is none.
    fn vector(&self, reg: Reg, out: &mut String) {
        if usize::from(reg.0) < self.arm.tables.registers.len() {
            self.reg(reg, out);
        }
    }
}

/// Appends a number as `%e` of C shows it.
fn push_exponential(value: f32, out: &mut String) {
    let text = format!("{:.6e}", f64::from(value));
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    out.push_str(&format!("{digits}e{sign}{exponent:0>2}"));
}
