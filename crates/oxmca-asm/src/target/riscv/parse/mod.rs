//! Parses instructions.

mod cacheable;
mod compress;
mod emit;
mod expand;
mod float;
mod list;
mod memory;
mod register;
mod statement;
mod symbol;
mod system_register;
mod validate;
mod vector;

pub(super) use cacheable::WORDS;
pub(super) use register::parse_register;
pub(super) use symbol::parse_data_expression;

use super::operand::{OperandKind, ParsedOperand};
use super::operand_parser::OperandParser;
use super::state::Features;
use super::target::RiscV;
use crate::inst::Inst;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser};
use crate::source::Loc;
use statement::{Attempt, AttemptResult, Operands, Statement};

/// Parses an instruction, matches it and emits it. `mnemonic`, written at `loc`, begins the statement;
/// `.insn` begins others, which then have the names of formats.
pub(super) fn parse_instruction<'a>(
    riscv: &RiscV<'_>,
    parser: &mut Parser<'a>,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult {
    let mut statement =
        Statement { riscv, features: Features::of(&riscv.feature_bits, parser), mnemonic };
    statement.resolve_alias(parser);
    let mut operands = Operands::new();
    if !parser.eat(TokenKind::EndOfStatement) {
        statement.parse_operand(parser, &mut operands)?;
        while parser.eat(TokenKind::Comma) {
            statement.parse_operand(parser, &mut operands)?;
        }
        if let Err(error) = parser.expect(TokenKind::EndOfStatement, "unexpected token") {
            parser.eat_to_end_of_statement();
            return Err(error);
        }
    }
    emit::match_and_emit(&statement, parser, &mut operands, loc)
}

/// Emits an instruction, compressed if that is possible.
pub(super) fn emit_written(riscv: &RiscV<'_>, parser: &mut Parser<'_>, inst: Inst, loc: Loc) {
    let statement =
        Statement { riscv, features: Features::of(&riscv.feature_bits, parser), mnemonic: b"" };
    compress::emit(&statement, parser, inst, loc);
}

impl<'s> Statement<'s> {
    /// Replaces the mnemonic by the one it stands for, which decides how operands are parsed.
    fn resolve_alias(&mut self, parser: &Parser<'_>) {
        let tables = &self.riscv.tables;
        let conditions = parser.match_conditions();
        let aliases = tables.mnemonic_aliases(0, self.mnemonic);
        let holds = |alias: &&oxmca_tables::schema::MnemonicAlias| {
            conditions.hold(tables.alias_required(alias))
        };
        if let Some(alias) = aliases.iter().find(holds) {
            self.mnemonic = tables.bytes(alias.to);
        }
    }

    /// Parses an operand: as the classes of its place say, or else as a register or an expression.
    fn parse_operand<'a>(
        &self,
        parser: &mut Parser<'a>,
        operands: &mut Operands<'a>,
    ) -> ParseResult {
        let rows = self.riscv.tables.operand_parsers(0, self.mnemonic);
        let position = operands.len();
        for row in rows.iter().filter(|row| usize::from(row.operand) == position) {
            if let Some(method) = self.riscv.operand_parser(row)
                && self.parse_by(method, parser, operands)? == Attempt::Parsed
            {
                return Ok(());
            }
        }
        if register::parse(self, parser, operands, true) == Attempt::Parsed {
            return Ok(());
        }
        if symbol::parse_expression(self, parser, operands) == Ok(Attempt::Parsed) {
            if parser.at(TokenKind::LParen) {
                memory::parse_base(self, parser, operands)?;
            }
            return Ok(());
        }
        // This is added to what is wrong in an expression.
        Err(parser.error(parser.tok().loc, "unknown operand"))
    }

    /// Parses an operand by a method that the tables name.
    fn parse_by<'a>(
        &self,
        method: OperandParser,
        parser: &mut Parser<'a>,
        operands: &mut Operands<'a>,
    ) -> AttemptResult {
        match method {
            OperandParser::SystemRegister => system_register::parse(self, parser, operands),
            OperandParser::Real => float::parse_real(parser, operands),
            OperandParser::RoundingMode => float::parse_rounding_mode(parser, operands),
            OperandParser::Fence => parse_fence(parser, operands),
            OperandParser::BareSymbol => symbol::parse_bare(self, parser, operands),
            OperandParser::CallTarget => symbol::parse_call_target(self, parser, operands),
            OperandParser::JumpTarget => symbol::parse_jump_target(parser, operands),
            OperandParser::JumpOffset => symbol::parse_jump_offset(self, parser, operands),
            OperandParser::Specified => symbol::parse_specified(self, parser, operands),
            OperandParser::Mask => register::parse_mask(self, parser, operands),
            OperandParser::FloatInGeneral { of_64_bits } => {
                register::parse_float_in_general(self, parser, operands, of_64_bits)
            }
            OperandParser::FloatInPair => register::parse_float_in_pair(self, parser, operands),
            OperandParser::Pair { is_64_bit } => {
                register::parse_pair(self, parser, operands, is_64_bit)
            }
            OperandParser::InsnOpcode => {
                memory::parse_insn_opcode(self, parser, operands, memory::InsnOpcode::Full)
            }
            OperandParser::InsnOpcodeCompressed => {
                memory::parse_insn_opcode(self, parser, operands, memory::InsnOpcode::Compressed)
            }
            OperandParser::RegisterList { needs_s0 } => {
                list::parse(self, parser, operands, needs_s0)
            }
            OperandParser::StackAdjustment { is_negative } => {
                list::parse_stack_adjustment(self, parser, operands, is_negative)
            }
            OperandParser::RegisterOffset => memory::parse_register_offset(self, parser, operands),
            OperandParser::VectorType => vector::parse_type(self, parser, operands),
            OperandParser::IntegerWidth => vector::parse_integer_width(parser, operands),
            OperandParser::TileRows => vector::parse_tile_rows(parser, operands),
            OperandParser::Scale => register::parse_scale(self, parser, operands),
            OperandParser::MatrixType => vector::parse_matrix_type(parser, operands),
            OperandParser::ZeroOffset => memory::parse_zero_offset(self, parser, operands),
        }
    }
}

/// Returns the operations that a fence orders: letters of `iorw` in this order, or 0.
fn parse_fence<'a>(parser: &mut Parser<'a>, operands: &mut Operands<'a>) -> AttemptResult {
    let tok = parser.tok();
    let code = match tok.kind {
        TokenKind::Integer if tok.value == 0 => Some(0),
        TokenKind::Identifier => fence_code(tok.text),
        _ => None,
    };
    let Some(code) = code else {
        let message = "operand must be formed of letters selected in-order from 'iorw' or be 0";
        return Err(parser.token_error(message));
    };
    operands.push(ParsedOperand::new(OperandKind::Fence(code), tok.loc));
    parser.lex();
    Ok(Attempt::Parsed)
}

/// Returns the code of letters that each follow the one before in the alphabet.
fn fence_code(letters: &[u8]) -> Option<u8> {
    let is_ascending = letters.is_sorted_by(|one, next| one < next);
    let bit = |letter: &u8| b"wroi".iter().position(|known| known == letter);
    let bits = letters.iter().map(bit).collect::<Option<Vec<usize>>>().filter(|_| is_ascending)?;
    Some(bits.iter().fold(0, |code, bit| code | 1 << bit))
}
