//! Directives that only Arm has.

mod architecture;
mod unwinding;

use std::borrow::Cow;

use super::feature_bits::Feature;
use super::state::State;
use super::target::Arm;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::syntax::ObjectFormat;

/// Parses a directive in any case and says whether it is one of Arm's.
pub(super) fn parse_directive<'a>(
    arm: &Arm<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<bool> {
    let name = match name.iter().any(u8::is_ascii_uppercase) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    };
    let result = match &*name {
        b".arm" => parse_mode(arm, parser, false, loc),
        b".thumb" => parse_mode(arm, parser, true, loc),
        b".code" => parse_code(arm, parser, loc),
        b".syntax" => parse_syntax(parser, loc),
        b".thumb_func" => parse_thumb_func(parser),
        b".unreq" => parse_unreq(parser),
        b".ltorg" | b".pool" | b".even" => parser.expect_end_of_statement(),
        b".fnend" => unwinding::parse_function(parser, false, loc),
        b".cantunwind" => unwinding::parse_bare(parser, ".cantunwind", loc),
        b".handlerdata" => unwinding::parse_bare(parser, ".handlerdata", loc),
        b".personality" => unwinding::parse_personality(parser, loc),
        b".pad" => unwinding::parse_pad(parser, loc),
        b".setfp" => unwinding::parse_setfp(arm, parser, loc),
        b".save" => unwinding::parse_save(arm, parser, false, loc),
        b".vsave" => unwinding::parse_save(arm, parser, true, loc),
        // The rest is there where object files are ELF.
        _ if arm.triple.object_format() != ObjectFormat::Elf => return Ok(false),
        b".fnstart" => unwinding::parse_function(parser, true, loc),
        b".eabi_attribute" => unwinding::parse_attribute(parser),
        b".arch" => architecture::parse_arch(arm, parser, loc),
        b".cpu" => architecture::parse_cpu(arm, parser, loc),
        b".fpu" => architecture::parse_fpu(arm, parser),
        _ => return Ok(false),
    };
    // As in LLVM, one that ends without a message is no error, and the next statement begins where it ended.
    let (Ok(()) | Err(ErrorReported)) = result;
    Ok(true)
}

/// Switches to an instruction set.
fn switch(arm: &Arm<'_>, parser: &mut Parser<'_>, to_thumb: bool, loc: Loc) -> ParseResult {
    let features = *parser.features();
    let bits = &arm.feature_bits;
    let is_missing = match to_thumb {
        true => !bits.has(&features, Feature::V4t),
        false => bits.has(&features, Feature::NoArm),
    };
    if is_missing {
        let name = if to_thumb { "Thumb" } else { "ARM" };
        return Err(parser.error(loc, format!("target does not support {name} mode")));
    }
    let Some(bit) = bits.bit(Feature::ThumbMode) else { return Ok(()) };
    let mut changed = features;
    if to_thumb {
        changed.insert(bit);
    } else {
        arm.tables.remove_feature(&mut changed, bit);
    }
    if changed != features {
        parser.set_features(changed);
    }
    Ok(())
}

fn parse_mode(arm: &Arm<'_>, parser: &mut Parser<'_>, to_thumb: bool, loc: Loc) -> ParseResult {
    parser.expect_end_of_statement()?;
    switch(arm, parser, to_thumb, loc)
}

/// Parses `.code 16` or `.code 32`.
fn parse_code(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Integer) {
        return Err(parser.error(loc, "unexpected token in .code directive"));
    }
    if !matches!(tok.value, 16 | 32) {
        return Err(parser.error(loc, "invalid operand to .code directive"));
    }
    parser.lex();
    parser.expect_end_of_statement()?;
    switch(arm, parser, tok.value == 16, loc)
}

/// Parses `.syntax unified`.
fn parse_syntax(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(loc, "unexpected token in .syntax directive"));
    }
    parser.lex();
    match tok.text {
        b"divided" | b"DIVIDED" => {
            Err(parser.error(loc, "'.syntax divided' arm assembly not supported"))
        }
        b"unified" | b"UNIFIED" => parser.expect_end_of_statement(),
        _ => Err(parser.error(loc, "unrecognized syntax mode in .syntax directive")),
    }
}

/// Parses `.thumb_func` with a symbol perhaps.
fn parse_thumb_func(parser: &mut Parser<'_>) -> ParseResult {
    if !parser.at(TokenKind::EndOfStatement) {
        if let Some(name) = parser.parse_identifier() {
            parser.symbols.intern(name);
        } else {
            return Err(parser.token_error("unexpected token in .thumb_func directive"));
        }
    }
    parser.expect_end_of_statement()
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
    parser.expect_end_of_statement()
}
