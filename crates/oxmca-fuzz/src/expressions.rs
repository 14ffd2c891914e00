//! Expressions among the operands of instructions.

use oxmca_asm::inst::Expr;
use oxmca_asm::{Inst, Operand};
use oxmca_tables::Tables;

/// Returns whether an operand is an expression.
pub fn has_expression(inst: &Inst) -> bool {
    inst.operands.iter().any(|operand| matches!(operand, Operand::Expr(_)))
}

/// Returns whether a symbol is called like a register, in letters of any case.
pub fn has_symbol_like_register(tables: &Tables<'_>, inst: &Inst) -> bool {
    let is_register = |name: &str| {
        let name = name.to_ascii_lowercase();
        tables.register_written(name.as_bytes()).is_some()
    };
    has_part(inst, &|expr| matches!(expr, Expr::Symbol { name, .. } if is_register(name)))
}

/// Returns whether a symbol's name begins with a digit, as `"8x"`. It is printed without quotes, as a number.
pub fn has_symbol_like_number(inst: &Inst) -> bool {
    let is_like_number = |expr: &Expr| matches!(expr, Expr::Symbol { name, .. } if name.starts_with(|it: char| it.is_ascii_digit()));
    has_part(inst, &is_like_number)
}

/// Returns whether there is a register within an expression, as in `-(%rax)`. It may be printed after an
/// operator, where it is not read.
pub fn has_register_within(inst: &Inst) -> bool {
    has_part(inst, &|expr| matches!(expr, Expr::Register(_)))
}

/// Returns whether an expression among the operands, or a part of one, is such.
fn has_part(inst: &Inst, is_such: &dyn Fn(&Expr) -> bool) -> bool {
    fn within(expr: &Expr, is_such: &dyn Fn(&Expr) -> bool) -> bool {
        is_such(expr)
            || match expr {
                Expr::Register(_) | Expr::Constant(_) | Expr::Symbol { .. } => false,
                Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => {
                    within(operand, is_such)
                }
                Expr::Binary(_, operands) => {
                    within(&operands.0, is_such) || within(&operands.1, is_such)
                }
            }
    }
    inst.operands.iter().any(|it| matches!(it, Operand::Expr(expr) if within(expr, is_such)))
}
