//! Messages about forms that a statement nearly has.

use oxmca_tables::MatchClassId;
use oxmca_tables::schema::AsmFeatureSet;

use super::statement::Statement;
use crate::matcher::NearMiss;
use crate::source::Loc;
use crate::target::arm::admission;
use crate::target::arm::feature_bits::Feature;
use crate::target::arm::operand::{Memory, Offset, OperandKind, ParsedOperand};

/// Returns what to report of near misses, with the places. The last forms are the most general ones: what they say
/// stands for what earlier ones say of parts of their classes.
pub(super) fn messages(
    statement: &Statement<'_, '_>,
    misses: Vec<NearMiss<&str>>,
    loc: Loc,
) -> Vec<(Loc, String)> {
    let operands = &statement.operands;
    // Without a message of its own, a class is like any other.
    let mut classes: Vec<(usize, Option<MatchClassId>)> = Vec::new();
    let mut features: Vec<AsmFeatureSet> = Vec::new();
    let mut has_too_few = false;
    let mut messages = Vec::new();
    for miss in misses.into_iter().rev() {
        match miss {
            NearMiss::Operand { operand, class, reason } => {
                let class = reason.is_some().then_some(class);
                if is_said(statement, &classes, operand, class) {
                    continue;
                }
                classes.push((operand, class));
                let message = reason.unwrap_or(admission::INVALID);
                messages.push((place(operands, operand, loc), message.to_owned()));
            }
            NearMiss::ExtraOperand(operand) => {
                if is_said(statement, &classes, operand, None) {
                    continue;
                }
                classes.push((operand, None));
                let message = "too many operands for instruction";
                messages.push((place(operands, operand, loc), message.to_owned()));
            }
            NearMiss::Features(missing) => {
                if features.contains(&missing) {
                    continue;
                }
                if is_within_reach(statement, &missing) {
                    messages.push((loc, requirement(statement, &missing)));
                }
                features.push(missing);
            }
            NearMiss::Rejected(reason) => {
                let is_tie = reason == admission::TIED;
                let at = if is_tie { place(operands, statement.ends, loc) } else { loc };
                messages.push((at, reason.to_owned()));
            }
            NearMiss::TooFewOperands => {
                if !has_too_few {
                    has_too_few = true;
                    let message = "too few operands for instruction";
                    messages.push((end(statement, loc), message.to_owned()));
                }
            }
        }
    }
    messages
}

/// Returns the place of an operand; that of the statement if it was not written.
fn place(operands: &[ParsedOperand<'_>], index: usize, loc: Loc) -> Loc {
    operands.get(index).map_or(loc, |it| it.loc)
}

/// Returns whether a message about an operand is already there, perhaps about more.
fn is_said(
    statement: &Statement<'_, '_>,
    said: &[(usize, Option<MatchClassId>)],
    operand: usize,
    class: Option<MatchClassId>,
) -> bool {
    let arm = statement.arm;
    said.iter().any(|(at, before)| {
        *at == operand
            && match (class, *before) {
                (Some(class), Some(before)) => arm.tables.is_subclass(class, before),
                (class, before) => class == before,
            }
    })
}

/// Returns whether a user may add what is missing: not another instruction set and more, nor what the processor cannot
/// have.
fn is_within_reach(statement: &Statement<'_, '_>, missing: &AsmFeatureSet) -> bool {
    let tables = &statement.arm.tables;
    let rows = || tables.asm_features.iter().enumerate();
    let lacks = |name: &str| {
        rows().any(|(index, row)| missing.contains(index) && tables.text(row.name) == name)
    };
    let count = rows().filter(|(index, _)| missing.contains(*index)).count();
    let is_thumb = statement.has(Feature::ThumbMode);
    let [lacks_arm, lacks_thumb, lacks_thumb2] = ["IsARM", "IsThumb", "IsThumb2"].map(lacks);
    if lacks_arm && (statement.has(Feature::NoArm) || is_thumb && count > 1) {
        return false;
    }
    if !is_thumb && lacks_thumb && count > 1 {
        return false;
    }
    if !is_thumb && lacks_thumb2 && count > 1 + usize::from(lacks_thumb) {
        return false;
    }
    !(statement.has(Feature::MProfile) && lacks("HasNEON"))
}

/// Returns the message about missing features.
fn requirement(statement: &Statement<'_, '_>, missing: &AsmFeatureSet) -> String {
    let tables = &statement.arm.tables;
    let mut message = "instruction requires:".to_owned();
    for (_, row) in tables.asm_features.iter().enumerate().filter(|it| missing.contains(it.0)) {
        message.push(' ');
        message.push_str(tables.text(row.description));
    }
    message
}

/// Returns the end of the last operand.
fn end(statement: &Statement<'_, '_>, loc: Loc) -> Loc {
    let Some(last) = statement.operands.last() else { return loc };
    match &last.kind {
        OperandKind::Token(_)
        | OperandKind::Condition(_)
        | OperandKind::VectorPredicate(_)
        | OperandKind::SetsFlags(_)
        | OperandKind::BlockMask(_)
        | OperandKind::CoprocessorNumber(_)
        | OperandKind::CoprocessorRegister(_)
        | OperandKind::MemoryBarrier(_)
        | OperandKind::InstructionBarrier(_)
        | OperandKind::TraceBarrier
        | OperandKind::InterruptFlags(_)
        | OperandKind::StatusMask(_)
        | OperandKind::BankedRegister(_) => last.loc,
        // LLVM takes the byte before the next token.
        OperandKind::Value(_) => statement.end.offset_back(1),
        // Of an address with a constant, LLVM takes the place of that.
        OperandKind::Memory(Memory { offset: Offset::Value(_), .. }) => statement.offset,
        _ => statement.end,
    }
}
