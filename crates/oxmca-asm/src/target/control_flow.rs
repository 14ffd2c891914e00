//! The way in which control leaves an instruction.

use oxmca_tables::Tables;
use oxmca_tables::schema::{instr_flag, operand_type};

use crate::inst::{Inst, Operand};

/// The way in which control leaves an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ControlFlow {
    /// To the next instruction.
    Next,
    /// To a function, which returns to the next instruction.
    Call,
    /// To the target that it names.
    Jump,
    /// To the target that it names, or to the next instruction.
    Branch,
    /// To an address from a register or memory.
    IndirectJump,
    /// Out of the function, by a return or a trap.
    Leave,
}

impl ControlFlow {
    /// Returns the way in which control leaves an instruction that neither calls nor returns, by the flags of its opcode.
    pub(in crate::target) fn of_flags(flags: u64) -> ControlFlow {
        let has = |flag: u64| flags & flag != 0;
        if has(instr_flag::INDIRECT_BRANCH) {
            ControlFlow::IndirectJump
        } else if has(instr_flag::BRANCH) {
            if has(instr_flag::BARRIER) { ControlFlow::Jump } else { ControlFlow::Branch }
        } else if has(instr_flag::BARRIER) || has(instr_flag::TRAP) {
            ControlFlow::Leave
        } else {
            ControlFlow::Next
        }
    }
}

/// Returns the index of the last operand that is relative to the program counter, if that is a constant or an expression.
pub(super) fn relative_operand(tables: &Tables<'_>, inst: &Inst) -> Option<usize> {
    let mut described = tables.operands(inst.opcode).iter().zip(&inst.operands);
    let found = described.rposition(|(it, _)| it.kind == operand_type::PC_RELATIVE)?;
    (!matches!(inst.operands[found], Operand::Reg(_))).then_some(found)
}
