//! Infers the size suffix of a mnemonic from its operands.

use smallvec::SmallVec;

use super::find::{X86Failure, explain, find as find_exact, report_missing, report_no_match};
use super::state::Mode;
use super::statement::Statement;
use crate::inst::Inst;
use crate::matcher::Mismatch;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::X86;
use crate::target::x86::matching::Reason;
use crate::target::x86::operand::OperandKind;
use crate::target::x86::registers::kind;

/// Size suffixes, each with the memory access size in bits it stands for.
const INTEGER: [(u8, u16); 4] = [(b'b', 8), (b'w', 16), (b'l', 32), (b'q', 64)];
/// The same for x87 instructions; the last stands for a suffix that no mnemonic has.
const X87: [(u8, u16); 4] = [(b's', 32), (b'l', 64), (b't', 80), (0, 0)];

/// Finds the instruction for a statement whose mnemonic, not empty, does not match as it is: tries
/// every suffix, and takes the only one that matches. `failure` says how the mnemonic as written
/// failed.
pub(super) fn find(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &mut Statement<'_, '_>,
    failure: &X86Failure,
    mode: Mode,
    loc: Loc,
    inst: &mut Inst,
) -> ParseResult {
    let suffixes = if statement.mnemonic.first() == Some(&b'f') { X87 } else { INTEGER };
    // In vector instructions the letters belong to the mnemonic, so that a suffix counts only where
    // it says the size of memory.
    let memory = statement.operands.iter().position(|operand| operand.mem().is_some());
    let before = &statement.operands[..memory.unwrap_or(statement.operands.len())];
    let is_vector = |reg| x86.registers.is(reg, kind::VECTOR);
    let has_vector = before.iter().any(|operand| operand.reg().is_some_and(is_vector));

    let mut mnemonic: SmallVec<[u8; 24]> = SmallVec::from_slice(&statement.mnemonic);
    mnemonic.push(0);
    let mut attempt = |statement: &mut Statement<'_, '_>, (suffix, size_bits)| {
        if let Some(last) = mnemonic.last_mut() {
            *last = suffix;
        }
        if has_vector && let OperandKind::Memory(memory) = &mut statement.operands[memory?].kind {
            memory.size_bits = size_bits;
        }
        // As one copy of bytes, however long; `clone` would go through them one by one.
        Some(SmallVec::<[u8; 24]>::from_slice(&mnemonic))
    };
    let mut fitting = SmallVec::<[u8; 4]>::new();
    for suffix in suffixes {
        if let Some(mnemonic) = attempt(statement, suffix)
            && find_exact(x86, parser, statement, &mnemonic, mode, inst)
        {
            fitting.push(suffix.0);
        }
    }
    match fitting.len() {
        0 => {}
        1 => return Ok(()),
        _ => return Err(parser.error(loc, ambiguous(&statement.mnemonic, &fitting))),
    }

    let mismatches = suffixes.map(|suffix| match attempt(statement, suffix) {
        Some(mnemonic) => explain(x86, parser, statement, &mnemonic, mode).mismatch,
        None => Mismatch::Mnemonic,
    });
    let count = |kind: fn(&Mismatch<Reason>) -> bool| {
        mismatches.iter().filter(|mismatch| kind(mismatch)).count()
    };
    let missing = mismatches.iter().rev().find_map(|mismatch| match mismatch {
        Mismatch::Features(missing) => Some(*missing),
        _ => None,
    });
    let message = if count(|mismatch| *mismatch == Mismatch::Mnemonic) == mismatches.len() {
        return Err(report_no_match(parser, statement, failure, loc));
    } else if count(|mismatch| *mismatch == Mismatch::Target(Reason::Unsupported)) == 1 {
        "unsupported instruction"
    } else if count(|mismatch| matches!(mismatch, Mismatch::Features(_))) == 1 {
        return Err(report_missing(x86, parser, missing.unwrap_or_default(), loc));
    } else if count(|mismatch| *mismatch == Mismatch::Operand) == 1 {
        "invalid operand for instruction"
    } else {
        "unknown use of instruction mnemonic without a size suffix"
    };
    Err(parser.error(loc, message))
}

/// Says which suffixes would do.
fn ambiguous(mnemonic: &[u8], suffixes: &[u8]) -> Vec<u8> {
    let mut message = b"ambiguous instructions require an explicit suffix (could be ".to_vec();
    for (at, suffix) in suffixes.iter().enumerate() {
        if at != 0 {
            message.extend_from_slice(b", ");
        }
        if at + 1 == suffixes.len() {
            message.extend_from_slice(b"or ");
        }
        message.push(b'\'');
        message.extend_from_slice(mnemonic);
        message.extend_from_slice(&[*suffix, b'\'']);
    }
    message.push(b')');
    message
}
