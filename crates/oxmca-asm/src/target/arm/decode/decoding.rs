//! A decoder at one instruction, and the bits of its code.

use std::cell::Cell;

use oxmca_tables::{FeatureSet, Opcode, Reg};

use super::blocks::Blocks;
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::target::Arm;

/// The condition that always holds.
pub(super) const ALWAYS: i64 = 14;

/// A decoder for the features of a subtarget, at one instruction.
pub struct Decoding<'d, 't> {
    pub(super) arm: &'d Arm<'t>,
    pub(super) features: &'d FeatureSet,
    pub(super) is_thumb: bool,
    pub(super) blocks: Cell<Blocks>,
    pub(super) opcode: Cell<Opcode>,
    pub(super) is_doubtful: Cell<bool>,
}

impl Decoding<'_, '_> {
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.arm.feature_bits.has(self.features, feature)
    }

    /// Returns the name of the opcode so far.
    pub(super) fn name(&self) -> &str {
        self.arm.tables.opcode_name(self.opcode.get())
    }

    /// Takes another opcode.
    pub(super) fn rename(&self, name: &str) -> Option<()> {
        self.opcode.set(self.arm.tables.opcode_named(name.as_bytes())?);
        Some(())
    }

    /// Notes that the instruction may be undefined.
    pub(super) fn doubt_if(&self, is_doubtful: bool) {
        self.is_doubtful.set(self.is_doubtful.get() || is_doubtful);
    }

    pub(super) fn has_flag(&self, flag: u64) -> bool {
        self.arm.tables.instruction(self.opcode.get()).flags & flag != 0
    }

    /// Returns the register that a condition reads.
    pub(super) fn flags_of(&self, condition: i64) -> Reg {
        if condition == ALWAYS { Reg::NONE } else { self.arm.registers.flags }
    }
}

/// Returns `width` bits of a code from bit `low` on.
pub(super) fn field(code: u32, low: u32, width: u32) -> u32 {
    code >> low & ((1 << width) - 1)
}

/// Returns the lowest `width` bits of a number with the sign that the highest of them is.
pub(super) fn signed(value: u32, width: u32) -> i64 {
    let unused = 32 - width;
    i64::from((value << unused) as i32 >> unused)
}

/// Adds an immediate.
pub(super) fn push(value: impl Into<i64>, operands: &mut Operands) {
    operands.push(Operand::Imm(value.into()));
}
