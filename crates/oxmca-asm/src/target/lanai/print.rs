//! Shows instructions.

use oxmca_tables::{FeatureSet, Reg};

use super::print_method::Method;
use super::target::Lanai;
use super::{alu, condition};
use crate::inst::{Inst, Operand};
use crate::printer::{
    PrintOptions, PrintTarget, RegisterNames, print_expr, push_decimal, push_immediate,
};

/// Accesses with an offset, by their opcode: the mnemonic that one has which changes its base by the number of bytes
/// that it accesses, and that number.
const STEPS: [(&str, &str, u64); 8] = [
    ("LDW_RI", "ld", 4),
    ("LDHs_RI", "ld.h", 2),
    ("LDHz_RI", "uld.h", 2),
    ("LDBs_RI", "ld.b", 1),
    ("LDBz_RI", "uld.b", 1),
    ("SW_RI", "st", 4),
    ("STH_RI", "st.h", 2),
    ("STB_RI", "st.b", 1),
];

/// Appends an instruction as LLVM's printer shows it, without comments. It begins with a tab.
pub(super) fn print_inst(
    lanai: &Lanai<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    if !print_step(lanai, inst, out) {
        lanai.printer.print(&lanai.tables, lanai, features, options.dialect, inst, out);
    }
}

/// Appends an access whose base goes on by what it accesses: `ld [%r1++], %r2`. Returns whether it is one.
fn print_step(lanai: &Lanai<'_>, inst: &Inst, out: &mut String) -> bool {
    let [Operand::Reg(value), Operand::Reg(base), Operand::Imm(offset), Operand::Imm(operation)] =
        inst.operands[..]
    else {
        return false;
    };
    let name = lanai.tables.opcode_name(inst.opcode);
    let Some((_, mnemonic, bytes)) = STEPS.iter().find(|(opcode, ..)| *opcode == name) else {
        return false;
    };
    let goes_on = alu::changes_base(operation) && alu::code(operation) == 0;
    if !goes_on || offset.unsigned_abs() != *bytes {
        return false;
    }
    let step = if offset < 0 { "--" } else { "++" };
    let (before, after) = match operation & alu::BEFORE {
        0 => ("", step),
        _ => (step, ""),
    };
    let mut address = format!("[{before}");
    lanai.push_register(base, &mut address);
    address.push_str(after);
    address.push(']');
    out.push('\t');
    out.push_str(mnemonic);
    out.push('\t');
    if mnemonic.starts_with("st") {
        lanai.push_register(value, out);
        out.push_str(", ");
        out.push_str(&address);
    } else {
        out.push_str(&address);
        out.push_str(", ");
        lanai.push_register(value, out);
    }
    true
}

impl Lanai<'_> {
    /// Appends the name of a register.
    pub(super) fn push_register(&self, reg: Reg, out: &mut String) {
        out.push('%');
        out.push_str(self.tables.printed_name(reg));
    }

    /// Appends an operand with its constant changed.
    fn push(&self, operand: &Operand, change: impl Fn(i64) -> i64, out: &mut String) {
        match operand {
            Operand::Reg(reg) => self.push_register(*reg, out),
            Operand::Imm(value) => push_immediate(change(*value), true, out),
            Operand::Expr(expr) => print_expr(expr, self, out),
        }
    }

    /// Appends the base of an address, with a mark where it is changed.
    fn push_base(&self, base: Reg, operation: i64, out: &mut String) {
        out.push('[');
        if operation & alu::BEFORE != 0 {
            out.push('*');
        }
        self.push_register(base, out);
        if operation & alu::AFTER != 0 {
            out.push('*');
        }
    }
}

impl PrintTarget for Lanai<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        let Some(operands) = inst.operands.get(operand..) else { return };
        match (method, operands) {
            (Method::High(low), [value, ..]) => self.push(value, |it| it << 16 | low, out),
            (Method::LowWithOnes, [value, ..]) => self.push(value, |it| it | 0xffff_0000, out),
            (Method::Absolute, [address, ..]) => {
                out.push('[');
                self.push(address, |it| it, out);
                out.push(']');
            }
            (Method::Offset, [Operand::Reg(base), offset, Operand::Imm(operation), ..]) => {
                match offset {
                    Operand::Imm(value) => push_decimal(*value, out),
                    offset => self.push(offset, |it| it, out),
                }
                self.push_base(*base, *operation, out);
                out.push(']');
            }
            (Method::Index, [Operand::Reg(base), index, Operand::Imm(operation), ..]) => {
                self.push_base(*base, *operation, out);
                out.push(' ');
                out.push_str(alu::shown(*operation));
                out.push(' ');
                self.push(index, |it| it, out);
                out.push(']');
            }
            (Method::Condition, [Operand::Imm(condition), ..]) => {
                out.push_str(condition::shown(*condition));
            }
            (Method::Predicate, [Operand::Imm(condition), ..]) => {
                if *condition != condition::TRUE {
                    out.push_str(if condition::exists(*condition) { "." } else { "" });
                    out.push_str(condition::shown(*condition));
                }
            }
            (_, [operand, ..]) => self.push(operand, |it| it, out),
            (_, []) => {}
        }
    }
}

impl RegisterNames for Lanai<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        self.push_register(reg, out);
    }
}
