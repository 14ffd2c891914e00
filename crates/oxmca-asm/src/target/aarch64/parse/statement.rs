//! A statement while its operands are read.

use std::borrow::Cow;

use oxmca_tables::{FeatureSet, Reg};
use smallvec::SmallVec;

use crate::inst::Expr;
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::aarch64::operand::{OperandKind, ParsedOperand, Value};
use crate::target::aarch64::registers::RegisterKind;
use crate::target::aarch64::symbol::SymbolUse;
use crate::target::aarch64::target::AArch64;

/// The operands of a statement. Ends of the mnemonic and brackets are operands, too.
pub(super) type Operands<'a> = SmallVec<[ParsedOperand<'a>; 8]>;

/// A statement whose operands are being read.
pub(super) struct Statement<'s, 'a> {
    pub aarch64: &'s AArch64<'s>,
    pub parser: &'s mut Parser<'a>,
    /// The mnemonic up to its first dot.
    pub mnemonic: Cow<'a, [u8]>,
    pub operands: Operands<'a>,
}

/// The outcome of an attempt to parse an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// It was parsed.
    Parsed,
    /// It is none of the kind. As in LLVM, something may have been read nevertheless.
    NoMatch,
}

pub(super) type AttemptResult = ParseResult<Attempt>;

impl<'s, 'a> Statement<'s, 'a> {
    /// Creates a statement for a directive that has operands as instructions have them.
    pub fn of_directive(aarch64: &'s AArch64<'s>, parser: &'s mut Parser<'a>) -> Self {
        Self { aarch64, parser, mnemonic: Cow::Borrowed(b""), operands: Operands::new() }
    }
}

impl<'a> Statement<'_, 'a> {
    /// Returns the current token.
    pub fn tok(&self) -> Token<'a> {
        self.parser.tok()
    }

    /// Returns the place of the current token.
    pub fn loc(&self) -> Loc {
        self.parser.tok().loc
    }

    /// Returns whether the current token is of a kind.
    pub fn at(&self, kind: TokenKind) -> bool {
        self.parser.at(kind)
    }

    /// Goes past the current token if it is of a kind, and says whether it was.
    pub fn eat(&mut self, kind: TokenKind) -> bool {
        self.parser.eat(kind)
    }

    /// Reports an error at the current token.
    pub fn fail<T>(&mut self, message: impl Into<Vec<u8>>) -> ParseResult<T> {
        let loc = self.loc();
        self.fail_at(loc, message)
    }

    /// Reports an error.
    pub fn fail_at<T>(&mut self, loc: Loc, message: impl Into<Vec<u8>>) -> ParseResult<T> {
        Err(self.parser.error(loc, message))
    }

    /// Returns the features in force.
    pub fn features(&self) -> &FeatureSet {
        self.parser.features()
    }

    /// Adds an operand.
    pub fn push(&mut self, kind: OperandKind<'a>, loc: Loc) {
        let end = match &kind {
            OperandKind::Token(_) => loc,
            OperandKind::Register(it) if it.kind == RegisterKind::Scalable && !it.is_shifted() => {
                loc
            }
            OperandKind::Value(_) => Loc(self.loc().0.saturating_sub(1)),
            _ => self.loc(),
        };
        self.operands.push(ParsedOperand { kind, loc, end });
    }

    /// Adds a register as an operand.
    pub fn push_register(&mut self, reg: Reg, kind: RegisterKind, bits: u16, loc: Loc) {
        let register = ParsedOperand::of_register(reg, kind, bits, loc);
        self.push(register.kind, loc);
    }

    /// Adds an expression as an operand.
    pub fn push_value(&mut self, expr: Expr, loc: Loc) {
        let value = self.value(expr);
        self.push(OperandKind::Value(value), loc);
    }

    /// Adds literal text as an operand.
    pub fn push_token(&mut self, text: &'static [u8], loc: Loc) {
        self.operands.push(ParsedOperand::of_token(text, loc));
    }

    /// Returns an expression, and the symbol that it is about.
    pub fn value(&self, expr: Expr) -> Value {
        Value { symbol: SymbolUse::of(self.parser, &expr), expr }
    }

    /// Parses an expression that must be a constant, which `message` demands at the token after it.
    pub fn parse_constant(&mut self, message: &str) -> ParseResult<i64> {
        match self.parser.parse_expression()?.0 {
            Expr::Constant(value) => Ok(value),
            _ => self.fail(message),
        }
    }

    /// Goes past a comma.
    pub fn parse_comma(&mut self) -> ParseResult {
        if !self.at(TokenKind::Comma) {
            return self.fail("expected comma");
        }
        self.parser.lex();
        Ok(())
    }
}
