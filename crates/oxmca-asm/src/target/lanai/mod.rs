//! Lanai, for ELF.
//!
//! The tables say which instructions there are, how they are written and what becomes of their operands; here is what
//! conditions in mnemonics, registers and addresses look like.

mod alu;
mod condition;
mod decode;
mod decoder_method;
pub mod descriptor;
mod encode;
mod encoder_method;
pub(super) mod known_names;
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
mod syntax;
mod target;

use std::borrow::Cow;

use oxmca_tables::{Reg, Tables};

use super::info::NoState;
use super::{
    ControlFlow, EncodeError, SimulationHints, Target, TargetDescriptor, TargetInfo, TargetState,
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
pub use target::Lanai;

impl TargetInfo for Lanai<'_> {
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
}

impl TargetAsmParser for Lanai<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(NoState)
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        let mnemonic = match mnemonic.iter().any(u8::is_ascii_uppercase) {
            true => Cow::Owned(mnemonic.to_ascii_lowercase()),
            false => Cow::Borrowed(mnemonic),
        };
        parse::parse_instruction(self, parser, &mnemonic, loc)
    }

    fn parse_directive<'a>(&self, _: &mut Parser<'a>, _: &'a [u8], _: Loc) -> ParseResult<bool> {
        Ok(false)
    }

    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        parse::parse_register(self, parser)
    }
}

impl Target for Lanai<'_> {
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
        self.tables.opcode_name(inst.opcode) == "NOP"
    }

    fn relative_operand(&self, inst: &Inst) -> Option<usize> {
        simulation::target_operand(self, inst)
    }

    /// Branches name addresses, not distances.
    fn branch_target(&self, _: &Inst, value: i64, _: u64, _: u64) -> u64 {
        value as u64
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
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

    fn print_register(&self, reg: Reg, _: &PrintOptions, out: &mut String) {
        self.push_register(reg, out);
    }
}
