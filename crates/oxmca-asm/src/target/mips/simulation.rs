//! Facts about instructions for those who read code.

use super::registers::File;
use super::target::Mips;
use crate::inst::{Inst, Operand};
use crate::target::ControlFlow;

/// Returns whether an instruction does nothing: a shift of the first register by 0.
pub(super) fn is_padding(mips: &Mips<'_>, inst: &Inst) -> bool {
    match mips.tables.opcode_name(inst.opcode) {
        "NOP" => true,
        "SLL" | "SLL_MM" | "SLL_MMR6" => {
            let is_zero = |it: &Operand| it.reg().is_some_and(|reg| mips.registers.is_zero(reg));
            inst.operands[..2].iter().all(is_zero) && inst.operands.get(2) == Some(&Operand::Imm(0))
        }
        "MOVE16_MM" | "MOVE16_MMR6" => {
            inst.operands.iter().all(|it| it.reg().is_some_and(|reg| mips.registers.is_zero(reg)))
        }
        _ => false,
    }
}

/// Returns the address to which a branch or jump goes. Jumps stay in the same part of the address space.
pub(super) fn branch_target(mips: &Mips<'_>, inst: &Inst, value: i64, address: u64) -> u64 {
    let target = match jump_bits(mips, inst) {
        Some(bits) => {
            let region = !0 << bits;
            address.wrapping_add(4) & region | value as u64 & !region
        }
        None => address.wrapping_add_signed(value),
    };
    if mips.abi.has_wide_pointers() { target } else { target & 0xffff_ffff }
}

/// Returns the bits of the address that a jump has, if an instruction is one.
fn jump_bits(mips: &Mips<'_>, inst: &Inst) -> Option<u32> {
    match mips.tables.opcode_name(inst.opcode) {
        "J" | "JAL" | "JALX" => Some(28),
        "J_MM" | "JAL_MM" | "JALS_MM" => Some(27),
        "JALX_MM" => Some(28),
        _ => None,
    }
}

/// Returns the way in which control leaves an instruction, where flags do not tell.
pub(super) fn control_flow(mips: &Mips<'_>, inst: &Inst) -> Option<ControlFlow> {
    let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg);
    let is = |at: usize, number: usize| {
        [File::General, File::Wide]
            .iter()
            .any(|file| reg(at) == Some(mips.registers.numbered(*file, number)))
    };
    const RETURN_ADDRESS: usize = 31;
    match mips.tables.opcode_name(inst.opcode) {
        "JR" | "JR64" | "JR_MM" | "JR16_MM" | "JRC16_MM" | "JR_HB" | "JR_HB64" | "JR_HB_R6"
        | "JRC16_MMR6"
            if is(0, RETURN_ADDRESS) =>
        {
            Some(ControlFlow::Leave)
        }
        // Without a place for the return address, it is a jump.
        "JALR" | "JALR64" | "JALR_HB" if is(0, 0) => Some(match is(1, RETURN_ADDRESS) {
            true => ControlFlow::Leave,
            false => ControlFlow::IndirectJump,
        }),
        _ => None,
    }
}
