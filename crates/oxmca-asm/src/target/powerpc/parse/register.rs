//! Names of registers.

use oxmca_tables::Reg;

use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::LocRange;
use crate::target::powerpc::target::PowerPc;

/// A register by its name, and the number that stands for it in instructions.
struct NamedRegister {
    reg: Reg,
    number: i64,
}

/// Parses a register, perhaps with `%` before it.
pub(in crate::target::powerpc) fn parse_register(
    powerpc: &PowerPc<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let range = parser.tok().range();
    match parse_named(powerpc, parser) {
        Some(named) => Ok((named.reg, range)),
        None => Err(parser.token_error("invalid register name")),
    }
}

/// Parses a register and returns its number.
pub(super) fn parse_number(powerpc: &PowerPc<'_>, parser: &mut Parser<'_>) -> Option<i64> {
    parse_named(powerpc, parser).map(|named| named.number)
}

fn parse_named(powerpc: &PowerPc<'_>, parser: &mut Parser<'_>) -> Option<NamedRegister> {
    parser.eat(TokenKind::Percent);
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return None;
    }
    let name = tok.text.to_ascii_lowercase();
    let reg = powerpc.tables.register_written(&name)?;
    let digits = name.iter().position(u8::is_ascii_digit).map_or(&b""[..], |at| &name[at..]);
    let number = std::str::from_utf8(digits).ok().and_then(|it| it.parse().ok());
    let registers = &powerpc.registers;
    let is_64_bit = powerpc.is_64_bit;
    let named = match &name[..] {
        b"lr" => {
            let reg = if is_64_bit { registers.wide_link } else { registers.link };
            NamedRegister { reg, number: 8 }
        }
        b"ctr" => {
            let reg = if is_64_bit { registers.wide_count } else { registers.count };
            NamedRegister { reg, number: 9 }
        }
        b"vrsave" => NamedRegister { reg, number: 256 },
        _ => match number {
            Some(number @ 0..32) if name[0] == b'r' => {
                NamedRegister { reg: registers.general(number, is_64_bit), number }
            }
            // LLVM takes any number for registers without one.
            number => NamedRegister { reg, number: number.unwrap_or_default() },
        },
    };
    parser.lex();
    Some(named)
}
