//! Registers, shifted ones, and what follows them.

use oxmca_tables::Reg;

use super::statement::{Attempt, AttemptResult, Statement};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::{OperandKind, ParsedOperand};
use crate::target::arm::shift::Shift;
use crate::target::arm::state::State;
use crate::target::arm::target::Arm;

/// Parses the name of a register. The upper 16 double registers are names only where there are such, or where
/// `allows_upper` is set.
pub(in crate::target::arm) fn parse_register(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    allows_upper: bool,
) -> Option<Reg> {
    let tok = parser.tok();
    if !tok.is(TokenKind::Identifier) {
        return None;
    }
    let name = tok.text.to_ascii_lowercase();
    let reg = match arm.registers.named(&arm.tables, &name) {
        Some(reg) => {
            let has_upper = arm.feature_bits.has(parser.features(), Feature::D32);
            if !allows_upper && !has_upper && arm.registers.is_upper_double(reg) {
                return None;
            }
            reg
        }
        None => *parser.target_state.get::<State>()?.named.get(&name)?,
    };
    parser.lex();
    Some(reg)
}

impl Statement<'_, '_> {
    /// Parses the name of a register.
    pub fn parse_reg(&mut self) -> Option<Reg> {
        parse_register(self.arm, self.parser, false)
    }

    /// Parses a register, and `!` or a lane behind it. It is an error if what begins is none.
    pub fn parse_register_operand(&mut self) -> AttemptResult {
        let loc = self.loc();
        let Some(reg) = self.parse_reg() else { return Ok(Attempt::NoMatch) };
        self.push(OperandKind::Register(reg), loc);
        let tok = self.tok();
        if self.eat(TokenKind::Exclaim) {
            self.push_token(b"!", tok.loc);
        } else if self.at(TokenKind::LBrac) {
            self.parser.lex();
            let (lane, _) = self.parser.parse_expression()?;
            let Expr::Constant(lane) = lane else {
                return self.fail("immediate value expected for vector index");
            };
            self.parser.expect(TokenKind::RBrac, "']' expected")?;
            // Only 32 bits count.
            self.push(OperandKind::Lane(i64::from(lane as u32)), tok.loc);
        }
        Ok(Attempt::Parsed)
    }

    /// Parses a shift of the register before it.
    pub fn parse_shifted_register(&mut self) -> AttemptResult {
        let tok = self.tok();
        let shift = Shift::named(tok.text).filter(|it| *it != Shift::Uxtw);
        let Some(mut shift) = shift.filter(|_| tok.is(TokenKind::Identifier)) else {
            return Ok(Attempt::NoMatch);
        };
        self.parser.lex();
        // LLVM shows such an operand where its shift stands.
        let loc = tok.loc;
        let last = self.operands.pop();
        let Some(reg) = last.as_ref().and_then(ParsedOperand::register) else {
            // What follows is read as another operand.
            let before = last.map_or(self.start, |last| last.loc);
            _ = self.parser.error(before, "shift must be of a register");
            return Ok(Attempt::NoMatch);
        };
        if shift == Shift::Rrx {
            self.push(OperandKind::ShiftedByAmount { reg, shift, amount: 0 }, loc);
            return Ok(Attempt::Parsed);
        }
        const EXPECTED: &str = "expected immediate or register in shift operand";
        if self.eat_hash() {
            const INVALID: &str = "invalid immediate shift value";
            let at = self.loc();
            let amount = self.parse_number(INVALID, INVALID)?;
            if !shift.allows(amount) {
                return self.fail_at(at, "immediate shift value out of range");
            }
            if amount == 0 {
                shift = Shift::Lsl;
            }
            self.push(OperandKind::ShiftedByAmount { reg, shift, amount }, loc);
            return Ok(Attempt::Parsed);
        }
        let at = self.loc();
        let by = if self.at(TokenKind::Identifier) { self.parse_reg() } else { None };
        let Some(by) = by else { return self.fail_at(at, EXPECTED) };
        self.push(OperandKind::ShiftedByRegister { reg, shift, by }, loc);
        Ok(Attempt::Parsed)
    }

    /// Parses a shift of an offset in brackets or behind them.
    pub fn parse_offset_shift(&mut self) -> ParseResult<(Shift, i64)> {
        let tok = self.tok();
        let shift = Shift::named(tok.text).filter(|_| tok.is(TokenKind::Identifier));
        let Some(mut shift) = shift else { return self.fail("illegal shift operator") };
        self.parser.lex();
        if shift == Shift::Rrx {
            return Ok((shift, 0));
        }
        let loc = self.loc();
        if !self.eat_hash() {
            return self.fail("'#' expected");
        }
        let (expr, _) = self.parser.parse_expression()?;
        let Expr::Constant(amount) = expr else {
            return self.fail_at(loc, "shift amount must be an immediate");
        };
        if !shift.allows(amount) {
            return self.fail_at(loc, "immediate shift value out of range");
        }
        if amount == 0 {
            shift = Shift::Lsl;
        }
        // A shift by 32 has the code 0.
        Ok((shift, if amount == 32 { 0 } else { amount }))
    }

    /// Parses a register behind brackets, with a sign and a shift perhaps.
    pub fn parse_register_behind(&mut self, with_shift: bool) -> AttemptResult {
        let loc = self.loc();
        let is_negative = self.at(TokenKind::Minus);
        let has_sign = self.eat(TokenKind::Plus) || self.eat(TokenKind::Minus);
        let at = self.loc();
        let Some(reg) = self.parse_reg() else {
            if has_sign {
                return self.fail_at(at, "register expected");
            }
            return Ok(Attempt::NoMatch);
        };
        let (shift, amount) = match with_shift && self.eat(TokenKind::Comma) {
            true => self.parse_offset_shift()?,
            false => (Shift::None, 0),
        };
        self.push(OperandKind::PostIndex { reg, is_negative, shift, amount }, loc);
        Ok(Attempt::Parsed)
    }
}
