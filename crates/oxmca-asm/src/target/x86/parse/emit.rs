//! Matches an instruction as written, and emits it or says what is wrong with it.

use std::borrow::Cow;

use super::{Mode, Statement, intel, is_intel, mode, optimize, state, suffix, validate};
use crate::inst::Inst;
use crate::matcher::{Failure, Mismatch, Request};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::x86::X86Facts;
use crate::target::x86::matching::{Matching, Reason};

/// Why a statement did not match.
pub(super) type X86Failure = Failure<Reason>;

/// Finds the instruction for `mnemonic` and the statement's operands in `mode`; `false` if there is
/// none.
pub(super) fn find(
    facts: &X86Facts,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
    inst: &mut Inst,
) -> bool {
    find_in(parser.dialect, facts, parser, statement, mnemonic, mode, inst)
}

/// The same in a given dialect.
pub(super) fn find_in(
    dialect: usize,
    facts: &X86Facts,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
    inst: &mut Inst,
) -> bool {
    let tables = &parser.subtarget.tables;
    let (target, request) = question(facts, parser, statement, mnemonic, mode);
    let request = Request { dialect, ..request };
    facts.matcher.find(tables, &target, &request, statement.operands, inst)
}

/// Why [`find`] finds nothing.
pub(super) fn explain(
    facts: &X86Facts,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
) -> X86Failure {
    explain_in(parser.dialect, facts, parser, statement, mnemonic, mode)
}

/// The same in a given dialect.
pub(super) fn explain_in(
    dialect: usize,
    facts: &X86Facts,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
) -> X86Failure {
    let (target, request) = question(facts, parser, statement, mnemonic, mode);
    let request = Request { dialect, ..request };
    facts.matcher.explain(&parser.subtarget.tables, &target, &request, statement.operands)
}

fn question<'q>(
    facts: &'q X86Facts,
    parser: &'q Parser<'_>,
    statement: &'q Statement<'_, '_>,
    mnemonic: &'q [u8],
    mode: Mode,
) -> (Matching<'q>, Request<'q>) {
    let tables = &parser.subtarget.tables;
    let mut features = parser.subtarget.features;
    // `-mattr` can switch on several modes, or none: that is kept until something sets one.
    if mode != super::mode(facts, parser) {
        facts.set_mode(&mut features, mode);
    }
    let target = Matching {
        facts,
        tables,
        forced: &statement.forced,
        is_64_bit: mode == Mode::Bits64,
        names_apx_register: parser.target_state & state::NAMED_APX_REGISTER != 0,
    };
    let (of, mut required) = parser.required.get();
    if of != features {
        required = (tables.asm_features(&features), tables.hw_mode(&features));
        parser.required.set((features, required));
    }
    let (features, mode) = required;
    let request = Request { dialect: parser.dialect, mnemonic, features, mode };
    (target, request)
}

/// Matches and emits a statement that began at `loc`.
pub(super) fn match_and_emit<'a>(
    facts: &X86Facts,
    parser: &mut Parser<'a>,
    mut statement: Statement<'a, '_>,
    loc: Loc,
) -> ParseResult {
    split_off_wait(parser, &mut statement, loc);
    let mut inst =
        Inst { flags: statement.flags | statement.forced.inst_flags(), ..Inst::default() };
    let mode = mode(facts, parser);
    let match_mode = if parser.target_state & state::CODE_16_GCC != 0 && mode == Mode::Bits16 {
        Mode::Bits32
    } else {
        mode
    };
    if is_intel(parser) {
        intel::find(facts, parser, &mut statement, mode, match_mode, loc, &mut inst)?;
    } else {
        find_att(facts, parser, &mut statement, match_mode, loc, &mut inst)?;
    }
    validate::validate(facts, parser, &statement, &inst)?;
    optimize::optimize(facts, &parser.subtarget.tables, &statement.forced, mode, &mut inst);
    parser.emit(inst, loc);
    Ok(())
}

/// Finds the instruction for a statement in AT&T syntax.
fn find_att(
    facts: &X86Facts,
    parser: &mut Parser<'_>,
    statement: &mut Statement<'_, '_>,
    match_mode: Mode,
    loc: Loc,
    inst: &mut Inst,
) -> ParseResult {
    // `data32` counts for the mnemonic as written only, not for one with a suffix added.
    let data_32 = parser.target_state & state::DATA_32 != 0;
    parser.target_state &= !state::DATA_32;
    let first_mode = if data_32 { Mode::Bits32 } else { match_mode };

    let mnemonic = statement.mnemonic.clone();
    if !find(facts, parser, statement, &mnemonic, first_mode, inst) {
        let failure = explain(facts, parser, statement, &mnemonic, first_mode);
        report_specific(parser, statement, &failure, loc)?;
        if mnemonic.is_empty() {
            return Err(parser.error(loc, "instruction must have size higher than 0"));
        }
        suffix::find(facts, parser, statement, &failure, match_mode, loc, inst)?;
    }
    Ok(())
}

/// Reports failures that a suffix cannot mend.
fn report_specific(
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    failure: &X86Failure,
    loc: Loc,
) -> ParseResult {
    let message = match failure.mismatch {
        Mismatch::Features(missing) => return Err(report_missing(parser, missing, loc)),
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

/// Reports conditions that do not hold: bits of the tables' `asm_features`.
pub(super) fn report_missing(parser: &mut Parser<'_>, missing: u64, loc: Loc) -> ErrorReported {
    let tables = parser.subtarget.tables;
    let mut message = String::from("instruction requires:");
    for (bit, feature) in tables.asm_features.iter().enumerate() {
        if missing >> bit & 1 != 0 {
            message.push(' ');
            message.push_str(tables.text(feature.description));
        }
    }
    parser.error(loc, message)
}

/// Reports that no instruction fits, when no suffix gives a mnemonic that exists.
pub(super) fn report_no_match(
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    failure: &X86Failure,
    loc: Loc,
) -> ErrorReported {
    match failure.mismatch {
        Mismatch::Mnemonic => report_invalid_mnemonic(parser, statement, loc),
        Mismatch::Target(_) => parser.error(loc, "unsupported instruction"),
        Mismatch::Operand | Mismatch::Tied | Mismatch::Features(_) => {
            let message = "invalid operand for instruction";
            match failure.operand {
                None => parser.error(loc, message),
                Some(at) => match statement.operands.get(at) {
                    None => parser.error(loc, "too few operands for instruction"),
                    Some(operand) => {
                        let range = operand.range;
                        parser.error_in(range.start, range, message)
                    }
                },
            }
        }
    }
}

/// Reports that there is no such mnemonic.
pub(super) fn report_invalid_mnemonic(
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    loc: Loc,
) -> ErrorReported {
    let start = statement.mnemonic_loc;
    let range = LocRange::new(start, start.offset(statement.mnemonic_bytes));
    let message = [b"invalid instruction mnemonic '", &*statement.mnemonic, b"'"].concat();
    parser.error_in(loc, range, message)
}

/// Some x87 mnemonics stand for two instructions: a `wait`, which is emitted here, and the form that
/// does not wait.
fn split_off_wait(parser: &mut Parser<'_>, statement: &mut Statement<'_, '_>, loc: Loc) {
    let without_wait: &'static [u8] = match &*statement.mnemonic {
        b"finit" => b"fninit",
        b"fsave" => b"fnsave",
        b"fstcw" | b"fstcww" => b"fnstcw",
        b"fstenv" => b"fnstenv",
        b"fstsw" | b"fstsww" => b"fnstsw",
        b"fclex" => b"fnclex",
        _ => return,
    };
    if let Some(opcode) = parser.subtarget.tables.opcode_named(b"WAIT") {
        parser.emit(Inst { opcode, ..Inst::default() }, loc);
    }
    statement.mnemonic = Cow::Borrowed(without_wait);
}
