//! Expressions among the operands of instructions.

use oxmca_asm::inst::Expr;
use oxmca_asm::{Inst, Operand};

/// Returns whether an operand is an expression.
pub fn has_expression(inst: &Inst) -> bool {
    inst.operands.iter().any(|operand| matches!(operand, Operand::Expr(_)))
}

/// Returns whether there is a register within an expression, as in `-(%rax)`. It may be printed after an
/// operator, where it is not read.
pub fn has_register_within(inst: &Inst) -> bool {
    fn within(expr: &Expr) -> bool {
        match expr {
            Expr::Register(_) => true,
            Expr::Constant(_) | Expr::Symbol { .. } => false,
            Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => within(operand),
            Expr::Binary(_, operands) => within(&operands.0) || within(&operands.1),
        }
    }
    inst.operands.iter().any(|operand| matches!(operand, Operand::Expr(expr) if within(expr)))
}
