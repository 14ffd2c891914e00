//! Operands: registers, expressions and addresses.

use crate::inst::{Expr, SpecifierNotation};
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::mips::operand::{OperandKind, Operands, ParsedOperand, Value};
use crate::target::mips::operand_parser::OperandParser;
use crate::target::mips::specifier::SPECIFIERS;
use crate::target::mips::target::Mips;

/// The reading of a statement.
pub(in crate::target::mips) struct Reading<'r> {
    pub mips: &'r Mips<'r>,
    pub mnemonic: &'r [u8],
    pub operands: Operands,
}

/// The outcome of an attempt to read an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::target::mips) enum Attempt {
    Parsed,
    /// It is something else. Some of it may have been read all the same.
    NoMatch,
}

impl<'r> Reading<'r> {
    /// Begins the reading of a statement.
    pub fn new(mips: &'r Mips<'r>, mnemonic: &'r [u8]) -> Self {
        Reading { mips, mnemonic, operands: Operands::new() }
    }

    /// Parses an operand: as the classes of its place say, or else as a value.
    pub fn parse_operand(&mut self, parser: &mut Parser<'_>) -> ParseResult {
        let tables = &self.mips.tables;
        let position = self.operands.len();
        let rows = tables.operand_parsers(0, self.mnemonic).iter();
        for row in rows.filter(|row| usize::from(row.operand) == position) {
            if let Some(method) = self.mips.operand_parser(row)
                && self.parse_by(method, parser)? == Attempt::Parsed
            {
                return Ok(());
            }
        }
        let loc = parser.tok().loc;
        if parser.at(TokenKind::Dollar) {
            // Registers that are no operands of instructions have no parser.
            if self.parse_any_register(parser) == Attempt::Parsed {
                return Ok(());
            }
            let name = parser.parse_identifier().ok_or(ErrorReported)?;
            let symbol = parser.symbols.intern(name);
            let expr = parser.symbol_expr(symbol, None);
            self.push_value(parser, expr, loc);
            return Ok(());
        }
        let expr = parse_expression(parser)?;
        self.push_value(parser, expr, loc);
        Ok(())
    }

    /// Parses an operand by a method that the tables name.
    fn parse_by(&mut self, method: OperandParser, parser: &mut Parser<'_>) -> ParseResult<Attempt> {
        match method {
            OperandParser::Register => Ok(self.parse_any_register(parser)),
            // LLVM tries again for microMIPS, where it has stopped the first time.
            OperandParser::Memory => match self.parse_memory(parser)? {
                Attempt::NoMatch => self.parse_memory(parser),
                attempt => Ok(attempt),
            },
            OperandParser::JumpTarget => {
                if self.parse_any_register(parser) == Attempt::Parsed {
                    return Ok(Attempt::Parsed);
                }
                let loc = parser.tok().loc;
                let (expr, _) = parser.parse_expression()?;
                self.push_value(parser, expr, loc);
                Ok(Attempt::Parsed)
            }
            OperandParser::Inverted => self.parse_inverted(parser),
            OperandParser::RegisterList => self.parse_list(parser),
        }
    }

    /// Parses a number that the instruction has with the other sign.
    fn parse_inverted(&mut self, parser: &mut Parser<'_>) -> ParseResult<Attempt> {
        let loc = parser.tok().loc;
        if parser.at(TokenKind::Dollar) {
            let name = parser.peek().text;
            return match self.general_number(parser, name) {
                Some(_) => Ok(Attempt::NoMatch),
                None => Err(ErrorReported),
            };
        }
        let (expr, _) = parser.parse_expression()?;
        let Expr::Constant(value) = expr else { return Ok(Attempt::NoMatch) };
        self.push_value(parser, Expr::Constant(value.wrapping_neg()), loc);
        Ok(Attempt::Parsed)
    }

    /// Adds a value that begins at `loc` and ends before the current token.
    pub fn push_value(&mut self, parser: &Parser<'_>, expr: Expr, loc: Loc) {
        let kind = OperandKind::Value(value_of(parser, expr, parser.expression_loc()));
        self.operands.push(ParsedOperand { kind, loc, end: parser.tok().loc.offset_back(1) });
    }
}

/// Parses an expression, perhaps with specifiers around it.
pub(super) fn parse_expression(parser: &mut Parser<'_>) -> ParseResult<Expr> {
    let mut specifiers: Vec<&'static str> = Vec::new();
    while parser.eat(TokenKind::Percent) {
        let name = parser.parse_identifier().ok_or(ErrorReported)?;
        parser.expect(TokenKind::LParen, "expected '('")?;
        let known = SPECIFIERS.iter().find(|it| it.as_bytes() == name);
        let Some(known) = known else {
            return Err(parser.token_error("invalid relocation operator"));
        };
        /// More are refused, since what walks an expression recurses.
        const MOST: usize = 64;
        if specifiers.len() == MOST {
            return Err(parser.token_error("expression is nested too deeply"));
        }
        specifiers.push(known);
    }
    let (mut expr, _) = parser.parse_expression()?;
    for name in specifiers.into_iter().rev() {
        parser.expect(TokenKind::RParen, "expected ')'")?;
        let (notation, operand) = (SpecifierNotation::Call, Box::new(expr));
        expr = Expr::Specifier { notation, name: name.into(), operand };
    }
    Ok(expr)
}

/// Returns an expression at `loc` with what is known of it now.
pub(in crate::target::mips) fn value_of(parser: &Parser<'_>, expr: Expr, loc: Loc) -> Value {
    let known = parser.evaluate(&expr);
    Value { known, addend: addend(parser, &expr), expr, loc }
}

/// Returns the constant in an expression, if the rest is a symbol or the difference of two.
fn addend(parser: &Parser<'_>, expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Constant(value) => Some(*value),
        Expr::Specifier { .. } => None,
        expr => {
            let value = parser.evaluate_relocatable(expr)?;
            (!value.has_specifier).then_some(value.constant)
        }
    }
}
