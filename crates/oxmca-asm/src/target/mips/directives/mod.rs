//! Directives that only Mips has.

mod function;
mod module;
mod set;

use super::operand::WrittenRegister;
use super::parse::{Attempt, Reading};
use super::state::State;
use super::syntax::NEAR_GLOBAL_POINTER;
use super::target::Mips;
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser, StatementName};
use crate::sections::SectionRequest;
use crate::source::Loc;

const EXPECTED_END: &str = "unexpected token, expected end of statement";

/// Parses a directive and says whether it is one of Mips'. As in LLVM, the end of the statement may be left.
pub(super) fn parse_directive<'a>(
    mips: &Mips<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
    loc: Loc,
) -> ParseResult<bool> {
    let mut directive = Directive { mips, parser, loc };
    match name {
        b".set" => directive.parse_set()?,
        b".module" => directive.parse_module()?,
        b".llvm_internal_mips_reallow_module_directive" => {
            directive.expect_end()?;
            directive.state().has_code = false;
            directive.parser.lex();
        }
        b".cpadd" => directive.parse_cpadd()?,
        b".cpload" => directive.parse_cpload()?,
        b".cplocal" => directive.parse_cplocal()?,
        b".cprestore" => directive.parse_cprestore()?,
        b".cpsetup" => directive.parse_cpsetup()?,
        b".cpreturn" => directive.state().has_code = true,
        b".ent" => directive.parse_ent()?,
        b".end" => directive.parse_end()?,
        b".frame" => directive.parse_frame()?,
        b".mask" | b".fmask" => directive.parse_mask()?,
        b".nan" => match parser.tok().text {
            b"2008" | b"legacy" => {
                parser.lex();
            }
            _ => return Err(parser.token_error("invalid option in .nan directive")),
        },
        b".gpword" | b".gpdword" | b".dtprelword" | b".dtpreldword" | b".tprelword"
        | b".tpreldword" => {
            parser.parse_expression()?;
            parser.expect(TokenKind::EndOfStatement, "expected newline")?;
        }
        b".option" => directive.parse_option()?,
        b".abicalls" => directive.expect_end()?,
        b".insn" => {
            directive.expect_end()?;
            directive.state().has_code = true;
            directive.parser.lex();
        }
        b".asciiz" => parser.parse_ascii(StatementName { name: b".asciz", loc }, false)?,
        b".rdata" => directive.switch_section(b".rodata", PROGRAM_BITS, ALLOCATED)?,
        b".sbss" => directive.switch_section(name, NO_BITS, NEAR)?,
        b".sdata" => directive.switch_section(name, PROGRAM_BITS, NEAR)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// `SHT_PROGBITS`
const PROGRAM_BITS: u32 = 1;
/// `SHT_NOBITS`
const NO_BITS: u32 = 8;
/// `SHF_ALLOC`
const ALLOCATED: u32 = 2;
/// `SHF_WRITE | SHF_ALLOC | SHF_MIPS_GPREL`
const NEAR: u32 = 3 | NEAR_GLOBAL_POINTER;

/// A directive that is being read.
struct Directive<'d, 'a> {
    mips: &'d Mips<'d>,
    parser: &'d mut Parser<'a>,
    loc: Loc,
}

impl Directive<'_, '_> {
    /// Returns the state between statements.
    fn state(&mut self) -> &mut State {
        match self.parser.target_state.get_mut::<State>() {
            Some(state) => state,
            None => unreachable!("parsers of this target have its state"),
        }
    }

    /// Reports an error unless the statement ends here.
    fn expect_end(&mut self) -> ParseResult {
        match self.parser.at(TokenKind::EndOfStatement) {
            true => Ok(()),
            false => Err(self.parser.token_error(EXPECTED_END)),
        }
    }

    /// Parses a register.
    fn parse_register(&mut self, message: &'static str) -> ParseResult<(WrittenRegister, Loc)> {
        let mut reading = Reading::new(self.mips, b"");
        match reading.parse_register(self.parser) {
            Some((register, loc)) => Ok((register, loc)),
            None => Err(self.parser.token_error(message)),
        }
    }

    /// Parses a general register.
    fn parse_general(
        &mut self,
        message: &'static str,
        other: &'static str,
    ) -> ParseResult<(u32, Loc)> {
        let (register, loc) = self.parse_register(message)?;
        match register.is_general() {
            true => Ok((register.number, loc)),
            false => Err(self.parser.error(loc, other)),
        }
    }

    /// Warns if a register is the assembler's own.
    fn note_general(&mut self, number: u32, loc: Loc) {
        if number != 0 && self.state().choices.own_register == number {
            let message = format!("used $at (currently ${number}) without \".set noat\"");
            self.parser.warning(loc, message);
        }
    }

    /// Parses a constant.
    fn parse_constant(&mut self, missing: &'static str, unknown: &'static str) -> ParseResult<i64> {
        let Ok((expr, _)) = self.parser.parse_expression() else {
            return Err(self.parser.token_error(missing));
        };
        match self.parser.evaluate(&expr) {
            Some(value) => Ok(value),
            None => Err(self.parser.token_error(unknown)),
        }
    }

    /// Goes past a comma.
    fn expect_comma(&mut self) -> ParseResult {
        match self.parser.eat(TokenKind::Comma) {
            true => Ok(()),
            false => Err(self.parser.token_error("unexpected token, expected comma")),
        }
    }

    /// Parses `.option pic0` and the like.
    fn parse_option(&mut self) -> ParseResult {
        if !self.parser.at(TokenKind::Identifier) {
            return Err(self.parser.token_error("unexpected token, expected identifier"));
        }
        let is_independent = match self.parser.tok().text {
            b"pic0" => false,
            b"pic2" => true,
            _ => {
                let loc = self.parser.tok().loc;
                self.parser.warning(loc, "unknown option, expected 'pic0' or 'pic2'");
                self.parser.eat_to_end_of_statement();
                return Ok(());
            }
        };
        self.state().is_position_independent = is_independent;
        self.parser.lex();
        self.expect_end()
    }

    fn switch_section(&mut self, name: &[u8], kind: u32, flags: u32) -> ParseResult {
        self.expect_end()?;
        let request = SectionRequest::plain(name, kind, flags);
        let section = self.parser.elf_section(&request);
        self.parser.enter_section(section, 0);
        self.parser.lex();
        Ok(())
    }
}

impl Reading<'_> {
    /// Parses a register, and returns its place.
    fn parse_register(&mut self, parser: &mut Parser<'_>) -> Option<(WrittenRegister, Loc)> {
        if self.parse_any_register(parser) == Attempt::NoMatch {
            return None;
        }
        let operand = self.operands.pop()?;
        Some((*operand.register()?, operand.loc))
    }
}
