//! The values that instructions compute.

use smallvec::SmallVec;

use super::super::X86;
use super::memory;
use super::register_part::part;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{Effect, HardwareFacts, Operation, Place};
use oxmca_tables::schema::instr_flag;

/// Returns the effect of an instruction.
pub(super) fn effect(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> Effect {
    let sources = || sources(x86, inst);
    let first = || sources().first().copied().unwrap_or_default();
    match mnemonic {
        b"push" => return Effect::Push(first()),
        b"pop" => return Effect::Pop(destination(x86, inst)),
        b"leave" => return Effect::Leave,
        b"cmp" | b"test" | b"bt" => return Effect::None,
        _ if facts.is_nop => return Effect::None,
        _ => {}
    }
    let Some((operation, count)) = operation(mnemonic) else { return Effect::Unknown };
    let destination = destination(x86, inst);
    let mut places = sources();
    // A move to memory does not read what was there.
    if count == 1 && places.len() == 2 && destination == Place::Memory {
        places.retain(|place| *place != Place::Memory);
    }
    // An accumulator, a count in %cl and a count of one are not among the operands.
    if places.len() + 1 == count {
        let is_accumulator = matches!(places.first(), Some(Place::Immediate(_)));
        match (mnemonic, is_accumulator) {
            (b"inc" | b"dec", _) => places.push(Place::Immediate(1)),
            (b"shl" | b"shr" | b"sar", _) => places.push(shift_count(x86, inst)),
            (_, true) => places.insert(0, destination),
            _ => return Effect::Unknown,
        }
    }
    if mnemonic == b"lea" {
        places = SmallVec::from_slice(&[Place::Address]);
    }
    let bits = width(x86, destination, facts);
    let [one, two] = match places[..] {
        [one] if count == 1 => [one, Place::None],
        [one, two] if count == 2 => [one, two],
        _ => return Effect::Unknown,
    };
    let operation = match operation {
        Operation::SignExtend(_) => Operation::SignExtend(match one {
            Place::Register(part) => part.bits,
            _ => u8::try_from(facts.access_bytes * 8).unwrap_or(64),
        }),
        other => other,
    };
    Effect::Compute { operation, destination, sources: [one, two], bits }
}

/// The operation of a mnemonic, and the number of values that it takes.
fn operation(mnemonic: &[u8]) -> Option<(Operation, usize)> {
    Some(match mnemonic {
        b"mov" | b"movabs" | b"movzx" | b"lea" => (Operation::Copy, 1),
        b"movsx" | b"movsxd" => (Operation::SignExtend(0), 1),
        b"add" | b"inc" => (Operation::Add, 2),
        b"sub" | b"dec" => (Operation::Subtract, 2),
        b"and" => (Operation::And, 2),
        b"or" => (Operation::Or, 2),
        b"xor" => (Operation::Xor, 2),
        b"shl" => (Operation::ShiftLeft, 2),
        b"shr" => (Operation::ShiftRight, 2),
        b"sar" => (Operation::ShiftRightArithmetic, 2),
        b"imul" => (Operation::Multiply, 2),
        b"neg" => (Operation::Negate, 1),
        b"not" => (Operation::Not, 1),
        _ => return None,
    })
}

/// The operands that are read, with a memory operand as one.
fn sources(x86: &X86<'_>, inst: &Inst) -> SmallVec<[Place; 4]> {
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let memory = memory::position(x86, inst);
    let mut places = SmallVec::new();
    let mut at = num_defs;
    while let Some(operand) = inst.operands.get(at) {
        if memory == Some(at) {
            places.push(Place::Memory);
            at += 5;
            continue;
        }
        places.push(match operand {
            Operand::Reg(reg) => part(x86, *reg).map_or(Place::None, Place::Register),
            Operand::Imm(value) => Place::Immediate(*value),
            Operand::Expr(_) => Place::None,
        });
        at += 1;
    }
    places
}

/// The first operand that is written: a register, memory, or a register that is not among the operands.
fn destination(x86: &X86<'_>, inst: &Inst) -> Place {
    let row = x86.tables.instruction(inst.opcode);
    if row.num_defs > 0 {
        let reg = inst.operands.first().and_then(Operand::reg);
        return reg.and_then(|reg| part(x86, reg)).map_or(Place::None, Place::Register);
    }
    if row.flags & instr_flag::MAY_STORE != 0 && memory::position(x86, inst).is_some() {
        return Place::Memory;
    }
    let implicit = x86.tables.implicit_defs(inst.opcode);
    let found = implicit.iter().find_map(|reg| part(x86, *reg));
    found.map_or(Place::None, Place::Register)
}

fn shift_count(x86: &X86<'_>, inst: &Inst) -> Place {
    let implicit = x86.tables.implicit_uses(inst.opcode);
    let found = implicit.iter().find_map(|reg| part(x86, *reg));
    found.map_or(Place::Immediate(1), Place::Register)
}

fn width(_: &X86<'_>, destination: Place, facts: &HardwareFacts) -> u8 {
    match destination {
        Place::Register(part) => part.bits,
        _ => u8::try_from(facts.access_bytes * 8).unwrap_or(64),
    }
}
