//! Negatives of operands, for subtractions that are additions to processors.

use crate::inst::{BinaryOp, Expr, Operand, UnaryOp};

/// Returns the negative of an operand.
pub fn negative_operand(operand: &Operand) -> Operand {
    match operand {
        Operand::Imm(value) => Operand::Imm(value.wrapping_neg()),
        Operand::Expr(expr) => Operand::Expr(Box::new(negative((**expr).clone()))),
        Operand::Reg(_) => operand.clone(),
    }
}

/// Returns the negative of an expression: a sign before it is taken away, a difference is turned around.
pub fn negative(expr: Expr) -> Expr {
    match expr {
        Expr::Unary(UnaryOp::Minus, inner) => *inner,
        Expr::Binary(BinaryOp::Sub, sides) => {
            let (left, right) = *sides;
            Expr::Binary(BinaryOp::Sub, Box::new((right, left)))
        }
        expr => Expr::Unary(UnaryOp::Minus, Box::new(expr)),
    }
}
