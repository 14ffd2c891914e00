//! The target of one triple.

use oxmca_tables::Tables;

use super::feature_bits::FeatureBits;
use super::print::Method;
use super::syntax;
use crate::printer::Printer;
use crate::syntax::{Dialect, Syntax};
use crate::triple::Triple;

/// The AArch64 target for one triple.
#[derive(Debug)]
pub struct AArch64<'t> {
    pub(super) triple: Triple,
    pub(super) tables: Tables<'t>,
    pub(super) syntax: Syntax,
    pub(super) feature_bits: FeatureBits,
    pub(super) printer: Printer<Method>,
}

impl<'t> AArch64<'t> {
    /// Dialects in LLVM's order.
    pub const DIALECTS: &'static [Dialect] = &[Dialect::Generic, Dialect::Apple];

    /// The target of an AArch64 triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> AArch64<'t> {
        AArch64 {
            syntax: syntax::syntax(&triple),
            triple,
            feature_bits: FeatureBits::new(&tables),
            printer: Printer::new(&tables),
            tables,
        }
    }
}
