//! Registers as operands.

use oxmca_tables::Reg;

use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};
use crate::source::LocRange;
use crate::target::riscv::operand::ParsedOperand;
use crate::target::riscv::state::Features;
use crate::target::riscv::target::RiscV;

/// The last integer register that processors with half of them have.
const LAST_EMBEDDED: u16 = 15;
/// The last integer register.
const LAST: u16 = 31;

/// Parses the name of a register.
pub(in super::super) fn parse_register(
    riscv: &RiscV<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let tok = parser.tok();
    let features = Features::of(&riscv.feature_bits, parser);
    let Some(reg) = named(riscv, features, tok.identifier()) else {
        return Err(parser.error_in(tok.loc, tok.range(), "invalid register name"));
    };
    parser.lex();
    Ok((reg, tok.range()))
}

/// Returns the register of a name.
fn named(riscv: &RiscV<'_>, features: Features, name: &[u8]) -> Option<Reg> {
    let registers = &riscv.registers;
    let is_missing = |reg: Reg| {
        let number = registers.number(reg);
        features.is_embedded && number > LAST_EMBEDDED && number <= LAST
    };
    riscv.tables.register_written(name).filter(|reg| !is_missing(*reg))
}

impl Statement<'_> {
    /// Returns the register that a token names.
    pub(super) fn register_of(&self, tok: Token<'_>) -> Option<Reg> {
        let is_name = tok.is(TokenKind::Identifier);
        is_name.then(|| named(self.riscv, self.features, tok.text)).flatten()
    }

    /// Returns the integer register that a token names.
    pub(super) fn general_register_of(&self, tok: Token<'_>) -> Option<Reg> {
        let found = self.register_of(tok);
        found.filter(|reg| self.riscv.registers.is_general(&self.riscv.tables, *reg))
    }
}

/// Parses a register, perhaps in parentheses.
pub(super) fn parse<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    allows_parentheses: bool,
) -> Attempt {
    let first = parser.tok();
    if allows_parentheses && first.is(TokenKind::LParen) {
        let mut ahead = [first; 2];
        let count = parser.peek_tokens(&mut ahead, true);
        if count == 2 && ahead[1].is(TokenKind::RParen) {
            let Some(reg) = statement.register_of(ahead[0]) else { return Attempt::NoMatch };
            parser.lex();
            operands.push(ParsedOperand::of_token(b"(", first.loc));
            let tok = parser.tok();
            operands.push(ParsedOperand::of_register(reg, false, tok.loc).until(tok.range().end));
            parser.lex();
            parser.lex();
            operands.push(ParsedOperand::of_token(b")", parser.tok().loc));
            return Attempt::Parsed;
        }
    }
    let Some(reg) = statement.register_of(first) else { return Attempt::NoMatch };
    parser.lex();
    operands.push(ParsedOperand::of_register(reg, false, first.loc).until(first.range().end));
    Attempt::Parsed
}

/// Parses `v0.t`, a mask.
pub(super) fn parse_mask<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    let Some(name) = tok.text.strip_suffix(b".t") else {
        // Another operand may stand where a mask is left out.
        return match statement.register_of(tok) {
            Some(_) => Err(parser.error(tok.loc, "expected '.t' suffix")),
            None => Ok(Attempt::NoMatch),
        };
    };
    parse_v0(statement, parser, operands, name)
}

/// Parses `v0.scale`, the factors of elements.
pub(super) fn parse_scale<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Ok(Attempt::NoMatch);
    }
    match tok.text.strip_suffix(b".scale") {
        Some(name) => parse_v0(statement, parser, operands, name),
        None => Err(parser.error(tok.loc, "expected '.scale' suffix")),
    }
}

/// Takes a token whose register, without a suffix, must be `v0`.
fn parse_v0<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    name: &[u8],
) -> AttemptResult {
    let tok = parser.tok();
    let reg = named(statement.riscv, statement.features, name);
    let Some(reg) = reg.filter(|reg| *reg == statement.riscv.registers.v0) else {
        return Ok(Attempt::NoMatch);
    };
    parser.lex();
    operands.push(ParsedOperand::of_register(reg, false, tok.loc).until(tok.range().end));
    Ok(Attempt::Parsed)
}

/// Returns a register where a floating-point operand stands; an integer register if the processor
/// keeps such operands there.
pub(super) fn parse_float_in_general<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    of_64_bits: bool,
) -> AttemptResult {
    let features = statement.features;
    if of_64_bits && (!features.is_64_bit || features.has_float) {
        return Ok(Attempt::NoMatch);
    }
    let tok = parser.tok();
    let Some(reg) = statement.register_of(tok) else { return Ok(Attempt::NoMatch) };
    parser.lex();
    let written = ParsedOperand::of_register(reg, !features.has_float, tok.loc);
    operands.push(written.until(tok.range().end));
    Ok(Attempt::Parsed)
}

/// Returns an even register whose pair holds a double.
pub(super) fn parse_float_in_pair<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    let features = statement.features;
    if features.is_64_bit || features.has_float {
        return Ok(Attempt::NoMatch);
    }
    let tok = parser.tok();
    let Some(reg) = statement.general_register_of(tok) else { return Ok(Attempt::NoMatch) };
    let registers = &statement.riscv.registers;
    if !registers.number(reg).is_multiple_of(2) {
        if !features.has_float_in_general {
            return Ok(Attempt::NoMatch);
        }
        let message = "double precision floating point operands must use even numbered X register";
        return Err(parser.token_error(message));
    }
    parser.lex();
    let pair = registers.pair_of(&statement.riscv.tables, reg).unwrap_or(Reg::NONE);
    let written = ParsedOperand::of_register(pair, true, tok.loc);
    operands.push(written.until(tok.range().end));
    Ok(Attempt::Parsed)
}

/// Returns an even register, for its pair.
pub(super) fn parse_pair<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
    is_64_bit: bool,
) -> AttemptResult {
    // With 64-bit registers the same mnemonic may have a form without pairs.
    if !is_64_bit && statement.features.is_64_bit {
        return Ok(Attempt::NoMatch);
    }
    let tok = parser.tok();
    let Some(reg) = statement.general_register_of(tok) else { return Ok(Attempt::NoMatch) };
    let registers = &statement.riscv.registers;
    if !registers.number(reg).is_multiple_of(2) {
        return Err(parser.token_error("register must be even"));
    }
    parser.lex();
    let pair = registers.pair_of(&statement.riscv.tables, reg).unwrap_or(Reg::NONE);
    let written = ParsedOperand::of_register(pair, false, tok.loc);
    operands.push(written.until(tok.range().end));
    Ok(Attempt::Parsed)
}
