//! Parses instructions.

mod alias;
mod cacheable;
mod emit;
mod immediate;
mod list;
mod literal;
mod register;
mod register_alias;
mod statement;
mod system;
mod validate;

pub(super) use cacheable::WORDS;
pub(super) use register::{parse_scalar, parse_vector};

use std::borrow::Cow;

use oxmca_tables::Reg;

use super::condition::Condition;
use super::operand::{OperandKind, ParsedOperand, Token};
use super::operand_parser::OperandParser;
use super::registers::RegisterKind;
use super::target::AArch64;
use crate::lexer::TokenKind;
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::{Loc, LocRange};
use statement::{Attempt, AttemptResult, Operands, Statement};

/// Mnemonics that are other names of `sys`.
const SYSTEM_ALIASES: [&str; 11] =
    ["at", "cfp", "cosp", "cpp", "dc", "dvp", "gic", "gsb", "ic", "plbi", "tlbi"];

/// Mnemonics that a second word may follow.
const WITH_KEYWORD: [&[u8]; 9] =
    [b"brb", b"bti", b"gcsb", b"psb", b"shuh", b"smstart", b"smstop", b"stshh", b"tsb"];

/// Second words of mnemonics that may be written in any case.
const KEYWORDS: [&[u8]; 10] =
    [b"c", b"csync", b"j", b"jc", b"keep", b"ph", b"r", b"sm", b"strm", b"za"];

/// Conditions that may follow `b` without a dot.
const BRANCH_CONDITIONS: [&[u8; 2]; 18] = [
    b"eq", b"ne", b"hs", b"cs", b"lo", b"cc", b"mi", b"pl", b"vs", b"vc", b"hi", b"ls", b"ge",
    b"lt", b"gt", b"le", b"al", b"nv",
];

/// Parses an instruction whose mnemonic, in lower case, has been read, and emits it.
pub(super) fn parse_instruction<'a>(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'a>,
    mnemonic: Cow<'a, [u8]>,
    loc: Loc,
) -> ParseResult {
    let mnemonic = match &*mnemonic {
        [b'b', condition @ ..] if BRANCH_CONDITIONS.iter().any(|known| &known[..] == condition) => {
            Cow::Owned([b"b.", condition].concat())
        }
        _ => mnemonic,
    };
    let tok = parser.tok();
    if tok.is(TokenKind::Identifier) && tok.text.eq_ignore_ascii_case(b".req") {
        return register_alias::parse(aarch64, parser, &mnemonic, loc);
    }
    let dot = mnemonic.iter().position(|byte| *byte == b'.').unwrap_or(mnemonic.len());
    let (head, suffixes) = split(mnemonic, dot);
    let mut statement = Statement { aarch64, parser, mnemonic: head, operands: Operands::new() };
    statement.parse(suffixes, loc)?;
    if statement.parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    emit::match_and_emit(statement, loc)
}

/// Parses the name of a scalar register. As in LLVM, another name is an error without a message.
pub(super) fn parse_register(
    aarch64: &AArch64<'_>,
    parser: &mut Parser<'_>,
) -> ParseResult<(Reg, LocRange)> {
    let tok = parser.tok();
    let reg = parse_scalar(aarch64, parser).ok_or(ErrorReported)?;
    Ok((reg, tok.range()))
}

/// Splits a text in two.
fn split(text: Cow<'_, [u8]>, at: usize) -> (Cow<'_, [u8]>, Cow<'_, [u8]>) {
    match text {
        Cow::Borrowed(text) => (text[..at].into(), text[at..].into()),
        Cow::Owned(text) => (text[..at].to_vec().into(), text[at..].to_vec().into()),
    }
}

impl<'a> Statement<'_, 'a> {
    /// Parses what follows the mnemonic up to its first dot, and past the end of the statement.
    fn parse(&mut self, suffixes: Cow<'a, [u8]>, loc: Loc) -> ParseResult {
        let alias = SYSTEM_ALIASES.iter().find(|alias| alias.as_bytes() == &*self.mnemonic);
        if let Some(alias) = alias {
            return self.parse_sys_alias(alias, !suffixes.is_empty());
        }
        match &*self.mnemonic {
            b"gicr" => return self.parse_sysl_alias(),
            b"tlbip" => return self.parse_sysp_alias(!suffixes.is_empty()),
            _ => {}
        }
        let last = match suffixes.is_empty() {
            true => self.mnemonic.clone(),
            false => self.parse_suffixes(suffixes, loc)?,
        };
        // The number of the operand that is a condition, and if the opposite one is meant.
        let (condition, is_inverted) = match &*last {
            b"ccmp" | b"ccmn" | b"fccmp" | b"fccmpe" | b"fcsel" | b"csel" | b"csinc" | b"csinv"
            | b"csneg" => (4, false),
            b"cset" | b"csetm" => (2, true),
            b"cinc" | b"cinv" | b"cneg" => (3, true),
            _ => (0, false),
        };
        if !self.at(TokenKind::EndOfStatement) {
            let mut number = 1;
            loop {
                self.parse_operand(number == condition, is_inverted)?;
                for (kind, text) in [
                    (TokenKind::RBrac, &b"]"[..]),
                    (TokenKind::Exclaim, b"!"),
                    (TokenKind::RCurly, b"}"),
                ] {
                    if self.eat(kind) {
                        let at = self.loc();
                        self.push_token(text, at);
                    }
                }
                number += 1;
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.parser.expect(TokenKind::EndOfStatement, "unexpected token in argument list")
    }

    /// Makes operands of the ends of the mnemonic, of which it gives the last one.
    fn parse_suffixes(&mut self, suffixes: Cow<'a, [u8]>, loc: Loc) -> ParseResult<Cow<'a, [u8]>> {
        let mut rest = suffixes;
        let mut last = Cow::Borrowed(&b""[..]);
        let mut at = self.mnemonic.len();
        if matches!(&*self.mnemonic, b"b" | b"bc") && !rest.is_empty() {
            let end = rest[1..].iter().position(|byte| *byte == b'.');
            let (suffix, after) = split(rest.clone(), end.map_or(rest.len(), |end| end + 1));
            let (_, name) = split(suffix, 1);
            let name_loc = loc.offset(at + 1);
            let Some(condition) = Condition::named(&name) else {
                return self.fail_at(name_loc, condition_message(&name));
            };
            let token = Token { text: b"."[..].into(), is_suffix: true };
            self.push(OperandKind::Token(token), name_loc);
            let kind = OperandKind::Condition(condition);
            self.operands.push(ParsedOperand { kind, loc, end: loc });
            at += 1 + name.len();
            last = name;
            rest = after;
        }
        while !rest.is_empty() {
            let end = rest[1..].iter().position(|byte| *byte == b'.');
            let (suffix, after) = split(rest.clone(), end.map_or(rest.len(), |end| end + 1));
            let token = Token { text: suffix.clone(), is_suffix: true };
            self.push(OperandKind::Token(token), loc.offset(at + 1));
            at += suffix.len();
            last = suffix;
            rest = after;
        }
        Ok(last)
    }

    /// Parses an operand, or several that no comma separates.
    fn parse_operand(&mut self, is_condition: bool, is_inverted: bool) -> ParseResult {
        if self.parse_by_tables()? == Attempt::Parsed {
            return Ok(());
        }
        match self.tok().kind {
            TokenKind::LBrac => {
                let at = self.loc();
                self.push_token(b"[", at);
                self.parser.lex();
                self.parse_operand(false, false)
            }
            TokenKind::LCurly => {
                if self.parse_list(RegisterKind::Neon, true) == Ok(Attempt::Parsed)
                    && self.parse_lane().is_ok()
                {
                    return Ok(());
                }
                let at = self.loc();
                self.push_token(b"{", at);
                self.parser.lex();
                self.parse_operand(false, false)
            }
            TokenKind::Identifier => self.parse_name(is_condition, is_inverted),
            TokenKind::Integer | TokenKind::Real | TokenKind::Hash => self.parse_number(),
            TokenKind::Equal => self.parse_literal(),
            _ => {
                let loc = self.loc();
                let Ok(expr) = self.parse_symbolic() else {
                    return self.fail_at(loc, "invalid operand");
                };
                self.push_value(expr, loc);
                self.parse_optional_shift()
            }
        }
    }

    /// Parses an operand by the methods that the tables name for its place.
    fn parse_by_tables(&mut self) -> AttemptResult {
        let position = self.operands.len();
        let aarch64 = self.aarch64;
        let rows = aarch64.tables.operand_parsers(0, &self.mnemonic);
        for row in rows.iter().filter(|row| usize::from(row.operand) == position) {
            if let Some(method) = aarch64.operand_parser(row)
                && self.parse_by(method)? == Attempt::Parsed
            {
                return Ok(Attempt::Parsed);
            }
        }
        Ok(Attempt::NoMatch)
    }

    fn parse_by(&mut self, method: OperandParser) -> AttemptResult {
        match method {
            OperandParser::General { with_shift, equality } => {
                self.parse_general(with_shift, equality)
            }
            OperandParser::GeneralWithZeroIndex => self.parse_general_with_zero_index(),
            OperandParser::GeneralPair => self.parse_general_pair(),
            OperandParser::EightGeneral => self.parse_eight_general(),
            OperandParser::ZeroPair => self.parse_zero_pair(),
            OperandParser::Scalable { with_shift, with_suffix } => {
                self.parse_scalable(with_shift, with_suffix)
            }
            OperandParser::Predicate(kind) => self.parse_predicate(kind),
            OperandParser::PredicateOrCounter => {
                match self.parse_predicate(RegisterKind::Counter) {
                    Ok(Attempt::Parsed) => Ok(Attempt::Parsed),
                    _ => self.parse_predicate(RegisterKind::Predicate),
                }
            }
            OperandParser::List(kind) => self.parse_list(kind, false),
            OperandParser::Matrix => self.parse_matrix(),
            OperandParser::Tiles => self.parse_tiles(),
            OperandParser::Real { zero_is_text } => self.parse_real(zero_is_text),
            OperandParser::ShiftedImmediate => self.parse_shifted_immediate(),
            OperandParser::Range => self.parse_range(),
            OperandParser::AdjustedImmediate(adjustment) => self.parse_adjusted(adjustment),
            OperandParser::PageLabel => self.parse_page_label(),
            OperandParser::Label => self.parse_label(),
            OperandParser::Named(hint) => self.parse_hint(hint),
            OperandParser::Prefetch { most, list } => self.parse_prefetch(most, list),
            OperandParser::Pattern => self.parse_pattern(),
            OperandParser::VectorLength => self.parse_vector_length(),
            OperandParser::Barrier => self.parse_barrier(),
            OperandParser::BarrierNxs => self.parse_barrier_nxs(),
            OperandParser::SystemRegister => self.parse_system_register(),
            OperandParser::ControlRegister => self.parse_control_register(),
            OperandParser::StreamingState => self.parse_streaming_state(),
        }
    }

    /// Parses an operand that begins with a name.
    fn parse_name(&mut self, is_condition: bool, is_inverted: bool) -> ParseResult {
        if let Some(group) = self.parse_vector_group() {
            let at = self.loc();
            self.push_token(group, at);
            return Ok(());
        }
        if is_condition {
            return self.parse_condition(is_inverted);
        }
        if self.parse_register() == Ok(Attempt::Parsed) {
            let comma = self.tok();
            if self.eat(TokenKind::Comma) {
                // What follows may be a label that is spelled like a shift.
                if self.parse_by_tables()? == Attempt::NoMatch
                    && self.parse_shift_operand()? == Attempt::NoMatch
                {
                    self.parser.lexer.unlex(comma);
                }
            }
            return Ok(());
        }
        if self.parse_multiple() == Ok(Attempt::Parsed) {
            return Ok(());
        }
        if WITH_KEYWORD.contains(&&*self.mnemonic) {
            return self.parse_keyword();
        }
        let loc = self.loc();
        let (expr, _) = self.parser.parse_expression()?;
        let expr = self.parse_behind(expr)?;
        self.push_value(expr, loc);
        self.parse_optional_shift()
    }

    /// Parses the second word of a mnemonic.
    fn parse_keyword(&mut self) -> ParseResult {
        let tok = self.tok();
        let known = KEYWORDS.into_iter().find(|word| word.eq_ignore_ascii_case(tok.text));
        let text: &'a [u8] = known.unwrap_or(tok.text);
        self.operands.push(ParsedOperand::of_token(text, tok.loc));
        self.parser.lex();
        Ok(())
    }

    fn parse_condition(&mut self, is_inverted: bool) -> ParseResult {
        let tok = self.tok();
        let Some(condition) = Condition::named(tok.text) else {
            return self.fail(condition_message(tok.text));
        };
        self.parser.lex();
        let condition = match is_inverted {
            true if condition.is_always() => {
                return self.fail("condition codes AL and NV are invalid for this instruction");
            }
            true => condition.inverted(),
            false => condition,
        };
        self.push(OperandKind::Condition(condition), tok.loc);
        Ok(())
    }

    /// Parses an operand that begins with a number or `#`.
    fn parse_number(&mut self) -> ParseResult {
        let loc = self.loc();
        self.eat(TokenKind::Hash);
        let mut is_negative = false;
        if self.at(TokenKind::Minus) {
            is_negative = true;
            if self.parser.peek().is(TokenKind::Real) {
                self.parser.lex();
            }
        }
        let tok = self.tok();
        if tok.is(TokenKind::Real) {
            let compares = matches!(
                &*self.mnemonic,
                b"fcmp"
                    | b"fcmpe"
                    | b"fcmeq"
                    | b"fcmge"
                    | b"fcmgt"
                    | b"fcmle"
                    | b"fcmlt"
                    | b"fcmne"
            );
            if !compares {
                return self.fail("unexpected floating point literal");
            }
            if crate::real::double_bits(tok.text) != 0 || is_negative {
                return self.fail("expected floating-point constant #0.0");
            }
            self.parser.lex();
            self.push_token(b"#0", loc);
            self.push_token(b".0", loc);
            return Ok(());
        }
        let expr = self.parse_symbolic()?;
        self.push_value(expr, loc);
        self.parse_optional_shift()
    }

    /// Parses a comma and a shift, if they follow.
    fn parse_optional_shift(&mut self) -> ParseResult {
        let comma = self.tok();
        if self.eat(TokenKind::Comma) && self.parse_shift_operand()? == Attempt::NoMatch {
            self.parser.lexer.unlex(comma);
        }
        Ok(())
    }

    /// Returns a scalar register as an operand parser names it.
    fn scalar_operand(&self, index: usize) -> Option<Reg> {
        self.operands.get(index).and_then(ParsedOperand::scalar)
    }
}

fn condition_message(name: &[u8]) -> String {
    match Condition::suggestion(name) {
        Some(known) => format!("invalid condition code, did you mean {known}?"),
        None => "invalid condition code".to_owned(),
    }
}
