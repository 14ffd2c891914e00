//! Shows instructions.

use oxmca_tables::{FeatureSet, Reg};

use super::print_method::Method;
use super::specifier::TAGS;
use super::target::SystemZ;
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{
    PrintOptions, PrintTarget, RegisterNames, print_expr, push_decimal, push_hex, push_immediate,
};

/// The number of the dialect of IBM's assembler.
const HLASM: u8 = 1;

/// The names of conditions by their mask, from 1.
const CONDITIONS: [&str; 14] =
    ["o", "h", "nle", "l", "nhe", "lh", "ne", "e", "nlh", "he", "nl", "le", "nh", "no"];

/// The options that an instruction is shown with.
struct Printing<'p> {
    systemz: &'p SystemZ<'p>,
    options: &'p PrintOptions,
}

/// Appends an instruction as LLVM's printer shows it, without comments. It begins with a tab.
pub(super) fn print_inst(
    systemz: &SystemZ<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let printing = Printing { systemz, options };
    let start = out.len();
    systemz.printer.print(&systemz.tables, &printing, features, options.dialect, inst, out);
    if options.dialect == HLASM {
        out.replace_range(start..=start, " ");
    }
}

impl SystemZ<'_> {
    /// Appends the name of a register; in HLASM, registers are numbers.
    pub(super) fn push_register(&self, reg: Reg, dialect: u8, out: &mut String) {
        let name = self.tables.printed_name(reg);
        if dialect == HLASM {
            return out.push_str(name.get(1..).unwrap_or_default());
        }
        out.push('%');
        out.push_str(name);
    }
}

impl Printing<'_> {
    fn push(&self, operand: &Operand, out: &mut String) {
        match operand {
            Operand::Reg(reg) if reg.is_some() => self.push_register(*reg, out),
            Operand::Reg(_) => out.push('0'),
            // Masks, lengths and displacements are decimal whatever the options.
            Operand::Imm(value) => push_decimal(*value, out),
            Operand::Expr(expr) => print_expr(expr, self, out),
        }
    }

    /// Appends an address with an index, which may be none.
    fn push_address(&self, base: Reg, displacement: &Operand, index: Reg, out: &mut String) {
        self.push(displacement, out);
        if base.is_some() || index.is_some() {
            out.push('(');
            if index.is_some() {
                self.push_register(index, out);
                out.push(',');
            }
            self.push(&Operand::Reg(base), out);
            out.push(')');
        }
    }

    fn push_relative(&self, target: &Operand, out: &mut String) {
        match target {
            Operand::Imm(distance) => match self.options.address {
                Some(address) => push_hex(address.wrapping_add_signed(*distance), out),
                None => push_immediate(*distance, self.options.hex_immediates, out),
            },
            target => self.push(target, out),
        }
    }
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        let Some(operands) = inst.operands.get(operand..) else { return };
        match (method, operands) {
            (Method::Base, [Operand::Reg(base), displacement, ..]) => {
                self.push_address(*base, displacement, Reg::NONE, out);
            }
            (Method::Index, [Operand::Reg(base), displacement, Operand::Reg(index), ..]) => {
                self.push_address(*base, displacement, *index, out);
            }
            (Method::Length, [Operand::Reg(base), displacement, length, ..]) => {
                self.push(displacement, out);
                out.push('(');
                self.push(length, out);
                if base.is_some() {
                    out.push(',');
                    self.push_register(*base, out);
                }
                out.push(')');
            }
            (Method::Relative, [target, ..]) => self.push_relative(target, out),
            (Method::CallTarget, [target, rest @ ..]) => {
                self.push_relative(target, out);
                if let [Operand::Expr(symbol)] = rest
                    && let Expr::Symbol { name, specifier } = &**symbol
                {
                    let mut tags = TAGS.iter();
                    let tag = tags.find(|(_, known)| Some(*known) == specifier.as_deref());
                    if let Some((tag, _)) = tag {
                        out.push(':');
                        out.push_str(tag);
                        out.push(':');
                    }
                    out.push_str(name);
                }
            }
            (Method::Condition, [Operand::Imm(mask), ..]) => {
                let index = usize::try_from(mask.wrapping_sub(1)).ok();
                out.push_str(index.and_then(|it| CONDITIONS.get(it)).copied().unwrap_or_default());
            }
            (Method::Unsigned, [Operand::Imm(value), ..]) => {
                out.push_str(&(*value as u64).to_string());
            }
            (_, [operand, ..]) => self.push(operand, out),
            (_, []) => {}
        }
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        self.systemz.push_register(reg, self.options.dialect, out);
    }
}
