//! Parses instructions.

mod cacheable;
mod constraints;
mod deprecation;
mod emit;
mod form;
mod immediate;
mod list;
mod memory;
mod mnemonic;
mod near_misses;
mod register;
mod repair;
mod statement;
mod system;
mod validate;

pub(super) use cacheable::WORDS;
pub(super) use register::parse_register;

use std::borrow::Cow;

use super::condition::ALWAYS;
use super::condition::VectorPredicate;
use super::feature_bits::Feature;
use super::operand::{OperandKind, ParsedOperand, RegisterList};
use super::operand_parser::OperandParser;
use super::state::State;
use super::target::Arm;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use mnemonic::{Mnemonic, Mode};
use statement::{Attempt, AttemptResult, Methods, Operands, Statement};

/// Parses an instruction whose mnemonic, in lower case, has been read, and emits it.
pub(super) fn parse_instruction<'a>(
    arm: &Arm<'_>,
    parser: &mut Parser<'a>,
    name: Cow<'a, [u8]>,
    loc: Loc,
) -> ParseResult {
    let name = aliased(arm, parser, name);
    let tok = parser.tok();
    if tok.is(TokenKind::Identifier) && tok.text.eq_ignore_ascii_case(b".req") {
        return parse_register_alias(arm, parser, &name);
    }
    let dot = name.iter().position(|byte| *byte == b'.').unwrap_or(name.len());
    let (whole, suffixes) = name.split_at(dot);
    let mode = mode(arm, parser);
    let mnemonic = Mnemonic::split(mode, whole, suffixes);
    let mut statement = Statement {
        arm,
        parser,
        mnemonic: mnemonic.stem.to_vec().into(),
        operands: Operands::new(),
        ends: 0,
        start: loc,
        end: loc,
        offset: loc,
        methods: None,
    };
    statement.push_ends(mode, &mnemonic, &name, suffixes, loc)?;
    statement.parse_operands()?;
    statement.repair(mode, &mnemonic, &name, loc)?;
    if statement.parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(statement, loc)
}

/// Parses the list of registers of a directive.
pub(super) fn parse_saved_registers(
    arm: &Arm<'_>,
    parser: &mut Parser<'_>,
    directive: &'static str,
) -> ParseResult<Option<RegisterList>> {
    if !parser.at(TokenKind::LCurly) {
        return Err(parser.token_error("Token is not a Left Curly Brace"));
    }
    let loc = parser.tok().loc;
    let (mnemonic, operands) = (Cow::Borrowed(directive.as_bytes()), Operands::new());
    let mut statement = Statement {
        arm,
        parser,
        mnemonic,
        operands,
        ends: 0,
        start: loc,
        end: loc,
        offset: loc,
        methods: None,
    };
    statement.parse_register_list()?;
    Ok(match statement.operands.into_iter().next().map(|it| it.kind) {
        Some(OperandKind::List(list)) => Some(list),
        _ => None,
    })
}

/// Returns the facts that decide how mnemonics are taken apart.
fn mode(arm: &Arm<'_>, parser: &Parser<'_>) -> Mode {
    let features = parser.features();
    let has = |feature| arm.feature_bits.has(features, feature);
    Mode {
        is_thumb: has(Feature::ThumbMode),
        is_thumb1: arm.feature_bits.is_thumb1(features),
        has_v6m: has(Feature::V6m),
        has_mve: has(Feature::Mve),
        has_cde: has(Feature::Cde),
    }
}

/// Returns the mnemonic that another stands for, before it is taken apart.
fn aliased<'a>(arm: &Arm<'_>, parser: &Parser<'_>, name: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
    let tables = &arm.tables;
    let mut aliases = tables.mnemonic_aliases(0, &name).iter();
    let conditions = parser.match_conditions();
    match aliases.find(|alias| conditions.hold(tables.alias_required(alias))) {
        Some(alias) => Cow::Owned(tables.bytes(alias.to).to_vec()),
        None => name,
    }
}

/// Parses `.req REGISTER` behind a name.
fn parse_register_alias(arm: &Arm<'_>, parser: &mut Parser<'_>, name: &[u8]) -> ParseResult {
    parser.lex();
    let loc = parser.tok().loc;
    let Some(reg) = parse_register(arm, parser, false) else {
        return Err(parser.error(loc, "register name expected"));
    };
    parser.expect_end_of_statement()?;
    let known = parser.target_state.get_mut::<State>().map(|state| {
        let known = *state.named.entry(name.to_vec()).or_insert(reg);
        known == reg
    });
    match known {
        Some(false) => {
            let name = String::from_utf8_lossy(name).into_owned();
            Err(parser.error(loc, format!("redefinition of '{name}' does not match original.")))
        }
        // LLVM treats the statement as one with an error, which it does not report: if a comment in its line goes before the
        // next one, it is left out.
        _ => Err(ErrorReported),
    }
}

/// Returns whether the end of a mnemonic is a type of data.
fn is_data_type(suffix: &[u8]) -> bool {
    matches!(
        suffix,
        b".8"
            | b".16"
            | b".32"
            | b".64"
            | b".i8"
            | b".i16"
            | b".i32"
            | b".i64"
            | b".u8"
            | b".u16"
            | b".u32"
            | b".u64"
            | b".s8"
            | b".s16"
            | b".s32"
            | b".s64"
            | b".p8"
            | b".p16"
            | b".f32"
            | b".f64"
            | b".f"
            | b".d"
    )
}

impl<'a> Statement<'_, 'a> {
    /// Adds the ends of the mnemonic as operands.
    fn push_ends(
        &mut self,
        mode: Mode,
        mnemonic: &Mnemonic<'_>,
        name: &[u8],
        suffixes: &[u8],
        loc: Loc,
    ) -> ParseResult {
        let stem = mnemonic.stem;
        let shown = || String::from_utf8_lossy(stem).into_owned();
        if mode.is_thumb1 && mnemonic.condition != ALWAYS && stem != b"b" {
            return self.fail_at(loc, "conditional execution not supported in Thumb1");
        }
        let behind = loc.offset(stem.len());
        if matches!(stem, b"it" | b"vpt" | b"vpst") {
            self.push_letters(mnemonic, behind)?;
        }
        let accepted = mnemonic.accepted(mode, suffixes, name);
        if !accepted.flags && mnemonic.sets_flags {
            let message =
                format!("instruction '{}' can not set flags, but 's' suffix specified", shown());
            return self.fail_at(loc, message);
        }
        if !accepted.condition && mnemonic.condition != ALWAYS {
            let message = format!(
                "instruction '{}' is not predicable, but condition code specified",
                shown()
            );
            return self.fail_at(loc, message);
        }
        if !accepted.vector_predicate && mnemonic.vector_predicate != VectorPredicate::None {
            let message = format!(
                "instruction '{}' is not VPT predicable, but VPT code T/E is specified",
                shown()
            );
            return self.fail_at(loc, message);
        }
        if mnemonic.sets_flags {
            self.push(OperandKind::SetsFlags(true), behind);
        }
        let behind = behind.offset(usize::from(mnemonic.sets_flags));
        if mnemonic.condition != ALWAYS {
            self.push(OperandKind::Condition(mnemonic.condition), behind);
        }
        let is_conversion =
            stem.starts_with(b"vcvt") && !matches!(stem, b"vcvta" | b"vcvtn" | b"vcvtp" | b"vcvtm");
        if mnemonic.vector_predicate != VectorPredicate::None && !is_conversion {
            self.push(OperandKind::VectorPredicate(mnemonic.vector_predicate), behind);
        }
        if let Some(interrupt_mode) = mnemonic.interrupt_mode {
            self.push(OperandKind::Value(Expr::Constant(interrupt_mode)), loc);
        } else if stem == b"cps" && self.has(Feature::MProfile) {
            return self.fail_at(loc, "instruction 'cps' requires effect for M-class");
        }
        let mut at = loc.offset(name.len() - suffixes.len());
        let mut rest = suffixes;
        while !rest.is_empty() {
            let end = rest[1..].iter().position(|byte| *byte == b'.');
            let (suffix, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            rest = after;
            let place = at;
            at = at.offset(suffix.len());
            let is_ignored =
                is_data_type(suffix) && (stem.starts_with(b"vldm") || stem.starts_with(b"vstm"));
            if is_ignored {
                continue;
            }
            if suffix == b".n" && !mode.is_thumb {
                let message = "instruction with .n (narrow) qualifier not allowed in arm mode";
                return self.fail_at(place, message);
            }
            if suffix != b".n" && (mode.is_thumb || suffix != b".w") {
                self.operands.push(ParsedOperand::of_token(suffix.to_vec(), place));
            }
        }
        self.ends = self.operands.len();
        Ok(())
    }

    /// Adds the letters behind `it`, `vpt` or `vpst`.
    fn push_letters(&mut self, mnemonic: &Mnemonic<'_>, loc: Loc) -> ParseResult {
        let letters = mnemonic.letters;
        if letters.len() > 3 {
            let kind = if mnemonic.stem == b"it" { "IT" } else { "VPT" };
            return self.fail_at(loc, format!("too many conditions on {kind} instruction"));
        }
        let mut mask = 8;
        for letter in letters.iter().rev() {
            mask >>= 1;
            match letter {
                b't' => {}
                b'e' => mask |= 8,
                _ => {
                    let letters = String::from_utf8_lossy(letters).into_owned();
                    let message = format!("illegal IT block condition mask '{letters}'");
                    return self.fail_at(loc, message);
                }
            }
        }
        self.push(OperandKind::BlockMask(mask), loc);
        Ok(())
    }

    /// Parses what follows the mnemonic, past the end of the statement.
    fn parse_operands(&mut self) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            self.parse_operand()?;
            while self.eat(TokenKind::Comma) {
                self.parse_operand()?;
            }
        }
        self.end = self.loc();
        self.parser.expect(TokenKind::EndOfStatement, "unexpected token in argument list")
    }

    fn parse_operand(&mut self) -> ParseResult {
        if self.parse_by_tables()? == Attempt::Parsed {
            return Ok(());
        }
        match self.tok().kind {
            TokenKind::Identifier => {
                let is_branch = matches!(&*self.mnemonic, b"b" | b"bl");
                if !is_branch {
                    // After an error in a lane, LLVM reads the rest as an expression and may have an error of
                    // that, too.
                    if matches!(self.parse_register_operand(), Ok(Attempt::Parsed))
                        || self.parse_shifted_register()? == Attempt::Parsed
                    {
                        return Ok(());
                    }
                    let tok = self.tok();
                    if &*self.mnemonic == b"vmrs" && tok.text.eq_ignore_ascii_case(b"apsr_nzcv") {
                        self.parser.lex();
                        self.push_token(b"APSR_nzcv", tok.loc);
                        return Ok(());
                    }
                }
                self.parse_label()
            }
            TokenKind::LParen | TokenKind::Integer | TokenKind::String | TokenKind::Dot => {
                self.parse_label()
            }
            TokenKind::LBrac => self.parse_memory(),
            TokenKind::LCurly => self.parse_register_list(),
            TokenKind::Dollar | TokenKind::Hash | TokenKind::Colon => self.parse_immediate(),
            TokenKind::Equal if &*self.mnemonic == b"ldr" => {
                let loc = self.loc();
                self.parser.lex();
                let (expr, _) = self.parser.parse_expression()?;
                self.push(OperandKind::PoolValue(expr), loc);
                Ok(())
            }
            _ => self.fail("unexpected token in operand"),
        }
    }

    fn parse_label(&mut self) -> ParseResult {
        let loc = self.loc();
        let (expr, _) = self.parser.parse_expression()?;
        self.push(OperandKind::Value(expr), loc);
        Ok(())
    }

    /// Parses an operand by the methods that the tables name for its place.
    fn parse_by_tables(&mut self) -> AttemptResult {
        let position = self.operands.len();
        let methods = match self.methods.take() {
            Some(methods) => methods,
            None => self.find_methods(position),
        };
        let mut result = Ok(Attempt::NoMatch);
        for (_, method) in methods.iter().filter(|it| it.0 == position) {
            result = self.parse_by(*method);
            if !matches!(result, Ok(Attempt::NoMatch)) {
                break;
            }
        }
        self.methods = Some(methods);
        result
    }

    /// Returns the methods by which operands from `first` on may be parsed, with their numbers: those of the classes at
    /// their places in forms whose conditions hold. Classes that may be left out move the others.
    fn find_methods(&self, first: usize) -> Methods {
        let (arm, tables) = (self.arm, &self.arm.tables);
        let conditions = self.parser.match_conditions();
        let mut methods = Methods::new();
        for entry in tables.match_entries(0, &self.mnemonic) {
            let classes = &tables.match_class_lists[entry.classes.range()];
            let mut optional = 0;
            for (index, class) in classes.iter().enumerate() {
                let role = arm.operand_role(*class);
                if role.has_parser
                    && conditions.hold(tables.required(entry))
                    && let Some(method) = arm.operand_parser(*class)
                {
                    for position in first.max(index - optional)..=index {
                        if !methods.contains(&(position, method)) {
                            methods.push((position, method));
                        }
                    }
                }
                optional += usize::from(role.is_optional);
            }
        }
        methods
    }

    fn parse_by(&mut self, method: OperandParser) -> AttemptResult {
        match method {
            OperandParser::Condition => self.parse_condition(),
            OperandParser::CoprocessorNumber => self.parse_coprocessor(),
            OperandParser::CoprocessorRegister => self.parse_coprocessor_register(),
            OperandParser::CoprocessorOption => self.parse_coprocessor_option(),
            OperandParser::MemoryBarrier => self.parse_memory_barrier(),
            OperandParser::InstructionBarrier => self.parse_instruction_barrier(),
            OperandParser::TraceBarrier => self.parse_trace_barrier(),
            OperandParser::InterruptFlags => self.parse_interrupt_flags(),
            OperandParser::StatusMask => self.parse_status_mask(),
            OperandParser::BankedRegister => self.parse_banked_register(),
            OperandParser::Packed(shift) => self.parse_packed(shift),
            OperandParser::ByteOrder => self.parse_byte_order(),
            OperandParser::Shifter => self.parse_shifter(),
            OperandParser::Rotation => self.parse_rotation(),
            OperandParser::RotatedImmediate => self.parse_rotated(),
            OperandParser::BitField => self.parse_bit_field(),
            OperandParser::PostIndexRegister => self.parse_register_behind(true),
            OperandParser::Offset3 => self.parse_offset3(),
            OperandParser::Real => self.parse_real(),
            OperandParser::Vectors => self.parse_vectors(),
        }
    }
}
