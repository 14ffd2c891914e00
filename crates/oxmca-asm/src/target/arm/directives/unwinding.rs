//! Directives that describe an object file: how functions are left, and attributes. They are checked as far as their
//! form goes, and forgotten: there is no object file.

use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::arm::operand::ListKind;
use crate::target::arm::parse::{parse_register, parse_saved_registers};
use crate::target::arm::state::State;
use crate::target::arm::target::Arm;

/// The attributes that are texts, beside those with an odd number above 32.
const TEXT_ATTRIBUTES: [i64; 2] = [4, 5];
/// The attribute that has a number and a text.
const COMPATIBILITY: i64 = 32;

/// Notes the begin or the end of a function.
pub(super) fn parse_function(parser: &mut Parser<'_>, begins: bool, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    let is_open = is_in_function(parser);
    if begins && is_open {
        return Err(parser.error(loc, ".fnstart starts before the end of previous one"));
    }
    if !begins && !is_open {
        return Err(parser.error(loc, ".fnstart must precede .fnend directive"));
    }
    if let Some(state) = parser.target_state.get_mut::<State>() {
        state.is_in_function = begins;
    }
    Ok(())
}

fn is_in_function(parser: &Parser<'_>) -> bool {
    parser.target_state.get::<State>().is_some_and(|it| it.is_in_function)
}

fn require_function(parser: &mut Parser<'_>, what: &str, loc: Loc) -> ParseResult {
    if is_in_function(parser) {
        return Ok(());
    }
    Err(parser.error(loc, format!(".fnstart must precede {what}")))
}

/// Parses `.cantunwind` or `.handlerdata`.
pub(super) fn parse_bare(parser: &mut Parser<'_>, name: &str, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    // LLVM speaks of another directive.
    let name = if name == ".handlerdata" { ".personality" } else { name };
    require_function(parser, &format!("{name} directive"), loc)
}

/// Parses `.personality SYMBOL`.
pub(super) fn parse_personality(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(loc, "unexpected input in .personality directive."));
    }
    parser.symbols.intern(tok.text);
    parser.lex();
    parser.expect_end_of_statement()?;
    require_function(parser, ".personality directive", loc)
}

/// Parses `.pad #NUMBER`.
pub(super) fn parse_pad(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    require_function(parser, ".pad directive", loc)?;
    parse_offset(parser, "pad")?;
    parser.expect_end_of_statement()
}

/// Parses `.setfp REGISTER, REGISTER, #NUMBER`.
pub(super) fn parse_setfp(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    require_function(parser, ".setfp directive", loc)?;
    let at = parser.tok().loc;
    if parse_register(arm, parser, false).is_none() {
        return Err(parser.error(at, "frame pointer register expected"));
    }
    parser.expect(TokenKind::Comma, "expected comma")?;
    let at = parser.tok().loc;
    if parse_register(arm, parser, false).is_none() {
        return Err(parser.error(at, "stack pointer register expected"));
    }
    if parser.eat(TokenKind::Comma) {
        parse_offset(parser, "setfp")?;
    }
    parser.expect_end_of_statement()
}

/// Parses `.save {REGISTERS}` or `.vsave {REGISTERS}`.
pub(super) fn parse_save(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    is_of_vectors: bool,
    loc: Loc,
) -> ParseResult {
    require_function(parser, ".save or .vsave directives", loc)?;
    let kind = parse_saved_registers(arm, parser)?;
    parser.expect_end_of_statement()?;
    match (is_of_vectors, kind) {
        (false, Some(ListKind::General)) | (true, Some(ListKind::Double)) => Ok(()),
        (false, _) => Err(parser.error(loc, ".save expects GPR registers")),
        (true, _) => Err(parser.error(loc, ".vsave expects DPR registers")),
    }
}

/// Parses `.eabi_attribute TAG, VALUE`.
pub(super) fn parse_attribute(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    let tag = if tok.is(TokenKind::Identifier) {
        parser.lex();
        // The names of attributes are not looked up: those with texts are few.
        match tok.text {
            b"Tag_CPU_raw_name" => 4,
            b"Tag_CPU_name" => 5,
            b"Tag_compatibility" => COMPATIBILITY,
            b"Tag_also_compatible_with" => 65,
            b"Tag_conformance" => 67,
            _ => 0,
        }
    } else {
        match parser.parse_expression()?.0 {
            Expr::Constant(value) => value,
            _ => return Err(parser.error(tok.loc, "expected numeric constant")),
        }
    };
    parser.expect(TokenKind::Comma, "expected comma")?;
    let has_text = TEXT_ATTRIBUTES.contains(&tag)
        || tag == COMPATIBILITY
        || tag > COMPATIBILITY && tag % 2 == 1;
    if !has_text || tag == COMPATIBILITY {
        let at = parser.tok().loc;
        if !matches!(parser.parse_expression()?.0, Expr::Constant(_)) {
            return Err(parser.error(at, "expected numeric constant"));
        }
    }
    if tag == COMPATIBILITY {
        parser.expect(TokenKind::Comma, "expected comma")?;
    }
    if has_text && !parser.eat(TokenKind::String) {
        return Err(parser.token_error("bad string constant"));
    }
    parser.expect_end_of_statement()
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
