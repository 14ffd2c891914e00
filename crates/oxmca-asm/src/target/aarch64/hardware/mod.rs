//! Facts about AArch64 instructions for the front end and the memory units.

mod address;
mod arithmetic;
mod effect;
mod mnemonic;
mod register_part;
mod scalable;
mod traits;

use oxmca_tables::schema::instr_flag;
use oxmca_tables::{Reg, Tables};

use super::AArch64;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{
    Access, Assignment, Direction, HardwareFacts, HardwareRegisters, Operation, Place, StatusParts,
    VectorPart,
};
use address::MemoryOperand;
pub(super) use register_part::GRANULE_BYTES;

pub(super) use arithmetic::arithmetic;
pub(super) use mnemonic::mnemonic;
pub(super) use register_part::is_zero;
pub(super) use scalable::scalable_facts;
pub(super) use traits::TRAITS;

/// Returns the facts about an instruction.
pub(super) fn facts(aarch64: &AArch64<'_>, inst: &Inst) -> HardwareFacts {
    let tables = &aarch64.tables;
    let row = tables.instruction(inst.opcode);
    let name = mnemonic(tables, inst);
    let mut facts = HardwareFacts { is_nop: is_nop(tables, inst), ..HardwareFacts::default() };
    let memory = address::memory_operand(aarch64, inst);
    let is_access_free = facts.is_nop || name.starts_with("prf");
    if let Some(memory) = memory.as_ref().filter(|_| !is_access_free) {
        add_accesses(memory, row.flags, &mut facts);
    }
    facts.is_locked = is_locked(name);
    let regs = || inst.operands.iter().filter_map(Operand::reg);
    facts.uses_vectors = regs().any(|reg| register_part::is_vector(aarch64, reg));
    if facts.uses_vectors {
        facts.vector_part = VectorPart::Whole;
    }
    let written = inst.operands.iter().take(usize::from(row.num_defs)).filter_map(Operand::reg);
    let base = memory.as_ref().and_then(|it| it.address.base);
    let mut parts = written.filter_map(|reg| register_part::part(aarch64, reg));
    let part = parts.find(|it| Some(*it) != base);
    facts.written_bits = part.map_or(0, |it| it.bits);
    let has_flags = |regs: &[Reg]| regs.contains(&registers(tables).status);
    if has_flags(tables.implicit_uses(inst.opcode)) {
        facts.status_read = StatusParts::FIRST;
    }
    if has_flags(tables.implicit_defs(inst.opcode)) {
        facts.status_written = StatusParts::FIRST;
    }
    facts.effect = effect::effect(aarch64, inst, name, memory.as_ref(), &mut facts);
    facts.added_constant = added_constant(&facts);
    facts.traits = traits::of(aarch64, inst, &facts);
    facts
}

/// Returns the registers that have a part of their own.
pub(super) fn registers(tables: &Tables<'_>) -> HardwareRegisters {
    let named = |name| tables.register_named(name).unwrap_or(Reg::NONE);
    HardwareRegisters {
        status: named("NZCV"),
        stack_pointer: named("SP"),
        frame_pointer: named("FP"),
    }
}

/// Returns whether a register stands for several: `Q0_Q1`.
pub(super) fn is_tuple(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    name.contains('_') && !name.ends_with("_HI")
}

/// Returns whether a register holds modes and states that nearly all instructions leave as they are.
pub(super) fn is_control_register(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    matches!(name, "FPCR" | "FPSR" | "FPMR" | "VG")
}

fn is_nop(tables: &Tables<'_>, inst: &Inst) -> bool {
    match tables.opcode_name(inst.opcode) {
        "NOP" => true,
        "HINT" => inst.operands.first().and_then(Operand::imm) == Some(0),
        _ => false,
    }
}

/// Returns whether the accesses of an instruction are indivisible: of exclusive and atomic ones.
fn is_locked(name: &str) -> bool {
    const LOCKED: [&str; 17] = [
        "ldx", "ldax", "stx", "stlx", "cas", "swp", "ldadd", "ldclr", "ldeor", "ldset", "ldsmax",
        "ldsmin", "ldumax", "ldumin", "stadd", "stclr", "stset",
    ];
    LOCKED.iter().any(|start| name.starts_with(start))
}

/// Adds one access for each register that is loaded or stored by itself.
fn add_accesses(memory: &MemoryOperand, flags: u64, facts: &mut HardwareFacts) {
    for number in 0..memory.accesses {
        let offset = i64::from(number) * i64::from(memory.bytes);
        let mut address = memory.address.clone();
        address.displacement = address.displacement.wrapping_add(offset);
        let at = facts.addresses.len() as u8;
        facts.addresses.push(address);
        for (flag, direction) in
            [(instr_flag::MAY_LOAD, Direction::Load), (instr_flag::MAY_STORE, Direction::Store)]
        {
            if flags & flag != 0 {
                // A constant in lengths of vectors is not known here.
                let address = Some(at).filter(|_| memory.displacement_vectors == 0);
                facts.accesses.push(Access { address, direction, bytes: memory.bytes });
            }
        }
    }
}

/// Returns the constant that an addition or subtraction has.
fn added_constant(facts: &HardwareFacts) -> Option<i64> {
    match facts.effect.only()? {
        Assignment {
            operation: Operation::Add,
            sources: [Place::Register(_), Place::Immediate(it)],
            ..
        } => Some(*it),
        Assignment {
            operation: Operation::Subtract,
            sources: [Place::Register(_), Place::Immediate(it)],
            ..
        } => Some(it.wrapping_neg()),
        _ => None,
    }
}
