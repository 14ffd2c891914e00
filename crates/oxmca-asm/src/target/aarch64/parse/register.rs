//! Registers as operands.

use oxmca_tables::Reg;

use super::statement::{Attempt, AttemptResult, Statement};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::target::aarch64::operand::{
    Equality, OperandKind, ParsedOperand, Register, WrittenShift,
};
use crate::target::aarch64::registers::{ClassName, First, Lanes, RegisterKind};
use crate::target::aarch64::state::State;
use crate::target::aarch64::target::AArch64;

/// A vector register as written, and the text behind its name.
pub(in crate::target::aarch64) struct WrittenVector<'a> {
    pub reg: Reg,
    pub suffix: &'a [u8],
    pub lanes: Lanes,
}

/// Returns the register of a kind that is written with a name, which `.req` may have given it.
pub(super) fn register_of_kind(
    aarch64: &AArch64<'_>,
    parser: &Parser<'_>,
    name: &[u8],
    kind: RegisterKind,
) -> Option<Reg> {
    let found = match aarch64.registers.named(&aarch64.tables, name) {
        Some(found) => Some(found),
        None => {
            let state = parser.target_state.get::<State>()?;
            state.named.get(&name.to_ascii_lowercase()).copied()
        }
    };
    found.filter(|(of, _)| *of == kind).map(|(_, reg)| reg)
}

/// Parses a scalar register of a directive.
pub(in crate::target::aarch64) fn parse_scalar(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
) -> Option<Reg> {
    Statement::of_directive(aarch64, parser).parse_scalar()
}

/// Parses a vector or predicate register of a directive.
pub(in crate::target::aarch64) fn parse_vector<'a>(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'a>,
    kind: RegisterKind,
) -> ParseResult<Option<WrittenVector<'a>>> {
    Statement::of_directive(aarch64, parser).parse_vector(kind)
}

impl<'a> Statement<'_, 'a> {
    fn register_named(&self, name: &[u8], kind: RegisterKind) -> Option<Reg> {
        register_of_kind(self.aarch64, self.parser, name, kind)
    }

    /// Returns whether a register is of a class.
    pub(super) fn is_in(&self, class: ClassName, reg: Reg) -> bool {
        self.aarch64.registers.is_in(&self.aarch64.tables, class, reg)
    }

    /// Parses a scalar register.
    pub(super) fn parse_scalar(&mut self) -> Option<Reg> {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return None;
        }
        let reg = self.register_named(tok.text, RegisterKind::Scalar)?;
        self.parser.lex();
        Some(reg)
    }

    /// Parses a register of any kind that stands alone.
    pub(super) fn parse_register(&mut self) -> AttemptResult {
        if self.parse_neon()? == Attempt::Parsed || self.parse_lookup_table()? == Attempt::Parsed {
            return Ok(Attempt::Parsed);
        }
        self.parse_general(false, Equality::Same)
    }

    /// Parses a scalar register, with a shift behind it if that belongs to it.
    pub(super) fn parse_general(&mut self, with_shift: bool, equality: Equality) -> AttemptResult {
        let loc = self.loc();
        let Some(reg) = self.parse_scalar() else { return Ok(Attempt::NoMatch) };
        let mut shift = WrittenShift::NONE;
        if with_shift && self.eat(TokenKind::Comma) {
            match self.parse_shift()? {
                Some((written, _)) => shift = written,
                None => return Ok(Attempt::NoMatch),
            }
        }
        let kind = RegisterKind::Scalar;
        let register = Register { reg, kind, bits: 0, equality, shift };
        self.push(OperandKind::Register(register), loc);
        Ok(Attempt::Parsed)
    }

    /// Parses a scalar register that an index of zero may follow.
    pub(super) fn parse_general_with_zero_index(&mut self) -> AttemptResult {
        const MESSAGE: &str = "index must be absent or #0";
        let loc = self.loc();
        let Some(reg) = self.parse_scalar() else { return Ok(Attempt::NoMatch) };
        if self.eat(TokenKind::Comma) {
            self.eat(TokenKind::Hash);
            if !self.at(TokenKind::Integer) {
                return self.fail(MESSAGE);
            }
            if !matches!(self.parser.parse_expression(), Ok((Expr::Constant(0), _))) {
                return self.fail(MESSAGE);
            }
        }
        self.push_register(reg, RegisterKind::Scalar, 0, loc);
        Ok(Attempt::Parsed)
    }

    /// Parses two registers that follow each other.
    pub(super) fn parse_general_pair(&mut self) -> AttemptResult {
        const FIRST: &str =
            "expected first even register of a consecutive same-size even/odd register pair";
        const SECOND: &str =
            "expected second odd register of a consecutive same-size even/odd register pair";
        let loc = self.loc();
        if !self.at(TokenKind::Identifier) {
            return self.fail_at(loc, "expected register");
        }
        let Some(first) = self.parse_scalar() else { return self.fail_at(loc, FIRST) };
        let is_64_bit = self.is_in(const { ClassName::known("GPR64") }, first);
        let class = match is_64_bit {
            true => const { ClassName::known("GPR64") },
            false => const { ClassName::known("GPR32") },
        };
        let tables = &self.aarch64.tables;
        let number = tables.register(first).encoding;
        if !self.is_in(class, first) || number & 1 != 0 {
            return self.fail_at(loc, FIRST);
        }
        self.parse_comma()?;
        let at = self.loc();
        let Some(second) = self.parse_scalar() else { return self.fail_at(at, SECOND) };
        if tables.register(second).encoding != number + 1 || !self.is_in(class, second) {
            return self.fail_at(at, SECOND);
        }
        let pair = if is_64_bit { First::Pair64 } else { First::Pair32 };
        let Some(pair) = self.super_register(pair, number) else { return self.fail_at(loc, FIRST) };
        self.push_register(pair, RegisterKind::Scalar, 0, loc);
        Ok(Attempt::Parsed)
    }

    /// Returns the register that begins with general register `number` and is as long as `first`.
    fn super_register(&self, first: First, number: u16) -> Option<Reg> {
        let AArch64 { tables, registers, .. } = self.aarch64;
        let class = match first {
            First::Pair32 => const { ClassName::known("WSeqPairsClass") },
            First::Pair64 => const { ClassName::known("XSeqPairsClass") },
            _ => const { ClassName::known("GPR64x8Class") },
        };
        let part = match first {
            First::Pair32 => registers.general_32(tables, number),
            _ => registers.general_64(tables, number),
        };
        let begins = |reg: &Reg| {
            registers.is_in(tables, class, *reg)
                && tables.register(*reg).encoding == tables.register(part).encoding
        };
        tables.super_registers(part).iter().copied().find(begins)
    }

    /// Parses the first of eight registers.
    pub(super) fn parse_eight_general(&mut self) -> AttemptResult {
        let loc = self.loc();
        let Some(reg) = self.parse_scalar() else { return Ok(Attempt::NoMatch) };
        let number = self.aarch64.tables.register(reg).encoding;
        let is_64_bit = self.is_in(const { ClassName::known("GPR64") }, reg);
        let eight = is_64_bit.then(|| self.super_register(First::Eight, number)).flatten();
        let Some(eight) = eight else {
            let message = "expected an even-numbered x-register in the range [x0,x22]";
            return self.fail_at(loc, message);
        };
        self.push_register(eight, RegisterKind::Scalar, 0, loc);
        Ok(Attempt::Parsed)
    }

    /// Parses `xzr, xzr`.
    pub(super) fn parse_zero_pair(&mut self) -> AttemptResult {
        let first = self.tok();
        let zero = self.aarch64.registers.first(&self.aarch64.tables, First::Zero);
        let Some(reg) = self.parse_scalar() else { return Ok(Attempt::NoMatch) };
        if reg != zero {
            self.parser.lexer.unlex(first);
            return Ok(Attempt::NoMatch);
        }
        self.parse_comma()?;
        match self.parse_scalar() {
            None => return self.fail("expected register operand"),
            Some(reg) if reg != zero => return self.fail("xzr must be followed by xzr"),
            Some(_) => {}
        }
        self.push_register(zero, RegisterKind::Scalar, 0, first.loc);
        Ok(Attempt::Parsed)
    }

    /// Parses a vector or predicate register with the lanes behind it.
    pub(super) fn parse_vector(
        &mut self,
        kind: RegisterKind,
    ) -> ParseResult<Option<WrittenVector<'a>>> {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return Ok(None);
        }
        let dot = tok.text.iter().position(|byte| *byte == b'.').unwrap_or(tok.text.len());
        let (name, suffix) = tok.text.split_at(dot);
        let Some(reg) = self.register_named(name, kind) else { return Ok(None) };
        let Some(lanes) = Lanes::of_suffix(suffix, kind) else {
            return self.fail("invalid vector kind qualifier");
        };
        self.parser.lex();
        Ok(Some(WrittenVector { reg, suffix, lanes }))
    }

    /// Parses `v0.4s[1]`. An error in it is kept until it turns out to be nothing else.
    pub(super) fn parse_neon(&mut self) -> AttemptResult {
        let loc = self.loc();
        let Ok(Some(vector)) = self.parse_vector(RegisterKind::Neon) else {
            return Ok(Attempt::NoMatch);
        };
        self.push_register(vector.reg, RegisterKind::Neon, vector.lanes.bits, loc);
        if !vector.suffix.is_empty() {
            self.operands.push(ParsedOperand::of_token(vector.suffix, loc));
        }
        match self.parse_lane() {
            Ok(_) => Ok(Attempt::Parsed),
            Err(_) => Ok(Attempt::NoMatch),
        }
    }

    /// Parses `[3]`.
    pub(super) fn parse_lane(&mut self) -> AttemptResult {
        let loc = self.loc();
        if !self.eat(TokenKind::LBrac) {
            return Ok(Attempt::NoMatch);
        }
        let Ok((expr, _)) = self.parser.parse_expression() else { return Ok(Attempt::NoMatch) };
        let Expr::Constant(index) = expr else {
            return self.fail("immediate value expected for vector index");
        };
        self.parser.expect(TokenKind::RBrac, "']' expected")?;
        self.push(OperandKind::Lane(i64::from(index as i32)), loc);
        Ok(Attempt::Parsed)
    }

    /// Parses `z0.s`, with a shift behind it if that belongs to it.
    pub(super) fn parse_scalable(&mut self, with_shift: bool, with_suffix: bool) -> AttemptResult {
        let loc = self.loc();
        let Some(vector) = self.parse_vector(RegisterKind::Scalable)? else {
            return Ok(Attempt::NoMatch);
        };
        if with_suffix && vector.suffix.is_empty() {
            return Ok(Attempt::NoMatch);
        }
        let mut shift = WrittenShift::NONE;
        let is_shifted = with_shift && self.eat(TokenKind::Comma);
        if is_shifted {
            match self.parse_shift()? {
                Some((written, _)) => shift = written,
                None => return Ok(Attempt::NoMatch),
            }
        }
        let register = Register {
            reg: vector.reg,
            kind: RegisterKind::Scalable,
            bits: vector.lanes.bits,
            equality: Equality::Same,
            shift,
        };
        self.push(OperandKind::Register(register), loc);
        if !is_shifted {
            self.parse_lane()?;
        }
        Ok(Attempt::Parsed)
    }

    /// Parses `p0.b`, `p0/m`, or `p0[w12, 0]`.
    pub(super) fn parse_predicate(&mut self, kind: RegisterKind) -> AttemptResult {
        let loc = self.loc();
        let Some(vector) = self.parse_vector(kind)? else { return Ok(Attempt::NoMatch) };
        self.push_register(vector.reg, kind, vector.lanes.bits, loc);
        if self.at(TokenKind::LBrac) {
            if kind == RegisterKind::Counter {
                if self.parse_lane() == Ok(Attempt::Parsed) {
                    return Ok(Attempt::Parsed);
                }
            } else if self.parse_operand(false, false).is_err() {
                return Ok(Attempt::NoMatch);
            }
        }
        if !self.at(TokenKind::Slash) {
            return Ok(Attempt::Parsed);
        }
        if !vector.suffix.is_empty() {
            return self.fail_at(loc, "not expecting size suffix");
        }
        let at = self.loc();
        self.push_token(b"/", at);
        self.parser.lex();
        let tok = self.tok();
        let letter: &'static [u8] = match tok.text {
            b"z" | b"Z" => b"z",
            b"m" | b"M" if kind == RegisterKind::Predicate => b"m",
            _ if kind == RegisterKind::Counter => return self.fail("expecting 'z' predication"),
            _ => return self.fail("expecting 'm' or 'z' predication"),
        };
        self.push_token(letter, tok.loc);
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Parses `zt0`, with an index perhaps.
    fn parse_lookup_table(&mut self) -> AttemptResult {
        let tok = self.tok();
        let Some(reg) = self.register_named(tok.text, RegisterKind::LookupTable) else {
            return Ok(Attempt::NoMatch);
        };
        let kind = RegisterKind::LookupTable;
        self.push_register(reg, kind, 0, tok.loc);
        self.parser.lex();
        if self.eat(TokenKind::LBrac) {
            let at = self.loc();
            self.push_token(b"[", at);
            let Ok((expr, _)) = self.parser.parse_expression() else {
                return Ok(Attempt::NoMatch);
            };
            let Expr::Constant(_) = expr else {
                return self.fail("immediate value expected for vector index");
            };
            self.push_value(expr, tok.loc);
            if self.eat(TokenKind::Comma) && self.parse_multiple() != Ok(Attempt::Parsed) {
                // LLVM ends the statement here, without a message of its own.
                return Err(ErrorReported);
            }
            self.parser.expect(TokenKind::RBrac, "']' expected")?;
            let at = self.loc();
            self.push_token(b"]", at);
        }
        Ok(Attempt::Parsed)
    }

    /// Parses `mul vl` or `mul #2`.
    pub(super) fn parse_multiple(&mut self) -> AttemptResult {
        let tok = self.tok();
        let next = self.parser.peek();
        let is_length = next.text.eq_ignore_ascii_case(b"vl");
        if !tok.text.eq_ignore_ascii_case(b"mul") || !(is_length || next.is(TokenKind::Hash)) {
            return Ok(Attempt::NoMatch);
        }
        self.push_token(b"mul", tok.loc);
        self.parser.lex();
        let at = self.loc();
        self.parser.lex();
        if is_length {
            self.push_token(b"vl", at);
            return Ok(Attempt::Parsed);
        }
        let at = self.loc();
        if let Ok((expr @ Expr::Constant(_), _)) = self.parser.parse_expression() {
            self.push_value(expr, at);
            return Ok(Attempt::Parsed);
        }
        self.fail("expected 'vl' or '#<imm>'")
    }
}
