//! Finds the instruction for a statement in Intel syntax, where operands, not suffixes, give sizes.

use oxmca_tables::schema::AsmFeatureSet;
use smallvec::SmallVec;

use crate::inst::{Expr, Inst};
use crate::matcher::Mismatch;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::X86;
use crate::target::x86::matching::Reason;
use crate::target::x86::operand::{OperandKind, ParsedOperand};
use crate::target::x86::parse::find::{
    X86Failure, explain, explain_in, find as find_exact, find_in, report_invalid_mnemonic,
    report_missing,
};
use crate::target::x86::parse::state::Mode;
use crate::target::x86::parse::statement::Statement;

/// Sizes that memory may have, in bits, in the order they are tried.
const SIZES_BITS: [u16; 8] = [8, 16, 32, 64, 80, 128, 256, 512];

/// Stands for features that LLVM reports as missing without having looked: all it has room for.
const ALL_FEATURES: AsmFeatureSet = AsmFeatureSet([u64::MAX; 4]);
/// The number of those features.
const FEATURE_BITS: usize = 384;

/// Finds the instruction. A memory operand without a size has the only one that fits. `mode` is the
/// one in force, `match_mode` the one to match in.
pub(in crate::target::x86::parse) fn find(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &mut Statement<'_, '_>,
    mode: Mode,
    match_mode: Mode,
    loc: Loc,
    inst: &mut Inst,
) -> ParseResult {
    let mnemonic = statement.mnemonic.clone();
    if let Some(sized) = sized_push(statement, mode) {
        return match find_in(0, x86, parser, statement, sized, match_mode, inst) {
            true => Ok(()),
            false => {
                let failure = explain_in(0, x86, parser, statement, sized, match_mode);
                Err(report(x86, parser, statement, &[failure], loc))
            }
        };
    }
    let unsized_at = statement.operands.iter().position(is_unsized);
    let Some(at) = unsized_at else {
        return find_as_written(x86, parser, statement, match_mode, loc, inst);
    };
    // These take memory of a pointer's size.
    if matches!(&*mnemonic, b"call" | b"jmp" | b"push" | b"pop") {
        set_size(&mut statement.operands[at], mode.bits().into());
        return find_as_written(x86, parser, statement, match_mode, loc, inst);
    }

    let mut fitting = 0;
    for size_bits in SIZES_BITS {
        set_size(&mut statement.operands[at], size_bits);
        let before = inst.opcode;
        if find_exact(x86, parser, statement, &mnemonic, match_mode, inst)
            && (fitting == 0 || inst.opcode != before)
        {
            fitting += 1;
        }
    }
    match fitting {
        1 => return Ok(()),
        0 => {}
        _ => {
            let range = statement.operands[at].range;
            let message = [b"ambiguous operand size for instruction '", &*mnemonic, b"'"].concat();
            return Err(parser.error_in(range.start, range, message));
        }
    }
    // A failure counts again only where the instruction that came closest is another one.
    let mut failures = SmallVec::<[X86Failure; 2]>::new();
    let mut closest = None;
    for size_bits in SIZES_BITS {
        set_size(&mut statement.operands[at], size_bits);
        let failure = explain(x86, parser, statement, &mnemonic, match_mode);
        let is_new = failure.rejected.is_some() && failure.rejected != closest;
        closest = failure.rejected.or(closest);
        if failures.is_empty() || is_new {
            failures.push(failure);
        } else if let Some(last) = failures.last_mut()
            && matches!(last.mismatch, Mismatch::Features(_))
        {
            // What is missing is what this size, whose failure does not count, lacks.
            last.mismatch = match failure.mismatch {
                Mismatch::Features(missing) => Mismatch::Features(missing),
                _ => Mismatch::Features(ALL_FEATURES),
            };
        }
    }
    set_size(&mut statement.operands[at], 0);
    Err(report(x86, parser, statement, &failures, loc))
}

fn find_as_written(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    mode: Mode,
    loc: Loc,
    inst: &mut Inst,
) -> ParseResult {
    let mnemonic = &statement.mnemonic;
    if find_exact(x86, parser, statement, mnemonic, mode, inst) {
        return Ok(());
    }
    let failure = explain(x86, parser, statement, mnemonic, mode);
    Err(report(x86, parser, statement, &[failure], loc))
}

fn is_unsized(operand: &ParsedOperand<'_>) -> bool {
    operand.mem().is_some_and(|memory| memory.size_bits == 0)
}

fn set_size(operand: &mut ParsedOperand<'_>, size_bits: u16) {
    if let OperandKind::Memory(memory) = &mut operand.kind {
        memory.size_bits = size_bits;
    }
}

/// Returns the mnemonic of a `push` of a constant with a pointer's size, which only AT&T mnemonics can say.
fn sized_push(statement: &Statement<'_, '_>, mode: Mode) -> Option<&'static [u8]> {
    let [operand] = &statement.operands[..] else { return None };
    let OperandKind::Immediate(Expr::Constant(value)) = operand.kind else { return None };
    if *statement.mnemonic != *b"push" || statement.flags != 0 {
        return None;
    }
    let (mnemonic, fits): (&[u8], _) = match mode {
        Mode::Bits64 => (b"pushq", true),
        Mode::Bits32 => (b"pushl", i32::try_from(value).is_ok() || u32::try_from(value).is_ok()),
        Mode::Bits16 => (b"pushw", i16::try_from(value).is_ok() || u16::try_from(value).is_ok()),
    };
    fits.then_some(mnemonic)
}

/// Reports that no instruction fits; `failures` has at least one item.
fn report(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    statement: &Statement<'_, '_>,
    failures: &[X86Failure],
    loc: Loc,
) -> ErrorReported {
    if failures.last().is_some_and(|failure| failure.mismatch == Mismatch::Mnemonic) {
        return report_invalid_mnemonic(parser, statement, loc);
    }
    let only = |wanted: fn(&Mismatch<Reason>) -> bool| {
        let mut fitting = failures.iter().filter(|failure| wanted(&failure.mismatch));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    if only(|mismatch| *mismatch == Mismatch::Target(Reason::Unsupported)).is_some() {
        return parser.error(loc, "unsupported instruction");
    }
    if let Some(failure) = only(|mismatch| matches!(mismatch, Mismatch::Features(_)))
        && let Mismatch::Features(missing) = failure.mismatch
    {
        let reported = report_missing(x86, parser, missing, loc);
        if missing == ALL_FEATURES {
            let unnamed = FEATURE_BITS.saturating_sub(x86.tables.asm_features.len());
            return parser.add_error_suffix(&b" (unknown)".repeat(unnamed));
        }
        return reported;
    }
    if only(|mismatch| *mismatch == Mismatch::Operand).is_some() {
        return parser.error(loc, "invalid operand for instruction");
    }
    for (reason, message) in [
        (Reason::Unsigned4, "immediate must be an integer in range [0, 15]"),
        (Reason::Unsigned6, "immediate must be an integer in range [0, 63]"),
    ] {
        let mut fitting =
            failures.iter().filter(|failure| failure.mismatch == Mismatch::Target(reason));
        if let (Some(failure), None) = (fitting.next(), fitting.next()) {
            let operand = failure.operand.and_then(|at| statement.operands.get(at));
            let at = operand.map_or(loc, |operand| operand.range.start);
            return parser.error(at, message);
        }
    }
    parser.error(loc, "unknown instruction mnemonic")
}
