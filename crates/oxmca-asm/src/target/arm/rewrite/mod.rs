//! Instructions that stand for others: forms that only the assembler has, and longer codes where a shorter one exists.

mod address;
mod narrow;
mod rewriting;
mod shift;
mod vector;

use crate::inst::Inst;
pub use rewriting::{Rewriting, imm, reg};

/// Changes an instruction, if it stands for another. Returns whether it did.
pub fn rewrite(rewriting: &Rewriting<'_>, inst: &mut Inst) -> bool {
    let name = rewriting.arm.tables.opcode_name(inst.opcode);
    address::rewrite(rewriting, name, inst)
        || shift::rewrite(rewriting, name, inst)
        || vector::rewrite(rewriting, name, inst)
        || narrow::rewrite(rewriting, name, inst)
}
