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
use super::X86;
use super::operand::ParsedOperand;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use crate::target::TargetState;

pub(super) use register::{parse_register, parse_register_expression};
pub(super) use repeated::plain_text;

/// State of x86 between the statements of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    /// `.code16gcc` is in force.
    pub code_16_gcc: bool,
    /// A register `r16` to `r31` was named since the instruction began.
    pub names_apx_register: bool,
    /// `data32` came before this instruction.
    pub data_32: bool,
}

impl TargetState for State {
    fn is_initial(&self) -> bool {
        *self == State::default()
    }
}

/// The state of x86 in a parser.
pub(super) fn state(parser: &Parser<'_>) -> State {
    parser.target_state.get().copied().unwrap_or_default()
}

/// Changes the state of x86 in a parser.
pub(super) fn set_state(parser: &mut Parser<'_>, change: impl FnOnce(&mut State)) {
    if let Some(state) = parser.target_state.get_mut() {
        change(state);
    }
}

/// The operands of an instruction, without its mnemonic.
type Operands<'a> = SmallVec<[ParsedOperand<'a>; 6]>;

/// An instruction as written.
struct Statement<'a, 'o> {
    /// The mnemonic to match: what was written, less what prefixes and fix-ups took from it.
    mnemonic: Cow<'a, [u8]>,
    /// Text that errors about the mnemonic underline begins here.
    mnemonic_loc: Loc,
    /// The number of its bytes that are underlined.
    mnemonic_bytes: usize,
    operands: &'o mut Operands<'a>,
    /// The requests of `{}` prefixes.
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

impl X86<'_> {
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
pub(super) fn mode(x86: &X86<'_>, parser: &Parser<'_>) -> Mode {
    let features = &parser.subtarget.features;
    if features.contains(x86.is_64_bit) {
        Mode::Bits64
    } else if features.contains(x86.is_32_bit) {
        Mode::Bits32
    } else {
        Mode::Bits16
    }
}

/// Returns whether Intel syntax is in force.
fn is_intel(parser: &Parser<'_>) -> bool {
    parser.dialect != 0
}

/// Parses an instruction, matches it and emits it. `name`, written at `loc`, begins the statement:
/// a mnemonic, a prefix, or `{`.
pub(super) fn parse_instruction<'a>(
    x86: &X86<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult {
    set_state(parser, |state| state.names_apx_register = false);
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
        operands::parse_operands(x86, parser, mode, &name, operands)?;
    }
    operands.extend(last);
    if parser.at(TokenKind::EndOfStatement) || (is_prefix && parser.at(TokenKind::Slash)) {
        parser.lex();
    }

    mnemonic::adjust(x86, mode, &mut name, &mut mnemonic, operands);
    let address = string_operands::Addressing::new(x86, parser, mode);
    string_operands::complete(x86, parser, address, &name, loc, &mut mnemonic, operands)?;
    mnemonic::adjust_xlat(parser, &name, &mut mnemonic, operands);
    Ok(Statement { mnemonic, mnemonic_loc: loc, mnemonic_bytes, operands, forced, flags })
}
