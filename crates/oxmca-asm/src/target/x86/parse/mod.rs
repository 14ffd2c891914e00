//! Parses x86 instructions in AT&T and Intel syntax.

mod compare;
mod emit;
mod intel;
mod mask;
mod memory;
mod mnemonic;
mod operands;
mod optimize;
mod prefixes;
mod register;
mod repeated;
mod string_operands;
mod suffix;
mod validate;

use std::borrow::Cow;

use oxmca_tables::FeatureSet;
use smallvec::SmallVec;

pub(super) use self::prefixes::{Forced, OpcodePrefix};
use super::X86Facts;
use super::operand::ParsedOperand;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;

pub(super) use register::{parse_register, parse_register_expression};
pub(super) use repeated::plain_text;

/// The x86 bits of [`Parser::target_state`].
pub(super) mod state {
    /// `.code16gcc` is in force.
    pub const CODE_16_GCC: u64 = 1 << 0;
    /// A register `r16` to `r31` was named since the instruction began.
    pub const NAMED_APX_REGISTER: u64 = 1 << 1;
    /// `data32` came before this instruction.
    pub const DATA_32: u64 = 1 << 2;
}

/// The operands of an instruction, without its mnemonic.
type Operands<'a> = SmallVec<[ParsedOperand<'a>; 6]>;

/// An instruction as written.
struct Statement<'a, 'o> {
    /// The mnemonic to match: what was written, less what prefixes and fix-ups took from it.
    mnemonic: Cow<'a, [u8]>,
    /// Text that errors about the mnemonic underline begins here.
    mnemonic_loc: Loc,
    /// How many bytes of it are underlined.
    mnemonic_bytes: usize,
    operands: &'o mut Operands<'a>,
    /// What `{}` prefixes ask for.
    forced: Forced,
    /// `lock`, `rep` and the like: bits of [`super::prefix`].
    flags: u32,
}

/// The mode in force.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Bits16,
    Bits32,
    Bits64,
}

impl Mode {
    fn bits(self) -> u8 {
        match self {
            Mode::Bits16 => 16,
            Mode::Bits32 => 32,
            Mode::Bits64 => 64,
        }
    }
}

impl X86Facts {
    /// Makes `mode` the one in force.
    pub(super) fn set_mode(&self, features: &mut FeatureSet, mode: Mode) {
        for bit in [self.is_16_bit, self.is_32_bit, self.is_64_bit] {
            features.remove(bit);
        }
        features.insert(match mode {
            Mode::Bits16 => self.is_16_bit,
            Mode::Bits32 => self.is_32_bit,
            Mode::Bits64 => self.is_64_bit,
        });
    }
}

/// The mode in force.
pub(super) fn mode(facts: &X86Facts, parser: &Parser<'_>) -> Mode {
    let features = &parser.subtarget.features;
    if features.contains(facts.is_64_bit) {
        Mode::Bits64
    } else if features.contains(facts.is_32_bit) {
        Mode::Bits32
    } else {
        Mode::Bits16
    }
}

/// Whether Intel syntax is in force.
fn is_intel(parser: &Parser<'_>) -> bool {
    parser.dialect != 0
}

/// Parses an instruction, matches it and emits it. `name`, written at `loc`, begins the statement:
/// a mnemonic, a prefix, or `{`.
pub(super) fn parse_instruction<'a>(
    facts: &X86Facts,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult {
    parser.target_state &= !state::NAMED_APX_REGISTER;
    let mut operands = Operands::new();
    let statement = parse_statement(facts, parser, name, loc, &mut operands)?;
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(facts, parser, statement, loc)
}

fn parse_statement<'a, 'o>(
    facts: &X86Facts,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
    operands: &'o mut Operands<'a>,
) -> ParseResult<Statement<'a, 'o>> {
    let mode = mode(facts, parser);
    let (mut name, loc, mut forced) = prefixes::parse_pseudo_prefixes(parser, name, loc)?;
    if let Some(stem) = name.strip_suffix(b".d32") {
        forced.displacement = Some(prefixes::Displacement::Bits32);
        let len = stem.len();
        name = mnemonic::cut(name, len);
    } else if let Some(stem) = name.strip_suffix(b".d8") {
        forced.displacement = Some(prefixes::Displacement::Bits8);
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
        operands::parse_operands(facts, parser, mode, &name, operands)?;
    }
    operands.extend(last);
    if parser.at(TokenKind::EndOfStatement) || (is_prefix && parser.at(TokenKind::Slash)) {
        parser.lex();
    }

    mnemonic::adjust(facts, parser, mode, &mut name, &mut mnemonic, operands);
    let address = string_operands::Addressing::new(facts, parser, mode);
    string_operands::complete(facts, parser, address, &name, loc, &mut mnemonic, operands)?;
    mnemonic::adjust_xlat(parser, &name, &mut mnemonic, operands);
    Ok(Statement { mnemonic, mnemonic_loc: loc, mnemonic_bytes, operands, forced, flags })
}
