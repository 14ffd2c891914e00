//! PowerPC's side of the table-driven matcher.

use oxmca_tables::schema::{ImmediateRange, match_class_kind};
use oxmca_tables::{MatchClassId, Opcode, Reg};

use super::negative::negative;
use super::operand::{OperandKind, ParsedOperand};
use super::predicate::{Predicate, as_signed};
use super::registers::File;
use super::render::Render;
use super::target::PowerPc;
use crate::inst::{Inst, Operand};
use crate::matcher::MatchTarget;

/// The target, as the matcher asks it.
pub struct Matching<'m>(pub &'m PowerPc<'m>);

impl<'m> MatchTarget for Matching<'m> {
    type Operand = ParsedOperand<'m>;
    type Predicate = Predicate;
    type Render = Render;
    type Reason = ();

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

    // Registers are numbers.
    fn register(&self, _: &ParsedOperand<'m>) -> Option<Reg> {
        None
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand<'m>) -> bool {
        predicate.holds(&self.0.tables, operand, self.0.is_64_bit)
    }

    // Forms with a digit take the number.
    fn coerce(&self, operand: &ParsedOperand<'m>, class: MatchClassId) -> bool {
        let tables = &self.0.tables;
        let row = &tables.match_classes[class.index()];
        let Some(value @ 0..8) = operand.number() else { return false };
        row.kind == match_class_kind::TOKEN && tables.bytes(row.text) == [b'0' + value as u8]
    }

    fn admit(&self, _: Opcode) -> Result<(), ()> {
        Ok(())
    }

    fn render(&self, method: Render, operand: &ParsedOperand<'m>, inst: &mut Inst) {
        let register = |file| {
            let number = operand.condition().unwrap_or_default();
            Operand::Reg(self.0.registers.numbered(file, number))
        };
        let machine_operand = match (method, &operand.kind) {
            (Render::Register(file), _) => register(file),
            (Render::General { or_zero }, _) => register(match (self.0.is_64_bit, or_zero) {
                (false, false) => File::General,
                (false, true) => File::GeneralOrZero,
                (true, false) => File::Wide,
                (true, true) => File::WideOrZero,
            }),
            (Render::ConditionMask, OperandKind::Number { value, .. }) => {
                let field = 7 - i64::from(value.trailing_zeros());
                Operand::Reg(self.0.registers.numbered(File::ConditionField, field))
            }
            (Render::Negative, OperandKind::Number { value, .. }) => {
                Operand::Imm(value.wrapping_neg())
            }
            (Render::Negative, OperandKind::Value { expr, .. }) => {
                Operand::Expr(Box::new(negative(expr.clone())))
            }
            (Render::BranchTarget, OperandKind::Number { value, .. }) => Operand::Imm(value / 4),
            (_, OperandKind::Number { value, .. }) => Operand::Imm(*value),
            (Render::SignedHalf, OperandKind::SelectedBits(value)) => {
                Operand::Imm(as_signed(*value))
            }
            (_, OperandKind::SelectedBits(value)) => Operand::Imm(*value),
            (_, OperandKind::Value { expr, .. } | OperandKind::ThreadPointer(expr)) => {
                Operand::Expr(Box::new(expr.clone()))
            }
            (_, OperandKind::Token(_)) => return,
        };
        inst.operands.push(machine_operand);
    }
}
