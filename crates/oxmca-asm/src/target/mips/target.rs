//! The Mips target of one triple: what it looked up once.

use std::sync::OnceLock;

use oxmca_tables::{FeatureSet, Tables, schema};

use super::abi::Abi;
use super::conditions::Conditions;
use super::decoder_method::DecoderMethod;
use super::opcodes::Opcodes;
use super::operand_parser::OperandParser;
use super::predicate::Predicate;
use super::print_method::Method;
use super::registers::Registers;
use super::render::Render;
use super::shown::Special;
use super::state::FeatureBits;
use super::syntax;
use super::treatment::Treatments;
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The Mips target for one triple.
#[derive(Debug)]
pub struct Mips<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) abi: Abi,
    pub(super) syntax: Syntax,
    pub(super) registers: Registers,
    pub(super) bits: FeatureBits,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    pub(super) operand_parsers: MethodTable<OperandParser>,
    pub(super) decoder_methods: MethodTable<DecoderMethod>,
    /// Instructions that are shown in a way of their own, by opcode.
    pub(super) special: OnceLock<Special>,
    pub(super) opcodes: OnceLock<Opcodes>,
    pub(super) treatments: OnceLock<Treatments>,
    pub(super) conditions: OnceLock<Conditions>,
}

impl<'t> Mips<'t> {
    /// Returns the target of a Mips triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> Mips<'t> {
        let abi = Abi::of(&triple);
        Mips {
            syntax: syntax::syntax(&triple, abi),
            abi,
            registers: Registers::new(&tables),
            bits: FeatureBits::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            operand_parsers: MethodTable::new(tables.match_classes.len()),
            decoder_methods: MethodTable::new(tables.decoder_methods.len()),
            special: OnceLock::new(),
            opcodes: OnceLock::new(),
            treatments: OnceLock::new(),
            conditions: OnceLock::new(),
            triple,
            tables,
        }
    }

    /// Returns the method that a row names for parsing operands.
    pub(super) fn operand_parser(&self, row: &schema::OperandParser) -> Option<OperandParser> {
        let name = || self.tables.text(self.tables.match_classes[row.class.index()].parser);
        self.operand_parsers.get(row.class.index(), || OperandParser::named(name()))
    }

    /// Returns the opcodes of instructions that the assembler makes itself.
    pub(super) fn opcodes(&self) -> &Opcodes {
        self.opcodes.get_or_init(|| Opcodes::new(&self.tables))
    }

    /// Returns whether odd registers of single precision may be used.
    pub(super) fn takes_odd(&self, features: &FeatureSet) -> bool {
        !features.contains(self.bits.no_odd)
    }
}
