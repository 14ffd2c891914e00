//! Arm's 32-bit architecture: the instruction sets A32 and Thumb, with VFP, NEON and MVE.
//!
//! The tables say which instructions there are, how they are written and what becomes of their operands; here is what
//! mnemonics and operands look like, which instructions are other forms of some, and how blocks of conditional
//! instructions go on.

mod admission;
mod architecture;
mod condition;
mod control_flow;
mod decode;
pub mod descriptor;
mod directives;
mod encode;
mod encoder_method;
mod facts;
mod feature_bits;
mod frame;
mod immediate;
pub(super) mod known_names;
mod matching;
mod matching_context;
mod object;
mod operand;
mod operand_parser;
mod parse;
mod predicate;
mod print;
mod print_method;
mod refusal;
mod registers;
mod render;
mod rendering;
mod rewrite;
mod shift;
mod simulation;
mod state;
mod syntax;
mod target;
mod template;
mod verdict;

use std::borrow::Cow;

use oxmca_tables::{Opcode, Reg, Tables};

use super::{
    ControlFlow, EncodeError, SimulationHints, Target, TargetDescriptor, TargetInfo, TargetState,
};
use crate::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use crate::inst::{Inst, Operand};
use crate::parser::{ErrorReported, ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

use descriptor::DESCRIPTOR;
pub use target::Arm;

impl TargetInfo for Arm<'_> {
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
        descriptor::mode_features(&self.triple)
    }

    fn generic_feature(&self) -> Option<String> {
        let name = self.triple.as_str().split('-').next().unwrap_or_default();
        architecture::feature(&self.tables, name)
    }
}

impl TargetAsmParser for Arm<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(state::State::default())
    }

    fn parse_instruction<'a>(
        &self,
        parser: &mut Parser<'a>,
        mnemonic: &'a [u8],
        loc: Loc,
    ) -> ParseResult {
        let candidate = parser.plain_candidate(&parse::WORDS, mnemonic, loc);
        let mnemonic = match mnemonic.iter().any(u8::is_ascii_uppercase) {
            true => Cow::Owned(mnemonic.to_ascii_lowercase()),
            false => Cow::Borrowed(mnemonic),
        };
        parse::parse_instruction(self, parser, mnemonic, loc)?;
        // One that begins a block changes the state, so that it is not cached.
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
        let tok = parser.tok();
        let reg = parse::parse_register(self, parser, false).ok_or(ErrorReported)?;
        Ok((reg, tok.range()))
    }
}

impl Target for Arm<'_> {
    // Writes of a part leave the rest of a register.
    fn clears_super_registers(&self, _: &Inst) -> u64 {
        0
    }

    fn predicate(&self, name: &str, inst: &Inst) -> bool {
        simulation::predicate(self, name, inst)
    }

    fn control_flow(&self, inst: &Inst) -> ControlFlow {
        control_flow::control_flow(self, inst)
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        let first = inst.operands.first();
        match self.tables.opcode_name(inst.opcode) {
            "HINT" | "tHINT" | "t2HINT" => first.and_then(Operand::imm) == Some(0),
            // What assemblers write where there is no `nop`.
            "MOVr" | "tMOVr" => inst.operands.get(1) == first,
            _ => false,
        }
    }

    fn branch_target(&self, inst: &Inst, value: i64, address: u64, _: u64) -> u64 {
        control_flow::branch_target(&self.tables, inst, value, address)
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn hints_depend_on_operands(&self, _: Opcode) -> bool {
        false
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
        let (context, inst) = buffer.restart_in_context();
        decode::decode(self, &subtarget.features, bytes, context, inst)
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
        out.push_str(self.tables.printed_name(reg));
    }
}
