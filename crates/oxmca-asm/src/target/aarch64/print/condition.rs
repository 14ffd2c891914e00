//! Conditions of print aliases.

use super::Printing;
use crate::inst::Operand;
use crate::target::aarch64::condition::Condition;
use crate::target::aarch64::logical_immediate::{
    decode, is_mask_of_identical_elements, is_sve_move_mask_preferred,
};
use crate::target::aarch64::named_operands::OperandList;

/// An operand type that the condition of an alias asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandType {
    /// A condition code that has an inverse.
    InverseCondition,
    /// A hint that is one of `bti`.
    BranchTargetHint,
    /// A hint that is one of `psb`.
    ProfilingHint,
    /// A logical immediate that repeats an element; if it is preferred, no `cpy` or `dup` makes it.
    SveLogical { element_bits: u32, is_preferred: bool },
}

impl OperandType {
    /// The type of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        let logical = |bits: &str, is_preferred| {
            Some(Self::SveLogical { element_bits: bits.parse().ok()?, is_preferred })
        };
        match name {
            "inv_ccode" => Some(Self::InverseCondition),
            "btihint_op" => Some(Self::BranchTargetHint),
            "psbhint_op" => Some(Self::ProfilingHint),
            _ => match name.strip_prefix("sve_preferred_logical_imm") {
                Some(bits) => logical(bits, true),
                None => logical(name.strip_prefix("sve_logical_imm")?, false),
            },
        }
    }
}

/// The bit of a hint's number that tells `bti` from the others.
pub(super) const BTI_HINT: i64 = 32;

impl Printing<'_> {
    /// Returns whether an operand is of a type.
    pub(super) fn is_of_type(&self, class: OperandType, operand: &Operand) -> bool {
        let Some(value) = operand.imm() else { return false };
        match class {
            OperandType::InverseCondition => {
                !(Condition::AL.code()..=Condition::NV.code()).contains(&value)
            }
            OperandType::BranchTargetHint => {
                OperandList::BranchTarget.of_encoding(self.tables(), value ^ BTI_HINT).is_some()
            }
            OperandType::ProfilingHint => {
                OperandList::ProfilingBarrier.of_encoding(self.tables(), value).is_some()
            }
            OperandType::SveLogical { element_bits, is_preferred } => {
                let mask = decode(value as u64, 64);
                is_mask_of_identical_elements(mask, element_bits)
                    && (!is_preferred || is_sve_move_mask_preferred(mask))
            }
        }
    }
}
