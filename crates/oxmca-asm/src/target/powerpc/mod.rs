//! PowerPC: 32 and 64 bits, in either order of bytes.
//!
//! The tables say which instructions there are and how they are written. Operands are numbers, also registers: only the
//! form of an instruction tells what a number stands for. No form asks for a feature. Deliberately absent: AIX, whose
//! object files and texts differ.

mod branches;
mod decode;
mod decoder_method;
pub mod descriptor;
mod directives;
mod encode;
mod encoder_method;
mod extended;
mod host;
pub(super) mod known_names;
mod matching;
mod negative;
mod object;
mod operand;
mod padding;
mod parse;
mod predicate;
mod print;
mod print_method;
mod registers;
mod render;
mod special;
mod specifier;
mod syntax;
mod target;

use std::borrow::Cow;

use oxmca_tables::{FeatureSet, Reg, Tables};

use super::info::NoState;
use super::{
    ControlFlow, DecodeContext, EncodeError, SimulationHints, Target, TargetDescriptor, TargetInfo,
    TargetState,
};
use crate::decoder::{DecodeBuffer, DecodeError, Decoded, DecodedCode};
use crate::inst::{Expr, Inst, SpecifierNotation};
use crate::parser::{ParseResult, Parser, TargetAsmParser};
use crate::printer::PrintOptions;
use crate::source::{Loc, LocRange};
use crate::subtarget::Subtarget;
use crate::syntax::Syntax;
use crate::triple::Triple;

use descriptor::DESCRIPTOR;
pub use target::PowerPc;

impl TargetInfo for PowerPc<'_> {
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

impl TargetAsmParser for PowerPc<'_> {
    fn new_state(&self) -> Box<dyn TargetState> {
        Box::new(NoState)
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
        let has_warning = parse::parse_instruction(self, parser, &mnemonic, loc)?;
        if let Some(candidate) = candidate.filter(|_| !has_warning) {
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

    fn apply_specifier(&self, expr: &Expr, name: &'static str) -> Option<Expr> {
        if matches!(expr, Expr::Constant(_)) && !specifier::selects_bits(name) {
            return None;
        }
        Some(Expr::Specifier {
            notation: SpecifierNotation::At,
            name: name.into(),
            operand: Box::new(expr.clone()),
        })
    }
}

impl Target for PowerPc<'_> {
    // Writes of a part leave the rest of a register.
    fn clears_super_registers(&self, _: &Inst) -> u64 {
        0
    }

    fn predicate(&self, _: &str, _: &Inst) -> bool {
        false
    }

    fn control_flow(&self, inst: &Inst) -> ControlFlow {
        branches::control_flow(self, inst)
    }

    fn is_padding(&self, inst: &Inst) -> bool {
        padding::is_padding(self, inst)
    }

    fn branch_target(&self, inst: &Inst, value: i64, address: u64, _: u64) -> u64 {
        branches::branch_target(self, inst, value, address)
    }

    fn simulation_hints(&self, _: &Inst) -> SimulationHints {
        SimulationHints::default()
    }

    fn check_features(&self, _: &FeatureSet) -> Result<(), String> {
        match self.is_aix() {
            true => Err("assembly for AIX is not supported".to_owned()),
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

    fn decode_as_written(
        &self,
        subtarget: &Subtarget,
        bytes: &[u8],
        address: u64,
        context: &mut DecodeContext,
    ) -> Result<Decoded, DecodeError> {
        let mut decoded = self.decode_in(subtarget, bytes, address, context)?;
        branches::state_predicate(self, &mut decoded.inst);
        Ok(decoded)
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
