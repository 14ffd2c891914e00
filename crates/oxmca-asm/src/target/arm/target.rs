//! The target of one triple.

use oxmca_tables::schema::match_class_kind;
use oxmca_tables::{MatchClassId, Tables};

use super::feature_bits::FeatureBits;
use super::operand_parser::OperandParser;
use super::predicate::Predicate;
use super::print_method::Method;
use super::registers::Registers;
use super::render::Render;
use super::syntax;
use crate::matcher::Matcher;
use crate::method_table::MethodTable;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The part that operands of a class have in statements.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperandRole {
    /// They may be left out.
    pub is_optional: bool,
    /// A method parses them.
    pub has_parser: bool,
}

/// The target of Arm's 32-bit architecture for one triple.
#[derive(Debug)]
pub struct Arm<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) registers: Registers,
    pub(super) feature_bits: FeatureBits,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    /// By number in the tables, their number in the code.
    pub(super) decoder_methods: MethodTable<u16>,
    /// By operand class.
    operand_parsers: MethodTable<OperandParser>,
    /// By operand class.
    operand_roles: Vec<OperandRole>,
    /// The class of immediates of A32.
    pub(super) rotated_class: Option<MatchClassId>,
    /// The class of general registers without `pc`.
    pub(super) restricted_class: Option<MatchClassId>,
}

impl<'t> Arm<'t> {
    /// Returns the target of an Arm triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> Arm<'t> {
        let matcher = Matcher::new(&tables);
        let count = tables.match_classes.len();
        let mut rows = tables.match_classes.iter();
        let marker = rows.position(|row| row.kind == match_class_kind::OPTIONAL);
        let is_optional = |index: usize| {
            let class = MatchClassId(index as u16);
            marker.is_some_and(|marker| {
                marker != index && tables.is_subclass(class, MatchClassId(marker as u16))
            })
        };
        let role = |index: usize| OperandRole {
            is_optional: is_optional(index),
            has_parser: !tables.text(tables.match_classes[index].parser).is_empty(),
        };
        Arm {
            syntax: syntax::syntax(&triple),
            triple,
            registers: Registers::new(&tables),
            feature_bits: FeatureBits::new(&tables),
            operand_roles: (0..count).map(role).collect(),
            rotated_class: tables.match_class_named("ModImm"),
            restricted_class: tables.match_class_named("rGPR"),
            matcher,
            printer: Printer::new(&tables),
            decoder_methods: MethodTable::new(tables.decoder_methods.len()),
            operand_parsers: MethodTable::new(count),
            tables,
        }
    }

    /// Returns the method that parses operands of a class.
    pub(super) fn operand_parser(&self, class: MatchClassId) -> Option<OperandParser> {
        let name = || self.tables.text(self.tables.match_classes[class.index()].parser);
        self.operand_parsers.get(class.index(), || OperandParser::named(name()))
    }

    /// Returns whether there is a banked register of that number.
    pub(super) fn has_banked_register(&self, number: i64) -> bool {
        let Some(table) = self.tables.named_table("BankedRegsList") else { return false };
        let column = table.column("Encoding");
        column.is_some_and(|column| table.rows().any(|row| row.number(column) == number))
    }

    /// Returns the part that operands of a class have.
    #[inline]
    pub(super) fn operand_role(&self, class: MatchClassId) -> OperandRole {
        self.operand_roles[class.index()]
    }
}
