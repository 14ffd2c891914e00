//! Instructions that match and that this target does not know enough about. They are refused: nothing wrong is shown.

use oxmca_tables::schema::instr_flag;

use super::target::Arm;
use crate::inst::Inst;

/// Returns the message about an instruction that is refused.
pub fn of(arm: &Arm<'_>, inst: &Inst) -> Option<String> {
    let tables = &arm.tables;
    let row = tables.instruction(inst.opcode);
    // A pseudo-instruction is left where no rewriting is known for it; and one without syntax cannot be shown.
    let is_pseudo = row.flags & instr_flag::PSEUDO != 0 && row.size_bytes == 0;
    let is_shown = !tables.text(tables.instruction_syntax(inst.opcode).mnemonics[0]).is_empty();
    let name = tables.opcode_name(inst.opcode);
    (is_pseudo
        || !is_shown
        || name.ends_with("Asm_8")
        || name.ends_with("Asm_16")
        || name.ends_with("Asm_32"))
    .then(|| format!("instruction is not supported yet ({name})"))
}
