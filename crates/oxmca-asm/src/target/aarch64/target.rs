//! The target of one triple.

use std::sync::OnceLock;

use oxmca_tables::{Tables, schema};

use super::decoder_method::DecoderMethod;
use super::feature_bits::FeatureBits;
use super::operand_parser::OperandParser;
use super::predicate::Predicate;
use super::print_method::Method;
use super::registers::Registers;
use super::render::Render;
use super::simulated_classes::Classes;
use super::syntax;
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The AArch64 target for one triple.
#[derive(Debug)]
pub struct AArch64<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) registers: Registers,
    pub(super) feature_bits: FeatureBits,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    /// By operand class.
    operand_parsers: MethodTable<OperandParser>,
    /// By row of `decoder_methods`.
    pub(super) decoder_methods: MethodTable<DecoderMethod>,
    simulated_classes: OnceLock<Classes>,
}

impl<'t> AArch64<'t> {
    /// Returns the target of an AArch64 triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> AArch64<'t> {
        AArch64 {
            syntax: syntax::syntax(&triple),
            triple,
            registers: Registers::new(),
            feature_bits: FeatureBits::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            operand_parsers: MethodTable::new(tables.match_classes.len()),
            decoder_methods: MethodTable::new(tables.decoder_methods.len()),
            simulated_classes: OnceLock::new(),
            tables,
        }
    }

    /// Returns the method that prints an operand, by its row of the tables.
    pub(super) fn print_method(&self, index: usize) -> Option<Method> {
        self.printer.method_of(&self.tables, index, Method::named)
    }

    /// Returns the method that a row of the tables names.
    pub(super) fn operand_parser(&self, row: &schema::OperandParser) -> Option<OperandParser> {
        let tables = &self.tables;
        let name = || tables.text(tables.match_classes[row.class.index()].parser);
        self.operand_parsers.get(row.class.index(), || OperandParser::named(name()))
    }

    /// Returns the register classes that the simulator tells apart.
    pub(super) fn simulated_classes(&self) -> &Classes {
        self.simulated_classes.get_or_init(|| Classes::new(&self.tables))
    }
}
