//! Prefixes before the mnemonic: those in braces, which choose an encoding, and those that are
//! instructions of their own or flags of the next one.

use std::borrow::Cow;

use super::state::{Mode, set_state};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::flags::prefix;
use crate::target::x86::pseudo_prefixes::{Displacement, OpcodePrefix, PseudoPrefixes};

/// Parses prefixes in braces and gives the mnemonic after them and where it is. The first name, in
/// any case, has been read already.
pub(super) fn parse_pseudo_prefixes<'a>(
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<(Cow<'a, [u8]>, Loc, PseudoPrefixes)> {
    let mut pseudo_prefixes = PseudoPrefixes::default();
    if name != b"{" {
        let upper = name.iter().any(u8::is_ascii_uppercase);
        let name = if upper { Cow::Owned(name.to_ascii_lowercase()) } else { Cow::Borrowed(name) };
        return Ok((name, loc, pseudo_prefixes));
    }
    let mut loc = loc;
    loop {
        let tok = parser.tok();
        if !tok.is(TokenKind::Identifier) {
            return Err(parser.error(tok.loc, "Unexpected token after '{'"));
        }
        parser.lex();
        if !parser.at(TokenKind::RCurly) {
            return Err(parser.error(parser.tok().loc, "Expected '}'"));
        }
        parser.lex();
        match tok.text.to_ascii_lowercase().as_slice() {
            b"rex" => pseudo_prefixes.opcode_prefix = Some(OpcodePrefix::Rex),
            b"rex2" => pseudo_prefixes.opcode_prefix = Some(OpcodePrefix::Rex2),
            b"vex" => pseudo_prefixes.opcode_prefix = Some(OpcodePrefix::Vex),
            b"vex2" => pseudo_prefixes.opcode_prefix = Some(OpcodePrefix::Vex2),
            b"vex3" => pseudo_prefixes.opcode_prefix = Some(OpcodePrefix::Vex3),
            b"evex" => pseudo_prefixes.opcode_prefix = Some(OpcodePrefix::Evex),
            b"disp8" => pseudo_prefixes.displacement = Some(Displacement::Bits8),
            b"disp32" => pseudo_prefixes.displacement = Some(Displacement::Bits32),
            b"nf" => pseudo_prefixes.no_flags = true,
            _ => return Err(parser.error(loc, "unknown prefix")),
        }
        let tok = parser.tok();
        loc = tok.loc;
        if tok.is(TokenKind::LCurly) {
            parser.lex();
            continue;
        }
        if !tok.is(TokenKind::Identifier) {
            return Err(parser.error(tok.loc, "Expected identifier"));
        }
        parser.lex();
        return Ok((Cow::Borrowed(tok.text), loc, pseudo_prefixes));
    }
}

/// Returns whether the name is a prefix that is an instruction of its own, so that the next
/// instruction may follow on the same line.
pub(super) fn is_instruction_prefix(name: &[u8]) -> bool {
    matches!(
        name,
        b"cs"
            | b"ds"
            | b"es"
            | b"fs"
            | b"gs"
            | b"ss"
            | b"rex64"
            | b"data32"
            | b"data16"
            | b"addr32"
            | b"addr16"
            | b"xacquire"
            | b"xrelease"
    )
}

/// Parses `lock`, `rep` and the like, and gives their flags. `name` becomes what follows them; a
/// prefix alone in its statement is the instruction.
pub(super) fn parse_repeat_and_lock<'a>(parser: &mut Parser<'a>, name: &mut Cow<'a, [u8]>) -> u32 {
    let mut flags = 0;
    loop {
        let Some(flag) = flag_of_prefix(name) else { return flags };
        // Upper case counts as a prefix, but sets no flag.
        if !name.iter().any(u8::is_ascii_uppercase) {
            flags |= flag;
        }
        if parser.at(TokenKind::EndOfStatement) {
            return 0;
        }
        *name = Cow::Borrowed(parser.tok().text);
        parser.lex();
        while matches!(name.first(), Some(b';' | b'\n' | b'#' | b'\t' | b'/')) {
            *name = Cow::Borrowed(parser.tok().text);
            parser.lex();
        }
    }
}

/// Returns the flag of a prefix, written in any case.
fn flag_of_prefix(name: &[u8]) -> Option<u32> {
    const FLAGS: [(&[u8], u32); 7] = [
        (b"lock", prefix::LOCK),
        (b"rep", prefix::REP),
        (b"repe", prefix::REP),
        (b"repz", prefix::REP),
        (b"repne", prefix::REPNE),
        (b"repnz", prefix::REPNE),
        (b"notrack", prefix::NOTRACK),
    ];
    if !matches!(name.first()?, b'l' | b'r' | b'n' | b'L' | b'R' | b'N') {
        return None;
    }
    FLAGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, flag)| *flag)
}

/// The rest of a statement after `data16` or `data32`.
pub(super) struct DataSizePrefix<'a> {
    pub mnemonic: &'a [u8],
    /// Set if `mnemonic` is the next instruction rather than the prefix itself.
    pub is_instruction: bool,
}

/// Handles `data16` and `data32`, which are one prefix byte under two names. `None` for any other
/// mnemonic.
pub(super) fn parse_data_size<'a>(
    parser: &mut Parser<'a>,
    mode: Mode,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult<Option<DataSizePrefix<'a>>> {
    match (mnemonic, mode) {
        (b"data16", Mode::Bits16) => Err(parser.error(loc, "redundant data16 prefix")),
        (b"data32", Mode::Bits32) => Err(parser.error(loc, "redundant data32 prefix")),
        (b"data32", Mode::Bits64) => {
            Err(parser.error(loc, "'data32' is not supported in 64-bit mode"))
        }
        (b"data32", Mode::Bits16) if parser.at(TokenKind::EndOfStatement) => {
            Ok(Some(DataSizePrefix { mnemonic: b"data16", is_instruction: false }))
        }
        (b"data32", Mode::Bits16) => {
            let mnemonic = match parser.tok().text {
                b"callw" => b"calll",
                b"ljmpw" => b"ljmpl",
                next => next,
            };
            parser.lex_raw();
            set_state(parser, |state| state.data_32 = true);
            Ok(Some(DataSizePrefix { mnemonic, is_instruction: true }))
        }
        _ => Ok(None),
    }
}
