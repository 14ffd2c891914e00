//! Facts about instructions that the simulator asks for.

use oxmca_tables::{Reg, RegClassId};

use super::simulated_classes::{HALF, QUAD};
use super::target::AArch64;
use crate::inst::{Inst, Operand};
use crate::target::known_names::Known;

fn contains(aarch64: &AArch64<'_>, class: Option<RegClassId>, reg: Reg) -> bool {
    class.is_some_and(|class| aarch64.tables.class_contains(class, reg))
}

fn is_vector(aarch64: &AArch64<'_>, reg: Reg) -> bool {
    let classes = aarch64.simulated_classes().vector;
    classes.into_iter().any(|class| contains(aarch64, class, reg))
}

/// Returns which definitions clear the rest of their widest super-register: those of 32-bit general-purpose
/// registers and of vector registers, as scalars or vectors.
pub fn clears_super_registers(aarch64: &AArch64<'_>, inst: &Inst) -> u64 {
    let tables = &aarch64.tables;
    let num_defs = usize::from(tables.instruction(inst.opcode).num_defs);
    let explicit = (0..num_defs).map(|at| inst.operands.get(at).and_then(Operand::reg));
    let implicit = tables.implicit_defs(inst.opcode).iter().map(|reg| Some(*reg));
    let general_32 = aarch64.simulated_classes().general_32;
    let clears = |reg| contains(aarch64, general_32, reg) || is_vector(aarch64, reg);
    let mut mask = 0;
    for (at, reg) in explicit.chain(implicit).take(64).enumerate() {
        if reg.is_some_and(clears) {
            mask |= 1 << at;
        }
    }
    mask
}

/// A predicate function that scheduling models ask of instructions: whether any operand is a register of some class.
#[derive(Clone, Copy, Debug)]
enum PredicateFunction {
    /// A class of vector registers, by its place in `SimulatedClasses::vector`.
    InClass(usize),
    InAnyVectorClass,
}

/// The names that [`predicate`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| PredicateFunction::named(it.text).is_some(), file: file!() };

impl PredicateFunction {
    /// Returns the function of that name in the tables.
    fn named(name: &str) -> Option<Self> {
        match name {
            "isHForm" => Some(Self::InClass(HALF)),
            "isQForm" => Some(Self::InClass(QUAD)),
            "isFpOrNEON" => Some(Self::InAnyVectorClass),
            _ => None,
        }
    }
}

/// Evaluates a predicate function of scheduling models. One that is not known holds for no instruction.
pub fn predicate(aarch64: &AArch64<'_>, name: &str, inst: &Inst) -> bool {
    match PredicateFunction::named(name) {
        Some(PredicateFunction::InClass(place)) => {
            let class = aarch64.simulated_classes().vector[place];
            registers(inst).any(|reg| contains(aarch64, class, reg))
        }
        Some(PredicateFunction::InAnyVectorClass) => {
            registers(inst).any(|reg| is_vector(aarch64, reg))
        }
        None => false,
    }
}

fn registers(inst: &Inst) -> impl Iterator<Item = Reg> {
    inst.operands.iter().filter_map(Operand::reg)
}
