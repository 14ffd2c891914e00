//! Directives that only AArch64 has.
//!
//! Those that describe an object file (attributes, call frames, unwinding, hints to the linker) are checked and
//! forgotten: there is no object file.

mod architecture;
mod attributes;
mod data;
mod unwind;

pub(super) use data::parse_data_expression;

use std::borrow::Cow;

use super::state::State;
use super::target::AArch64;
use crate::inst::{Expr, Inst, Operand};
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::syntax::ObjectFormat;

/// Parses a directive in any case and says whether it is one of AArch64's.
pub(super) fn parse_directive<'a>(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<bool> {
    let name = match name.iter().any(u8::is_ascii_uppercase) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    };
    let result = match &*name {
        b".arch" => architecture::parse_arch(aarch64, parser),
        b".arch_extension" => architecture::parse_arch_extension(aarch64, parser),
        b".cpu" => architecture::parse_cpu(aarch64, parser),
        b".inst" => parse_inst(parser, loc),
        b".tlsdesccall" => parse_tls_call(aarch64, parser, loc),
        b".ltorg" | b".pool" => parser.expect_end_of_statement(),
        b".unreq" => parse_unreq(parser),
        b".variant_pcs" => parse_variant_pcs(parser),
        b".cfi_b_key_frame"
        | b".cfi_mte_tagged_frame"
        | b".cfi_negate_ra_state"
        | b".cfi_negate_ra_state_with_pc" => parser.parse_plain_cfi(loc),
        name => match parser.syntax().object_format {
            ObjectFormat::MachO if name == b".loh" => parse_loh(parser),
            ObjectFormat::Elf if name == b".aeabi_subsection" => {
                attributes::parse_subsection(parser)
            }
            ObjectFormat::Elf if name == b".aeabi_attribute" => attributes::parse_attribute(parser),
            ObjectFormat::Coff => match unwind::parse(aarch64, parser, name, loc) {
                Some(result) => result,
                None => return Ok(false),
            },
            _ => return Ok(false),
        },
    };
    // As in LLVM, one that ends without a message is no error, and the next statement begins where it ended.
    let (Ok(()) | Err(ErrorReported)) = result;
    Ok(true)
}

/// Parses an expression that must be a constant.
fn parse_constant(parser: &mut Parser<'_>) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    match parser.parse_expression() {
        Ok((Expr::Constant(value), _)) => Ok(value),
        Ok(_) => Err(parser.error(loc, "expected constant expression")),
        Err(_) => Err(parser.error(loc, "expected expression")),
    }
}

/// Parses `.inst CODE, ...`: machine code, which the simulator does not see.
fn parse_inst(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    if parser.at(TokenKind::EndOfStatement) {
        return Err(parser.error(loc, "expected expression following '.inst' directive"));
    }
    loop {
        parse_constant(parser)?;
        if parser.eat(TokenKind::EndOfStatement) {
            return Ok(());
        }
        parser.expect(TokenKind::Comma, "unexpected token")?;
    }
}

/// Parses `.tlsdesccall SYMBOL`: a mark for the linker, which is an instruction to the simulator.
fn parse_tls_call(aarch64: &AArch64<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let Some(name) = parser.parse_identifier() else {
        return Err(parser.error(loc, "expected symbol"));
    };
    parser.expect(TokenKind::EndOfStatement, "unexpected token")?;
    let symbol = parser.symbols.intern(name);
    let symbol = parser.symbol_expr(symbol, None);
    let opcode = aarch64.tables.pseudo_named(b"TLSDESCCALL").ok_or(ErrorReported)?;
    let operands = std::iter::once(Operand::Expr(Box::new(symbol))).collect();
    parser.emit(Inst { opcode, flags: 0, operands }, Loc::NONE);
    Ok(())
}

/// Parses `.unreq NAME`.
fn parse_unreq(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.token_error("unexpected input in .unreq directive."));
    }
    if let Some(state) = parser.target_state.get_mut::<State>() {
        state.named.remove(&tok.text.to_ascii_lowercase());
    }
    parser.lex();
    parser.expect(TokenKind::EndOfStatement, "unexpected token")
}

/// Parses `.variant_pcs SYMBOL`.
fn parse_variant_pcs(parser: &mut Parser<'_>) -> ParseResult {
    let Some(name) = parser.parse_identifier() else {
        return Err(parser.token_error("expected symbol name"));
    };
    parser.expect_end_of_statement()?;
    parser.symbols.intern(name);
    Ok(())
}

/// Hints about addresses for the linker, by number from one, and the number of their labels.
const ADDRESS_HINTS: [(&[u8], usize); 8] = [
    (b"AdrpAdrp", 2),
    (b"AdrpLdr", 2),
    (b"AdrpAddLdr", 3),
    (b"AdrpLdrGotLdr", 3),
    (b"AdrpAddStr", 3),
    (b"AdrpLdrGotStr", 3),
    (b"AdrpAdd", 2),
    (b"AdrpLdrGot", 2),
];

/// Parses `.loh NAME LABEL, ...`.
fn parse_loh(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    let labels = match tok.kind {
        TokenKind::Identifier => {
            let hint = ADDRESS_HINTS.iter().find(|(name, _)| *name == tok.text);
            let Some((_, labels)) = hint else {
                return Err(parser.token_error("invalid identifier in directive"));
            };
            *labels
        }
        TokenKind::Integer => {
            let hint = usize::try_from(tok.value).ok().and_then(|number| number.checked_sub(1));
            match hint.and_then(|index| ADDRESS_HINTS.get(index)) {
                Some((_, labels)) => *labels,
                None => {
                    return Err(parser.token_error("invalid numeric identifier in directive"));
                }
            }
        }
        _ => {
            let message = "expected an identifier or a number in directive";
            return Err(parser.token_error(message));
        }
    };
    parser.lex();
    for index in 0..labels {
        if index > 0 {
            parser.expect_comma()?;
        }
        let Some(name) = parser.parse_identifier() else {
            return Err(parser.token_error("expected identifier in directive"));
        };
        parser.symbols.intern(name);
    }
    parser.expect_end_of_statement()
}
