//! Instructions that fill space.

use oxmca_tables::Reg;

use super::target::PowerPc;
use crate::inst::{Inst, Operand};

/// Returns whether an instruction does nothing: `nop`, which is an `ori` of the first register with zero.
pub(super) fn is_padding(powerpc: &PowerPc<'_>, inst: &Inst) -> bool {
    match powerpc.tables.opcode_name(inst.opcode) {
        "NOP" => true,
        "ORI" | "ORI8" => {
            let number = |reg: Reg| powerpc.tables.register(reg).encoding;
            let is_first = |it: &Operand| it.reg().is_some_and(|reg| number(reg) == 0);
            inst.operands[..2].iter().all(is_first)
                && inst.operands.get(2) == Some(&Operand::Imm(0))
        }
        _ => false,
    }
}
