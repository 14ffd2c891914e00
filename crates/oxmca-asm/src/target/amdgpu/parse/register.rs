//! Registers: `v0`, `s[4:7]`, `[s0,s1]`, `v5.l`, `vcc`.

use oxmca_tables::Reg;

use super::cursor::{parse_number, peek};
use super::statement::{Attempt, AttemptResult, Operands, Statement};
use crate::lexer::{Token, TokenKind};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::amdgpu::operand::{OperandKind, ParsedOperand};
use crate::target::amdgpu::register_counts;
use crate::target::amdgpu::registers::{RegisterKind, class_name, split_name};
use crate::target::amdgpu::target::AmdGpu;

/// A register as written.
struct Written {
    reg: Reg,
    /// `None` of a register without a number.
    kind: Option<RegisterKind>,
    number: u32,
    bits: u32,
}

/// Returns the number of a register from its digits, and the half that is meant.
fn number(text: &[u8]) -> Option<(u32, Option<&'static str>)> {
    let (digits, half) = match (text.strip_suffix(b".l"), text.strip_suffix(b".h")) {
        (Some(digits), _) => (digits, Some("lo16")),
        (_, Some(digits)) => (digits, Some("hi16")),
        _ => (text, None),
    };
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let number = std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()?;
    Some((number, half))
}

/// Returns whether a register begins with a token, before another one.
pub fn begins(gpu: &AmdGpu<'_>, token: &Token<'_>, next: &Token<'_>) -> bool {
    if token.is(TokenKind::LBrac) {
        return true;
    }
    if !token.is(TokenKind::Identifier) {
        return false;
    }
    if let Some((_, rest)) = split_name(token.text) {
        let is_numbered = number(rest).is_some();
        if is_numbered || rest.is_empty() && next.is(TokenKind::LBrac) {
            return true;
        }
    }
    gpu.registers.special(token.text).is_some()
}

/// Returns whether a register begins here.
pub fn is_here(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) -> bool {
    let token = parser.tok();
    let next = peek(parser);
    begins(gpu, &token, &next)
}

/// Parses a register operand.
pub fn parse<'a>(
    statement: &Statement<'_>,
    parser: &mut Parser<'a>,
    operands: &mut Operands<'a>,
) -> AttemptResult {
    if !is_here(statement.gpu, parser) {
        return Ok(Attempt::NoMatch);
    }
    let loc = parser.tok().loc;
    let written = parse_any(statement.gpu, parser, false)?;
    if let Some(kind) = written.kind {
        register_counts::note(statement.gpu, parser, kind, written.number, written.bits)?;
    }
    operands.push(ParsedOperand::new(OperandKind::Register(written.reg), loc));
    Ok(Attempt::Parsed)
}

/// Parses the name of a register, as directives have it.
pub fn parse_register(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
    let token = parser.tok();
    let written = parse_any(gpu, parser, false)?;
    Ok((written.reg, token.range()))
}

/// Parses a register, and checks that the processor has it.
fn parse_any(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>, is_in_list: bool) -> ParseResult<Written> {
    let token = parser.tok();
    let written = match token.kind {
        TokenKind::Identifier => match gpu.registers.special(token.text) {
            Some(reg) => {
                parser.lex();
                Written { reg, kind: None, number: 0, bits: 32 }
            }
            None => parse_numbered(gpu, parser, token)?,
        },
        TokenKind::LBrac if !is_in_list => parse_list(gpu, parser)?,
        _ => return Err(parser.error(token.loc, "expected a register or a list of registers")),
    };
    let features = *parser.features();
    if !gpu.registers.is_available(&gpu.tables, written.reg, gpu.features.of(&features)) {
        let message = match written.reg == gpu.registers.null {
            true => "'null' operand is not supported on this GPU".to_owned(),
            false => {
                let name = gpu.tables.printed_name(written.reg);
                format!("{name} register not available on this GPU")
            }
        };
        return Err(parser.error(token.loc, message));
    }
    Ok(written)
}

fn parse_numbered(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'_>,
    token: Token<'_>,
) -> ParseResult<Written> {
    let Some((kind, rest)) = split_name(token.text) else {
        return Err(parser.error(token.loc, "invalid register name"));
    };
    parser.lex();
    let is_range = rest.is_empty();
    let (number, bits, half) = if is_range {
        parse_range(parser)?
    } else {
        let Some((number, half)) = number(rest) else {
            return Err(parser.error(token.loc, "invalid register index"));
        };
        (number, 32, half)
    };
    let reg = numbered(gpu, parser, kind, (number, bits), half, token.loc)?;
    let registers = &gpu.registers;
    let is_vcc = match kind == RegisterKind::Scalar && is_range {
        true => [registers.vcc_lo, registers.vcc_hi]
            .iter()
            .any(|it| *it != reg && gpu.tables.is_part_of(*it, reg)),
        false => reg == registers.vcc_lo || reg == registers.vcc_hi,
    };
    if is_vcc {
        return Err(parser.error(token.loc, "register index is out of range"));
    }
    Ok(Written { reg, kind: Some(kind), number, bits })
}

/// Parses `[FIRST:LAST]`. Returns the first number, the bits, and the half that is meant.
fn parse_range(parser: &mut Parser<'_>) -> ParseResult<(u32, u32, Option<&'static str>)> {
    parser.expect(TokenKind::LBrac, "missing register index")?;
    let first_loc = parser.tok().loc;
    let first = parse_number(parser)?;
    let (last, last_loc) = match parser.eat(TokenKind::Colon) {
        true => {
            let loc = parser.tok().loc;
            (parse_number(parser)?, loc)
        }
        false => (first, first_loc),
    };
    parser.expect(TokenKind::RBrac, "expected a closing square bracket")?;
    let Ok(number) = u32::try_from(first) else {
        return Err(parser.error(first_loc, "invalid register index"));
    };
    let Ok(last) = u32::try_from(last) else {
        return Err(parser.error(last_loc, "invalid register index"));
    };
    if number > last {
        let message = "first register index should not exceed second index";
        return Err(parser.error(first_loc, message));
    }
    let mut half = None;
    if number == last {
        let token = parser.tok();
        half = match token.text {
            b".l" => Some("lo16"),
            b".h" => Some("hi16"),
            _ => None,
        };
        if half.is_some() {
            parser.lex();
        }
    }
    let bits = (u64::from(last - number) + 1) * 32;
    Ok((number, u32::try_from(bits).unwrap_or(u32::MAX), half))
}

/// Returns the register of a kind with a number and a width.
fn numbered(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'_>,
    kind: RegisterKind,
    (number, bits): (u32, u32),
    half: Option<&str>,
    loc: Loc,
) -> ParseResult<Reg> {
    let tables = &gpu.tables;
    // Tuples of scalar registers are aligned to their size, four registers at most.
    let alignment = match kind {
        RegisterKind::Scalar | RegisterKind::Trap => {
            (bits / 32).checked_next_power_of_two().unwrap_or(4).min(4)
        }
        _ => 1,
    };
    if number % alignment != 0 {
        return Err(parser.error(loc, "invalid register alignment"));
    }
    let index = number / alignment;
    let class = class_name(kind, bits).and_then(|name| tables.register_class_named(&name));
    let Some(class) = class else {
        return Err(parser.error(loc, "invalid or unsupported register size"));
    };
    let members = &tables.register_lists[tables.register_classes[class.index()].members.range()];
    let features = *parser.features();
    let is_low = kind != RegisterKind::Vector || {
        let has_more = gpu.features.of(&features).is_gfx1250_plus();
        index <= 255 && (has_more || u64::from(index) + u64::from(bits / 32) <= 256)
    };
    let found = members.get(index as usize).filter(|_| is_low).copied();
    let Some(reg) = found else {
        return Err(parser.error(loc, "register index is out of range"));
    };
    let Some(half) = half else { return Ok(reg) };
    let name = |index: u16| tables.text(tables.sub_register_indices[usize::from(index)]);
    let part = tables.sub_registers(reg).iter().find(|part| name(part.index) == half);
    Ok(part.map_or(reg, |part| part.reg))
}

/// Parses `[REGISTER,REGISTER,...]`: registers that follow each other.
fn parse_list(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) -> ParseResult<Written> {
    let list_loc = parser.tok().loc;
    parser.lex();
    let loc = parser.tok().loc;
    let mut list = parse_any(gpu, parser, true)?;
    if list.bits != 32 {
        return Err(parser.error(loc, "expected a single 32-bit register"));
    }
    while parser.eat(TokenKind::Comma) {
        let loc = parser.tok().loc;
        let next = parse_any(gpu, parser, true)?;
        if next.bits != 32 {
            return Err(parser.error(loc, "expected a single 32-bit register"));
        }
        append(gpu, parser, &mut list, &next, loc)?;
    }
    parser.expect(TokenKind::RBrac, "expected a comma or a closing square bracket")?;
    if let Some(kind) = list.kind {
        list.reg = numbered(gpu, parser, kind, (list.number, list.bits), None, list_loc)?;
    }
    Ok(list)
}

/// Adds a register to a list.
fn append(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'_>,
    list: &mut Written,
    next: &Written,
    loc: Loc,
) -> Result<(), ErrorReported> {
    let registers = &gpu.registers;
    if list.kind == Some(RegisterKind::Scalar) {
        let number = list.number + list.bits / 32;
        if number == 106 && next.reg == registers.vcc_lo
            || number == 107 && next.reg == registers.vcc_hi
        {
            list.bits += 32;
            return Ok(());
        }
    }
    if list.kind != next.kind {
        return Err(parser.error(loc, "registers in a list must be of the same kind"));
    }
    if list.kind.is_some() {
        if next.number != list.number + list.bits / 32 {
            let message = "registers in a list must have consecutive indices";
            return Err(parser.error(loc, message));
        }
        list.bits += 32;
        return Ok(());
    }
    // Registers without a number are halves of others.
    let name = |reg: Reg| gpu.tables.printed_name(reg);
    let pair = name(list.reg)
        .strip_suffix("_lo")
        .filter(|stem| name(next.reg).strip_suffix("_hi") == Some(*stem));
    match pair.and_then(|stem| registers.special(stem.as_bytes())) {
        Some(reg) => {
            list.reg = reg;
            list.bits = 64;
            Ok(())
        }
        None => Err(parser.error(loc, "register does not fit in the list")),
    }
}
