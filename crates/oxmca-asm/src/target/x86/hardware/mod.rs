//! Facts about x86 instructions for the front end and the memory units.

mod code;
mod effect;
mod flag_groups;
mod memory;
mod register_part;

use super::X86;
use super::flags::prefix;
use super::registers::kind;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{
    ConditionKinds, Effect, HardwareFacts, HardwareRegisters, Place, RegisterPart, StackUse,
    VectorPart,
};
use oxmca_tables::{Reg, Tables};
use register_part::part;

/// Returns the facts about an instruction whose machine code is `code`.
pub(super) fn facts(x86: &X86<'_>, inst: &Inst, code: &[u8]) -> HardwareFacts {
    let tables = &x86.tables;
    let row = tables.instruction(inst.opcode);
    let mnemonic = mnemonic(tables, inst);
    let mut facts = HardwareFacts {
        opcode_offset_bytes: code::opcode_offset_bytes(code),
        has_length_changing_prefix: code::has_length_changing_prefix(row.target_flags, code),
        ..HardwareFacts::default()
    };
    let memory = memory::operand(x86, inst);
    let is_address_only = mnemonic == b"lea";
    facts.is_nop = matches!(mnemonic, b"nop" | b"endbr64" | b"endbr32");
    facts.is_access_free = facts.is_nop || is_address_only || mnemonic.starts_with(b"prefetch");
    if let Some(memory) = memory {
        facts.address_operands = memory.registers;
        facts.access_bytes = if facts.is_access_free { 0 } else { memory.size_bytes };
        facts.address = Some(memory.address);
    }
    let is_exchange = mnemonic == b"xchg" && facts.address.is_some();
    facts.is_locked = inst.flags & prefix::LOCK != 0 || is_exchange;
    facts.uses_vectors = uses_registers(x86, inst, kind::VECTOR);
    facts.vector_part = vector_part(x86, inst, mnemonic, code);
    facts.constants = constants(x86, inst, &facts);
    facts.stack = stack_use(mnemonic);
    facts.effect = effect::effect(x86, inst, mnemonic, &facts);
    let (read, written) = flag_groups::of(x86, inst, mnemonic);
    facts.flags_read = read;
    facts.asks_for_several_flags = flag_groups::asks_for_several(inst, mnemonic);
    facts.flags_written = written;
    facts.merges_into_destination = merges(x86, inst);
    let first_register = inst.operands.iter().find_map(Operand::reg);
    facts.register_number = first_register.map(|reg| x86.registers.encoding(reg));
    let num_defs = usize::from(row.num_defs);
    let mut sources = inst.operands.iter().skip(num_defs).filter_map(Operand::reg);
    facts.reads_high_byte = sources.any(|reg| x86.registers.is(reg, kind::HIGH_BYTE));
    if let Some(part) = first_written(x86, inst) {
        facts.written_bits = part.bits;
    }
    facts.added_constant = added_constant(mnemonic, &facts);
    (facts.fuses_with, facts.branch_condition) = fusion(inst, mnemonic, &facts);
    facts
}

/// Returns the registers that have a part of their own.
pub(super) fn registers(tables: &Tables<'_>) -> HardwareRegisters {
    let named = |name| tables.register_named(name).unwrap_or(Reg::NONE);
    HardwareRegisters {
        flags: named("EFLAGS"),
        stack_pointer: named("RSP"),
        frame_pointer: named("RBP"),
    }
}

/// Returns whether a register controls the processor or tells of its state.
pub(super) fn is_control_register(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    matches!(name, "RIP" | "EIP" | "IP" | "MXCSR" | "FPSW" | "FPCW" | "DF" | "SSP")
}

/// Returns the mnemonic in Intel's syntax, which has no suffix for the size.
fn mnemonic<'t>(tables: &Tables<'t>, inst: &Inst) -> &'t [u8] {
    let text = tables.bytes(tables.instruction(inst.opcode).mnemonics[1]);
    let end = text.iter().position(|byte| matches!(byte, b'\t' | b' ' | b'{'));
    &text[..end.unwrap_or(text.len())]
}

fn uses_registers(x86: &X86<'_>, inst: &Inst, kind: u32) -> bool {
    inst.operands.iter().filter_map(Operand::reg).any(|reg| x86.registers.is(reg, kind))
}

fn vector_part(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], code: &[u8]) -> VectorPart {
    let flags = x86.tables.instruction(inst.opcode).target_flags;
    if matches!(mnemonic, b"vzeroupper" | b"vzeroall") {
        VectorPart::ClearsAll
    } else if !uses_registers(x86, inst, kind::XMM | kind::YMM | kind::ZMM) {
        VectorPart::None
    } else if code::is_legacy(flags) {
        VectorPart::KeepsUpper
    } else if code::is_wide(flags, code) && uses_registers(x86, inst, kind::YMM | kind::ZMM) {
        VectorPart::Whole
    } else {
        VectorPart::ClearsUpper
    }
}

/// The displacement of an address, and immediates.
fn constants(x86: &X86<'_>, inst: &Inst, facts: &HardwareFacts) -> u8 {
    let in_address = memory::position(x86, inst).map_or(0..0, |first| first..first + memory::PARTS);
    let outside = inst.operands.iter().enumerate().filter(|(at, _)| !in_address.contains(at));
    let immediates = outside.map(|(_, operand)| match operand {
        Operand::Imm(value) if i32::try_from(*value).is_err() && u32::try_from(*value).is_err() => {
            2
        }
        Operand::Imm(_) | Operand::Expr(_) => 1,
        Operand::Reg(_) => 0,
    });
    let has_displacement = facts.address.as_ref().is_some_and(|it| it.has_displacement);
    u8::from(has_displacement) + immediates.sum::<u8>()
}

fn stack_use(mnemonic: &[u8]) -> StackUse {
    match mnemonic {
        b"push" | b"pushfq" | b"call" => StackUse::Push(8),
        b"pop" | b"popfq" | b"ret" | b"leave" => StackUse::Pop(8),
        _ => StackUse::None,
    }
}

/// The general purpose register that an instruction writes first.
fn first_written(x86: &X86<'_>, inst: &Inst) -> Option<RegisterPart> {
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let explicit = inst.operands.iter().take(num_defs).filter_map(Operand::reg);
    let implicit = x86.tables.implicit_defs(inst.opcode).iter().copied();
    explicit.chain(implicit).find_map(|reg| part(x86, reg))
}

/// Registers of 8 and 16 bits keep the rest of the register that they are a part of.
fn merges(x86: &X86<'_>, inst: &Inst) -> bool {
    first_written(x86, inst).is_some_and(|part| part.bits < 32)
}

/// The immediate of an addition, or the displacement of an address without index.
fn added_constant(mnemonic: &[u8], facts: &HardwareFacts) -> Option<i64> {
    match mnemonic {
        b"inc" => Some(1),
        b"dec" => Some(-1),
        b"lea" => {
            let address = facts.address.as_ref()?;
            let is_sum = address.base.is_some() && address.index.is_none() && address.symbol == 0;
            is_sum.then_some(address.displacement)
        }
        b"add" | b"sub" => match facts.effect {
            Effect::Compute { sources: [Place::Register(_), Place::Immediate(value)], .. } => {
                Some(value)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The conditions of branches that can become one micro-op with an instruction, and the condition of the branch that
/// it is. Source: Intel 64 and IA-32 Architectures Optimization Reference Manual, section "Macro-fusion".
fn fusion(inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> (ConditionKinds, ConditionKinds) {
    let has_memory = facts.access_bytes != 0;
    let has_immediate = inst.operands.iter().any(|operand| !matches!(operand, Operand::Reg(_)));
    // The parts of an address are no registers either.
    let memory_constants = if has_memory { 2 } else { 0 };
    let others = inst.operands.iter().filter(|operand| operand.reg().is_none()).count();
    let compares_memory_to_constant = has_memory && has_immediate && others > memory_constants;
    let is_relative = facts.address.as_ref().is_some_and(|address| address.is_relative_to_next);
    let all = ConditionKinds::ALL;
    let without_sign = ConditionKinds(ConditionKinds::ZERO_OR_SIGNED.0 | ConditionKinds::CARRY.0);
    let writes_memory =
        has_memory && matches!(facts.effect, Effect::Compute { destination: Place::Memory, .. });
    let fuses_with = match mnemonic {
        _ if compares_memory_to_constant || writes_memory || is_relative => {
            ConditionKinds::default()
        }
        b"test" | b"and" => all,
        b"cmp" | b"add" | b"sub" => without_sign,
        b"inc" | b"dec" => ConditionKinds::ZERO_OR_SIGNED,
        _ => ConditionKinds::default(),
    };
    let condition = match mnemonic {
        b"je" | b"jne" | b"jl" | b"jge" | b"jle" | b"jg" => ConditionKinds::ZERO_OR_SIGNED,
        b"jb" | b"jae" | b"jbe" | b"ja" => ConditionKinds::CARRY,
        b"js" | b"jns" | b"jo" | b"jno" | b"jp" | b"jnp" => ConditionKinds::SIGN,
        b"j" => branch_condition(inst),
        _ => ConditionKinds::default(),
    };
    (fuses_with, condition)
}

/// The condition of `jcc`, whose last operand is the number of its condition.
fn branch_condition(inst: &Inst) -> ConditionKinds {
    match inst.operands.last().and_then(Operand::imm) {
        Some(4 | 5 | 0xc..=0xf) => ConditionKinds::ZERO_OR_SIGNED,
        Some(2 | 3 | 6 | 7) => ConditionKinds::CARRY,
        Some(_) => ConditionKinds::SIGN,
        None => ConditionKinds::default(),
    }
}
