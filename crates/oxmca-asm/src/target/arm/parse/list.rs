//! Lists of registers in braces.

use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::register::parse_register;
use super::statement::{Attempt, AttemptResult, Statement};
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::{Lanes, ListKind, OperandKind, RegisterList, Vectors};
use crate::target::arm::registers::{Class, offset, part_of};

const EXPECTED_REGISTER: &str = "register expected";
const INVALID_REGISTER: &str = "invalid register in register list";
const NO_PSEUDO_REGISTER: &str = "pseudo-register not allowed";
const NOT_CONTIGUOUS: &str = "non-contiguous register range";
const EXPECTED_VECTOR: &str = "vector register in range Q0-Q7 expected";

/// Registers of a list with the numbers by which they are in order.
type Numbered = SmallVec<[(u16, Reg); 32]>;

/// Adds a register in its place. Returns whether no other has its number, in whose place it is otherwise.
fn insert(registers: &mut Numbered, number: u16, reg: Reg) -> bool {
    let at = registers.partition_point(|(known, _)| *known < number);
    match registers.get_mut(at).filter(|(known, _)| *known == number) {
        Some(known) => {
            *known = (number, reg);
            false
        }
        None => {
            registers.insert(at, (number, reg));
            true
        }
    }
}

impl Statement<'_, '_> {
    fn number(&self, reg: Reg) -> u16 {
        self.arm.tables.register(reg).encoding
    }

    /// Returns the first half of a vector of 128 bits; the register itself if it is none.
    fn first_half(&self, reg: Reg) -> (Reg, bool) {
        let half = self.is_in(Class::Quad, reg).then(|| part_of(&self.arm.tables, reg, "dsub_0"));
        match half.flatten() {
            Some(half) => (half, true),
            None => (reg, false),
        }
    }

    /// Parses a register of a list.
    fn parse_member(&mut self, allows_upper: bool) -> ParseResult<Reg> {
        let loc = self.loc();
        let reg = parse_register(self.arm, self.parser, allows_upper);
        // A function may save the code that authenticates where it returns to.
        let allows_auth_code = &*self.mnemonic == b".save";
        match reg {
            Some(reg) if reg == self.arm.registers.auth_code && !allows_auth_code => {
                self.fail_at(loc, NO_PSEUDO_REGISTER)
            }
            Some(reg) => Ok(reg),
            None => self.fail_at(loc, EXPECTED_REGISTER),
        }
    }

    /// Parses a list of registers to load or to store, and `^` behind it.
    pub fn parse_register_list(&mut self) -> ParseResult {
        let is_any_order = self.mnemonic.starts_with(b"clr");
        let is_clear = &*self.mnemonic == b"vscclrm";
        let allows_upper = is_clear || matches!(&*self.mnemonic, b"vlldm" | b"vlstm");
        let vpr = self.arm.registers.vpr;
        let curly = self.loc();
        self.parser.lex();
        let at = self.loc();
        let mut registers = Numbered::new();
        let (mut reg, is_quad) = {
            let reg = self.parse_member(allows_upper)?;
            self.first_half(reg)
        };
        let mut number = self.number(reg);
        registers.push((number, reg));
        let classes = [
            Class::General,
            Class::Double,
            Class::Single,
            Class::GeneralOrFlags,
            Class::FloatWithVpr,
        ];
        let auth_code = self.arm.registers.auth_code;
        let found = match reg == auth_code {
            true => Some(Class::General),
            false => classes.into_iter().find(|class| self.is_in(*class, reg)),
        };
        let Some(mut class) = found else {
            return self.fail_at(at, INVALID_REGISTER);
        };
        if is_quad {
            (reg, number) = (offset(reg, 1), number + 1);
            registers.push((number, reg));
        }
        let mut latest = at;
        // Behind `s31` comes `d16`, as if its number were 32.
        let mut shift = 0;
        loop {
            if self.eat(TokenKind::Minus) {
                if reg == auth_code {
                    return self.fail_at(latest, NO_PSEUDO_REGISTER);
                }
                let loc = self.loc();
                let last = self.parse_member(allows_upper)?;
                if last == auth_code {
                    return self.fail_at(loc, NO_PSEUDO_REGISTER);
                }
                let (half, is_quad) = self.first_half(last);
                let last = if is_quad { offset(half, 1) } else { last };
                if reg == last {
                    continue;
                }
                if !self.is_in(class, last) {
                    return self.fail_at(loc, INVALID_REGISTER);
                }
                if number > self.number(last) + shift {
                    return self.fail_at(loc, "bad range in register list");
                }
                while reg != last {
                    reg = self.arm.registers.next(reg);
                    number = self.number(reg) + shift;
                    if !insert(&mut registers, number, reg) {
                        let name = self.arm.tables.printed_name(reg);
                        let message = format!("duplicated register ({name}) in register list");
                        self.parser.warning(loc, message);
                    }
                }
                continue;
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
            let tok = self.tok();
            latest = tok.loc;
            let (previous, previous_number) = (reg, number);
            let written = self.parse_member(allows_upper)?;
            let (member, is_quad) = self.first_half(written);
            reg = member;
            if !self.is_in(class, reg)
                && class == Class::General
                && self.is_in(Class::GeneralOrFlags, reg)
            {
                class = Class::GeneralOrFlags;
            }
            let is_float = matches!(class, Class::Single | Class::Double | Class::FloatWithVpr);
            let warn_of_repeated = |parser: &mut crate::parser::Parser<'_>| {
                let name = String::from_utf8_lossy(tok.text).into_owned();
                parser.warning(tok.loc, format!("duplicated register ({name}) in register list"));
            };
            if reg == vpr && is_float {
                class = Class::FloatWithVpr;
                number = self.number(reg);
                if !insert(&mut registers, number, reg) {
                    warn_of_repeated(self.parser);
                }
                continue;
            }
            if is_clear
                && self.arm.tables.printed_name(previous) == "s31"
                && self.arm.tables.printed_name(reg) == "d16"
            {
                shift = 16;
                class = Class::FloatWithVpr;
            }
            let is_saved_code = reg == auth_code && class == Class::General;
            if !is_saved_code && !self.is_in(class, reg) {
                return self.fail_at(tok.loc, INVALID_REGISTER);
            }
            number = self.number(reg) + shift;
            if !is_any_order && number < previous_number {
                const ORDER: &str = "register list not in ascending order";
                if self.is_in(Class::General, reg) {
                    self.parser.warning(tok.loc, ORDER);
                } else if !self.is_in(Class::GeneralOrFlags, reg) {
                    return self.fail_at(tok.loc, ORDER);
                }
            }
            if is_float && number != previous_number + 1 {
                return self.fail_at(tok.loc, NOT_CONTIGUOUS);
            }
            if !insert(&mut registers, number, reg) {
                warn_of_repeated(self.parser);
            }
            if is_quad {
                (reg, number) = (offset(reg, 1), number + 1);
                registers.push((number, reg));
            }
        }
        self.parser.expect(TokenKind::RCurly, "'}' expected")?;
        let registers: SmallVec<[Reg; 16]> = registers.into_iter().map(|(_, reg)| reg).collect();
        let kind = self.kind_of_list(&registers);
        self.push(OperandKind::List(RegisterList { kind, registers }), curly);
        let tok = self.tok();
        if self.eat(TokenKind::Caret) {
            self.push_token(b"^", tok.loc);
        }
        Ok(())
    }

    fn kind_of_list(&self, registers: &[Reg]) -> ListKind {
        let [first, .., last] = registers else {
            return match registers {
                [only] => self.kind_of_list(&[*only, *only]),
                _ => ListKind::General,
            };
        };
        let has_vpr = *last == self.arm.registers.vpr;
        if self.is_in(Class::Double, *first) {
            if has_vpr { ListKind::DoubleWithVpr } else { ListKind::Double }
        } else if self.is_in(Class::Single, *first) {
            if has_vpr { ListKind::SingleWithVpr } else { ListKind::Single }
        } else if has_vpr {
            ListKind::SingleWithVpr
        } else if *last == self.arm.registers.apsr {
            ListKind::GeneralWithFlags
        } else {
            ListKind::General
        }
    }

    /// Parses the lanes behind a vector of a list: none, `[]` or `[1]`.
    fn parse_lanes(&mut self) -> ParseResult<Lanes> {
        if !self.eat(TokenKind::LBrac) {
            return Ok(Lanes::Whole);
        }
        if self.eat(TokenKind::RBrac) {
            return Ok(Lanes::All);
        }
        self.eat(TokenKind::Hash);
        let lane =
            self.parse_number("illegal expression", "lane index must be empty or an integer")?;
        self.parser.expect(TokenKind::RBrac, "']' expected")?;
        if !(0..8).contains(&lane) {
            return self.fail("lane index out of range");
        }
        Ok(Lanes::One(lane))
    }

    /// Parses the lanes of a vector after the first, which must be the same.
    fn parse_same_lanes(&mut self, lanes: Lanes, loc: crate::source::Loc) -> ParseResult {
        match self.parse_lanes()? == lanes {
            true => Ok(()),
            false => self.fail_at(loc, "mismatched lane index in register list"),
        }
    }

    /// Parses a list of vectors, or a vector that stands for one.
    pub fn parse_vectors(&mut self) -> AttemptResult {
        let has_mve = self.has(Feature::Mve);
        let loc = self.loc();
        if !has_mve && self.at(TokenKind::Identifier) {
            return self.parse_plain_vector();
        }
        if !self.eat(TokenKind::LCurly) {
            return Ok(Attempt::NoMatch);
        }
        let mut first = self.parse_vector_member()?;
        let (mut count, mut spacing) = (1_u16, 0_u16);
        let mut reg = first;
        if has_mve {
            if !self.is_in(Class::MveQuad, reg) {
                return self.fail(EXPECTED_VECTOR);
            }
        } else if let (half, true) = self.first_half(reg) {
            (first, reg) = (half, offset(half, 1));
            (count, spacing) = (2, 1);
        }
        let lanes = self.parse_lanes()?;
        loop {
            let tok = self.tok();
            if self.eat(TokenKind::Minus) {
                if spacing == 2 {
                    return self.fail_at(tok.loc, "sequential registers in double spaced list");
                }
                spacing = 1;
                let at = self.loc();
                let mut last = self.parse_vector_member()?;
                if !has_mve && let (half, true) = self.first_half(last) {
                    last = offset(half, 1);
                }
                if reg == last {
                    continue;
                }
                let class = if has_mve { Class::MveQuad } else { Class::Double };
                if !self.is_in(class, last) {
                    return self.fail_at(at, INVALID_REGISTER);
                }
                if reg > last {
                    return self.fail_at(at, "bad range in register list");
                }
                self.parse_same_lanes(lanes, at)?;
                count += last.0 - reg.0;
                reg = last;
                continue;
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
            let at = self.loc();
            let previous = reg;
            reg = self.parse_vector_member()?;
            if has_mve {
                if !self.is_in(Class::MveQuad, reg) {
                    return self.fail_at(at, EXPECTED_VECTOR);
                }
                spacing = 1;
            } else if let (half, true) = self.first_half(reg) {
                if spacing == 2 {
                    let message = "invalid register in double-spaced list (must be 'D' register')";
                    return self.fail_at(at, message);
                }
                spacing = 1;
                if half != offset(previous, 1) {
                    return self.fail_at(at, NOT_CONTIGUOUS);
                }
                reg = offset(half, 1);
                count = count.saturating_add(2);
                let at = self.loc();
                self.parse_same_lanes(lanes, at)?;
                continue;
            }
            if spacing == 0 {
                spacing = 1 + u16::from(reg == offset(previous, 2));
            }
            if reg != offset(previous, spacing) {
                return self.fail_at(at, NOT_CONTIGUOUS);
            }
            count = count.saturating_add(1);
            let at = self.loc();
            self.parse_same_lanes(lanes, at)?;
        }
        self.parser.expect(TokenKind::RCurly, "'}' expected")?;
        let is_double_spaced = spacing == 2;
        if count == 2 && !has_mve && !matches!(lanes, Lanes::One(_)) {
            let class = if spacing == 1 { Class::DoublePair } else { Class::DoublePairSpaced };
            let whole = self.arm.registers.whole_of(&self.arm.tables, first, "dsub_0", class);
            first = whole.unwrap_or(first);
        }
        self.push(OperandKind::Vectors(Vectors { first, count, is_double_spaced, lanes }), loc);
        Ok(Attempt::Parsed)
    }

    fn parse_vector_member(&mut self) -> ParseResult<Reg> {
        let loc = self.loc();
        match self.parse_reg() {
            Some(reg) => Ok(reg),
            None => self.fail_at(loc, EXPECTED_REGISTER),
        }
    }

    /// Parses a vector without braces, which stands for a list of itself.
    fn parse_plain_vector(&mut self) -> AttemptResult {
        let loc = self.loc();
        let Some(reg) = self.parse_reg() else { return Ok(Attempt::NoMatch) };
        let (half, is_quad) = self.first_half(reg);
        if !is_quad && !self.is_in(Class::Double, reg) {
            self.push(OperandKind::Register(reg), loc);
            return Ok(Attempt::Parsed);
        }
        let lanes = self.parse_lanes()?;
        let count = if is_quad { 2 } else { 1 };
        let first = match lanes {
            // LLVM takes the first half for all.
            Lanes::Whole => {
                self.push(OperandKind::Register(half), loc);
                return Ok(Attempt::Parsed);
            }
            Lanes::All if is_quad => {
                let (tables, registers) = (&self.arm.tables, &self.arm.registers);
                registers.whole_of(tables, half, "dsub_0", Class::DoublePair).unwrap_or(half)
            }
            _ => half,
        };
        let vectors = Vectors { first, count, is_double_spaced: false, lanes };
        self.push(OperandKind::Vectors(vectors), loc);
        Ok(Attempt::Parsed)
    }
}
