//! Directives about the instructions of a prologue under Windows: `.seh_pushreg` and the like.
//! Checked, and forgotten: unwind tables are for an object file, and there is none.

use oxmca_tables::Reg;

use super::X86;
use super::parse::parse_register;
use super::registers::kind;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser, WindowsFrame};
use crate::source::Loc;

/// The effect of an instruction of a prologue on the frame. Offsets count from the stack pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UnwindCode {
    PushRegister,
    SetFrame {
        offset_bytes: u32,
    },
    AllocateStack {
        size_bytes: u32,
    },
    SaveRegister {
        offset_bytes: u32,
    },
    SaveVector {
        offset_bytes: u32,
    },
    /// An interrupt entered the function.
    PushMachineFrame,
}

/// Parses `.seh_pushreg register`.
pub(super) fn parse_push_register(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    parse_unwind_register(x86, parser, kind::GR64)?;
    finish(parser, UnwindCode::PushRegister, loc)
}

/// Parses `.seh_setframe register, offset`.
pub(super) fn parse_set_frame(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let missing = "you must specify a stack pointer offset";
    let offset_bytes = parse_register_and_offset(x86, parser, kind::GR64, missing)?;
    finish(parser, UnwindCode::SetFrame { offset_bytes }, loc)
}

/// Parses `.seh_savereg register, offset`.
pub(super) fn parse_save_register(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let missing = "you must specify an offset on the stack";
    let offset_bytes = parse_register_and_offset(x86, parser, kind::GR64, missing)?;
    finish(parser, UnwindCode::SaveRegister { offset_bytes }, loc)
}

/// Parses `.seh_savexmm register, offset`.
pub(super) fn parse_save_vector(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let missing = "you must specify an offset on the stack";
    let offset_bytes = parse_register_and_offset(x86, parser, kind::XMM, missing)?;
    finish(parser, UnwindCode::SaveVector { offset_bytes }, loc)
}

/// Parses `.seh_pushframe [@code]`.
pub(super) fn parse_push_machine_frame(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let at = parser.tok().loc;
    if parser.eat(TokenKind::At)
        && let Some(code) = parser.parse_identifier()
        && code != b"code"
    {
        return Err(parser.error(at, "expected @code"));
    }
    finish(parser, UnwindCode::PushMachineFrame, loc)
}

/// Parses `.seh_stackalloc size`.
pub(super) fn parse_stack_allocation(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let size_bytes = parser.parse_absolute_expression()? as u32;
    if !parser.at(TokenKind::EndOfStatement) {
        return Err(parser.token_error("unexpected token in directive"));
    }
    parser.lex();
    note(parser, UnwindCode::AllocateStack { size_bytes }, loc);
    Ok(())
}

fn parse_register_and_offset(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    class: u32,
    missing: &str,
) -> ParseResult<u32> {
    parse_unwind_register(x86, parser, class)?;
    if !parser.eat(TokenKind::Comma) {
        return Err(parser.token_error(missing));
    }
    Ok(parser.parse_absolute_expression()? as u32)
}

/// Returns a register of a kind, by name or by encoding.
fn parse_unwind_register(x86: &X86<'_>, parser: &mut Parser<'_>, class: u32) -> ParseResult<Reg> {
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

fn finish(parser: &mut Parser<'_>, code: UnwindCode, loc: Loc) -> ParseResult {
    if !parser.at(TokenKind::EndOfStatement) {
        return Err(parser.token_error("expected end of directive"));
    }
    parser.lex();
    note(parser, code, loc);
    Ok(())
}

/// Adds an instruction of a prologue to the open frame, or reports why it cannot be there.
fn note(parser: &mut Parser<'_>, code: UnwindCode, loc: Loc) {
    let Some(frame) = parser.open_windows_frame(loc) else { return };
    match check(code, frame) {
        Err(problem) => parser.context_error(loc, problem),
        Ok(()) => {
            frame.has_unwind_codes = true;
            frame.has_frame_register |= matches!(code, UnwindCode::SetFrame { .. });
        }
    }
}

fn check(code: UnwindCode, frame: &WindowsFrame) -> Result<(), &'static str> {
    use UnwindCode::*;
    match code {
        SetFrame { .. } if frame.has_frame_register => {
            Err("frame register and offset can be set at most once")
        }
        SetFrame { offset_bytes } | SaveVector { offset_bytes } if offset_bytes & 15 != 0 => {
            Err("offset is not a multiple of 16")
        }
        SetFrame { offset_bytes } if offset_bytes > 240 => {
            Err("frame offset must be less than or equal to 240")
        }
        AllocateStack { size_bytes: 0 } => Err("stack allocation size must be non-zero"),
        AllocateStack { size_bytes } if size_bytes & 7 != 0 => {
            Err("stack allocation size is not a multiple of 8")
        }
        SaveRegister { offset_bytes } if offset_bytes & 7 != 0 => {
            Err("register save offset is not 8 byte aligned")
        }
        PushMachineFrame if frame.has_unwind_codes => {
            Err("If present, PushMachFrame must be the first UOP")
        }
        _ => Ok(()),
    }
}
