//! Parses x86 instructions in AT&T and Intel syntax.

mod cacheable;
mod compare;
mod emit;
mod find;
mod intel;
mod mask;
mod memory;
mod mnemonic;
mod operands;
mod optimize;
mod prefixes;
mod register;
mod state;
mod statement;
mod string_operands;
mod suffix;
mod validate;

pub(super) use cacheable::WORDS;
pub(super) use register::{parse_register, parse_register_expression};
pub(super) use state::{Mode, State, set_state};

use std::borrow::Cow;

use super::X86;
use super::operand::ParsedOperand;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::x86::pseudo_prefixes::Displacement;
use state::{is_intel, mode, state};
use statement::{Operands, Statement};

/// Parses an instruction, matches it and emits it. `name`, written at `loc`, begins the statement:
/// a mnemonic, a prefix, or `{`.
pub(super) fn parse_instruction<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult {
    if state(parser).names_apx_register {
        set_state(parser, |state| state.names_apx_register = false);
    }
    let mut operands = Operands::new();
    let statement = parse_statement(x86, parser, name, loc, &mut operands)?;
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(x86, parser, statement, loc)
}

fn parse_statement<'a, 'o>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
    operands: &'o mut Operands<'a>,
) -> ParseResult<Statement<'a, 'o>> {
    let mode = mode(x86, parser);
    let (mut name, loc, mut pseudo_prefixes) = prefixes::parse_pseudo_prefixes(parser, name, loc)?;
    if let Some(stem) = name.strip_suffix(b".d32") {
        pseudo_prefixes.displacement = Some(Displacement::Bits32);
        let len = stem.len();
        name = mnemonic::cut(name, len);
    } else if let Some(stem) = name.strip_suffix(b".d8") {
        pseudo_prefixes.displacement = Some(Displacement::Bits8);
        let len = stem.len();
        name = mnemonic::cut(name, len);
    }

    let intel = is_intel(parser);
    if intel && mnemonic::may_be_short(&name) && parser.tok().text == b"short" {
        parser.lex();
    }
    let mut mnemonic = mnemonic::without_set_suffix(name.clone());
    let mut predicate = None;
    if let Some((stem, code)) = compare::split(&mnemonic) {
        mnemonic = Cow::Borrowed(stem);
        predicate = Some(code);
    }
    let mut is_prefix = prefixes::is_instruction_prefix(&name)
        || intel && matches!(&*name, b"acquire" | b"release");
    let flags = prefixes::parse_repeat_and_lock(parser, &mut name);
    if flags != 0 {
        mnemonic = name.clone();
    }
    if let Some(next) = prefixes::parse_data_size(parser, mode, &mnemonic, loc)? {
        is_prefix &= !next.is_instruction;
        mnemonic = Cow::Borrowed(next.mnemonic);
        if next.is_instruction {
            name = mnemonic.clone();
        }
    }

    let mnemonic_bytes = mnemonic.len();
    let predicate = predicate.map(|code| ParsedOperand::immediate(Expr::Constant(code), loc, loc));
    let (first, last) = if intel { (None, predicate) } else { (predicate, None) };
    operands.extend(first);
    if name.starts_with(b"ccmp") || name.starts_with(b"ctest") {
        operands.push(mask::parse_condition_flags(parser)?);
    }
    if !parser.at(TokenKind::EndOfStatement) && !is_prefix {
        operands::parse_operands(x86, parser, mode, &name, operands)?;
    }
    operands.extend(last);
    if parser.at(TokenKind::EndOfStatement) || (is_prefix && parser.at(TokenKind::Slash)) {
        parser.lex();
    }

    mnemonic::adjust(x86, mode, &mut name, &mut mnemonic, operands);
    let address = string_operands::StringRegisters::new(x86, parser, mode);
    string_operands::complete(x86, parser, address, &name, loc, &mut mnemonic, operands)?;
    mnemonic::adjust_xlat(parser, &name, &mut mnemonic, operands);
    let state = state(parser);
    Ok(Statement {
        mnemonic,
        mnemonic_loc: loc,
        mnemonic_bytes,
        operands,
        pseudo_prefixes,
        state,
        flags,
    })
}
