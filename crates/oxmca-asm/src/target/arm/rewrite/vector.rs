//! Loads and stores of structures of vectors, which the assembler has under other names with operands in another order.

use oxmca_tables::Reg;

use super::rewriting::{Rewriting, operand, reg};
use crate::inst::{Inst, Operand};
use crate::target::arm::registers::offset;

/// Changes an instruction, if it is one of these. Returns whether it did.
///
/// Names consist of the instruction, `WB_fixed` or `WB_register` if it changes its base, `Asm` and the bits of an
/// element: `VLD3LNdWB_fixed_Asm_16`.
pub(super) fn rewrite(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    let is_load = name.starts_with("VLD");
    if !is_load && !name.starts_with("VST") {
        return false;
    }
    let Some((stem, bits)) = name.split_once("Asm_") else { return false };
    let (stem, has_register, is_updating) = match stem.split_once("WB_") {
        Some((stem, "fixed_")) => (stem, false, true),
        Some((stem, "register_")) => (stem, true, true),
        None => (stem, false, false),
        Some(_) => return false,
    };
    let count = match stem.as_bytes().get(3) {
        Some(digit @ b'1'..=b'4') => u16::from(digit - b'0'),
        _ => return false,
    };
    // Vectors that follow each other, or every other one.
    let is_adjacent =
        !stem.ends_with('q') || (is_updating && !has_register && is_taken_as_adjacent(stem, bits));
    let spacing = if is_adjacent { 1 } else { 2 };
    let has_lane = stem.contains("LN");
    let first = reg(inst, 0);
    let vectors = || (0..count).map(|index| Operand::Reg(offset(first, index * spacing)));
    let base_at = if has_lane { 2 } else { 1 };
    let (base, alignment) = (operand(inst, base_at), operand(inst, base_at + 1));
    let condition_at = base_at + 2 + usize::from(has_register);

    let mut operands: Vec<Operand> = Vec::new();
    if is_load {
        operands.extend(vectors());
    }
    operands.push(base.clone());
    if is_updating {
        operands.push(base);
    }
    operands.push(alignment);
    if is_updating {
        operands.push(match has_register {
            true => operand(inst, base_at + 2),
            false => Operand::Reg(Reg::NONE),
        });
    }
    // A load of a lane keeps the others.
    if !is_load || has_lane {
        operands.extend(vectors());
    }
    if has_lane {
        operands.push(operand(inst, 1));
    }
    operands.extend([operand(inst, condition_at), operand(inst, condition_at + 1)]);
    let suffix = if is_updating { "_UPD" } else { "" };
    rewriting.replace(inst, &format!("{stem}{bits}{suffix}"), &operands)
}

/// Reports whether LLVM 23 numbers the vectors of this form, which updates its base by a fixed amount, as if they
/// followed each other. They do not: these are oversights in its list of forms, and they show in what it prints.
fn is_taken_as_adjacent(stem: &str, bits: &str) -> bool {
    match stem {
        "VLD2LNq" | "VLD3LNq" | "VST3LNq" | "VST4LNq" => bits == "16",
        "VLD3DUPq" => bits == "8",
        "VLD4DUPq" => bits == "8" || bits == "16",
        _ => false,
    }
}
