//! The print methods of the tables, and operands that look the same in both syntaxes.

use oxmca_tables::Reg;

use super::condition::CONDITIONS;
use super::context::{Context, Dialect};
use super::method::{Method, Size};
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{
    PrintTarget, RegisterNames, print_expr, push_decimal, push_hex, push_immediate,
};

impl PrintTarget for Context<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, at: usize, out: &mut String) {
        match method {
            Method::Value => self.print_value(inst, at, out),
            Method::Memory(size) => self.print_memory(inst, at, size, out),
            Method::StringSource(size) => {
                self.print_size(size, out);
                self.print_segment(inst, at + 1, out);
                self.print_base(self.reg(inst, at), out);
            }
            Method::StringDestination(size) => {
                self.print_size(size, out);
                self.print_register(self.x86.registers.named.es, out);
                out.push(':');
                self.print_base(self.reg(inst, at), out);
            }
            Method::Offset(size) => {
                self.print_size(size, out);
                self.print_segment(inst, at + 1, out);
                match self.dialect {
                    Dialect::Att => self.print_displacement(inst, at, out),
                    Dialect::Intel => {
                        out.push('[');
                        self.print_displacement(inst, at, out);
                        out.push(']');
                    }
                }
            }
            Method::PcRelative => self.print_pc_relative(inst, at, out),
            Method::UnsignedByte => match inst.operands.get(at) {
                Some(Operand::Imm(value)) => self.print_immediate(value & 0xff, out),
                // Unlike other immediates, in Intel syntax it is no `offset`.
                Some(Operand::Expr(expr)) if self.dialect == Dialect::Intel => {
                    print_expr(expr, self, out);
                }
                _ => self.print_value(inst, at, out),
            },
            Method::Stack => {
                let reg = self.reg(inst, at);
                self.print_register(reg, out);
                if reg == self.x86.registers.named.st0 {
                    out.push_str("(0)");
                }
            }
            Method::Condition => self.print_condition(inst, at, out),
            Method::ConditionFlags => print_condition_flags(immediate(inst, at), out),
            Method::Rounding => out.push_str(match immediate(inst, at) {
                0 => "{rn-sae}",
                1 => "{rd-sae}",
                2 => "{ru-sae}",
                _ => "{rz-sae}",
            }),
            Method::MaskPair => {
                // A pair is shown as its first register.
                let pair = self.reg(inst, at);
                let first = self.tables.sub_registers(pair).first();
                self.print_register(first.map_or(pair, |sub| sub.reg), out);
            }
        }
    }
}

impl RegisterNames for Context<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        if self.expression_dialect == Dialect::Att {
            out.push('%');
        }
        out.push_str(self.tables.printed_name(reg));
    }

    fn at_in_names(&self) -> bool {
        self.at_in_names
    }

    fn is_reserved(&self, name: &str) -> bool {
        self.expression_dialect == Dialect::Intel
            && (self.x86.registers.by_name(name.as_bytes()).is_some()
                || RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name)))
    }
}

/// Words that Intel's syntax has in operands.
const RESERVED: &[&str] = &[
    "and", "byte", "dword", "eq", "far", "flat", "fword", "ge", "gt", "le", "lt", "mmword", "mod",
    "ne", "near", "not", "offset", "or", "oword", "qword", "shl", "short", "shr", "tbyte", "word",
    "xmmword", "xor", "ymmword", "zmmword",
];

/// Returns an operand as a number; 0 if it is none.
pub(super) fn immediate(inst: &Inst, at: usize) -> i64 {
    inst.operands.get(at).and_then(Operand::imm).unwrap_or(0)
}

impl Context<'_> {
    /// Returns the register that operand is, or none.
    pub(super) fn reg(&self, inst: &Inst, at: usize) -> Reg {
        inst.operands.get(at).and_then(Operand::reg).unwrap_or_default()
    }

    /// Prints a register.
    pub(super) fn print_register(&self, reg: Reg, out: &mut String) {
        if self.dialect == Dialect::Att {
            out.push('%');
        }
        out.push_str(self.tables.printed_name(reg));
    }

    fn print_immediate(&self, value: i64, out: &mut String) {
        if self.dialect == Dialect::Att {
            out.push('$');
        }
        push_immediate(value, self.hex_immediates, out);
    }

    /// Prints a register or an immediate.
    pub(super) fn print_value(&self, inst: &Inst, at: usize, out: &mut String) {
        match inst.operands.get(at) {
            Some(Operand::Reg(reg)) => self.print_register(*reg, out),
            Some(Operand::Imm(value)) => self.print_immediate(*value, out),
            Some(Operand::Expr(expr)) => {
                out.push_str(match self.dialect {
                    Dialect::Att => "$",
                    Dialect::Intel => "offset ",
                });
                print_expr(expr, self, out);
            }
            None => {}
        }
    }

    /// Prints a segment override, if there is one.
    pub(super) fn print_segment(&self, inst: &Inst, at: usize, out: &mut String) {
        let segment = self.reg(inst, at);
        if segment.is_some() {
            self.print_register(segment, out);
            out.push(':');
        }
    }

    /// Prints a displacement.
    pub(super) fn print_displacement(&self, inst: &Inst, at: usize, out: &mut String) {
        match inst.operands.get(at) {
            Some(Operand::Imm(value)) => push_immediate(*value, self.hex_immediates, out),
            Some(Operand::Expr(expr)) => self.print_address(expr, out),
            _ => {}
        }
    }

    /// Prints an expression that is no immediate. In AT&T syntax one that begins with `$` is put in
    /// parentheses, since it would be one.
    fn print_address(&self, expr: &Expr, out: &mut String) {
        let start = out.len();
        print_expr(expr, self, out);
        if self.dialect == Dialect::Att && out[start..].starts_with('$') {
            out.insert(start, '(');
            out.push(')');
        }
    }

    /// Prints the address in one register.
    fn print_base(&self, base: Reg, out: &mut String) {
        let (open, close) = match self.dialect {
            Dialect::Att => ('(', ')'),
            Dialect::Intel => ('[', ']'),
        };
        out.push(open);
        self.print_register(base, out);
        out.push(close);
    }

    /// Prints a memory reference: base, scale, index, displacement and segment from operand `at` on.
    pub(super) fn print_memory(&self, inst: &Inst, at: usize, size: Size, out: &mut String) {
        self.print_size(size, out);
        self.print_segment(inst, at + 4, out);
        match self.dialect {
            Dialect::Att => self.print_address_att(inst, at, out),
            Dialect::Intel => self.print_address_intel(inst, at, out),
        }
    }

    /// Prints a branch target.
    pub(super) fn print_pc_relative(&self, inst: &Inst, at: usize, out: &mut String) {
        match inst.operands.get(at) {
            Some(Operand::Imm(value)) => match self.address {
                Some(address) => {
                    let target = address.wrapping_add_signed(*value);
                    let mask = if self.has_short_addresses { 0xffff_ffff } else { u64::MAX };
                    push_hex(target & mask, out);
                }
                None => push_immediate(*value, self.hex_immediates, out),
            },
            Some(Operand::Expr(expr)) => match **expr {
                Expr::Constant(value) => push_hex(value as u64, out),
                ref expr => self.print_address(expr, out),
            },
            _ => {}
        }
    }

    fn print_condition(&self, inst: &Inst, at: usize, out: &mut String) {
        let code = immediate(inst, at);
        let name = self.tables.bytes(self.tables.instruction(inst.opcode).name);
        // Conditional comparisons have no use for parity; its codes mean always and never.
        let always_or_never = name.starts_with(b"CCMP") || name.starts_with(b"CTEST");
        out.push_str(match code {
            10 if always_or_never => "t",
            11 if always_or_never => "f",
            _ => CONDITIONS[(code & 15) as usize],
        });
    }
}

fn print_condition_flags(flags: i64, out: &mut String) {
    out.push_str("{dfv=");
    let mut separator = "";
    for (bit, name) in [(8, "of"), (4, "sf"), (2, "zf"), (1, "cf")] {
        if flags & bit != 0 {
            out.push_str(separator);
            out.push_str(name);
            separator = ",";
        }
    }
    out.push('}');
}

/// Appends the scale of a memory reference at operand `at`.
pub(super) fn push_scale(inst: &Inst, at: usize, out: &mut String) {
    push_decimal(immediate(inst, at + 1), out);
}
