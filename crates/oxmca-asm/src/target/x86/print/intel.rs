//! Addresses in Intel syntax: `qword ptr [base + scale*index + displacement]`.

use super::context::Context;
use super::context::Dialect;
use super::method::Size;
use super::operand::{immediate, push_scale};
use crate::inst::{Inst, Operand};
use crate::printer::push_immediate;

impl Context<'_> {
    /// Prints the size of the access, in Intel syntax.
    pub(super) fn print_size(&self, size: Size, out: &mut String) {
        if self.dialect == Dialect::Att {
            return;
        }
        out.push_str(match size {
            Size::Unsaid => "",
            Size::Byte => "byte ptr ",
            Size::Word => "word ptr ",
            Size::Dword => "dword ptr ",
            Size::Qword => "qword ptr ",
            Size::Tbyte => "tbyte ptr ",
            Size::Xmmword => "xmmword ptr ",
            Size::Ymmword => "ymmword ptr ",
            Size::Zmmword => "zmmword ptr ",
        });
    }

    /// Prints the address at operand `at`, without its segment.
    pub(super) fn print_address_intel(&self, inst: &Inst, at: usize, out: &mut String) {
        let (base, index) = (self.reg(inst, at), self.reg(inst, at + 2));
        out.push('[');
        if base.is_some() {
            self.print_register(base, out);
        }
        if index.is_some() {
            if base.is_some() {
                out.push_str(" + ");
            }
            if immediate(inst, at + 1) != 1 || !base.is_some() {
                push_scale(inst, at, out);
                out.push('*');
            }
            self.print_register(index, out);
        }
        let registers = base.is_some() || index.is_some();
        match inst.operands.get(at + 3) {
            Some(Operand::Imm(0)) if registers => {}
            Some(Operand::Imm(value)) if registers => {
                out.push_str(if *value > 0 { " + " } else { " - " });
                let magnitude = if *value > 0 { *value } else { value.wrapping_neg() };
                push_immediate(magnitude, self.hex_immediates, out);
            }
            _ => {
                if registers {
                    out.push_str(" + ");
                }
                self.print_displacement(inst, at + 3, out);
            }
        }
        out.push(']');
    }
}
