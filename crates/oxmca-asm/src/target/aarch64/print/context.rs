//! Facts that an instruction is shown with.

use oxmca_tables::{FeatureSet, Reg, Tables};

use crate::printer::{PrintOptions, RegisterNames};
use crate::target::aarch64::target::AArch64;

/// The options and features that an instruction is shown with.
pub struct Printing<'p> {
    pub aarch64: &'p AArch64<'p>,
    pub features: &'p FeatureSet,
    pub options: &'p PrintOptions,
}

impl<'p> Printing<'p> {
    pub fn tables(&self) -> &'p Tables<'p> {
        &self.aarch64.tables
    }
}

impl AArch64<'_> {
    /// Appends the name of a register.
    pub(in super::super) fn push_register(&self, reg: Reg, out: &mut String) {
        out.push_str(self.tables.printed_name(reg));
    }
}

impl RegisterNames for Printing<'_> {
    fn push_register(&self, reg: Reg, out: &mut String) {
        self.aarch64.push_register(reg, out);
    }

    fn at_in_names(&self) -> bool {
        self.options.at_in_names
    }
}
