//! Operands of system instructions: named registers, barriers, hints, prefetches, and instructions that are
//! other names of `sys`.

use oxmca_tables::schema::FeatureLiteral;

use super::statement::{Attempt, AttemptResult, Statement};
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::ParseResult;
use crate::source::Loc;
use crate::target::aarch64::extensions;
use crate::target::aarch64::named_operands::{NamedOperand, OperandList, Translation};
use crate::target::aarch64::operand::{self, Named, OperandKind};
use crate::target::aarch64::registers::RegisterKind;
use crate::target::aarch64::system_registers::{Access, SystemRegister, generic_encoding};

const INVALID: &str = "invalid operand for instruction";

impl<'s, 'a> Statement<'s, 'a> {
    /// Returns the operand of a list with a name, in any case.
    fn named(&self, list: OperandList, name: &[u8]) -> Option<NamedOperand<'s>> {
        list.named(&self.aarch64.tables, name)
    }

    /// Returns whether the features that a name needs are on.
    fn is_enabled(&self, named: &NamedOperand<'_>) -> bool {
        named.is_available(self.features(), &self.aarch64.feature_bits)
    }

    /// Parses `c0` to `c15`.
    pub(super) fn parse_control_register(&mut self) -> AttemptResult {
        let tok = self.tok();
        let number = match tok.text {
            [b'c' | b'C', digits @ ..] if tok.is(TokenKind::Identifier) => {
                std::str::from_utf8(digits).ok().filter(|it| !it.starts_with('+'))
            }
            _ => None,
        };
        let number = number.and_then(|it| it.parse().ok()).filter(|it| *it <= 15);
        let Some(number) = number else {
            return self.fail("Expected cN operand where 0 <= N <= 15");
        };
        self.parser.lex();
        self.push(OperandKind::ControlRegister(number), tok.loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the name of a prefetch, or its number.
    pub(super) fn parse_prefetch(&mut self, most: u32, list: OperandList) -> AttemptResult {
        let loc = self.loc();
        if self.eat(TokenKind::Hash) || self.at(TokenKind::Integer) {
            let code = self.parse_constant("immediate value expected for prefetch operand")? as u32;
            if code > most {
                let message = format!("prefetch operand out of range, [0,{most}] expected");
                return self.fail(message);
            }
            self.push(OperandKind::Named(Named::Prefetch, code), loc);
            return Ok(Attempt::Parsed);
        }
        self.parse_named(Named::Prefetch, list, "prefetch hint expected")
    }

    /// Parses a name of one of the tables.
    pub(super) fn parse_hint(&mut self, hint: Named) -> AttemptResult {
        let list = match hint {
            Named::IndexHint => OperandList::ThreadIndex,
            Named::Prefetch => OperandList::Prefetch,
        };
        self.parse_named(hint, list, INVALID)
    }

    fn parse_named(
        &mut self,
        kind: Named,
        list: OperandList,
        message: &'static str,
    ) -> AttemptResult {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return self.fail(message);
        }
        let Some(code) = self.named(list, tok.text).map(|it| it.encoding) else {
            return self.fail(message);
        };
        self.push(OperandKind::Named(kind, code.into()), tok.loc);
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Parses `pow2`, or the number of such a pattern.
    pub(super) fn parse_pattern(&mut self) -> AttemptResult {
        let tok = self.tok();
        if self.eat(TokenKind::Hash) {
            let loc = self.loc();
            let pattern = self.parse_constant(INVALID)?;
            self.push_value(Expr::Constant(pattern), loc);
            return Ok(Attempt::Parsed);
        }
        if !tok.is(TokenKind::Identifier) {
            return Ok(Attempt::NoMatch);
        }
        self.parse_name_as_number(OperandList::SvePattern)
    }

    /// Parses `vlx2` or `vlx4`.
    pub(super) fn parse_vector_length(&mut self) -> AttemptResult {
        self.parse_name_as_number(OperandList::SveVectorLength)
    }

    fn parse_name_as_number(&mut self, list: OperandList) -> AttemptResult {
        let tok = self.tok();
        let Some(code) = self.named(list, tok.text).map(|it| it.encoding) else {
            return Ok(Attempt::NoMatch);
        };
        self.parser.lex();
        self.push_value(Expr::Constant(code.into()), tok.loc);
        Ok(Attempt::Parsed)
    }

    /// Parses the kind of a barrier: a name or a number.
    pub(super) fn parse_barrier(&mut self) -> AttemptResult {
        let tok = self.tok();
        if self.eat(TokenKind::Hash) || tok.is(TokenKind::Integer) {
            let number = self.tok();
            let Expr::Constant(value) = self.parser.parse_expression()?.0 else {
                let message = "immediate value expected for barrier operand";
                return self.fail_at(number.loc, message);
            };
            if &*self.mnemonic == b"dsb" && value > 15 {
                // It may be a barrier of the other kind.
                self.parser.lexer.unlex(number);
                return Ok(Attempt::NoMatch);
            }
            if !(0..16).contains(&value) {
                return self.fail_at(number.loc, "barrier operand out of range");
            }
            self.push(OperandKind::Barrier { code: value as u32, is_nxs: false }, number.loc);
            return Ok(Attempt::Parsed);
        }
        if !tok.is(TokenKind::Identifier) {
            return self.fail(INVALID);
        }
        let code = self.named(OperandList::Barrier, tok.text).map(|it| it.encoding);
        let is_system = code == self.named(OperandList::Barrier, b"sy").map(|it| it.encoding);
        if &*self.mnemonic == b"isb" && !(code.is_some() && is_system) {
            return self.fail("'sy' or #imm operand expected");
        }
        let Some(code) = code else {
            if &*self.mnemonic == b"dsb" {
                return Ok(Attempt::NoMatch);
            }
            return self.fail("invalid barrier option name");
        };
        self.push(OperandKind::Barrier { code: code.into(), is_nxs: false }, tok.loc);
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Parses the kind of a barrier that waits for less: `oshnxs`.
    pub(super) fn parse_barrier_nxs(&mut self) -> AttemptResult {
        if &*self.mnemonic != b"dsb" {
            return Err(crate::parser::ErrorReported);
        }
        let tok = self.tok();
        if self.eat(TokenKind::Hash) || tok.is(TokenKind::Integer) {
            let loc = self.loc();
            let Expr::Constant(value) = self.parser.parse_expression()?.0 else {
                return self.fail_at(loc, "immediate value expected for barrier operand");
            };
            let code = match value {
                16 | 20 | 24 | 28 => (value as u32 - 16) | 3,
                _ => return self.fail_at(loc, "barrier operand out of range"),
            };
            self.push(OperandKind::Barrier { code, is_nxs: true }, loc);
            return Ok(Attempt::Parsed);
        }
        if !tok.is(TokenKind::Identifier) {
            return self.fail(INVALID);
        }
        let Some(code) = self.named(OperandList::BarrierNxs, tok.text).map(|it| it.encoding) else {
            return self.fail("invalid barrier option name");
        };
        self.push(OperandKind::Barrier { code: code.into(), is_nxs: true }, tok.loc);
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Parses the name of a system register or of a field of the processor's state.
    pub(super) fn parse_system_register(&mut self) -> AttemptResult {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier)
            || self.named(OperandList::StreamingControl, tok.text).is_some()
        {
            return Ok(Attempt::NoMatch);
        }
        let register = SystemRegister::named(&self.aarch64.tables, tok.text);
        let bits = &self.aarch64.feature_bits;
        let (read, written) = match register.filter(|it| it.is_available(self.features(), bits)) {
            Some(it) => (it.encoding_for(Access::Read), it.encoding_for(Access::Write)),
            None => (generic_encoding(tok.text), generic_encoding(tok.text)),
        };
        let wide = self.named(OperandList::ProcessStateOf4Bits, tok.text);
        let field = match &wide {
            Some(_) => wide,
            None => self.named(OperandList::ProcessStateOf1Bit, tok.text),
        };
        let state_field = field.filter(|it| self.is_enabled(it)).map(|it| it.encoding);
        let register = operand::SystemRegister { read, written, state_field };
        self.push(OperandKind::SystemRegister(register), tok.loc);
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Parses `svcrsm` and the like.
    pub(super) fn parse_streaming_state(&mut self) -> AttemptResult {
        let tok = self.tok();
        if !tok.is(TokenKind::Identifier) {
            return self.fail(INVALID);
        }
        let Some(named) = self.named(OperandList::StreamingControl, tok.text) else {
            return Ok(Attempt::NoMatch);
        };
        let code = self.is_enabled(&named).then_some(named.encoding);
        self.push(OperandKind::StreamingState(code), tok.loc);
        self.parser.lex();
        Ok(Attempt::Parsed)
    }

    /// Adds the operands of `sys` that a code stands for.
    fn push_system_code(&mut self, code: u16, loc: Loc) {
        let field = |shift: u32, bits: u32| code >> shift & ((1 << bits) - 1);
        self.push_value(Expr::Constant(field(11, 3).into()), loc);
        self.push(OperandKind::ControlRegister(field(7, 4) as u8), loc);
        self.push(OperandKind::ControlRegister(field(3, 4) as u8), loc);
        self.push_value(Expr::Constant(field(0, 3).into()), loc);
    }

    /// Returns the message that features are missing.
    fn requirement(&self, name: &str, required: &[FeatureLiteral]) -> String {
        let features = extensions::required_text(&self.aarch64.tables, required);
        format!("{name} requires: {features}")
    }

    /// Parses the operands of `ic`, `dc`, `at`, `tlbi` and their kind, which are other names of `sys`.
    pub(super) fn parse_sys_alias(
        &mut self,
        mnemonic: &'static str,
        has_suffix: bool,
    ) -> ParseResult {
        if has_suffix {
            return self.fail("invalid operand");
        }
        self.mnemonic = b"sys"[..].into();
        let tok = self.tok();
        let bits = &self.aarch64.feature_bits;
        let has_ids = bits.has_tlbid(self.features());
        let mut expects_register = true;
        let mut is_optional = false;
        if matches!(mnemonic, "cfp" | "dvp" | "cpp" | "cosp") {
            if !tok.text.eq_ignore_ascii_case(b"rctx") {
                return self.fail("invalid operand for prediction restriction instruction");
            }
            if mnemonic == "cosp" && !bits.has_specres2(self.features()) {
                return self.fail("COSP requires: predres2");
            }
            if !bits.has_predres(self.features()) {
                return self.fail(format!("{}RCTX requires: predres", mnemonic.to_uppercase()));
            }
            let operation = match mnemonic {
                "cfp" => 0b100,
                "dvp" => 0b101,
                "cosp" => 0b110,
                _ => 0b111,
            };
            self.push_system_code(0b011_0111_0011_u16 << 3 | operation, tok.loc);
        } else {
            let list = match mnemonic {
                "ic" => OperandList::InstructionCache,
                "dc" => OperandList::DataCache,
                "at" => OperandList::AddressTranslation,
                "tlbi" => OperandList::Tlbi,
                "gic" => OperandList::InterruptController,
                "gsb" => OperandList::InterruptControllerBarrier,
                _ => OperandList::Plbi,
            };
            let upper = mnemonic.to_uppercase();
            let Some(named) = self.named(list, tok.text) else {
                return self.fail(format!("invalid operand for {upper} instruction"));
            };
            if !self.is_enabled(&named) {
                let message = self.requirement(&format!("{upper} {}", named.name), named.required);
                return self.fail(message);
            }
            expects_register = named.needs_register;
            is_optional = matches!(mnemonic, "tlbi" | "plbi") && has_ids && named.may_take_register;
            let code = named.encoding;
            self.push_system_code(code, tok.loc);
        }
        self.parser.lex();
        let mut has_register = false;
        if self.eat(TokenKind::Comma) {
            if !self.at(TokenKind::Identifier) || self.parse_register() != Ok(Attempt::Parsed) {
                return self.fail("expected register operand");
            }
            has_register = true;
        }
        if !is_optional && expects_register != has_register {
            let need = if expects_register { "requires a" } else { "does not use a" };
            return self.fail(format!("specified {mnemonic} op {need} register"));
        }
        self.parser.expect(TokenKind::EndOfStatement, "unexpected token in argument list")
    }

    /// Parses the operands of `gicr`, another name of `sysl`.
    pub(super) fn parse_sysl_alias(&mut self) -> ParseResult {
        self.mnemonic = b"sysl"[..].into();
        let loc = self.loc();
        let Some(reg) = self.parse_scalar() else {
            return self.fail("expected register operand");
        };
        self.push_register(reg, RegisterKind::Scalar, 0, loc);
        self.parser.expect(TokenKind::Comma, "unexpected token")?;
        let tok = self.tok();
        self.parser.lex();
        let Some(named) = self.named(OperandList::InterruptControllerRead, tok.text) else {
            return self.fail_at(tok.loc, "invalid operand for GICR instruction");
        };
        if !self.is_enabled(&named) {
            let message = self.requirement(&format!("GICR {}", named.name), named.required);
            return self.fail_at(tok.loc, message);
        }
        let code = named.encoding;
        self.push_system_code(code, tok.loc);
        self.parser.expect(TokenKind::EndOfStatement, "unexpected token in argument list")
    }

    /// Parses the operands of `tlbip`, another name of `sysp`.
    pub(super) fn parse_sysp_alias(&mut self, has_suffix: bool) -> ParseResult {
        if has_suffix {
            return self.fail("invalid operand");
        }
        self.mnemonic = b"sysp"[..].into();
        let tok = self.tok();
        let Some(named) = self.named(OperandList::Tlbip, tok.text) else {
            return self.fail("invalid operand for TLBIP instruction");
        };
        if !self.is_enabled(&named) {
            return self.fail(match named.translation {
                Some(Translation::D128OrTlbid) => "instruction requires: tlbid or d128",
                _ => "instruction requires: d128",
            });
        }
        self.push_system_code(named.encoding, tok.loc);
        self.parser.lex();
        self.parse_comma()?;
        if !self.at(TokenKind::Identifier) {
            return self.fail("expected register identifier");
        }
        let parsed = match self.parse_zero_pair() {
            Ok(Attempt::NoMatch) => self.parse_general_pair(),
            parsed => parsed,
        };
        if parsed != Ok(Attempt::Parsed) {
            return self.fail("specified tlbip op requires a pair of registers");
        }
        self.parser.expect(TokenKind::EndOfStatement, "unexpected token in argument list")
    }
}
