//! Immediates: expressions with specifiers, numbers with shifts, ranges and floating-point constants.

use super::statement::{Attempt, AttemptResult, Statement};
use crate::inst::{BinaryOp, Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::real;
use crate::source::Loc;
use crate::syntax::ObjectFormat;
use crate::target::aarch64::float_immediate;
use crate::target::aarch64::operand::{OperandKind, WrittenShift};
use crate::target::aarch64::shift::ShiftExtend;
use crate::target::aarch64::specifier::Specifier;

const UNKNOWN_SPECIFIER: &str = "expect relocation specifier in operand after ':'";

impl<'a> Statement<'_, 'a> {
    /// Parses an expression with a specifier before it, or behind it where object files are Mach-O.
    pub(super) fn parse_symbolic(&mut self) -> ParseResult<Expr> {
        let specifier = match self.eat(TokenKind::Colon) {
            true => Some(self.parse_specifier()?),
            false => None,
        };
        let (mut expr, _) = self.parser.parse_expression()?;
        if let Some(name) = specifier {
            expr = Expr::Specifier {
                notation: SpecifierNotation::Colons,
                name: name.into(),
                operand: Box::new(expr),
            };
        }
        if self.parser.syntax().object_format == ObjectFormat::MachO {
            expr = self.parse_behind(expr)?;
        }
        Ok(expr)
    }

    /// Parses `lo12:`.
    fn parse_specifier(&mut self) -> ParseResult<&'static str> {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return self.fail(UNKNOWN_SPECIFIER);
        }
        let Some(known) = Specifier::named(tok.text) else { return self.fail(UNKNOWN_SPECIFIER) };
        self.parser.lex();
        self.parser.expect(TokenKind::Colon, "expect ':' after relocation specifier")?;
        Ok(known.name())
    }

    /// Parses what may follow a symbol: `@PAGE`, then a number that is added.
    pub(super) fn parse_behind(&mut self, expr: Expr) -> ParseResult<Expr> {
        let expr = self.parser.parse_at_specifier(expr)?;
        let operator = match self.tok().kind {
            TokenKind::Plus => BinaryOp::Add,
            TokenKind::Minus => BinaryOp::Sub,
            _ => return Ok(expr),
        };
        self.parser.lex();
        let (term, _) = self.parser.parse_primary_expression()?;
        Ok(Expr::Binary(operator, Box::new((expr, term))))
    }

    /// Parses a shift or an extension. Nothing is added to the operands.
    pub(super) fn parse_shift(&mut self) -> ParseResult<Option<(WrittenShift, Loc)>> {
        let tok = self.tok();
        let Some(kind) = ShiftExtend::named(&tok.text.to_ascii_lowercase()) else {
            return Ok(None);
        };
        self.parser.lex();
        let hash = self.eat(TokenKind::Hash);
        if !hash && !self.at(TokenKind::Integer) {
            if kind.is_shift() {
                return self.fail("expected #imm after shift specifier");
            }
            return Ok(Some((WrittenShift { kind, amount: 0, is_explicit: false }, tok.loc)));
        }
        let at = self.loc();
        if !matches!(
            self.tok().kind,
            TokenKind::Integer | TokenKind::LParen | TokenKind::Identifier
        ) {
            return self.fail("expected integer shift amount");
        }
        let Expr::Constant(amount) = self.parser.parse_expression()?.0 else {
            return self.fail_at(at, "expected constant '#imm' after shift specifier");
        };
        Ok(Some((WrittenShift { kind, amount: amount as u32, is_explicit: true }, tok.loc)))
    }

    /// Parses a shift or an extension as an operand of its own.
    pub(super) fn parse_shift_operand(&mut self) -> AttemptResult {
        match self.parse_shift()? {
            Some((shift, loc)) => {
                self.push(OperandKind::Shift(shift), loc);
                Ok(Attempt::Parsed)
            }
            None => Ok(Attempt::NoMatch),
        }
    }

    /// Parses a floating-point constant: a number, or the eight bits that encode one.
    pub(super) fn parse_real(&mut self, zero_is_text: bool) -> AttemptResult {
        let loc = self.loc();
        let hash = self.eat(TokenKind::Hash);
        let is_negative = self.eat(TokenKind::Minus);
        let tok = self.tok();
        if !matches!(tok.kind, TokenKind::Real | TokenKind::Integer) {
            if !hash {
                return Ok(Attempt::NoMatch);
            }
            return self.fail("invalid floating point immediate");
        }
        if tok.is(TokenKind::Integer) && tok.text.starts_with(b"0x") {
            if !(0..=255).contains(&tok.value) || is_negative {
                return self.fail("encoded floating point value out of range");
            }
            let bits = f64::from(float_immediate::value_of(tok.value as u8)).to_bits();
            self.push(OperandKind::Real { bits, is_exact: true }, loc);
        } else {
            if !real::is_number(tok.text) {
                return self.fail("invalid floating point representation");
            }
            let sign = u64::from(is_negative) << 63;
            let bits = real::double_bits_towards_zero(tok.text) ^ sign;
            if zero_is_text && bits == 0 {
                self.push_token(b"#0", loc);
                self.push_token(b".0", loc);
            } else {
                let is_exact = real::is_exact(tok.text);
                self.push(OperandKind::Real { bits, is_exact }, loc);
            }
        }
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Parses `#1` or `#1, lsl #12`.
    pub(super) fn parse_shifted_immediate(&mut self) -> AttemptResult {
        let loc = self.loc();
        if !self.eat(TokenKind::Hash) && !self.at(TokenKind::Integer) {
            return Ok(Attempt::NoMatch);
        }
        if self.at(TokenKind::Integer) && self.parser.peek().is(TokenKind::Colon) {
            return self.parse_range();
        }
        let expr = self.parse_symbolic()?;
        if !self.eat(TokenKind::Comma) {
            self.push_value(expr, loc);
            return Ok(Attempt::Parsed);
        }
        if let Some(group) = self.parse_vector_group() {
            self.push_value(expr, loc);
            let at = self.loc();
            self.push_token(group, at);
            return Ok(Attempt::Parsed);
        }
        const ONLY_LSL: &str = "only 'lsl #+N' valid after immediate";
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) || !tok.text.eq_ignore_ascii_case(b"lsl") {
            return self.fail(ONLY_LSL);
        }
        self.parser.lex();
        self.eat(TokenKind::Hash);
        if !self.at(TokenKind::Integer) {
            return self.fail(ONLY_LSL);
        }
        let amount = self.tok().value;
        if amount < 0 {
            return self.fail("positive shift amount required");
        }
        self.parser.lex();
        if amount == 0 {
            self.push_value(expr, loc);
        } else {
            let value = self.value(expr);
            self.push(OperandKind::ShiftedValue { value, amount: amount as u32 }, loc);
        }
        Ok(Attempt::Parsed)
    }

    /// Parses `vgx2` or `vgx4`.
    pub(super) fn parse_vector_group(&mut self) -> Option<&'static [u8]> {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return None;
        }
        let known: [&[u8]; 2] = [b"vgx2", b"vgx4"];
        let group = known.into_iter().find(|group| group.eq_ignore_ascii_case(tok.text))?;
        self.parser.lex();
        Some(group)
    }

    /// Parses `0:3`.
    pub(super) fn parse_range(&mut self) -> AttemptResult {
        if !self.at(TokenKind::Integer) || !self.parser.peek().is(TokenKind::Colon) {
            return Ok(Attempt::NoMatch);
        }
        let Ok((first, _)) = self.parser.parse_expression() else { return Ok(Attempt::NoMatch) };
        if !self.eat(TokenKind::Colon) || !self.at(TokenKind::Integer) {
            return Ok(Attempt::NoMatch);
        }
        let Ok((last, _)) = self.parser.parse_expression() else { return Ok(Attempt::NoMatch) };
        let number = |expr| match expr {
            Expr::Constant(value) => value as u32,
            _ => u32::MAX,
        };
        // LLVM gives it no place.
        self.push(OperandKind::Range { first: number(first), last: number(last) }, Loc::NONE);
        Ok(Attempt::Parsed)
    }

    /// Parses a number to which one is added or from which one is taken; the result has six bits.
    pub(super) fn parse_adjusted(&mut self, adjustment: i64) -> AttemptResult {
        let loc = self.loc();
        self.eat(TokenKind::Hash);
        let is_negative = self.eat(TokenKind::Minus);
        if !self.at(TokenKind::Integer) {
            return Ok(Attempt::NoMatch);
        }
        let Ok((Expr::Constant(value), _)) = self.parser.parse_expression() else {
            return Ok(Attempt::NoMatch);
        };
        let value = if is_negative { value.wrapping_neg() } else { value };
        let adjusted = value.checked_add(adjustment).filter(|value| (0..64).contains(value));
        // A number that is out of range everywhere, for the message about that.
        self.push_value(Expr::Constant(adjusted.unwrap_or(-2)), loc);
        Ok(Attempt::Parsed)
    }

    /// Parses a label whose page `adrp` takes.
    pub(super) fn parse_page_label(&mut self) -> AttemptResult {
        let loc = self.loc();
        self.eat(TokenKind::Hash);
        let expr = self.parse_symbolic()?;
        let value = self.value(expr);
        if let Some(Err(message)) = value.symbol.as_ref().map(|symbol| symbol.check_page()) {
            return self.fail_at(loc, message);
        }
        self.push(OperandKind::Value(value), loc);
        Ok(Attempt::Parsed)
    }

    /// Parses a label whose address `adr` takes.
    pub(super) fn parse_label(&mut self) -> AttemptResult {
        let loc = self.loc();
        if self.at(TokenKind::LBrac) {
            return Ok(Attempt::NoMatch);
        }
        self.eat(TokenKind::Hash);
        let expr = self.parse_symbolic()?;
        let value = self.value(expr);
        if let Some(Err(message)) = value.symbol.as_ref().map(|symbol| symbol.check_near()) {
            return self.fail_at(loc, message);
        }
        self.push(OperandKind::Value(value), loc);
        Ok(Attempt::Parsed)
    }
}
