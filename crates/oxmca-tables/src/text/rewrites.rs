//! `compression.tbl`.

use super::builder::{Builder, Runs};
use super::error::{SourceFile, TextError};
use super::lines::{Line, Word, for_each_line};
use crate::schema::*;

/// Conditions and operands that rewrites share.
#[derive(Default)]
struct Shared {
    conditions: Runs,
    operands: Runs,
}

/// Parses `compress INSTRUCTION CONDITION... as INSTRUCTION OPERAND... [if FEATURES]`, and `expand` likewise.
/// Of the lines of an instruction, the first whose conditions hold applies.
pub(super) fn read_compression(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut shared = Shared::default();
    for_each_line(file.name, file.text, |line| {
        let row = rewrite(b, line, &mut shared)?;
        b.tables.rewrites.push(row);
        Ok(())
    })?;
    b.tables.rewrites.sort_by_key(|row| (row.kind, row.from));
    Ok(())
}

fn rewrite(b: &mut Builder, line: &Line<'_>, shared: &mut Shared) -> Result<Rewrite, TextError> {
    let kind = match line.keyword() {
        "compress" => rewrite_kind::COMPRESS,
        "expand" => rewrite_kind::EXPAND,
        other => return Err(line.error(format!("unknown line `{other}`"))),
    };
    let from = Opcode(b.instructions.find(line, line.word(1, "instruction")?)?);
    let is = |text: &'static str| move |word: &Word<'_>| *word == *text;
    let Some(to_at) = line.words.iter().position(is("as")) else {
        return Err(line.error("missing `as`"));
    };
    let end = line.words.iter().position(is("if")).unwrap_or(line.words.len());
    let conditions = line.words[2.min(to_at)..to_at].iter().map(|word| condition(b, line, word));
    let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
    let to = Opcode(b.instructions.find(line, line.word(to_at + 1, "instruction")?)?);
    let operands = line.words[(to_at + 2).min(end)..end].iter().map(|word| operand(b, line, word));
    let operands = operands.collect::<Result<Vec<_>, _>>()?;
    let features = match line.words.get(end + 1) {
        Some(features) => b.feature_condition(line, features)?,
        None => Span::default(),
    };
    Ok(Rewrite {
        conditions: shared.conditions.span(&mut b.tables.rewrite_conditions, &conditions),
        features,
        operands: shared.operands.span(&mut b.tables.rewrite_operands, &operands),
        from,
        to,
        kind,
        reserved: 0,
    })
}

/// Parses `opN==opM`, `opN==REGISTER`, `opN==NUMBER`, `opN:CLASS` or `PREDICATE(opN)`.
fn condition(b: &mut Builder, line: &Line<'_>, word: &str) -> Result<RewriteCondition, TextError> {
    let (operand, kind, value) = if let Some((operand, right)) = word.split_once("==") {
        if let Some(other) = operand_number(line, right) {
            (operand, rewrite_condition::SAME_REG, i32::from(other?))
        } else if right.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            (operand, rewrite_condition::IMM, line.number(right)?)
        } else {
            (operand, rewrite_condition::REG, b.registers.find(line, right)?.into())
        }
    } else if let Some((operand, class)) = word.split_once(':') {
        (operand, rewrite_condition::REG_CLASS, b.register_classes.find(line, class)?.into())
    } else if let Some((name, operand)) = word.strip_suffix(')').and_then(|it| it.split_once('(')) {
        (operand, rewrite_condition::PREDICATE, b.operand_predicate(name).into())
    } else {
        return Err(line.error_at(word, format!("unknown condition `{word}`")));
    };
    let number = operand_number(line, operand);
    let unknown = || Err(line.error_at(word, format!("unknown condition `{word}`")));
    Ok(RewriteCondition { value, kind, operand: number.unwrap_or_else(unknown)? })
}

/// Parses `opN`, `REGISTER` or `NUMBER`.
fn operand(b: &Builder, line: &Line<'_>, word: &str) -> Result<RewriteOperand, TextError> {
    let (kind, value) = if let Some(number) = operand_number(line, word) {
        (rewrite_operand::COPY, number?.into())
    } else if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        (rewrite_operand::IMM, line.number(word)?)
    } else {
        (rewrite_operand::REG, b.registers.find(line, word)?.into())
    };
    Ok(RewriteOperand { value, kind })
}

/// Returns the number in `opN`; `None` for another word.
fn operand_number(line: &Line<'_>, word: &str) -> Option<Result<u16, TextError>> {
    let digits = word.strip_prefix("op")?;
    digits.starts_with(|c: char| c.is_ascii_digit()).then(|| line.number(digits))
}
