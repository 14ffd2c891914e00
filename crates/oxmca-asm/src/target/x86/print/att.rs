//! AT&T operands.

use oxmca_tables::Reg;

use super::Context;
use super::condition::CONDITIONS;
use crate::inst::{Expr, Inst, Operand};
use crate::printer::{
    PrintTarget, RegisterNames, print_expr, push_decimal, push_hex, push_immediate,
};

/// A print method of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::target::x86) enum Method {
    /// A register or an immediate.
    Operand,
    /// A memory reference.
    Memory,
    /// The source of a string instruction.
    StringSource,
    /// The destination of a string instruction.
    StringDestination,
    /// An address alone.
    Offset,
    /// A branch target.
    PcRelative,
    /// An immediate of 8 bits, unsigned.
    UnsignedByte,
    /// An x87 register.
    Stack,
    /// A condition code.
    Condition,
    /// The default flags of a conditional comparison.
    ConditionFlags,
    /// Rounding control.
    Rounding,
    /// A pair of mask registers.
    MaskPair,
}

impl PrintTarget for Context<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Some(match name {
            "printOperand" => Method::Operand,
            "printMemReference" | "printbytemem" | "printwordmem" | "printdwordmem"
            | "printqwordmem" | "printxmmwordmem" | "printymmwordmem" | "printzmmwordmem"
            | "printtbytemem" => Method::Memory,
            "printSrcIdx8" | "printSrcIdx16" | "printSrcIdx32" | "printSrcIdx64" => {
                Method::StringSource
            }
            "printDstIdx8" | "printDstIdx16" | "printDstIdx32" | "printDstIdx64" => {
                Method::StringDestination
            }
            "printMemOffs8" | "printMemOffs16" | "printMemOffs32" | "printMemOffs64" => {
                Method::Offset
            }
            "printPCRelImm" => Method::PcRelative,
            "printU8Imm" => Method::UnsignedByte,
            "printSTiRegOperand" => Method::Stack,
            "printCondCode" => Method::Condition,
            "printCondFlags" => Method::ConditionFlags,
            "printRoundingControl" => Method::Rounding,
            "printVKPair" => Method::MaskPair,
            _ => return None,
        })
    }

    fn print_operand(
        &self,
        method: Method,
        _modifier: &str,
        inst: &Inst,
        at: usize,
        out: &mut String,
    ) {
        match method {
            Method::Operand => self.print_value(inst, at, out),
            Method::Memory => self.print_memory(inst, at, out),
            Method::StringSource => {
                self.print_segment(inst, at + 1, out);
                out.push('(');
                self.print_value(inst, at, out);
                out.push(')');
            }
            Method::StringDestination => {
                out.push_str("%es:(");
                self.print_value(inst, at, out);
                out.push(')');
            }
            Method::Offset => {
                self.print_segment(inst, at + 1, out);
                self.print_displacement(inst, at, true, out);
            }
            Method::PcRelative => self.print_pc_relative(inst, at, out),
            Method::UnsignedByte => match inst.operands.get(at) {
                Some(Operand::Imm(value)) => {
                    out.push('$');
                    push_immediate(value & 0xff, self.hex_immediates, out);
                }
                _ => self.print_value(inst, at, out),
            },
            Method::Stack => {
                let reg = inst.operands.get(at).and_then(Operand::reg).unwrap_or_default();
                if reg == self.facts.registers.named.st0 {
                    out.push_str("%st(0)");
                } else {
                    self.push_register(reg, out);
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
            Method::MaskPair => self.print_mask_pair(inst, at, out),
        }
    }
}

impl RegisterNames for Context<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        out.push('%');
        out.push_str(self.register_name(reg));
    }

    fn at_in_names(&self) -> bool {
        self.at_in_names
    }
}

/// An operand as a number; 0 if it is none.
fn immediate(inst: &Inst, at: usize) -> i64 {
    inst.operands.get(at).and_then(Operand::imm).unwrap_or(0)
}

impl Context<'_> {
    /// A register, or an immediate after `$`.
    pub(super) fn print_value(&self, inst: &Inst, at: usize, out: &mut String) {
        match inst.operands.get(at) {
            Some(Operand::Reg(reg)) => self.push_register(*reg, out),
            Some(Operand::Imm(value)) => {
                out.push('$');
                push_immediate(*value, self.hex_immediates, out);
            }
            Some(Operand::Expr(expr)) => {
                out.push('$');
                print_expr(expr, self, out);
            }
            None => {}
        }
    }

    fn reg(&self, inst: &Inst, at: usize) -> Reg {
        inst.operands.get(at).and_then(Operand::reg).unwrap_or_default()
    }

    /// A segment override, if there is one.
    fn print_segment(&self, inst: &Inst, at: usize, out: &mut String) {
        let segment = self.reg(inst, at);
        if segment.is_some() {
            self.push_register(segment, out);
            out.push(':');
        }
    }

    /// A displacement; 0 only if asked for.
    fn print_displacement(&self, inst: &Inst, at: usize, zero_too: bool, out: &mut String) {
        match inst.operands.get(at) {
            Some(Operand::Imm(0)) if !zero_too => {}
            Some(Operand::Imm(value)) => push_immediate(*value, self.hex_immediates, out),
            Some(Operand::Expr(expr)) => self.print_address(expr, out),
            _ => {}
        }
    }

    /// An expression where `$` would mean an immediate: one that begins so is put in parentheses.
    fn print_address(&self, expr: &Expr, out: &mut String) {
        let start = out.len();
        print_expr(expr, self, out);
        if out[start..].starts_with('$') {
            out.insert(start, '(');
            out.push(')');
        }
    }

    /// A memory reference: base, scale, index, displacement and segment from operand `at` on.
    pub(super) fn print_memory(&self, inst: &Inst, at: usize, out: &mut String) {
        let (base, index) = (self.reg(inst, at), self.reg(inst, at + 2));
        self.print_segment(inst, at + 4, out);
        let registers = base.is_some() || index.is_some();
        self.print_displacement(inst, at + 3, !registers, out);
        if !registers {
            return;
        }
        out.push('(');
        if base.is_some() {
            self.push_register(base, out);
        }
        if index.is_some() {
            out.push(',');
            self.push_register(index, out);
            let scale = immediate(inst, at + 1);
            if scale != 1 {
                out.push(',');
                push_decimal(scale, out);
            }
        }
        out.push(')');
    }

    /// A branch target.
    pub(super) fn print_pc_relative(&self, inst: &Inst, at: usize, out: &mut String) {
        match inst.operands.get(at) {
            Some(Operand::Imm(value)) => push_immediate(*value, self.hex_immediates, out),
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

    fn print_mask_pair(&self, inst: &Inst, at: usize, out: &mut String) {
        let pair = self.reg(inst, at);
        // A pair is shown as its first register.
        let first = self.tables.sub_registers(pair).first();
        self.push_register(first.map_or(pair, |sub| sub.reg), out);
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
