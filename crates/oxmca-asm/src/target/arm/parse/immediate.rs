//! Immediates of their own form: rotated bits, shifts that stand alone, bit fields and floating-point constants.

use super::statement::{Attempt, AttemptResult, Statement};
use crate::inst::{Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::real;
use crate::syntax::ObjectFormat;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::immediate::{float_value, rotated_code};
use crate::target::arm::operand::OperandKind;
use crate::target::arm::shift::Shift;

/// Specifiers of parts of an address; those after the first two are for ELF only.
const SPECIFIERS: [&str; 6] =
    ["upper16", "lower16", "upper8_15", "upper0_7", "lower8_15", "lower0_7"];

impl Statement<'_, '_> {
    /// Parses an immediate of A32: a number that has a code, or eight bits and their rotation.
    pub fn parse_rotated(&mut self) -> AttemptResult {
        const MALFORMED: &str = "malformed expression";
        let loc = self.loc();
        if self.at(TokenKind::Identifier) || self.at(TokenKind::Colon) {
            return Ok(Attempt::NoMatch);
        }
        if self.at_hash() {
            if self.parser.peek().is(TokenKind::Colon) {
                return Ok(Attempt::NoMatch);
            }
            self.parser.lex();
        }
        let at = self.loc();
        let Ok((expr, _)) = self.parser.parse_expression() else {
            return self.fail_at(at, MALFORMED);
        };
        let Expr::Constant(bits) = expr else {
            self.push(OperandKind::Value(expr), at);
            return Ok(Attempt::Parsed);
        };
        if self.at(TokenKind::EndOfStatement) {
            // What has no code may be an operand of an instruction that takes the opposite.
            let kind = match rotated_code(bits) {
                Some(code) => {
                    OperandKind::Rotated { bits: code & 0xff, rotation: (code & 0xf00) >> 7 }
                }
                None => OperandKind::Value(expr),
            };
            self.push(kind, at);
            return Ok(Attempt::Parsed);
        }
        if !self.at(TokenKind::Comma) {
            let message = "expected modified immediate operand: #[0, 255], #even[0-30]";
            return self.fail_at(at, message);
        }
        if !(0..256).contains(&bits) {
            return self.fail_at(at, "immediate operand must a number in the range [0, 255]");
        }
        self.parser.lex();
        let at = self.loc();
        self.eat_hash();
        match self.parser.parse_expression() {
            Ok((Expr::Constant(rotation), _)) if rotation & !0x1e == 0 => {
                self.push(OperandKind::Rotated { bits, rotation }, loc);
                Ok(Attempt::Parsed)
            }
            Ok((Expr::Constant(_), _)) => {
                self.fail_at(at, "immediate operand must an even number in the range [0, 30]")
            }
            Ok(_) => self.fail_at(at, "constant expression expected"),
            Err(_) => self.fail_at(at, MALFORMED),
        }
    }

    /// Parses the shift of a half that is packed.
    pub fn parse_packed(&mut self, wanted: Shift) -> AttemptResult {
        let tok = self.tok();
        let shift = Shift::named(tok.text).filter(|it| *it != Shift::Uxtw);
        let Some(shift) = shift.filter(|_| tok.is(TokenKind::Identifier)) else {
            return Ok(Attempt::NoMatch);
        };
        if shift != wanted {
            return self.fail(format!("{} operand expected.", wanted.name()));
        }
        self.parser.lex();
        if !self.eat_hash() {
            return Ok(Attempt::NoMatch);
        }
        let loc = self.loc();
        let amount = self.parse_number("illegal expression", "constant expression expected")?;
        let range = if wanted == Shift::Lsl { 0..=31 } else { 1..=32 };
        if !range.contains(&amount) {
            return self.fail_at(loc, "immediate value out of range");
        }
        self.push(OperandKind::Value(Expr::Constant(amount)), loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the order of bytes that `setend` takes.
    pub fn parse_byte_order(&mut self) -> AttemptResult {
        const EXPECTED: &str = "'be' or 'le' operand expected";
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return self.fail(EXPECTED);
        }
        self.parser.lex();
        let value = match &*tok.text.to_ascii_lowercase() {
            b"be" => 1,
            b"le" => 0,
            _ => return self.fail_at(tok.loc, EXPECTED),
        };
        self.push(OperandKind::Value(Expr::Constant(value)), tok.loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the shift of a number that is saturated.
    pub fn parse_shifter(&mut self) -> AttemptResult {
        let tok = self.tok();
        let is_asr = match tok.text {
            b"lsl" | b"LSL" => false,
            b"asr" | b"ASR" => true,
            _ => return Ok(Attempt::NoMatch),
        };
        self.parser.lex();
        if !self.eat_hash() {
            return self.fail("'#' expected");
        }
        let loc = self.loc();
        let amount =
            self.parse_number("malformed shift expression", "shift amount must be an immediate")?;
        if is_asr {
            if !(1..=32).contains(&amount) {
                return self.fail_at(loc, "'asr' shift amount must be in range [1,32]");
            }
            if amount == 32 && self.has(Feature::ThumbMode) {
                return self.fail_at(loc, "'asr #32' shift amount not allowed in Thumb mode");
            }
        } else if !(0..=31).contains(&amount) {
            return self.fail_at(loc, "'lsr' shift amount must be in range [0,31]");
        }
        self.push(OperandKind::Shifter { is_asr, amount: amount % 32 }, tok.loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the rotation of a number that is extended.
    pub fn parse_rotation(&mut self) -> AttemptResult {
        let tok = self.tok();
        if !matches!(tok.text, b"ror" | b"ROR") {
            return Ok(Attempt::NoMatch);
        }
        self.parser.lex();
        if !self.eat_hash() {
            return self.fail("'#' expected");
        }
        let loc = self.loc();
        let bits =
            self.parse_number("malformed rotate expression", "rotate amount must be an immediate")?;
        if !matches!(bits, 0 | 8 | 16 | 24) {
            return self.fail_at(loc, "'ror' rotate amount must be 8, 16, or 24");
        }
        self.push(OperandKind::Rotation(bits), tok.loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the lowest bit of a field and its width.
    pub fn parse_bit_field(&mut self) -> AttemptResult {
        const MALFORMED: &str = "malformed immediate expression";
        let loc = self.loc();
        if !self.eat_hash() {
            return Ok(Attempt::NoMatch);
        }
        let at = self.loc();
        let lowest = self.parse_number(MALFORMED, "'lsb' operand must be an immediate")?;
        if !(0..=31).contains(&lowest) {
            return self.fail_at(at, "'lsb' operand must be in the range [0,31]");
        }
        let at = self.loc();
        if !self.eat(TokenKind::Comma) {
            return self.fail("too few operands");
        }
        if !self.eat_hash() {
            return self.fail("'#' expected");
        }
        let width = match self.parser.parse_expression() {
            Ok((Expr::Constant(width), _)) => width,
            Ok(_) => return self.fail_at(at, "'width' operand must be an immediate"),
            Err(_) => return self.fail_at(at, MALFORMED),
        };
        if !(1..=32 - lowest).contains(&width) {
            return self.fail_at(at, "'width' operand must be in the range [1,32-lsb]");
        }
        self.push(OperandKind::BitField { lowest, width }, loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the offset of eight bits behind brackets: a number or a register.
    pub fn parse_offset3(&mut self) -> AttemptResult {
        let loc = self.loc();
        if !self.eat_hash() {
            return self.parse_register_behind(false);
        }
        match self.parse_signed_value()? {
            Expr::Constant(value) => {
                let value = Expr::Constant(i64::from(value as i32));
                self.push(OperandKind::Value(value), loc);
                Ok(Attempt::Parsed)
            }
            _ => self.fail_at(loc, "constant expression expected"),
        }
    }

    /// Parses a floating-point constant, or the eight bits that encode one, as bits of 32.
    pub fn parse_real(&mut self) -> AttemptResult {
        let loc = self.loc();
        if !self.at_hash() {
            return Ok(Attempt::NoMatch);
        }
        let is_of_reals = self.operands[..self.ends.min(self.operands.len())]
            .iter()
            .any(|it| [&b".f32"[..], b".f64", b".f16"].iter().any(|suffix| it.is_token(suffix)));
        let is_of_codes = matches!(&*self.mnemonic, b"fconstd" | b"fconsts");
        if !is_of_reals && !is_of_codes {
            return Ok(Attempt::NoMatch);
        }
        self.parser.lex();
        let is_negative = self.eat(TokenKind::Minus);
        let tok = self.tok();
        if tok.is(TokenKind::Real) && is_of_reals {
            let value = f64::from_bits(real::double_bits(tok.text)) as f32;
            let bits = value.to_bits() ^ u32::from(is_negative) << 31;
            self.parser.lex();
            self.push(OperandKind::Value(Expr::Constant(bits.into())), loc);
            return Ok(Attempt::Parsed);
        }
        if tok.is(TokenKind::Integer) && is_of_codes {
            self.parser.lex();
            if !(0..256).contains(&tok.value) {
                return self.fail_at(tok.loc, "encoded floating point value out of range");
            }
            let bits = float_value(tok.value).to_bits();
            self.push(OperandKind::Value(Expr::Constant(bits.into())), loc);
            return Ok(Attempt::Parsed);
        }
        self.fail_at(tok.loc, "invalid floating point immediate")
    }

    /// Parses an operand that begins with `#`, or with the specifier of a part of an address.
    pub fn parse_immediate(&mut self) -> ParseResult {
        let loc = self.loc();
        if !self.at(TokenKind::Colon) {
            // A dollar sign may begin a symbol's name.
            let is_name = self.at(TokenKind::Dollar) && {
                let mut next = [self.tok()];
                self.parser.peek_tokens(&mut next, false);
                matches!(next[0].kind, TokenKind::Identifier | TokenKind::Integer)
            };
            if !is_name {
                self.parser.lex();
            }
        }
        if !self.at(TokenKind::Colon) {
            let value = self.parse_signed_value()?;
            self.push(OperandKind::Value(value), loc);
            let tok = self.tok();
            if self.eat(TokenKind::Exclaim) {
                self.push_token(b"!", tok.loc);
            }
            return Ok(());
        }
        let loc = self.loc();
        let name = self.parse_specifier()?;
        let (operand, _) = self.parser.parse_expression()?;
        let expr = Expr::Specifier {
            notation: SpecifierNotation::Colons,
            name: name.into(),
            operand: Box::new(operand),
        };
        self.push(OperandKind::Value(expr), loc);
        Ok(())
    }

    /// Parses `:lower16:`.
    fn parse_specifier(&mut self) -> ParseResult<&'static str> {
        self.parser.lex();
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return self.fail("expected prefix identifier in operand");
        }
        let Some(index) = SPECIFIERS.iter().position(|it| it.as_bytes() == tok.text) else {
            return self.fail("unexpected prefix in operand");
        };
        if index >= 2 && self.parser.syntax().object_format != ObjectFormat::Elf {
            return self.fail("cannot represent relocation in the current file format");
        }
        self.parser.lex();
        if !self.eat(TokenKind::Colon) {
            return self.fail("unexpected token after prefix");
        }
        self.eat(TokenKind::Hash);
        Ok(SPECIFIERS[index])
    }
}
