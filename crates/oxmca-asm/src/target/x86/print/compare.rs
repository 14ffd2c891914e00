//! Vector comparisons, whose predicate is shown inside the mnemonic.

use super::Context;
use super::condition::{FLOAT_PREDICATES, XOP_PREDICATES};
use crate::inst::{Inst, Operand};
use crate::printer::push_decimal;
use crate::target::x86::flags::{EncodingFlags, form, opcode_map};

/// The comparisons that have such names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// `cmpps` and its like.
    Sse,
    /// `vcmpps` and its like.
    Vex,
    /// `vpcmpub` and its like.
    Integer,
    /// `vpcomub` and its like.
    Xop,
}

/// The family of an instruction, from its name in the tables, and the suffix of its mnemonic.
fn classify(name: &[u8]) -> Option<(Family, &'static str)> {
    let (family, rest) = if let Some(rest) = name.strip_prefix(b"CMP") {
        (Family::Sse, rest)
    } else if let Some(rest) = name.strip_prefix(b"VCMP") {
        (Family::Vex, rest)
    } else if let Some(rest) = name.strip_prefix(b"VPCMP") {
        (Family::Integer, rest)
    } else {
        (Family::Xop, name.strip_prefix(b"VPCOM")?)
    };
    const FLOAT: &[(&[u8], &str)] = &[
        (b"PD", "pd"),
        (b"PS", "ps"),
        (b"SD", "sd"),
        (b"SS", "ss"),
        (b"PH", "ph"),
        (b"SH", "sh"),
        (b"BF16", "bf16"),
    ];
    const INTEGER: &[(&[u8], &str)] = &[
        (b"UB", "ub"),
        (b"UD", "ud"),
        (b"UQ", "uq"),
        (b"UW", "uw"),
        (b"B", "b"),
        (b"D", "d"),
        (b"Q", "q"),
        (b"W", "w"),
    ];
    let suffixes = match family {
        Family::Sse | Family::Vex => FLOAT,
        Family::Integer | Family::Xop => INTEGER,
    };
    let (suffix, shown) = suffixes.iter().find(|(suffix, _)| rest.starts_with(suffix))?;
    // What follows is the vector width and the operand form, which ends with an immediate.
    let operands = rest[suffix.len()..].iter().position(|byte| matches!(byte, b'r' | b'm'))?;
    let immediate = rest[suffix.len() + operands..].contains(&b'i');
    immediate.then_some((family, shown))
}

/// Appends a vector comparison with its predicate in the mnemonic. Gives `false`, and appends
/// nothing, for any other instruction and for predicates that have no name.
pub(super) fn print(
    context: &Context<'_>,
    name: &[u8],
    flags: EncodingFlags,
    inst: &Inst,
    out: &mut String,
) -> bool {
    let Some(Operand::Imm(code)) = inst.operands.last() else { return false };
    let Some((family, suffix)) = classify(name) else { return false };
    let Ok(code) = usize::try_from(*code) else { return false };
    let (stem, predicate) = match family {
        Family::Sse if code < 8 => ("\tcmp", FLOAT_PREDICATES[code]),
        Family::Vex if code < 32 => ("\tvcmp", FLOAT_PREDICATES[code]),
        // Always and never have no name.
        Family::Integer if code < 7 && code != 3 => ("\tvpcmp", FLOAT_PREDICATES[code]),
        Family::Xop if code < 8 => ("\tvpcom", XOP_PREDICATES[code]),
        _ => return false,
    };
    for text in [stem, predicate, suffix, "\t"] {
        out.push_str(text);
    }

    // The first source is tied to the destination in SSE; a mask comes before the sources.
    let second_source = if flags.has_mask() { 3 } else { 2 };
    if flags.form() == form::REG_RM_MEMORY {
        context.print_memory(inst, second_source, out);
        if flags.evex_b() {
            let halves = family == Family::Vex && flags.opcode_map() == opcode_map::THREE_BYTE_3A;
            print_broadcast(flags, halves, out);
        }
    } else {
        if flags.evex_b() {
            out.push_str("{sae}, ");
        }
        context.print_value(inst, second_source, out);
    }
    if family != Family::Sse {
        out.push_str(", ");
        context.print_value(inst, second_source - 1, out);
    }
    out.push_str(", ");
    context.print_value(inst, 0, out);
    if flags.has_mask() {
        out.push_str(" {");
        context.print_value(inst, 1, out);
        out.push('}');
    }
    true
}

/// How many elements one element is repeated to; `halves` are 16-bit elements, others are 32 or 64
/// bits wide.
fn print_broadcast(flags: EncodingFlags, halves: bool, out: &mut String) {
    let mut count = match (flags.is_512_bits(), flags.is_256_bits()) {
        (true, _) => 16,
        (false, true) => 8,
        (false, false) => 4,
    };
    if flags.w() {
        count /= 2;
    } else if halves {
        count *= 2;
    }
    out.push_str("{1to");
    push_decimal(count, out);
    out.push('}');
}
