//! From operands to an instruction, or to an error.

use super::near_misses;
use super::statement::Statement;
use crate::inst::Inst;
use crate::matcher::Request;
use crate::parser::{ErrorReported, ParseResult};
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
        return Err(refuse(&mut statement, is_in_block, loc));
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
    statement.warn_of_deprecation(&inst, loc);
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
            state.leave_instruction();
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

/// Reports that no instruction was found, with what would have to be different.
fn refuse(statement: &mut Statement<'_, '_>, is_in_block: bool, loc: Loc) -> ErrorReported {
    let messages = {
        let Statement { arm, parser, mnemonic, operands, .. } = &*statement;
        let matching = Matching { arm, features: parser.features(), mnemonic, is_in_block };
        let conditions = parser.match_conditions();
        let request = Request { variant: 0, mnemonic, conditions };
        match arm.matcher.near_misses(&arm.tables, &matching, &request, operands) {
            Some(misses) => near_misses::messages(statement, misses, loc),
            None => {
                let similar = did_you_mean(&arm.tables, &request);
                let range = LocRange::new(loc, loc);
                let message = format!("invalid instruction{similar}");
                return statement.parser.error_in(loc, range, message);
            }
        }
    };
    match &messages[..] {
        [] => statement.parser.error(loc, "invalid instruction"),
        [(at, message)] => statement.parser.error(*at, message.as_str()),
        several => {
            let message = "invalid instruction, any one of the following would fix this:";
            let error = statement.parser.error(loc, message);
            for (at, message) in several {
                statement.parser.note(*at, message.as_str());
            }
            error
        }
    }
}
