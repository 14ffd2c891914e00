//! Facts about x86 instructions for the front end and the memory units.

mod arithmetic;
mod code;
mod effect;
mod flag_groups;
mod memory;
mod register_part;
mod traits;

use super::X86;
use super::flags::{EncodingFlags, prefix};
use super::registers::kind;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{
    Access, Address, Direction, HardwareFacts, Place, RegisterPart, StackUse, VectorPart,
};
pub(super) use arithmetic::arithmetic;
pub(super) use memory::{position as memory_position, size_bytes as memory_bytes};
use oxmca_tables::schema::{instr_flag, operand_type};
use oxmca_tables::{Reg, Tables};
use register_part::part;
pub(super) use register_part::registers;
pub(super) use traits::TRAITS;

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
    facts.is_nop = matches!(mnemonic, b"nop" | b"endbr64" | b"endbr32")
        || mnemonic == b"xchg" && code::is_exchange_with_itself(code);
    facts.uses_register_stack = is_x87(tables, inst);
    facts.stack = stack_use(x86, inst, mnemonic);
    accesses(x86, inst, mnemonic, &mut facts);
    let is_exchange = mnemonic == b"xchg" && !facts.addresses.is_empty();
    facts.is_locked = inst.flags & prefix::LOCK != 0 || is_exchange;
    facts.uses_vectors = uses_registers(x86, inst, kind::VECTOR);
    facts.vector_bytes = vector_bytes(x86, inst, &facts);
    facts.vector_part = vector_part(x86, inst, mnemonic, code);
    facts.constants = constants(x86, inst, mnemonic, &facts);
    facts.constant_words = constant_words(x86, inst, mnemonic, &facts);
    facts.effect = effect::effect(x86, inst, mnemonic, &facts);
    let (read, written) = flag_groups::of(x86, inst, mnemonic);
    facts.status_read = read;
    facts.status_written = written;
    facts.unchanged = unchanged(tables, inst, mnemonic);
    facts.merges_into_destination = merges(x86, inst);
    facts.traits = traits::of(x86, inst, mnemonic, &facts);
    if let Some(part) = first_written(x86, inst) {
        facts.written_bits = part.bits;
    }
    facts.added_constant = added_constant(mnemonic, &facts);
    facts
}

/// Returns whether a register stands for several: `K4_K5`.
pub(super) fn is_tuple(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    name.starts_with('K') && name.contains('_')
}

/// Returns whether a register controls the processor or tells of its state.
pub(super) fn is_control_register(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    matches!(name, "RIP" | "EIP" | "IP" | "MXCSR" | "FPSW" | "FPCW" | "DF" | "SSP")
}

/// Returns whether an instruction is of x87, all of which depend on its words for control and state.
fn is_x87(tables: &Tables<'_>, inst: &Inst) -> bool {
    let mut implicit =
        tables.implicit_uses(inst.opcode).iter().chain(tables.implicit_defs(inst.opcode));
    implicit.any(|reg| matches!(tables.text(tables.register(*reg).name), "FPSW" | "FPCW"))
}

/// Returns the mnemonic in Intel's syntax, which has no suffix for the size.
pub(super) fn mnemonic<'t>(tables: &Tables<'t>, inst: &Inst) -> &'t [u8] {
    let text = tables.bytes(tables.instruction_syntax(inst.opcode).mnemonics[1]);
    let end = text.iter().position(|byte| matches!(byte, b'\t' | b' ' | b'{'));
    &text[..end.unwrap_or(text.len())]
}

/// Returns the register whose sign another one is filled with.
fn unchanged(tables: &Tables<'_>, inst: &Inst, mnemonic: &[u8]) -> Option<Reg> {
    let extends = matches!(mnemonic, b"cwd" | b"cdq" | b"cqo");
    extends.then(|| tables.implicit_uses(inst.opcode).first().copied()).flatten()
}

fn uses_registers(x86: &X86<'_>, inst: &Inst, kind: u32) -> bool {
    inst.operands.iter().filter_map(Operand::reg).any(|reg| x86.registers.is(reg, kind))
}

/// Returns the bytes of the widest vector among the operands.
fn vector_bytes(x86: &X86<'_>, inst: &Inst, facts: &HardwareFacts) -> u16 {
    const WIDTHS: [(u32, u16); 4] =
        [(kind::ZMM, 64), (kind::YMM, 32), (kind::XMM, 16), (kind::MMX, 8)];
    let named = WIDTHS.iter().find(|(kind, _)| uses_registers(x86, inst, *kind));
    named.map_or(0, |(_, bytes)| facts.access_bytes().max(*bytes))
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

/// Returns the displacement of an address, and immediates.
fn constants(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> u8 {
    let immediates = immediates(x86, inst, mnemonic).map(|operand| match operand {
        Operand::Imm(value) if i32::try_from(*value).is_err() && u32::try_from(*value).is_err() => {
            2
        }
        _ => 1,
    });
    let has_displacement = facts.addresses.iter().any(|it| it.has_displacement);
    u8::from(has_displacement) + immediates.sum::<u8>()
}

/// Returns the words that addresses and immediates take in micro-ops.
fn constant_words(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &HardwareFacts) -> u8 {
    if facts.is_nop {
        return 0;
    }
    let flags = EncodingFlags(x86.tables.instruction(inst.opcode).target_flags);
    let is_wide = flags.immediate().is_some_and(|it| it.size_bytes == 8);
    let immediates = immediates(x86, inst, mnemonic).count() as u8;
    // Processors that follow the stack pointer before renaming add to addresses by it.
    let stack_pointer = registers(&x86.tables).stack_pointer;
    let is_pointer =
        |it: RegisterPart| part(x86, stack_pointer).is_some_and(|own| own.root == it.root);
    let has_constant = |it: &Address| it.has_displacement || it.base.is_some_and(is_pointer);
    u8::from(facts.addresses.iter().any(has_constant)) + immediates * if is_wide { 2 } else { 1 }
}

/// Returns operands that are constants.
fn immediates<'i>(
    x86: &X86<'_>,
    inst: &'i Inst,
    mnemonic: &[u8],
) -> impl Iterator<Item = &'i Operand> {
    let in_address = memory::position(x86, inst).map_or(0..0, |first| first..first + memory::PARTS);
    // The number of a condition is part of the opcode.
    let has_condition = flag_groups::has_condition(mnemonic) && inst.operands.len() > 1;
    let operands = &inst.operands[..inst.operands.len() - usize::from(has_condition)];
    let outside = operands.iter().enumerate().filter(move |(at, _)| !in_address.contains(at));
    outside.map(|it| it.1).filter(|it| !matches!(it, Operand::Reg(_)))
}

/// Finds the addresses of an instruction and its accesses to memory: by its memory operand, then by the stack pointer.
fn accesses(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8], facts: &mut HardwareFacts) {
    let described = x86.tables.operands(inst.opcode);
    let flags = x86.tables.instruction(inst.opcode).flags;
    let is_access_free = facts.is_nop || mnemonic == b"lea" || mnemonic.starts_with(b"prefetch");
    let memory = memory::operand(x86, inst);
    let bytes = memory.as_ref().map_or(0, |it| it.size_bytes);
    let operand = memory.is_some().then_some(0);
    facts.addresses.extend(memory.map(|it| it.address));
    let names_memory = described.iter().any(|it| it.kind == operand_type::MEMORY);
    if is_access_free || !names_memory && facts.stack == StackUse::None {
        return;
    }
    let implied = match facts.stack {
        StackUse::None => None,
        StackUse::Push(bytes) => Some((Direction::Store, -i64::from(bytes), bytes)),
        StackUse::Pop(bytes) => Some((Direction::Load, 0, bytes)),
    };
    let has_access = |direction| match direction {
        Direction::Load => flags & instr_flag::MAY_LOAD != 0,
        Direction::Store => flags & instr_flag::MAY_STORE != 0,
    };
    for direction in [Direction::Load, Direction::Store] {
        let is_implied = implied.is_some_and(|it| it.0 == direction);
        if has_access(direction) && !is_implied {
            facts.accesses.push(Access { address: operand, direction, bytes });
        }
    }
    if let Some((direction, displacement, bytes)) = implied.filter(|it| has_access(it.0)) {
        let registers = registers(&x86.tables);
        let pointer = match mnemonic {
            b"leave" => registers.frame_pointer,
            _ => registers.stack_pointer,
        };
        let address = Some(facts.addresses.len() as u8);
        facts.addresses.push(Address {
            base: part(x86, pointer),
            displacement,
            scale: 1,
            ..Address::default()
        });
        facts.accesses.push(Access { address, direction, bytes: bytes.into() });
    }
}

/// Returns the use of the stack, whose slots are as wide as the stack pointer unless an operand of 16 bits is pushed or
/// popped.
fn stack_use(x86: &X86<'_>, inst: &Inst, mnemonic: &[u8]) -> StackUse {
    let tables = &x86.tables;
    let implicit = tables.implicit_uses(inst.opcode).iter();
    let pointer = implicit.copied().filter_map(|reg| part(x86, reg)).map(|it| it.bits).max();
    let operand = inst.operands.first().and_then(Operand::reg).and_then(|reg| part(x86, reg));
    let is_short = operand.is_some_and(|it| it.bits == 16) && inst.operands.len() == 1;
    let bytes = if is_short { 2 } else { pointer.unwrap_or(64) / 8 };
    match mnemonic {
        b"push" | b"pushfq" | b"call" => StackUse::Push(bytes),
        b"pop" | b"popfq" | b"ret" | b"leave" => StackUse::Pop(bytes),
        _ => StackUse::None,
    }
}

/// Returns the general purpose register that an instruction writes first.
fn first_written(x86: &X86<'_>, inst: &Inst) -> Option<RegisterPart> {
    let num_defs = usize::from(x86.tables.instruction(inst.opcode).num_defs);
    let explicit = inst.operands.iter().take(num_defs).filter_map(Operand::reg);
    let implicit = x86.tables.implicit_defs(inst.opcode).iter().copied();
    explicit.chain(implicit).find_map(|reg| part(x86, reg))
}

/// Returns whether an instruction writes a register of 8 or 16 bits, which keeps the rest of the register that it is a
/// part of.
fn merges(x86: &X86<'_>, inst: &Inst) -> bool {
    first_written(x86, inst).is_some_and(|part| part.bits < 32)
}

/// Returns the immediate of an addition, or the displacement of an address without index.
fn added_constant(mnemonic: &[u8], facts: &HardwareFacts) -> Option<i64> {
    match mnemonic {
        b"inc" => Some(1),
        b"dec" => Some(-1),
        b"lea" => {
            let address = facts.addresses.first()?;
            let is_sum = address.base.is_some() && address.index.is_none() && address.symbol == 0;
            is_sum.then_some(address.displacement)
        }
        b"add" | b"sub" => match facts.effect.only()?.sources {
            [Place::Register(_), Place::Immediate(value)] => Some(value),
            _ => None,
        },
        _ => None,
    }
}
