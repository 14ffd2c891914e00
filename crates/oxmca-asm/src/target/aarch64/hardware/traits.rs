//! Traits of AArch64 instructions that hardware files can ask for.

use oxmca_tables::hardware::InstructionTrait;

use super::super::AArch64;
use super::super::shift::ShiftExtend;
use super::{is_zero, register_part};
use crate::inst::{Inst, Operand};
use crate::target::hardware::{Effect, HardwareFacts, Operation, Place};

/// The traits, each with the bit that [`of`] gives it.
pub(in super::super) const TRAITS: &[InstructionTrait] = &[
    InstructionTrait {
        name: "shifted",
        doc: "Its last register operand is shifted, by more than 0.",
    },
    InstructionTrait {
        name: "far-shift",
        doc: "Its last register operand is shifted by more than 4, or not to the left.",
    },
    InstructionTrait {
        name: "zero-constant",
        doc: "All its constants are 0, and all general purpose registers that it reads are the zero register.",
    },
    InstructionTrait { name: "copies-register", doc: "It copies a general purpose register." },
    InstructionTrait {
        name: "zero-accumulator",
        doc: "Its last operand is the zero register: a multiplication that adds nothing.",
    },
    InstructionTrait {
        name: "no-result",
        doc: "What it computes goes to the zero register: it only sets flags.",
    },
    InstructionTrait {
        name: "full-vector",
        doc: "Its first operand is a vector register of 128 bits.",
    },
];

const SHIFTED: u32 = 1;
const FAR_SHIFT: u32 = 1 << 1;
const ZERO_CONSTANT: u32 = 1 << 2;
const COPIES_REGISTER: u32 = 1 << 3;
const ZERO_ACCUMULATOR: u32 = 1 << 4;
const NO_RESULT: u32 = 1 << 5;
const FULL_VECTOR: u32 = 1 << 6;

/// Returns the traits of an instruction with these facts.
pub(super) fn of(aarch64: &AArch64<'_>, inst: &Inst, facts: &HardwareFacts) -> u32 {
    let tables = &aarch64.tables;
    let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
    let sources = inst.operands.get(num_defs..).unwrap_or_default();
    let mut traits = 0;
    if tables.opcode_name(inst.opcode).ends_with("rs")
        && let Some(value) = inst.operands.last().and_then(Operand::imm)
    {
        let (kind, amount) = ShiftExtend::of_shifter_operand(value);
        if amount != 0 {
            traits |= SHIFTED;
        }
        if amount > 4 || amount != 0 && kind != Some(ShiftExtend::Lsl) {
            traits |= FAR_SHIFT;
        }
    }
    let is_zero_operand = |operand: &Operand| match operand {
        Operand::Reg(reg) => is_zero(aarch64, *reg),
        Operand::Imm(value) => *value == 0,
        _ => false,
    };
    if !sources.is_empty() && sources.iter().all(is_zero_operand) {
        traits |= ZERO_CONSTANT;
    }
    if let Effect::Assigns(list) = &facts.effect
        && let [only] = &list[..]
        && only.operation == Operation::Copy
        && let (Place::Register(_), Place::Register(_)) = (only.destination, only.sources[0])
    {
        traits |= COPIES_REGISTER;
    }
    if sources.len() == 3
        && sources.last().is_some_and(|it| it.reg().is_some() && is_zero_operand(it))
    {
        traits |= ZERO_ACCUMULATOR;
    }
    let first = inst.operands.first().and_then(Operand::reg);
    if num_defs > 0 && first.is_some_and(|reg| is_zero(aarch64, reg)) {
        traits |= NO_RESULT;
    }
    if first.is_some_and(|reg| register_part::letter(aarch64, reg) == Some(b'q')) {
        traits |= FULL_VECTOR;
    }
    traits
}
