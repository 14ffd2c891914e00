//! Sources: registers and constants, with their modifiers.

use super::cursor::{eat_word, is_word, peek};
use super::register;
use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};
use crate::target::amdgpu::expression::is_shortened;
use crate::target::amdgpu::operand::{
    ImmKind, Immediate, Literal, Modifiers, OperandKind, ParsedOperand,
};

/// Returns whether `abs(`, `neg(`, `sext(` or `|` begins with a token.
fn is_operand_modifier(token: &Token<'_>, next: &Token<'_>) -> bool {
    let is_named = ["abs", "neg", "sext"].iter().any(|word| is_word(token, word));
    is_named && next.is(TokenKind::LParen) || token.is(TokenKind::Pipe)
}

/// Returns the two tokens after the current one, which may be of the next statement.
fn next_two<'a>(parser: &mut Parser<'a>) -> [Token<'a>; 2] {
    let mut next = [parser.tok(); 2];
    let count = parser.peek_tokens(&mut next, true);
    for token in &mut next[count..] {
        token.kind = TokenKind::Error;
    }
    next
}

/// Returns whether a modifier begins here that may look like an expression.
pub fn is_modifier(statement: &Statement<'_>, parser: &mut Parser<'_>) -> bool {
    let token = parser.tok();
    let [first, second] = next_two(parser);
    is_operand_modifier(&token, &first)
        || token.is(TokenKind::Minus)
            && (register::begins(statement.gpu, &first, &second)
                || is_operand_modifier(&first, &second))
        || token.is(TokenKind::Identifier) && first.is(TokenKind::Colon)
}

/// Parses a register or a constant.
pub fn parse_register_or_imm<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    parse_register_or_literal(statement, parser, operands, false, None)
}

/// Parses a register or a constant, which is to be a literal if one is asked for. `is_between_bars` forbids binary
/// operators: `|` ends the constant.
fn parse_register_or_literal<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    is_between_bars: bool,
    literal: Option<Literal>,
) -> AttemptResult {
    if register::parse(statement, parser, operands)? == Attempt::Parsed {
        return Ok(Attempt::Parsed);
    }
    if is_modifier(statement, parser) {
        return Ok(Attempt::NoMatch);
    }
    parse_imm(statement, parser, operands, is_between_bars, literal)
}

/// Parses a constant, which is to be a literal if one is asked for.
fn parse_imm<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    is_between_bars: bool,
    literal: Option<Literal>,
) -> AttemptResult {
    if register::is_here(statement.gpu, parser) || is_modifier(statement, parser) {
        return Ok(Attempt::NoMatch);
    }
    let token = parser.tok();
    let loc = token.loc;
    if literal.is_none()
        && token.is(TokenKind::Identifier)
        && let Some(literal) = Literal::named(token.text)
    {
        parser.lex();
        parser.expect(TokenKind::LParen, "expected left paren after lit")?;
        let result = parse_imm(statement, parser, operands, is_between_bars, Some(literal))?;
        if result == Attempt::Parsed {
            parser.expect(TokenKind::RParen, "expected closing parentheses")?;
        }
        return Ok(result);
    }
    let is_before_real = peek(parser).is(TokenKind::Real);
    let is_negative = token.is(TokenKind::Minus) && is_before_real;
    if is_negative {
        parser.lex();
    }
    if parser.at(TokenKind::Real) {
        let text = parser.tok().text;
        let value = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
        let Some(value) = value else {
            return Err(parser.error(loc, "this way to write a real number is not supported yet"));
        };
        parser.lex();
        let value = if is_negative { -value } else { value };
        let imm = Immediate {
            value: value.to_bits() as i64,
            kind: ImmKind::None,
            is_real: true,
            literal,
        };
        operands.push(ParsedOperand::new(OperandKind::Immediate(imm), loc));
        return Ok(Attempt::Parsed);
    }
    let (expr, _) = match is_between_bars {
        true => parser.parse_primary_expression()?,
        false => parser.parse_expression()?,
    };
    if is_shortened(&expr) {
        return Err(parser.error(loc, "such an expression is not supported in instructions yet"));
    }
    operands.push(match parser.evaluate(&expr) {
        Some(value) => {
            let is_32 = i32::try_from(value).is_ok() || u32::try_from(value).is_ok();
            if literal == Some(Literal::Bits32) && !is_32 {
                return Err(parser.error(loc, "literal value out of range"));
            }
            let imm = Immediate { value, kind: ImmKind::None, is_real: false, literal };
            ParsedOperand::new(OperandKind::Immediate(imm), loc)
        }
        None if literal.is_some() => return Ok(Attempt::NoMatch),
        None => ParsedOperand::new(OperandKind::Expression(expr), loc),
    });
    Ok(Attempt::Parsed)
}

/// Parses a source with modifiers of real numbers: `-v0`, `|v0|`, `neg(1)`, `abs(v0)`.
pub fn parse_with_real_modifiers<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    takes_imm: bool,
) -> AttemptResult {
    let first = parser.tok();
    if first.is(TokenKind::Minus) && peek(parser).is(TokenKind::Minus) {
        let message = "invalid syntax, expected 'neg' modifier";
        return Err(parser.error(first.loc, message));
    }
    let [next, second] = next_two(parser);
    let is_negated = first.is(TokenKind::Minus)
        && (register::begins(statement.gpu, &next, &second)
            || next.is(TokenKind::Pipe)
            || is_word(&next, "abs"));
    if is_negated {
        parser.lex();
    }
    let loc = parser.tok().loc;
    let neg = eat_word(parser, "neg");
    if neg && is_negated {
        return Err(parser.error(loc, "expected register or immediate"));
    }
    if neg {
        parser.expect(TokenKind::LParen, "expected left paren after neg")?;
    }
    let abs = eat_word(parser, "abs");
    if abs {
        parser.expect(TokenKind::LParen, "expected left paren after abs")?;
    }
    let literal = parse_literal_name(statement, parser)?;
    let loc = parser.tok().loc;
    let bars = parser.eat(TokenKind::Pipe);
    if abs && bars {
        return Err(parser.error(loc, "expected register or immediate"));
    }
    let result = match takes_imm {
        true => parse_register_or_literal(statement, parser, operands, bars, literal),
        false => register::parse(statement, parser, operands),
    };
    let has_modifier = neg || is_negated || abs || bars || literal.is_some();
    if result != Ok(Attempt::Parsed) {
        return match (result, has_modifier) {
            (Ok(_), true) => Err(parser.error(parser.tok().loc, "failed parsing operand.")),
            (result, _) => result,
        };
    }
    let is_immediate =
        operands.last().is_some_and(|it| matches!(it.kind, OperandKind::Immediate(_)));
    if literal.is_some() && !is_immediate {
        parser.error(loc, "expected immediate with lit modifier");
    }
    if bars {
        parser.expect(TokenKind::Pipe, "expected vertical bar")?;
    }
    for is_open in [abs, neg, literal.is_some()] {
        if is_open {
            parser.expect(TokenKind::RParen, "expected closing parentheses")?;
        }
    }
    let modifiers = Modifiers { abs: abs || bars, neg: neg || is_negated, sext: false };
    set_modifiers(parser, operands, modifiers)
}

/// Parses `lit(` or `lit64(`.
fn parse_literal_name(
    statement: &Statement<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<Option<Literal>> {
    let token = parser.tok();
    let literal = Literal::named(token.text).filter(|_| token.is(TokenKind::Identifier));
    let Some(literal) = literal else { return Ok(None) };
    parser.lex();
    let message = match literal {
        Literal::Bits32 => "expected left paren after lit",
        Literal::Bits64 => "expected left paren after lit64",
    };
    parser.expect(TokenKind::LParen, message)?;
    if literal == Literal::Bits64 && !statement.generation.has_literals64() {
        return Err(parser.error(token.loc, "lit64 is not supported on this GPU"));
    }
    Ok(Some(literal))
}

/// Parses a source that may be extended by its sign: `sext(v0)`.
pub fn parse_with_int_modifiers<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    takes_imm: bool,
) -> AttemptResult {
    let sext = eat_word(parser, "sext");
    if sext {
        parser.expect(TokenKind::LParen, "expected left paren after sext")?;
    }
    let result = match takes_imm {
        true => parse_register_or_imm(statement, parser, operands),
        false => register::parse(statement, parser, operands),
    };
    if result != Ok(Attempt::Parsed) {
        return match (result, sext) {
            (Ok(_), true) => Err(parser.error(parser.tok().loc, "failed parsing operand.")),
            (result, _) => result,
        };
    }
    if sext {
        parser.expect(TokenKind::RParen, "expected closing parentheses")?;
    }
    set_modifiers(parser, operands, Modifiers { sext, ..Modifiers::default() })
}

/// Gives the newest operand its modifiers.
fn set_modifiers(
    parser: &mut Parser<'_>,
    operands: &mut Operands<'_>,
    modifiers: Modifiers,
) -> AttemptResult {
    if modifiers.is_some()
        && let Some(operand) = operands.last_mut()
    {
        if matches!(operand.kind, OperandKind::Expression(_)) {
            return Err(parser.error(operand.loc, "expected an absolute expression"));
        }
        operand.modifiers = modifiers;
    }
    Ok(Attempt::Parsed)
}
