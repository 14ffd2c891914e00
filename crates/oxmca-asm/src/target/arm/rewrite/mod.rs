//! Instructions that stand for others: forms that only the assembler has, and longer codes where a shorter one exists.

mod address;
mod narrow;
mod shift;
mod vector;

use oxmca_tables::{FeatureSet, Reg};

use super::feature_bits::Feature;
use super::operand::ParsedOperand;
use super::target::Arm;
use crate::inst::{Inst, Operand};

/// The statement of an instruction that is rewritten.
pub struct Rewriting<'r> {
    pub arm: &'r Arm<'r>,
    pub features: &'r FeatureSet,
    pub mnemonic: &'r [u8],
    pub operands: &'r [ParsedOperand<'r>],
    /// The number of the first operands that are ends of the mnemonic.
    pub ends: usize,
    pub is_in_block: bool,
}

/// Changes an instruction, if it stands for another. Returns whether it did.
pub fn rewrite(rewriting: &Rewriting<'_>, inst: &mut Inst) -> bool {
    let name = rewriting.arm.tables.opcode_name(inst.opcode);
    address::rewrite(rewriting, name, inst)
        || shift::rewrite(rewriting, name, inst)
        || vector::rewrite(rewriting, name, inst)
        || narrow::rewrite(rewriting, name, inst)
}

impl Rewriting<'_> {
    fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.features, feature)
    }

    fn is_low(&self, reg: Reg) -> bool {
        self.arm.registers.is_low(reg)
    }

    /// Returns whether the longer code was asked for.
    fn is_wide(&self) -> bool {
        self.operands.iter().any(|it| it.is_token(b".w"))
    }

    /// Returns the explicit operand of that number.
    fn explicit(&self, index: usize) -> Option<&ParsedOperand<'_>> {
        self.operands.get(self.ends + index)
    }

    /// Returns the number of explicit operands.
    fn explicit_count(&self) -> usize {
        self.operands.len() - self.ends
    }

    /// Returns the register that says whether flags are set, where a short code may be used: those in blocks do not set
    /// them.
    fn flags_of_short(&self) -> Reg {
        if self.is_in_block { Reg::NONE } else { self.arm.registers.flags }
    }

    /// Makes an instruction another with the given operands. Returns false if the tables do not have it.
    fn replace(&self, inst: &mut Inst, name: &str, operands: &[Operand]) -> bool {
        match self.arm.tables.opcode_named(name.as_bytes()) {
            Some(opcode) => {
                inst.opcode = opcode;
                inst.operands = operands.into();
                true
            }
            None => false,
        }
    }

    /// Makes an instruction another one with the same operands.
    fn rename(&self, inst: &mut Inst, name: &str) -> bool {
        let operands = inst.operands.clone();
        self.replace(inst, name, &operands)
    }
}

/// Returns a register operand.
fn reg(inst: &Inst, index: usize) -> Reg {
    inst.operands.get(index).and_then(Operand::reg).unwrap_or(Reg::NONE)
}

/// Returns an immediate operand; 0 if it is none.
fn imm(inst: &Inst, index: usize) -> i64 {
    inst.operands.get(index).and_then(Operand::imm).unwrap_or_default()
}

/// Returns an operand; an absent register if there is none.
fn operand(inst: &Inst, index: usize) -> Operand {
    inst.operands.get(index).cloned().unwrap_or(Operand::Reg(Reg::NONE))
}

/// Returns the operands of the given numbers.
fn pick<const N: usize>(inst: &Inst, indices: [usize; N]) -> [Operand; N] {
    indices.map(|index| operand(inst, index))
}
