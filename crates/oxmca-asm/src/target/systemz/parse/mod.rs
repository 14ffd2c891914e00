//! Parses instructions.

mod address;
mod cacheable;
mod emit;
mod reading;
mod register;
mod relative;

pub(super) use cacheable::WORDS;
pub(super) use reading::{Attempt, Reading};
pub(super) use register::parse_register;

use super::operand::{OperandKind, ParsedOperand};
use super::operand_parser::OperandParser;
use super::target::SystemZ;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;

/// Parses an instruction, matches it and emits it. `mnemonic`, written at `loc`, begins the statement. Returns whether
/// the instruction depends on the place of the statement.
pub(super) fn parse_instruction(
    systemz: &SystemZ<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult<bool> {
    let mnemonic = resolve_alias(systemz, parser, mnemonic);
    let mut reading = Reading::new(systemz);
    if !parser.eat(TokenKind::EndOfStatement) {
        reading.parse_operand(parser, mnemonic)?;
        while parser.eat(TokenKind::Comma) {
            reading.parse_operand(parser, mnemonic)?;
        }
        if !parser.eat(TokenKind::EndOfStatement) {
            return Err(parser.token_error("unexpected token in argument list"));
        }
    }
    // A parser may have reported an error, and another one taken the operand.
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(systemz, parser, mnemonic, &reading.operands, loc)?;
    Ok(reading.depends_on_place)
}

/// Returns the mnemonic that a mnemonic stands for, which decides how operands are parsed.
fn resolve_alias<'m>(
    systemz: &'m SystemZ<'_>,
    parser: &Parser<'_>,
    mnemonic: &'m [u8],
) -> &'m [u8] {
    let tables = &systemz.tables;
    let conditions = parser.match_conditions();
    let mut aliases = tables.mnemonic_aliases(0, mnemonic).iter();
    let alias = aliases.find(|alias| conditions.hold(tables.alias_required(alias)));
    alias.map_or(mnemonic, |alias| tables.bytes(alias.to))
}

impl Reading<'_> {
    /// Parses an operand: as the classes of its place say, or else as something that no instruction may take.
    fn parse_operand(&mut self, parser: &mut Parser<'_>, mnemonic: &[u8]) -> ParseResult {
        // LLVM's list of parsers is that of all variants, so that one may be tried again.
        let tables = &self.systemz.tables;
        let rows = (0..tables.variants.len()).flat_map(|it| tables.operand_parsers(it, mnemonic));
        let position = self.operands.len();
        for row in rows.filter(|row| usize::from(row.operand) == position) {
            if let Some(method) = self.systemz.operand_parser(row)
                && self.parse_by(method, parser)? == Attempt::Parsed
            {
                return Ok(());
            }
        }
        let loc = parser.tok().loc;
        if parser.at(TokenKind::Percent) {
            register::parse_named(parser)?;
            self.operands.push(ParsedOperand::new(OperandKind::Invalid, loc));
            return Ok(());
        }
        self.parse_plain(parser)
    }

    /// Parses an operand by a method that the tables name.
    pub(super) fn parse_by(
        &mut self,
        method: OperandParser,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Attempt> {
        match method {
            OperandParser::Register(kind) => self.parse_register_of(kind, parser),
            OperandParser::AnyRegister => self.parse_any_register(parser),
            OperandParser::Address(form, base) => self.parse_address(form, base, parser),
            OperandParser::Relative { bits, is_call } => self.parse_relative(bits, is_call, parser),
            OperandParser::Impossible => Ok(Attempt::NoMatch),
        }
    }
}
