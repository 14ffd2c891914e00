//! Thumb's instructions of 32 bits for which there is a shorter code, and those of 16 bits that reach too few registers.

use oxmca_tables::Reg;

use super::rewriting::{Rewriting, imm, operand, pick, reg};
use crate::inst::{Expr, Inst, Operand};
use crate::target::arm::condition::ALWAYS;
use crate::target::arm::immediate::is_thumb_immediate;

const NONE: Operand = Operand::Reg(Reg::NONE);

/// Specifiers of parts of an address that an addition of eight bits takes.
const BYTE_SPECIFIERS: [&str; 4] = ["upper8_15", "upper0_7", "lower8_15", "lower0_7"];

/// Changes an instruction, if it is one of these. Returns whether it did.
pub(super) fn rewrite(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    let condition = imm(inst, 1);
    match name {
        "t2LSLri" => shift_by_amount(rewriting, "tLSLri", inst),
        "t2LSRri" => shift_by_amount(rewriting, "tLSRri", inst),
        "t2ASRri" => shift_by_amount(rewriting, "tASRri", inst),
        "t2LSLrr" => two_registers(rewriting, "tLSLrr", false, inst),
        "t2LSRrr" => two_registers(rewriting, "tLSRrr", false, inst),
        "t2ASRrr" => two_registers(rewriting, "tASRrr", false, inst),
        "t2RORrr" => two_registers(rewriting, "tROR", false, inst),
        "t2SBCrr" => two_registers(rewriting, "tSBC", false, inst),
        "t2BICrr" => two_registers(rewriting, "tBIC", false, inst),
        "t2ANDrr" => two_registers(rewriting, "tAND", true, inst),
        "t2EORrr" => two_registers(rewriting, "tEOR", true, inst),
        "t2ADCrr" => two_registers(rewriting, "tADC", true, inst),
        "t2ORRrr" => two_registers(rewriting, "tORR", true, inst),
        "t2SXTH" => extension(rewriting, "tSXTH", inst),
        "t2SXTB" => extension(rewriting, "tSXTB", inst),
        "t2UXTH" => extension(rewriting, "tUXTH", inst),
        "t2UXTB" => extension(rewriting, "tUXTB", inst),
        "t2LDMIA_UPD" if inst.operands.len() == 5 => {
            let [base, again, condition, flags, moved] = pick(inst, [0, 1, 2, 3, 4]);
            let operands = [moved, base, again, Operand::Imm(4), condition, flags];
            rewriting.replace(inst, "t2LDR_POST", &operands)
        }
        "t2STMDB_UPD" if inst.operands.len() == 5 => {
            let [base, again, condition, flags, moved] = pick(inst, [0, 1, 2, 3, 4]);
            let operands = [base, moved, again, Operand::Imm(-4), condition, flags];
            rewriting.replace(inst, "t2STR_PRE", &operands)
        }
        "LDMIA_UPD" if rewriting.mnemonic == b"pop" && inst.operands.len() == 5 => {
            let [base, again, condition, flags, moved] = pick(inst, [0, 1, 2, 3, 4]);
            let operands = [moved, base, again, NONE, Operand::Imm(4), condition, flags];
            rewriting.replace(inst, "LDR_POST_IMM", &operands)
        }
        "STMDB_UPD" if rewriting.mnemonic == b"push" && inst.operands.len() == 5 => {
            let [base, again, condition, flags, moved] = pick(inst, [0, 1, 2, 3, 4]);
            let operands = [base, moved, again, Operand::Imm(-4), condition, flags];
            rewriting.replace(inst, "STR_PRE_IMM", &operands)
        }
        "t2ADDri12" | "t2SUBri12" | "t2ADDspImm12" | "t2SUBspImm12" => {
            let is_plain = matches!(rewriting.mnemonic, b"add" | b"sub");
            if !is_plain || !is_thumb_immediate(imm(inst, 2)) {
                return false;
            }
            inst.operands.push(NONE);
            rewriting.rename(inst, &name[..name.len() - 2])
        }
        "tADDi8" | "tSUBi8" => {
            let is_tiny = matches!(operand(inst, 3), Operand::Imm(0..=7));
            let short = if name == "tADDi8" { "tADDi3" } else { "tSUBi3" };
            is_tiny && rewriting.explicit_count() == 3 && rewriting.rename(inst, short)
        }
        "t2ADDri" => add_byte(rewriting, "tADDi8", inst),
        "t2SUBri" => add_byte(rewriting, "tSUBi8", inst),
        "t2ADDspImm" => add_to_stack(rewriting, "tADDspi", inst),
        "t2SUBspImm" => add_to_stack(rewriting, "tSUBspi", inst),
        "t2ADDrr" => add_register(rewriting, inst),
        "tADDrSP" if reg(inst, 0) != reg(inst, 2) => {
            inst.operands.push(NONE);
            rewriting.rename(inst, "t2ADDrr")
        }
        "tB" if condition != ALWAYS && !rewriting.is_in_block => rewriting.rename(inst, "tBcc"),
        "t2B" if condition != ALWAYS && !rewriting.is_in_block => rewriting.rename(inst, "t2Bcc"),
        "t2Bcc" if condition == ALWAYS || rewriting.is_in_block => rewriting.rename(inst, "t2B"),
        "tBcc" if condition == ALWAYS => rewriting.rename(inst, "tB"),
        "tLDMIA" => load_several(rewriting, inst),
        "tSTMIA_UPD" => {
            has_other_registers(rewriting, inst, 4, Reg::NONE)
                && rewriting.rename(inst, "t2STMIA_UPD")
        }
        "tPOP" => stack(rewriting, "t2LDMIA_UPD", rewriting.arm.registers.pc(), inst),
        "tPUSH" => stack(rewriting, "t2STMDB_UPD", rewriting.arm.registers.lr(), inst),
        "t2MOVi" => {
            let is_byte = matches!(operand(inst, 1), Operand::Imm(0..=255));
            let is_short = rewriting.is_low(reg(inst, 0))
                && is_byte
                && reg(inst, 4) == rewriting.flags_of_short()
                && !rewriting.is_wide();
            let operands = pick(inst, [0, 4, 1, 2, 3]);
            is_short && rewriting.replace(inst, "tMOVi8", &operands)
        }
        "t2MOVr" => {
            let is_short = rewriting.is_low(reg(inst, 0))
                && rewriting.is_low(reg(inst, 1))
                && imm(inst, 2) == ALWAYS
                && reg(inst, 4) == rewriting.arm.registers.flags
                && !rewriting.is_wide();
            let operands = pick(inst, [0, 1]);
            is_short && rewriting.replace(inst, "tMOVSr", &operands)
        }
        _ => false,
    }
}

/// Shortens a shift by a number.
fn shift_by_amount(rewriting: &Rewriting<'_>, short: &str, inst: &mut Inst) -> bool {
    let is_short = rewriting.is_low(reg(inst, 0))
        && rewriting.is_low(reg(inst, 1))
        && reg(inst, 5) == rewriting.flags_of_short()
        && !rewriting.is_wide();
    let operands = pick(inst, [0, 5, 1, 2, 3, 4]);
    is_short && rewriting.replace(inst, short, &operands)
}

/// Shortens an instruction of three registers whose result is its first source, or if it is commutative either.
fn two_registers(
    rewriting: &Rewriting<'_>,
    short: &str,
    is_commutative: bool,
    inst: &mut Inst,
) -> bool {
    let [result, first, second] = [0, 1, 2].map(|index| reg(inst, index));
    let is_first = result == first;
    let is_short = rewriting.is_low(first)
        && rewriting.is_low(second)
        && (is_first || is_commutative && result == second)
        && reg(inst, 5) == rewriting.flags_of_short()
        && !rewriting.is_wide();
    let operands = match is_first {
        true => pick(inst, [0, 5, 1, 2, 3, 4]),
        false => pick(inst, [0, 5, 2, 1, 3, 4]),
    };
    is_short && rewriting.replace(inst, short, &operands)
}

/// Shortens an extension without a rotation.
fn extension(rewriting: &Rewriting<'_>, short: &str, inst: &mut Inst) -> bool {
    let is_short = rewriting.is_low(reg(inst, 0))
        && rewriting.is_low(reg(inst, 1))
        && imm(inst, 2) == 0
        && !rewriting.is_wide();
    let operands = pick(inst, [0, 1, 3, 4]);
    is_short && rewriting.replace(inst, short, &operands)
}

/// Shortens an addition of eight bits to the register itself.
fn add_byte(rewriting: &Rewriting<'_>, short: &str, inst: &mut Inst) -> bool {
    let fits = match operand(inst, 2) {
        Operand::Imm(value) => (0..=255).contains(&value),
        Operand::Expr(expr) => match *expr {
            Expr::Specifier { name, .. } => BYTE_SPECIFIERS.contains(&&*name),
            _ => false,
        },
        Operand::Reg(_) => false,
    };
    let is_short = fits
        && !rewriting.is_wide()
        && reg(inst, 0) == reg(inst, 1)
        && rewriting.is_low(reg(inst, 0))
        && reg(inst, 5) == rewriting.flags_of_short();
    let operands = pick(inst, [0, 5, 0, 2, 3, 4]);
    is_short && rewriting.replace(inst, short, &operands)
}

/// Shortens an addition to the stack pointer.
fn add_to_stack(rewriting: &Rewriting<'_>, short: &str, inst: &mut Inst) -> bool {
    let value = imm(inst, 2);
    let is_short = reg(inst, 5) == Reg::NONE
        && !rewriting.is_wide()
        && matches!(operand(inst, 2), Operand::Imm(0..=508))
        && value % 4 == 0;
    let sp = Operand::Reg(rewriting.arm.registers.sp());
    let [condition, flags] = pick(inst, [3, 4]);
    let operands = [sp.clone(), sp, Operand::Imm(value / 4), condition, flags];
    is_short && rewriting.replace(inst, short, &operands)
}

/// Shortens an addition of a register to the register itself.
fn add_register(rewriting: &Rewriting<'_>, inst: &mut Inst) -> bool {
    let [result, first, second] = [0, 1, 2].map(|index| reg(inst, index));
    let is_first = result == first;
    if !is_first && result != second || reg(inst, 5) != Reg::NONE || rewriting.is_wide() {
        return false;
    }
    let operands = pick(inst, [0, 0, if is_first { 2 } else { 1 }, 3, 4]);
    rewriting.replace(inst, "tADDhirr", &operands)
}

/// Returns whether registers from an index on are others than `r0` to `r7` and one more.
fn has_other_registers(rewriting: &Rewriting<'_>, inst: &Inst, from: usize, also: Reg) -> bool {
    let listed = inst.operands.get(from..).unwrap_or_default().iter();
    let is_other = |reg: Reg| !rewriting.is_low(reg) && (also == Reg::NONE || reg != also);
    listed.filter_map(Operand::reg).any(is_other)
}

/// Lengthens a load of several registers that a short one cannot do: it changes the base unless it loads it.
fn load_several(rewriting: &Rewriting<'_>, inst: &mut Inst) -> bool {
    let base = reg(inst, 0);
    let changes_base = rewriting.explicit(1).is_some_and(|it| it.is_token(b"!"));
    let listed = inst.operands.get(3..).unwrap_or_default();
    let has_base = listed.iter().any(|operand| operand.reg() == Some(base));
    if !has_other_registers(rewriting, inst, 3, Reg::NONE) && has_base != changes_base {
        return false;
    }
    if changes_base {
        inst.operands.insert(0, Operand::Reg(base));
    }
    rewriting.rename(inst, if changes_base { "t2LDMIA_UPD" } else { "t2LDMIA" })
}

/// Lengthens `pop` and `push` of registers that the short ones cannot do.
fn stack(rewriting: &Rewriting<'_>, long: &str, also: Reg, inst: &mut Inst) -> bool {
    if !has_other_registers(rewriting, inst, 2, also) {
        return false;
    }
    let sp = Operand::Reg(rewriting.arm.registers.sp());
    inst.operands.insert(0, sp.clone());
    inst.operands.insert(0, sp);
    rewriting.rename(inst, long)
}
