//! The values that instructions compute.

use smallvec::SmallVec;

use super::super::X86;
use super::memory;
use super::register_part::{part, registers};
use crate::inst::{Inst, Operand};
use crate::target::hardware::{
    Assignment, Direction, Effect, HardwareFacts, Operation, Place, StackUse,
};
use oxmca_tables::schema::instr_flag;

/// Returns the effect of an instruction whose accesses are known.
pub(super) fn effect(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> Effect {
    match mnemonic {
        b"push" | b"pop" | b"leave" => return stack_effect(x86, inst, mnemonic, facts),
        b"cmp" | b"test" | b"bt" => return Effect::none(),
        _ if facts.is_nop => return Effect::none(),
        _ => {}
    }
    let destination = destination(x86, inst, facts);
    let bits = width(destination, facts);
    let Some((operation, count)) = operation(mnemonic, bits) else { return Effect::Unknown };
    let mut places = match mnemonic {
        b"lea" => SmallVec::from_slice(&[Place::Address(0)]),
        _ => sources(x86, inst, facts),
    };
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
    let sources = match places[..] {
        [one] if count == 1 => [one, Place::None],
        [one, two] if count == 2 => [one, two],
        _ => return Effect::Unknown,
    };
    let operation = match operation {
        Operation::SignExtend(_) => Operation::SignExtend(match sources[0] {
            Place::Register(part) => part.bits,
            _ => u8::try_from(facts.access_bytes() * 8).unwrap_or(64),
        }),
        other => other,
    };
    if destination == Place::None {
        return Effect::Unknown;
    }
    let assignment = Assignment { destination, operation, sources, bits };
    Effect::Assigns(SmallVec::from_slice(&[assignment]))
}

/// Returns the effect of an instruction that pushes or pops a value.
fn stack_effect(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> Effect {
    let registers = registers(&x86.tables);
    let pointers = [registers.stack_pointer, registers.frame_pointer].map(|reg| part(x86, reg));
    let [Some(stack), Some(frame)] = pointers else { return Effect::Unknown };
    // The access by the stack pointer is the last one.
    let slot = Place::Access(facts.accesses.len().saturating_sub(1) as u8);
    let (bits, bytes) = match facts.stack {
        StackUse::Push(bytes) => (bytes * 8, -i64::from(bytes)),
        StackUse::Pop(bytes) => (bytes * 8, i64::from(bytes)),
        StackUse::None => return Effect::Unknown,
    };
    let assignments = match mnemonic {
        b"push" => {
            let value = sources(x86, inst, facts).first().copied().unwrap_or_default();
            [Assignment::copy(slot, value, bits), Assignment::sum(stack, stack, bytes)]
        }
        b"pop" => {
            let to = destination(x86, inst, facts);
            [Assignment::sum(stack, stack, bytes), Assignment::copy(to, slot, bits)]
        }
        _ => {
            let to = Place::Register(frame);
            [Assignment::sum(stack, frame, bytes), Assignment::copy(to, slot, bits)]
        }
    };
    Effect::Assigns(SmallVec::from_slice(&assignments))
}

/// Returns the operation of a mnemonic on values of `bits` bits, and the number of values that it
/// takes.
fn operation(mnemonic: &[u8], bits: u8) -> Option<(Operation, usize)> {
    let count_bits = if bits == 64 { 6 } else { 5 };
    Some(match mnemonic {
        b"mov" | b"movabs" | b"movzx" | b"lea" => (Operation::Copy, 1),
        b"movsx" | b"movsxd" => (Operation::SignExtend(0), 1),
        b"add" | b"inc" => (Operation::Add, 2),
        b"sub" | b"dec" => (Operation::Subtract, 2),
        b"and" => (Operation::And, 2),
        b"or" => (Operation::Or, 2),
        b"xor" => (Operation::Xor, 2),
        b"shl" => (Operation::ShiftLeft { count_bits }, 2),
        b"shr" => (Operation::ShiftRight { count_bits }, 2),
        b"sar" => (Operation::ShiftRightArithmetic { count_bits }, 2),
        b"imul" => (Operation::Multiply, 2),
        b"neg" => (Operation::Negate, 1),
        b"not" => (Operation::Not, 1),
        _ => return None,
    })
}

/// Returns the operands that are read, with a memory operand as one.
fn sources(x86: &X86<'_>, inst: &Inst, facts: &HardwareFacts) -> SmallVec<[Place; 4]> {
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let memory = memory::position(x86, inst);
    let mut places = SmallVec::new();
    let mut at = num_defs;
    while let Some(operand) = inst.operands.get(at) {
        if memory == Some(at) {
            // What is only written is no source.
            places.extend(Some(access(facts, Direction::Load)).filter(|it| it.is_memory()));
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

/// Returns the first operand that is written: a register, memory, or a register that is not among the
/// operands.
fn destination(x86: &X86<'_>, inst: &Inst, facts: &HardwareFacts) -> Place {
    let row = x86.tables.instruction(inst.opcode);
    if row.num_defs > 0 {
        let reg = inst.operands.first().and_then(Operand::reg);
        return reg.and_then(|reg| part(x86, reg)).map_or(Place::None, Place::Register);
    }
    if row.flags & instr_flag::MAY_STORE != 0 && memory::position(x86, inst).is_some() {
        return access(facts, Direction::Store);
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

fn width(destination: Place, facts: &HardwareFacts) -> u8 {
    match destination {
        Place::Register(part) => part.bits,
        _ => u8::try_from(facts.access_bytes() * 8).unwrap_or(64),
    }
}

/// Returns the memory operand: the first access in a direction.
fn access(facts: &HardwareFacts, direction: Direction) -> Place {
    let found = facts.accesses.iter().position(|it| it.direction == direction);
    found.map_or(Place::None, |at| Place::Access(at as u8))
}
