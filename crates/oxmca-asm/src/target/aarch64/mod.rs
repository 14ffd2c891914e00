//! AArch64: ELF, Mach-O and COFF, in the dialects of Arm and of Apple.
//!
//! The tables say which instructions there are, how they are written and what becomes of their operands; here is
//! what operands look like, which instructions are other names of some, and what directives change.

mod build_attributes;
mod condition;
mod decode;
mod decoder_method;
pub mod descriptor;
mod directives;
mod encode;
mod encoder_method;
mod extensions;
mod feature_bits;
mod float_immediate;
mod hardware;
pub(crate) mod host;
pub(super) mod known_names;
mod lenient;
mod logical_immediate;
mod matching;
mod movprfx;
mod named_operands;
mod object;
mod operand;
mod operand_parser;
mod packed;
mod parse;
mod predicate;
mod print;
mod print_method;
mod registers;
mod render;
mod shift;
mod simulated_classes;
mod simulation;
mod specifier;
mod state;
mod symbol;
mod syntax;
mod system_registers;
mod target;
mod template;
mod variants;
mod verdict;

use std::borrow::Cow;

use oxmca_tables::{FeatureSet, Opcode, Reg, Tables};

use super::{
    Arithmetic, EncodeError, HardwareFacts, HardwareRegisters, ScalableFacts, SimulationHints,
    Target, TargetDescriptor, TargetInfo, TargetState, Variants,
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
pub use target::AArch64;

impl TargetInfo for AArch64<'_> {
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

    fn default_dialect(&self) -> usize {
        let dialect = if self.syntax.darwin { descriptor::APPLE } else { descriptor::GENERIC };
        DESCRIPTOR.dialects.iter().position(|it| *it == dialect).unwrap_or_default()
    }

    fn mode_features(&self) -> &'static [&'static str] {
        &[]
    }

    fn feature_warning(&self, features: &FeatureSet) -> Option<&'static str> {
        self.feature_bits.has_streaming_schedule(features).then_some(
            "AArch64 streaming SVE scheduling is enabled via '-mattr=+mca-streaming-sched'; llvm-mca results are \
             approximate.",
        )
    }
}

impl TargetAsmParser for AArch64<'_> {
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

    fn parse_data_expression(&self, parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
        directives::parse_data_expression(parser)
    }

    fn parse_register(&self, parser: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> {
        parse::parse_register(self, parser)
    }
}

impl Target for AArch64<'_> {
    fn variants(&self) -> Option<&dyn Variants> {
        Some(self)
    }

    fn hardware_facts(&self, inst: &Inst, _: &[u8]) -> Option<HardwareFacts> {
        Some(hardware::facts(self, inst))
    }

    fn arithmetic(&self, inst: &Inst) -> Option<Arithmetic> {
        hardware::arithmetic(self, inst)
    }

    fn scalable_facts(&self, inst: &Inst) -> Option<ScalableFacts> {
        hardware::scalable_facts(self, inst)
    }

    fn granule_bytes(&self) -> Option<u16> {
        Some(hardware::GRANULE_BYTES)
    }

    fn is_register_tuple(&self, reg: Reg) -> bool {
        hardware::is_tuple(&self.tables, reg)
    }

    fn is_control_register(&self, reg: Reg) -> bool {
        hardware::is_control_register(&self.tables, reg)
    }

    fn hardware_registers(&self) -> HardwareRegisters {
        hardware::registers(&self.tables)
    }

    fn clears_super_registers(&self, inst: &Inst) -> u64 {
        simulation::clears_super_registers(self, inst)
    }

    fn predicate(&self, name: &str, inst: &Inst) -> bool {
        simulation::predicate(self, name, inst)
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        match self.tables.opcode_name(inst.opcode) {
            "NOP" => true,
            "HINT" | "UDF" => inst.operands.first().and_then(Operand::imm) == Some(0),
            _ => false,
        }
    }

    fn branch_target(&self, _: &Inst, value: i64, address: u64, _: u64) -> u64 {
        const UNIT_BYTES: i64 = 4;
        address.wrapping_add_signed(value.wrapping_mul(UNIT_BYTES))
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
        decode::decode(self, subtarget, bytes, buffer.restart())
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
