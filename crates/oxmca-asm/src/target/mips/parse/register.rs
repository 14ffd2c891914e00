//! Registers by name or number.

use oxmca_tables::Reg;

use super::operand::{Attempt, Reading};
use crate::inst::Expr;
use crate::lexer::{Token, TokenKind};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::mips::operand::{Kinds, OperandKind, ParsedOperand, WrittenRegister};
use crate::target::mips::state::State;
use crate::target::mips::target::Mips;

/// The names of general registers, by number. Several registers have two.
const GENERAL: [(&str, u32); 34] = [
    ("zero", 0),
    ("at", 1),
    ("AT", 1),
    ("v0", 2),
    ("v1", 3),
    ("a0", 4),
    ("a1", 5),
    ("a2", 6),
    ("a3", 7),
    ("t0", 8),
    ("t1", 9),
    ("t2", 10),
    ("t3", 11),
    ("t4", 12),
    ("t5", 13),
    ("t6", 14),
    ("t7", 15),
    ("s0", 16),
    ("s1", 17),
    ("s2", 18),
    ("s3", 19),
    ("s4", 20),
    ("s5", 21),
    ("s6", 22),
    ("s7", 23),
    ("t8", 24),
    ("t9", 25),
    ("k0", 26),
    ("k1", 27),
    ("gp", 28),
    ("sp", 29),
    ("fp", 30),
    ("s8", 30),
    ("ra", 31),
];

/// Names of general registers where eight hold arguments.
const MORE_ARGUMENTS: [(&str, u32); 6] =
    [("a4", 8), ("a5", 9), ("a6", 10), ("a7", 11), ("kt0", 26), ("kt1", 27)];

/// Remedies for names of registers 12 to 15 that are names of arguments there.
const REMEDIES: [&str; 4] =
    ["Did you mean $t0?", "Did you mean $t1?", "Did you mean $t2?", "Did you mean $t3?"];

const HARDWARE: [(&str, u32); 5] =
    [("hwr_cpunum", 0), ("hwr_synci_step", 1), ("hwr_cc", 2), ("hwr_ccres", 3), ("hwr_ulr", 29)];

const VECTOR_CONTROL: [&str; 8] =
    ["msair", "msacsr", "msaaccess", "msasave", "msamodify", "msarequest", "msamap", "msaunmap"];

/// Returns the number of a general register by its name, and a remedy if the name means another one elsewhere.
pub(in crate::target::mips) fn number_of_name(
    mips: &Mips<'_>,
    name: &[u8],
) -> Option<(u32, Option<&'static str>)> {
    let is_known = |list: &[(&str, u32)]| {
        list.iter().find(|(it, _)| it.as_bytes() == name).map(|(_, number)| *number)
    };
    let usual = is_known(&GENERAL);
    if !mips.abi.has_wide_registers() {
        return usual.map(|number| (number, None));
    }
    match usual {
        // Registers 8 to 11 hold arguments, and the temporary ones follow.
        Some(number @ 8..=11) => Some((number + 4, None)),
        Some(number) => {
            let remedy = number.checked_sub(12).and_then(|at| REMEDIES.get(at as usize));
            Some((number, remedy.copied()))
        }
        None => is_known(&MORE_ARGUMENTS).map(|number| (number, None)),
    }
}

/// Returns the number at the end of a name, if there is nothing else behind its beginning.
fn numbered(name: &[u8], prefix: &str, most: u32) -> Option<u32> {
    let digits = name.strip_prefix(prefix.as_bytes())?;
    let number: u32 = match digits.iter().all(u8::is_ascii_digit) {
        true => std::str::from_utf8(digits).ok()?.parse().ok()?,
        false => return None,
    };
    (number <= most).then_some(number)
}

/// Returns the register of a name other than those of general registers.
fn other_register(name: &[u8]) -> Option<(u32, Kinds)> {
    if let Some((_, number)) = HARDWARE.iter().find(|(it, _)| it.as_bytes() == name) {
        return Some((*number, Kinds::HARDWARE));
    }
    for (prefix, most, kinds) in [
        ("f", 31, Kinds::FLOAT),
        ("fcc", 7, Kinds::CONDITION),
        ("ac", 3, Kinds::ACCUMULATOR),
        ("w", 31, Kinds::VECTOR),
    ] {
        if let Some(number) = numbered(name, prefix, most) {
            return Some((number, kinds));
        }
    }
    let number = VECTOR_CONTROL.iter().position(|it| it.as_bytes() == name)?;
    Some((number as u32, Kinds::VECTOR_CONTROL))
}

impl Reading<'_> {
    /// Returns the number of a general register by its name, and warns of names that mean something else.
    pub(super) fn general_number(&self, parser: &mut Parser<'_>, name: &[u8]) -> Option<u32> {
        let (number, remedy) = number_of_name(self.mips, name)?;
        if let Some(remedy) = remedy {
            // LLVM takes the token behind for the one that this is about.
            let tok = parser.peek();
            let range = LocRange { start: tok.loc, end: tok.end() };
            let message = "register names $t4-$t7 are only available in O32.";
            parser.warning_with_suggestion(range, message, remedy);
        }
        Some(number)
    }

    /// Parses a register, or a symbol that stands for one.
    pub(in crate::target::mips) fn parse_any_register(
        &mut self,
        parser: &mut Parser<'_>,
    ) -> Attempt {
        let tok = parser.tok();
        match tok.kind {
            TokenKind::Dollar => {
                let mut next = [tok; 1];
                if parser.peek_tokens(&mut next, false) == 0 {
                    return Attempt::NoMatch;
                }
                let Some(register) = self.register_of_token(parser, next[0]) else {
                    return Attempt::NoMatch;
                };
                self.push_register(register, tok.loc, next[0].loc);
                parser.lex();
                parser.lex();
                Attempt::Parsed
            }
            TokenKind::Identifier => {
                let Some(register) = self.register_of_symbol(parser, tok) else {
                    return Attempt::NoMatch;
                };
                self.push_register(register, tok.loc, tok.loc);
                parser.lex();
                Attempt::Parsed
            }
            _ => Attempt::NoMatch,
        }
    }

    fn push_register(&mut self, register: WrittenRegister, loc: Loc, end: Loc) {
        self.operands.push(ParsedOperand { kind: OperandKind::Register(register), loc, end });
    }

    /// Returns the register that the token behind `$` names.
    fn register_of_token(
        &self,
        parser: &mut Parser<'_>,
        token: Token<'_>,
    ) -> Option<WrittenRegister> {
        match token.kind {
            TokenKind::Identifier => self.register_of_name(parser, token.text),
            TokenKind::Integer => {
                if !(0..32).contains(&token.value) {
                    let loc = parser.tok().loc;
                    parser.error(loc, "invalid register number");
                }
                let number = token.value as u32;
                Some(WrittenRegister { number, kinds: Kinds::ANY })
            }
            _ => None,
        }
    }

    fn register_of_name(&self, parser: &mut Parser<'_>, name: &[u8]) -> Option<WrittenRegister> {
        if let Some(number) = self.general_number(parser, name) {
            return Some(WrittenRegister { number, kinds: Kinds::GENERAL });
        }
        let (number, kinds) = other_register(name)?;
        Some(WrittenRegister { number, kinds })
    }

    /// Returns the register that a symbol stands for: `.set name, $4`.
    fn register_of_symbol(
        &self,
        parser: &mut Parser<'_>,
        token: Token<'_>,
    ) -> Option<WrittenRegister> {
        let id = parser.symbols.lookup(token.text)?;
        if let Some(value) = parser.symbols.get(id).variable() {
            let Expr::Symbol { name, .. } = value else { return None };
            let name = name.strip_prefix('$')?.to_owned();
            return self.register_of_name(parser, name.as_bytes());
        }
        if !parser.symbols.is_undefined(id) {
            return None;
        }
        let state = parser.target_state.get::<State>()?;
        let number = *state.named.get(token.text)?;
        if !(0..32).contains(&number) {
            let loc = parser.tok().loc;
            parser.error(loc, "invalid register number");
        }
        Some(WrittenRegister { number: number as u32, kinds: Kinds::ANY })
    }
}

/// Parses the name of a register, and returns where it is.
///
/// # Errors
/// When there is none, which is not reported.
pub(in crate::target::mips) fn parse_register(
    mips: &Mips<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let mut reading = Reading::new(mips, b"");
    if reading.parse_any_register(parser) == Attempt::NoMatch {
        return Err(ErrorReported);
    }
    let operand = reading.operands.pop().ok_or(ErrorReported)?;
    let register = operand.register().filter(|it| it.is_general()).ok_or(ErrorReported)?;
    let is_wide = parser.features().contains(mips.bits.wide);
    let reg = mips.registers.general(register.number as usize, is_wide);
    Ok((reg, LocRange { start: operand.loc, end: operand.end }))
}
