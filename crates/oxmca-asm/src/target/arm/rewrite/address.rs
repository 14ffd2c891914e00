//! Loads and stores of which the offset is left out or written apart, and constants.

use oxmca_tables::Reg;

use super::rewriting::{Rewriting, imm, operand, pick, reg};
use crate::inst::{BinaryOp, Expr, Inst, Operand};
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::immediate::{is_thumb_immediate, rotated_code, rotated_value};
use crate::target::arm::operand::{ListKind, OperandKind, constant};

const NONE: Operand = Operand::Reg(Reg::NONE);

/// Changes an instruction, if it is one of these. Returns whether it did.
pub(super) fn rewrite(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    match name {
        "LDRT_POST" | "LDRBT_POST" => {
            let [result, base, condition, flags] = pick(inst, [0, 1, 2, 3]);
            let operands = [result, base.clone(), base, NONE, Operand::Imm(0), condition, flags];
            rewriting.replace(inst, &format!("{name}_IMM"), &operands)
        }
        "STRT_POST" | "STRBT_POST" => {
            let [source, base, condition, flags] = pick(inst, [0, 1, 2, 3]);
            let operands = [base.clone(), source, base, NONE, Operand::Imm(0), condition, flags];
            rewriting.replace(inst, &format!("{name}_IMM"), &operands)
        }
        "LDRSBTii" | "LDRHTii" | "LDRSHTii" => {
            let [result, base, condition] = pick(inst, [0, 1, 2]);
            let operands = [result, base.clone(), base, Operand::Imm(256), condition];
            rewriting.replace(inst, &name[..name.len() - 1], &operands)
        }
        "ADDri" => address_of_pc(rewriting, inst),
        "LDRConstPool" | "tLDRConstPool" | "t2LDRConstPool" => literal(rewriting, name, inst),
        "VLLDM" | "VLSTM" => lazy(rewriting, name, inst),
        "t2LDRpcrel" => {
            let is_short = (1..=0xff).contains(&imm(inst, 1)) && !rewriting.is_wide();
            rewriting.rename(inst, if is_short { "tLDRpci" } else { "t2LDRpci" })
        }
        "t2LDRBpcrel" | "t2LDRHpcrel" | "t2LDRSBpcrel" | "t2LDRSHpcrel" => {
            rewriting.rename(inst, &name.replace("pcrel", "pci"))
        }
        _ => thumb_offset(rewriting, name, inst),
    }
}

/// Rewrites Thumb's loads and stores with an offset of eight bits that are written `ldr.w r0, [r1], #4`.
fn thumb_offset(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    let Some(stem) = name.strip_suffix("_imm").filter(|it| it.starts_with("t2")) else {
        return false;
    };
    let is_store = name.starts_with("t2STR");
    if let Some(stem) = stem.strip_suffix("_OFFSET") {
        let operands = pick(inst, [0, 1, 2, 3]);
        return rewriting.replace(inst, &format!("{stem}i8"), &operands);
    }
    if !stem.ends_with("_PRE") && !stem.ends_with("_POST") {
        return false;
    }
    let [moved, base, offset, condition, flags] = pick(inst, [0, 1, 2, 3, 4]);
    let operands = match is_store {
        true => [base.clone(), moved, base, offset, condition, flags],
        false => [moved, base.clone(), base, offset, condition, flags],
    };
    rewriting.replace(inst, stem, &operands)
}

/// Makes an addition to `pc` the instruction for that.
fn address_of_pc(rewriting: &Rewriting<'_>, inst: &mut Inst) -> bool {
    if reg(inst, 1) != rewriting.arm.registers.pc() || reg(inst, 5) != Reg::NONE {
        return false;
    }
    let distance = match operand(inst, 2) {
        Operand::Imm(code) => Operand::Imm(rotated_value(code).into()),
        Operand::Expr(expr) => {
            // `pc` is eight bytes further than the instruction.
            let here = Expr::Symbol { name: "".into(), specifier: None };
            let sum = |left, right| Expr::Binary(BinaryOp::Add, Box::new((left, right)));
            Operand::Expr(Box::new(sum(sum(here, Expr::Constant(8)), *expr)))
        }
        Operand::Reg(_) => return false,
    };
    let [result, condition, flags] = pick(inst, [0, 3, 4]);
    rewriting.replace(inst, "ADR", &[result, distance, condition, flags])
}

/// Makes `ldr r0, =1` a move, if one has the number, or else a load of a literal.
fn literal(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    let Some(OperandKind::PoolValue(expr)) = rewriting.explicit(1).map(|it| &it.kind) else {
        return false;
    };
    let (registers, result) = (&rewriting.arm.registers, reg(inst, 0));
    let is_arm = name == "LDRConstPool";
    let number = constant(expr).filter(|_| result != registers.pc() && result != registers.sp());
    let [result, condition, flags] = pick(inst, [0, 2, 3]);
    if let Some(value) = number {
        let has_half = match is_arm {
            true => rewriting.has(Feature::V6t2),
            false => rewriting.has(Feature::V8mBaseline),
        };
        let has_thumb2 = rewriting.has(Feature::Thumb2);
        let short = if is_arm {
            rotated_code(value)
                .map(|code| ("MOVi", code))
                .or_else(|| rotated_code(!value).map(|code| ("MVNi", code)))
        } else if has_thumb2 && is_thumb_immediate(value) {
            Some(("t2MOVi", value))
        } else if has_thumb2 && is_thumb_immediate(!value) {
            Some(("t2MVNi", !value))
        } else {
            None
        };
        if let Some((name, value)) = short {
            let operands = [result, Operand::Imm(value), condition, flags, NONE];
            return rewriting.replace(inst, name, &operands);
        }
        if has_half && (0..0x1_0000).contains(&value) {
            let name = if is_arm { "MOVi16" } else { "t2MOVi16" };
            return rewriting.replace(inst, name, &[result, Operand::Imm(value), condition, flags]);
        }
    }
    // The label of the literal has no name.
    let label = Expr::Symbol { name: "".into(), specifier: None };
    let label = Operand::Expr(Box::new(label));
    match name {
        "LDRConstPool" => {
            let operands = [result, label, Operand::Imm(0), condition, flags];
            rewriting.replace(inst, "LDRi12", &operands)
        }
        "tLDRConstPool" => rewriting.replace(inst, "tLDRpci", &[result, label, condition, flags]),
        _ => rewriting.replace(inst, "t2LDRpci", &[result, label, condition, flags]),
    }
}

/// Chooses the lazy load or store of all 32 registers.
fn lazy(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    let list = match rewriting.explicit(1).map(|it| &it.kind) {
        Some(OperandKind::List(list)) if list.kind == ListKind::Double => list,
        _ => return false,
    };
    if list.registers.len() != 32 {
        return false;
    }
    let operands = pick(inst, [0, 1, 2, 3]);
    rewriting.replace(inst, &format!("{name}_T2"), &operands)
}
