//! Conditions on the operands of an instruction together.

use oxmca_tables::{FeatureSet, Reg};

use super::conditions::{Condition, Conditions, Reason};
use super::registers::File;
use super::target::Mips;
use crate::inst::{Inst, Operand};

/// The flag of instructions that take a bit of the floating-point unit first.
const HAS_CONDITION: u64 = 1 << 6;

/// Checks an instruction whose operands match one by one.
pub fn check(mips: &Mips<'_>, features: &FeatureSet, inst: &Inst) -> Result<(), Reason> {
    const NO_ZERO: Reason = Reason::Statement("invalid operand ($zero) for instruction");
    const DIFFERENT: Reason = Reason::Statement("source and destination must be different");
    let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).unwrap_or(Reg::NONE);
    let imm = |at: usize| inst.operands.get(at).and_then(Operand::imm).unwrap_or_default();
    let is_zero = |at: usize| mips.registers.is_zero(reg(at));
    let has_mips_32 = features.contains(mips.bits.mips_32);
    let conditions = mips.conditions.get_or_init(|| Conditions::new(&mips.tables));
    let check = |holds: bool, reason: Reason| if holds { Ok(()) } else { Err(reason) };
    if let Some(condition) = conditions.of(inst.opcode) {
        return match condition {
            Condition::SecondNotZero => check(!is_zero(1), NO_ZERO),
            Condition::FirstNotZero => check(!is_zero(0), NO_ZERO),
            Condition::Different => check(reg(0) != reg(1), DIFFERENT),
            Condition::DifferentFromThird => check(reg(0) != reg(2), DIFFERENT),
            Condition::SyncOfZero => check(
                imm(0) == 0 || has_mips_32,
                Reason::Statement("s-type must be zero or unspecified for pre-MIPS32 ISAs"),
            ),
            Condition::SelectorOfZero => check(
                imm(2) == 0 || has_mips_32,
                Reason::Statement("selector must be zero for pre-MIPS32 ISAs"),
            ),
            Condition::TwoRegisters => {
                check(!is_zero(0) && !is_zero(1), NO_ZERO)?;
                check(reg(0) != reg(1), Reason::Statement("registers must be different"))
            }
            Condition::Field { least, most, message } => {
                let end = (imm(2) as i32).wrapping_add(imm(3) as i32);
                check((least..=most).contains(&end), Reason::Field(message))
            }
            Condition::SameAsThird => {
                check(reg(0) == reg(2), Reason::Statement("source and destination must match"))
            }
        };
    }
    let has_condition = mips.tables.instruction(inst.opcode).target_flags & HAS_CONDITION != 0;
    let is_first = reg(0) == mips.registers.numbered(File::Condition, 0);
    let has_eight = has_mips_32 || features.contains(mips.bits.mips_4);
    check(
        !has_condition || is_first || has_eight,
        Reason::Operand("non-zero fcc register doesn't exist in current ISA level".to_owned()),
    )
}
