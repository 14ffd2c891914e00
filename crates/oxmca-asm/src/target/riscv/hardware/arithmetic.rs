//! The arithmetic of RISC-V instructions, by their mnemonics.

use super::{RiscV, mnemonic};
use crate::inst::Inst;
use crate::target::arithmetic::{Arithmetic, NumberClass};

/// Operations on floating-point numbers, before the point.
const FLOAT: &[(&str, u8)] = &[
    ("fadd", 1),
    ("fsub", 1),
    ("fmul", 1),
    ("fdiv", 1),
    ("fsqrt", 1),
    ("fmin", 1),
    ("fmax", 1),
    ("feq", 1),
    ("flt", 1),
    ("fle", 1),
    ("fmadd", 2),
    ("fmsub", 2),
    ("fnmadd", 2),
    ("fnmsub", 2),
];

/// Operations on integers, without the letter for 32 bits and the one for immediates.
const INTEGER: &[&str] = &[
    "add", "sub", "mul", "mulh", "mulhu", "div", "divu", "rem", "remu", "and", "or", "xor", "sll",
    "srl", "sra", "slt", "sltu", "min", "max", "minu", "maxu", "andn", "orn", "xnor", "rol", "ror",
    "cpop", "clz", "ctz", "sh1add", "sh2add", "sh3add",
];

/// Operations on vectors, after the letters for vectors and floating-point numbers, with how many times each counts.
const ON_VECTORS: &[(&str, u8)] = &[
    ("add", 1),
    ("sub", 1),
    ("rsub", 1),
    ("mul", 1),
    ("div", 1),
    ("rdiv", 1),
    ("sqrt", 1),
    ("min", 1),
    ("max", 1),
    ("minu", 1),
    ("maxu", 1),
    ("addu", 1),
    ("subu", 1),
    ("mulu", 1),
    ("mulsu", 1),
    ("macc", 2),
    ("maccu", 2),
    ("maccsu", 2),
    ("maccus", 2),
    ("msac", 2),
    ("nmacc", 2),
    ("nmsac", 2),
    ("madd", 2),
    ("msub", 2),
    ("nmadd", 2),
    ("nmsub", 2),
    ("redusum", 1),
    ("redosum", 1),
    ("redsum", 1),
    ("redmin", 1),
    ("redmax", 1),
];

/// Returns the kind of numbers that an instruction on vectors computes with, and how many operations it does on each
/// element, by the rest of its mnemonic: `fwmacc.vv`.
pub(super) fn vector_operation(rest: &str) -> Option<(NumberClass, u8)> {
    let stem = rest.split('.').next()?;
    let (class, stem) = match stem.strip_prefix('f') {
        Some(stem) => (NumberClass::Float, stem),
        None => (NumberClass::Integer, stem),
    };
    let narrow = stem.strip_prefix('w').unwrap_or(stem);
    let found = ON_VECTORS.iter().find(|it| it.0 == stem || it.0 == narrow)?;
    Some((class, found.1))
}

/// Returns what an instruction computes. Loads and stores of vectors say how long their elements are.
pub(in crate::target::riscv) fn arithmetic(riscv: &RiscV<'_>, inst: &Inst) -> Option<Arithmetic> {
    let name = mnemonic(&riscv.tables, inst);
    if let Some(rest) = name.strip_prefix('v') {
        let digits = rest.trim_start_matches(|it: char| it.is_ascii_lowercase());
        let is_memory = rest.starts_with(['l', 's']) && name.ends_with(".v") && !digits.is_empty();
        let bits = digits.split('.').next()?.parse().ok().filter(|_| is_memory)?;
        return Some(Arithmetic::new(NumberClass::Integer, bits, None, 0));
    }
    let mut parts = name.split('.');
    let (stem, width) = (parts.next()?, parts.next().unwrap_or_default());
    let bits = |letter: &str| match letter {
        "h" => Some(16),
        "s" => Some(32),
        "d" => Some(64),
        "q" => Some(128),
        _ => None,
    };
    if stem == "fcvt" {
        let (to, from) = (bits(width), bits(parts.next()?));
        let (source_bits, result_bits) = (from.or(to)?, to.or(from)?);
        let class = NumberClass::Float;
        return Some(Arithmetic { class, source_bits, result_bits, lanes: Some(1), operations: 0 });
    }
    if let Some((_, operations)) = FLOAT.iter().find(|it| it.0 == stem) {
        return Some(Arithmetic::new(NumberClass::Float, bits(width)?, Some(1), *operations));
    }
    let short = stem.strip_suffix('w').unwrap_or(stem);
    let is_known = |name: &str| INTEGER.contains(&name);
    let is_integer =
        is_known(stem) || is_known(short) || short.strip_suffix('i').is_some_and(is_known);
    let is_short = !is_known(stem) && short.len() < stem.len();
    let bits = if is_short { 32 } else { u16::from(riscv.xlen_bits()) };
    is_integer.then_some(Arithmetic::new(NumberClass::Integer, bits, Some(1), 1))
}
