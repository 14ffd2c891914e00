//! Parses instructions.

use oxmca_asm::inst::{Expr, Inst, Operand, SpecifierNotation};
use oxmca_asm::lexer::TokenKind;
use oxmca_asm::matcher::{Mismatch, Request};
use oxmca_asm::parser::{ErrorReported, ParseResult, Parser};
use oxmca_asm::source::{Loc, LocRange};
use oxmca_tables::Reg;

use crate::operand::{Matching, OperandKind, ParsedOperand};
use crate::target::{State, Toy};

/// Parses an instruction, matches it and emits it.
pub fn parse_instruction(
    toy: &Toy<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult {
    let mut operands = Vec::new();
    if !parser.at(TokenKind::EndOfStatement) {
        operands.push(parse_operand(toy, parser)?);
        while parser.eat(TokenKind::Comma) {
            operands.push(parse_operand(toy, parser)?);
        }
    }
    parser.expect_end_of_statement()?;
    if mnemonic == b"li" {
        return load_constant(toy, parser, &operands, loc);
    }
    let request = Request { variant: 0, mnemonic, conditions: parser.match_conditions() };
    let mut inst = Inst::default();
    if toy.matcher.find(&toy.tables, &Matching, &request, &operands, &mut inst) {
        parser.emit(inst, loc);
        return Ok(());
    }
    let failure = toy.matcher.explain(&toy.tables, &Matching, &request, &operands);
    let culprit = failure.operand.and_then(|operand| operands.get(operand));
    let culprit = culprit.map_or(loc, |operand| operand.loc);
    Err(match failure.mismatch {
        Mismatch::Mnemonic => parser.error(loc, "unknown mnemonic"),
        Mismatch::Features(_) => parser.error(loc, "instruction requires a feature"),
        Mismatch::Target(message) => parser.error(culprit, message),
        Mismatch::Operand | Mismatch::Tied => parser.error(culprit, "invalid operand"),
    })
}

fn parse_operand(toy: &Toy<'_>, parser: &mut Parser<'_>) -> ParseResult<ParsedOperand> {
    let loc = parser.tok().loc;
    let kind = match register_here(toy, parser) {
        Some(reg) => {
            parser.lex();
            OperandKind::Register(reg)
        }
        None => OperandKind::Value(parse_expression(parser)?.0),
    };
    Ok(ParsedOperand { kind, loc })
}

/// An expression, perhaps within `:hi:` or `:lo:`.
pub fn parse_expression(parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
    let colons = SpecifierNotation::Colons;
    match parser.parse_specified_expression(colons, &["hi", "lo"])? {
        Some(found) => Ok(found),
        None => parser.parse_expression(),
    }
}

/// The register that the current token names, by the tables or by `.req`.
fn register_here(toy: &Toy<'_>, parser: &Parser<'_>) -> Option<Reg> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return None;
    }
    let state = parser.target_state.get::<State>()?;
    let named = state.named.iter().rfind(|(name, _)| name == tok.text);
    named.map(|(_, reg)| *reg).or_else(|| toy.register_named(tok.text))
}

/// Parses the name of a register.
pub fn parse_register(toy: &Toy<'_>, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
    let tok = parser.tok();
    let Some(reg) = register_here(toy, parser) else {
        return Err(parser.error(tok.loc, "expected register"));
    };
    parser.lex();
    Ok((reg, tok.range()))
}

/// `li REGISTER, CONSTANT`: one instruction for 12 bits, two for more. The second is not written
/// anywhere, and so is in no marked region.
fn load_constant(
    toy: &Toy<'_>,
    parser: &mut Parser<'_>,
    operands: &[ParsedOperand],
    loc: Loc,
) -> ParseResult {
    let [
        ParsedOperand { kind: OperandKind::Register(reg), .. },
        ParsedOperand { kind: OperandKind::Value(Expr::Constant(value)), .. },
    ] = operands
    else {
        return Err(parser.error(loc, "expected a register and a constant"));
    };
    let inst = |name: &str, operands: &[Operand]| {
        let opcode = toy.tables.opcode_named(name.as_bytes()).ok_or(ErrorReported)?;
        Ok(Inst { opcode, operands: operands.into(), ..Inst::default() })
    };
    let zero = toy.tables.register_named("R0").ok_or(ErrorReported)?;
    let (upper, lower) = ((value + 0x800) >> 12, (value << 52) >> 52);
    if upper == 0 {
        let operands = [Operand::Reg(*reg), Operand::Reg(zero), Operand::Imm(lower)];
        parser.emit(inst("ADDI", &operands)?, loc);
        return Ok(());
    }
    parser.emit(inst("LUI", &[Operand::Reg(*reg), Operand::Imm(upper & 0xf_ffff)])?, loc);
    let operands = [Operand::Reg(*reg), Operand::Reg(*reg), Operand::Imm(lower)];
    parser.emit(inst("ADDI", &operands)?, Loc::NONE);
    Ok(())
}
