//! Operands as they are written, and what the tables ask about them.

use std::cell::Cell;

use oxmca_asm::inst::{Expr, Inst, Operand};
use oxmca_asm::matcher::MatchTarget;
use oxmca_asm::source::Loc;
use oxmca_tables::schema::ImmediateRange;
use oxmca_tables::{MatchClassId, Opcode, Reg};

use crate::target::Toy;

/// An operand as written.
#[derive(Clone, Debug)]
pub struct ParsedOperand {
    pub kind: OperandKind,
    pub loc: Loc,
}

/// Kinds of [`ParsedOperand`].
#[derive(Clone, Debug)]
pub enum OperandKind {
    /// A register, which matching may replace by its half.
    Register(Cell<Reg>),
    Value(Expr),
    /// `r`, `w` or `rw` after `fence`.
    Barrier,
}

/// A predicate of `operand-classes.tbl`.
#[derive(Clone, Copy, Debug)]
pub enum Predicate {
    /// A number in the range that the tables say, or a specifier.
    Number {
        range: ImmediateRange,
        specifier: &'static str,
    },
    Destination,
    Barrier,
}

/// A render method of `assembler.tbl`.
#[derive(Clone, Copy, Debug)]
pub enum Render {
    Register,
    Value,
}

/// The toy's side of the matcher.
pub struct MatchContext<'m> {
    pub toy: &'m Toy<'m>,
}

impl MatchContext<'_> {
    fn value(operand: &ParsedOperand) -> Option<&Expr> {
        match &operand.kind {
            OperandKind::Value(value) => Some(value),
            OperandKind::Register(_) | OperandKind::Barrier => None,
        }
    }
}

impl<'m> MatchTarget for MatchContext<'m> {
    type Operand = ParsedOperand;
    type Predicate = Predicate;
    type Render = Render;
    /// The message for an immediate out of range.
    type Reason = &'m str;

    fn predicate_named(name: &str, range: ImmediateRange) -> Option<Predicate> {
        match name {
            "isSigned12" => Some(Predicate::Number { range, specifier: "lo" }),
            "isUpper20" => Some(Predicate::Number { range, specifier: "hi" }),
            "isDestination" => Some(Predicate::Destination),
            "isBarrier" => Some(Predicate::Barrier),
            _ => None,
        }
    }

    fn render_named(name: &str) -> Option<Render> {
        match name {
            "addRegOperands" => Some(Render::Register),
            "addImmOperands" => Some(Render::Value),
            _ => None,
        }
    }

    fn token<'o>(&self, _: &'o ParsedOperand) -> Option<&'o [u8]> {
        None
    }

    fn register(&self, operand: &ParsedOperand) -> Option<Reg> {
        match &operand.kind {
            OperandKind::Register(reg) => Some(reg.get()),
            OperandKind::Value(_) | OperandKind::Barrier => None,
        }
    }

    fn holds(&self, predicate: Predicate, operand: &ParsedOperand) -> bool {
        match (predicate, Self::value(operand)) {
            (Predicate::Barrier, _) => matches!(operand.kind, OperandKind::Barrier),
            (_, None) => false,
            (Predicate::Destination, Some(_)) => true,
            (Predicate::Number { range, specifier }, Some(value)) => match value {
                Expr::Constant(value) => self.toy.tables.is_in_range(range, *value),
                Expr::Specifier { name, .. } => &**name == specifier,
                _ => false,
            },
        }
    }

    fn diagnostic(&self, name: &str, _: &ParsedOperand) -> Option<&'m str> {
        self.toy.tables.diagnostic_message(name)
    }

    /// A register is read as the whole one, and becomes its half where a half is needed.
    fn coerce(&self, operand: &ParsedOperand, class: MatchClassId) -> bool {
        let OperandKind::Register(reg) = &operand.kind else { return false };
        let half = self.toy.halves.iter().find(|(whole, _)| *whole == reg.get());
        let half = half.filter(|_| class == self.toy.half_class);
        half.inspect(|(_, half)| reg.set(*half)).is_some()
    }

    fn admit(&self, _: Opcode) -> Result<(), &'m str> {
        Ok(())
    }

    fn default_operand(&self, method: &str) -> Option<ParsedOperand> {
        let zero = OperandKind::Value(Expr::Constant(0));
        (method == "defaultOffset").then_some(ParsedOperand { kind: zero, loc: Loc::NONE })
    }

    /// The finished instruction decides: a load into the register that is always zero is none.
    fn admit_inst(&self, inst: &Inst) -> Result<(), &'m str> {
        let writes_zero = inst.operands.first().and_then(Operand::reg) == Some(self.toy.zero);
        if inst.opcode == self.toy.ld && writes_zero {
            Err("a load must not write zero")
        } else {
            Ok(())
        }
    }

    fn render(&self, _: Render, operand: &ParsedOperand, inst: &mut Inst) {
        inst.operands.push(match &operand.kind {
            OperandKind::Register(reg) => Operand::Reg(reg.get()),
            OperandKind::Barrier => return,
            OperandKind::Value(Expr::Constant(value)) => Operand::Imm(*value),
            OperandKind::Value(value) => Operand::Expr(Box::new(value.clone())),
        });
    }
}
