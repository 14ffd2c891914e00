//! Shows instructions.

use std::borrow::Cow;

use oxmca_asm::Subtarget;
use oxmca_asm::inst::{Inst, Operand};
use oxmca_asm::printer::{PrintOptions, PrintTarget, RegisterNames, print_expr, push_immediate};
use oxmca_tables::Reg;

use crate::target::Toy;

/// The one print method of the tables.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    Operand,
}

struct Printing<'p> {
    toy: &'p Toy<'p>,
    options: &'p PrintOptions,
}

/// Appends an instruction as reports show it. It begins with a tab.
pub fn print_inst(
    toy: &Toy<'_>,
    subtarget: &Subtarget,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let printing = Printing { toy, options };
    // Without the feature, an instruction of two bytes is shown as the one that it abbreviates.
    let mut inst = Cow::Borrowed(inst);
    if inst.opcode == toy.c_addi && !subtarget.features.contains(toy.compressed) {
        inst.to_mut().opcode = toy.addi;
    }
    toy.printer.print(&toy.tables, &printing, &subtarget.features, options.dialect, &inst, out);
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        (name == "printOperand").then_some(Method::Operand)
    }

    fn print_operand(&self, _: Method, inst: &Inst, operand: usize, out: &mut String) {
        match inst.operands.get(operand) {
            Some(Operand::Reg(reg)) => self.push_register(*reg, out),
            Some(Operand::Imm(value)) => push_immediate(*value, self.options.hex_immediates, out),
            Some(Operand::Expr(expr)) => print_expr(expr, self, out),
            None => {}
        }
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.toy.tables.printed_name(reg));
    }
}
