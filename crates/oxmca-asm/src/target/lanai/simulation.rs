//! Facts about instructions for the simulator and for control flow.

use oxmca_tables::schema::instr_flag;

use super::condition;
use super::target::Lanai;
use crate::inst::{Inst, Operand};
use crate::target::ControlFlow;

/// Returns the way in which control leaves an instruction. One that writes the program counter jumps.
pub fn control_flow(lanai: &Lanai<'_>, inst: &Inst) -> ControlFlow {
    let flags = lanai.tables.instruction(inst.opcode).flags;
    if flags & instr_flag::RETURN != 0 {
        return ControlFlow::Leave;
    }
    let condition = inst.operands.last().and_then(Operand::imm);
    match (ControlFlow::of_flags(flags), lanai.tables.opcode_name(inst.opcode)) {
        // LLVM calls these unconditional.
        (ControlFlow::IndirectJump, "BRIND_CC" | "BRIND_CCA") | (ControlFlow::Jump, "BRR")
            if condition != Some(condition::TRUE) =>
        {
            ControlFlow::Branch
        }
        (ControlFlow::Next, _) if writes_counter(lanai, inst) => {
            match flags & instr_flag::MAY_LOAD != 0 {
                true => ControlFlow::Leave,
                false => ControlFlow::IndirectJump,
            }
        }
        (flow, _) => flow,
    }
}

/// Returns whether an instruction's result is the program counter.
fn writes_counter(lanai: &Lanai<'_>, inst: &Inst) -> bool {
    const COUNTER: u64 = 2;
    let results = usize::from(lanai.tables.instruction(inst.opcode).num_defs);
    let mut written = inst.operands.iter().take(results).filter_map(Operand::reg);
    written.any(|reg| lanai.registers.number(reg) == COUNTER)
}

/// Returns the operand that names the target of a branch.
pub fn target_operand(lanai: &Lanai<'_>, inst: &Inst) -> Option<usize> {
    let flags = lanai.tables.instruction(inst.opcode).flags;
    let is_direct = flags & instr_flag::BRANCH != 0 && flags & instr_flag::INDIRECT_BRANCH == 0;
    (is_direct && !matches!(inst.operands.first()?, Operand::Reg(_))).then_some(0)
}
