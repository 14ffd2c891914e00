//! Parts of expressions: `max(a, b)` and its like, and constants that every text has.

use super::operand::Literal;
use super::register_counts;
use super::target::AmdGpu;
use super::version::Version;
use crate::inst::{Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;

/// A function of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Function {
    Max,
    Min,
    Or,
    /// The next multiple of the second operand.
    AlignTo,
    /// A function of the compiler's output, whose value only the linker knows.
    Deferred,
}

/// The names of functions, each with the number of its operands unless that may be any.
const FUNCTIONS: &[(&str, Function, Option<usize>)] = &[
    ("max", Function::Max, None),
    ("min", Function::Min, None),
    ("or", Function::Or, None),
    ("extrasgprs", Function::Deferred, Some(3)),
    ("totalnumvgprs", Function::Deferred, Some(2)),
    ("alignto", Function::AlignTo, Some(2)),
    ("occupancy", Function::Deferred, Some(9)),
    ("instprefsize", Function::Deferred, Some(1)),
];

/// Codes of versions for `s_version`.
const VERSIONS: &[(&str, i64)] = &[
    ("UC_VERSION_GFX7", 0),
    ("UC_VERSION_GFX10", 4),
    ("UC_VERSION_GFX11", 6),
    ("UC_VERSION_GFX12", 9),
    ("UC_VERSION_W64_BIT", 0x2000),
    ("UC_VERSION_W32_BIT", 0x4000),
    ("UC_VERSION_MDP_BIT", 0x8000),
];

/// Parses a function or a constant of the target's own.
pub fn parse_primary(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<Option<(Expr, Loc)>> {
    let first = parser.tok();
    if !first.is(TokenKind::Identifier) {
        return Ok(None);
    }
    if let Some(value) = constant(gpu, parser, first.text) {
        parser.lex();
        return Ok(Some((Expr::Constant(value), first.end())));
    }
    let Some(&(name, function, count)) = FUNCTIONS.iter().find(|it| it.0.as_bytes() == first.text)
    else {
        return Ok(None);
    };
    if !parser.peek().is(TokenKind::LParen) {
        return Ok(None);
    }
    parser.lex();
    parser.lex();
    parser.nested(|parser| parse_operands(parser, name, function, count)).map(Some)
}

/// Parses the operands of a function and the parenthesis behind them.
fn parse_operands(
    parser: &mut Parser<'_>,
    name: &'static str,
    function: Function,
    count: Option<usize>,
) -> ParseResult<(Expr, Loc)> {
    let mut operands = Vec::new();
    let mut commas = 0;
    loop {
        let end = parser.tok().end();
        if parser.eat(TokenKind::RParen) {
            let problem = match count {
                _ if operands.is_empty() => message!["empty ", name, " expression"],
                _ if commas + 1 != operands.len() => {
                    message!["mismatch of commas in ", name, " expression"]
                }
                Some(count) if operands.len() != count => {
                    format!("{name} expression expects {count} operands").into_bytes()
                }
                _ => return Ok((value(parser, name, function, operands), end)),
            };
            return Err(parser.error(parser.tok().loc, problem));
        }
        operands.push(parser.parse_expression()?.0);
        match parser.eat(TokenKind::Comma) {
            true => commas += 1,
            false if parser.at(TokenKind::RParen) => {}
            false => {
                let message = message!["unexpected token in ", name, " expression"];
                return Err(parser.error(parser.tok().loc, message));
            }
        }
    }
}

/// Returns the value of a function, or an expression that stays unknown.
fn value(parser: &Parser<'_>, name: &str, function: Function, operands: Vec<Expr>) -> Expr {
    let values: Option<Vec<i64>> = operands.iter().map(|it| parser.evaluate(it)).collect();
    let value = values.and_then(|values| match (function, values.as_slice()) {
        (Function::Max, values) => values.iter().copied().max(),
        (Function::Min, values) => values.iter().copied().min(),
        (Function::Or, values) => values.iter().copied().reduce(|a, b| a | b),
        (Function::AlignTo, [value, step]) => {
            (*value as u64).checked_next_multiple_of(*step as u64).map(|it| it as i64)
        }
        _ => None,
    });
    let unknown = || Expr::Specifier {
        notation: SpecifierNotation::Call,
        name: name.into(),
        operand: Box::new(operands.into_iter().next().unwrap_or(Expr::Constant(0))),
    };
    value.map_or_else(unknown, Expr::Constant)
}

/// Returns the expression of a literal that is asked for.
pub fn of_literal(literal: Literal, value: i64) -> Expr {
    Expr::Specifier {
        notation: SpecifierNotation::Call,
        name: literal.name().into(),
        operand: Box::new(Expr::Constant(value)),
    }
}

/// Returns the literal that an expression asks for, and its bits.
pub fn literal(expr: &Expr) -> Option<(Literal, i64)> {
    let Expr::Specifier { name, operand, .. } = expr else { return None };
    let Expr::Constant(value) = **operand else { return None };
    Some((Literal::named(name.as_bytes())?, value))
}

/// Returns whether an expression has a part of which only its first operand is kept, so that it cannot be shown.
pub fn is_shortened(expr: &Expr) -> bool {
    match expr {
        Expr::Specifier { .. } => true,
        Expr::Unary(_, operand) => is_shortened(operand),
        Expr::Binary(_, operands) => is_shortened(&operands.0) || is_shortened(&operands.1),
        Expr::Constant(_) | Expr::Register(_) | Expr::Symbol { .. } => false,
    }
}

/// Returns the value of a name that every text has.
fn constant(gpu: &AmdGpu<'_>, parser: &Parser<'_>, name: &[u8]) -> Option<i64> {
    if let Some(found) = VERSIONS.iter().find(|it| it.0.as_bytes() == name) {
        return Some(found.1);
    }
    let names: [&[u8]; 3] = match gpu.is_hsa() {
        true => [
            b".amdgcn.gfx_generation_number",
            b".amdgcn.gfx_generation_minor",
            b".amdgcn.gfx_generation_stepping",
        ],
        false => [
            b".option.machine_version_major",
            b".option.machine_version_minor",
            b".option.machine_version_stepping",
        ],
    };
    let Some(part) = names.iter().position(|it| *it == name) else {
        return register_counts::value(gpu, parser, name);
    };
    let Version { major, minor, stepping } = Version::of(parser.cpu_name());
    Some([major, minor, stepping][part])
}
