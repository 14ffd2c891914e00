//! Shows instructions.

use oxmca_tables::{FeatureSet, Reg};

use super::print_method::Method;
use super::shown::{Show, Special};
use super::target::Mips;
use crate::inst::{Inst, Operand};
use crate::printer::{
    PrintOptions, PrintTarget, RegisterNames, print_expr, push_hex, push_immediate,
};

/// The conditions of comparisons, by the lowest four bits of their code.
const CONDITIONS: [&str; 16] = [
    "f", "un", "eq", "ueq", "olt", "ult", "ole", "ule", "sf", "ngle", "seq", "ngl", "lt", "nge",
    "le", "ngt",
];

/// The options that an instruction is shown with.
struct Printing<'p> {
    mips: &'p Mips<'p>,
    options: &'p PrintOptions,
    /// Addresses have no more than 32 bits.
    is_narrow: bool,
}

/// Appends an instruction as LLVM's printer shows it, without comments. It begins with a tab.
pub(super) fn print_inst(
    mips: &Mips<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let is_narrow = features.contains(mips.bits.mips_32);
    let printing = Printing { mips, options, is_narrow };
    let special = mips.special.get_or_init(|| Special::new(&mips.tables));
    let show = special.of(inst.opcode);
    if show == Some(Show::Hardware) {
        out.push_str("\t.set\tpush\n\t.set\tmips32r2\n");
    }
    if !show.is_some_and(|show| printing.push_shown(show, inst, out)) {
        mips.printer.print(&mips.tables, &printing, features, 0, inst, out);
    }
    if show == Some(Show::Hardware) {
        out.push_str("\n\t.set\tpop");
    }
}

impl Printing<'_> {
    /// Appends an instruction in a way of its own, and returns whether it has one.
    fn push_shown(&self, show: Show, inst: &Inst, out: &mut String) -> bool {
        let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg);
        let is =
            |at: usize, file, number| reg(at) == Some(self.mips.registers.numbered(file, number));
        let mut begin = |name: &str| {
            out.push('\t');
            out.push_str(name);
            out.push('\t');
        };
        match show {
            Show::Branch { file, name, is_alone } => {
                if !is(1, file, 0) {
                    return false;
                }
                if is_alone && is(0, file, 0) {
                    begin("b");
                } else {
                    begin(name);
                    // LLVM shows a branch's register by the method for targets, which is the same.
                    self.push(inst, 0, out);
                    out.push_str(", ");
                }
                self.push_target(inst, 2, out);
                true
            }
            Show::First { file, number, name } => {
                if !is(0, file, number) {
                    return false;
                }
                begin(name);
                self.push_target(inst, 1, out);
                true
            }
            Show::Jump { file } => {
                const RETURN_ADDRESS: usize = 31;
                if is(0, file, 0) {
                    begin("jr");
                } else if is(0, file, RETURN_ADDRESS) {
                    begin("jalr");
                } else {
                    return false;
                }
                self.push(inst, 1, out);
                true
            }
            Show::Third { file, name } => {
                if !is(2, file, 0) {
                    return false;
                }
                begin(name);
                self.push(inst, 0, out);
                out.push_str(", ");
                self.push(inst, 1, out);
                true
            }
            Show::Hardware => false,
            Show::Frame { name, is_short } => {
                begin(name);
                for at in 0..inst.operands.len() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    self.push_unsigned(inst, at, 16, 0, out);
                }
                out.push_str(if is_short { " # 16 bit inst\n" } else { "\n" });
                true
            }
        }
    }

    /// Appends an operand as it is.
    fn push(&self, inst: &Inst, operand: usize, out: &mut String) {
        match inst.operands.get(operand) {
            Some(Operand::Reg(reg)) => self.push_register(*reg, out),
            Some(Operand::Imm(value)) => push_immediate(*value, self.options.hex_immediates, out),
            Some(Operand::Expr(expr)) => print_expr(expr, self, out),
            None => {}
        }
    }

    /// Appends the target of a branch: its distance, or its address.
    fn push_target(&self, inst: &Inst, operand: usize, out: &mut String) {
        match (inst.operands.get(operand), self.options.address) {
            (Some(Operand::Imm(distance)), Some(address)) => {
                let target = address.wrapping_add_signed(*distance);
                push_hex(if self.is_narrow { target & 0xffff_ffff } else { target }, out);
            }
            _ => self.push(inst, operand, out),
        }
    }

    fn push_unsigned(&self, inst: &Inst, operand: usize, bits: u32, offset: i64, out: &mut String) {
        match inst.operands.get(operand) {
            Some(Operand::Imm(value)) => {
                let number = value.wrapping_sub(offset) & !(-1_i64).wrapping_shl(bits);
                let number = number.wrapping_add(offset);
                push_immediate(number, self.options.hex_immediates, out);
            }
            _ => self.push(inst, operand, out),
        }
    }
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        // An address is the end of an instruction with a list of registers before it.
        let end = inst.operands.len().saturating_sub(2);
        let has_list = || {
            let name = self.mips.tables.opcode_name(inst.opcode);
            ["SWM32_MM", "LWM32_MM", "SWM16_MM", "SWM16_MMR6", "LWM16_MM", "LWM16_MMR6"]
                .contains(&name)
        };
        match method {
            Method::Operand => self.push(inst, operand, out),
            Method::Unsigned { bits, offset } => {
                self.push_unsigned(inst, operand, bits, offset, out);
            }
            Method::BranchTarget => self.push_target(inst, operand, out),
            Method::JumpTarget => match (inst.operands.get(operand), self.options.address) {
                (Some(Operand::Imm(value)), Some(_)) => push_hex(*value as u64, out),
                _ => self.push(inst, operand, out),
            },
            Method::Memory => {
                let operand = if has_list() { end } else { operand };
                self.push(inst, operand + 1, out);
                out.push('(');
                self.push(inst, operand, out);
                out.push(')');
            }
            Method::Address => {
                self.push(inst, operand, out);
                out.push_str(", ");
                self.push(inst, operand + 1, out);
            }
            Method::Condition => {
                let code = inst.operands.get(operand).and_then(Operand::imm).unwrap_or_default();
                out.push_str(CONDITIONS[(code & 15) as usize]);
            }
            Method::RegisterList => {
                for at in operand..end {
                    if at > operand {
                        out.push_str(", ");
                    }
                    self.push(inst, at, out);
                }
            }
        }
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        self.mips.push_register(reg, out);
    }
}

impl Mips<'_> {
    /// Appends the name of a register.
    pub(super) fn push_register(&self, reg: Reg, out: &mut String) {
        out.push('$');
        out.extend(self.tables.printed_name(reg).chars().map(|it| it.to_ascii_lowercase()));
    }
}
