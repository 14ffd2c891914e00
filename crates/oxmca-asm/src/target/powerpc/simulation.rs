//! Facts about instructions for those who read code.

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

/// Returns the address to which a branch goes. Its number counts words, from 0 or from the branch.
pub(super) fn branch_target(powerpc: &PowerPc<'_>, inst: &Inst, value: i64, address: u64) -> u64 {
    let tables = &powerpc.tables;
    let name = tables.opcode_name(inst.opcode);
    let distance = value.wrapping_mul(4);
    let is_absolute = is_absolute(name);
    let target = if is_absolute { distance as u64 } else { address.wrapping_add_signed(distance) };
    if powerpc.is_64_bit { target } else { target & 0xffff_ffff }
}

/// Returns whether branches of an opcode name the address itself.
fn is_absolute(name: &str) -> bool {
    let stem = name.trim_end_matches(['8', 'p', 'm']);
    matches!(stem, "BA" | "BLA" | "BCCA" | "BCCLA" | "gBCA" | "gBCAat" | "gBCLA" | "gBCLAat")
        || matches!(stem, "BDZA" | "BDNZA" | "BDZLA" | "BDNZLA")
}
