//! Facts about RISC-V instructions for the front end and the memory units.

mod arithmetic;
mod scalable;
mod traits;

use oxmca_tables::schema::{instr_flag, operand_type};
use oxmca_tables::{Reg, Tables};
use smallvec::SmallVec;

use super::RiscV;
use crate::inst::{Inst, Operand};
use crate::target::hardware::{
    Access, Address, Assignment, Direction, Effect, HardwareFacts, HardwareRegisters,
    InstrumentState, Operation, Place, RegisterPart, Rest, symbol_and_offset,
};

pub(super) use arithmetic::arithmetic;
pub(super) use scalable::{GRANULE_BYTES, scalable_facts};
pub(super) use traits::{TRAITS, instrument_state};

/// General purpose registers.
const GENERAL: u16 = 32;

/// Returns the facts about an instruction that executes in a state.
pub(super) fn facts(riscv: &RiscV<'_>, inst: &Inst, state: InstrumentState) -> HardwareFacts {
    let tables = &riscv.tables;
    let name = mnemonic(tables, inst);
    let row = tables.instruction(inst.opcode);
    let mut facts = HardwareFacts { is_nop: name == "nop", ..HardwareFacts::default() };
    if let Some(at) = base_position(riscv, inst) {
        facts.addresses.push(address(riscv, inst, name, at));
        let bytes = access_bytes(name);
        for (flag, direction) in
            [(instr_flag::MAY_LOAD, Direction::Load), (instr_flag::MAY_STORE, Direction::Store)]
        {
            if row.flags & flag != 0 {
                facts.accesses.push(Access { address: Some(0), direction, bytes });
            }
        }
    }
    facts.is_locked = name.starts_with("amo") || name.starts_with("lr.") || name.starts_with("sc.");
    let written = inst.operands.iter().take(usize::from(row.num_defs)).filter_map(Operand::reg);
    if let Some(part) = written.filter_map(|reg| part(riscv, reg)).next() {
        facts.written_bits = part.bits;
    }
    facts.effect = effect(riscv, inst, name, &mut facts);
    facts.added_constant = match (name, facts.effect.only()) {
        ("addi", Some(Assignment { sources: [_, Place::Immediate(constant)], .. })) => {
            Some(*constant)
        }
        _ => None,
    };
    traits::add(riscv, inst, name, state, &mut facts);
    facts
}

/// Returns the registers that have a part of their own.
pub(super) fn registers(tables: &Tables<'_>) -> HardwareRegisters {
    let named = |name| tables.register_named(name).unwrap_or(Reg::NONE);
    HardwareRegisters { status: Reg::NONE, stack_pointer: named("X2"), frame_pointer: named("X8") }
}

/// Returns the mnemonic, without the prefix of compressed instructions.
fn mnemonic<'t>(tables: &Tables<'t>, inst: &Inst) -> &'t str {
    let text = tables.text(tables.instruction_syntax(inst.opcode).mnemonics[0]);
    let text = text.split(['\t', ' ']).next().unwrap_or_default();
    text.strip_prefix("c.").unwrap_or(text)
}

/// Returns the general purpose register that a register is; `None` for the one that is always 0, too.
fn part(riscv: &RiscV<'_>, reg: Reg) -> Option<RegisterPart> {
    let number = number(riscv, reg).filter(|number| *number > 0)?;
    let root = Reg(riscv.registers.x0.0 + number);
    Some(RegisterPart { root, bits: riscv.xlen_bits(), first_bit: 0, rest: Rest::None })
}

fn number(riscv: &RiscV<'_>, reg: Reg) -> Option<u16> {
    let number = reg.0.checked_sub(riscv.registers.x0.0)?;
    (number < GENERAL).then_some(number)
}

/// Returns the position of the operand that is the base of an address.
pub(super) fn base_position(riscv: &RiscV<'_>, inst: &Inst) -> Option<usize> {
    let described = riscv.tables.operands(inst.opcode);
    described.iter().position(|it| it.kind == operand_type::MEMORY)
}

/// Returns the address by its base and the constant that can follow it.
fn address(riscv: &RiscV<'_>, inst: &Inst, name: &str, at: usize) -> Address {
    let base = inst.operands.get(at).and_then(Operand::reg);
    let (symbol, displacement) = match inst.operands.get(at + 1) {
        Some(Operand::Imm(value)) => (0, *value),
        Some(Operand::Expr(expr)) => symbol_and_offset(expr),
        Some(Operand::Reg(_)) | None => (0, 0),
    };
    Address {
        operands: [Some(at as u8), None],
        base: base.and_then(|reg| part(riscv, reg)),
        scale: 1,
        displacement,
        has_displacement: displacement != 0 || symbol != 0,
        symbol,
        is_gather: ["vlox", "vlux", "vsox", "vsux"].iter().any(|it| name.starts_with(it)),
        ..Address::default()
    }
}

/// Returns the bytes of an access by the letter after the verb; 0 if they depend on the length of vectors.
fn access_bytes(name: &str) -> u16 {
    let rest = name.strip_prefix('f').unwrap_or(name);
    let rest = match rest.strip_prefix('l').or_else(|| rest.strip_prefix('s')) {
        Some(rest) => rest.trim_end_matches("sp").trim_end_matches('u'),
        // amoadd.w.aq, lr.d
        None => "",
    };
    let width = match name.starts_with("amo") || rest.starts_with(['r', 'c']) {
        true => name.split('.').nth(1).unwrap_or_default(),
        false => rest,
    };
    match width {
        "b" => 1,
        "h" => 2,
        "w" => 4,
        "d" => 8,
        "q" => 16,
        _ => 0,
    }
}

/// Returns the values that an instruction computes. Sums with a shifted register are an address of their own.
fn effect(riscv: &RiscV<'_>, inst: &Inst, name: &str, facts: &mut HardwareFacts) -> Effect {
    let row = riscv.tables.instruction(inst.opcode);
    let num_defs = usize::from(row.num_defs);
    let bits = riscv.xlen_bits();
    let place = |operand: &Operand| match operand {
        Operand::Reg(reg) => match (number(riscv, *reg), part(riscv, *reg)) {
            (Some(0), _) => Place::Immediate(0),
            (_, Some(part)) => Place::Register(part),
            _ => Place::None,
        },
        Operand::Imm(value) => Place::Immediate(*value),
        Operand::Expr(_) => Place::None,
    };
    let destination = match inst.operands.first().filter(|_| num_defs == 1).map(place) {
        Some(Place::Register(part)) => Place::Register(part),
        // A result that is dropped.
        Some(Place::Immediate(_)) => return Effect::none(),
        _ if num_defs == 0 && facts.accesses.is_empty() => return Effect::none(),
        _ => Place::None,
    };
    let assigns = |assignment| Effect::Assigns(SmallVec::from_slice(&[assignment]));
    if let [Access { direction, bytes: 1..=8, .. }] = facts.accesses[..] {
        return match direction {
            Direction::Load if destination != Place::None => {
                assigns(Assignment::copy(destination, Place::Access(0), bits))
            }
            // A result in another kind of register.
            Direction::Load => Effect::none(),
            Direction::Store => {
                let value = inst.operands.first().map(place).unwrap_or_default();
                assigns(Assignment::copy(Place::Access(0), value, bits))
            }
        };
    }
    if destination == Place::None {
        return Effect::Unknown;
    }
    let sources: SmallVec<[Place; 2]> = inst.operands.iter().skip(num_defs).map(place).collect();
    if let (Some(scale), [Place::Register(index), base]) = (shifted_sum(name), &sources[..]) {
        let base = match base {
            Place::Register(base) => Some(*base),
            _ => None,
        };
        facts.addresses.push(Address { base, index: Some(*index), scale, ..Address::default() });
        let address = Place::Address((facts.addresses.len() - 1) as u8);
        return assigns(Assignment::copy(destination, address, bits));
    }
    let Some(operation) = operation(name) else { return Effect::Unknown };
    let sources = match (operation, &sources[..]) {
        (Operation::Copy | Operation::Negate | Operation::Not, [one]) => [*one, Place::None],
        (_, [one, two]) => [*one, *two],
        _ => return Effect::Unknown,
    };
    assigns(Assignment { destination, operation, sources, bits })
}

/// Returns the factor of the first register in sums such as `sh2add`.
fn shifted_sum(name: &str) -> Option<u8> {
    Some(match name.strip_suffix(".uw").unwrap_or(name) {
        "sh1add" => 2,
        "sh2add" => 4,
        "sh3add" => 8,
        "add" if name.ends_with(".uw") => 1,
        _ => return None,
    })
}

fn operation(name: &str) -> Option<Operation> {
    let count_bits = if name.ends_with('w') { 5 } else { 6 };
    Some(match name {
        "mv" | "li" => Operation::Copy,
        "add" | "addi" | "addw" | "addiw" | "addi16sp" | "addi4spn" => Operation::Add,
        "sub" | "subw" => Operation::Subtract,
        "and" | "andi" => Operation::And,
        "or" | "ori" => Operation::Or,
        "xor" | "xori" => Operation::Xor,
        "sll" | "slli" | "sllw" | "slliw" => Operation::ShiftLeft { count_bits },
        "srl" | "srli" | "srlw" | "srliw" => Operation::ShiftRight { count_bits },
        "sra" | "srai" | "sraw" | "sraiw" => Operation::ShiftRightArithmetic { count_bits },
        "mul" | "mulw" => Operation::Multiply,
        "not" => Operation::Not,
        _ => return None,
    })
}

/// Returns whether a register stands for several: `V8M2`, `X10_X11`.
pub(super) fn is_tuple(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    let is_group = name.starts_with('V') && name[1..].contains('M');
    is_group
        || name.split('_').filter(|it| it.ends_with(|last: char| last.is_ascii_digit())).count() > 1
}

/// Returns whether a register holds modes and states that nearly all instructions leave as they are.
pub(super) fn is_control_register(tables: &Tables<'_>, reg: Reg) -> bool {
    let name = tables.text(tables.register(reg).name);
    matches!(name, "FCSR" | "FFLAGS" | "FRM" | "VXRM" | "VXSAT")
}
