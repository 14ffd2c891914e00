//! Shows instructions.

use oxmca_tables::{FeatureSet, Reg};

use super::print_method::Method;
use super::special::Special;
use super::target::PowerPc;
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{
    PrintOptions, PrintTarget, RegisterNames, print_expr, push_decimal, push_hex,
};

/// The options and features that an instruction is shown with.
struct Printing<'p> {
    powerpc: &'p PowerPc<'p>,
    options: &'p PrintOptions,
}

/// Appends an instruction as LLVM's printer shows it, without comments. It begins with a tab.
pub(super) fn print_inst(
    powerpc: &PowerPc<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let printing = Printing { powerpc, options };
    let special = powerpc.special.iter().find(|(opcode, _)| *opcode == inst.opcode);
    let is_shown = special.is_some_and(|(_, special)| {
        let is_embedded = powerpc.is_embedded.is_some_and(|bit| features.contains(bit));
        printing.push_special(*special, inst, is_embedded, out)
    });
    if !is_shown {
        powerpc.printer.print(&powerpc.tables, &printing, features, 0, inst, out);
    }
}

impl Printing<'_> {
    /// Appends an instruction in a way of its own, and returns whether it has one.
    fn push_special(
        &self,
        special: Special,
        inst: &Inst,
        is_embedded: bool,
        out: &mut String,
    ) -> bool {
        let byte = |at: usize| {
            inst.operands.get(at).and_then(Operand::imm).map_or(0, |value| i64::from(value as u8))
        };
        match special {
            Special::WordRotation => {
                let (distance, first, last) = (byte(2), byte(3), byte(4));
                let is_left = distance <= 31 && first == 0 && last == 31 - distance;
                let is_right = distance <= 31 && first == 32 - distance && last == 31;
                if is_left {
                    out.push_str("\tslwi ");
                }
                if is_right {
                    out.push_str("\tsrwi ");
                }
                if is_left || is_right {
                    self.push_shift(inst, if is_right { 32 - distance } else { distance }, out);
                }
                is_left || is_right
            }
            Special::DoublewordRotation => {
                let (distance, last) = (byte(2), byte(3));
                let is_left = last == 63 - distance;
                if is_left {
                    out.push_str("\tsldi ");
                    self.push_shift(inst, distance, out);
                }
                is_left
            }
            Special::Touch { name } => {
                let hint = byte(0);
                let is_shown = hint != 0 && hint != 16;
                out.push('\t');
                out.push_str(name);
                if hint == 16 {
                    out.push('t');
                }
                out.push(' ');
                if is_embedded && is_shown {
                    push_decimal(hint, out);
                    out.push_str(", ");
                }
                self.push_pair(inst, 1, out);
                if !is_embedded && is_shown {
                    out.push_str(", ");
                    push_decimal(hint, out);
                }
                true
            }
            Special::Flush => {
                let name = match byte(0) {
                    0 => "\tdcbf ",
                    1 => "\tdcbfl ",
                    3 => "\tdcbflp ",
                    4 => "\tdcbfps ",
                    6 => "\tdcbstps ",
                    _ => return false,
                };
                out.push_str(name);
                self.push_pair(inst, 1, out);
                true
            }
        }
    }

    fn push_shift(&self, inst: &Inst, distance: i64, out: &mut String) {
        self.push_pair(inst, 0, out);
        out.push_str(", ");
        push_decimal(distance, out);
    }

    /// Appends two operands.
    fn push_pair(&self, inst: &Inst, first: usize, out: &mut String) {
        self.push(inst, first, out);
        out.push_str(", ");
        self.push(inst, first + 1, out);
    }

    /// Appends an operand as it is.
    fn push(&self, inst: &Inst, operand: usize, out: &mut String) {
        match inst.operands.get(operand) {
            Some(Operand::Reg(reg)) => {
                let tables = &self.powerpc.tables;
                let reg = self.powerpc.registers.of_operand(tables, inst.opcode, operand, *reg);
                out.push_str(number_of(tables.printed_name(reg)));
            }
            Some(Operand::Imm(value)) => push_decimal(*value, out),
            Some(Operand::Expr(expr)) => print_expr(expr, self, out),
            None => {}
        }
    }

    /// Appends an operand as it is, but the first general register as 0.
    fn push_base(&self, inst: &Inst, operand: usize, out: &mut String) {
        let reg = inst.operands.get(operand).and_then(Operand::reg);
        match reg.is_some_and(|reg| self.powerpc.registers.is_general_zero(reg)) {
            true => out.push('0'),
            false => self.push(inst, operand, out),
        }
    }

    /// Appends a number that a function makes of the operand, or an expression.
    fn push_number(&self, inst: &Inst, operand: usize, of: impl Fn(i64) -> i64, out: &mut String) {
        match inst.operands.get(operand).and_then(Operand::imm) {
            Some(value) => push_decimal(of(value), out),
            None => self.push(inst, operand, out),
        }
    }

    /// Appends `function(symbol)`, and a specifier and a number where those stand.
    fn push_thread_call(&self, inst: &Inst, operand: usize, out: &mut String) {
        let Some(Operand::Expr(function)) = inst.operands.get(operand) else { return };
        let (function, addend) = match &**function {
            Expr::Binary(_, sides) => (&sides.0, Some(&sides.1)),
            function => (function, None),
        };
        let Expr::Symbol { name, specifier } = function else { return };
        let push_specifier = |out: &mut String| {
            out.push('@');
            out.push_str(specifier.as_deref().unwrap_or_default());
        };
        let is_before = specifier.as_deref() == Some("notoc");
        out.push_str(name);
        if is_before {
            push_specifier(out);
        }
        out.push('(');
        self.push(inst, operand + 1, out);
        out.push(')');
        if specifier.is_some() && !is_before {
            push_specifier(out);
        }
        if let Some(addend) = addend {
            let mut text = String::new();
            print_expr(addend, self, &mut text);
            if text.starts_with(|it: char| it.is_ascii_digit()) {
                out.push('+');
            }
            out.push_str(&text);
        }
    }
}

/// Appends the sign by which a branch says that it is taken or not.
fn push_hint(code: i64, out: &mut String) {
    match code & 3 {
        2 => out.push('-'),
        3 => out.push('+'),
        _ => {}
    }
}

/// Returns the name of a register without what says its kind: the number.
fn number_of(name: &str) -> &str {
    const KINDS: [&str; 13] = [
        "dmrrowp", "dmrrow", "dmrp", "dmr", "wacc_hi", "wacc", "acc", "vsp", "vs", "fp", "cr", "f",
        "r",
    ];
    if let Some(number) = KINDS.iter().find_map(|kind| name.strip_prefix(kind)) {
        return number;
    }
    name.strip_prefix('v').unwrap_or(name)
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        let code = || inst.operands.get(operand).and_then(Operand::imm).unwrap_or_default();
        match method {
            Method::Operand => self.push(inst, operand, out),
            Method::Unsigned => self.push_number(inst, operand, |it| i64::from(it as u32), out),
            Method::Signed5 => self.push_number(inst, operand, |it| it << 59 >> 59, out),
            Method::Byte => self.push_number(inst, operand, |it| i64::from(it as u8), out),
            Method::SignedHalf => self.push_number(inst, operand, |it| i64::from(it as i16), out),
            Method::UnsignedHalf => self.push_number(inst, operand, |it| i64::from(it as u16), out),
            Method::Number => self.push_number(inst, operand, |it| it, out),
            Method::BranchTarget => match inst.operands.get(operand) {
                Some(Operand::Imm(words)) => {
                    let distance = i64::from((*words as u32).wrapping_shl(2) as i32);
                    match self.options.address {
                        Some(address) => push_hex(self.wrapped(address, distance), out),
                        None => {
                            out.push_str(if distance >= 0 { ".+" } else { "." });
                            push_decimal(distance, out);
                        }
                    }
                }
                _ => self.push(inst, operand, out),
            },
            Method::AbsoluteBranchTarget => match inst.operands.get(operand) {
                Some(Operand::Imm(words)) => push_hex(self.wrapped(0, words.wrapping_shl(2)), out),
                _ => self.push(inst, operand, out),
            },
            Method::Condition => self.push(inst, operand, out),
            Method::Hint => push_hint(code(), out),
            Method::ConditionMask => {
                let reg = inst.operands.get(operand).and_then(Operand::reg).unwrap_or(Reg::NONE);
                let number = self.powerpc.registers.condition_field(reg).unwrap_or_default();
                push_decimal(0x80 >> number, out);
            }
            Method::Address => {
                self.push_number(inst, operand, |it| i64::from(it as i16), out);
                out.push('(');
                self.push_base(inst, operand + 1, out);
                out.push(')');
            }
            Method::WideAddress | Method::RelativeAddress => {
                self.push(inst, operand, out);
                out.push('(');
                self.push(inst, operand + 1, out);
                out.push(')');
            }
            Method::IndexedAddress => {
                self.push_base(inst, operand, out);
                out.push_str(", ");
                self.push(inst, operand + 1, out);
            }
            Method::ThreadCall => self.push_thread_call(inst, operand, out),
        }
    }

    fn print_modified_operand(
        &self,
        _: Method,
        modifier: &str,
        inst: &Inst,
        operand: usize,
        out: &mut String,
    ) {
        const IF_SET: [&str; 4] = ["lt", "gt", "eq", "un"];
        const IF_CLEAR: [&str; 4] = ["ge", "le", "ne", "nu"];
        let code = inst.operands.get(operand).and_then(Operand::imm).unwrap_or_default();
        match modifier {
            "cc" => {
                let names = if code & 8 != 0 { IF_SET } else { IF_CLEAR };
                out.push_str(names[(code >> 5 & 3) as usize]);
            }
            "pm" => push_hint(code, out),
            _ => self.push(inst, operand + 1, out),
        }
    }
}

impl Printing<'_> {
    /// Returns an address, of as many bits as addresses have.
    fn wrapped(&self, address: u64, distance: i64) -> u64 {
        let target = address.wrapping_add_signed(distance);
        if self.powerpc.is_64_bit { target } else { target & 0xffff_ffff }
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.powerpc.tables.printed_name(reg));
    }
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn registers_are_shown_by_their_number() {
        for (name, number) in [
            ("r31", "31"),
            ("f1", "1"),
            ("fp2", "2"),
            ("v3", "3"),
            ("vs63", "63"),
            ("vsp4", "4"),
            ("cr7", "7"),
            ("acc1", "1"),
            ("wacc_hi2", "2"),
            ("dmrrowp3", "3"),
            ("lr", "lr"),
            ("0", "0"),
        ] {
            assert_eq!(number_of(name), number);
        }
    }
}
