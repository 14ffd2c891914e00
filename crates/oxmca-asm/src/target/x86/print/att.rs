//! Addresses in AT&T syntax: `displacement(base,index,scale)`.

use super::context::Context;
use super::operand::{immediate, push_scale};
use crate::inst::{Inst, Operand};

impl Context<'_> {
    /// Prints the address at operand `at`, without its segment.
    pub(super) fn print_address_att(&self, inst: &Inst, at: usize, out: &mut String) {
        let (base, index) = (self.reg(inst, at), self.reg(inst, at + 2));
        let registers = base.is_some() || index.is_some();
        if !registers || inst.operands.get(at + 3) != Some(&Operand::Imm(0)) {
            self.print_displacement(inst, at + 3, out);
        }
        if !registers {
            return;
        }
        out.push('(');
        if base.is_some() {
            self.print_register(base, out);
        }
        if index.is_some() {
            out.push(',');
            self.print_register(index, out);
            if immediate(inst, at + 1) != 1 {
                out.push(',');
                push_scale(inst, at, out);
            }
        }
        out.push(')');
    }
}
