//! Shows instructions.

use oxmca_tables::{FeatureSet, Reg};

use super::target::AArch64;
use crate::inst::{Inst, Operand};
use crate::printer::{PrintOptions, PrintTarget, RegisterNames, print_expr};

/// Appends an instruction as LLVM shows it.
pub fn print_inst(
    aarch64: &AArch64<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let printing = Printing { aarch64 };
    aarch64.printer.print(&aarch64.tables, &printing, features, options.dialect, inst, out);
}

impl AArch64<'_> {
    /// Appends the name of a register.
    pub(super) fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.tables.printed_name(reg));
    }
}

/// Methods that print operands, as the tables name them.
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// As it is.
    Operand,
}

struct Printing<'p> {
    aarch64: &'p AArch64<'p>,
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        (name == "printOperand").then_some(Method::Operand)
    }

    fn print_operand(&self, _: Method, inst: &Inst, operand: usize, out: &mut String) {
        match inst.operands.get(operand) {
            Some(Operand::Reg(reg)) => self.aarch64.push_register(*reg, out),
            Some(Operand::Imm(value)) => out.push_str(&format!("#{value}")),
            Some(Operand::Expr(expr)) => print_expr(expr, self, out),
            None => {}
        }
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        self.aarch64.push_register(reg, out);
    }
}
