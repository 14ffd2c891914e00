//! AMD's graphics processors: the architecture that LLVM calls `amdgcn`.

pub mod descriptor;
pub(super) mod known_names;
mod syntax;

use oxmca_tables::{Opcode, Reg, Tables};

use super::{EncodeError, SimulationHints, Target, TargetDescriptor, TargetInfo, TargetState};
use crate::decoder::{DecodeBuffer, DecodeError, DecodedCode};
use crate::inst::Inst;
use crate::parser::{ErrorReported, ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

use descriptor::DESCRIPTOR;

#[derive(Debug)]
/// The target for one triple.
pub struct AmdGpu<'t> { triple: Triple, tables: Tables<'t>, syntax: Syntax }

impl<'t> AmdGpu<'t> {
    /// Returns the target of a triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> Self { AmdGpu { triple, tables, syntax: syntax::SYNTAX } }
}

#[derive(Debug)]
struct State;
impl TargetState for State { fn is_initial(&self) -> bool { true } }

impl TargetInfo for AmdGpu<'_> {
    fn triple(&self) -> &Triple { &self.triple }
    fn tables(&self) -> &Tables<'_> { &self.tables }
    fn syntax(&self) -> &Syntax { &self.syntax }
    fn descriptor(&self) -> &'static TargetDescriptor { &DESCRIPTOR }
    fn mode_features(&self) -> &'static [&'static str] { &[] }
}
impl TargetAsmParser for AmdGpu<'_> {
    fn new_state(&self) -> Box<dyn TargetState> { Box::new(State) }
    fn parse_instruction<'a>(&self, parser: &mut Parser<'a>, _m: &'a [u8], loc: Loc) -> ParseResult {
        Err(parser.error(loc, "not built yet"))
    }
    fn parse_directive<'a>(&self, _: &mut Parser<'a>, _: &'a [u8], _: Loc) -> ParseResult<bool> { Ok(false) }
    fn parse_register(&self, _: &mut Parser<'_>) -> ParseResult<(Reg, LocRange)> { Err(ErrorReported) }
}
impl Target for AmdGpu<'_> {
    fn clears_super_registers(&self, _: &Inst) -> u64 { 0 }
    fn predicate(&self, _: &str, _: &Inst) -> bool { false }
    fn is_padding(&self, _: &Inst) -> bool { false }
    fn branch_target(&self, _: &Inst, value: i64, _: u64, next: u64) -> u64 { next.wrapping_add_signed(value * 4) }
    fn simulation_hints(&self, _: &Inst) -> SimulationHints { SimulationHints::default() }
    fn hints_depend_on_operands(&self, _: Opcode) -> bool { false }
    fn encode(&self, _: &Subtarget, _: &Inst, _: &mut Vec<u8>) -> Result<(), EncodeError> {
        Err(EncodeError::Incompatible { reason: "machine code of this target is not built yet" })
    }
    fn decode_into(&self, _: &Subtarget, _: &[u8], _: u64, _: &mut DecodeBuffer) -> Result<DecodedCode, DecodeError> {
        Err(DecodeError::Unknown { skip_bytes: 4 })
    }
    fn print_inst(&self, _: &Subtarget, _: &Inst, _: &PrintOptions, _: &mut String) {}
    fn print_register(&self, reg: Reg, _: &PrintOptions, out: &mut String) { out.push_str(self.tables.printed_name(reg)); }
}
