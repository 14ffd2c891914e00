//! The RISC-V side of the table-driven matcher.

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{MatchClassId, Opcode, Reg};

use super::immediate::as_signed;
use super::load_fp::code_of;
use super::operand::{IntegerWidth, OperandKind, ParsedOperand, RoundingMode, ValueKind};
use super::predicate::Predicate;
use super::registers::Width;
use super::render::Render;
use super::target::RiscV;
use super::{diagnostic, load_fp};
use crate::inst::{Inst, Operand};
use crate::matcher::MatchTarget;
use crate::source::Loc;
use crate::target::known_names::Known;

/// The features that matching needs.
pub struct Matching<'m> {
    pub riscv: &'m RiscV<'m>,
    pub is_64_bit: bool,
    pub has_doubles_in_general: bool,
}

impl<'m> MatchTarget for Matching<'m> {
    type Operand = ParsedOperand<'m>;
    type Predicate = Predicate;
    type Render = Render;
    /// The message.
    type Reason = String;

    fn predicate_named(name: &str, range: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name, range)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, operand: &'o ParsedOperand<'m>) -> Option<&'o [u8]> {
        match operand.kind {
            OperandKind::Token(text) => Some(text),
            _ => None,
        }
    }

    fn register(&self, operand: &ParsedOperand<'m>) -> Option<Reg> {
        operand.register()
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        let RiscV { tables, registers, .. } = self.riscv;
        predicate.holds(tables, registers, operand, self.is_64_bit)
    }

    fn coerce(&self, operand: &ParsedOperand<'m>, class: MatchClassId) -> bool {
        let OperandKind::Register(written) = &operand.kind else { return false };
        let RiscV { tables, registers, .. } = self.riscv;
        let width = Width {
            is_64_bit: self.is_64_bit,
            has_doubles_in_general: self.has_doubles_in_general,
        };
        let reg = written.reg.get();
        let found = registers.coerced(tables, reg, written.is_float, class, width);
        found.inspect(|reg| written.reg.set(*reg)).is_some()
    }

    fn diagnostic(&self, name: &str, _: &ParsedOperand<'m>) -> Option<String> {
        let of_tables = || self.riscv.tables.diagnostic_message(name).map(str::to_owned);
        diagnostic::message(name, self.is_64_bit).or_else(of_tables)
    }

    fn admit(&self, _: Opcode) -> Result<(), String> {
        Ok(())
    }

    fn default_operand(&self, method: &str) -> Option<ParsedOperand<'m>> {
        default_operand(method)
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        let operand = match (&operand.kind, method) {
            (OperandKind::Register(written), _) => Operand::Reg(written.reg.get()),
            (OperandKind::Value(value), method) => match (value.kind, method) {
                (ValueKind::Constant(value), Render::Unsigned(bits)) => {
                    Operand::Imm(value << (64 - bits) >> (64 - bits))
                }
                (ValueKind::Constant(value), Render::VectorType) => Operand::Imm(value),
                (ValueKind::Constant(value), _) => Operand::Imm(as_signed(value, self.is_64_bit)),
                _ => Operand::Expr(Box::new(value.expr.clone())),
            },
            (OperandKind::Real(bits), _) => {
                Operand::Imm(code_of(*bits).unwrap_or(load_fp::NOT_A_NUMBER))
            }
            (OperandKind::SystemRegister(number), _) => Operand::Imm((*number).into()),
            (OperandKind::VectorType(vector), _) => Operand::Imm(vector.0.into()),
            (OperandKind::IntegerWidth(width), _) => Operand::Imm(width.0.into()),
            (OperandKind::RoundingMode(mode), _) => Operand::Imm(mode.0.into()),
            (OperandKind::Fence(operations), _) => Operand::Imm((*operations).into()),
            (OperandKind::RegisterList(code), _) => Operand::Imm((*code).into()),
            (OperandKind::StackAdjustment(bytes), _) => Operand::Imm(*bytes),
            (OperandKind::RegisterOffset { base, offset }, _) => {
                inst.operands.push(Operand::Reg(*base));
                Operand::Reg(*offset)
            }
            (OperandKind::Token(_), _) => return,
        };
        inst.operands.push(operand);
    }
}

/// The names that [`default_operand`] takes.
pub const KNOWN_DEFAULTS: Known =
    Known { knows: |_, it| default_operand(it.text).is_some(), file: file!() };

/// Returns the operand that stands where an optional one is not written, by the method of that name in the tables.
fn default_operand<'m>(method: &str) -> Option<ParsedOperand<'m>> {
    let kind = match method {
        "defaultMaskRegOp" => {
            return Some(ParsedOperand::of_register(Reg::NONE, false, Loc::NONE));
        }
        "defaultFRMArgOp" => OperandKind::RoundingMode(RoundingMode::DYNAMIC),
        "defaultSMTVType" => OperandKind::IntegerWidth(IntegerWidth::EIGHT),
        "defaultFRMArgLegacyOp" => OperandKind::RoundingMode(RoundingMode::NEAREST),
        _ => return None,
    };
    Some(ParsedOperand::new(kind, Loc::NONE))
}
