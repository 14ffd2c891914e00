//! x86: 16, 32 and 64 bits.
//!
//! The tables say which instructions there are, how they are written and what becomes of their
//! operands; here is what operands look like, what mnemonics mean beside the tables, and what the
//! simulator must know.

mod decode;
pub mod descriptor;
mod directives;
mod encode;
mod flags;
mod hardware;
pub mod host;
pub(super) mod known_names;
mod lenient;
mod match_class;
mod matching;
mod object;
mod operand;
mod parse;
mod print;
mod pseudo_prefixes;
mod registers;
mod render;
mod simulation;
mod syntax;
mod target;
mod unwind;
mod variants;

use descriptor::DESCRIPTOR;
pub use flags::prefix;
pub use target::X86;

use oxmca_tables::{Reg, Tables};

use super::{
    Arithmetic, EncodeError, HardwareFacts, HardwareRegisters, SimulationHints, Target,
    TargetDescriptor, TargetInfo, TargetState, TextStyle, Variants,
};
use crate::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use crate::inst::{Expr, Inst, Operand};
use crate::lexer::TokenKind;
use crate::parser::{ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

impl TargetInfo for X86<'_> {
    fn triple(&self) -> &Triple {
        &self.triple
    }

    fn tables(&self) -> &Tables<'_> {
        &self.tables
    }

    fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    fn descriptor(&self) -> &'static TargetDescriptor {
        &DESCRIPTOR
    }

    fn mode_features(&self) -> &'static [&'static str] {
        syntax::mode_features(&self.triple)
    }

    fn dialect_of(&self, statement: &[u8]) -> Option<usize> {
        lenient::dialect_of(statement)
    }

    fn rewrite(&self, statement: &[u8], style: TextStyle) -> Option<Vec<u8>> {
        lenient::rewrite(statement, style)
    }
}

impl TargetAsmParser for X86<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(parse::State::default())
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        let candidate = match parser.dialect {
            0 => parser.plain_candidate(&parse::WORDS, mnemonic, loc),
            _ => None,
        };
        parse::parse_instruction(self, parser, mnemonic, loc)?;
        if let Some(candidate) = candidate {
            parser.cache_statement(&candidate);
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

    fn begins_statement(&self, kind: TokenKind) -> bool {
        kind == TokenKind::LCurly
    }
}

impl Target for X86<'_> {
    fn variants(&self) -> Option<&dyn Variants> {
        Some(self)
    }

    fn hardware_facts(&self, inst: &Inst, code: &[u8]) -> Option<HardwareFacts> {
        Some(hardware::facts(self, inst, code))
    }

    fn arithmetic(&self, inst: &Inst) -> Option<Arithmetic> {
        hardware::arithmetic(self, inst)
    }

    fn is_register_tuple(&self, reg: Reg) -> bool {
        hardware::is_tuple(&self.tables, reg)
    }

    fn hardware_registers(&self) -> HardwareRegisters {
        hardware::registers(&self.tables)
    }

    fn is_control_register(&self, reg: Reg) -> bool {
        hardware::is_control_register(&self.tables, reg)
    }

    fn clears_super_registers(&self, inst: &Inst) -> u64 {
        simulation::clears_super_registers(self, inst)
    }

    fn predicate(&self, name: &str, inst: &Inst) -> bool {
        simulation::predicate(name, inst)
    }

    fn flags_of_next(&self, inst: &Inst) -> u32 {
        match self.tables.opcode_name(inst.opcode) {
            "LOCK_PREFIX" => prefix::LOCK,
            _ => 0,
        }
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        let name = self.tables.opcode_name(inst.opcode);
        let is_ax =
            || inst.operands.first().and_then(Operand::reg) == self.registers.by_name(b"ax");
        name.starts_with("NOOP") || name == "INT3" || name == "XCHG16ar" && is_ax()
    }

    fn branch_target(&self, _: &Inst, value: i64, _: u64, next_address: u64) -> u64 {
        next_address.wrapping_add_signed(value)
    }

    fn simulation_hints(&self, inst: &Inst) -> SimulationHints {
        simulation::simulation_hints(&self.tables, inst.opcode)
    }

    fn encode(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        encode::encode(self, subtarget, inst, out)
    }

    fn decode_into(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        _address: u64,
        buffer: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError> {
        decode::decode(self, subtarget, bytes, buffer.restart())
    }

    fn distance_base(&self, address: u64, length_bytes: usize) -> u64 {
        address.wrapping_add(length_bytes as u64)
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
