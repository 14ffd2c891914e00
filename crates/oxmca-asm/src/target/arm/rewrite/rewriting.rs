//! The statement of an instruction that is rewritten, and its operands.

use oxmca_tables::{FeatureSet, Reg};

use crate::inst::{Inst, Operand};
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::ParsedOperand;
use crate::target::arm::target::Arm;

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

impl Rewriting<'_> {
    pub fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.features, feature)
    }

    pub fn is_low(&self, reg: Reg) -> bool {
        self.arm.registers.is_low(reg)
    }

    /// Returns whether the longer code was asked for.
    pub fn is_wide(&self) -> bool {
        self.operands.iter().any(|it| it.is_token(b".w"))
    }

    /// Returns the explicit operand of that number.
    pub fn explicit(&self, index: usize) -> Option<&ParsedOperand<'_>> {
        self.operands.get(self.ends + index)
    }

    /// Returns the number of explicit operands.
    pub fn explicit_count(&self) -> usize {
        self.operands.len() - self.ends
    }

    /// Returns the register that says whether flags are set, where a short code may be used: those in blocks do not set
    /// them.
    pub fn flags_of_short(&self) -> Reg {
        if self.is_in_block { Reg::NONE } else { self.arm.registers.flags }
    }

    /// Makes an instruction another with the given operands. Returns false if the tables do not have it.
    pub fn replace(&self, inst: &mut Inst, name: &str, operands: &[Operand]) -> bool {
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
    pub fn rename(&self, inst: &mut Inst, name: &str) -> bool {
        let operands = inst.operands.clone();
        self.replace(inst, name, &operands)
    }
}

/// Returns a register operand.
pub fn reg(inst: &Inst, index: usize) -> Reg {
    inst.operands.get(index).and_then(Operand::reg).unwrap_or(Reg::NONE)
}

/// Returns an immediate operand; 0 if it is none.
pub fn imm(inst: &Inst, index: usize) -> i64 {
    inst.operands.get(index).and_then(Operand::imm).unwrap_or_default()
}

/// Returns an operand; an absent register if there is none.
pub fn operand(inst: &Inst, index: usize) -> Operand {
    inst.operands.get(index).cloned().unwrap_or(Operand::Reg(Reg::NONE))
}

/// Returns the operands of the given numbers.
pub fn pick<const N: usize>(inst: &Inst, indices: [usize; N]) -> [Operand; N] {
    indices.map(|index| operand(inst, index))
}
