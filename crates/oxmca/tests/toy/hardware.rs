//! What hardware mode knows of the toy's instructions.

use oxmca_asm::inst::{Inst, Operand};
use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{
    Access, Address, Assignment, Direction, Effect, Operation, Place, RegisterPart, Rest,
};
use oxmca_tables::hardware::InstructionTrait;
use oxmca_tables::{Opcode, Reg, Tables};

use crate::target::Toy;

/// The traits that hardware files can ask for.
pub const TRAITS: &[InstructionTrait] =
    &[InstructionTrait { name: "far", doc: "It branches by more than 64 bytes." }];

const FAR: u32 = 1;

/// Bytes of a word.
const WORD: u16 = 4;

/// The instructions that access memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryOpcodes {
    load: Opcode,
    load_four: Opcode,
    load_pair: Opcode,
    load_and_update: Opcode,
    store: Opcode,
    branch: Opcode,
}

impl MemoryOpcodes {
    /// Finds them by their names.
    pub fn new(tables: &Tables<'_>) -> MemoryOpcodes {
        let opcode = |name: &str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        MemoryOpcodes {
            load: opcode("LD"),
            load_four: opcode("LD4"),
            load_pair: opcode("LDP"),
            load_and_update: opcode("LDU"),
            store: opcode("ST"),
            branch: opcode("BNEZ"),
        }
    }
}

/// Returns the facts about an instruction.
pub fn facts(toy: &Toy<'_>, inst: &Inst) -> HardwareFacts {
    let mut facts = HardwareFacts::default();
    let opcodes = &toy.memory;
    let [first, second, third] = [0, 1, 2].map(|at| inst.operands.get(at));
    let offset = third.and_then(Operand::imm).unwrap_or(0);
    let written = |operand: Option<&Operand>| Place::Register(part(operand));
    match inst.opcode {
        it if it == opcodes.load => {
            load(&mut facts, 1, second, &[offset]);
            assign(&mut facts, &[(written(first), Place::Access(0))]);
        }
        it if it == opcodes.load_four => {
            load(&mut facts, 1, second, &[0, 4, 8, 12]);
        }
        it if it == opcodes.load_pair => {
            load(&mut facts, 2, third, &[0, 4]);
            let values = [Place::Access(0), Place::Access(1)];
            assign(&mut facts, &[(written(first), values[0]), (written(second), values[1])]);
        }
        it if it == opcodes.load_and_update => {
            load(&mut facts, 2, third, &[0]);
            facts.addresses[0].updates_base = true;
            let base = part(second);
            facts.effect = Effect::Assigns(
                [
                    Assignment::copy(written(first), Place::Access(0), 32),
                    Assignment::sum(base, base, WORD.into()),
                ]
                .into_iter()
                .collect(),
            );
        }
        it if it == opcodes.store => {
            let address = address(1, second, offset);
            facts.addresses.push(address);
            let direction = Direction::Store;
            facts.accesses.push(Access { address: Some(0), direction, bytes: WORD });
            assign(&mut facts, &[(Place::Access(0), written(first))]);
        }
        it if it == opcodes.branch => {
            let distance = second.and_then(Operand::imm).unwrap_or(0);
            facts.traits = if distance.unsigned_abs() > 64 { FAR } else { 0 };
            facts.effect = Effect::none();
        }
        it if it == toy.add || it == toy.addi => {
            let source = match third {
                Some(Operand::Imm(value)) => Place::Immediate(*value),
                other => written(other),
            };
            let destination = written(first);
            facts.effect = Effect::Assigns(
                [Assignment {
                    destination,
                    operation: Operation::Add,
                    sources: [written(second), source],
                    bits: 32,
                }]
                .into_iter()
                .collect(),
            );
        }
        it if it == toy.lui => {
            let upper = second.and_then(Operand::imm).unwrap_or(0) << 12;
            assign(&mut facts, &[(written(first), Place::Immediate(upper))]);
        }
        _ => {}
    }
    facts
}

/// Adds loads of words at distances from a base, which is the operand at `position`.
fn load(facts: &mut HardwareFacts, position: u8, base: Option<&Operand>, distances: &[i64]) {
    for (number, distance) in distances.iter().enumerate() {
        facts.addresses.push(address(position, base, *distance));
        let address = Some(number as u8);
        facts.accesses.push(Access { address, direction: Direction::Load, bytes: WORD });
    }
}

fn address(position: u8, base: Option<&Operand>, displacement: i64) -> Address {
    Address {
        operands: [Some(position), None],
        base: Some(part(base)),
        displacement,
        has_displacement: true,
        scale: 1,
        ..Address::default()
    }
}

fn assign(facts: &mut HardwareFacts, places: &[(Place, Place)]) {
    let copies = places.iter().map(|(to, from)| Assignment::copy(*to, *from, 32));
    facts.effect = Effect::Assigns(copies.collect());
}

fn part(operand: Option<&Operand>) -> RegisterPart {
    let root = operand.and_then(Operand::reg).unwrap_or(Reg::NONE);
    RegisterPart { root, bits: 32, first_bit: 0, rest: Rest::None }
}
