//! The way in which control leaves an instruction, and the places that branches name.

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{FeatureSet, Reg, Tables};

use super::condition::ALWAYS;
use super::facts::{unused_condition, variadic_results};
use super::feature_bits::Feature;
use super::target::Arm;
use crate::inst::{Inst, Operand};
use crate::target::ControlFlow;

/// Returns the way in which control leaves an instruction: many write the program counter as a register.
pub fn control_flow(arm: &Arm<'_>, inst: &Inst) -> ControlFlow {
    let is_conditional = unused_condition(&arm.tables, inst).is_some_and(|code| code != ALWAYS);
    match (unconditional(arm, inst), is_conditional) {
        (ControlFlow::Jump | ControlFlow::IndirectJump | ControlFlow::Leave, true) => {
            ControlFlow::Branch
        }
        (flow, _) => flow,
    }
}

/// Returns the way in which control leaves an instruction whose condition holds.
fn unconditional(arm: &Arm<'_>, inst: &Inst) -> ControlFlow {
    let Arm { tables, registers, .. } = arm;
    let row = tables.instruction(inst.opcode);
    let name = tables.opcode_name(inst.opcode);
    let (lr, pc) = (registers.lr(), registers.pc());
    let first_reg = || inst.operands.iter().find_map(Operand::reg).filter(|reg| reg.is_some());
    match name {
        "UDF" | "tUDF" | "t2UDF" => return ControlFlow::Leave,
        "t2LE" => return ControlFlow::Jump,
        // An address that a call left, or another.
        "BX" | "tBX" | "tBXNS" | "BXJ" if first_reg() == Some(lr) => return ControlFlow::Leave,
        "Bcc" | "tBcc" | "t2Bcc" => return ControlFlow::Jump,
        _ => {}
    }
    if row.flags & instr_flag::RETURN != 0 {
        return ControlFlow::Leave;
    }
    if row.flags & instr_flag::CALL != 0 {
        return ControlFlow::Call;
    }
    let results = inst.operands.iter().take(usize::from(row.num_defs));
    if variadic_results(tables, inst).iter().any(|operand| operand.reg() == Some(pc)) {
        return ControlFlow::Leave;
    }
    if results.clone().any(|operand| operand.reg() == Some(pc)) {
        let reads = |reg: Reg| {
            let others = inst.operands.iter().skip(usize::from(row.num_defs));
            others.filter_map(Operand::reg).any(|it| it == reg)
        };
        let is_load = row.flags & instr_flag::MAY_LOAD != 0;
        let returns = if is_load { reads(registers.sp()) } else { reads(lr) };
        return if returns { ControlFlow::Leave } else { ControlFlow::IndirectJump };
    }
    ControlFlow::of_flags(row.flags)
}

/// Returns the address that a distance in an instruction stands for. The program counter is two instructions ahead, in
/// Thumb two of 16 bits.
pub fn branch_target(tables: &Tables<'_>, inst: &Inst, value: i64, address: u64) -> u64 {
    let name = tables.opcode_name(inst.opcode);
    // To the other instruction set, whose instructions are at multiples of four.
    let address = if name == "tBLXi" { address & !3 } else { address };
    address.wrapping_add(if is_thumb(name) { 4 } else { 8 }).wrapping_add_signed(value)
}

/// The flag of an instruction of an object file that is Thumb's though the triple's are A32's. Those of texts have it not:
/// LLVM shows them as the triple has it.
pub(super) const DECODED_AS_THUMB: u32 = 1;

impl Arm<'_> {
    /// Returns the features under which an instruction is shown that was decoded as one of Thumb where A32 is usual.
    pub(super) fn features_of_thumb(
        &self,
        inst: &Inst,
        features: &FeatureSet,
    ) -> Option<FeatureSet> {
        let bit = self.feature_bits.bit(Feature::ThumbMode)?;
        (inst.flags & DECODED_AS_THUMB != 0).then(|| {
            let mut features = *features;
            features.insert(bit);
            features
        })
    }
}

/// Returns whether an instruction of that name is one of Thumb alone.
fn is_thumb(name: &str) -> bool {
    name.starts_with('t') || name.starts_with("MVE_")
}
