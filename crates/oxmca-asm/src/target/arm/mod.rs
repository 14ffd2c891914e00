//! Arm's 32-bit architecture: the instruction sets A32 and Thumb, with VFP, NEON and MVE.
//!
//! The tables say which instructions there are, how they are written and what becomes of their operands; here is what
//! mnemonics and operands look like, which instructions are other forms of some, and how blocks of conditional
//! instructions go on. Machine code is deliberately absent so far: neither is it encoded nor decoded.

mod admission;
mod condition;
pub mod descriptor;
mod directives;
mod facts;
mod feature_bits;
mod immediate;
pub(super) mod known_names;
mod matching;
mod matching_context;
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

use super::{EncodeError, SimulationHints, Target, TargetDescriptor, TargetInfo, TargetState};
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
        let mnemonic = match mnemonic.iter().any(u8::is_ascii_uppercase) {
            true => Cow::Owned(mnemonic.to_ascii_lowercase()),
            false => Cow::Borrowed(mnemonic),
        };
        parse::parse_instruction(self, parser, mnemonic, loc)
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

    fn is_padding(&self, inst: &Inst) -> bool {
        let is_nop = matches!(self.tables.opcode_name(inst.opcode), "HINT" | "tHINT" | "t2HINT");
        is_nop && inst.operands.first().and_then(Operand::imm) == Some(0)
    }

    fn branch_target(&self, value: i64, address: u64, next_address: u64) -> u64 {
        // The program counter is two instructions ahead.
        let ahead = next_address.wrapping_sub(address).min(4) * 2;
        let ahead = if self.feature_of_triple_is_thumb() { 4 } else { ahead };
        address.wrapping_add(ahead).wrapping_add_signed(value)
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn hints_depend_on_operands(&self, _: Opcode) -> bool {
        false
    }

    fn encode(&self, _: &Subtarget, _: &Inst, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        Err(EncodeError::Incompatible { reason: "machine code of this target is not known yet" })
    }

    fn decode_into(
        &self,
        _: &Subtarget,
        bytes: &[u8],
        _address: u64,
        _: &mut DecodeBuffer,
    ) -> Result<DecodedCode, DecodeError> {
        Err(DecodeError::Unknown { skip_bytes: bytes.len().min(4) })
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

impl Arm<'_> {
    /// Returns whether the triple is one of Thumb's.
    fn feature_of_triple_is_thumb(&self) -> bool {
        self.triple.arch().is_some_and(|arch| arch.canonical().starts_with("thumb"))
    }
}
