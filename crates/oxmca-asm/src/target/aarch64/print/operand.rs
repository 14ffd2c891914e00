//! Operands by the method that shows them.

use oxmca_tables::Reg;

use super::context::Printing;
use super::immediate::{push_byte_mask, push_hex_of_c, push_plain};
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{print_expr, push_decimal, push_hex};
use crate::target::aarch64::condition::Condition;
use crate::target::aarch64::float_immediate::{byte_mask, value_of};
use crate::target::aarch64::logical_immediate::{decode, sign_extend};
use crate::target::aarch64::print_method::Method;
use crate::target::aarch64::shift::ShiftExtend;

/// The unit of the distances of `adrp`.
const PAGE_BYTES: i64 = 4096;

impl Printing<'_> {
    /// Appends machine operand number `operand` by a method. Nothing is appended if the method does not go with
    /// operands of that kind.
    pub(super) fn print(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        let Some(shown) = inst.operands.get(operand) else { return };
        let next = || inst.operands.get(operand + 1).and_then(Operand::imm);
        match shown {
            Operand::Reg(reg) => self.print_reg(method, *reg, next(), inst, out),
            Operand::Imm(value) => self.print_imm(method, *value, next(), inst, out),
            Operand::Expr(expr) => self.print_expression(method, expr, next(), out),
        }
    }

    fn print_reg(
        &self,
        method: Method,
        reg: Reg,
        next: Option<i64>,
        inst: &Inst,
        out: &mut String,
    ) {
        let name = self.name(reg);
        match method {
            Method::VectorRegister => out.push_str(self.vector_name(reg)),
            Method::SveRegister(suffix)
            | Method::PredicateAsCounter(suffix)
            | Method::Matrix(suffix) => self.push_with_suffix(name, suffix, out),
            Method::MatrixTileVector { is_vertical } => self.push_tile_slice(reg, is_vertical, out),
            Method::VectorList { lanes, kind } => self.push_vector_list(reg, lanes, kind, out),
            Method::RegisterPair => self.push_pair(reg, out),
            Method::FirstOfEight => {
                let first = self.sub_register(reg, "x8sub_0");
                out.push_str(first.map_or("", |first| self.name(first)));
            }
            Method::GeneralAs32 => out.push_str(self.name(self.low_half(reg))),
            Method::ScalarOfVector { sub_register } => {
                let scalar = self.sub_register(reg, sub_register);
                out.push_str(scalar.map_or("", |scalar| self.name(scalar)));
            }
            Method::ZeroPair => {
                out.push_str(name);
                out.push_str(", ");
                out.push_str(name);
            }
            Method::PostIncrement { bytes } if name == "xzr" => push_plain(bytes, out),
            Method::ShiftedRegister => {
                out.push_str(name);
                next.into_iter().for_each(|shift| Self::push_shifter(shift, out));
            }
            Method::ExtendedRegister => {
                out.push_str(name);
                next.into_iter().for_each(|extend| self.push_arith_extend(extend, inst, out));
            }
            Method::RegWithShiftExtend { is_signed, width_bits, source, suffix } => {
                self.push_with_suffix(name, suffix, out);
                let is_scaled = width_bits != 8;
                if is_signed || is_scaled || source == 'w' {
                    out.push_str(", ");
                    push_memory_extend(is_signed, is_scaled, width_bits, source, out);
                }
            }
            _ => out.push_str(name),
        }
    }

    fn print_imm(
        &self,
        method: Method,
        value: i64,
        next: Option<i64>,
        inst: &Inst,
        out: &mut String,
    ) {
        match method {
            Method::ImmHex => push_hex_of_c(value as u64, out),
            Method::SignedImm { bits } => self.push_immediate(sign_extend(value, bits), out),
            Method::ImmScale { scale } | Method::UImm12Offset { scale } => {
                self.push_immediate(value.wrapping_mul(scale), out);
            }
            Method::ImmRangeScale { scale, offset } => {
                let first = value.wrapping_mul(scale);
                self.push_number(first, out);
                out.push(':');
                self.push_number(first.wrapping_add(offset), out);
            }
            Method::AddSubImm => {
                self.push_immediate(value & 0xfff, out);
                // Such a shift is `lsl #12` or none.
                let shift = next.filter(|shift| shift & 0x3f != 0);
                shift.into_iter().for_each(|shift| Self::push_shifter(shift, out));
            }
            Method::LogicalImm { bits } => {
                out.push('#');
                push_hex(decode(value as u64, bits), out);
            }
            Method::SveLogicalImm { bits } => self.push_sve_logical(bits, value, out),
            Method::Imm8OptLsl { bits, is_signed } => {
                self.push_shifted_byte(bits, is_signed, value, next.unwrap_or(0), out);
            }
            Method::FpImm => {
                out.push_str(&format!("#{:.8}", f64::from(value_of(value as u8))));
            }
            Method::ExactFpImm(numbers) => {
                out.push('#');
                out.push_str(numbers[usize::from(value != 0)].text());
            }
            Method::ByteMask => push_byte_mask(byte_mask(value as u8), out),
            Method::ComplexRotation { angle, remainder } => {
                push_plain(value.wrapping_mul(angle).wrapping_add(remainder), out);
            }
            Method::VectorIndex { scale } => {
                out.push('[');
                push_decimal(value.wrapping_mul(scale), out);
                out.push(']');
            }
            Method::MatrixIndex { scale } => push_decimal(value.wrapping_mul(scale), out),
            Method::AlignedLabel => {
                let distance = value.wrapping_mul(4);
                match self.options.address {
                    Some(address) => push_hex(address.wrapping_add_signed(distance), out),
                    None => self.push_immediate(distance, out),
                }
            }
            Method::PageLabel => {
                let is_page = self.tables().opcode_name(inst.opcode) == "ADRP";
                let distance = if is_page { value.wrapping_mul(PAGE_BYTES) } else { value };
                match self.options.address {
                    Some(address) => {
                        let low = if is_page { address % PAGE_BYTES as u64 } else { 0 };
                        push_hex((address - low).wrapping_add_signed(distance), out);
                    }
                    None => push_plain(distance, out),
                }
            }
            Method::Shifter => Self::push_shifter(value, out),
            Method::ArithExtend => self.push_arith_extend(value, inst, out),
            Method::MemExtend { source, width_bits } => {
                push_memory_extend(value != 0, next != Some(0), width_bits, source, out);
            }
            Method::MatrixTileList => Self::push_tile_list(value, out),
            Method::SystemCr => {
                out.push('c');
                push_decimal(value, out);
            }
            Method::Condition { is_inverse } => {
                let condition = Condition::of_code(value);
                let condition = if is_inverse { condition.inverted() } else { condition };
                out.push_str(condition.name());
            }
            Method::SystemRegister { .. }
            | Method::ProcessState
            | Method::StreamingControl
            | Method::Barrier
            | Method::BarrierNxs
            | Method::Prefetch { .. }
            | Method::RangePrefetch
            | Method::ThreadIndexHint
            | Method::SvePattern
            | Method::SveVectorLength => {
                let opcode = self.tables().opcode_name(inst.opcode);
                self.push_by_name(method, opcode, value, out);
            }
            _ => self.push_immediate(value, out),
        }
    }

    fn print_expression(&self, method: Method, expr: &Expr, next: Option<i64>, out: &mut String) {
        match (method, expr) {
            (Method::AlignedLabel, Expr::Constant(address)) => push_hex(*address as u64, out),
            _ => print_expr(expr, self, out),
        }
        if method == Method::AddSubImm {
            next.into_iter().for_each(|shift| Self::push_shifter(shift, out));
        }
    }

    /// Appends the extend of an arithmetic instruction. With the stack pointer, the one of its width is
    /// `lsl`, which is left out if it shifts by 0.
    fn push_arith_extend(&self, operand: i64, inst: &Inst, out: &mut String) {
        let (extend, amount) = ShiftExtend::of_arith_extend_operand(operand);
        let stack_pointer = match extend {
            ShiftExtend::Uxtx => Some("sp"),
            ShiftExtend::Uxtw => Some("wsp"),
            _ => None,
        };
        let is_stack_pointer =
            |operand: &Operand| operand.reg().map(|reg| self.name(reg)) == stack_pointer;
        if stack_pointer.is_some() && inst.operands.iter().take(2).any(is_stack_pointer) {
            if amount != 0 {
                out.push_str(", lsl ");
                push_plain(amount.into(), out);
            }
            return;
        }
        out.push_str(", ");
        out.push_str(extend.name());
        if amount != 0 {
            out.push(' ');
            push_plain(amount.into(), out);
        }
    }
}

/// Appends the extend of an offset in memory, from a register of 32 (`w`) or 64 bits (`x`), scaled by the width of
/// the access.
fn push_memory_extend(
    is_signed: bool,
    is_scaled: bool,
    width_bits: u32,
    source: char,
    out: &mut String,
) {
    let is_shift = !is_signed && source == 'x';
    if is_shift {
        out.push_str("lsl");
    } else {
        out.push_str(if is_signed { "sxt" } else { "uxt" });
        out.push(source);
    }
    if is_scaled || is_shift {
        out.push(' ');
        push_plain((width_bits / 8).max(1).ilog2().into(), out);
    }
}
