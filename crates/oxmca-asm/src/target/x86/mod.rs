//! x86: 16, 32 and 64 bits.
//!
//! The tables say which instructions there are, how they are written and what becomes of their
//! operands; here is what operands look like, what mnemonics mean beside the tables, and what the
//! simulator must know.

mod directives;
mod encode;
mod flags;
pub mod host;
mod match_class;
mod matching;
mod operand;
mod parse;
mod print;
mod registers;
mod render;
mod simulation;
mod syntax;

use oxmca_tables::{Reg, Tables};

use super::{EncodeError, SimulationHints, Target, TargetState};
use crate::inst::{Expr, Inst};
use crate::lexer::TokenKind;
use crate::matcher::Matcher;
use crate::parser::{ParseResult, Parser};
use crate::printer::{PrintOptions, Printer};
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::{Dialect, Syntax};
use crate::triple::Triple;

pub use flags::prefix;

/// The x86 target for one triple.
#[derive(Debug)]
pub struct X86<'t> {
    triple: Triple,
    tables: Tables<'t>,
    syntax: Syntax,
    registers: registers::Registers,
    matcher: Matcher<match_class::Predicate, render::Render>,
    printer: Printer<print::Method>,
    is_16_bit: u16,
    is_32_bit: u16,
    is_64_bit: u16,
    is_x32: u16,
}

impl<'t> X86<'t> {
    /// Dialects in LLVM's order.
    pub const DIALECTS: &'static [Dialect] = &[Dialect::Att, Dialect::Intel];

    /// The target of an x86 triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> X86<'t> {
        // Features that the tables lack get a bit that no set contains.
        let feature = |constant| tables.feature_bit(constant).unwrap_or(u16::MAX);
        X86 {
            syntax: syntax::syntax(&triple),
            triple,
            registers: registers::Registers::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            is_16_bit: feature("Is16Bit"),
            is_32_bit: feature("Is32Bit"),
            is_64_bit: feature("Is64Bit"),
            is_x32: feature("IsX32"),
            tables,
        }
    }
}

impl Target for X86<'_> {
    fn triple(&self) -> &Triple {
        &self.triple
    }

    fn tables(&self) -> &Tables<'_> {
        &self.tables
    }

    fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    fn dialects(&self) -> &'static [Dialect] {
        Self::DIALECTS
    }

    fn mode_features(&self) -> &'static [&'static str] {
        syntax::mode_features(&self.triple)
    }

    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(parse::State::default())
    }

    fn clears_super_registers(&self, inst: &Inst) -> u64 {
        simulation::clears_super_registers(self, inst)
    }

    fn predicate(&self, name: &str, inst: &Inst) -> bool {
        simulation::predicate(name, inst)
    }

    fn simulation_hints(&self, inst: &Inst) -> SimulationHints {
        simulation::simulation_hints(&self.tables, inst.opcode)
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        let candidate = parse::plain_text(parser, mnemonic, loc)
            .and_then(|(text, has_names)| parser.candidate(text, has_names, loc));
        parse::parse_instruction(self, parser, mnemonic, loc)?;
        if let Some(candidate) = candidate {
            parser.remember(&candidate);
        }
        Ok(())
    }

    fn parse_directive<'a>(
        &self,
        parser: &mut Parser<'a>,
        name: &'a [u8],
        loc: Loc,
    ) -> ParseResult<bool> {
        directives::parse_directive(self, parser, name, loc)
    }

    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        parse::parse_register(self, parser)
    }

    fn parse_primary_expression(
        &self,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Option<(Expr, Loc)>> {
        match parser.tok().kind {
            TokenKind::Percent => {}
            // Names of registers are in lower case where symbols are possible too.
            TokenKind::Identifier if parser.dialect != 0 => {
                let name = parser.tok().text;
                let upper = name.iter().any(u8::is_ascii_uppercase);
                if upper || self.registers.by_name(name).is_none() {
                    return Ok(None);
                }
            }
            _ => return Ok(None),
        }
        parse::parse_register_expression(self, parser).map(Some)
    }

    fn encode(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        encode::encode(self, subtarget, inst, out)
    }

    fn begins_statement(&self, kind: TokenKind) -> bool {
        kind == TokenKind::LCurly
    }

    fn print_register(&self, reg: Reg, options: &PrintOptions, out: &mut String) {
        if options.dialect == 0 {
            out.push('%');
        }
        out.push_str(self.tables.printed_name(reg));
    }

    fn print_inst(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    ) {
        print::print_inst(self, subtarget, inst, options, out);
    }
}
