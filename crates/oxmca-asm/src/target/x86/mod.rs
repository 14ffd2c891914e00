//! x86: 16, 32 and 64 bits.
//!
//! The tables say which instructions there are, how they are written and what becomes of their
//! operands; here is what operands look like, what mnemonics mean beside the tables, and what the
//! simulator must know.

mod directives;
mod encode;
mod flags;
mod match_class;
mod matching;
mod operand;
mod parse;
mod print;
mod registers;
mod render;
mod simulation;
mod syntax;

use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use oxmca_tables::{ImageError, Opcode, Reg, Tables};

use super::{EncodeError, SimulationHints, Target};
use crate::inst::{Expr, Inst};
use crate::lexer::TokenKind;
use crate::matcher::Matcher;
use crate::parser::{ParseResult, Parser};
use crate::printer::{PrintOptions, Printer};
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

pub use flags::prefix;

/// The x86 target.
#[derive(Clone, Copy, Debug)]
pub struct X86;

/// What is gathered once from the tables: operand classes, properties of registers.
struct X86Facts {
    registers: registers::Registers,
    matcher: Matcher<match_class::Predicate, render::Render>,
    printer: Printer<print::Method>,
    is_16_bit: u16,
    is_32_bit: u16,
    is_64_bit: u16,
    is_x32: u16,
}

impl X86Facts {
    fn new(tables: &Tables<'_>) -> X86Facts {
        // Feature bits that the tables lack are bits that no set contains.
        let feature = |constant| tables.feature_bit(constant).unwrap_or(u16::MAX);
        X86Facts {
            registers: registers::Registers::new(tables),
            matcher: Matcher::new(tables),
            printer: Printer::new(tables),
            is_16_bit: feature("Is16Bit"),
            is_32_bit: feature("Is32Bit"),
            is_64_bit: feature("Is64Bit"),
            is_x32: feature("IsX32"),
        }
    }

    /// The facts about `tables`, made when they are first asked for.
    #[inline]
    fn of(tables: &Tables<'_>) -> SharedFacts {
        // Tables are told apart by where they lie and how large they are.
        let strings = tables.strings;
        let key = (strings.as_ptr() as usize, strings.len(), tables.match_classes.len());
        match FIRST_FACTS.get_or_init(|| (key, X86Facts::new(tables))) {
            (of, facts) if *of == key => SharedFacts::First(facts),
            _ => SharedFacts::Other(X86Facts::of_others(tables, key)),
        }
    }

    /// The facts about tables that are not the first ones anybody asked about.
    #[cold]
    fn of_others(tables: &Tables<'_>, key: TablesKey) -> Arc<X86Facts> {
        let mut known = KNOWN_FACTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, facts)) = known.iter().find(|(of, _)| *of == key) {
            return Arc::clone(facts);
        }
        if known.len() == MAX_KNOWN {
            known.remove(0);
        }
        let facts = Arc::new(X86Facts::new(tables));
        known.push((key, Arc::clone(&facts)));
        facts
    }
}

/// Facts that everybody has who asks about the same tables.
enum SharedFacts {
    First(&'static X86Facts),
    Other(Arc<X86Facts>),
}

impl Deref for SharedFacts {
    type Target = X86Facts;

    #[inline]
    fn deref(&self) -> &X86Facts {
        match self {
            SharedFacts::First(facts) => facts,
            SharedFacts::Other(facts) => facts,
        }
    }
}

type TablesKey = (usize, usize, usize);

/// The facts about the tables that anybody asked about first: in most programs there are no others.
static FIRST_FACTS: OnceLock<(TablesKey, X86Facts)> = OnceLock::new();

/// Most tables, beside those, whose facts are kept.
const MAX_KNOWN: usize = 4;

static KNOWN_FACTS: Mutex<Vec<(TablesKey, Arc<X86Facts>)>> = Mutex::new(Vec::new());

impl Target for X86 {
    fn tables(&self) -> Result<Tables<'static>, ImageError> {
        Tables::x86()
    }

    fn syntax(&self, triple: &Triple) -> Syntax {
        syntax::syntax(triple)
    }

    fn mode_features(&self, triple: &Triple) -> &'static [&'static str] {
        syntax::mode_features(triple)
    }

    fn clears_super_registers(&self, subtarget: &Subtarget<'_>, inst: &Inst) -> u64 {
        simulation::clears_super_registers(&X86Facts::of(&subtarget.tables), subtarget, inst)
    }

    fn predicate(&self, name: &str, inst: &Inst) -> bool {
        simulation::predicate(name, inst)
    }

    fn simulation_hints(&self, subtarget: &Subtarget<'_>, opcode: Opcode) -> SimulationHints {
        simulation::simulation_hints(subtarget, opcode)
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        let candidate = parse::plain_text(parser, mnemonic, loc)
            .and_then(|(text, has_names)| parser.candidate(text, has_names, loc));
        let facts = X86Facts::of(&parser.subtarget.tables);
        parse::parse_instruction(&facts, parser, mnemonic, loc)?;
        if let Some(candidate) = candidate
            && parser.target_state == 0
        {
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
        let facts = X86Facts::of(&parser.subtarget.tables);
        directives::parse_directive(&facts, parser, name, loc)
    }

    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        let facts = X86Facts::of(&parser.subtarget.tables);
        parse::parse_register(&facts, parser)
    }

    fn parse_primary_expression(
        &self,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Option<(Expr, Loc)>> {
        let facts;
        match parser.tok().kind {
            TokenKind::Percent => facts = X86Facts::of(&parser.subtarget.tables),
            // Names of registers are in lower case where symbols are possible too.
            TokenKind::Identifier if parser.dialect != 0 => {
                facts = X86Facts::of(&parser.subtarget.tables);
                let name = parser.tok().text;
                let upper = name.iter().any(u8::is_ascii_uppercase);
                if upper || facts.registers.by_name(name).is_none() {
                    return Ok(None);
                }
            }
            _ => return Ok(None),
        }
        parse::parse_register_expression(&facts, parser).map(Some)
    }

    fn encode(
        &self,
        subtarget: &Subtarget<'_>,
        inst: &Inst,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        encode::encode(&X86Facts::of(&subtarget.tables), subtarget, inst, out)
    }

    fn begins_statement(&self, kind: TokenKind) -> bool {
        kind == TokenKind::LCurly
    }

    fn print_register(
        &self,
        subtarget: &Subtarget<'_>,
        reg: Reg,
        options: &PrintOptions,
        out: &mut String,
    ) {
        if options.dialect == 0 {
            out.push('%');
        }
        out.push_str(subtarget.tables.printed_name(reg));
    }

    fn print_inst(
        &self,
        subtarget: &Subtarget<'_>,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    ) {
        print::print_inst(&X86Facts::of(&subtarget.tables), subtarget, inst, options, out);
    }
}
