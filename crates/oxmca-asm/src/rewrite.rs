//! Instructions that become others by the patterns of the tables ([`Rewrite`]): shorter forms while parsing, what
//! shorter forms stand for while printing.

use oxmca_tables::schema::{
    Rewrite, RewriteCondition, RewriteOperand, rewrite_condition, rewrite_operand,
};
use oxmca_tables::{FeatureSet, Reg, RegClassId, Tables};

use crate::inst::{Inst, Operand};

/// Returns the instruction that `inst` becomes by the first pattern of a kind of
/// [`rewrite_kind`](oxmca_tables::schema::rewrite_kind) whose conditions hold, or `None` if none does.
///
/// `holds` decides the predicates of the target, by their number in `operand_predicates`.
pub fn rewrite(
    tables: &Tables<'_>,
    kind: u16,
    inst: &Inst,
    features: &FeatureSet,
    mut holds: impl FnMut(u16, &Operand) -> bool,
) -> Option<Inst> {
    let applies = |row: &&Rewrite| {
        let conditions = &tables.rewrite_conditions[row.conditions.range()];
        tables.rewrite_enabled(row, features)
            && conditions.iter().all(|row| condition_holds(tables, row, inst, &mut holds))
    };
    let row = tables.rewrites(kind, inst.opcode).iter().find(applies)?;
    let operands = &tables.rewrite_operands[row.operands.range()];
    let operands = operands.iter().map(|row| operand(row, inst)).collect::<Option<_>>()?;
    Some(Inst { opcode: row.to, operands, ..inst.clone() })
}

fn condition_holds(
    tables: &Tables<'_>,
    row: &RewriteCondition,
    inst: &Inst,
    holds: &mut impl FnMut(u16, &Operand) -> bool,
) -> bool {
    let Some(operand) = inst.operands.get(usize::from(row.operand)) else { return false };
    match (row.kind, operand) {
        (rewrite_condition::SAME_REG, Operand::Reg(reg)) => {
            inst.operands.get(row.value as usize).and_then(Operand::reg) == Some(*reg)
        }
        (rewrite_condition::REG, Operand::Reg(reg)) => *reg == Reg(row.value as u16),
        (rewrite_condition::REG_CLASS, Operand::Reg(reg)) => {
            tables.class_contains(RegClassId(row.value as u16), *reg)
        }
        (rewrite_condition::IMM, Operand::Imm(value)) => *value == i64::from(row.value),
        (rewrite_condition::PREDICATE, operand) => holds(row.value as u16, operand),
        _ => false,
    }
}

/// Returns an operand of the other instruction.
fn operand(row: &RewriteOperand, inst: &Inst) -> Option<Operand> {
    match row.kind {
        rewrite_operand::COPY => inst.operands.get(row.value as usize).cloned(),
        rewrite_operand::IMM => Some(Operand::Imm(row.value.into())),
        _ => Some(Operand::Reg(Reg(row.value as u16))),
    }
}
