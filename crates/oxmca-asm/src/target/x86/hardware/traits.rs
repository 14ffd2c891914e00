//! Traits of x86 instructions that hardware files can ask for.

use oxmca_tables::Reg;
use oxmca_tables::hardware::InstructionTrait;

use super::super::X86;
use super::super::registers::kind;
use super::flag_groups::has_condition;
use super::memory;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{Direction, HardwareFacts};

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
    InstructionTrait {
        name: "three-vectors",
        doc: "It reads three vectors, one of which can be in memory.",
    },
];

const HIGH_BYTE: u32 = 1;
const ENCODES_4: u32 = 1 << 1;
const SEVERAL_FLAGS: u32 = 1 << 2;
const SIGN_CONDITION: u32 = 1 << 3;
const CARRY_AND_ZERO: u32 = 1 << 4;
const THREE_VECTORS: u32 = 1 << 5;

/// Returns the traits of an instruction, whose accesses to memory are known.
pub(super) fn of(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> u32 {
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
        | (if vectors_read(x86, inst, facts) > 2 { THREE_VECTORS } else { 0 })
        | of_condition
}

/// Returns the number of vectors that an instruction reads, one of which can be in memory.
fn vectors_read(x86: &X86<'_>, inst: &Inst, facts: &HardwareFacts) -> usize {
    if !facts.uses_vectors {
        return 0;
    }
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let in_address = memory::position(x86, inst).map_or(0..0, |first| first..first + memory::PARTS);
    let sources = inst.operands.iter().enumerate().skip(num_defs);
    let named = sources.filter(|(at, _)| !in_address.contains(at)).filter_map(|it| it.1.reg());
    let implied = x86.tables.implicit_uses(inst.opcode).iter().copied();
    let is_vector = |reg: &Reg| x86.registers.is(*reg, kind::VECTOR);
    let loads = facts.accesses.iter().any(|it| it.direction == Direction::Load);
    named.chain(implied).filter(is_vector).count() + usize::from(loads)
}
