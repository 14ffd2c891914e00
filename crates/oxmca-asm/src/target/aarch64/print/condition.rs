//! Conditions of print aliases.

use super::context::Printing;
use crate::inst::Operand;
use crate::target::aarch64::condition::Condition;
use crate::target::aarch64::logical_immediate::{
    decode, is_mask_of_identical_elements, is_sve_move_mask_preferred,
};
use crate::target::aarch64::print_method::OperandType;

impl Printing<'_> {
    /// Returns whether an operand is of a type.
    pub(super) fn is_of_type(&self, class: OperandType, operand: &Operand) -> bool {
        let Some(value) = operand.imm() else { return false };
        match class {
            OperandType::InverseCondition => {
                !(Condition::AL.code()..=Condition::NV.code()).contains(&value)
            }
            OperandType::SveLogical { element_bits, is_preferred } => {
                let mask = decode(value as u64, 64);
                is_mask_of_identical_elements(mask, element_bits)
                    && (!is_preferred || is_sve_move_mask_preferred(mask))
            }
        }
    }
}
