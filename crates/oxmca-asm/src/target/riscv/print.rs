//! Shows instructions.

use oxmca_tables::schema::rewrite_kind;
use oxmca_tables::{FeatureSet, Reg};

use super::load_fp;
use super::operand::{IntegerWidth, RoundingMode};
use super::operand_type::OperandType;
use super::print_method::{Method, TYPES};
use super::register_list;
use super::target::RiscV;
use super::vtype::VectorType;
use crate::inst::{Inst, Operand};
use crate::printer::{
    PrintOptions, PrintTarget, RegisterNames, print_expr, push_hex, push_immediate,
};
use crate::rewrite::rewrite;

/// The options and features that an instruction is shown with.
struct Printing<'p> {
    riscv: &'p RiscV<'p>,
    features: &'p FeatureSet,
    options: &'p PrintOptions,
}

/// Appends an instruction as LLVM's printer shows it, without comments. It begins with a tab. Compressed
/// instructions are shown as those they stand for.
pub(super) fn print_inst(
    riscv: &RiscV<'_>,
    features: &FeatureSet,
    inst: &Inst,
    options: &PrintOptions,
    out: &mut String,
) {
    let printing = Printing { riscv, features, options };
    let tables = &riscv.tables;
    let expanded = rewrite(tables, rewrite_kind::EXPAND, inst, features, |index, operand| {
        riscv.is_of_type(index, operand)
    });
    let inst = expanded.as_ref().unwrap_or(inst);
    riscv.printer.print(tables, &printing, features, 0, inst, out);
}

impl RiscV<'_> {
    /// Returns whether an operand is of a type that patterns ask for, by its number in the tables.
    pub(super) fn is_of_type(&self, index: u16, operand: &Operand) -> bool {
        let index = usize::from(index);
        let name = || self.tables.text(self.tables.operand_predicates[index]);
        let found = self.operand_types.get(index, || OperandType::named(&self.tables, name()));
        let is_64_bit = self.is_64_bit_triple();
        found.is_some_and(|it| it.contains(&self.tables, operand, is_64_bit))
    }

    /// Appends the name of a register.
    pub(super) fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.tables.printed_name(reg));
    }
}

impl Printing<'_> {
    fn push_number(&self, value: i64, out: &mut String) {
        push_immediate(value, self.options.hex_immediates, out);
    }

    fn push(&self, operand: &Operand, out: &mut String) {
        match operand {
            Operand::Reg(reg) => self.riscv.push_register(*reg, out),
            Operand::Imm(value) => self.push_number(*value, out),
            Operand::Expr(expr) => print_expr(expr, self, out),
        }
    }

    fn push_fence(operations: i64, out: &mut String) {
        if operations == 0 {
            out.push('0');
        }
        let letters = [(8, 'i'), (4, 'o'), (2, 'r'), (1, 'w')];
        out.extend(letters.iter().filter(|(bit, _)| operations & bit != 0).map(|(_, it)| *it));
    }
}

impl PrintTarget for Printing<'_> {
    type Method = Method;

    fn method_named(name: &str) -> Option<Method> {
        Method::named(name)
    }

    fn print_operand(&self, method: Method, inst: &Inst, operand: usize, out: &mut String) {
        let Some(shown) = inst.operands.get(operand) else { return };
        let riscv = self.riscv;
        match (method, shown) {
            (Method::SystemRegister, Operand::Imm(number)) => {
                match riscv.system_register_name(*number, self.features) {
                    Some(name) => out.push_str(name),
                    None => self.push_number(*number, out),
                }
            }
            (Method::Fence, Operand::Imm(operations)) => Self::push_fence(*operations, out),
            (Method::RoundingMode(default), Operand::Imm(mode)) => {
                let mode = RoundingMode(*mode as u8);
                if mode != default {
                    out.push_str(", ");
                    out.push_str(mode.name());
                }
            }
            (Method::Real, Operand::Imm(code)) => out.push_str(&load_fp::text_of(*code)),
            (Method::ZeroOffset, Operand::Reg(reg)) => {
                out.push('(');
                riscv.push_register(*reg, out);
                out.push(')');
            }
            (Method::VectorType, Operand::Imm(value)) => {
                let push_number = |value, out: &mut String| self.push_number(value, out);
                VectorType(*value as u32).print(push_number, out);
            }
            (Method::MatrixType, Operand::Imm(value)) => {
                VectorType(*value as u32).print_matrix(out)
            }
            (Method::RegisterList, Operand::Imm(code)) => {
                let name = |number, out: &mut String| {
                    riscv.push_register(riscv.registers.general_of(number), out);
                };
                register_list::print(*code as u8, name, out);
            }
            (Method::RegisterOffset, base) => {
                if let Some(offset) = inst.operands.get(operand + 1) {
                    self.push(offset, out);
                }
                out.push('(');
                self.push(base, out);
                out.push(')');
            }
            (Method::StackAdjustment { is_negative }, Operand::Imm(growth)) => {
                let list = inst.operands.first().and_then(Operand::imm).unwrap_or_default();
                let is_64_bit = self.features.contains(riscv.feature_bits.is_64_bit);
                let bytes = growth + register_list::stack_bytes(list as u8, is_64_bit);
                let bytes = if is_negative { -bytes } else { bytes };
                out.push_str(&bytes.to_string());
            }
            (Method::BranchTarget, Operand::Imm(distance)) => match self.options.address {
                Some(address) => {
                    let target = address.wrapping_add_signed(*distance);
                    let is_64_bit = self.features.contains(riscv.feature_bits.is_64_bit);
                    let mask = if is_64_bit { u64::MAX } else { 0xffff_ffff };
                    push_hex(target & mask, out);
                }
                None => self.push_number(*distance, out),
            },
            (Method::Mask, Operand::Reg(reg)) => {
                if reg.is_some() {
                    out.push_str(", ");
                    riscv.push_register(*reg, out);
                    out.push_str(".t");
                }
            }
            (Method::Scale, Operand::Reg(reg)) => {
                out.push_str(", ");
                riscv.push_register(*reg, out);
                out.push_str(".scale");
            }
            (Method::IntegerWidth, Operand::Imm(code)) => {
                out.push_str(", ");
                out.push_str(IntegerWidth(*code as u8).name());
            }
            (Method::TileRows, Operand::Imm(code)) => {
                if let Ok(code @ 1..=7) = u32::try_from(*code) {
                    out.push_str(&format!(", L{}", 1 << (code - 1)));
                }
            }
            (_, Operand::Imm(value)) if riscv.in_hexadecimal.contains(&inst.opcode) => {
                let is_64_bit = self.features.contains(riscv.feature_bits.is_64_bit);
                let mask = if is_64_bit { -1 } else { 0xffff_ffff };
                out.push_str(&format!("{:#x}", value & mask));
            }
            (_, operand) => self.push(operand, out),
        }
    }

    fn condition_holds(&self, method: Method, operand: &Operand) -> bool {
        let Method::Type(index) = method else { return false };
        let RiscV { tables, alias_types, .. } = self.riscv;
        let found = alias_types.get(index, || OperandType::named(tables, TYPES[index]));
        found.is_some_and(|it| it.contains(tables, operand, self.riscv.is_64_bit_triple()))
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        self.riscv.push_register(reg, out);
    }
}
