//! AArch64.

mod arrays;
mod probes;

use oxmca::{Inst, Opcode, Reg, Session};
use oxmca_asm::target::HardwareFacts;
use oxmca_measure::Start;
use oxmca_tables::schema::AsmPiece;
use oxmca_tables::{RegClassId, Tables};

use super::facts::TargetFacts;
use crate::form::{Form, FormOperand, Memory};
use crate::registers::{Choices, Family, Pool};

/// AArch64.
pub(super) static AARCH64: TargetFacts = TargetFacts {
    arch: "aarch64",
    pools: &POOLS,
    family,
    // Addresses are operands like others: a base, an index, a constant.
    address: |_, _| None,
    constants,
    confine,
    // Divisions take any registers.
    renewal: |_, _| None,
    filler: "nop",
    set_start,
    outside: OUTSIDE,
    probes: probes::PROBES,
    array_codes: arrays::CODES,
};

/// The general purpose registers that hold addresses of what is loaded and of what is stored.
const LOAD_BASE: u16 = 25;
const STORE_BASE: u16 = 26;
/// The general purpose register that is an index, or that is added to a base: it holds 0, so that addresses stay where they are.
const ZERO: u16 = 27;
/// General purpose registers that hold addresses and are written, by the constant 0 or the register that holds it.
const WRITTEN_BASES: [u16; 6] = [19, 20, 21, 22, 23, 24];

/// The register 18 belongs to systems, 29 and 30 to calls. Groups of four registers do not go on after the last one with the first.
const POOLS: [Pool; 3] = [
    Pool {
        family: Family::General,
        written: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        read: &[10, 11, 12, 13, 14, 15],
    },
    Pool {
        family: Family::Vector,
        written: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        read: &[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
    },
    // Few instructions take those after the first eight as masks.
    Pool {
        family: Family::Mask,
        written: &[0, 1, 2, 3, 8, 9, 10, 11, 12, 13],
        read: &[4, 5, 6, 7],
    },
];

fn family(tables: &Tables<'_>, reg: Reg) -> Option<Family> {
    let name = tables.text(tables.register(reg).name);
    let letter = *name.as_bytes().first()?;
    // Names of several registers name each: `Q0_Q1`.
    let mut parts = name.split('_').map(|it| it.strip_prefix(char::from(letter)));
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    if !parts.all(|it| it.is_some_and(is_number)) {
        return None;
    }
    match letter {
        b'W' | b'X' if !name.contains('_') => Some(Family::General),
        b'B' | b'H' | b'S' | b'D' | b'Q' | b'Z' => Some(Family::Vector),
        b'P' => Some(Family::Mask),
        _ => None,
    }
}

/// Constants that are tried: most instructions take the first, as a number, the number of an element, or the code of a number.
const CONSTANTS: [i64; 14] = [3, 1, 0, 2, 4, 5, 8, 10, 16, 24, 32, 48, 64, 180];
/// Ways to shift or extend that are tried: not at all, extended from 64 and from 32 bits, ones shifted in.
const SHIFTS: [i64; 4] = [0, 24, 16, 264];
/// Sets of constants that are tried at the most.
const MOST_TRIED: usize = 64;

fn constants(tables: &Tables<'_>, opcode: Opcode) -> Vec<Vec<i64>> {
    let infos = tables.operands(opcode);
    let pieces = pieces(tables, opcode);
    let lists: Vec<&[i64]> = infos
        .iter()
        .enumerate()
        .map(|(at, info)| {
            if info.reg_class >= 0 || info.tied_to >= 0 {
                return &[0][..];
            }
            let own = operands(pieces).find(|it| usize::from(it.operand) == at);
            // An operand without a place of its own says how the one before it is changed.
            let method = own.map(|it| tables.text(tables.print_methods[usize::from(it.method)]));
            match method {
                Some(it) if !it.contains("Shift") && !it.contains("Extend") => &CONSTANTS[..],
                _ => &SHIFTS[..],
            }
        })
        .collect();
    let most = lists.iter().map(|it| it.len()).max().unwrap_or(1);
    let value = |list: &&[i64], index: usize| list[index.min(list.len() - 1)];
    let even = (0..most).map(|index| lists.iter().map(|it| value(it, index)).collect());
    let total: usize = lists.iter().map(|it| it.len()).product();
    let each = (0..total.min(MOST_TRIED)).map(|mut number| {
        let digit = |it: &&[i64]| {
            let index = number % it.len();
            number /= it.len();
            it[index]
        };
        lists.iter().map(digit).collect()
    });
    even.chain(each).collect()
}

/// Returns the syntax of an opcode.
fn pieces<'t>(tables: &Tables<'t>, opcode: Opcode) -> &'t [AsmPiece] {
    &tables.asm_pieces[tables.instruction_syntax(opcode).syntax[0].range()]
}

/// Returns the pieces that are operands.
fn operands(pieces: &[AsmPiece]) -> impl Iterator<Item = &AsmPiece> {
    pieces.iter().filter(|it| it.method != AsmPiece::LITERAL)
}

/// Returns the machine operands that the syntax has within the brackets of an address, and those after them.
fn of_address(tables: &Tables<'_>, opcode: Opcode) -> [Vec<usize>; 2] {
    let (mut within, mut after) = (Vec::new(), Vec::new());
    let (mut is_within, mut has_brackets) = (false, false);
    for piece in pieces(tables, opcode) {
        if piece.method == AsmPiece::LITERAL {
            // The last one decides: `], [`.
            let text = tables.text(piece.text);
            if let Some(at) = text.rfind(['[', ']']) {
                is_within = text.as_bytes()[at] == b'[';
                has_brackets = true;
            }
        } else if is_within {
            within.push(usize::from(piece.operand));
        } else if has_brackets {
            after.push(usize::from(piece.operand));
        }
    }
    [within, after]
}

/// Gives addresses registers of their own: all accesses are to the lines that bases point to.
fn confine(session: &Session, mut form: Form) -> Option<Form> {
    let facts = facts(session, &form)?;
    let Some(address) = facts.addresses.first() else {
        return (form.memory == Memory::None).then_some(form);
    };
    let tables = session.tables();
    let [base, index] = address.operands.map(|it| it.map(usize::from));
    let base = base?;
    // Vectors hold no addresses, but they can be added as if they did.
    if address.is_gather {
        return (form.memory == Memory::None).then_some(form);
    }
    let root = form.tied_to(base).unwrap_or(base);
    if address.updates_base {
        let class = class_of(tables, &form, root)?;
        let bases: Option<Vec<Reg>> =
            WRITTEN_BASES.iter().map(|it| numbered(tables, class, *it)).collect();
        let read = bases?;
        let choices = Choices { family: Family::General, written: read.clone(), read };
        form.operands[root] = FormOperand::Register(choices);
    } else {
        let number = if form.memory == Memory::Store { STORE_BASE } else { LOAD_BASE };
        fix(tables, &mut form, base, number)?;
    }
    if let Some(index) = index {
        fix(tables, &mut form, index, ZERO)?;
    }
    let [within, after] = of_address(tables, form.opcode);
    for &at in &after {
        if at != root && matches!(form.operands[at], FormOperand::Register(_)) {
            fix(tables, &mut form, at, ZERO)?;
        }
    }
    for at in within.into_iter().chain(after) {
        let FormOperand::Immediate(value) = form.operands[at] else { continue };
        // One byte or element more, wherever it is.
        let mut other = form.clone();
        other.operands[at] = FormOperand::Immediate(value + 1);
        let moved = self::facts(session, &other)
            .and_then(|it| Some(it.addresses.first()?.displacement - address.displacement));
        form.operands[at] = match moved {
            Some(unit_bytes @ 1..) if !address.updates_base => {
                FormOperand::Displacement { unit_bytes }
            }
            _ if index.is_none() => FormOperand::Immediate(0),
            _ => continue,
        };
    }
    Some(form)
}

/// Returns what is known about an instance; `None` if it has no machine code.
fn facts(session: &Session, form: &Form) -> Option<HardwareFacts> {
    let inst: Inst = form.instance(session.tables(), 0, &[]);
    let mut code = Vec::new();
    session.encode(&inst, &mut code).ok()?;
    session.target().hardware_facts(&inst, &code)
}

fn class_of(tables: &Tables<'_>, form: &Form, at: usize) -> Option<RegClassId> {
    let class = tables.operands(form.opcode).get(at)?.reg_class;
    u16::try_from(class).ok().map(RegClassId)
}

/// Returns the general purpose register of a class with a number in machine code.
fn numbered(tables: &Tables<'_>, class: RegClassId, number: u16) -> Option<Reg> {
    let members = &tables.register_lists[tables.register_classes[class.index()].members.range()];
    members.iter().copied().find(|it| {
        tables.register(*it).encoding == number && family(tables, *it) == Some(Family::General)
    })
}

/// Has an operand be always the general purpose register with a number.
fn fix(tables: &Tables<'_>, form: &mut Form, at: usize, number: u16) -> Option<()> {
    let class = class_of(tables, form, at)?;
    form.operands[at] = FormOperand::Fixed(numbered(tables, class, number)?);
    form.sources.retain(|it| *it != at);
    Some(())
}

fn set_start(start: &mut Start) {
    // Small numbers that are not 0.
    for pool in POOLS.iter().filter(|it| it.family == Family::General) {
        for number in pool.written.iter().chain(pool.read) {
            start.set(usize::from(*number), 0x41 + 2 * u64::from(*number));
        }
    }
    start.set(usize::from(ZERO), 0);
}

const OUTSIDE: &[(&str, &str)] = &[
    ("LDRA*", "its address must be signed"),
    ("AUT*", "what it takes must be signed: others can end the program"),
    ("*RNDR*", "a unit that cores share decides its time"),
];
