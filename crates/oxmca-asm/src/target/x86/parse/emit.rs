//! Matches an instruction as written, and emits it or says what is wrong with it.

use std::borrow::Cow;
use std::cell::Ref;

use oxmca_tables::FeatureSet;
use oxmca_tables::schema::AsmFeatureSet;

use super::{Mode, Statement, intel, is_intel, mode, optimize, set_state, state, suffix, validate};
use crate::inst::Inst;
use crate::matcher::{Failure, Mismatch, Request};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::x86::X86;
use crate::target::x86::matching::{Matching, Reason};

/// Why a statement did not match.
pub(super) type X86Failure = Failure<Reason>;

/// Finds the instruction for `mnemonic` and the statement's operands in `mode`; `false` if there is
/// none.
pub(super) fn find(
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
    inst: &mut Inst,
) -> bool {
    find_in(parser.dialect, x86, parser, statement, mnemonic, mode, inst)
}

/// The same in a given dialect.
pub(super) fn find_in(
    dialect: usize,
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
    inst: &mut Inst,
) -> bool {
    let conditions = conditions(x86, parser, mode);
    let (_, (features, hw_mode)) = &*conditions;
    let request = Request { variant: dialect, mnemonic, features, mode: *hw_mode };
    let target = matching(x86, parser, statement, mode);
    x86.matcher.find(&x86.tables, &target, &request, statement.operands, inst)
}

/// Why [`find`] finds nothing.
pub(super) fn explain(
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
) -> X86Failure {
    explain_in(parser.dialect, x86, parser, statement, mnemonic, mode)
}

/// The same in a given dialect.
pub(super) fn explain_in(
    dialect: usize,
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
) -> X86Failure {
    let conditions = conditions(x86, parser, mode);
    let (_, (features, hw_mode)) = &*conditions;
    let request = Request { variant: dialect, mnemonic, features, mode: *hw_mode };
    let target = matching(x86, parser, statement, mode);
    x86.matcher.explain(&x86.tables, &target, &request, statement.operands)
}

/// The features in `mode`, and the conditions and the hardware mode that follow from them.
fn conditions<'q>(
    x86: &X86<'_>,
    parser: &'q Parser<'_>,
    mode: Mode,
) -> Ref<'q, (FeatureSet, (AsmFeatureSet, usize))> {
    let mut features = parser.subtarget.features;
    // `-mattr` can switch on several modes, or none: that is kept until something sets one.
    if mode != super::mode(x86, parser) {
        x86.set_mode(&mut features, mode);
    }
    let known = parser.required.borrow();
    if known.0 == features {
        return known;
    }
    drop(known);
    let required = (x86.tables.asm_features(&features), x86.tables.hw_mode(&features));
    *parser.required.borrow_mut() = (features, required);
    parser.required.borrow()
}

fn matching<'q>(
    x86: &'q X86<'q>,
    parser: &Parser<'_>,
    statement: &'q Statement<'_, '_>,
    mode: Mode,
) -> Matching<'q> {
    Matching {
        x86,
        forced: &statement.forced,
        is_64_bit: mode == Mode::Bits64,
        names_apx_register: state(parser).names_apx_register,
    }
}

/// Matches and emits a statement that began at `loc`.
pub(super) fn match_and_emit<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    mut statement: Statement<'a, '_>,
    loc: Loc,
) -> ParseResult {
    split_off_wait(x86, parser, &mut statement, loc);
    let mut inst =
        Inst { flags: statement.flags | statement.forced.inst_flags(), ..Inst::default() };
    let mode = mode(x86, parser);
    let match_mode =
        if state(parser).code_16_gcc && mode == Mode::Bits16 { Mode::Bits32 } else { mode };
    if is_intel(parser) {
        intel::find(x86, parser, &mut statement, mode, match_mode, loc, &mut inst)?;
    } else {
        find_att(x86, parser, &mut statement, match_mode, loc, &mut inst)?;
    }
    validate::validate(x86, parser, &statement, &inst)?;
    optimize::optimize(x86, &statement.forced, mode, &mut inst);
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
    let data_32 = state(parser).data_32;
    set_state(parser, |state| state.data_32 = false);
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

/// Reports conditions that do not hold: rows of the tables' `asm_features`.
pub(super) fn report_missing(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    missing: AsmFeatureSet,
    loc: Loc,
) -> ErrorReported {
    let tables = &x86.tables;
    let mut message = String::from("instruction requires:");
    for (bit, feature) in tables.asm_features.iter().enumerate() {
        if missing.contains(bit) {
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
