//! x86 instructions with other memory operands, or with registers in place of them.

use oxmca_tables::{FeatureSet, Reg};

use super::super::X86;
use super::super::hardware::{memory_bytes, memory_position};
use super::super::registers::kind;
use super::registers;
use crate::inst::{BinaryOp, Expr, Inst, Operand};
use crate::target::variants::{Transfer, Variants};

/// Machine operands of an address.
const PARTS: usize = 5;

pub(super) fn displaced(x86: &X86<'_>, inst: &Inst, address: usize, by: i64) -> Option<Inst> {
    // Other addresses than that of the memory operand are those of the stack.
    let first = memory_position(x86, inst).filter(|_| address == 0)?;
    let mut changed = inst.clone();
    let displacement = changed.operands.get_mut(first + 3)?;
    *displacement = match std::mem::replace(displacement, Operand::Imm(0)) {
        Operand::Imm(value) => {
            let sum = value.checked_add(by)?;
            i32::try_from(sum).ok()?;
            Operand::Imm(sum)
        }
        Operand::Expr(expr) => {
            let sum = Expr::Binary(BinaryOp::Add, Box::new((*expr, Expr::Constant(by))));
            Operand::Expr(Box::new(sum))
        }
        Operand::Reg(_) => return None,
    };
    Some(changed)
}

/// Loads and stores, without the `v` of newer forms: those of one element and those of whole vectors.
const TRANSFERS: &[&str] = &[
    "mov", "movss", "movsd", "movaps", "movapd", "movups", "movupd", "movdqa", "movdqu", "movd",
    "movq", "lddqu", "movdqu8", "movdqu16", "movdqu32", "movdqu64", "movdqa32", "movdqa64",
];

pub(super) fn transfer(x86: &X86<'_>, inst: &Inst) -> Option<Transfer> {
    let first = memory_position(x86, inst)?;
    let name = x86.short_mnemonic(inst);
    if !TRANSFERS.contains(&name) || x86.names_mask(inst) || inst.flags != 0 {
        return None;
    }
    let others = inst.operands.len().checked_sub(PARTS)?;
    let register = if first == 0 { PARTS } else { 0 };
    let is_register = matches!(inst.operands.get(register), Some(Operand::Reg(_)));
    (others == 1 && is_register)
        .then_some(Transfer { register: register as u8, is_store: first == 0 })
}

pub(super) fn in_register(x86: &X86<'_>, inst: &Inst, whole: Reg) -> Option<Inst> {
    if let Some(Transfer { register, is_store }) = transfer(x86, inst) {
        let own = inst.operands.get(usize::from(register)).and_then(Operand::reg)?;
        let other = registers::counterpart(x86, own, whole)?;
        let (to, from) = if is_store { (other, own) } else { (own, other) };
        return copy(x86, to, from, x86.intel_mnemonic(inst).starts_with('v'));
    }
    let first = memory_position(x86, inst)?;
    let is_vector = x86.registers.is(whole, kind::ZMM);
    let opcode = x86.renamed(inst.opcode, |name| {
        let (name, end) = match name.strip_suffix("_Int") {
            Some(name) => (name, "_Int"),
            None => (name, ""),
        };
        let (stem, suffix) = [
            // One element from memory for all.
            ("rmb", "rr"),
            ("mb", "r"),
            ("rm", "rr"),
            ("mr", "rr"),
            ("mi8", "ri8"),
            ("mi32", "ri32"),
            ("mi", "ri"),
            ("m", "r"),
        ]
        .into_iter()
        .find_map(|(from, to)| Some((name.strip_suffix(from)?, to)))?;
        Some(format!("{stem}{suffix}{end}"))
    })?;
    let described = x86.tables.operands(opcode);
    let row = x86.tables.instruction(opcode);
    let names_memory = memory_position(x86, &Inst { opcode, ..Inst::default() }).is_some();
    let width = match is_vector {
        true => x86.registers.with_part(&x86.tables, whole, kind::XMM),
        false => {
            let size = match memory_bytes(x86, inst, first) {
                8 => kind::GR64,
                4 => kind::GR32,
                2 => kind::GR16,
                1 => kind::GR8,
                _ => return None,
            };
            x86.registers.with_part(&x86.tables, whole, size)
        }
    }?;
    let width = match is_vector {
        // A packed operand is as wide as the register beside it.
        true => inst
            .operands
            .first()
            .and_then(Operand::reg)
            .and_then(|own| registers::counterpart(x86, own, whole))
            .unwrap_or(width),
        false => width,
    };
    let mut operands: Vec<Operand> = inst.operands.iter().cloned().collect();
    operands.splice(first..first + PARTS, [Operand::Reg(width)]);
    // What reads and writes memory reads and writes the register: once as a result, once as a source.
    if first == 0 && row.num_defs == 1 {
        operands.insert(0, Operand::Reg(width));
    }
    let fits = !names_memory && described.len() == operands.len();
    fits.then(|| Inst { opcode, flags: 0, operands: operands.into_iter().collect() })
}

/// Returns the copy of a register.
fn copy(x86: &X86<'_>, to: Reg, from: Reg, is_newer: bool) -> Option<Inst> {
    let is = |kind: u32| x86.registers.is(to, kind) && x86.registers.is(from, kind);
    let name = match is_newer {
        _ if is(kind::GR64) => "MOV64rr",
        _ if is(kind::GR32) => "MOV32rr",
        false if is(kind::XMM) => "MOVAPSrr",
        true if is(kind::XMM) => "VMOVAPSrr",
        true if is(kind::YMM) => "VMOVAPSYrr",
        true if is(kind::ZMM) => "VMOVAPSZrr",
        _ => return None,
    };
    let opcode = x86.tables.opcode_named(name.as_bytes())?;
    let operands = [Operand::Reg(to), Operand::Reg(from)].into_iter().collect();
    Some(Inst { opcode, flags: 0, operands })
}

/// Returns whether a processor has vectors of 512 bits, and programs for it use them.
pub(super) fn has_widest_vectors(x86: &X86<'_>, features: &FeatureSet) -> bool {
    let has = |name| x86.tables.feature_bit(name).is_some_and(|bit| features.contains(bit));
    has("FeatureAVX512") && !has("TuningPrefer256Bit")
}

/// Returns the transfer of twice as many bytes by a register of the same or the next kind.
pub(super) fn twice_as_wide(
    x86: &X86<'_>,
    inst: &Inst,
    whole: Reg,
    features: &FeatureSet,
) -> Option<Inst> {
    let transfer = transfer(x86, inst).or_else(|| x86.extending_load(inst))?;
    let has_avx = x86.tables.feature_bit("FeatureAVX").is_some_and(|bit| features.contains(bit));
    let has_widest = has_widest_vectors(x86, features);
    let name = x86.tables.opcode_name(inst.opcode);
    let (wider, kind) = match (name, transfer.is_store) {
        ("MOV8rm" | "MOVZX32rm8", false) => ("MOVZX32rm16", kind::GR32),
        ("MOV8mr", true) => ("MOV16mr", kind::GR16),
        ("MOV16rm" | "MOVZX32rm16", false) => ("MOV32rm", kind::GR32),
        ("MOV16mr", true) => ("MOV32mr", kind::GR32),
        ("MOV32rm", false) => ("MOV64rm", kind::GR64),
        ("MOV32mr", true) => ("MOV64mr", kind::GR64),
        ("MOV64rm", false) => ("MOVUPSrm", kind::XMM),
        ("MOV64mr", true) => ("MOVUPSmr", kind::XMM),
        ("MOVUPSrm" | "MOVAPSrm" | "MOVDQUrm" | "VMOVUPSrm" | "VMOVDQUrm", false) if has_avx => {
            ("VMOVUPSYrm", kind::YMM)
        }
        ("MOVUPSmr" | "MOVAPSmr" | "MOVDQUmr" | "VMOVUPSmr" | "VMOVDQUmr", true) if has_avx => {
            ("VMOVUPSYmr", kind::YMM)
        }
        ("VMOVUPSYrm" | "VMOVAPSYrm" | "VMOVDQUYrm", false) if has_widest => {
            ("VMOVUPSZrm", kind::ZMM)
        }
        ("VMOVUPSYmr" | "VMOVAPSYmr" | "VMOVDQUYmr", true) if has_widest => {
            ("VMOVUPSZmr", kind::ZMM)
        }
        _ => return None,
    };
    let opcode = x86.tables.opcode_named(wider.as_bytes())?;
    let reg = match x86.registers.is(whole, kind) {
        true => whole,
        false => x86.registers.with_part(&x86.tables, whole, kind)?,
    };
    let mut changed = Inst { opcode, ..inst.clone() };
    *changed.operands.get_mut(usize::from(transfer.register))? = Operand::Reg(reg);
    Some(changed)
}
