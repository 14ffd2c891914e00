//! Facts about instructions for the simulator and for control flow.

use super::target::SystemZ;
use crate::inst::{Inst, Operand};
use crate::target::ControlFlow;
use oxmca_tables::schema::instr_flag;

/// Returns whether an instruction fills space between code.
pub fn is_padding(systemz: &SystemZ<'_>, inst: &Inst) -> bool {
    match systemz.tables.opcode_name(inst.opcode) {
        "NOP" | "NOP_bare" | "NOPR" | "NOPR_bare" | "JNOP" | "JGNOP" => true,
        "BCAsm" | "BCRAsm" | "BRCAsm" | "BRCLAsm" => {
            inst.operands.first().and_then(Operand::imm) == Some(0)
        }
        _ => false,
    }
}

/// Returns the way in which control leaves an instruction. A branch to the register for return addresses returns.
pub fn control_flow(systemz: &SystemZ<'_>, inst: &Inst) -> ControlFlow {
    let flags = systemz.tables.instruction(inst.opcode).flags;
    let is_return = || {
        let target = inst.operands.last().and_then(Operand::reg);
        let link = systemz.tables.register_named("R14D");
        systemz.tables.opcode_name(inst.opcode) == "BR" && target.is_some() && target == link
    };
    if flags & instr_flag::RETURN != 0 || is_return() {
        ControlFlow::Leave
    } else if flags & instr_flag::CALL != 0 {
        ControlFlow::Call
    } else {
        ControlFlow::of_flags(flags)
    }
}
