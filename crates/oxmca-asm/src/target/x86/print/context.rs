//! The facts and options that printing an instruction needs.

use oxmca_tables::Tables;

use crate::target::x86::X86;

/// The two syntaxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Att,
    Intel,
}

impl Dialect {
    pub fn from_index(index: u8) -> Dialect {
        if index == 0 { Dialect::Att } else { Dialect::Intel }
    }
}

/// The facts and options that printing an instruction needs.
pub(super) struct Context<'a> {
    pub tables: &'a Tables<'a>,
    pub x86: &'a X86<'a>,
    pub dialect: Dialect,
    pub hex_immediates: bool,
    pub expression_dialect: Dialect,
    pub at_in_names: bool,
    /// As in [`PrintOptions`](crate::printer::PrintOptions).
    pub address: Option<u64>,
    /// Such addresses have 32 bits at most.
    pub has_short_addresses: bool,
}
