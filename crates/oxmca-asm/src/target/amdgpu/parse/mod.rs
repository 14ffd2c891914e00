//! Parses instructions.

mod cache_policy;
mod cursor;
mod keyword;
mod lanes;
mod message;
mod names;
mod operand;
mod register;
mod statement;
mod swizzle;
mod unsupported;
mod wait;

pub(super) use keyword::KNOWN;
pub(super) use register::parse_register;

use std::cell::{Cell, RefCell};

use oxmca_tables::MatchClassId;
use oxmca_tables::schema::match_class_kind;

use super::forced::Forced;
use super::matching::Matching;
use super::operand::{OperandKind, ParsedOperand};
use super::target::AmdGpu;
use super::validate;
use crate::inst::Inst;
use crate::lexer::TokenKind;
use crate::matcher::{Mismatch, Request};
use crate::parser::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;
use statement::{Attempt, AttemptResult, Operands, Statement};

/// The warning about a real number of 64 bits of which only the high half is encoded.
const SHORTENED: &str = "Can't encode literal as exact 64-bit floating-point operand. \
                         Low 32-bits will be set to zero";

/// A method that may parse operands, with the places of these.
struct PlacedParser {
    /// A bit per number of an operand.
    places: u64,
    class: MatchClassId,
    /// The number of forms that have it.
    forms: u32,
}

/// Parses an instruction, matches it and emits it.
pub(super) fn parse_instruction<'a>(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'a>,
    mnemonic: &[u8],
    loc: Loc,
) -> ParseResult {
    let (name, forced) = Forced::split(mnemonic);
    let features = *parser.features();
    let name = resolve_alias(gpu, parser, name).to_owned();
    let generation = gpu.features.of(&features);
    let statement = Statement { gpu, generation, name: &name, forced };
    let mut operands = Operands::new();
    let parsers = statement.placed_parsers(parser);
    let is_image = name.starts_with(b"image_") && generation.is_gfx10_plus();
    while !parser.eat(TokenKind::EndOfStatement) {
        let takes_list = is_image && operands.len() == 1;
        let result = statement.parse_operand(parser, &parsers, &mut operands, takes_list);
        if result != Ok(Attempt::Parsed) {
            return Err(statement.operand_error(parser, result, loc));
        }
        parser.eat(TokenKind::Comma);
    }
    if parser.has_pending_errors() {
        return Err(ErrorReported);
    }
    statement.match_and_emit(parser, &operands, loc)
}

/// Returns the mnemonic that another stands for.
fn resolve_alias<'n>(gpu: &'n AmdGpu<'_>, parser: &Parser<'_>, name: &'n [u8]) -> &'n [u8] {
    let tables = &gpu.tables;
    let conditions = parser.match_conditions();
    let mut aliases = tables.mnemonic_aliases(0, name).iter();
    let found = aliases.find(|alias| conditions.hold(tables.alias_required(alias)));
    found.map_or(name, |alias| tables.bytes(alias.to))
}

impl Statement<'_> {
    /// Returns the methods that may parse operands of the forms of the mnemonic, in the order in which they are tried. An
    /// operand moves to the left where optional ones before it are not written.
    fn placed_parsers(&self, parser: &Parser<'_>) -> Vec<PlacedParser> {
        let tables = &self.gpu.tables;
        let conditions = parser.match_conditions();
        let mut found: Vec<PlacedParser> = Vec::new();
        let variants = 0..tables.variants.len();
        for entry in variants.flat_map(|it| tables.match_entries(it, self.name)) {
            if !conditions.hold(tables.required(entry)) {
                continue;
            }
            let mut optional = 0;
            for (number, class) in
                tables.match_class_lists[entry.classes.range()].iter().enumerate()
            {
                let row = &tables.match_classes[class.index()];
                let first = number - optional;
                optional += usize::from(self.gpu.optional_classes[class.index()]);
                let is_keyword =
                    row.kind == match_class_kind::TOKEN && keyword::is_token(tables.text(row.text));
                if row.parser.len == 0 && !is_keyword {
                    continue;
                }
                let places = (u64::MAX >> (63 - (number - first).min(63))) << first.min(63);
                let is_same = |it: &&mut PlacedParser| {
                    let known = &tables.match_classes[it.class.index()];
                    it.class == *class || !is_keyword && known.parser == row.parser
                };
                match found.iter_mut().find(is_same) {
                    Some(known) => {
                        known.places |= places;
                        known.forms += 1;
                    }
                    None => found.push(PlacedParser { places, class: *class, forms: 1 }),
                }
            }
        }
        found
    }

    /// Parses an operand: as the forms say that have it in its place, or else as a register or a constant.
    fn parse_operand<'a>(
        &self,
        parser: &mut Parser<'a>,
        parsers: &[PlacedParser],
        operands: &mut Operands<'a>,
        takes_list: bool,
    ) -> AttemptResult {
        if self.parse_pair_separator(parser, operands)? == Attempt::Parsed {
            return Ok(Attempt::Parsed);
        }
        let place = operands.len().min(63);
        for it in parsers.iter().filter(|it| it.places >> place & 1 != 0) {
            // One that gives up after it has read something goes on there for the next form.
            for _ in 0..it.forms {
                let begin = parser.tok().loc;
                if keyword::parse_class(self, parser, it.class, operands)? == Attempt::Parsed {
                    return Ok(Attempt::Parsed);
                }
                if parser.tok().loc == begin {
                    break;
                }
            }
        }
        if parser.at(TokenKind::EndOfStatement) {
            return Ok(Attempt::NoMatch);
        }
        if takes_list && parser.at(TokenKind::LBrac) {
            return self.parse_address_list(parser, operands);
        }
        operand::parse_register_or_imm(self, parser, operands)
    }

    /// Parses `:: MNEMONIC`, which begins the second of two instructions.
    fn parse_pair_separator<'a>(
        &self,
        parser: &mut Parser<'a>,
        operands: &mut Operands<'a>,
    ) -> AttemptResult {
        let first = parser.tok();
        if !self.generation.has_vopd() || !first.is(TokenKind::Colon) {
            return Ok(Attempt::NoMatch);
        }
        let mut next = [first];
        parser.peek_tokens(&mut next, false);
        if !next[0].is(TokenKind::Colon) {
            return Ok(Attempt::NoMatch);
        }
        parser.lex();
        parser.lex();
        operands.push(ParsedOperand::new(OperandKind::Token(b"::"), first.loc));
        let name = parser.tok();
        if !name.is(TokenKind::Identifier) {
            return Err(parser.error(name.loc, "expected a VOPDY instruction after ::"));
        }
        parser.lex();
        operands.push(ParsedOperand::new(OperandKind::Token(name.text), name.loc));
        Ok(Attempt::Parsed)
    }

    /// Parses `[REGISTER, ...]`, an address in several registers. A list of one is the register.
    fn parse_address_list<'a>(
        &self,
        parser: &mut Parser<'a>,
        operands: &mut Operands<'a>,
    ) -> AttemptResult {
        let open = parser.tok();
        parser.lex();
        let first = operands.len();
        let close = loop {
            let loc = parser.tok().loc;
            if register::parse(self, parser, operands)? == Attempt::NoMatch {
                return Err(parser.error(loc, "expected a register"));
            }
            let close = parser.tok();
            if parser.eat(TokenKind::RBrac) {
                break close;
            }
            parser.expect(TokenKind::Comma, "expected a comma or a closing square bracket")?;
        };
        if operands.len() - first > 1 {
            operands.insert(first, ParsedOperand::new(OperandKind::Token(b"["), open.loc));
            operands.push(ParsedOperand::new(OperandKind::Token(b"]"), close.loc));
        }
        Ok(Attempt::Parsed)
    }

    /// Reports an operand that cannot be read, or that the instruction does not exist, and skips the statement.
    fn operand_error(
        &self,
        parser: &mut Parser<'_>,
        result: AttemptResult,
        loc: Loc,
    ) -> ErrorReported {
        let unsupported = self.report_unsupported(parser, loc);
        let error = match (unsupported, result) {
            (Some(error), _) => error,
            (None, Err(error)) if parser.has_pending_errors() => error,
            (None, Err(_)) => parser.error(parser.tok().loc, "failed parsing operand."),
            (None, Ok(_)) => parser.error(parser.tok().loc, "not a valid operand."),
        };
        // What the lexer cannot read is reported, too.
        while !matches!(parser.tok().kind, TokenKind::EndOfStatement | TokenKind::Eof) {
            parser.lex();
        }
        parser.eat_to_end_of_statement();
        error
    }

    /// Finds the instruction, checks it and emits it.
    fn match_and_emit(
        &self,
        parser: &mut Parser<'_>,
        operands: &Operands<'_>,
        loc: Loc,
    ) -> ParseResult {
        let tables = &self.gpu.tables;
        let matching = Matching {
            gpu: self.gpu,
            generation: self.generation,
            forced: self.forced,
            operands,
            placed: RefCell::default(),
            shortened: Cell::default(),
        };
        let mut inst = Inst::default();
        for &variant in self.forced.variants() {
            let conditions = parser.match_conditions();
            let request = Request { variant, mnemonic: self.name, conditions };
            if self.gpu.matcher.find(tables, &matching, &request, operands, &mut inst) {
                for _ in 0..matching.shortened.get() {
                    parser.warning(loc, SHORTENED);
                }
                validate::validate(&matching, parser, &inst, loc)?;
                parser.emit(inst, loc);
                return Ok(());
            }
        }
        if let Some(error) = self.report_unsupported(parser, loc) {
            return Err(error);
        }
        Err(self.report_mismatch(parser, &matching, operands, loc))
    }

    /// Reports why no form fits: of all variants the most telling reason.
    fn report_mismatch(
        &self,
        parser: &mut Parser<'_>,
        matching: &Matching<'_>,
        operands: &Operands<'_>,
        loc: Loc,
    ) -> ErrorReported {
        let mut at = None;
        for &variant in self.forced.variants() {
            let conditions = parser.match_conditions();
            let request = Request { variant, mnemonic: self.name, conditions };
            let failure = self.gpu.matcher.explain(&self.gpu.tables, matching, &request, operands);
            match failure.mismatch {
                Mismatch::Features(_) => {
                    return parser.error(loc, "operands are not valid for this GPU or mode");
                }
                Mismatch::Mnemonic => {}
                _ => at = failure.operand,
            }
        }
        let Some(at) = at else { return parser.error(loc, "invalid operand for instruction") };
        let Some(operand) = operands.get(at) else {
            return parser.error(loc, "too few operands for instruction");
        };
        let is_separator = |it: Option<&ParsedOperand<'_>>| {
            it.is_some_and(|it| matches!(it.kind, OperandKind::Token(text) if text == b"::"))
        };
        let is_token = matches!(operand.kind, OperandKind::Token(_));
        let before = at.checked_sub(1).and_then(|at| operands.get(at));
        let message = match is_token && is_separator(before) {
            true => "invalid VOPDY instruction",
            false => "invalid operand for instruction",
        };
        parser.error(operand.loc, message)
    }
}
