//! Finds the instruction that a statement means, and reports why there is none.

use std::cell::Ref;

use oxmca_tables::schema::AsmFeatureSet;

use super::state::{Mode, mode as mode_in_force};
use super::statement::Statement;
use crate::inst::Inst;
use crate::matcher::{Failure, MatchConditions, Mismatch, Request};
use crate::parser::{ErrorReported, Parser};
use crate::source::{Loc, LocRange};
use crate::target::x86::X86;
use crate::target::x86::matching::{MatchContext, Reason};

/// The reason why a statement did not match.
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

/// Returns the same in a given dialect.
pub(super) fn find_in(
    dialect: usize,
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
    inst: &mut Inst,
) -> bool {
    let other;
    // `-mattr` can switch on several modes, or none: that is kept until something sets one.
    let conditions = if mode == mode_in_force(x86, parser) {
        parser.match_conditions()
    } else {
        other = conditions_in(x86, parser, mode);
        &other
    };
    let request = Request { variant: dialect, mnemonic, conditions };
    let target = matching(x86, statement, mode);
    x86.matcher.find(&x86.tables, &target, &request, statement.operands, inst)
}

/// Reports the reason why [`find`] finds nothing.
pub(super) fn explain(
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
) -> X86Failure {
    explain_in(parser.dialect, x86, parser, statement, mnemonic, mode)
}

/// Returns the same in a given dialect.
pub(super) fn explain_in(
    dialect: usize,
    x86: &X86<'_>,
    parser: &Parser<'_>,
    statement: &Statement<'_, '_>,
    mnemonic: &[u8],
    mode: Mode,
) -> X86Failure {
    let other;
    // `-mattr` can switch on several modes, or none: that is kept until something sets one.
    let conditions = if mode == mode_in_force(x86, parser) {
        parser.match_conditions()
    } else {
        other = conditions_in(x86, parser, mode);
        &other
    };
    let request = Request { variant: dialect, mnemonic, conditions };
    let target = matching(x86, statement, mode);
    x86.matcher.explain(&x86.tables, &target, &request, statement.operands)
}

/// Returns the conditions in a mode that is not in force.
fn conditions_in<'q>(
    x86: &X86<'_>,
    parser: &'q Parser<'_>,
    mode: Mode,
) -> Ref<'q, MatchConditions> {
    let mut features = *parser.features();
    x86.set_mode(&mut features, mode);
    parser.match_conditions_under(&features)
}

fn matching<'q>(
    x86: &'q X86<'q>,
    statement: &'q Statement<'_, '_>,
    mode: Mode,
) -> MatchContext<'q> {
    MatchContext {
        x86,
        pseudo_prefixes: &statement.pseudo_prefixes,
        is_64_bit: mode == Mode::Bits64,
        names_apx_register: statement.state.names_apx_register,
    }
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
