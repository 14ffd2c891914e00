//! Facts about instructions that their descriptions tell.

use oxmca_tables::schema::{instr_flag, operand_flag, operand_type};
use oxmca_tables::{Opcode, Tables};

use super::target::Arm;
use crate::inst::{Inst, Operand};

/// Returns the index of the operand that is an instruction's condition, if it may have one.
pub fn condition_index(tables: &Tables<'_>, inst: &Inst) -> Option<usize> {
    let is_conditional = tables.instruction(inst.opcode).flags & instr_flag::PREDICABLE != 0;
    is_conditional.then(|| first_predicate(tables, inst)).flatten()
}

fn first_predicate(tables: &Tables<'_>, inst: &Inst) -> Option<usize> {
    let mut rows = tables.operands(inst.opcode).iter();
    rows.position(|row| row.flags & operand_flag::PREDICATE != 0)
}

/// Returns an instruction's condition, if it may have one.
pub fn condition(tables: &Tables<'_>, inst: &Inst) -> Option<i64> {
    inst.operands.get(condition_index(tables, inst)?).and_then(Operand::imm)
}

/// Returns the operand at the place of a condition of an instruction that must not have one.
pub fn unused_condition(tables: &Tables<'_>, inst: &Inst) -> Option<i64> {
    inst.operands.get(first_predicate(tables, inst)?).and_then(Operand::imm)
}

/// Returns the index of the predicate of an instruction of vectors, if it has one.
fn vector_predicate_index(tables: &Tables<'_>, opcode: Opcode) -> Option<usize> {
    // The first two of the target's own operand types are predicates of vectors.
    let is_predicate =
        |kind: u8| (operand_type::FIRST_TARGET..operand_type::FIRST_TARGET + 2).contains(&kind);
    tables.operands(opcode).iter().position(|row| is_predicate(row.kind))
}

/// Returns whether instructions of an opcode can be in a block of vector instructions.
pub fn is_vector_predicable(tables: &Tables<'_>, opcode: Opcode) -> bool {
    vector_predicate_index(tables, opcode).is_some()
}

/// Returns the predicate of an instruction of vectors, if it has one.
pub fn vector_predicate(arm: &Arm<'_>, inst: &Inst) -> Option<i64> {
    let index = vector_predicate_index(&arm.tables, inst.opcode)?;
    inst.operands.get(index).and_then(Operand::imm)
}

/// Returns the letter of a predicate of vectors.
pub fn vector_predicate_name(code: i64) -> &'static str {
    match code {
        1 => "t",
        2 => "e",
        _ => "none",
    }
}

/// Returns the registers of a list that an instruction writes.
pub fn variadic_results<'i>(tables: &Tables<'_>, inst: &'i Inst) -> &'i [Operand] {
    if tables.instruction(inst.opcode).flags & instr_flag::VARIADIC_OPS_ARE_DEFS == 0 {
        return &[];
    }
    // The first register of a list has a place of its own in the description.
    let first = tables.operands(inst.opcode).len().saturating_sub(1);
    inst.operands.get(first..).unwrap_or_default()
}

/// Returns whether an instruction must be the last of its block.
pub fn ends_block(arm: &Arm<'_>, inst: &Inst) -> bool {
    const LEAVES: u64 = instr_flag::TERMINATOR
        | instr_flag::RETURN
        | instr_flag::BRANCH
        | instr_flag::INDIRECT_BRANCH;
    let tables = &arm.tables;
    let row = tables.instruction(inst.opcode);
    let is_call = row.flags & instr_flag::CALL != 0 && tables.opcode_name(inst.opcode) != "tSVC";
    let pc = arm.registers.pc();
    let results = inst.operands.iter().take(usize::from(row.num_defs));
    let loaded = variadic_results(tables, inst);
    row.flags & LEAVES != 0
        || is_call
        || results.chain(loaded).any(|operand| operand.reg() == Some(pc))
        || tables.implicit_defs(inst.opcode).contains(&pc)
}
