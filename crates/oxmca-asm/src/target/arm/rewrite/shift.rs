//! Shifts: in A32 they are moves.

use oxmca_tables::Reg;

use super::rewriting::{Rewriting, imm, pick, reg};
use crate::inst::{Inst, Operand};
use crate::target::arm::shift::{Shift, ShifterOperand};

/// Changes an instruction, if it is one of these. Returns whether it did.
pub(super) fn rewrite(rewriting: &Rewriting<'_>, name: &str, inst: &mut Inst) -> bool {
    match name {
        "ASRr" | "LSRr" | "LSLr" | "RORr" => {
            let shift = shift_of(name);
            let shifter = Operand::Imm(ShifterOperand { shift, amount: 0 }.pack());
            let [result, source, by, condition, flags, sets] = pick(inst, [0, 1, 2, 3, 4, 5]);
            let operands = [result, source, by, shifter, condition, flags, sets];
            rewriting.replace(inst, "MOVsr", &operands)
        }
        "ASRi" | "LSRi" | "LSLi" | "RORi" => {
            let (shift, amount) = (shift_of(name), imm(inst, 2));
            let [result, source, condition, flags, sets] = pick(inst, [0, 1, 3, 4, 5]);
            if amount == 0 {
                return rewriting.replace(inst, "MOVr", &[result, source, condition, flags, sets]);
            }
            let is_right = matches!(shift, Shift::Lsr | Shift::Asr);
            let amount = if is_right { amount % 32 } else { amount };
            let shifter = Operand::Imm(ShifterOperand { shift, amount }.pack());
            rewriting.replace(inst, "MOVsi", &[result, source, shifter, condition, flags, sets])
        }
        "RRXi" => {
            let shifter = Operand::Imm(ShifterOperand { shift: Shift::Rrx, amount: 0 }.pack());
            let [result, source, condition, flags, sets] = pick(inst, [0, 1, 2, 3, 4]);
            rewriting.replace(inst, "MOVsi", &[result, source, shifter, condition, flags, sets])
        }
        "MOVsi" => {
            let ShifterOperand { shift, amount } = ShifterOperand::unpack(imm(inst, 2));
            if matches!(shift, Shift::Rrx | Shift::Asr | Shift::Lsr) || amount != 0 {
                return false;
            }
            let operands = pick(inst, [0, 1, 3, 4, 5]);
            rewriting.replace(inst, "MOVr", &operands)
        }
        "ANDrsi" | "ORRrsi" | "EORrsi" | "BICrsi" | "SUBrsi" | "ADDrsi" => {
            let ShifterOperand { shift, amount } = ShifterOperand::unpack(imm(inst, 3));
            if matches!(shift, Shift::Rrx | Shift::Asr | Shift::Lsr) || amount != 0 {
                return false;
            }
            let operands = pick(inst, [0, 1, 2, 4, 5, 6]);
            rewriting.replace(inst, &name.replace("rsi", "rr"), &operands)
        }
        "t2MOVsr" | "t2MOVSsr" => thumb_by_register(rewriting, name == "t2MOVSsr", inst),
        "t2MOVsi" | "t2MOVSsi" => thumb_by_amount(rewriting, name == "t2MOVSsi", inst),
        _ => false,
    }
}

fn shift_of(name: &str) -> Shift {
    Shift::named(&name.as_bytes()[..3]).unwrap_or(Shift::None)
}

/// Returns the register that says whether flags are set.
fn flags(rewriting: &Rewriting<'_>, sets_flags: bool) -> Operand {
    Operand::Reg(if sets_flags { rewriting.arm.registers.flags } else { Reg::NONE })
}

/// Rewrites Thumb's move of a register that is shifted by another.
fn thumb_by_register(rewriting: &Rewriting<'_>, sets_flags: bool, inst: &mut Inst) -> bool {
    let is_short = [0, 1, 2].iter().all(|index| rewriting.is_low(reg(inst, *index)))
        && reg(inst, 0) == reg(inst, 1)
        && rewriting.is_in_block != sets_flags
        && !rewriting.is_wide();
    let (long, short) = match ShifterOperand::unpack(imm(inst, 3)).shift {
        Shift::Asr => ("t2ASRrr", "tASRrr"),
        Shift::Lsr => ("t2LSRrr", "tLSRrr"),
        Shift::Lsl => ("t2LSLrr", "tLSLrr"),
        Shift::Ror => ("t2RORrr", "tROR"),
        _ => return false,
    };
    let flags = flags(rewriting, sets_flags);
    let [result, source, by, condition, predicate] = pick(inst, [0, 1, 2, 4, 5]);
    match is_short {
        true => {
            let operands = [result, flags, source, by, condition, predicate];
            rewriting.replace(inst, short, &operands)
        }
        false => {
            let operands = [result, source, by, condition, predicate, flags];
            rewriting.replace(inst, long, &operands)
        }
    }
}

/// Rewrites Thumb's move of a register that is shifted by a number.
fn thumb_by_amount(rewriting: &Rewriting<'_>, sets_flags: bool, inst: &mut Inst) -> bool {
    let mut is_short = rewriting.is_low(reg(inst, 0))
        && rewriting.is_low(reg(inst, 1))
        && rewriting.is_in_block != sets_flags
        && !rewriting.is_wide();
    let ShifterOperand { shift, amount } = ShifterOperand::unpack(imm(inst, 2));
    let [result, source, condition, predicate] = pick(inst, [0, 1, 3, 4]);
    let flags = flags(rewriting, sets_flags);
    if shift == Shift::Lsl && amount == 0 {
        is_short &= !rewriting.is_in_block;
        return match is_short {
            true => rewriting.replace(inst, "tMOVSr", &[result, source, condition, predicate]),
            false => {
                rewriting.replace(inst, "t2MOVr", &[result, source, condition, predicate, flags])
            }
        };
    }
    let (long, short) = match shift {
        Shift::Asr => ("t2ASRri", "tASRri"),
        Shift::Lsr => ("t2LSRri", "tLSRri"),
        Shift::Lsl => ("t2LSLri", "tLSLri"),
        Shift::Ror => ("t2RORri", ""),
        Shift::Rrx => {
            let operands = [result, source, condition, predicate, flags];
            return rewriting.replace(inst, "t2RRX", &operands);
        }
        _ => return false,
    };
    let amount = Operand::Imm(amount % 32);
    match is_short && !short.is_empty() {
        true => {
            let operands = [result, flags, source, amount, condition, predicate];
            rewriting.replace(inst, short, &operands)
        }
        false => {
            let operands = [result, source, amount, condition, predicate, flags];
            rewriting.replace(inst, long, &operands)
        }
    }
}
