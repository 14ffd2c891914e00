//! The arithmetic of x86 instructions, by their mnemonics in Intel's syntax.

use super::super::X86;
use super::super::registers::kind;
use super::memory;
use super::register_part::part;
use crate::inst::{Inst, Operand};
use crate::target::arithmetic::{Arithmetic, NumberClass};

/// Operations on floating-point numbers, without the suffix that says which.
const FLOAT: &[(&str, u8)] = &[
    ("add", 1),
    ("sub", 1),
    ("mul", 1),
    ("div", 1),
    ("sqrt", 1),
    ("min", 1),
    ("max", 1),
    ("rcp", 1),
    ("rsqrt", 1),
    ("rcp14", 1),
    ("rsqrt14", 1),
    ("addsub", 1),
    ("hadd", 1),
    ("hsub", 1),
    ("round", 1),
    ("rndscale", 1),
    ("cmp", 1),
    ("comi", 1),
    ("ucomi", 1),
    ("blendv", 0),
    ("blendm", 0),
];

/// Suffixes of floating-point instructions: bits of an element, and whether there are several.
const FLOAT_SUFFIXES: &[(&str, u16, bool)] = &[
    ("ss", 32, false),
    ("sd", 64, false),
    ("ps", 32, true),
    ("pd", 64, true),
    ("sh", 16, false),
    ("ph", 16, true),
];

/// Conversions, without the `v` of newer forms: bits of an element before and after.
const CONVERSIONS: &[(&str, NumberClass, u16, u16)] = &[
    ("cvtss2sd", NumberClass::Float, 32, 64),
    ("cvtsd2ss", NumberClass::Float, 64, 32),
    ("cvtps2pd", NumberClass::Float, 32, 64),
    ("cvtpd2ps", NumberClass::Float, 64, 32),
    ("cvtps2ph", NumberClass::Float, 32, 16),
    ("cvtph2ps", NumberClass::Float, 16, 32),
    ("cvtdq2ps", NumberClass::Float, 32, 32),
    ("cvtdq2pd", NumberClass::Float, 32, 64),
    ("cvtudq2ps", NumberClass::Float, 32, 32),
    ("cvtudq2pd", NumberClass::Float, 32, 64),
    ("cvtqq2ps", NumberClass::Float, 64, 32),
    ("cvtqq2pd", NumberClass::Float, 64, 64),
    ("cvtps2dq", NumberClass::Float, 32, 32),
    ("cvttps2dq", NumberClass::Float, 32, 32),
    ("cvtpd2dq", NumberClass::Float, 64, 32),
    ("cvttpd2dq", NumberClass::Float, 64, 32),
    ("cvttpd2qq", NumberClass::Float, 64, 64),
    ("cvttps2qq", NumberClass::Float, 32, 64),
];

/// Operations on packed integers, without the `p` before them and the letter of the element's size after them.
const PACKED: &[(&str, u8)] = &[
    ("add", 1),
    ("adds", 1),
    ("addus", 1),
    ("sub", 1),
    ("subs", 1),
    ("subus", 1),
    ("mull", 1),
    ("mulh", 1),
    ("mulhu", 1),
    ("mins", 1),
    ("minu", 1),
    ("maxs", 1),
    ("maxu", 1),
    ("avg", 1),
    ("abs", 1),
    ("sign", 1),
    ("cmpeq", 1),
    ("cmpgt", 1),
    ("cmp", 1),
    ("cmpu", 1),
    ("sll", 1),
    ("srl", 1),
    ("sra", 1),
    ("sllv", 1),
    ("srlv", 1),
    ("srav", 1),
    ("rol", 1),
    ("ror", 1),
    ("lzcnt", 1),
    ("popcnt", 1),
    ("and", 1),
    ("or", 1),
    ("xor", 1),
    ("andn", 1),
    ("ternlog", 1),
];

/// Operations on packed integers whose elements become wider or narrower: bits before and after.
const RESIZING: &[(&str, u16, u16, u8)] = &[
    ("maddwd", 16, 32, 2),
    ("maddubsw", 8, 16, 2),
    ("muldq", 32, 64, 1),
    ("muludq", 32, 64, 1),
    ("sadbw", 8, 64, 2),
    ("dpbusd", 8, 32, 2),
    ("dpwssd", 16, 32, 2),
    ("packuswb", 16, 8, 0),
    ("packsswb", 16, 8, 0),
    ("packusdw", 32, 16, 0),
    ("packssdw", 32, 16, 0),
];

/// Operations on general purpose registers.
const SCALAR: &[&str] = &[
    "add", "adc", "sub", "sbb", "inc", "dec", "neg", "imul", "mul", "mulx", "div", "idiv", "and",
    "andn", "or", "xor", "not", "shl", "shr", "sar", "shlx", "shrx", "sarx", "rol", "ror", "rorx",
    "bswap", "popcnt", "lzcnt", "tzcnt", "bsf", "bsr", "cmp", "test",
];

/// Returns what an instruction computes; `None` if it only moves values, or that is not known.
pub(in crate::target::x86) fn arithmetic(x86: &X86<'_>, inst: &Inst) -> Option<Arithmetic> {
    let mnemonic = std::str::from_utf8(super::mnemonic(&x86.tables, inst)).ok()?;
    let vector_bits = vector_bits(x86, inst);
    let short = mnemonic.strip_prefix('v').unwrap_or(mnemonic);
    if vector_bits == 0 {
        let bits = general_bits(x86, inst)?;
        return SCALAR.contains(&mnemonic).then_some(Arithmetic::new(
            NumberClass::Integer,
            bits,
            Some(1),
            1,
        ));
    }
    let found = CONVERSIONS.iter().find(|it| it.0 == short);
    if let Some((_, class, source_bits, result_bits)) = found.copied() {
        let is_scalar = short.starts_with("cvtss") || short.starts_with("cvtsd");
        let lanes = if is_scalar { 1 } else { vector_bits / source_bits.max(result_bits) };
        return Some(Arithmetic {
            class,
            source_bits,
            result_bits,
            lanes: Some(lanes),
            operations: 0,
        });
    }
    float(short, vector_bits).or_else(|| packed(short, vector_bits))
}

fn float(short: &str, vector_bits: u16) -> Option<Arithmetic> {
    let (suffix, bits, is_packed) =
        FLOAT_SUFFIXES.iter().copied().find(|it| short.ends_with(it.0))?;
    let name = &short[..short.len() - suffix.len()];
    let is_fused =
        ["fmadd", "fmsub", "fnmadd", "fnmsub", "fmaddsub", "fmsubadd"].iter().any(|it| {
            name.strip_prefix(it).is_some_and(|rest| matches!(rest, "132" | "213" | "231" | ""))
        });
    // Comparisons have their condition in the name: cmpltps.
    let is_comparison = name.starts_with("cmp");
    let operations = match FLOAT.iter().find(|it| it.0 == name) {
        Some((_, operations)) => *operations,
        None if is_fused => 2,
        None if is_comparison => 1,
        None => return None,
    };
    let lanes = if is_packed { vector_bits / bits } else { 1 };
    Some(Arithmetic::new(NumberClass::Float, bits, Some(lanes), operations))
}

fn packed(short: &str, vector_bits: u16) -> Option<Arithmetic> {
    let name = short.strip_prefix('p')?;
    let class = NumberClass::Integer;
    if let Some((_, source_bits, result_bits, operations)) =
        RESIZING.iter().find(|it| name.starts_with(it.0))
    {
        let lanes = Some(vector_bits / result_bits);
        let (source_bits, result_bits, operations) = (*source_bits, *result_bits, *operations);
        return Some(Arithmetic { class, source_bits, result_bits, lanes, operations });
    }
    let bits = |letter: u8| {
        Some(match letter {
            b'b' => 8,
            b'w' => 16,
            b'd' => 32,
            b'q' => 64,
            _ => return None,
        })
    };
    let bytes = name.as_bytes();
    // Widening moves name both widths: pmovzxbd.
    if let Some(widths) = name.strip_prefix("movzx").or_else(|| name.strip_prefix("movsx")) {
        let [from, to] = widths.as_bytes() else { return None };
        let (source_bits, result_bits) = (bits(*from)?, bits(*to)?);
        let lanes = Some(vector_bits / result_bits);
        return Some(Arithmetic { class, source_bits, result_bits, lanes, operations: 0 });
    }
    let (last, stem) = bytes.split_last()?;
    let bits = bits(*last)?;
    let found = PACKED.iter().find(|it| it.0.as_bytes() == stem)?;
    Some(Arithmetic::new(class, bits, Some(vector_bits / bits), found.1))
}

/// Returns the bits of the widest vector register among the operands; 0 if there is none.
fn vector_bits(x86: &X86<'_>, inst: &Inst) -> u16 {
    let bits = |reg| {
        let is = |kind| x86.registers.is(reg, kind);
        if is(kind::ZMM) {
            512
        } else if is(kind::YMM) {
            256
        } else if is(kind::XMM) {
            128
        } else {
            0
        }
    };
    inst.operands.iter().filter_map(Operand::reg).map(bits).max().unwrap_or(0)
}

/// Returns the bits of the memory operand, else of the first general purpose register among the operands.
fn general_bits(x86: &X86<'_>, inst: &Inst) -> Option<u16> {
    if let Some(memory) = memory::operand(x86, inst).filter(|it| it.size_bytes > 0) {
        return Some(memory.size_bytes * 8);
    }
    let parts = inst.operands.iter().filter_map(Operand::reg).find_map(|reg| part(x86, reg));
    parts.map(|it| it.bits.into())
}
