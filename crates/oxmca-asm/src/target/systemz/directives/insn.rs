//! `.insn`: an instruction by its format, its code and its operands.

use crate::inst::Inst;
use crate::lexer::TokenKind;
use crate::matcher::MatchTarget;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::systemz::matching::Matching;
use crate::target::systemz::operand::{OperandKind, ParsedOperand};
use crate::target::systemz::operand_parser::OperandParser;
use crate::target::systemz::parse::{Attempt, Reading};
use crate::target::systemz::predicate::Predicate;
use crate::target::systemz::render::Render;
use crate::target::systemz::target::SystemZ;

/// The operands of each format, by the names of their classes. The instruction's name is that of the format.
const FORMATS: [(&str, &str); 31] = [
    ("e", "U16Imm"),
    ("ri", "U32Imm AnyReg S16Imm"),
    ("rie", "U48Imm AnyReg AnyReg PCRel16"),
    ("ril", "U48Imm AnyReg PCRel32"),
    ("rilu", "U48Imm AnyReg U32Imm"),
    ("ris", "U48Imm AnyReg S8Imm U4Imm BDAddr64Disp12"),
    ("rr", "U16Imm AnyReg AnyReg"),
    ("rre", "U32Imm AnyReg AnyReg"),
    ("rrf", "U32Imm AnyReg AnyReg AnyReg U4Imm"),
    ("rrs", "U48Imm AnyReg AnyReg U4Imm BDAddr64Disp12"),
    ("rs", "U32Imm AnyReg AnyReg BDAddr64Disp12"),
    ("rse", "U48Imm AnyReg AnyReg BDAddr64Disp12"),
    ("rsi", "U48Imm AnyReg AnyReg PCRel16"),
    ("rsy", "U48Imm AnyReg AnyReg BDAddr64Disp20"),
    ("rx", "U32Imm AnyReg BDXAddr64Disp12"),
    ("rxe", "U48Imm AnyReg BDXAddr64Disp12"),
    ("rxf", "U48Imm AnyReg AnyReg BDXAddr64Disp12"),
    ("rxy", "U48Imm AnyReg BDXAddr64Disp20"),
    ("s", "U32Imm BDAddr64Disp12"),
    ("si", "U32Imm BDAddr64Disp12 S8Imm"),
    ("sil", "U48Imm BDAddr64Disp12 U16Imm"),
    ("siy", "U48Imm BDAddr64Disp20 U8Imm"),
    ("ss", "U48Imm BDXAddr64Disp12 BDAddr64Disp12 AnyReg"),
    ("sse", "U48Imm BDAddr64Disp12 BDAddr64Disp12"),
    ("ssf", "U48Imm BDAddr64Disp12 BDAddr64Disp12 AnyReg"),
    ("vri", "U48Imm VR128 VR128 U12Imm U4Imm U4Imm"),
    ("vrr", "U48Imm VR128 VR128 VR128 U4Imm U4Imm U4Imm"),
    ("vrs", "U48Imm AnyReg VR128 BDAddr64Disp12 U4Imm"),
    ("vrv", "U48Imm VR128 BDVAddr64Disp12 U4Imm"),
    ("vrx", "U48Imm VR128 BDXAddr64Disp12 U4Imm"),
    ("vsi", "U48Imm VR128 BDAddr64Disp12 U8Imm"),
];

/// Parses the rest of `.insn FORMAT, CODE, OPERANDS`.
pub(super) fn parse(systemz: &SystemZ<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let loc = parser.tok().loc;
    let Some(format) = parser.parse_identifier() else {
        return Err(parser.error(loc, "expected instruction format"));
    };
    let mut formats = FORMATS.iter();
    let Some((format, classes)) = formats.find(|(name, _)| name.as_bytes() == format) else {
        return Err(parser.error(loc, "unrecognized format"));
    };
    let mut reading = Reading::new(systemz);
    for class in classes.split(' ') {
        if !parser.at(TokenKind::Comma) {
            return Err(parser.token_error("unexpected token in directive"));
        }
        parser.lex();
        parse_operand(&mut reading, parser, class)?;
    }
    let name = format!("Insn{}", format.to_ascii_uppercase());
    let Some(opcode) = systemz.tables.opcode_named(name.as_bytes()) else {
        return Err(parser.error(loc, "unrecognized format"));
    };
    let mut inst = Inst { opcode, ..Inst::default() };
    for (class, operand) in classes.split(' ').zip(&reading.operands) {
        if !predicate(class).is_some_and(|it| it.holds(operand)) {
            return Err(parser.error(operand.loc, "unexpected operand type"));
        }
        let method = match (&operand.kind, class) {
            // LLVM leaves out the index of an address that has none by its form.
            (OperandKind::Memory(_), class) if class.starts_with("BDAddr") => Render::Address,
            (OperandKind::Memory(_), _) => Render::LongAddress,
            _ => Render::Value,
        };
        Matching.render(method, operand, &mut inst);
    }
    // LLVM's instruction has no place in the text, by which regions are told.
    parser.emit(inst, Loc::NONE);
    Ok(())
}

/// Parses an operand of a class.
fn parse_operand(reading: &mut Reading<'_>, parser: &mut Parser<'_>, class: &str) -> ParseResult {
    let method = class.strip_suffix("Disp12").or(class.strip_suffix("Disp20")).unwrap_or(class);
    let method = OperandParser::named(&format!("parse{method}"));
    if let Some(method) = method {
        return match reading.parse_by(method, parser)? {
            Attempt::Parsed => Ok(()),
            Attempt::NoMatch => Err(crate::parser::ErrorReported),
        };
    }
    let loc = parser.tok().loc;
    let Ok((value, _)) = parser.parse_expression() else {
        return Err(parser.error(loc, "unexpected token in directive"));
    };
    reading.operands.push(ParsedOperand::new(OperandKind::Value(value), loc));
    Ok(())
}

/// Returns the predicate of a class.
fn predicate(class: &str) -> Option<Predicate> {
    match class.starts_with("PCRel") {
        true => Some(Predicate::Value),
        false => Predicate::named(&format!("is{class}")),
    }
}
