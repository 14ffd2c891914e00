//! Instructions that must not run.

use oxmca::{Inst, Session};
use oxmca_asm::target::ControlFlow;
use oxmca_tables::schema::instr_flag;

use crate::error::Refusal;
use crate::machine::Machine;

/// Flags of instructions that go on elsewhere.
const LEAVES: u64 = instr_flag::CALL
    | instr_flag::RETURN
    | instr_flag::BRANCH
    | instr_flag::INDIRECT_BRANCH
    | instr_flag::TRAP;

/// Returns the reason why an instruction must not run, if there is one. `is_own_branch` of a direct branch whose target is
/// replaced.
pub(crate) fn refusal(
    machine: &Machine,
    session: &Session,
    inst: &Inst,
    is_own_branch: bool,
) -> Option<Refusal> {
    let target = session.target();
    let flags = target.tables().instruction(inst.opcode).flags;
    match target.control_flow(inst) {
        ControlFlow::Branch | ControlFlow::Jump if is_own_branch => None,
        _ if flags & LEAVES != 0 => Some(Refusal::Leaves),
        ControlFlow::Next if flags & instr_flag::TERMINATOR == 0 => {
            (machine.refusal)(session, inst)
        }
        _ => Some(Refusal::System),
    }
}
