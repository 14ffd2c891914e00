//! AT&T memory references: `segment:displacement(base,index,scale)`.

use oxmca_tables::Reg;

use super::state::Mode;
use super::statement::Operands;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::x86::X86;
use crate::target::x86::operand::{Memory, OperandKind, ParsedOperand};
use crate::target::x86::registers::{Registers, kind};

/// The parts of a memory reference before its parentheses.
pub(super) struct AddressStart {
    pub range: LocRange,
    pub segment: Reg,
    pub displacement: Option<Expr>,
}

impl AddressStart {
    /// Creates an address of which nothing has been read.
    pub fn new(loc: Loc) -> AddressStart {
        AddressStart {
            range: LocRange::new(loc, Loc::NONE),
            segment: Reg::NONE,
            displacement: None,
        }
    }
}

/// Parses the rest of a memory reference.
pub(super) fn parse(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    mode: Mode,
    start: AddressStart,
    operands: &mut Operands<'_>,
) -> ParseResult {
    let AddressStart { mut range, segment, displacement } = start;
    let displacement = match displacement {
        Some(displacement) => displacement,
        None if at_registers(parser) => Expr::Constant(0),
        None => {
            let (displacement, end) = parser.parse_expression()?;
            range.end = end;
            displacement
        }
    };
    let mut memory = Memory { segment, ..Memory::absolute(displacement, mode.bits()) };
    if !parser.eat(TokenKind::LParen) {
        operands.push(ParsedOperand { kind: OperandKind::Memory(memory), range });
        return Ok(());
    }

    let registers_loc = parser.lexer.loc();
    let scale = parse_registers(x86, parser, &mut memory, &mut range.end)?;
    parser.expect(TokenKind::RParen, "unexpected token in memory operand")?;

    let named = &x86.registers.named;
    let dx_alone = memory.base == named.dx
        && !memory.index.is_some()
        && scale == 1
        && !segment.is_some()
        && memory.has_zero_displacement();
    if dx_alone {
        let range = LocRange::new(registers_loc, registers_loc);
        operands.push(ParsedOperand { kind: OperandKind::DxInParentheses, range });
        return Ok(());
    }
    let checked = check_registers(&x86.registers, memory.base, memory.index, mode)
        .and_then(|()| check_scale(scale));
    memory.scale = match checked {
        Ok(scale) => scale,
        Err(message) => return Err(parser.error(registers_loc, message)),
    };
    check_displacement(x86, parser, &memory, registers_loc)?;
    operands.push(ParsedOperand { kind: OperandKind::Memory(memory), range });
    Ok(())
}

/// Returns whether a `(` follows that begins the registers, rather than a displacement.
fn at_registers(parser: &mut Parser<'_>) -> bool {
    if !parser.at(TokenKind::LParen) {
        return false;
    }
    let mut next = [parser.tok(); 2];
    let count = parser.peek_tokens(&mut next, true);
    let Some((first, rest)) = next[..count].split_first() else { return false };
    match first.kind {
        TokenKind::Percent | TokenKind::Comma => true,
        TokenKind::Identifier | TokenKind::String => is_register_symbol(parser, first.identifier()),
        // `$` and `@` are part of a name that follows at once.
        TokenKind::Dollar | TokenKind::At => rest.first().is_some_and(|second| {
            let name = matches!(second.kind, TokenKind::Identifier | TokenKind::String);
            name && second.loc == first.loc.offset(1) && {
                let name = [first.text, second.identifier()].concat();
                is_register_symbol(parser, &name)
            }
        }),
        _ => false,
    }
}

fn is_register_symbol(parser: &mut Parser<'_>, name: &[u8]) -> bool {
    if name.is_empty() {
        return false;
    }
    let symbol = parser.symbols.intern(name);
    matches!(parser.symbols.get(symbol).variable(), Some(Expr::Register(_)))
}

/// Parses `base,index,scale`, each of them optional, and gives the scale, which is not checked unless
/// it was written.
fn parse_registers(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    memory: &mut Memory,
    end: &mut Loc,
) -> ParseResult<u32> {
    let named = &x86.registers.named;
    if !parser.at(TokenKind::Comma) && !parser.at(TokenKind::RParen) {
        let loc = parser.lexer.loc();
        let (base, base_end) = parser.parse_expression()?;
        *end = base_end;
        let Expr::Register(base) = base else {
            return Err(parser.error(loc, "expected register here"));
        };
        memory.base = base;
        if base == named.eiz || base == named.riz {
            let message = "eiz and riz can only be used as index registers";
            return Err(parser.error_in(loc, LocRange::new(loc, *end), message));
        }
    }
    if !parser.eat(TokenKind::Comma) || parser.at(TokenKind::RParen) {
        return Ok(1);
    }
    let loc = parser.tok().loc;
    let (index, index_end) = parser.parse_expression()?;
    *end = index_end;
    let Expr::Register(index) = index else {
        // A scale in the place of the index.
        let Some(scale) = parser.evaluate(&index) else {
            return Err(parser.error(loc, "expected absolute expression"));
        };
        if scale != 1 {
            parser.warning(loc, "scale factor without index register is ignored");
        }
        return Ok(1);
    };
    memory.index = index;
    if memory.base == named.rip {
        return Err(parser.error(loc, "%rip as base register can not have an index register"));
    }
    if index == named.rip {
        return Err(parser.error(loc, "%rip is not allowed as an index register"));
    }
    if !parser.eat(TokenKind::Comma) || parser.at(TokenKind::RParen) {
        return Ok(1);
    }
    let loc = parser.tok().loc;
    let scale = match parser.parse_absolute_expression() {
        Ok(scale) => scale as u32,
        Err(ErrorReported) => return Err(parser.error(loc, "expected scale expression")),
    };
    if x86.registers.is(memory.base, kind::GR16) && scale != 1 {
        return Err(parser.error(loc, "scale factor in 16-bit address must be 1"));
    }
    match check_scale(scale) {
        Ok(_) => Ok(scale),
        Err(message) => Err(parser.error(loc, message)),
    }
}

pub(super) fn check_scale(scale: u32) -> Result<u8, &'static str> {
    match scale {
        1 | 2 | 4 | 8 => Ok(scale as u8),
        _ => Err("scale factor in address must be 1, 2, 4 or 8"),
    }
}

/// Returns whether an address can be made of these registers.
pub(super) fn check_registers(
    registers: &Registers,
    base: Reg,
    index: Reg,
    mode: Mode,
) -> Result<(), &'static str> {
    const INVALID: &str = "invalid base+index expression";
    let named = &registers.named;
    let general = kind::GR16 | kind::GR32 | kind::GR64;
    let vector = kind::XMM | kind::YMM | kind::ZMM;
    let ip_base = base.is_some() && (base == named.rip || base == named.eip);
    if base.is_some() && !ip_base && !registers.is(base, general) {
        return Err(INVALID);
    }
    if index.is_some() {
        let zero = index == named.eiz || index == named.riz;
        let no_index = [named.eip, named.rip, named.esp, named.rsp].contains(&index);
        if ip_base || no_index || !(zero || registers.is(index, general | vector)) {
            return Err(INVALID);
        }
    }

    let base_16 = registers.is(base, kind::GR16);
    let may_be_base = [named.bx, named.bp, named.si, named.di].contains(&base);
    if base_16 && (mode == Mode::Bits64 || !may_be_base) {
        return Err("invalid 16-bit base register");
    }
    if !base.is_some() && registers.is(index, kind::GR16) {
        return Err("16-bit memory operand may not include only index register");
    }
    if base.is_some() && index.is_some() {
        let index_is = |x86, zero| registers.is(index, x86) || index == zero;
        if registers.is(base, kind::GR64) && index_is(kind::GR16 | kind::GR32, named.eiz) {
            return Err("base register is 64-bit, but index register is not");
        }
        if registers.is(base, kind::GR32) && index_is(kind::GR16 | kind::GR64, named.riz) {
            return Err("base register is 32-bit, but index register is not");
        }
        if base_16 {
            if registers.is(index, kind::GR32 | kind::GR64) {
                return Err("base register is 16-bit, but index register is not");
            }
            let pair =
                (base == named.bx || base == named.bp) && (index == named.si || index == named.di);
            if !pair {
                return Err("invalid 16-bit base/index register combination");
            }
        }
    }
    if ip_base && mode != Mode::Bits64 {
        return Err("IP-relative addressing requires 64-bit mode");
    }
    Ok(())
}

/// Checks a constant displacement against the address size: too large is an error for 64 bits, and
/// cut off with a warning for less.
pub(super) fn check_displacement(
    x86: &X86<'_>,
    parser: &mut Parser<'_>,
    memory: &Memory,
    loc: Loc,
) -> ParseResult {
    let Expr::Constant(value) = memory.displacement else { return Ok(()) };
    if !memory.base.is_some() && !memory.index.is_some() {
        return Ok(());
    }
    let registers = &x86.registers;
    if registers.is(memory.base, kind::GR64) || registers.is(memory.index, kind::GR64) {
        if i32::try_from(value).is_err() {
            let message = format!("displacement {value} is not within [-2147483648, 2147483647]");
            return Err(parser.error(loc, message));
        }
    } else if !registers.is(memory.base, kind::GR16) {
        if u32::try_from(value.unsigned_abs()).is_err() {
            let cut = value as i32;
            let message = format!("displacement {value} shortened to 32-bit signed {cut}");
            parser.warning(loc, message);
        }
    } else if u16::try_from(value.unsigned_abs()).is_err() {
        let cut = value as i16;
        let message = format!("displacement {value} shortened to 16-bit signed {cut}");
        parser.warning(loc, message);
    }
    Ok(())
}
