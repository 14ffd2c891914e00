//! RISC-V: 32 and 64 bits.
//!
//! The tables say which instructions there are, how they are written and compressed, and what becomes of
//! their operands; here is what operands look like, what instructions stand for several others, and what
//! directives change.

mod arch;
mod capability_length;
mod constant;
mod decode;
mod decoder_method;
pub mod descriptor;
mod diagnostic;
mod directives;
mod encode;
mod hardware;
pub(crate) mod host;
mod immediate;
mod index_widths;
pub(super) mod known_names;
mod lenient;
mod load_fp;
mod matching;
mod object;
mod operand;
mod operand_parser;
mod operand_type;
mod parse;
mod predicate;
mod print;
mod print_method;
mod register_list;
mod registers;
mod render;
mod simulation;
mod specifier;
mod state;
mod syntax;
mod system_registers;
mod target;
mod validity;
mod variants;
mod vtype;

use std::borrow::Cow;

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{FeatureSet, Reg, SchedClassId, Tables};

use super::{
    Arithmetic, ControlFlow, EncodeError, HardwareFacts, HardwareRegisters, InstrumentState,
    InstrumentSupport, ScalableFacts, SimulationHints, Target, TargetDescriptor, TargetInfo,
    TargetState, Variants,
};
use crate::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use crate::inst::{Expr, Inst, Operand};
use crate::parser::{ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::region::Instrument;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

use descriptor::DESCRIPTOR;
pub use target::RiscV;

impl TargetInfo for RiscV<'_> {
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
        self.feature_bits.complete(features);
    }
}

impl TargetAsmParser for RiscV<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(state::State::default())
    }

    fn has_instruments_of_insts(&self) -> bool {
        true
    }

    fn begin_instruments(&self, inst: &Inst, begin: &mut dyn FnMut(&[u8], &[u8])) {
        simulation::begin_instruments(self, inst, begin);
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

    fn instrument(&self, kind: &[u8], data: &[u8]) -> InstrumentSupport {
        simulation::instrument(kind, data)
    }

    fn parse_data_expression(&self, parser: &mut Parser<'_>) -> ParseResult<(Expr, Loc)> {
        parse::parse_data_expression(parser)
    }
}

impl Target for RiscV<'_> {
    fn variants(&self) -> Option<&dyn Variants> {
        Some(self)
    }

    fn hardware_facts(&self, inst: &Inst, _: &[u8]) -> Option<HardwareFacts> {
        Some(hardware::facts(self, inst, InstrumentState::default()))
    }

    fn hardware_facts_in(
        &self,
        inst: &Inst,
        _: &[u8],
        state: InstrumentState,
    ) -> Option<HardwareFacts> {
        Some(hardware::facts(self, inst, state))
    }

    fn instrument_state(&self, instruments: &[&Instrument]) -> InstrumentState {
        hardware::instrument_state(simulation::vector_type(instruments))
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

    fn vector_bits(&self, subtarget: &Subtarget) -> Option<u16> {
        let bits = self.tables.cpus[subtarget.cpu.index()].vector_bits;
        // Programs that ask for longer vectors are for another processor.
        let longer = self.tables.feature_named(&format!("zvl{}b", 2 * u32::from(bits)));
        let is_longer = longer.is_some_and(|it| subtarget.features.contains(it.bit));
        (bits > 0 && !is_longer).then_some(bits)
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
        let zero = Operand::Reg(self.registers.x0);
        match self.tables.opcode_name(inst.opcode) {
            "C_NOP" | "C_UNIMP" => true,
            "ADDI" => inst.operands[..] == [zero.clone(), zero, Operand::Imm(0)],
            _ => false,
        }
    }

    fn branch_target(&self, _: &Inst, value: i64, address: u64, _: u64) -> u64 {
        address.wrapping_add_signed(value)
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn is_call(&self, inst: &Inst) -> bool {
        let flags = self.tables.instruction(inst.opcode).flags;
        flags & instr_flag::CALL != 0 || simulation::is_linking_jump(self, inst)
    }

    fn is_return(&self, inst: &Inst) -> bool {
        let flags = self.tables.instruction(inst.opcode).flags;
        flags & instr_flag::RETURN != 0 || simulation::is_return_jump(self, inst)
    }

    fn sched_class(&self, inst: &Inst, instruments: &[&Instrument]) -> Option<SchedClassId> {
        simulation::sched_class(self, inst, instruments)
    }

    fn check_instruments(
        &self,
        inst: &Inst,
        instruments: &[&Instrument],
    ) -> Result<(), &'static str> {
        simulation::check_instruments(self, inst, instruments)
    }

    fn check_features(&self, features: &FeatureSet) -> Result<(), String> {
        validity::check_features(self, features)
    }

    fn check_simulated_features(&self, features: &FeatureSet) -> Result<(), String> {
        validity::check_width(self, features)
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
