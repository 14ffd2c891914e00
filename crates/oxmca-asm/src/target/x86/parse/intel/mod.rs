//! Intel operands.

mod calculator;
mod emit;
mod expression;
mod partial_operand;

use oxmca_tables::Reg;

use super::state::Mode;
use super::statement::Operands;
use super::{mask, memory};
use crate::inst::{BinaryOp, Expr};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::x86::X86;
use crate::target::x86::operand::{Memory, ParsedOperand};
use crate::target::x86::registers::kind;

pub(super) use emit::find;
use partial_operand::PartialOperand;

/// Parses an operand of the instruction `name`.
pub(super) fn parse_operand(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    mode: Mode,
    name: &[u8],
    operands: &mut Operands<'_>,
) -> ParseResult {
    let size_bits = parse_size(parser)?;
    if parser.at(TokenKind::LCurly) {
        return mask::parse_rounding(parser, operands);
    }
    let mut start = parser.tok().loc;
    let mut segment = Reg::NONE;
    if parser.at(TokenKind::Identifier)
        && let Ok((reg, range)) = super::parse_register(x86, parser)
    {
        if reg == x86.registers.named.rip {
            return Err(parser.error(start, "rip can only be used as a base register"));
        }
        if !parser.at(TokenKind::Colon) {
            if size_bits.is_some() {
                let message = "expected memory operand after 'ptr', found register operand instead";
                return Err(parser.error(start, message));
            }
            operands.push(ParsedOperand::register(reg, range.start, range.end));
            return Ok(());
        }
        if !x86.registers.is(reg, kind::SEGMENT) {
            return Err(parser.error(start, "invalid segment register"));
        }
        segment = reg;
        parser.lex();
        start = parser.tok().loc;
    }

    let (mut parts, end) = expression::parse(x86, parser)?;
    let constant = parts.constant();
    let displacement = match parts.symbol.take() {
        None => Expr::Constant(constant),
        Some(symbol) if constant == 0 => symbol,
        Some(symbol) => Expr::Binary(BinaryOp::Add, Box::new((symbol, Expr::Constant(constant)))),
    };
    if !parts.is_memory && !segment.is_some() {
        operands.push(ParsedOperand::immediate(displacement, start, end));
        return Ok(());
    }
    let mut memory = Memory { segment, ..Memory::absolute(displacement, mode.bits()) };
    memory.size_bits = size_bits.unwrap_or(0);
    if let Err(message) = set_registers(x86, mode, &parts, &mut memory) {
        return Err(parser.error(start, message));
    }
    // What is in brackets or has a size is never the target itself of a branch.
    if name.eq_ignore_ascii_case(b"jmp") || name.eq_ignore_ascii_case(b"call") {
        if size_bits.is_none() && parts.has_offset_operator {
            let message = "`OFFSET` operator cannot be used in an unconditional branch";
            return Err(parser.error(start, message));
        }
        memory.may_be_target = size_bits.is_none() && !parts.has_brackets;
    }
    memory::check_displacement(x86, parser, &memory, start)?;
    operands.push(ParsedOperand::memory(memory, start, end));
    Ok(())
}

/// Parses the size of a memory operand in bits, if one is written: `dword ptr`.
fn parse_size(parser: &mut Parser<'_>) -> ParseResult<Option<u16>> {
    let size_bits = match parser.tok().text {
        b"BYTE" | b"byte" => 8,
        b"WORD" | b"word" => 16,
        b"DWORD" | b"dword" | b"FLOAT" | b"float" | b"LONG" | b"long" => 32,
        b"FWORD" | b"fword" => 48,
        b"DOUBLE" | b"double" | b"QWORD" | b"qword" | b"MMWORD" | b"mmword" => 64,
        b"XWORD" | b"xword" | b"TBYTE" | b"tbyte" => 80,
        b"XMMWORD" | b"xmmword" => 128,
        b"YMMWORD" | b"ymmword" => 256,
        b"ZMMWORD" | b"zmmword" => 512,
        _ => return Ok(None),
    };
    parser.lex();
    let tok = parser.tok();
    if !matches!(tok.text, b"PTR" | b"ptr") {
        return Err(parser.error(tok.loc, "Expected 'PTR' or 'ptr' token!"));
    }
    parser.lex();
    Ok(Some(size_bits))
}

/// Takes over base and index, which may be written in any order where only one is possible.
fn set_registers(
    x86: &X86<'_>,
    mode: Mode,
    parts: &PartialOperand,
    memory: &mut Memory,
) -> Result<(), &'static str> {
    let registers = &x86.registers;
    let named = &registers.named;
    let (mut base, mut index) = (parts.base, parts.index);
    if index.is_some() && base == named.rip {
        base = Reg::NONE;
    }
    let is_stack = |reg| reg == named.esp || reg == named.rsp;
    if parts.scale == 0 && !is_stack(base) && is_stack(index) {
        std::mem::swap(&mut base, &mut index);
    }
    let is_vector = |reg| registers.is(reg, kind::XMM | kind::YMM | kind::ZMM);
    if parts.scale == 0 && !is_vector(index) && is_vector(base) {
        std::mem::swap(&mut base, &mut index);
    }
    if parts.scale != 0 && registers.is(index, kind::GR16) {
        return Err("16-bit addresses cannot have a scale");
    }
    if (base == named.si || base == named.di) && (index == named.bx || index == named.bp) {
        std::mem::swap(&mut base, &mut index);
    }
    if base.is_some() || index.is_some() {
        memory::check_registers(registers, base, index, mode)?;
        memory.scale = memory::check_scale(parts.scale.max(1))?;
    }
    memory.base = base;
    memory.index = index;
    Ok(())
}
