//! x86-64.

mod arrays;
mod probes;

use oxmca::{Inst, Opcode, Reg};
use oxmca_asm::Operand;
use oxmca_measure::Start;
use oxmca_tables::Tables;

use super::facts::TargetFacts;
use crate::form::{FormOperand, Memory};
use crate::registers::{Family, Pool};

/// x86-64.
pub(super) static X86: TargetFacts = TargetFacts {
    arch: "x86_64",
    pools: &POOLS,
    family,
    address,
    constants,
    // Addresses have registers of their own. Other accesses are to places that registers imply.
    confine: |_, form| (form.address.is_empty() == (form.memory == Memory::None)).then_some(form),
    renewal,
    filler: "nopw (%rax)",
    set_start,
    outside: OUTSIDE,
    probes: probes::PROBES,
    array_codes: arrays::CODES,
};

/// The general purpose registers that hold addresses of what is loaded and of what is stored. No pool has them.
const LOAD_BASE: &str = "R14";
const STORE_BASE: &str = "R15";

const POOLS: [Pool; 4] = [
    Pool {
        family: Family::General,
        written: &[8, 9, 10, 11, 12, 13, 5, 3],
        read: &[6, 7, 1, 2, 0],
    },
    Pool {
        family: Family::Vector,
        written: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        read: &[10, 11, 12, 13, 14, 15],
    },
    Pool { family: Family::Mask, written: &[1, 2, 3, 4], read: &[5, 6, 7] },
    Pool { family: Family::Mmx, written: &[0, 1, 2, 3, 4], read: &[5, 6, 7] },
];

fn family(tables: &Tables<'_>, reg: Reg) -> Option<Family> {
    let row = tables.register(reg);
    let name = tables.text(row.name);
    let is_numbered = |prefix: &str| {
        let rest = name.strip_prefix(prefix);
        rest.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    };
    let general = ["GR8", "GR16", "GR32", "GR64"];
    if ["XMM", "YMM", "ZMM"].into_iter().any(is_numbered) {
        Some(Family::Vector)
    } else if is_numbered("K") {
        Some(Family::Mask)
    } else if is_numbered("MM") {
        Some(Family::Mmx)
    } else if general.iter().any(|it| {
        tables.register_class_named(it).is_some_and(|class| tables.class_contains(class, reg))
    }) {
        // The upper halves of 16 bits are parts of registers that others write as a whole.
        (!name.ends_with('H')).then_some(Family::General)
    } else {
        None
    }
}

/// Returns base, factor, index, displacement and segment.
fn address(tables: &Tables<'_>, memory: Memory) -> Option<Vec<FormOperand>> {
    let base = match memory {
        Memory::None => return None,
        Memory::Load => LOAD_BASE,
        Memory::Store => STORE_BASE,
    };
    Some(vec![
        FormOperand::Fixed(tables.register_named(base)?),
        FormOperand::Immediate(1),
        FormOperand::Fixed(Reg::NONE),
        FormOperand::Displacement { unit_bytes: 1 },
        FormOperand::Fixed(Reg::NONE),
    ])
}

/// Returns constants that are the same for all operands: most instructions take the first.
fn constants(tables: &Tables<'_>, opcode: Opcode) -> Vec<Vec<i64>> {
    let count = tables.operands(opcode).len();
    [3, 1, 0].into_iter().map(|it| vec![it; count]).collect()
}

/// Returns a move of a small number, which can be divided.
fn renewal(tables: &Tables<'_>, reg: Reg) -> Option<Inst> {
    let opcode = tables.opcode_named(b"MOV32ri")?;
    let name = tables.text(tables.register(reg).name);
    let (name, value) = match name.trim_start_matches(['E', 'R']) {
        "AL" | "AH" | "AX" => ("EAX", 16),
        "DL" | "DX" => ("EDX", 0),
        _ => return None,
    };
    let operands = [Operand::Reg(tables.register_named(name)?), Operand::Imm(value)];
    Some(Inst { opcode, flags: 0, operands: operands.into_iter().collect() })
}

/// Numbers of registers in machine code.
const RAX: usize = 0;
const RDX: usize = 2;
const STACK_POINTER: usize = 4;

fn set_start(start: &mut Start) {
    // Small numbers: divisions by them do not overflow. Addresses stay what they are.
    for number in (0..14).filter(|it| ![STACK_POINTER].contains(it)) {
        start.set(number, 0x41 + 2 * number as u64);
    }
    start.set(RAX, 16);
    start.set(RDX, 0);
}

const OUTSIDE: &[(&str, &str)] = &[
    ("CPUID", "in a virtual machine, the system answers it"),
    ("RDRAND*", "a unit that cores share decides its time"),
    ("RDSEED*", "a unit that cores share decides its time"),
    ("*MOVNT*mr", "it stores past the caches, so memory decides its time"),
    ("MOVNTS*", "it stores past the caches, so memory decides its time"),
];
