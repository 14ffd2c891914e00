//! Mips: 32 and 64 bits, in either order of bytes, with microMIPS.
//!
//! The tables say which instructions there are and how they are written. A register that is written as a number may be
//! of any kind: only the form of an instruction tells. The assembler makes several instructions of many, and fills delay
//! slots. Deliberately absent: the instructions of `.cpload`, `.cpsetup` and the like, which llvm-mca does not simulate
//! either, and the conventions other than those of the triple.

mod abi;
mod admission;
mod conditions;
mod decode;
mod decoder_method;
pub mod descriptor;
mod directives;
mod encode;
mod encoder_method;
mod expand;
pub(super) mod known_names;
mod matching;
mod object;
mod opcodes;
mod operand;
mod operand_parser;
mod parse;
mod predicate;
mod print;
mod print_method;
mod registers;
mod render;
mod shown;
mod simulation;
mod specifier;
mod state;
mod syntax;
mod target;
mod template;
mod treatment;

use std::borrow::Cow;

use oxmca_tables::{FeatureSet, Reg, Tables};

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
use state::State;
pub use target::Mips;

impl TargetInfo for Mips<'_> {
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

    fn generic_cpu(&self) -> Option<&'static str> {
        let name = self.triple.as_str().split('-').next().unwrap_or_default();
        let is_revision_6 = name.ends_with("r6") || name.ends_with("r6el");
        let is_wide = self.triple.arch().is_some_and(|it| it.facts().address_bits == 64);
        Some(match (is_wide, is_revision_6) {
            (false, false) => "mips32",
            (false, true) => "mips32r6",
            (true, false) => "mips64",
            (true, true) => "mips64r6",
        })
    }
}

impl TargetAsmParser for Mips<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(State::default())
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
        parse::parse_instruction(self, parser, &mnemonic, loc)?;
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

    fn text_ends(&self, parser: &mut Parser<'_>) {
        parse::emit_slot_at_end(self, parser);
    }
}

impl Target for Mips<'_> {
    // Writes of a part leave the rest of a register.
    fn clears_super_registers(&self, _: &Inst) -> u64 {
        0
    }

    fn predicate(&self, _: &str, _: &Inst) -> bool {
        false
    }

    fn control_flow(&self, inst: &Inst) -> ControlFlow {
        match simulation::control_flow(self, inst) {
            Some(flow) => flow,
            None if self.is_return(inst) => ControlFlow::Leave,
            None if self.is_call(inst) => ControlFlow::Call,
            None => ControlFlow::of_flags(self.tables.instruction(inst.opcode).flags),
        }
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        simulation::is_padding(self, inst)
    }

    fn branch_target(&self, inst: &Inst, value: i64, address: u64, _: u64) -> u64 {
        simulation::branch_target(self, inst, value, address)
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn check_features(&self, features: &FeatureSet) -> Result<(), String> {
        if self.abi != abi::Abi::O32 && features.contains(self.bits.short) {
            return Err("microMIPS64 is not supported".to_owned());
        }
        if self.abi != abi::Abi::O32 && features.contains(self.bits.no_odd) {
            return Err("-mno-odd-spreg requires the O32 ABI".to_owned());
        }
        Ok(())
    }

    fn encode(
        &self,
        subtarget: &Subtarget,
        inst: &Inst,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        encode::encode(self, &subtarget.features, inst, out)
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
