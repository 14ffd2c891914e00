//! Facts about instructions for the simulator and for control flow.

use oxmca_tables::schema::instr_flag;

use super::registers::Kind;
use super::target::SystemZ;
use crate::inst::{Inst, Operand};
use crate::target::ControlFlow;

/// The number of the register with the address to return to.
const RETURN_ADDRESS: u8 = 14;

/// Returns whether an instruction fills space between code.
pub fn is_padding(systemz: &SystemZ<'_>, inst: &Inst) -> bool {
    match systemz.tables.opcode_name(inst.opcode) {
        "JGNOP" | "JNOP" | "NOP" | "NOPOpt" | "NOPR" | "NOPROpt" => true,
        // No condition code is in the mask.
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
        let link = systemz.registers.get(Kind::General64, RETURN_ADDRESS);
        systemz.tables.opcode_name(inst.opcode) == "BR" && target.is_some() && target == link
    };
    if is_padding(systemz, inst) {
        return ControlFlow::Next;
    }
    if flags & instr_flag::RETURN != 0 || is_return() {
        return ControlFlow::Leave;
    }
    if flags & instr_flag::CALL != 0 {
        return ControlFlow::Call;
    }
    match ControlFlow::of_flags(flags) {
        // Under a condition.
        ControlFlow::IndirectJump if flags & instr_flag::BARRIER == 0 => ControlFlow::Branch,
        flow => flow,
    }
}
