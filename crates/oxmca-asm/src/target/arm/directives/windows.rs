//! Directives about the instructions of a prologue or epilogue under Windows: `.seh_save_regs` and the like.
//!
//! LLVM's llvm-mca checks their operands, not the frame they are in, and goes on where the operands end.

use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::arm::condition;
use crate::target::arm::operand::ListKind;
use crate::target::arm::parse::{parse_register, parse_saved_registers};
use crate::target::arm::registers::Class;
use crate::target::arm::target::Arm;

/// Registers that directives about instructions of 16 bits cannot save, as bits.
const HIGH_REGISTERS: u32 = 0x1f00;
/// The most bytes of a code of one's own.
const MAX_CUSTOM_BYTES: usize = 4;

/// Parses a directive that is one of these, written at `loc`.
pub(super) fn parse(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    name: &[u8],
    loc: Loc,
) -> Option<ParseResult> {
    Some(match name {
        b".seh_stackalloc" | b".seh_stackalloc_w" | b".seh_save_lr" => {
            parse_constant(parser).map(drop)
        }
        b".seh_save_regs" => parse_save(arm, parser, false, loc),
        b".seh_save_regs_w" => parse_save(arm, parser, true, loc),
        b".seh_save_sp" => parse_save_sp(arm, parser, loc),
        b".seh_save_fregs" => parse_save_floats(arm, parser, loc),
        b".seh_startepilogue_cond" => parse_condition(parser),
        b".seh_custom" => parse_custom(parser, loc),
        b".seh_endprologue"
        | b".seh_endprologue_fragment"
        | b".seh_nop"
        | b".seh_nop_w"
        | b".seh_startepilogue"
        | b".seh_endepilogue" => Ok(()),
        _ => return None,
    })
}

/// Parses an expression that must be a constant.
fn parse_constant(parser: &mut Parser<'_>) -> ParseResult<i64> {
    let loc = parser.tok().loc;
    match parser.parse_expression() {
        Ok((Expr::Constant(value), _)) => Ok(value),
        Ok(_) => Err(parser.error(loc, "expected constant expression")),
        Err(_) => Err(parser.error(loc, "expected expression")),
    }
}

/// Parses a list of registers and the end of the statement. Returns the list's kind, and its registers' numbers as bits.
fn parse_list(arm: &Arm<'_>, parser: &mut Parser<'_>) -> ParseResult<(Option<ListKind>, Vec<u16>)> {
    let list = parse_saved_registers(arm, parser, ".seh_save_regs")?;
    parser.expect_end_of_statement()?;
    let registers = list.iter().flat_map(|list| &list.registers);
    let numbers = registers.map(|reg| arm.tables.register(*reg).encoding).collect();
    Ok((list.map(|list| list.kind), numbers))
}

/// Parses `.seh_save_regs {REGISTERS}`.
fn parse_save(arm: &Arm<'_>, parser: &mut Parser<'_>, is_wide: bool, loc: Loc) -> ParseResult {
    let (kind, numbers) = parse_list(arm, parser)?;
    if kind != Some(ListKind::General) {
        return Err(parser.error(loc, ".seh_save_regs{_w} expects GPR registers"));
    }
    if numbers.contains(&13) {
        return Err(parser.error(loc, ".seh_save_regs{_w} can't include SP"));
    }
    let bits = numbers.iter().fold(0u32, |bits, number| bits | 1 << (number & 31));
    if !is_wide && bits & HIGH_REGISTERS != 0 {
        let message = ".seh_save_regs cannot save R8-R12, needs .seh_save_regs_w";
        return Err(parser.error(loc, message));
    }
    Ok(())
}

/// Parses `.seh_save_sp REGISTER`.
fn parse_save_sp(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let registers = &arm.registers;
    let reg = parse_register(arm, parser, false)
        .filter(|reg| registers.is_in(&arm.tables, Class::General, *reg));
    match reg {
        None => Err(parser.error(loc, "expected GPR")),
        Some(reg) if reg == registers.sp() || reg == registers.pc() => {
            Err(parser.error(loc, "invalid register for .seh_save_sp"))
        }
        Some(_) => Ok(()),
    }
}

/// Parses `.seh_save_fregs {REGISTERS}`.
fn parse_save_floats(arm: &Arm<'_>, parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let (kind, numbers) = parse_list(arm, parser)?;
    let range = numbers.iter().min().zip(numbers.iter().max());
    let Some((first, last)) = range.filter(|_| kind == Some(ListKind::Double)) else {
        return Err(parser.error(loc, ".seh_save_fregs expects DPR registers"));
    };
    if *first < 16 && *last >= 16 {
        return Err(parser.error(loc, ".seh_save_fregs must be all d0-d15 or d16-d31"));
    }
    Ok(())
}

/// Parses `.seh_startepilogue_cond CONDITION`.
fn parse_condition(parser: &mut Parser<'_>) -> ParseResult {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return Err(parser.error(tok.loc, ".seh_startepilogue_cond missing condition"));
    }
    if condition::code_of(tok.text).is_none() {
        return Err(parser.error(tok.loc, "invalid condition"));
    }
    parser.lex();
    Ok(())
}

/// Parses `.seh_custom BYTE, ...`. Zeros at the begin do not count.
fn parse_custom(parser: &mut Parser<'_>, loc: Loc) -> ParseResult {
    let mut bytes = 0;
    loop {
        let byte = parse_constant(parser)?;
        if !(0..=0xff).contains(&byte) {
            return Err(parser.error(loc, "Invalid byte value in .seh_custom"));
        }
        if bytes == MAX_CUSTOM_BYTES {
            return Err(parser.error(loc, "Too many bytes in .seh_custom"));
        }
        bytes += usize::from(bytes > 0 || byte != 0);
        if !parser.eat(TokenKind::Comma) {
            return Ok(());
        }
    }
}
