//! A statement while its operands are read.

use std::borrow::Cow;

use oxmca_tables::Reg;
use smallvec::SmallVec;

use crate::inst::Expr;
use crate::lexer::{Token, TokenKind};
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::{OperandKind, ParsedOperand};
use crate::target::arm::operand_parser::OperandParser;
use crate::target::arm::registers::Class;
use crate::target::arm::target::Arm;

/// The operands of a statement. Ends of the mnemonic are operands, too.
pub(super) type Operands<'a> = SmallVec<[ParsedOperand<'a>; 8]>;

/// Methods that may parse operands, with the operands' numbers.
pub(super) type Methods = SmallVec<[(usize, OperandParser); 8]>;

/// A statement whose operands are being read.
pub(super) struct Statement<'s, 'a> {
    pub arm: &'s Arm<'s>,
    pub parser: &'s mut Parser<'a>,
    /// The mnemonic without its ends.
    pub mnemonic: Cow<'a, [u8]>,
    pub operands: Operands<'a>,
    /// The number of the first operands that are ends of the mnemonic.
    pub ends: usize,
    /// The place of the mnemonic.
    pub start: Loc,
    /// The place behind the operands.
    pub end: Loc,
    /// The place of the constant in the last address that has one.
    pub offset: Loc,
    /// The methods that may parse operands, once they have been found.
    pub methods: Option<Methods>,
}

/// The outcome of an attempt to parse an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attempt {
    /// It was parsed.
    Parsed,
    /// It is none of the kind.
    NoMatch,
}

pub(super) type AttemptResult = ParseResult<Attempt>;

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

    /// Returns whether the current token begins an immediate.
    pub fn at_hash(&self) -> bool {
        self.at(TokenKind::Hash) || self.at(TokenKind::Dollar)
    }

    /// Goes past the current token if it is of a kind, and says whether it was.
    pub fn eat(&mut self, kind: TokenKind) -> bool {
        self.parser.eat(kind)
    }

    /// Goes past the token that begins an immediate, if it is one.
    pub fn eat_hash(&mut self) -> bool {
        let is_hash = self.at_hash();
        if is_hash {
            self.parser.lex();
        }
        is_hash
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

    /// Returns whether a feature is in force.
    pub fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.parser.features(), feature)
    }

    /// Returns whether a register is in a class.
    pub fn is_in(&self, class: Class, reg: Reg) -> bool {
        self.arm.registers.is_in(&self.arm.tables, class, reg)
    }

    /// Adds an operand.
    pub fn push(&mut self, kind: OperandKind<'a>, loc: Loc) {
        self.operands.push(ParsedOperand { kind, loc });
    }

    /// Adds literal text as an operand.
    pub fn push_token(&mut self, text: &'static [u8], loc: Loc) {
        self.operands.push(ParsedOperand::of_token(text, loc));
    }

    /// Parses an expression that must be a constant. `malformed` is the message about none, `variable` about another.
    pub fn parse_number(&mut self, malformed: &str, variable: &str) -> ParseResult<i64> {
        let loc = self.loc();
        match self.parser.parse_expression() {
            Ok((Expr::Constant(value), _)) => Ok(value),
            Ok(_) => self.fail_at(loc, variable),
            Err(_) => self.fail_at(loc, malformed),
        }
    }
}
