//! Shows instructions.
//!
//! The tables say how most are shown. By hand are those that are other names of moves, loads and stores.

mod address;
mod canonical;
mod operand;
mod system;

use oxmca_tables::{FeatureSet, Reg};

use super::print_method::Method;
use super::target::Arm;
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{PrintOptions, PrintTarget, RegisterNames, print_expr, push_immediate};

/// The target while it prints an instruction.
struct Printing<'p> {
    arm: &'p Arm<'p>,
    features: &'p FeatureSet,
    options: &'p PrintOptions,
}

/// Appends an instruction as LLVM's printer shows it. It begins with a tab.
pub(super) fn print_inst(
    arm: &Arm<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let name = arm.tables.opcode_name(inst.opcode);
    let of_thumb = arm.features_of_thumb(inst, features);
    let features = of_thumb.as_ref().unwrap_or(features);
    let printing = Printing { arm, features, options };
    if !printing.print_canonical(name, inst, out) {
        arm.printer.print(&arm.tables, &printing, features, options.dialect, inst, out);
    }
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        self.print(method, inst, operand, out);
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.arm.tables.printed_name(reg));
    }

    fn specifiers_in_parentheses(&self) -> bool {
        self.arm.syntax.parenthesized_specifiers
    }
}

impl Printing<'_> {
    /// Appends the name of a register.
    fn reg(&self, reg: Reg, out: &mut String) {
        out.push_str(self.arm.tables.printed_name(reg));
    }

    /// Appends `#` and a number.
    fn number(&self, value: i64, out: &mut String) {
        out.push('#');
        push_immediate(value, self.options.hex_immediates, out);
    }

    /// Appends an expression as it is.
    fn expression(&self, expr: &Expr, out: &mut String) {
        let Expr::Specifier { name, operand, .. } = expr else {
            return print_expr(expr, self, out);
        };
        out.push(':');
        out.push_str(name);
        out.push(':');
        let is_symbol = matches!(**operand, Expr::Symbol { .. });
        out.push_str(if is_symbol { "" } else { "(" });
        print_expr(operand, self, out);
        out.push_str(if is_symbol { "" } else { ")" });
    }

    /// Appends an operand as instructions show it that have no other method.
    fn plain(&self, operand: &Operand, out: &mut String) {
        match operand {
            Operand::Reg(reg) => self.reg(*reg, out),
            Operand::Imm(value) => self.number(*value, out),
            Operand::Expr(expr) => {
                if let Expr::Binary(..) = **expr {
                    out.push('#');
                }
                self.expression(expr, out);
            }
        }
    }
}

/// Returns the register of an operand; an absent one if it is none.
fn reg(inst: &Inst, index: usize) -> Reg {
    inst.operands.get(index).and_then(Operand::reg).unwrap_or(Reg::NONE)
}

/// Returns the immediate of an operand; 0 if it is none.
fn imm(inst: &Inst, index: usize) -> i64 {
    inst.operands.get(index).and_then(Operand::imm).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use oxmca_tables::Opcode;

    use super::*;
    use crate::subtarget::Subtarget;
    use crate::target::create;
    use crate::triple::Triple;

    #[test]
    fn operands_out_of_range_or_of_other_kinds_do_no_harm() {
        // A build may be without this target's tables.
        let Ok(target) = create(Triple::new("armv7")) else { return };
        let tables = target.tables();
        let (subtarget, _) = Subtarget::resolve(&*target, "cortex-a9", []);
        let print = |opcode, operands: Vec<Operand>| {
            let inst = Inst { opcode, operands: operands.into(), ..Inst::default() };
            let mut out = String::new();
            target.print_inst(&subtarget.unwrap(), &inst, &PrintOptions::default(), &mut out);
            assert!(out.starts_with('\t'));
        };
        for opcode in (0..tables.instructions.len()).map(|index| Opcode(index as u16)) {
            for value in [i64::MIN, -1, 64, i64::MAX] {
                let described = tables.operands(opcode).iter().map(|row| match row.reg_class {
                    -1 => Operand::Imm(value),
                    _ => Operand::Reg(Reg(1)),
                });
                print(opcode, described.collect());
                print(opcode, vec![Operand::Imm(value); 9]);
            }
            print(opcode, vec![Operand::Reg(Reg::NONE); 9]);
            print(opcode, vec![Operand::Reg(Reg(295)); 9]);
            print(opcode, Vec::new());
        }
    }
}
