//! Directives only x86 has.

use oxmca_tables::Reg;

use super::X86;
use super::parse::{Mode, parse_register, set_state};
use super::registers::fact;
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser, UnwindCode};
use crate::source::Loc;

/// Parses the directive `name` written at `loc`; `false` if x86 has none of that name.
pub(super) fn parse_directive(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    loc: Loc,
) -> ParseResult<bool> {
    // Names are compared by their beginnings where LLVM does so.
    if name.starts_with(b".arch") {
        parser.eat_to_end_of_statement();
    } else if name.starts_with(b".code") {
        parse_mode(x86, parser, name, loc)?;
    } else if name.starts_with(b".att_syntax") {
        parse_att_syntax(parser, loc)?;
    } else if name.starts_with(b".intel_syntax") {
        parse_intel_syntax(parser, loc)?;
    } else {
        match name {
            b".nops" => parse_nops(parser)?,
            b".even" => parser.expect_end_of_statement()?,
            b".cv_fpo_proc" => parse_fpo_proc(parser)?,
            b".cv_fpo_setframe" | b".cv_fpo_pushreg" => {
                if let Err(error) = parse_register(x86, parser) {
                    parser.point_errors_at_their_end();
                    return Err(error);
                }
                parser.expect_end_of_statement()?;
            }
            b".cv_fpo_stackalloc" | b".cv_fpo_stackalign" => {
                expect_integer(parser, "expected offset")?;
                parser.expect_end_of_statement()?;
            }
            b".cv_fpo_endprologue" | b".cv_fpo_endproc" => parser.expect_end_of_statement()?,
            b".seh_pushreg" | b".seh_setframe" | b".seh_savereg" | b".seh_savexmm"
            | b".seh_pushframe" => parse_seh(x86, parser, name, loc)?,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// `.code16`, `.code16gcc`, `.code32`, `.code64`
fn parse_mode(x86: &X86<'_>, parser: &mut Parser<'_>, name: &[u8], loc: Loc) -> ParseResult {
    set_state(parser, |state| state.code_16_gcc = false);
    let mode = match name {
        b".code16" | b".code16gcc" => Mode::Bits16,
        b".code32" => Mode::Bits32,
        b".code64" => Mode::Bits64,
        _ => return Err(parser.error(loc, message!["unknown directive ", name])),
    };
    if name == b".code16gcc" {
        set_state(parser, |state| state.code_16_gcc = true);
    }
    parser.lex();
    x86.set_mode(&mut parser.subtarget.features, mode);
    Ok(())
}

fn parse_att_syntax(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    match parser.tok().text {
        b"prefix" => {
            parser.lex();
        }
        b"noprefix" => {
            let message = "'.att_syntax noprefix' is not supported: registers must have a '%' \
                           prefix in .att_syntax";
            return Err(parser.error(loc, message));
        }
        _ => {}
    }
    parser.dialect = 0;
    Ok(())
}

fn parse_intel_syntax(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    parser.dialect = 1;
    match parser.tok().text {
        b"noprefix" => {
            parser.lex();
            Ok(())
        }
        b"prefix" => {
            let message = "'.intel_syntax prefix' is not supported: registers must not have a '%' \
                           prefix in .intel_syntax";
            Err(parser.error(loc, message))
        }
        _ => Ok(()),
    }
}

/// `.nops size[, control]`
fn parse_nops(parser: &mut Parser<'_>) -> ParseResult {
    let size_loc = parser.tok().loc;
    let size_bytes = parser.parse_absolute_expression()?;
    let mut control = 0;
    let mut control_loc = Loc::NONE;
    if parser.eat(TokenKind::Comma) {
        control_loc = parser.tok().loc;
        control = parser.parse_absolute_expression()?;
    }
    parser.expect_end_of_statement()?;
    if size_bytes <= 0 {
        return Err(parser.error(size_loc, "'.nops' directive with non-positive size"));
    }
    if control < 0 {
        return Err(parser.error(control_loc, "'.nops' directive with negative NOP size"));
    }
    Ok(())
}

fn expect_integer(parser: &mut Parser<'_>, message: &str) -> ParseResult<i64> {
    let tok = parser.tok();
    parser.expect(TokenKind::Integer, message)?;
    Ok(tok.value)
}

/// `.cv_fpo_proc name parameter_bytes`
fn parse_fpo_proc(parser: &mut Parser<'_>) -> ParseResult {
    if parser.parse_identifier().is_none() {
        return Err(parser.token_error("expected symbol name"));
    }
    let size_bytes = expect_integer(parser, "expected parameter byte count")?;
    if u32::try_from(size_bytes).is_err() {
        return Err(parser.token_error("parameters size out of range"));
    }
    parser.expect_end_of_statement()
}

/// The `.seh_` directives, which are checked and then refused: unwind tables are for an object file,
/// and there is none.
fn parse_seh(x86: &X86<'_>, parser: &mut Parser<'_>, name: &[u8], loc: Loc) -> ParseResult {
    let code = match name {
        b".seh_pushframe" => {
            let at = parser.tok().loc;
            if parser.eat(TokenKind::At)
                && let Some(code) = parser.parse_identifier()
                && code != b"code"
            {
                return Err(parser.error(at, "expected @code"));
            }
            UnwindCode::PushMachineFrame
        }
        b".seh_pushreg" => {
            parse_seh_register(x86, parser, fact::GR64)?;
            UnwindCode::PushRegister
        }
        _ => {
            let (class, missing) = match name {
                b".seh_setframe" => (fact::GR64, "you must specify a stack pointer offset"),
                b".seh_savereg" => (fact::GR64, "you must specify an offset on the stack"),
                _ => (fact::XMM, "you must specify an offset on the stack"),
            };
            parse_seh_register(x86, parser, class)?;
            if !parser.eat(TokenKind::Comma) {
                return Err(parser.token_error(missing));
            }
            let offset = parser.parse_absolute_expression()? as u32;
            match name {
                b".seh_setframe" => UnwindCode::SetFrame { offset },
                b".seh_savereg" => UnwindCode::SaveRegister { offset },
                _ => UnwindCode::SaveVector { offset },
            }
        }
    };
    if !parser.at(TokenKind::EndOfStatement) {
        return Err(parser.token_error("expected end of directive"));
    }
    parser.lex();
    parser.unwind_code(code, loc);
    Ok(())
}

/// A register of a kind, by name or by encoding.
fn parse_seh_register(x86: &X86<'_>, parser: &mut Parser<'_>, class: u32) -> ParseResult<Reg> {
    let start = parser.lexer.loc();
    if !parser.at(TokenKind::Integer) {
        let (reg, range) = parse_register(x86, parser)?;
        if !x86.registers.is(reg, class) {
            let message = "register is not supported for use with this directive";
            return Err(parser.error(range.start, message));
        }
        return Ok(reg);
    }
    let encoding = parser.parse_absolute_expression()?;
    x86.registers
        .with_encoding(class, encoding)
        .ok_or_else(|| parser.error(start, "incorrect register number for use with this directive"))
}
