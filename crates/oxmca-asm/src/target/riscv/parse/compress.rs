//! Instructions become compressed ones as they are emitted.

use oxmca_tables::schema::rewrite_kind;

use super::statement::Statement;
use crate::inst::Inst;
use crate::parser::Parser;
use crate::rewrite::rewrite;
use crate::source::Loc;

/// Emits an instruction, compressed if that is possible.
pub(super) fn emit(statement: &Statement<'_>, parser: &mut Parser<'_>, inst: Inst, loc: Loc) {
    let Statement { riscv, features, .. } = *statement;
    let compressed = match features.is_exact {
        true => None,
        false => rewrite(
            &riscv.tables,
            rewrite_kind::COMPRESS,
            &inst,
            parser.features(),
            |index, operand| riscv.is_of_type(index, operand),
        ),
    };
    parser.emit(compressed.unwrap_or(inst), loc);
}
