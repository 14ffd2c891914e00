//! Traits of x86 instructions that hardware files can ask for.

use oxmca_tables::hardware::InstructionTrait;

use super::super::X86;
use super::super::registers::kind;
use super::flag_groups::has_condition;
use crate::inst::{Inst, Operand};

/// The traits, each with the bit that [`of`] gives it.
pub const TRAITS: &[InstructionTrait] = &[
    InstructionTrait { name: "high-byte", doc: "It reads the second byte of a register." },
    InstructionTrait {
        name: "encodes-4",
        doc: "The number of its register is 4 in the low three bits.",
    },
    InstructionTrait { name: "several-flags", doc: "Its condition asks for more than one flag." },
    InstructionTrait {
        name: "sign-condition",
        doc: "Its condition asks for the sign, overflow or parity flag alone.",
    },
    InstructionTrait {
        name: "carry-and-zero",
        doc: "Its condition asks for the carry flag and the zero flag.",
    },
];

const HIGH_BYTE: u32 = 1;
const ENCODES_4: u32 = 1 << 1;
const SEVERAL_FLAGS: u32 = 1 << 2;
const SIGN_CONDITION: u32 = 1 << 3;
const CARRY_AND_ZERO: u32 = 1 << 4;

/// Returns the traits of an instruction.
pub(super) fn of(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8]) -> u32 {
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let mut sources = inst.operands.iter().skip(num_defs).filter_map(Operand::reg);
    let reads_high_byte = sources.any(|reg| x86.registers.is(reg, kind::HIGH_BYTE));
    let first = inst.operands.iter().find_map(Operand::reg);
    let encodes_4 = first.is_some_and(|reg| x86.registers.encoding(reg) & 7 == 4);
    let condition = inst.operands.last().and_then(Operand::imm);
    let of_condition = match condition.filter(|_| has_condition(mnemonic)) {
        Some(6 | 7) => SEVERAL_FLAGS | CARRY_AND_ZERO,
        Some(0xc..=0xf) => SEVERAL_FLAGS,
        Some(0 | 1 | 8..=0xb) => SIGN_CONDITION,
        _ => 0,
    };
    (if reads_high_byte { HIGH_BYTE } else { 0 })
        | (if encodes_4 { ENCODES_4 } else { 0 })
        | of_condition
}
