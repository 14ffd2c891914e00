//! The target of one triple.

use std::sync::OnceLock;

use oxmca_tables::Tables;

use super::print::Method;
use super::simulation::Classes;
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
    pub(super) printer: Printer<Method>,
    simulated_classes: OnceLock<Classes>,
}

impl<'t> AArch64<'t> {
    /// Dialects in LLVM's order.
    pub const DIALECTS: &'static [Dialect] = &[Dialect::Generic, Dialect::Apple];

    /// The target of an AArch64 triple with the given tables.
    pub fn new(triple: Triple, tables: Tables<'t>) -> AArch64<'t> {
        AArch64 {
            syntax: syntax::syntax(&triple),
            triple,
            printer: Printer::new(&tables),
            simulated_classes: OnceLock::new(),
            tables,
        }
    }

    /// The register classes that the simulator tells apart.
    pub(super) fn simulated_classes(&self) -> &Classes {
        self.simulated_classes.get_or_init(|| Classes::new(&self.tables))
    }
}
