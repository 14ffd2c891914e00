//! Lanai's side of the table-driven matcher.

use std::convert::Infallible;

use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{Opcode, Reg};

use super::operand::{OperandKind, ParsedOperand, Value};
use super::predicate::Predicate;
use super::render::Render;
use crate::inst::{Expr, Inst, Operand};
use crate::matcher::MatchTarget;

/// The matcher's view of Lanai.
pub struct Matching;

impl MatchTarget for Matching {
    type Operand = ParsedOperand;
    type Predicate = Predicate;
    type Render = Render;
    type Reason = Infallible;

    fn predicate_named(name: &str, _: ImmediateRange) -> Option<Predicate> {
        Predicate::named(name)
    }

    fn render_named(name: &str) -> Option<Render> {
        Render::named(name)
    }

    fn token<'o>(&self, operand: &'o ParsedOperand) -> Option<&'o [u8]> {
        match &operand.kind {
            OperandKind::Token(text) => Some(text.as_bytes()),
            _ => None,
        }
    }

    fn register(&self, operand: &ParsedOperand) -> Option<Reg> {
        operand.register()
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand) -> bool {
        predicate.holds(operand)
    }

    fn admit(&self, _: Opcode) -> Result<(), Infallible> {
        Ok(())
    }

    fn render(&self, method: Render, operand: &ParsedOperand, inst: &mut Inst) {
        let operands = &mut inst.operands;
        match &operand.kind {
            OperandKind::Token(_) => {}
            OperandKind::Register(reg) => operands.push(Operand::Reg(*reg)),
            OperandKind::Value(value) | OperandKind::Absolute(value) => {
                operands.push(machine_operand(value, method));
            }
            OperandKind::Offset { base, offset, operation } => {
                operands.push(Operand::Reg(*base));
                operands.push(machine_operand(offset, method));
                operands.push(Operand::Imm(*operation));
            }
            OperandKind::Index { base, index, operation } => {
                operands.push(Operand::Reg(*base));
                operands.push(Operand::Reg(*index));
                operands.push(Operand::Imm(*operation));
            }
        }
    }
}

/// Returns the machine operand of a value.
fn machine_operand(value: &Value, method: Render) -> Operand {
    let expr = match value {
        Value::Other(Expr::Constant(value)) => {
            return Operand::Imm(match method {
                Render::Plain => i64::from(*value as i32),
                Render::High => *value >> 16,
                Render::Low => *value & 0xffff,
                Render::Low21 => *value & 0x1f_ffff,
            });
        }
        Value::Other(expr) | Value::OfName(_, expr) => expr,
    };
    Operand::Expr(Box::new(expr.clone()))
}
