//! The values that instructions compute.

use oxmca_tables::Reg;
use smallvec::SmallVec;

use super::super::AArch64;
use super::super::logical_immediate;
use super::super::shift::ShiftExtend;
use super::address::MemoryOperand;
use super::register_part::{is_zero, part};
use crate::inst::{Inst, Operand};
use crate::target::hardware::{
    Address, Assignment, Direction, Effect, HardwareFacts, Operation, Place, RegisterPart, Rest,
};

/// Returns the effect of an instruction whose accesses are known. Sums with a shifted register are an address of their own.
pub(super) fn effect(
    aarch64: &AArch64<'_>,
    inst: &Inst,
    name: &str,
    memory: Option<&MemoryOperand>,
    facts: &mut HardwareFacts,
) -> Effect {
    let place = |reg: Reg| match part(aarch64, reg) {
        Some(part) => Place::Register(part),
        None if is_zero(aarch64, reg) => Place::Immediate(0),
        None => Place::None,
    };
    if let Some(memory) = memory {
        return match facts.accesses.is_empty() {
            true => Effect::none(),
            false => of_memory(inst, name, memory, facts, &place),
        };
    }
    let num_defs = usize::from(aarch64.tables.instruction(inst.opcode).num_defs);
    if facts.is_nop || num_defs == 0 {
        return Effect::none();
    }
    let Some(first) = inst.operands.first().and_then(Operand::reg) else { return Effect::Unknown };
    let destination = match place(first) {
        Place::Register(part) => part,
        // A result that is dropped.
        Place::Immediate(_) => return Effect::none(),
        // A result in another kind of register.
        _ if num_defs == 1 => return Effect::none(),
        _ => return Effect::Unknown,
    };
    if num_defs != 1 {
        return Effect::Unknown;
    }
    of_registers(aarch64, inst, name, destination, facts, &place).unwrap_or(Effect::Unknown)
}

/// Returns the effect of a load or store, and of the change of its base.
fn of_memory(
    inst: &Inst,
    name: &str,
    memory: &MemoryOperand,
    facts: &HardwareFacts,
    place: &dyn Fn(Reg) -> Place,
) -> Effect {
    let is_plain = ["ld", "st"].iter().any(|it| name.starts_with(it)) && !facts.is_locked;
    if !is_plain {
        return Effect::Unknown;
    }
    let mut assignments: SmallVec<[Assignment; 1]> = SmallVec::new();
    for (number, position) in memory.data.iter().enumerate().take(facts.accesses.len()) {
        let Some(reg) = inst.operands.get(*position).and_then(Operand::reg) else { continue };
        let access = Place::Access(number as u8);
        match (facts.accesses[number].direction, place(reg)) {
            (Direction::Load, Place::Register(part)) => {
                let operation = match name.as_bytes() {
                    [b'l', b'd', .., b's', b'b' | b'h' | b'w'] => {
                        Operation::SignExtend((memory.bytes * 8) as u8)
                    }
                    _ => Operation::Copy,
                };
                let sources = [access, Place::None];
                let destination = Place::Register(part);
                assignments.push(Assignment { destination, operation, sources, bits: part.bits });
            }
            (Direction::Load, _) => {}
            (Direction::Store, value) => {
                let bits = (memory.bytes * 8).min(64) as u8;
                assignments.push(Assignment::copy(access, value, bits));
            }
        }
    }
    if let (Some(step), Some(base)) = (memory.base_step, memory.address.base) {
        let sources = [Place::Register(base), step];
        let destination = Place::Register(base);
        assignments.push(Assignment { destination, operation: Operation::Add, sources, bits: 64 });
    }
    Effect::Assigns(assignments)
}

/// Returns the effect of an instruction that computes a general purpose register from others.
fn of_registers(
    aarch64: &AArch64<'_>,
    inst: &Inst,
    name: &str,
    destination: RegisterPart,
    facts: &mut HardwareFacts,
    place: &dyn Fn(Reg) -> Place,
) -> Option<Effect> {
    let reg = |at: usize| inst.operands.get(at).and_then(Operand::reg).map(place);
    let imm = |at: usize| inst.operands.get(at).and_then(Operand::imm);
    let bits = destination.bits;
    let to = Place::Register(destination);
    let assigns = |operation, sources| {
        let assignment = Assignment { destination: to, operation, sources, bits };
        Some(Effect::Assigns(SmallVec::from_slice(&[assignment])))
    };
    let copy = |source| assigns(Operation::Copy, [source, Place::None]);
    match name {
        "movz" => copy(Place::Immediate(imm(1)? << imm(2)?.clamp(0, 48))),
        "movn" => copy(Place::Immediate(!(imm(1)? << imm(2)?.clamp(0, 48)))),
        "ubfm" | "sbfm" => {
            let from = reg(1)?;
            let (rotation, last) = (imm(2)?, imm(3)?);
            let count_bits = if bits == 64 { 6 } else { 5 };
            let highest = i64::from(bits) - 1;
            let is_signed = name == "sbfm";
            match (rotation, last) {
                (0, 31) if is_signed => assigns(Operation::SignExtend(32), [from, Place::None]),
                (_, last) if last == highest => {
                    let count = Place::Immediate(rotation);
                    let shift = match is_signed {
                        true => Operation::ShiftRightArithmetic { count_bits },
                        false => Operation::ShiftRight { count_bits },
                    };
                    assigns(shift, [from, count])
                }
                (rotation, last) if rotation == last + 1 => {
                    let count = Place::Immediate(highest - last);
                    assigns(Operation::ShiftLeft { count_bits }, [from, count])
                }
                // The lower half, shifted to the left.
                (rotation, 31) if bits == 64 && rotation > 32 => {
                    let Place::Register(from) = from else { return None };
                    let half = RegisterPart { bits: 32, rest: Rest::BecomesZero, ..from };
                    let count = Place::Immediate(64 - rotation);
                    assigns(Operation::ShiftLeft { count_bits }, [Place::Register(half), count])
                }
                _ => None,
            }
        }
        "madd" if reg(3)? == Place::Immediate(0) => {
            assigns(Operation::Multiply, [reg(1)?, reg(2)?])
        }
        "add" | "adds" | "sub" | "subs" => {
            let is_sum = name.starts_with("add");
            let operation = if is_sum { Operation::Add } else { Operation::Subtract };
            if let Some(value) = imm(2) {
                let shift = imm(3).unwrap_or(0) & 0x3f;
                return assigns(operation, [reg(1)?, Place::Immediate(value << shift)]);
            }
            match shift_left(aarch64, inst) {
                Some(0) => assigns(operation, [reg(1)?, reg(2)?]),
                Some(amount @ 0..=6) if is_sum => {
                    let Place::Register(index) = reg(2)? else { return None };
                    let base = match reg(1)? {
                        Place::Register(base) => Some(base),
                        Place::Immediate(0) => None,
                        _ => return None,
                    };
                    let scale = 1 << amount;
                    facts.addresses.push(Address {
                        base,
                        index: Some(index),
                        scale,
                        ..Address::default()
                    });
                    copy(Place::Address((facts.addresses.len() - 1) as u8))
                }
                _ => None,
            }
        }
        "and" | "ands" | "orr" | "eor" => {
            let operation = match name {
                "orr" => Operation::Or,
                "eor" => Operation::Xor,
                _ => Operation::And,
            };
            let first = reg(1)?;
            let second = match imm(2) {
                Some(code) => {
                    let mask = logical_immediate::decode(code as u64, bits.into());
                    Place::Immediate(mask as i64)
                }
                None if shift_left(aarch64, inst) == Some(0) => reg(2)?,
                None => return None,
            };
            match (operation, first) {
                (Operation::Or, Place::Immediate(0)) => copy(second),
                _ => assigns(operation, [first, second]),
            }
        }
        _ => None,
    }
}

/// Returns by how much the last register operand of a sum is shifted to the left; `None` where it becomes something else.
fn shift_left(aarch64: &AArch64<'_>, inst: &Inst) -> Option<u32> {
    let Some(operand) = inst.operands.get(3) else { return Some(0) };
    let value = operand.imm()?;
    let is_extended = aarch64.tables.opcode_name(inst.opcode).contains("rx");
    match is_extended {
        true => match ShiftExtend::of_arith_extend_operand(value) {
            (ShiftExtend::Uxtw | ShiftExtend::Sxtw | ShiftExtend::Uxtx | ShiftExtend::Sxtx, it) => {
                Some(it)
            }
            _ => None,
        },
        false => match ShiftExtend::of_shifter_operand(value) {
            (Some(ShiftExtend::Lsl), amount) => Some(amount),
            _ => None,
        },
    }
}
