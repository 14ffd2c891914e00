//! Directives that only Arm has.

mod architecture;
mod attributes;
mod code;
mod extension;
mod frames;
mod unwinding;
mod windows;

use std::borrow::Cow;

use super::feature_bits::Feature;
use super::state::State;
use super::target::Arm;
use crate::lexer::TokenKind;
use crate::parser::{Assignment, ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::syntax::ObjectFormat;
use code::Width;

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
        b".thumb_func" => parse_thumb_func(arm, parser),
        b".thumb_set" => parse_thumb_set(parser),
        b".unreq" => parse_unreq(parser, loc),
        b".inst" => code::parse_inst(arm, parser, Width::Any, loc),
        b".inst.n" => code::parse_inst(arm, parser, Width::Narrow, loc),
        b".inst.w" => code::parse_inst(arm, parser, Width::Wide, loc),
        b".arch_extension" => extension::parse_arch_extension(arm, parser),
        // Without a number it means four bytes.
        b".align" if parser.at(TokenKind::EndOfStatement) => parser.expect_end_of_statement(),
        b".ltorg" | b".pool" | b".even" => parser.expect_end_of_statement(),
        b".fnend" => unwinding::parse_end(parser, loc),
        b".cantunwind" => unwinding::parse_cannot_unwind(parser, loc),
        b".handlerdata" => unwinding::parse_handler_data(parser, loc),
        b".personality" => unwinding::parse_personality(parser, loc),
        b".personalityindex" => unwinding::parse_personality_index(parser, loc),
        b".movsp" => unwinding::parse_movsp(arm, parser, loc),
        b".unwind_raw" => unwinding::parse_raw(parser, loc),
        b".pad" => unwinding::parse_pad(parser, loc),
        b".setfp" => unwinding::parse_setfp(arm, parser, loc),
        b".save" => unwinding::parse_save(arm, parser, false, loc),
        b".vsave" => unwinding::parse_save(arm, parser, true, loc),
        name => match arm.triple.object_format() {
            ObjectFormat::Elf => match parse_of_elf(arm, parser, name, loc) {
                Some(result) => result,
                None => return Ok(false),
            },
            ObjectFormat::Coff => match windows::parse(arm, parser, name, loc) {
                Some(result) => result,
                None => return Ok(false),
            },
            ObjectFormat::MachO => return Ok(false),
        },
    };
    // As in LLVM, one that ends without a message is no error, and the next statement begins where it ended.
    let (Ok(()) | Err(ErrorReported)) = result;
    Ok(true)
}

/// Parses a directive that is there where object files are ELF.
fn parse_of_elf(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    loc: Loc,
) -> Option<ParseResult> {
    Some(match name {
        b".fnstart" => unwinding::parse_begin(parser, loc),
        b".eabi_attribute" => attributes::parse_attribute(parser),
        b".object_arch" => architecture::parse_object_arch(arm, parser),
        b".tlsdescseq" => parse_tls_sequence(parser),
        b".arch" => architecture::parse_arch(arm, parser, loc),
        b".cpu" => architecture::parse_cpu(arm, parser, loc),
        b".fpu" => architecture::parse_fpu(arm, parser),
        _ => return None,
    })
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
    change_mode(arm, parser, to_thumb);
    Ok(())
}

/// Puts an instruction set into force.
fn change_mode(arm: &Arm<'_>, parser: &mut Parser<'_>, to_thumb: bool) {
    let features = *parser.features();
    let Some(bit) = arm.feature_bits.bit(Feature::ThumbMode) else { return };
    let mut changed = features;
    if to_thumb {
        changed.insert(bit);
    } else {
        arm.tables.remove_feature(&mut changed, bit);
    }
    if changed != features {
        parser.set_features(changed);
    }
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

/// Parses `.thumb_func`. For Darwin, a symbol may follow, which then is what it is about.
fn parse_thumb_func(arm: &Arm<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let may_name = matches!(parser.tok().kind, TokenKind::Identifier | TokenKind::String);
    if may_name && parser.syntax().object_format == ObjectFormat::MachO {
        if let Some(name) = parser.parse_identifier() {
            parser.symbols.intern(name);
        }
        return parser.expect_end_of_statement();
    }
    parser.expect_end_of_statement()?;
    // The function is Thumb's, whether the processor has Thumb or not.
    change_mode(arm, parser, true);
    Ok(())
}

/// Parses `.thumb_set NAME, VALUE`.
fn parse_thumb_set(parser: &mut Parser<'_>) -> ParseResult {
    let Some(name) = parser.parse_identifier() else {
        return Err(parser.token_error("expected identifier after '.thumb_set'"));
    };
    parser.expect_comma()?;
    parser.parse_assignment(name, Assignment::Again)
}

/// Parses `.tlsdescseq SYMBOL`: a mark for the linker.
fn parse_tls_sequence(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.token_error("expected variable after '.tlsdescseq' directive"));
    }
    parser.symbols.intern(tok.text);
    parser.lex();
    parser.expect_end_of_statement()
}

/// Parses `.unreq NAME`.
fn parse_unreq(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(loc, "unexpected input in .unreq directive."));
    }
    if let Some(state) = parser.target_state.get_mut::<State>() {
        state.named.remove(&tok.text.to_ascii_lowercase());
    }
    parser.lex();
    parser.expect_end_of_statement()
}
