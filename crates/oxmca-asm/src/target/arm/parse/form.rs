//! Instructions whose form is chosen by more than their operand classes.

use super::statement::Statement;
use crate::inst::{Inst, Operand};
use crate::target::arm::condition::ALWAYS;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::state::State;
use crate::target::arm::verdict::{is_distance, is_symbol};

impl Statement<'_, '_> {
    /// Chooses the form of a branch or multiplication of Thumb.
    pub fn choose_form(&mut self, inst: &mut Inst) {
        match self.arm.tables.opcode_name(inst.opcode) {
            name @ ("tB" | "tBcc" | "t2B" | "t2Bcc") => self.choose_branch(name, inst),
            "tMUL" => {
                // The result is the second source.
                let [result, first] = [0, 2].map(|index| inst.operands.get(index).cloned());
                if result == first && inst.operands.len() > 3 {
                    inst.operands.swap(2, 3);
                }
            }
            _ => {}
        }
    }

    /// Chooses the branch by its condition, which in blocks is the block's, and by its distance.
    fn choose_branch(&mut self, name: &str, inst: &mut Inst) {
        let is_in_block =
            self.parser.target_state.get::<State>().is_some_and(|state| state.block.is_some());
        let has_condition =
            inst.operands.get(1).and_then(Operand::imm).is_some_and(|it| it != ALWAYS);
        let is_long = name.starts_with("t2");
        let is_conditional = match is_in_block {
            true => false,
            false => has_condition,
        };
        let mut chosen = match (is_long, is_conditional) {
            (false, false) => "tB",
            (false, true) => "tBcc",
            (true, false) => "t2B",
            (true, true) => "t2Bcc",
        };
        let bits = if is_conditional { 8 } else { 11 };
        let is_near = self.operands.get(self.ends).is_some_and(|target| {
            is_symbol(target) || target.constant().is_some_and(|it| is_distance(it, bits, 1, true))
        });
        if !is_long && !is_near && self.has(Feature::V8mBaseline) {
            chosen = if is_conditional { "t2Bcc" } else { "t2B" };
        }
        if let Some(opcode) = self.arm.tables.opcode_named(chosen.as_bytes()) {
            inst.opcode = opcode;
        }
    }
}
