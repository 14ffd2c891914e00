//! SystemZ: IBM's z/Architecture, for ELF.
//!
//! The tables say which instructions there are, how they are written and what becomes of their operands; here is what
//! registers, addresses and targets of branches look like, and the directives `.insn` and `.machine`.
//!
//! Deliberately absent: z/OS with its object files and HLASM, the other dialect of LLVM's assembler.

mod decode;
mod decoder_method;
pub mod descriptor;
mod directives;
mod encode;
mod encoder_method;
pub(super) mod known_names;
mod lenient;
mod matching;
mod object;
mod operand;
mod operand_parser;
mod parse;
mod predicate;
mod print;
mod print_method;
mod registers;
mod render;
mod simulation;
mod specifier;
mod state;
mod syntax;
mod target;

use std::borrow::Cow;

use oxmca_tables::{FeatureSet, Reg, Tables};

use super::{
    ControlFlow, EncodeError, SimulationHints, Target, TargetDescriptor, TargetInfo, TargetState,
    TextStyle,
};
use crate::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use crate::inst::Inst;
use crate::parser::{ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

use descriptor::DESCRIPTOR;
pub use target::SystemZ;

impl TargetInfo for SystemZ<'_> {
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
        &[]
    }

    fn rewrite(&self, statement: &[u8], _: TextStyle) -> Option<Vec<u8>> {
        lenient::rewrite(statement)
    }
}

impl TargetAsmParser for SystemZ<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(state::State::default())
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        if parser.dialect != 0 {
            return Err(parser.error(loc, "the syntax of HLASM is not supported"));
        }
        let candidate = parser.plain_candidate(&parse::WORDS, mnemonic, loc);
        let mnemonic = match mnemonic.iter().any(u8::is_ascii_uppercase) {
            true => Cow::Owned(mnemonic.to_ascii_lowercase()),
            false => Cow::Borrowed(mnemonic),
        };
        let depends_on_place = parse::parse_instruction(self, parser, &mnemonic, loc)?;
        if let Some(candidate) = candidate
            && !depends_on_place
        {
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
}

impl Target for SystemZ<'_> {
    fn clears_super_registers(&self, _: &Inst) -> u64 {
        0
    }

    fn predicate(&self, _: &str, _: &Inst) -> bool {
        false
    }

    fn control_flow(&self, inst: &Inst) -> ControlFlow {
        simulation::control_flow(self, inst)
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        simulation::is_padding(self, inst)
    }

    fn branch_target(&self, _: &Inst, value: i64, address: u64, _: u64) -> u64 {
        address.wrapping_add_signed(value)
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn check_features(&self, _: &FeatureSet) -> Result<(), String> {
        match self.triple.system().starts_with("zos") {
            true => Err("the assembly of z/OS is not supported".to_owned()),
            false => Ok(()),
        }
    }

    fn encode(&self, _: &Subtarget, inst: &Inst, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        encode::encode(self, inst, out)
    }

    fn decode_into(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        _address: u64,
        buffer: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError> {
        decode::decode(self, &subtarget.features, bytes, buffer.restart())
    }

    fn print_inst(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        options: &PrintOptions,
        out: &mut String,
    ) {
        print::print_inst(self, &subtarget.features, inst, options, out);
    }

    fn print_register(&self, reg: Reg, options: &PrintOptions, out: &mut String) {
        self.push_register(reg, options.dialect, out);
    }
}
