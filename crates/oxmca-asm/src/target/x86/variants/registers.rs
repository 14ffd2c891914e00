//! x86 registers in place of others.

use oxmca_tables::Reg;

use super::super::X86;
use super::super::flags::{Encoding, EncodingFlags};
use super::super::registers::kind;
use crate::inst::{Inst, Operand};

/// Kinds of registers, each with the kind of the widest ones that they are parts of.
const KINDS: &[(u32, u32)] = &[
    (kind::XMM, kind::ZMM),
    (kind::YMM, kind::ZMM),
    (kind::ZMM, kind::ZMM),
    (kind::GR64, kind::GR64),
    (kind::GR32, kind::GR64),
    (kind::GR16, kind::GR64),
    (kind::GR8, kind::GR64),
];

fn kinds(x86: &X86<'_>, reg: Reg) -> Option<(u32, u32)> {
    let is_known = reg.is_some() && reg != x86.registers.named.rip;
    KINDS.iter().copied().find(|it| is_known && x86.registers.is(reg, it.0))
}

pub(super) fn whole(x86: &X86<'_>, reg: Reg) -> Reg {
    match kinds(x86, reg) {
        Some((_, kind::GR64)) => x86.registers.resized(&x86.tables, reg, kind::GR64),
        Some((_, widest)) => {
            let supers = x86.tables.super_registers(reg).iter().copied();
            supers.chain([reg]).find(|it| x86.registers.is(*it, widest)).unwrap_or(reg)
        }
        None => reg,
    }
}

pub(super) fn counterpart(x86: &X86<'_>, reg: Reg, whole: Reg) -> Option<Reg> {
    let (own, widest) = kinds(x86, reg)?;
    if !x86.registers.is(whole, widest) || x86.registers.is(reg, kind::HIGH_BYTE) {
        return None;
    }
    if own == widest {
        return Some(whole);
    }
    let parts = x86.tables.sub_registers(whole).iter().map(|it| it.reg);
    parts
        .into_iter()
        .find(|it| x86.registers.is(*it, own) && !x86.registers.is(*it, kind::HIGH_BYTE))
}

pub(super) fn interchangeable(x86: &X86<'_>, whole: Reg) -> Vec<Reg> {
    let Some((_, widest)) = kinds(x86, whole) else { return Vec::new() };
    let count = match widest {
        // The stack pointer has a use of its own.
        kind::GR64 if x86.registers.encoding(whole) == 4 => return Vec::new(),
        // Registers that older forms can name, too.
        _ => 16,
    };
    let all = (0..x86.tables.registers.len()).map(|index| Reg(index as u16));
    let is_usable = |reg: &Reg| {
        x86.registers.is(*reg, widest)
            && x86.registers.encoding(*reg) < count
            && *reg != x86.registers.named.rip
            && *reg != x86.registers.named.rsp
    };
    let mut found: Vec<Reg> = all.filter(is_usable).collect();
    found.sort_by_key(|reg| x86.registers.encoding(*reg));
    found
}

/// Instructions of older and newer forms that compute one element and take the others from a register.
const KEEPING: &[&str] = &[
    "sqrtss", "sqrtsd", "rcpss", "rsqrtss", "cvtsi2ss", "cvtsi2sd", "cvtss2sd", "cvtsd2ss",
    "roundss", "roundsd",
];

pub(super) fn kept_rest(x86: &X86<'_>, inst: &Inst) -> Option<Reg> {
    let name = x86.intel_mnemonic(inst);
    let written = inst.operands.first().and_then(Operand::reg)?;
    if KEEPING.contains(&name) {
        return Some(written);
    }
    // The first source of newer forms gives the rest.
    if name.strip_prefix('v').is_some_and(|it| KEEPING.contains(&it)) && !x86.names_mask(inst) {
        return inst.operands.get(1).and_then(Operand::reg);
    }
    let is_short = x86.registers.is(written, kind::GR8 | kind::GR16);
    (is_short && name == "mov").then_some(written)
}

pub(super) fn cleared(x86: &X86<'_>, reg: Reg, inst: &Inst) -> Option<Inst> {
    let flags = x86.tables.instruction(inst.opcode).target_flags;
    let is_older = EncodingFlags(flags).encoding() == Encoding::Legacy;
    let (own, widest) = kinds(x86, reg)?;
    let name: &[u8] = match (own, is_older) {
        (kind::XMM | kind::YMM | kind::ZMM, true) => b"XORPSrr",
        (kind::XMM | kind::YMM | kind::ZMM, false) => b"VXORPSrr",
        _ => return None,
    };
    debug_assert_eq!(widest, kind::ZMM);
    let parts = x86.tables.sub_registers(whole(x86, reg)).iter().map(|it| it.reg);
    let part = parts.into_iter().find(|it| x86.registers.is(*it, kind::XMM))?;
    let operands = (0..3).map(|_| Operand::Reg(part)).collect();
    Some(Inst { opcode: x86.tables.opcode_named(name)?, flags: 0, operands })
}
