//! Reads the tokens of an Intel operand.

use super::calculator::Operator;
use super::partial_operand::PartialOperand;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::lossless;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::X86;
use crate::target::x86::parse::register::try_parse_register;

/// Reads an operand that is no register, and gives its parts and where the last of them is, which
/// for most kinds is the beginning of its last token.
pub(super) fn parse(x86: &X86<'_>, parser: &mut Parser<'_>) -> ParseResult<(PartialOperand, Loc)> {
    let mut parts = PartialOperand::new();
    let mut end = Loc::NONE;
    loop {
        let tok = parser.tok();
        let mut is_read = false;
        let step = match tok.kind {
            TokenKind::Error => {
                let error = parser.lexer.error().clone();
                return Err(parser.error(error.loc, error.message.as_bytes()));
            }
            TokenKind::Real => {
                is_read = true;
                end = parse_field(parser, &mut parts)?;
                Ok(())
            }
            TokenKind::String | TokenKind::At | TokenKind::Identifier => {
                is_read = true;
                end = parse_name(x86, parser, &mut parts)?;
                Ok(())
            }
            TokenKind::Integer => {
                is_read = true;
                end = parse_integer(parser, &mut parts)?;
                Ok(())
            }
            TokenKind::Plus => parts.plus(),
            TokenKind::Minus => parts.minus(tok.loc),
            TokenKind::LBrac => parts.open_bracket(),
            TokenKind::RBrac => parts.close_bracket(),
            TokenKind::RParen => parts.close_paren(),
            TokenKind::LParen => {
                parts.open_paren();
                Ok(())
            }
            TokenKind::Tilde => {
                parts.not();
                Ok(())
            }
            kind => match operator(kind) {
                Some(operator) => {
                    parts.binary(operator);
                    Ok(())
                }
                None if parts.is_complete() => return Ok((parts, end)),
                None => return Err(parser.error(tok.loc, "unknown token in expression")),
            },
        };
        if let Err(message) = step {
            let loc = parser.tok().loc;
            let is_bracket = tok.kind == TokenKind::LBrac;
            let loc = if is_bracket { loc } else { parts.error_loc(loc) };
            return Err(parser.error(loc, message));
        }
        if parts.failed() {
            return Err(parser.error(parser.tok().loc, "unknown token in expression"));
        }
        if !is_read {
            end = tok.loc;
            parser.lex();
        }
    }
}

fn operator(kind: TokenKind) -> Option<Operator> {
    Some(match kind {
        TokenKind::Star => Operator::Multiply,
        TokenKind::Slash => Operator::Divide,
        TokenKind::Percent => Operator::Modulo,
        TokenKind::Pipe => Operator::Or,
        TokenKind::Caret => Operator::Xor,
        TokenKind::Amp => Operator::And,
        TokenKind::LessLess => Operator::ShiftLeft,
        TokenKind::GreaterGreater => Operator::ShiftRight,
        _ => return None,
    })
}

/// Parses `.4` after an address: a distance from it, which is lexed as a number with a fraction.
fn parse_field(parser: &mut Parser<'_>, parts: &mut PartialOperand) -> ParseResult<Loc> {
    let tok = parser.tok();
    let (digits, dot_bytes) = match tok.text {
        [b'.', digits @ ..] => (digits, 1),
        digits => (digits, 0),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(parser.error(tok.loc, "Unexpected offset"));
    }
    let value = digits
        .iter()
        .fold(0i64, |value, digit| value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0')));
    parser.lex();
    parts.field(value);
    Ok(tok.loc.offset(dot_bytes))
}

/// Returns a register, an operator that is a word, or a symbol.
fn parse_name(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    parts: &mut PartialOperand,
) -> ParseResult<Loc> {
    let tok = parser.tok();
    if tok.is(TokenKind::Identifier)
        && let Some((reg, range)) = try_parse_register(x86, parser)
    {
        return match parts.register(reg) {
            Ok(()) => Ok(range.end),
            Err(message) => Err(parser.error(parts.error_loc(range.start), message)),
        };
    }
    if let Some(word) = WordOperator::named(tok.text) {
        return parse_word(parser, parts, word);
    }
    let (value, end) = match parser.parse_primary_expression() {
        Ok(found) => found,
        Err(ErrorReported) => {
            return Err(parser.error(parser.tok().loc, "Unexpected identifier!"));
        }
    };
    match parts.symbol(value) {
        Ok(()) => Ok(end),
        Err(message) => Err(parser.error(parts.error_loc(tok.loc), message)),
    }
}

/// Operators that are words.
#[derive(Clone, Copy)]
enum WordOperator {
    Not,
    Offset,
    Binary(Operator),
}

impl WordOperator {
    /// Returns the operator of that name, which is in one case throughout.
    fn named(name: &[u8]) -> Option<WordOperator> {
        if name.len() > 6 {
            return None;
        }
        let lower = name.to_ascii_lowercase();
        if name != lower && name.iter().any(u8::is_ascii_lowercase) {
            return None;
        }
        Some(match lower.as_slice() {
            b"not" => WordOperator::Not,
            b"offset" => WordOperator::Offset,
            b"or" => WordOperator::Binary(Operator::Or),
            b"xor" => WordOperator::Binary(Operator::Xor),
            b"and" => WordOperator::Binary(Operator::And),
            b"shl" => WordOperator::Binary(Operator::ShiftLeft),
            b"shr" => WordOperator::Binary(Operator::ShiftRight),
            b"mod" => WordOperator::Binary(Operator::Modulo),
            _ => return None,
        })
    }
}

fn parse_word(
    parser: &mut Parser<'_>,
    parts: &mut PartialOperand,
    word: WordOperator,
) -> ParseResult<Loc> {
    let loc = parser.tok().loc;
    match word {
        WordOperator::Not => parts.not(),
        WordOperator::Binary(operator) => parts.binary(operator),
        WordOperator::Offset => {
            parser.lex();
            let operand = parser.tok();
            let is_name = matches!(operand.kind, TokenKind::Identifier | TokenKind::String);
            let parsed = if is_name { parser.parse_primary_expression().ok() } else { None };
            let Some((value, end)) = parsed else {
                return Err(parser.error(operand.loc, "unexpected token!"));
            };
            return match parts.offset(value) {
                Ok(()) => Ok(end),
                Err(message) => Err(parser.error(loc, message)),
            };
        }
    }
    parser.lex();
    Ok(loc)
}

/// Returns a number, or a reference to a local label: `1f`, `1b`.
fn parse_integer(parser: &mut Parser<'_>, parts: &mut PartialOperand) -> ParseResult<Loc> {
    let number = parser.tok();
    parser.lex();
    let direction = parser.tok();
    let is_label = direction.is(TokenKind::Identifier) && matches!(direction.text, b"f" | b"b");
    if !is_label {
        return match parts.integer(number.value) {
            Ok(()) => Ok(number.loc),
            Err(message) => Err(parser.error(parts.error_loc(number.loc), message)),
        };
    }
    let backward = direction.text == b"b";
    let symbol = parser.symbols.local_reference(number.value as u32, backward);
    if backward && parser.symbols.is_undefined(symbol) {
        return Err(parser.error(number.loc, "invalid reference to undefined symbol"));
    }
    let name = lossless::to_text(&parser.symbols.get(symbol).name).into();
    if let Err(message) = parts.symbol(Expr::Symbol { name, specifier: None }) {
        return Err(parser.error(parts.error_loc(number.loc), message));
    }
    parser.lex();
    Ok(direction.loc)
}
