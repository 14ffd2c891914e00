//! SystemZ's side of the table-driven matcher.

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{Opcode, Reg};

use super::operand::{OperandKind, ParsedOperand, Second};
use super::predicate::Predicate;
use super::render::Render;
use crate::inst::{Expr, Inst, Operand};
use crate::matcher::MatchTarget;

/// The matcher's view of SystemZ.
pub struct Matching;

impl MatchTarget for Matching {
    type Operand = ParsedOperand;
    type Predicate = Predicate;
    type Render = Render;
    type Reason = &'static str;

    fn predicate_named(name: &str, _: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, _: &'o ParsedOperand) -> Option<&'o [u8]> {
        None
    }

    fn register(&self, operand: &ParsedOperand) -> Option<Reg> {
        operand.register()
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand) -> bool {
        predicate.holds(operand)
    }

    fn admit(&self, _: Opcode) -> Result<(), &'static str> {
        Ok(())
    }

    fn render(&self, method: Render, operand: &ParsedOperand, inst: &mut Inst) {
        match (&operand.kind, method) {
            (OperandKind::Register(_, reg), _) => inst.operands.push(Operand::Reg(*reg)),
            (OperandKind::Value(value), _) => inst.operands.push(machine_operand(value)),
            (OperandKind::CallTarget(target, symbol), _) => {
                inst.operands.push(machine_operand(target));
                inst.operands.extend(symbol.as_ref().map(machine_operand));
            }
            (OperandKind::Memory(memory), method) => {
                inst.operands.push(Operand::Reg(memory.base));
                inst.operands.push(machine_operand(&memory.displacement));
                if method == Render::LongAddress {
                    inst.operands.push(match &memory.second {
                        Second::Register(reg) => Operand::Reg(*reg),
                        Second::Length(length) => machine_operand(length),
                    });
                }
            }
            (OperandKind::Invalid, _) => {}
        }
    }
}

/// Returns the machine operand of an expression.
fn machine_operand(value: &Expr) -> Operand {
    match value {
        Expr::Constant(value) => Operand::Imm(*value),
        value => Operand::Expr(Box::new(value.clone())),
    }
}
