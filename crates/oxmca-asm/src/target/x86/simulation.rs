//! Facts about x86 instructions that the simulator needs and the tables lack.

use oxmca_tables::{Opcode, Tables};

use super::X86;
use super::flags::{Encoding, EncodingFlags, prefix};
use super::registers::kind;
use crate::inst::{Inst, Operand};
use crate::target::SimulationHints;
use crate::target::known_names::Known;

/// Returns the definitions that clear the rest of their register: 32-bit general purpose registers always,
/// 128-bit and 256-bit vectors under VEX, XOP and EVEX.
pub(super) fn clears_super_registers(x86: &X86<'_>, inst: &Inst) -> u64 {
    let row = x86.tables.instruction(inst.opcode);
    let clearing = match EncodingFlags(row.target_flags).encoding() {
        Encoding::Legacy => kind::GR32,
        Encoding::Vex | Encoding::Xop | Encoding::Evex => kind::GR32 | kind::XMM | kind::YMM,
    };
    let num_defs = usize::from(row.num_defs);
    let explicit = (0..num_defs).map(|at| inst.operands.get(at).and_then(Operand::reg));
    let implicit = x86.tables.implicit_defs(inst.opcode).iter().map(|reg| Some(*reg));
    let mut mask = 0;
    for (at, reg) in explicit.chain(implicit).take(64).enumerate() {
        if reg.is_some_and(|reg| x86.registers.is(reg, clearing)) {
            mask |= 1 << at;
        }
    }
    mask
}

/// A predicate function that scheduling models ask of instructions.
#[derive(Clone, Copy, Debug)]
enum PredicateFunction {
    HasLockPrefix,
}

/// The names that [`predicate`] takes.
pub(super) const KNOWN: Known =
    Known { knows: |_, it| PredicateFunction::named(it.text).is_some(), file: file!() };

impl PredicateFunction {
    /// Returns the function of that name in the tables.
    fn named(name: &str) -> Option<Self> {
        match name {
            "hasLockPrefix" => Some(Self::HasLockPrefix),
            _ => None,
        }
    }
}

/// Evaluates a predicate function of scheduling models. One that is not known holds for no instruction.
pub(super) fn predicate(name: &str, inst: &Inst) -> bool {
    match PredicateFunction::named(name) {
        Some(PredicateFunction::HasLockPrefix) => inst.flags & prefix::LOCK != 0,
        None => false,
    }
}

/// Fences are barriers; `push` and `pop` leave the stack pointer, the one register they write without
/// naming it, to the stack engine.
pub(super) fn simulation_hints(tables: &Tables<'_>, opcode: Opcode) -> SimulationHints {
    let name = tables.bytes(tables.instruction(opcode).name);
    let implicit = tables.implicit_defs(opcode);
    SimulationHints {
        load_barrier: name == b"MFENCE" || name == b"LFENCE",
        store_barrier: name == b"MFENCE" || name == b"SFENCE",
        dropped_write: implicit.last().copied().filter(|_| is_push_or_pop(tables, opcode)),
    }
}

/// Returns whether the mnemonic, which in Intel syntax has no size suffix, is `push` or `pop`.
fn is_push_or_pop(tables: &Tables<'_>, opcode: Opcode) -> bool {
    let text = tables.bytes(tables.instruction_syntax(opcode).mnemonics[1]);
    let mnemonic = text.split(|byte| *byte == b'\t').next();
    matches!(mnemonic, Some(b"push" | b"pop"))
}
