//! Directives about the instructions of a prologue or epilogue under Windows: `.seh_save_reg` and the like.
//!
//! LLVM's llvm-mca checks their operands, not the frame they are in.

use oxmca_tables::Reg;

use super::parse_constant;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::aarch64::parse;
use crate::target::aarch64::registers::{First, RegisterKind};
use crate::target::aarch64::target::AArch64;

/// The operands of a directive.
#[derive(Clone, Copy, Debug)]
enum Operands {
    Nothing,
    Offset,
    /// A register from the first to the last of these numbers, and an offset.
    General {
        last: u16,
    },
    /// The same; the register has an even distance from `x19`.
    GeneralPair,
    Float {
        last: u16,
    },
    /// Any general or floating-point register, and an offset.
    Any {
        is_pair: bool,
        is_updating: bool,
    },
    Scalable,
    Predicate,
}

/// Directives with their operands.
const DIRECTIVES: [(&[u8], Operands); 33] = [
    (b".seh_add_fp", Operands::Offset),
    (b".seh_allocz", Operands::Offset),
    (b".seh_clear_unwound_to_call", Operands::Nothing),
    (b".seh_context", Operands::Nothing),
    (b".seh_ec_context", Operands::Nothing),
    (b".seh_endepilogue", Operands::Nothing),
    (b".seh_endprologue", Operands::Nothing),
    (b".seh_nop", Operands::Nothing),
    (b".seh_pac_sign_lr", Operands::Nothing),
    (b".seh_pushframe", Operands::Nothing),
    (b".seh_save_any_reg", Operands::Any { is_pair: false, is_updating: false }),
    (b".seh_save_any_reg_p", Operands::Any { is_pair: true, is_updating: false }),
    (b".seh_save_any_reg_px", Operands::Any { is_pair: true, is_updating: true }),
    (b".seh_save_any_reg_x", Operands::Any { is_pair: false, is_updating: true }),
    (b".seh_save_fplr", Operands::Offset),
    (b".seh_save_fplr_x", Operands::Offset),
    (b".seh_save_freg", Operands::Float { last: 15 }),
    (b".seh_save_freg_x", Operands::Float { last: 15 }),
    (b".seh_save_fregp", Operands::Float { last: 14 }),
    (b".seh_save_fregp_x", Operands::Float { last: 14 }),
    (b".seh_save_lrpair", Operands::GeneralPair),
    (b".seh_save_next", Operands::Nothing),
    (b".seh_save_preg", Operands::Predicate),
    (b".seh_save_r19r20_x", Operands::Offset),
    (b".seh_save_reg", Operands::General { last: 30 }),
    (b".seh_save_reg_x", Operands::General { last: 30 }),
    (b".seh_save_regp", Operands::General { last: 29 }),
    (b".seh_save_regp_x", Operands::General { last: 29 }),
    (b".seh_save_zreg", Operands::Scalable),
    (b".seh_set_fp", Operands::Nothing),
    (b".seh_stackalloc", Operands::Offset),
    (b".seh_startepilogue", Operands::Nothing),
    (b".seh_trap_frame", Operands::Nothing),
];

/// Parses a directive that is one of these, written at `loc`. Ends before the end of the statement.
pub fn parse(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    loc: Loc,
) -> Option<ParseResult> {
    let (_, operands) = DIRECTIVES.iter().find(|(known, _)| *known == name)?;
    Some(parse_operands(aarch64, parser, *operands, loc))
}

fn parse_operands(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    operands: Operands,
    loc: Loc,
) -> ParseResult {
    match operands {
        Operands::Nothing => return Ok(()),
        Operands::Offset => {}
        Operands::General { last } => {
            parse_in_range(aarch64, parser, (First::X, 19, last))?;
        }
        Operands::Float { last } => {
            parse_in_range(aarch64, parser, (First::D, 8, last))?;
        }
        Operands::GeneralPair => {
            let at = parser.tok().loc;
            let number = parse_in_range(aarch64, parser, (First::X, 19, 30))?;
            parse_offset(parser)?;
            if number % 2 == 0 {
                let message = "expected register with even offset from x19";
                return Err(parser.error(at, message));
            }
            return Ok(());
        }
        Operands::Any { is_pair, is_updating } => {
            return parse_any(aarch64, parser, is_pair, is_updating, loc);
        }
        Operands::Scalable => {
            let range = (First::Z, 8, 23);
            parse_vector(aarch64, parser, RegisterKind::Scalable, range, loc)?;
        }
        Operands::Predicate => {
            let range = (First::P, 4, 15);
            parse_vector(aarch64, parser, RegisterKind::Predicate, range, loc)?;
        }
    }
    match operands {
        Operands::Offset => parse_constant(parser).map(drop),
        _ => parse_offset(parser).map(drop),
    }
}

/// Parses a comma and an offset.
fn parse_offset(parser: &mut Parser<'_>) -> ParseResult<i64> {
    parser.expect_comma()?;
    parse_constant(parser)
}

fn parse_register(aarch64: &AArch64<'_>, parser: &mut Parser<'_>) -> ParseResult<Reg> {
    parse::parse_scalar(aarch64, parser)
        .ok_or_else(|| parser.error(parser.tok().loc, "expected register"))
}

/// A register's kind, and the first and the last of its numbers.
type Range = (First, u16, u16);

/// Returns the number of a register of the kind `first`.
fn number_of(aarch64: &AArch64<'_>, first: First, reg: Reg) -> Option<u16> {
    let AArch64 { tables, registers, .. } = aarch64;
    if first == First::X {
        return (0..31).find(|number| registers.general_64(tables, *number) == reg);
    }
    registers.position(tables, first, 32, reg)
}

fn out_of_range(parser: &mut Parser<'_>, (kind, first, last): Range, at: Loc) -> ErrorReported {
    let letter = match kind {
        First::X => 'x',
        First::D => 'd',
        First::Z => 'z',
        _ => 'p',
    };
    let message = format!("expected register in range {letter}{first} to {letter}{last}");
    parser.error(at, message)
}

/// Parses a scalar register of a range and returns its number.
fn parse_in_range(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    range: Range,
) -> ParseResult<u16> {
    let at = parser.tok().loc;
    let reg = parse_register(aarch64, parser)?;
    let (kind, first, last) = range;
    match number_of(aarch64, kind, reg).filter(|number| (first..=last).contains(number)) {
        Some(number) => Ok(number),
        None => Err(out_of_range(parser, range, at)),
    }
}

/// Parses a vector or predicate register of a range.
fn parse_vector(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    kind: RegisterKind,
    range: Range,
    loc: Loc,
) -> ParseResult {
    let vector = parse::parse_vector(aarch64, parser, kind)?.ok_or(ErrorReported)?;
    let number = number_of(aarch64, range.0, vector.reg);
    match number.filter(|number| (range.1..=range.2).contains(number)) {
        Some(_) => Ok(()),
        None => Err(out_of_range(parser, range, loc)),
    }
}

/// Parses a register that no other directive takes, and its offset.
fn parse_any(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
    is_pair: bool,
    is_updating: bool,
    loc: Loc,
) -> ParseResult {
    let at = parser.tok().loc;
    let reg = parse_register(aarch64, parser)?;
    let offset = parse_offset(parser)?;
    let kinds = [(First::X, 8, 30, "lr"), (First::D, 8, 31, "d31"), (First::Q, 16, 31, "q31")];
    let of_kind = |(kind, size, last, name)| {
        number_of(aarch64, kind, reg).map(|number| (size, number == last, name))
    };
    let Some((size_bytes, is_last, name)) = kinds.into_iter().find_map(of_kind) else {
        let message = "save_any_reg register must be x, q or d register";
        return Err(parser.error(at, message));
    };
    let alignment = if is_pair || is_updating { 16 } else { size_bytes };
    if offset < 0 || offset % alignment != 0 {
        return Err(parser.error(loc, "invalid save_any_reg offset"));
    }
    if is_pair && is_last {
        let message = format!("{name} cannot be paired with another register");
        return Err(parser.error(at, message));
    }
    Ok(())
}
