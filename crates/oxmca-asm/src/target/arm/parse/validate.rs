//! Checks of instructions that depend on what is around them.

use super::statement::Statement;
use crate::inst::{Inst, Operand};
use crate::parser::ParseResult;
use crate::source::Loc;
use crate::target::arm::condition::{ALWAYS, VectorPredicate, name_of};
use crate::target::arm::facts;
use crate::target::arm::operand::OperandKind;
use crate::target::arm::state::State;

/// Instructions that may be in blocks though they have no condition.
const BREAKPOINTS: [&str; 4] = ["tBKPT", "BKPT", "tHLT", "HLT"];

/// Branches that have a condition outside blocks.
const CONDITIONAL_BRANCHES: [&str; 3] = ["tBcc", "t2Bcc", "t2BFic"];

impl Statement<'_, '_> {
    /// Checks an instruction against the blocks that it is in.
    pub fn validate(&mut self, inst: &Inst, loc: Loc) -> ParseResult {
        let (arm, tables) = (self.arm, &self.arm.tables);
        let name = tables.opcode_name(inst.opcode);
        let is_breakpoint = BREAKPOINTS.contains(&name);
        let condition = facts::condition(tables, inst);
        let (block, vector_block) = match self.parser.target_state.get::<State>() {
            Some(state) => (state.block, state.vector_block),
            None => (None, None),
        };
        let features = self.parser.features();
        if let Some(block) = block.filter(|_| !is_breakpoint) {
            let Some(condition) = condition else {
                return self.fail_at(loc, "instructions in IT block must be predicable");
            };
            let expected = block.condition();
            if condition != expected {
                let written = self.operands.iter().find(|it| it.condition().is_some());
                let at = written.map_or(loc, |it| it.loc);
                let message = format!(
                    "incorrect condition in IT block; got '{}', but expected '{}'",
                    name_of(condition),
                    name_of(expected)
                );
                return self.fail_at(at, message);
            }
        } else if arm.feature_bits.is_thumb2(features)
            && condition.is_some_and(|it| it != ALWAYS)
            && !CONDITIONAL_BRANCHES.contains(&name)
        {
            return self.fail_at(loc, "predicated instructions must be in IT block");
        } else if condition.is_none()
            && facts::unused_condition(tables, inst).is_some_and(|it| it != ALWAYS)
        {
            return self.fail_at(loc, "instruction is not predicable");
        }
        if block.is_some_and(|block| !block.is_last()) && facts::ends_block(arm, inst) {
            let message =
                "instruction must be outside of IT block or the last instruction in an IT block";
            return self.fail_at(loc, message);
        }
        self.validate_vector(inst, vector_block.filter(|_| !is_breakpoint), loc)?;
        let operand = |index: usize| inst.operands.get(index).and_then(Operand::imm).unwrap_or(0);
        if name == "t2IT" && operand(0) == ALWAYS && operand(1).count_ones() != 1 {
            return self.fail_at(loc, "unpredictable IT predicate sequence");
        }
        self.check_together(inst, loc)
    }

    /// Checks the predicate of vectors.
    fn validate_vector(
        &mut self,
        inst: &Inst,
        block: Option<crate::target::arm::state::Block>,
        loc: Loc,
    ) -> ParseResult {
        let predicate = facts::vector_predicate(self.arm, inst);
        let Some(block) = block else {
            if predicate.is_some_and(|it| it != VectorPredicate::None.code()) {
                let message = "VPT predicated instructions must be in VPT block";
                return self.fail_at(loc, message);
            }
            return Ok(());
        };
        let Some(predicate) = predicate else {
            return self.fail_at(loc, "instruction in VPT block must be predicable");
        };
        let expected = block.vector_predicate().code();
        if predicate != expected {
            let is_predicate =
                |kind: &OperandKind<'_>| matches!(kind, OperandKind::VectorPredicate(_));
            let written = self.operands.iter().find(|it| is_predicate(&it.kind));
            let at = written.map_or(Loc::NONE, |it| it.loc);
            let message = format!(
                "incorrect predication in VPT block; got '{}', but expected '{}'",
                facts::vector_predicate_name(predicate),
                facts::vector_predicate_name(expected)
            );
            return self.fail_at(at, message);
        }
        Ok(())
    }
}
