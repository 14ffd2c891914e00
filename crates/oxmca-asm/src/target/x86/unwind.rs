//! Directives about the instructions of a prologue or epilogue under Windows: `.seh_pushreg` and the like.
//! Checked, and forgotten: unwind tables are for an object file, and there is none.

use super::X86;
use super::parse::parse_register;
use super::registers::kind;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser, WindowsFrame};
use crate::source::Loc;

/// The effect of an instruction of a prologue or epilogue on the frame. Registers are their encodings. Offsets count from
/// the stack pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UnwindCode {
    PushRegister {
        register: u16,
    },
    PushRegisterPair,
    SetFrame {
        register: u16,
        offset_bytes: u32,
    },
    AllocateStack {
        size_bytes: u32,
    },
    SaveRegister {
        register: u16,
        offset_bytes: u32,
    },
    SaveVector {
        register: u16,
        offset_bytes: u32,
    },
    /// An interrupt entered the function.
    PushMachineFrame,
}

/// Parses `.seh_pushreg register`.
pub(super) fn parse_push_register(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let register = parse_unwind_register(x86, parser, kind::GR64)?;
    finish(parser, UnwindCode::PushRegister { register }, loc)
}

/// Parses `.seh_push2regs register, register`.
pub(super) fn parse_push_register_pair(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    loc: Loc,
) -> ParseResult {
    parse_unwind_register(x86, parser, kind::GR64)?;
    if !parser.eat(TokenKind::Comma) {
        return Err(parser.token_error("expected comma between registers"));
    }
    parse_unwind_register(x86, parser, kind::GR64)?;
    finish(parser, UnwindCode::PushRegisterPair, loc)
}

/// Parses `.seh_setframe register, offset`.
pub(super) fn parse_set_frame(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let missing = "you must specify a stack pointer offset";
    let (register, offset_bytes) = parse_register_and_offset(x86, parser, kind::GR64, missing)?;
    finish(parser, UnwindCode::SetFrame { register, offset_bytes }, loc)
}

/// Parses `.seh_savereg register, offset`.
pub(super) fn parse_save_register(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let missing = "you must specify an offset on the stack";
    let (register, offset_bytes) = parse_register_and_offset(x86, parser, kind::GR64, missing)?;
    finish(parser, UnwindCode::SaveRegister { register, offset_bytes }, loc)
}

/// Parses `.seh_savexmm register, offset`.
pub(super) fn parse_save_vector(x86: &X86<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let missing = "you must specify an offset on the stack";
    let (register, offset_bytes) = parse_register_and_offset(x86, parser, kind::XMM, missing)?;
    finish(parser, UnwindCode::SaveVector { register, offset_bytes }, loc)
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
) -> ParseResult<(u16, u32)> {
    let register = parse_unwind_register(x86, parser, class)?;
    if !parser.eat(TokenKind::Comma) {
        return Err(parser.token_error(missing));
    }
    Ok((register, parser.parse_absolute_expression()? as u32))
}

/// Returns the encoding of a register of a kind, which is written by name or by encoding.
fn parse_unwind_register(x86: &X86<'_>, parser: &mut Parser<'_>, class: u32) -> ParseResult<u16> {
    let start = parser.lexer.loc();
    if !parser.at(TokenKind::Integer) {
        let (reg, range) = parse_register(x86, parser)?;
        if !x86.registers.is(reg, class) {
            let message = "register is not supported for use with this directive";
            return Err(parser.error(range.start, message));
        }
        return Ok(x86.registers.encoding(reg));
    }
    let encoding = parser.parse_absolute_expression()?;
    x86.registers
        .with_encoding(class, encoding)
        .map(|reg| x86.registers.encoding(reg))
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

/// Adds an instruction to the open frame, or reports why it cannot be there.
fn note(parser: &mut Parser<'_>, code: UnwindCode, loc: Loc) {
    let Some(frame) = parser.open_windows_frame(loc) else { return };
    if let Some(problem) =
        problem(code, frame).map(str::to_owned).or_else(|| problem_of_version(code, frame))
    {
        parser.context_error(loc, problem);
    } else if !frame.is_in_epilogue() {
        frame.has_unwind_codes = true;
        frame.has_frame_register |= matches!(code, UnwindCode::SetFrame { .. });
    }
}

/// Returns the reason why no frame of that kind can have a code.
fn problem(code: UnwindCode, frame: &WindowsFrame) -> Option<&'static str> {
    use UnwindCode::*;
    let is_in_epilogue = frame.is_in_epilogue();
    Some(match code {
        SetFrame { .. } if frame.has_frame_register && !is_in_epilogue => {
            "frame register and offset can be set at most once"
        }
        SetFrame { offset_bytes, .. } | SaveVector { offset_bytes, .. }
            if offset_bytes & 15 != 0 =>
        {
            "offset is not a multiple of 16"
        }
        SetFrame { offset_bytes, .. } if offset_bytes > 240 => {
            "frame offset must be less than or equal to 240"
        }
        AllocateStack { size_bytes: 0 } => "stack allocation size must be non-zero",
        AllocateStack { size_bytes } if size_bytes & 7 != 0 => {
            "stack allocation size is not a multiple of 8"
        }
        SaveRegister { offset_bytes, .. } if offset_bytes & 7 != 0 => {
            "register save offset is not 8 byte aligned"
        }
        PushMachineFrame if frame.has_unwind_codes && !is_in_epilogue => {
            "If present, PushMachFrame must be the first UOP"
        }
        _ => return None,
    })
}

/// Returns the reason why a frame of an old version cannot have a code.
fn problem_of_version(code: UnwindCode, frame: &WindowsFrame) -> Option<String> {
    use UnwindCode::*;
    let (directive, register) = match code {
        PushRegisterPair if frame.takes_any_codes() => return None,
        PushRegisterPair => {
            return Some(".seh_push2regs is only supported for unwind v3".to_owned());
        }
        PushRegister { register } => (".seh_pushreg", register),
        SetFrame { register, .. } => (".seh_setframe", register),
        AllocateStack { .. } => (".seh_stackalloc", 0),
        SaveRegister { register, .. } => (".seh_savereg", register),
        SaveVector { register, .. } => (".seh_savexmm", register),
        PushMachineFrame => (".seh_pushframe", 0),
    };
    if frame.is_in_epilogue() && !frame.takes_any_codes() {
        return Some(format!("{directive} inside epilog requires unwind v3"));
    }
    let has_room = frame.is_in_epilogue() || frame.takes_register(register);
    (!has_room).then(|| format!("{directive} with an extended register requires unwind v3"))
}
