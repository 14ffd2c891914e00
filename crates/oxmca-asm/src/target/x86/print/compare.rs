//! Vector comparisons, whose predicate is shown inside the mnemonic.

use super::condition::{FLOAT_PREDICATES, XOP_PREDICATES};
use super::context::{Context, Dialect};
use super::method::Size;
use crate::inst::{Inst, Operand};
use crate::printer::push_decimal;
use crate::target::x86::flags::{EncodingFlags, form, mandatory_prefix, opcode_map};

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

/// Returns the family of an instruction, from its name in the tables, and the suffix of its
/// mnemonic.
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
    let comparison = Comparison { context, family, flags, inst };
    let second_source = if flags.has_mask() { 3 } else { 2 };
    match context.dialect {
        Dialect::Att => {
            comparison.print_second_source(second_source, out);
            if family != Family::Sse {
                out.push_str(", ");
                context.print_value(inst, second_source - 1, out);
            }
            out.push_str(", ");
            comparison.print_destination(out);
        }
        Dialect::Intel => {
            comparison.print_destination(out);
            out.push_str(", ");
            if family != Family::Sse {
                context.print_value(inst, second_source - 1, out);
                out.push_str(", ");
            }
            comparison.print_second_source(second_source, out);
        }
    }
    true
}

/// A comparison whose mnemonic has been printed.
struct Comparison<'c> {
    context: &'c Context<'c>,
    family: Family,
    flags: EncodingFlags,
    inst: &'c Inst,
}

impl Comparison<'_> {
    fn print_destination(&self, out: &mut String) {
        self.context.print_value(self.inst, 0, out);
        if self.flags.has_mask() {
            out.push_str(" {");
            self.context.print_value(self.inst, 1, out);
            out.push('}');
        }
    }

    fn print_second_source(&self, at: usize, out: &mut String) {
        let flags = self.flags;
        if flags.form() == form::REG_RM_MEMORY {
            self.context.print_memory(self.inst, at, self.size(), out);
            if flags.evex_b() {
                print_broadcast(flags, self.has_halves(), out);
            }
            return;
        }
        let suppresses = flags.evex_b();
        if suppresses && self.context.dialect == Dialect::Att {
            out.push_str("{sae}, ");
        }
        self.context.print_value(self.inst, at, out);
        if suppresses && self.context.dialect == Dialect::Intel {
            out.push_str(", {sae}");
        }
    }

    /// Returns whether elements have 16 bits.
    fn has_halves(&self) -> bool {
        self.family == Family::Vex && self.flags.opcode_map() == opcode_map::THREE_BYTE_3A
    }

    /// Returns the size of a source in memory.
    fn size(&self) -> Size {
        let (flags, halves) = (self.flags, self.has_halves());
        if flags.evex_b() {
            return match (halves, flags.w()) {
                (true, _) => Size::Word,
                (false, true) => Size::Qword,
                (false, false) => Size::Dword,
            };
        }
        match flags.mandatory_prefix() {
            mandatory_prefix::F3 if halves => Size::Word,
            mandatory_prefix::F3 => Size::Dword,
            mandatory_prefix::F2 if !halves => Size::Qword,
            _ if flags.is_512_bits() => Size::Zmmword,
            _ if flags.is_256_bits() => Size::Ymmword,
            _ => Size::Xmmword,
        }
    }
}

/// Returns the number of elements that one element is repeated to; `halves` are 16-bit elements, others are 32 or 64
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
