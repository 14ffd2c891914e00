//! Directives about how functions are left. They are checked and forgotten: there is no object file.

use oxmca_tables::Reg;

use super::frames::{change, contradicts, holds};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::arm::frame::Frame;
use crate::target::arm::operand::ListKind;
use crate::target::arm::parse::{parse_register, parse_saved_registers};
use crate::target::arm::target::Arm;

/// Personality routines that have a number.
const PERSONALITIES: std::ops::Range<i64> = 0..3;

const REPEATED_PERSONALITY: &str = "multiple personality directives";

/// Parses `.fnstart`.
pub(super) fn parse_begin(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    if holds(parser, Frame::has_begun) {
        let message = ".fnstart starts before the end of previous one";
        return Err(contradicts(parser, loc, message, ".fnstart"));
    }
    change(parser, |frame| {
        *frame = Frame::default();
        frame.record(".fnstart", loc);
    });
    Ok(())
}

/// Parses `.fnend`.
pub(super) fn parse_end(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    require_function(parser, ".fnend directive", loc)?;
    change(parser, |frame| *frame = Frame::default());
    Ok(())
}

fn require_function(parser: &mut Parser<'_>, what: &str, loc: Loc) -> ParseResult {
    if holds(parser, Frame::has_begun) {
        return Ok(());
    }
    Err(parser.error(loc, format!(".fnstart must precede {what}")))
}

/// Checks that a directive stands in a function and before the data of its handler.
fn require_no_data(parser: &mut Parser<'_>, what: &str, loc: Loc) -> ParseResult {
    if holds(parser, Frame::has_handler_data) {
        return Err(parser.error(loc, format!("{what} must precede .handlerdata directive")));
    }
    Ok(())
}

/// Parses `.cantunwind`.
pub(super) fn parse_cannot_unwind(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    change(parser, |frame| frame.record(".cantunwind", loc));
    require_function(parser, ".cantunwind directive", loc)?;
    if holds(parser, Frame::has_handler_data) {
        let message = ".cantunwind can't be used with .handlerdata directive";
        return Err(contradicts(parser, loc, message, ".handlerdata"));
    }
    if holds(parser, Frame::has_personality) {
        let message = ".cantunwind can't be used with .personality directive";
        return Err(contradicts(parser, loc, message, ".personality"));
    }
    Ok(())
}

/// Parses `.handlerdata`.
pub(super) fn parse_handler_data(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    change(parser, |frame| frame.record(".handlerdata", loc));
    // LLVM speaks of another directive.
    require_function(parser, ".personality directive", loc)?;
    if holds(parser, Frame::cannot_unwind) {
        let message = ".handlerdata can't be used with .cantunwind directive";
        return Err(contradicts(parser, loc, message, ".cantunwind"));
    }
    Ok(())
}

/// Parses `.personality SYMBOL`.
pub(super) fn parse_personality(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let is_repeated = holds(parser, Frame::has_personality);
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(loc, "unexpected input in .personality directive."));
    }
    parser.lex();
    parser.expect_end_of_statement()?;
    change(parser, |frame| frame.record(".personality", loc));
    require_function(parser, ".personality directive", loc)?;
    let message = ".personality can't be used with .cantunwind directive";
    check_personality(parser, is_repeated, message, loc)?;
    parser.symbols.intern(tok.text);
    Ok(())
}

/// Parses `.personalityindex NUMBER`.
pub(super) fn parse_personality_index(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let is_repeated = holds(parser, Frame::has_personality);
    let at = parser.tok().loc;
    let (index, _) = parser.parse_expression()?;
    parser.expect_end_of_statement()?;
    change(parser, |frame| frame.record(".personalityindex", loc));
    require_function(parser, ".personalityindex directive", loc)?;
    let message = ".personalityindex cannot be used with .cantunwind";
    check_personality(parser, is_repeated, message, loc)?;
    match index {
        Expr::Constant(index) if PERSONALITIES.contains(&index) => Ok(()),
        Expr::Constant(_) => {
            Err(parser.error(at, "personality routine index should be in range [0-3]"))
        }
        _ => Err(parser.error(at, "index must be a constant number")),
    }
}

/// Checks that a function may have a personality; `excluded` is the message if it cannot be unwound.
fn check_personality(
    parser: &mut Parser<'_>,
    is_repeated: bool,
    excluded: &str,
    loc: Loc,
) -> ParseResult {
    if holds(parser, Frame::cannot_unwind) {
        return Err(contradicts(parser, loc, excluded, ".cantunwind"));
    }
    if holds(parser, Frame::has_handler_data) {
        let name = excluded.split(' ').next().unwrap_or_default();
        let message = format!("{name} must precede .handlerdata directive");
        return Err(contradicts(parser, loc, &message, ".handlerdata"));
    }
    if is_repeated {
        return Err(contradicts(parser, loc, REPEATED_PERSONALITY, ".personality"));
    }
    Ok(())
}

/// Parses `.pad #NUMBER`.
pub(super) fn parse_pad(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    require_function(parser, ".pad directive", loc)?;
    require_no_data(parser, ".pad", loc)?;
    parse_offset(parser, "pad")?;
    parser.expect_end_of_statement()
}

/// Parses `.setfp REGISTER, REGISTER, #NUMBER`.
pub(super) fn parse_setfp(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    require_function(parser, ".setfp directive", loc)?;
    require_no_data(parser, ".setfp", loc)?;
    let at = parser.tok().loc;
    let Some(pointer) = parse_register(arm, parser, false) else {
        return Err(parser.error(at, "frame pointer register expected"));
    };
    parser.expect_comma()?;
    let at = parser.tok().loc;
    let Some(base) = parse_register(arm, parser, false) else {
        return Err(parser.error(at, "stack pointer register expected"));
    };
    if base != arm.registers.sp() && !holds(parser, |frame| frame.pointer == Some(base)) {
        let message = "register should be either $sp or the latest fp register";
        return Err(parser.error(at, message));
    }
    set_pointer(arm, parser, pointer);
    if parser.eat(TokenKind::Comma) {
        parse_offset(parser, "setfp")?;
    }
    parser.expect_end_of_statement()
}

/// Parses `.movsp REGISTER, #NUMBER`.
pub(super) fn parse_movsp(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    require_function(parser, ".movsp directives", loc)?;
    if holds(parser, |frame| frame.pointer.is_some()) {
        return Err(parser.error(loc, "unexpected .movsp directive"));
    }
    let at = parser.tok().loc;
    let Some(reg) = parse_register(arm, parser, false) else {
        return Err(parser.error(at, "register expected"));
    };
    if [arm.registers.sp(), arm.registers.pc()].contains(&reg) {
        return Err(parser.error(at, "sp and pc are not permitted in .movsp directive"));
    }
    if parser.eat(TokenKind::Comma) {
        parser.expect(TokenKind::Hash, "expected #constant")?;
        let at = parser.tok().loc;
        match parser.parse_expression() {
            Ok((Expr::Constant(_), _)) => {}
            Ok(_) => return Err(parser.error(at, "offset must be an immediate constant")),
            Err(_) => return Err(parser.error(at, "malformed offset expression")),
        }
    }
    parser.expect_end_of_statement()?;
    set_pointer(arm, parser, reg);
    Ok(())
}

fn set_pointer(arm: &Arm<'_>, parser: &mut Parser<'_>, reg: Reg) {
    let pointer = Some(reg).filter(|reg| *reg != arm.registers.sp());
    change(parser, |frame| frame.pointer = pointer);
}

/// Parses `.save {REGISTERS}` or `.vsave {REGISTERS}`.
pub(super) fn parse_save(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    is_of_vectors: bool,
    loc: Loc,
) -> ParseResult {
    require_function(parser, ".save or .vsave directives", loc)?;
    require_no_data(parser, ".save or .vsave", loc)?;
    let kind = parse_saved_registers(arm, parser, ".save")?.map(|list| list.kind);
    parser.expect_end_of_statement()?;
    match (is_of_vectors, kind) {
        (false, Some(ListKind::General)) | (true, Some(ListKind::Double)) => Ok(()),
        (false, _) => Err(parser.error(loc, ".save expects GPR registers")),
        (true, _) => Err(parser.error(loc, ".vsave expects DPR registers")),
    }
}

/// Parses `.unwind_raw OFFSET, CODE, ...`.
pub(super) fn parse_raw(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    const EXPECTED: &str = "expected opcode expression";
    require_function(parser, ".unwind_raw directives", loc)?;
    let at = parser.tok().loc;
    match parser.parse_expression() {
        Ok((Expr::Constant(_), _)) => {}
        Ok(_) => return Err(parser.error(at, "offset must be a constant")),
        Err(_) => return Err(parser.error(at, "expected expression")),
    }
    parser.expect_comma()?;
    let at = parser.tok().loc;
    if parser.eat(TokenKind::EndOfStatement) {
        return Err(parser.error(at, EXPECTED));
    }
    loop {
        let at = parser.tok().loc;
        if parser.at(TokenKind::EndOfStatement) {
            return Err(parser.error(at, EXPECTED));
        }
        match parser.parse_expression() {
            Ok((Expr::Constant(0..=0xff), _)) => {}
            Ok((Expr::Constant(_), _)) => return Err(parser.error(at, "invalid opcode")),
            Ok(_) => return Err(parser.error(at, "opcode value must be a constant")),
            Err(_) => return Err(parser.error(at, EXPECTED)),
        }
        if parser.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        parser.expect(TokenKind::Comma, "unexpected token")?;
    }
}

/// Parses `#NUMBER`.
fn parse_offset(parser: &mut Parser<'_>, what: &str) -> ParseResult {
    if !parser.eat(TokenKind::Hash) && !parser.eat(TokenKind::Dollar) {
        return Err(parser.token_error("'#' expected"));
    }
    let at = parser.tok().loc;
    match parser.parse_expression() {
        Ok((Expr::Constant(_), _)) => Ok(()),
        Ok(_) => Err(parser.error(at, format!("{what} offset must be an immediate"))),
        Err(_) => Err(parser.error(at, format!("malformed {what} offset"))),
    }
}
