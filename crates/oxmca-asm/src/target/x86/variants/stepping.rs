//! x86 instructions that add a constant to a register.

use super::super::X86;
use super::super::registers::kind;
use crate::inst::{Inst, Operand};

pub(super) fn stepping(x86: &X86<'_>, inst: &Inst, step: i64) -> Option<Inst> {
    let name = x86.intel_mnemonic(inst);
    let written = inst.operands.first().and_then(Operand::reg)?;
    if i32::try_from(step).is_err() || step == 0 || inst.flags != 0 {
        return None;
    }
    if name == "lea" {
        let mut changed = inst.clone();
        let displacement = changed.operands.get_mut(4)?;
        let Operand::Imm(_) = displacement else { return None };
        *displacement = Operand::Imm(step);
        return Some(changed);
    }
    let is_subtraction = match name {
        "add" | "inc" => false,
        "sub" | "dec" => true,
        _ => return None,
    };
    let is_constant =
        matches!(name, "inc" | "dec") || matches!(inst.operands.get(2), Some(Operand::Imm(_)));
    if !is_constant || inst.operands.get(1) != inst.operands.first() {
        return None;
    }
    let value = if is_subtraction { step.checked_neg()? } else { step };
    let operation = if is_subtraction { "SUB" } else { "ADD" };
    let width = match x86.registers.is(written, kind::GR64) {
        true => "64",
        false if x86.registers.is(written, kind::GR32) => "32",
        false => return None,
    };
    let form = match (i8::try_from(value).is_ok(), width) {
        (true, _) => "ri8",
        (false, "64") => "ri32",
        (false, _) => "ri",
    };
    let opcode = x86.tables.opcode_named(format!("{operation}{width}{form}").as_bytes())?;
    let operands = [Operand::Reg(written), Operand::Reg(written), Operand::Imm(value)];
    Some(Inst { opcode, flags: 0, operands: operands.into_iter().collect() })
}
