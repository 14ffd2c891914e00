//! Instructions that match and that may not be used nevertheless.

use oxmca_tables::Reg;
use oxmca_tables::schema::operand_flag;

use super::feature_bits::Feature;
use super::matching_context::Matching;
use super::registers::Class;
use crate::inst::{Inst, Operand};

/// The bit of the target's flags of instructions of 16 bits that set the flags outside blocks only.
const SETS_FLAGS_OUTSIDE_BLOCKS: u64 = 1 << 19;

pub const INVALID: &str = "invalid operand for instruction";
pub const TIED: &str = "destination register must match a source register";
const REQUIRES_V8: &str = "instruction variant requires ARMv8 or later";
const REQUIRES_BLOCK: &str = "instruction only valid inside IT block";
const REQUIRES_NO_BLOCK: &str = "flag setting instruction only valid outside IT block";

/// Moves between general registers and those of the floating-point unit.
const STATUS_MOVES: [&str; 13] = [
    "VMRS",
    "VMSR",
    "VMRS_FPCXTS",
    "VMRS_FPCXTNS",
    "VMSR_FPCXTS",
    "VMSR_FPCXTNS",
    "VMRS_FPSCR_NZCVQC",
    "VMSR_FPSCR_NZCVQC",
    "FMSTAT",
    "VMRS_VPR",
    "VMRS_P0",
    "VMSR_VPR",
    "VMSR_P0",
];

/// Returns the reason why an instruction may not be used here, if there is one.
pub fn admit(matching: &Matching<'_>, inst: &Inst) -> Result<(), &'static str> {
    let (tables, registers) = (&matching.arm.tables, &matching.arm.registers);
    let name = tables.opcode_name(inst.opcode);
    let reg = |index: usize| inst.operands.get(index).and_then(Operand::reg).unwrap_or(Reg::NONE);
    let is_thumb1 = matching.arm.feature_bits.is_thumb1(matching.features);
    let is_thumb2 = matching.arm.feature_bits.is_thumb2(matching.features);
    let in_block = matching.is_in_block;
    let rows = tables.operands(inst.opcode);
    if tables.instruction(inst.opcode).target_flags & SETS_FLAGS_OUTSIDE_BLOCKS != 0 {
        let mut optional = rows.iter().zip(&inst.operands);
        let sets_flags = optional.any(|(row, operand)| {
            row.flags & operand_flag::OPTIONAL_DEF != 0 && operand.reg() == Some(registers.flags)
        });
        if is_thumb1 && !sets_flags {
            return Err("no flag-preserving variant of this instruction available");
        }
        if is_thumb2 && !sets_flags && !in_block {
            return Err(REQUIRES_BLOCK);
        }
        if is_thumb2 && sets_flags && in_block {
            return Err(REQUIRES_NO_BLOCK);
        }
        let shift = inst.operands.get(3).and_then(Operand::imm);
        if name == "tLSLri" && shift == Some(0) && in_block {
            return Err(REQUIRES_NO_BLOCK);
        }
    } else if is_thumb1 {
        let is_low = |index| registers.is_low(reg(index));
        if name == "tADDhirr" && !matching.has(Feature::V6m) && is_low(1) && is_low(2) {
            return Err("instruction variant requires Thumb2");
        }
        if name == "tMOVr" && !matching.has(Feature::V6) && is_low(0) && is_low(1) {
            return Err("instruction variant requires ARMv6 or later");
        }
    }
    let has_v8 = matching.has(Feature::V8);
    let sp = registers.sp();
    match name {
        // The shorter code of `nop` is for processors that have no other.
        "tMOVr" if matching.mnemonic == b"nop" && (is_thumb2 || matching.has(Feature::V6m)) => {
            return Err(INVALID);
        }
        "t2MOVr" if !has_v8 => {
            let of_sp = [reg(0) == sp, reg(1) == sp];
            let sets_flags = reg(4) == registers.flags;
            if of_sp == [true; 2] || sets_flags && of_sp.contains(&true) {
                return Err(REQUIRES_V8);
            }
        }
        "t2TBB" | "t2TBH" if !has_v8 && reg(0) == sp => return Err(REQUIRES_V8),
        "tMUL" if reg(0) != reg(2) && reg(0) != reg(3) => {
            return Err(TIED);
        }
        name if STATUS_MOVES.contains(&name)
            && reg(0) == sp
            && matching.has(Feature::ThumbMode)
            && !has_v8 =>
        {
            return Err(INVALID);
        }
        _ => {}
    }
    let restricted = registers.class(Class::Restricted).map(|class| class.0 as i16);
    for (row, operand) in rows.iter().zip(&inst.operands) {
        if Some(row.reg_class) == restricted {
            match operand.reg() {
                Some(reg) if reg == sp && !has_v8 => return Err(REQUIRES_V8),
                Some(reg) if reg == registers.pc() => return Err(INVALID),
                _ => {}
            }
        }
    }
    Ok(())
}
