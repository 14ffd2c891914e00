//! Facts about instructions that the simulator asks for.

use oxmca_tables::schema::operand_flag;

use super::condition::ALWAYS;
use super::facts;
use super::target::Arm;
use crate::inst::{Inst, Operand};
use crate::target::known_names::Known;

/// A predicate function that scheduling models ask of instructions.
#[derive(Clone, Copy, Debug)]
enum PredicateFunction {
    /// It has a condition.
    IsPredicated,
    SetsFlags,
    /// A load of several registers loads its base.
    LoadsBase,
}

/// The names that [`predicate`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| PredicateFunction::named(it.text).is_some(), file: file!() };

impl PredicateFunction {
    /// Returns the function of that name in the tables.
    fn named(name: &str) -> Option<Self> {
        match name {
            "isPredicated" => Some(Self::IsPredicated),
            "isCPSRDefined" => Some(Self::SetsFlags),
            "isLDMBaseRegInList" => Some(Self::LoadsBase),
            _ => None,
        }
    }
}

/// Evaluates a predicate function of scheduling models. One that is not known holds for no instruction.
pub fn predicate(arm: &Arm<'_>, name: &str, inst: &Inst) -> bool {
    let tables = &arm.tables;
    match PredicateFunction::named(name) {
        Some(PredicateFunction::IsPredicated) => {
            facts::condition(tables, inst).is_some_and(|code| code != ALWAYS)
        }
        Some(PredicateFunction::SetsFlags) => {
            let mut described = tables.operands(inst.opcode).iter().zip(&inst.operands);
            described.any(|(row, operand)| {
                row.flags & operand_flag::OPTIONAL_DEF != 0
                    && operand.reg() == Some(arm.registers.flags)
            })
        }
        Some(PredicateFunction::LoadsBase) => {
            let base = inst.operands.first().and_then(Operand::reg);
            base.is_some() && inst.operands.iter().skip(1).any(|it| it.reg() == base)
        }
        None => false,
    }
}
