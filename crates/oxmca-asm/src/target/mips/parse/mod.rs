//! Parses instructions.

mod cacheable;
mod check;
mod emit;
mod list;
mod memory;
mod operand;
mod register;

pub(super) use cacheable::WORDS;
pub(super) use emit::emit_slot_at_end;
pub(super) use operand::{Attempt, Reading};
pub(super) use register::{number_of_name, parse_register};

use super::operand::ParsedOperand;
use super::state::State;
use super::target::Mips;
use crate::lexer::TokenKind;
use crate::matcher::Request;
use crate::parser::error::message;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::spelling::did_you_mean;

/// Parses an instruction, matches it and emits what it stands for. `mnemonic`, in lower case, begins the statement at
/// `loc`.
pub(super) fn parse_instruction(
    mips: &Mips<'_>,
    parser: &mut Parser<'_>,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult {
    if let Some(state) = parser.target_state.get_mut::<State>() {
        state.has_code = true;
    }
    if mips.tables.match_entries(0, mnemonic).is_empty() {
        let request = Request { variant: 0, mnemonic, conditions: parser.match_conditions() };
        let similar = did_you_mean(&mips.tables, &request);
        let message = message!["unknown instruction", similar.as_bytes()];
        return Err(parser.error(loc, message));
    }
    let mut reading = Reading::new(mips, mnemonic);
    if !parser.at(TokenKind::EndOfStatement) {
        reading.parse_operand_of_list(parser)?;
        if parser.at(TokenKind::LBrac) {
            reading.parse_group(parser, TokenKind::RBrac)?;
        }
        while parser.eat(TokenKind::Comma) {
            reading.parse_operand_of_list(parser)?;
            if parser.at(TokenKind::LBrac) {
                reading.parse_group(parser, TokenKind::RBrac)?;
            } else if parser.at(TokenKind::LParen) {
                reading.parse_group(parser, TokenKind::RParen)?;
            }
        }
    }
    if !parser.at(TokenKind::EndOfStatement) {
        return Err(parser.token_error("unexpected token in argument list"));
    }
    parser.lex();
    // A parser of operands may have reported an error and gone on.
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(mips, parser, mnemonic, &reading.operands, loc)
}

impl Reading<'_> {
    /// Parses an operand, and adds to its error.
    fn parse_operand_of_list(&mut self, parser: &mut Parser<'_>) -> ParseResult {
        match self.parse_operand(parser) {
            Ok(()) => Ok(()),
            Err(_) => Err(parser.token_error("unexpected token in argument list")),
        }
    }

    /// Parses an operand in brackets or parentheses.
    fn parse_group(&mut self, parser: &mut Parser<'_>, closing: TokenKind) -> ParseResult {
        let (first, last, expected): (&[u8], &[u8], _) = match closing {
            TokenKind::RBrac => (b"[", b"]", "unexpected token, expected ']'"),
            _ => (b"(", b")", "unexpected token, expected ')'"),
        };
        self.operands.push(ParsedOperand::of_token(first, parser.tok().loc));
        parser.lex();
        self.parse_operand_of_list(parser)?;
        if !parser.at(closing) {
            return Err(parser.token_error(expected));
        }
        self.operands.push(ParsedOperand::of_token(last, parser.tok().loc));
        parser.lex();
        Ok(())
    }
}
