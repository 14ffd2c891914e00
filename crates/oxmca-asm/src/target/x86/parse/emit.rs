//! Matches an instruction as written, and emits it or says what is wrong with it.

use std::borrow::Cow;

use super::find::{X86Failure, explain, find, report_missing};
use super::state::{Mode, is_intel, mode, set_state};
use super::statement::Statement;
use super::{intel, optimize, suffix, validate};
use crate::inst::Inst;
use crate::matcher::Mismatch;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::X86;
use crate::target::x86::matching::Reason;

/// Matches and emits a statement that began at `loc`.
pub(super) fn match_and_emit<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    mut statement: Statement<'a, '_>,
    loc: Loc,
) -> ParseResult {
    split_off_wait(x86, parser, &mut statement, loc);
    let mut inst =
        Inst { flags: statement.flags | statement.pseudo_prefixes.inst_flags(), ..Inst::default() };
    let mode = mode(x86, parser);
    let match_mode =
        if statement.state.code_16_gcc && mode == Mode::Bits16 { Mode::Bits32 } else { mode };
    if is_intel(parser) {
        intel::find(x86, parser, &mut statement, mode, match_mode, loc, &mut inst)?;
    } else {
        find_att(x86, parser, &mut statement, match_mode, loc, &mut inst)?;
    }
    validate::validate(x86, parser, &statement, &inst)?;
    optimize::optimize(x86, &statement.pseudo_prefixes, mode, &mut inst);
    parser.emit(inst, loc);
    Ok(())
}

/// Finds the instruction for a statement in AT&T syntax.
fn find_att(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &mut Statement<'_, '_>,
    match_mode: Mode,
    loc: Loc,
    inst: &mut Inst,
) -> ParseResult {
    // `data32` counts for the mnemonic as written only, not for one with a suffix added.
    let data_32 = statement.state.data_32;
    if data_32 {
        set_state(parser, |state| state.data_32 = false);
    }
    let first_mode = if data_32 { Mode::Bits32 } else { match_mode };

    let mnemonic = statement.mnemonic.clone();
    if !find(x86, parser, statement, &mnemonic, first_mode, inst) {
        let failure = explain(x86, parser, statement, &mnemonic, first_mode);
        report_specific(x86, parser, statement, &failure, loc)?;
        if mnemonic.is_empty() {
            return Err(parser.error(loc, "instruction must have size higher than 0"));
        }
        suffix::find(x86, parser, statement, &failure, match_mode, loc, inst)?;
    }
    Ok(())
}

/// Reports failures that a suffix cannot mend.
fn report_specific(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    failure: &X86Failure,
    loc: Loc,
) -> ParseResult {
    let message = match failure.mismatch {
        Mismatch::Features(missing) => return Err(report_missing(x86, parser, missing, loc)),
        Mismatch::Target(Reason::Unsigned4) => "immediate must be an integer in range [0, 15]",
        Mismatch::Target(Reason::Unsigned6) => "immediate must be an integer in range [0, 63]",
        Mismatch::Target(Reason::Unsupported)
        | Mismatch::Mnemonic
        | Mismatch::Operand
        | Mismatch::Tied => return Ok(()),
    };
    let operand = failure.operand.and_then(|at| statement.operands.get(at));
    Err(parser.error(operand.map_or(loc, |operand| operand.range.start), message))
}

/// Emits the `wait` of x87 mnemonics that stand for two instructions: a `wait`, and the form that
/// does not wait.
fn split_off_wait(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &mut Statement<'_, '_>,
    loc: Loc,
) {
    let without_wait: &'static [u8] = match &*statement.mnemonic {
        b"finit" => b"fninit",
        b"fsave" => b"fnsave",
        b"fstcw" | b"fstcww" => b"fnstcw",
        b"fstenv" => b"fnstenv",
        b"fstsw" | b"fstsww" => b"fnstsw",
        b"fclex" => b"fnclex",
        _ => return,
    };
    if let Some(opcode) = x86.tables.opcode_named(b"WAIT") {
        parser.emit(Inst { opcode, ..Inst::default() }, loc);
    }
    statement.mnemonic = Cow::Borrowed(without_wait);
}
