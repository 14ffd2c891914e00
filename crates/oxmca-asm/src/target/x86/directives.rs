//! Directives only x86 has.

use super::X86;
use super::parse::{Mode, parse_register, set_state};
use super::unwind;
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::syntax::ObjectFormat;

/// A directive's name, and the function that parses it.
type Directive = (&'static [u8], fn(&X86<'_>, &mut Parser<'_>, &[u8], Loc) -> ParseResult);

/// Directives whose names may go on after this, as LLVM compares them.
const PREFIXES: &[Directive] = &[
    (b".arch", |_, p, _, _| {
        p.eat_to_end_of_statement();
        Ok(())
    }),
    (b".code", parse_mode),
    (b".att_syntax", |_, p, _, at| parse_att_syntax(p, at)),
    (b".intel_syntax", |_, p, _, at| parse_intel_syntax(p, at)),
];

/// Directives of every object format.
const NAMES: &[Directive] = &[
    (b".cv_fpo_endproc", |_, p, _, _| p.expect_end_of_statement()),
    (b".cv_fpo_endprologue", |_, p, _, _| p.expect_end_of_statement()),
    (b".cv_fpo_proc", |_, p, _, _| parse_fpo_proc(p)),
    (b".cv_fpo_pushreg", |x86, p, _, _| parse_fpo_register(x86, p)),
    (b".cv_fpo_setframe", |x86, p, _, _| parse_fpo_register(x86, p)),
    (b".cv_fpo_stackalign", |_, p, _, _| parse_fpo_offset(p)),
    (b".cv_fpo_stackalloc", |_, p, _, _| parse_fpo_offset(p)),
    (b".even", |_, p, _, _| p.expect_end_of_statement()),
    (b".nops", |_, p, _, _| parse_nops(p)),
    (b".seh_push2regs", |x86, p, _, at| unwind::parse_push_register_pair(x86, p, at)),
    (b".seh_pushframe", |_, p, _, at| unwind::parse_push_machine_frame(p, at)),
    (b".seh_pushreg", |x86, p, _, at| unwind::parse_push_register(x86, p, at)),
    (b".seh_savereg", |x86, p, _, at| unwind::parse_save_register(x86, p, at)),
    (b".seh_savexmm", |x86, p, _, at| unwind::parse_save_vector(x86, p, at)),
    (b".seh_setframe", |x86, p, _, at| unwind::parse_set_frame(x86, p, at)),
];

/// Directives of COFF.
const COFF: &[Directive] =
    &[(b".seh_stackalloc", |_, p, _, at| unwind::parse_stack_allocation(p, at))];

/// Parses the directive `name` written at `loc`; `false` if x86 has none of that name.
pub(super) fn parse_directive(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    loc: Loc,
) -> ParseResult<bool> {
    let is_coff = parser.syntax().object_format == ObjectFormat::Coff;
    let of_format = if is_coff { COFF } else { &[] };
    let by_prefix = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix));
    let by_name = || NAMES.iter().chain(of_format).find(|(known, _)| *known == name);
    match by_prefix.or_else(by_name) {
        Some((_, parse)) => parse(x86, parser, name, loc).map(|()| true),
        None => Ok(false),
    }
}

/// Parses `.code16`, `.code16gcc`, `.code32`, `.code64`.
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
    let mut features = *parser.features();
    x86.set_mode(&mut features, mode);
    parser.set_features(features);
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

/// Parses `.nops size[, control]`.
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

/// Parses `.cv_fpo_pushreg register` and `.cv_fpo_setframe register`.
fn parse_fpo_register(x86: &X86<'_>, parser: &mut Parser<'_>) -> ParseResult {
    if let Err(error) = parse_register(x86, parser) {
        parser.point_errors_at_their_end();
        return Err(error);
    }
    parser.expect_end_of_statement()
}

/// Parses `.cv_fpo_stackalloc bytes` and `.cv_fpo_stackalign bytes`.
fn parse_fpo_offset(parser: &mut Parser<'_>) -> ParseResult {
    expect_integer(parser, "expected offset")?;
    parser.expect_end_of_statement()
}

/// Parses `.cv_fpo_proc name parameter_bytes`.
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
