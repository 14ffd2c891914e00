//! The name of an instruction.

use oxmca_tables::Tables;

use crate::inst::Inst;

/// Returns the mnemonic, without the arrangement that Apple's dialect has after a point.
pub(in crate::target::aarch64) fn mnemonic<'t>(tables: &Tables<'t>, inst: &Inst) -> &'t str {
    let text = tables.text(tables.instruction_syntax(inst.opcode).mnemonics[0]);
    text.split(['\t', ' ', '.']).next().unwrap_or_default()
}
