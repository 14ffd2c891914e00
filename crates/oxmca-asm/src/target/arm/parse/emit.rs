//! From operands to an instruction, or to an error.

use super::statement::Statement;
use crate::inst::Inst;
use crate::matcher::{Mismatch, Request};
use crate::parser::ParseResult;
use crate::source::{Loc, LocRange};
use crate::spelling::did_you_mean;
use crate::target::arm::condition::ALWAYS;
use crate::target::arm::matching_context::Matching;
use crate::target::arm::refusal;
use crate::target::arm::rewrite::{Rewriting, rewrite};
use crate::target::arm::state::{Block, State};

/// Most changes of one instruction: each leads to a form that is changed less.
const MAX_CHANGES: usize = 8;

/// Finds the instruction of a statement and emits it.
pub(super) fn match_and_emit(mut statement: Statement<'_, '_>, loc: Loc) -> ParseResult {
    let mut inst = Inst::default();
    let is_in_block = statement.block().is_some();
    let found = {
        let Statement { arm, parser, mnemonic, operands, .. } = &statement;
        let matching = Matching { arm, features: parser.features(), mnemonic, is_in_block };
        let conditions = parser.match_conditions();
        let request = Request { variant: 0, mnemonic, conditions };
        arm.matcher.find(&arm.tables, &matching, &request, operands, &mut inst)
    };
    if !found {
        let (at, range, message) = explain(&statement, is_in_block, loc);
        return Err(statement.parser.error_in(at, range, message));
    }
    let result = finish(&mut statement, inst, loc);
    // Also behind an error, or all that follow in the block were wrong.
    statement.leave_instruction();
    statement.enter_block();
    result
}

/// Checks an instruction, makes it the one that LLVM encodes, and emits it.
fn finish(statement: &mut Statement<'_, '_>, mut inst: Inst, loc: Loc) -> ParseResult {
    let arm = statement.arm;
    statement.choose_form(&mut inst);
    statement.validate(&inst, loc)?;
    for _ in 0..MAX_CHANGES {
        let rewriting = Rewriting {
            arm,
            features: statement.parser.features(),
            mnemonic: &statement.mnemonic,
            operands: &statement.operands,
            ends: statement.ends,
            is_in_block: statement.block().is_some(),
        };
        if !rewrite(&rewriting, &mut inst) {
            break;
        }
    }
    if let Some(message) = refusal::of(arm, &inst) {
        return statement.fail_at(loc, message);
    }
    let name = arm.tables.opcode_name(inst.opcode);
    statement.begin_block(name, &inst);
    // In A32 `it` is checked and has no code.
    if name != "ITasm" {
        statement.parser.emit(inst, loc);
    }
    Ok(())
}

impl Statement<'_, '_> {
    /// Returns the block that the statement is in.
    fn block(&self) -> Option<Block> {
        self.parser.target_state.get::<State>().and_then(|state| state.block)
    }

    /// Goes on to the next instruction of blocks.
    fn leave_instruction(&mut self) {
        if let Some(state) = self.parser.target_state.get_mut::<State>() {
            state.block = state.block.and_then(Block::behind);
            state.vector_block = state.vector_block.and_then(Block::behind);
        }
    }

    /// Notes the block that an instruction begins.
    fn begin_block(&mut self, name: &str, inst: &Inst) {
        let operand = |index: usize| inst.operands.get(index).and_then(crate::inst::Operand::imm);
        let block = match name {
            "t2IT" | "ITasm" => {
                operand(0).zip(operand(1)).map(|(condition, mask)| Block::new(condition, mask))
            }
            _ => None,
        };
        let is_vector_block = name == "MVE_VPST" || name.starts_with("MVE_VPTv");
        let vector_block =
            operand(0).filter(|_| is_vector_block).map(|mask| Block::new(ALWAYS, mask));
        if let Some(state) = self.parser.target_state.get_mut::<State>() {
            state.begun = block;
            state.begun_vectors = vector_block;
        }
    }

    /// Puts the block into force that the instruction has begun.
    fn enter_block(&mut self) {
        if let Some(state) = self.parser.target_state.get_mut::<State>() {
            let (block, vector_block) = (state.begun.take(), state.begun_vectors.take());
            state.block = block.or(state.block);
            state.vector_block = vector_block.or(state.vector_block);
        }
    }
}

/// Returns the place, the range and the text of the message that no instruction was found.
fn explain(statement: &Statement<'_, '_>, is_in_block: bool, loc: Loc) -> (Loc, LocRange, String) {
    let Statement { arm, parser, mnemonic, operands, .. } = statement;
    let tables = &arm.tables;
    let matching = Matching { arm, features: parser.features(), mnemonic, is_in_block };
    let conditions = parser.match_conditions();
    let request = Request { variant: 0, mnemonic, conditions };
    let failure = arm.matcher.explain(tables, &matching, &request, operands);
    let at = failure.operand.and_then(|index| operands.get(index)).map(|operand| operand.loc);
    let at = at.filter(|at| *at != Loc::NONE).unwrap_or(loc);
    let message = match failure.mismatch {
        Mismatch::Features(missing) => {
            let mut message = "instruction requires:".to_owned();
            let rows = tables.asm_features.iter().enumerate();
            for (_, row) in rows.filter(|(index, _)| missing.contains(*index)) {
                message.push(' ');
                message.push_str(tables.text(row.description));
            }
            return (loc, LocRange::NONE, message);
        }
        Mismatch::Mnemonic => {
            let similar = did_you_mean(tables, &request);
            let range = LocRange::new(loc, loc);
            return (loc, range, format!("invalid instruction{similar}"));
        }
        Mismatch::Target(message) => message,
        Mismatch::Tied => "operand must match destination register",
        Mismatch::Operand if failure.operand.is_some_and(|it| it >= operands.len()) => {
            "too few operands for instruction"
        }
        Mismatch::Operand => "invalid operand for instruction",
    };
    (at, LocRange::NONE, message.to_owned())
}
