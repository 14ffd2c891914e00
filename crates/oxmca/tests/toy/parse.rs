//! Parses instructions.

use oxmca_asm::inst::{Expr, Inst, Operand, SpecifierNotation};
use oxmca_asm::lexer::TokenKind;
use oxmca_asm::matcher::{Matcher, Mismatch, Request};
use oxmca_asm::parser::{ErrorReported, ParseResult, Parser};
use oxmca_asm::source::{Loc, LocRange};
use oxmca_asm::spelling::did_you_mean;
use oxmca_tables::Reg;

use crate::operand::{MatchContext, OperandKind, ParsedOperand, Predicate, Render};
use crate::target::{State, Toy};

/// Parses an instruction, matches it and emits it.
pub fn parse_instruction(
    toy: &Toy<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult {
    // A suffix chooses a variant of the matcher.
    let (variant, mnemonic) = match mnemonic.strip_suffix(b".2") {
        Some(short) => (1, short),
        None => (0, mnemonic),
    };
    let mut operands = Vec::new();
    if !parser.at(TokenKind::EndOfStatement) {
        operands.push(parse_operand(toy, parser, mnemonic, 0)?);
        while parser.eat(TokenKind::Comma) {
            operands.push(parse_operand(toy, parser, mnemonic, operands.len())?);
        }
    }
    parser.expect_end_of_statement()?;
    if mnemonic == b"li" {
        return load_constant(toy, parser, &operands, loc);
    }
    let request = Request { variant, mnemonic, conditions: parser.match_conditions() };
    let context = MatchContext { toy };
    let mut inst = Inst::default();
    if toy.matcher.find(&toy.tables, &context, &request, &operands, &mut inst) {
        emit(toy, parser, inst, loc);
        return Ok(());
    }
    let failure = toy.matcher.explain(&toy.tables, &context, &request, &operands);
    let culprit = failure.operand.and_then(|operand| operands.get(operand));
    let culprit = culprit.map_or(loc, |operand| operand.loc);
    Err(match failure.mismatch {
        Mismatch::Mnemonic => {
            let similar = did_you_mean(&toy.tables, &request);
            parser.error(loc, format!("unknown mnemonic{similar}"))
        }
        Mismatch::Features(_) => parser.error(loc, "instruction requires a feature"),
        Mismatch::Target(message) => parser.error(culprit, message),
        Mismatch::Operand | Mismatch::Tied => parser.error(culprit, "invalid operand"),
    })
}

/// Emits an instruction, in its form of two bytes if there is one and directives allow it.
fn emit(toy: &Toy<'_>, parser: &mut Parser<'_>, mut inst: Inst, loc: Loc) {
    let is_short = match inst.operands.as_slice() {
        [destination, source, Operand::Imm(-32..=31)] => destination == source,
        _ => false,
    };
    if inst.opcode == toy.addi && is_short && parser.features().contains(toy.compressed) {
        inst.opcode = toy.c_addi;
    }
    parser.emit(inst, loc);
}

/// An operand, read by the method that the tables name for its position, if there is one.
fn parse_operand(
    toy: &Toy<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    position: usize,
) -> ParseResult<ParsedOperand> {
    let loc = parser.tok().loc;
    let custom = Matcher::<Predicate, Render>::operand_parsers(&toy.tables, mnemonic, position);
    let is_barrier = custom.iter().any(|(conditions, method)| {
        *method == "parseBarrier" && parser.match_conditions().hold(conditions)
    });
    if is_barrier && matches!(parser.tok().text, b"r" | b"w" | b"rw") {
        parser.lex();
        return Ok(ParsedOperand { kind: OperandKind::Barrier, loc });
    }
    let kind = match register_here(toy, parser) {
        Some(reg) => {
            parser.lex();
            OperandKind::Register(reg.into())
        }
        None => OperandKind::Value(parse_expression(parser)?.0),
    };
    Ok(ParsedOperand { kind, loc })
}

/// An expression, perhaps within `:hi:`, `:lo:`, `%hi()` or `%lo()`.
pub fn parse_expression(parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
    for notation in [SpecifierNotation::Colons, SpecifierNotation::Call] {
        if let Some(found) = parser.parse_specified_expression(notation, &["hi", "lo"])? {
            return Ok(found);
        }
    }
    parser.parse_expression()
}

/// `.option push`, `.option pop`, or `.option FEATURE`, which switches a feature on: for the parser alone.
pub fn parse_option(toy: &Toy<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    let mut features = *parser.features();
    let name = parser.parse_identifier().unwrap_or_default();
    let pushed = parser.target_state.get_mut::<State>().map(|state| &mut state.pushed);
    match (name, pushed) {
        (b"push", Some(pushed)) => pushed.push(features),
        (b"pop", Some(pushed)) => features = pushed.pop().unwrap_or(features),
        _ => match toy.tables.feature_named(&String::from_utf8_lossy(name)) {
            Some(feature) => features.insert(feature.bit),
            None => return Err(parser.error(tok.loc, "unknown option")),
        },
    }
    parser.set_features(features);
    parser.expect_end_of_statement()
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
    let reg = reg.get();
    let inst = |name: &str, operands: &[Operand]| {
        let opcode = toy.tables.opcode_named(name.as_bytes()).ok_or(ErrorReported)?;
        Ok(Inst { opcode, operands: operands.into(), ..Inst::default() })
    };
    let (upper, lower) = ((value + 0x800) >> 12, (value << 52) >> 52);
    if upper == 0 {
        let operands = [Operand::Reg(reg), Operand::Reg(toy.zero), Operand::Imm(lower)];
        emit(toy, parser, inst("ADDI", &operands)?, loc);
        return Ok(());
    }
    parser.emit(inst("LUI", &[Operand::Reg(reg), Operand::Imm(upper & 0xf_ffff)])?, loc);
    let operands = [Operand::Reg(reg), Operand::Reg(reg), Operand::Imm(lower)];
    emit(toy, parser, inst("ADDI", &operands)?, Loc::NONE);
    Ok(())
}
