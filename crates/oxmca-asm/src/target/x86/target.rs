//! The x86 target of one triple: what it looked up once.

use std::sync::OnceLock;

use oxmca_tables::Tables;

use super::decode::Decoder;
use super::match_class::Predicate;
use super::print::Method;
use super::registers::Registers;
use super::render::Render;
use super::syntax;
use crate::matcher::Matcher;
use crate::printer::Printer;
use crate::syntax::Syntax;
use crate::triple::Triple;

/// The x86 target for one triple.
#[derive(Debug)]
pub struct X86<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) registers: Registers,
    pub(super) matcher: Matcher<Predicate, Render>,
    pub(super) printer: Printer<Method>,
    /// Made when the first instruction is decoded.
    pub(super) decoder: OnceLock<Decoder>,
    pub(super) is_16_bit: u16,
    pub(super) is_32_bit: u16,
    pub(super) is_64_bit: u16,
    pub(super) is_x32: u16,
}

impl<'t> X86<'t> {
    /// Returns the target of an x86 triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> X86<'t> {
        // Features that the tables lack get a bit that no set contains.
        let feature = |constant| tables.feature_bit(constant).unwrap_or(u16::MAX);
        X86 {
            syntax: syntax::syntax(&triple),
            triple,
            registers: Registers::new(&tables),
            matcher: Matcher::new(&tables),
            printer: Printer::new(&tables),
            decoder: OnceLock::new(),
            is_16_bit: feature("Is16Bit"),
            is_32_bit: feature("Is32Bit"),
            is_64_bit: feature("Is64Bit"),
            is_x32: feature("IsX32"),
            tables,
        }
    }
}
