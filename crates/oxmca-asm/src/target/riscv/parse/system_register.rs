//! Control and status registers as operands.

use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::parser::error::message;
use crate::target::riscv::diagnostic::{range, ranged};
use crate::target::riscv::operand::{OperandKind, ParsedOperand};

/// The highest number of a register.
const MAX: i64 = (1 << 12) - 1;

/// Parses the name or the number of a control and status register.
pub(super) fn parse<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let first = parser.tok();
    let loc = first.loc;
    let number = |value: i64| u16::try_from(value).ok().filter(|it| i64::from(*it) <= MAX);
    let mut push = |number| {
        operands.push(ParsedOperand::new(OperandKind::SystemRegister(number), loc));
        Ok(Attempt::Parsed)
    };
    match first.kind {
        TokenKind::LParen
        | TokenKind::Minus
        | TokenKind::Plus
        | TokenKind::Exclaim
        | TokenKind::Tilde
        | TokenKind::Integer
        | TokenKind::String => {
            let (expr, _) = parser.parse_expression()?;
            let value = if let Expr::Constant(value) = expr { number(value) } else { None };
            match value {
                Some(number) => push(number),
                None => Err(parser.error(loc, range(0, MAX))),
            }
        }
        TokenKind::Identifier => {
            let name = first.text;
            parser.lex();
            let riscv = statement.riscv;
            if let Some(found) = riscv.system_register_named(name) {
                for current in riscv.current_names(&found) {
                    let message = message![
                        "'",
                        name,
                        "' is a deprecated alias for '",
                        current.as_bytes(),
                        "'"
                    ];
                    parser.warning(loc, message);
                }
                let features = parser.features();
                if let Some(message) = riscv.missing_for(&found, features) {
                    return Err(parser.error(loc, message));
                }
                return push(found.encoding);
            }
            // The name of a constant.
            let symbol = parser.symbols.lookup(name);
            let value = symbol.and_then(|id| match parser.symbols.get(id).variable() {
                Some(Expr::Constant(value)) => number(*value),
                _ => None,
            });
            match value {
                Some(number) => push(number),
                None => {
                    let text =
                        "operand must be a valid system register name or an integer in the range";
                    Err(parser.error(loc, ranged(text, 0, MAX)))
                }
            }
        }
        TokenKind::Percent => Err(parser.error(loc, range(0, MAX))),
        _ => Ok(Attempt::NoMatch),
    }
}
