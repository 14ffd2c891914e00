//! x86 instructions that do the same work otherwise.

use oxmca_tables::Reg;

use super::super::X86;
use super::super::registers::kind;
use super::address_position;
use crate::inst::{Inst, Operand};
use crate::target::variants::Division;

pub(super) fn division(x86: &X86<'_>, inst: &Inst) -> Option<Division> {
    let name = x86.short_mnemonic(inst);
    if !matches!(name, "divss" | "divsd" | "divps" | "divpd") || x86.names_mask(inst) {
        return None;
    }
    let opcode = x86.renamed(inst.opcode, |name| {
        let (before, after) = name.split_once("DIV")?;
        Some(format!("{before}MUL{after}"))
    })?;
    let divisor = address_position(x86, inst).unwrap_or(2) as u8;
    Some(Division { divisor, product: Inst { opcode, ..inst.clone() } })
}

pub(super) fn cheaper(x86: &X86<'_>, inst: &Inst) -> Option<Vec<Inst>> {
    let named = |name: &str| x86.tables.opcode_named(name.as_bytes());
    match x86.tables.opcode_name(inst.opcode) {
        "LOOP" => {
            let counter = x86.tables.register_named("RCX")?;
            let counter = || Operand::Reg(counter);
            let step = Inst {
                opcode: named("DEC64r")?,
                flags: 0,
                operands: [counter(), counter()].into_iter().collect(),
            };
            /// The number of the condition that a result is not zero.
            const NOT_ZERO: i64 = 5;
            let target = inst.operands.first()?.clone();
            let branch = Inst {
                opcode: named("JCC_1")?,
                flags: 0,
                operands: [target, Operand::Imm(NOT_ZERO)].into_iter().collect(),
            };
            Some(vec![step, branch])
        }
        "XCHG64rr" | "XCHG32rr" => None,
        _ => shifted(x86, inst),
    }
}

pub(super) fn narrower_division(x86: &X86<'_>, inst: &Inst) -> Option<Inst> {
    let name = match x86.tables.opcode_name(inst.opcode) {
        "DIV64r" => "DIV32r",
        "DIV64m" => "DIV32m",
        "IDIV64r" => "IDIV32r",
        "IDIV64m" => "IDIV32m",
        "CQO" => "CDQ",
        _ => return None,
    };
    let mut changed = Inst { opcode: x86.tables.opcode_named(name.as_bytes())?, ..inst.clone() };
    if let [Operand::Reg(reg)] = &mut changed.operands[..] {
        *reg = x86.registers.resized(&x86.tables, *reg, kind::GR32);
    }
    Some(changed)
}

/// Returns the upper half of the product of the dividend with 2^64 / divisor, rounded up: the quotient of any 32 bits.
pub(super) fn integer_product(
    x86: &X86<'_>,
    inst: &Inst,
    [reciprocal, dividend]: [Reg; 2],
    needs_remainder: bool,
) -> Option<Vec<Inst>> {
    let make = |name: &str, regs: &[Reg]| {
        let opcode = x86.tables.opcode_named(name.as_bytes())?;
        let operands = regs.iter().map(|reg| Operand::Reg(*reg)).collect();
        Some(Inst { opcode, flags: 0, operands })
    };
    let named = |name: &str| x86.tables.register_named(name);
    let (eax, edx) = (named("EAX")?, named("EDX")?);
    let divisor = inst.operands.first()?.reg()?;
    let dividend = x86.registers.with_part(&x86.tables, dividend, kind::GR32)?;
    let mut insts = Vec::new();
    if needs_remainder {
        insts.push(make("MOV32rr", &[dividend, eax])?);
    }
    // This makes the upper half of the widest register zero.
    insts.push(make("MOV32rr", &[eax, eax])?);
    insts.push(make("MUL64r", &[reciprocal])?);
    insts.push(make("MOV32rr", &[eax, edx])?);
    if needs_remainder {
        insts.push(make("IMUL32rr", &[edx, edx, divisor])?);
        insts.push(make("SUB32rr", &[dividend, dividend, edx])?);
        insts.push(make("MOV32rr", &[edx, dividend])?);
    }
    Some(insts)
}

/// Returns the shift in place of a product with a power of two.
fn shifted(x86: &X86<'_>, inst: &Inst) -> Option<Vec<Inst>> {
    if x86.intel_mnemonic(inst) != "imul" {
        return None;
    }
    let [Operand::Reg(to), Operand::Reg(from), Operand::Imm(factor)] = inst.operands[..] else {
        return None;
    };
    let is_power = factor > 1 && factor.count_ones() == 1;
    let name = match x86.registers.is(to, kind::GR64) {
        true => "SHL64ri",
        false if x86.registers.is(to, kind::GR32) => "SHL32ri",
        false => return None,
    };
    if !is_power || to != from {
        return None;
    }
    let operands =
        [Operand::Reg(to), Operand::Reg(to), Operand::Imm(i64::from(factor.trailing_zeros()))];
    let opcode = x86.tables.opcode_named(name.as_bytes())?;
    Some(vec![Inst { opcode, flags: 0, operands: operands.into_iter().collect() }])
}
