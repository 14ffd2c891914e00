//! x86 instructions that combine values in any order.

use smallvec::SmallVec;

use super::super::X86;
use super::super::hardware::memory_position;
use super::super::registers::kind;
use crate::inst::{Inst, Operand};
use crate::target::variants::{Combination, Combining};

/// Operations on floating-point numbers, without the suffix that says which; whether both operands can be the value so far.
const FLOAT: &[(&str, Combining, bool)] = &[
    ("add", Combining::Sum, true),
    ("sub", Combining::Sum, false),
    ("mul", Combining::Product, true),
    ("min", Combining::Minimum, true),
    ("max", Combining::Maximum, true),
];

/// Operations on packed integers, without the letter of the element's size.
const PACKED: &[(&str, Combining, bool)] = &[
    ("padd", Combining::Sum, true),
    ("psub", Combining::Sum, false),
    ("pmins", Combining::Minimum, true),
    ("pminu", Combining::Minimum, true),
    ("pmaxs", Combining::Maximum, true),
    ("pmaxu", Combining::Maximum, true),
    ("pmull", Combining::Product, true),
    // Forms for masks have elements.
    ("pand", Combining::Bitwise(0), true),
    ("por", Combining::Bitwise(1), true),
    ("pxor", Combining::Bitwise(2), true),
];

/// Operations whose names are whole.
const WHOLE: &[(&str, Combining, bool)] = &[
    ("pand", Combining::Bitwise(0), true),
    ("por", Combining::Bitwise(1), true),
    ("pxor", Combining::Bitwise(2), true),
    ("andps", Combining::Bitwise(0), true),
    ("orps", Combining::Bitwise(1), true),
    ("xorps", Combining::Bitwise(2), true),
    ("andpd", Combining::Bitwise(0), true),
    ("orpd", Combining::Bitwise(1), true),
    ("xorpd", Combining::Bitwise(2), true),
];

/// Operations on general purpose registers.
const GENERAL: &[(&str, Combining, bool)] = &[
    ("add", Combining::Sum, true),
    ("sub", Combining::Sum, false),
    ("inc", Combining::Sum, false),
    ("dec", Combining::Sum, false),
    ("imul", Combining::Product, true),
    ("and", Combining::Bitwise(0), true),
    ("or", Combining::Bitwise(1), true),
    ("xor", Combining::Bitwise(2), true),
];

fn found(list: &[(&str, Combining, bool)], name: &str) -> Option<(Combining, bool)> {
    list.iter().find(|it| it.0 == name).map(|it| (it.1, it.2))
}

pub(super) fn combination(x86: &X86<'_>, inst: &Inst) -> Option<Combination> {
    let row = x86.tables.instruction(inst.opcode);
    if row.num_defs != 1 || inst.flags != 0 {
        return None;
    }
    // The elements to keep and the mask come before the sources. Where others become zero, the sum does not go on.
    let is_masked = x86.names_mask(inst);
    if is_masked && !is_merged(x86, inst) {
        return None;
    }
    let written = inst.operands.first().and_then(Operand::reg)?;
    let memory = memory_position(x86, inst);
    let is_register = |at: usize| {
        memory.is_none_or(|first| at < first)
            && matches!(inst.operands.get(at), Some(Operand::Reg(_)))
    };
    if x86.registers.is(written, kind::GR32 | kind::GR64) {
        let name = x86.intel_mnemonic(inst);
        let (operation, is_commutative) = found(GENERAL, name)?;
        // A product of memory or a register with a constant has three operands.
        let has_constant = inst.operands.iter().skip(2).any(|it| matches!(it, Operand::Imm(_)));
        if name == "imul" && has_constant && memory.is_none() {
            return None;
        }
        let is_tied = inst.operands.get(1) == inst.operands.first();
        return is_tied.then(|| {
            let both = is_commutative && is_register(2);
            let accumulators =
                if both { SmallVec::from_slice(&[1, 2]) } else { [1].into_iter().collect() };
            Combination { operation, is_float: false, accumulators, kept: None }
        });
    }
    if !x86.registers.is(written, kind::XMM | kind::YMM | kind::ZMM) {
        return None;
    }
    let name = x86.short_mnemonic(inst);
    let elements = [("ss", true), ("sd", true), ("ps", true), ("pd", true)];
    let is_float = elements.iter().any(|it| name.ends_with(it.0));
    let accumulators = |is_commutative: bool| -> SmallVec<[u8; 2]> {
        let first = if is_masked { 3 } else { 1 };
        let last = if is_commutative { first + 1 } else { first };
        (first..=last).filter(|at| is_register(*at)).map(|at| at as u8).collect()
    };
    if let Some(order) = ["fmadd", "fnmadd"].iter().find_map(|it| name.strip_prefix(it)) {
        let addend = match (order.get(..3)?, is_masked) {
            ("231", _) => 1,
            // What a mask keeps is a factor.
            (_, true) => return None,
            ("132", _) => 2,
            ("213", _) => 3,
            _ => return None,
        };
        let accumulators = is_register(addend).then_some(addend as u8).into_iter().collect();
        let operation = Combining::Sum;
        return Some(Combination { operation, is_float: true, accumulators, kept: None });
    }
    let whole = found(WHOLE, name).map(|it| (it, false));
    let (operation, is_float) = whole.or_else(|| match is_float {
        true => found(FLOAT, &name[..name.len() - 2]).map(|it| (it, true)),
        false => name
            .strip_suffix(['b', 'w', 'd', 'q'])
            .and_then(|stem| found(PACKED, stem))
            .map(|it| (it, false)),
    })?;
    let (operation, is_commutative) = operation;
    let accumulators = accumulators(is_commutative);
    let kept = is_masked.then_some(1);
    Some(Combination { operation, is_float, accumulators, kept })
}

/// Returns whether elements that a mask does not choose stay as they are.
fn is_merged(x86: &X86<'_>, inst: &Inst) -> bool {
    let mask = inst.operands.get(2).and_then(Operand::reg);
    let has_mask = mask.is_some_and(|it| it.is_some() && x86.registers.is(it, kind::MASK));
    has_mask && inst.operands.get(1) == inst.operands.first()
}
