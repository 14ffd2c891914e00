//! The target of one triple: what it looked up once.

use oxmca_tables::{Tables, schema};

use super::decoder_method::DecoderMethod;
use super::operand_parser::OperandParser;
use super::predicate::Predicate;
use super::print_method::Method;
use super::registers::Registers;
use super::render::Render;
use super::syntax::SYNTAX;
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The Lanai target for one triple.
#[derive(Debug)]
pub struct Lanai<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) registers: Registers,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    /// By operand class.
    operand_parsers: MethodTable<OperandParser>,
    /// By row of `decoder_methods`.
    pub(super) decoder_methods: MethodTable<DecoderMethod>,
}

impl<'t> Lanai<'t> {
    /// Returns the target of a triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> Lanai<'t> {
        Lanai {
            triple,
            syntax: SYNTAX,
            registers: Registers::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            operand_parsers: MethodTable::new(tables.match_classes.len()),
            decoder_methods: MethodTable::new(tables.decoder_methods.len()),
            tables,
        }
    }

    /// Returns the method that a row of the tables names.
    pub(super) fn operand_parser(&self, row: &schema::OperandParser) -> Option<OperandParser> {
        let name = || self.tables.text(self.tables.match_classes[row.class.index()].parser);
        self.operand_parsers.get(row.class.index(), || OperandParser::named(name()))
    }
}
