//! AMD's graphics processors: the architecture that LLVM calls `amdgcn`.
//!
//! The tables say which instructions there are and how they are written; here is what operands look like, how those of the
//! many forms that share a mnemonic become machine operands, what instructions wait for, and their machine code.

mod cache_policy;
mod convert;
mod decode;
mod decoder_method;
pub mod descriptor;
mod directives;
mod encode;
mod encoder_method;
mod expression;
mod flag;
mod forced;
mod format;
mod generation;
mod immediate;
mod inline_code;
pub(super) mod known_names;
mod match_target;
mod matching;
mod modes;
mod named_numbers;
mod names;
mod object;
mod operand;
mod operand_type;
mod parse;
mod predicate;
mod print;
mod print_method;
mod register_counts;
mod registers;
mod render;
mod shown_suffix;
mod simulation;
mod special_classes;
mod state;
mod swizzle;
mod syntax;
mod target;
mod validate;
mod version;
mod wait;
mod wide_lanes;

use std::borrow::Cow;
use std::sync::Arc;

use oxmca_tables::{FeatureSet, Opcode, Reg, Tables};

use super::{
    EncodeError, HazardCheck, SimulationHints, Target, TargetDescriptor, TargetInfo, TargetState,
    Wave,
};
use crate::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use crate::inst::{Expr, Inst, Operand};
use crate::parser::{ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

use descriptor::DESCRIPTOR;
pub use target::AmdGpu;

impl TargetInfo for AmdGpu<'_> {
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

    fn complete_features(&self, features: &mut FeatureSet) {
        self.features.complete(features);
    }
}

impl TargetAsmParser for AmdGpu<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(state::State::default())
    }

    fn text_begins(&self, parser: &mut Parser<'_>) {
        modes::warn(self, parser);
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

    fn parse_directive<'a>(
        &self,
        parser: &mut Parser<'a>,
        name: &'a [u8],
        _: Loc,
    ) -> ParseResult<bool> {
        directives::parse_directive(self, parser, name)
    }

    fn parse_primary_expression(
        &self,
        parser: &mut Parser<'_>,
    ) -> ParseResult<Option<(Expr, Loc)>> {
        expression::parse_primary(self, parser)
    }

    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        parse::parse_register(self, parser)
    }
}

impl Target for AmdGpu<'_> {
    // Writes of a part leave the rest of a register.
    fn clears_super_registers(&self, _: &Inst) -> u64 {
        0
    }

    fn predicate(&self, _: &str, _: &Inst) -> bool {
        false
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        let name = self.tables.opcode_name(inst.opcode);
        name.starts_with("S_CODE_END") || name.starts_with("S_NOP_")
    }

    // Distances are in words, from the next instruction.
    fn branch_target(&self, _: &Inst, value: i64, _: u64, next_address: u64) -> u64 {
        next_address.wrapping_add_signed((value as i16 as i64).wrapping_mul(4))
    }

    fn relative_operand(&self, inst: &Inst) -> Option<usize> {
        let is_branch = self.tables.instruction(inst.opcode).flags
            & oxmca_tables::schema::instr_flag::BRANCH
            != 0;
        let first = inst.operands.first().filter(|_| is_branch)?;
        (!matches!(first, Operand::Reg(_))).then_some(0)
    }

    fn wave(&self, subtarget: &Subtarget, insts: &[Inst]) -> Option<Wave> {
        Some(simulation::wave(self, self.features.of(&subtarget.features), insts))
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn hints_depend_on_operands(&self, _: Opcode) -> bool {
        false
    }

    fn hazard_check(&self, subtarget: &Subtarget, insts: &[Inst]) -> Option<Arc<dyn HazardCheck>> {
        simulation::hazard_check(self, self.features.of(&subtarget.features), insts)
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

    fn print_inst(&self, subtarget: &Subtarget, inst: &Inst, _: &PrintOptions, out: &mut String) {
        print::print_inst(self, &subtarget.features, inst, out);
    }

    fn print_register(&self, reg: Reg, _: &PrintOptions, out: &mut String) {
        out.push_str(self.tables.printed_name(reg));
    }
}
