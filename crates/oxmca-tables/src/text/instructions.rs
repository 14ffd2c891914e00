//! `instructions.tbl` and `print-aliases.tbl`.

use std::borrow::Cow;
use std::collections::HashMap;

use super::builder::{Builder, Runs, short_span, short_text};
use super::error::{SourceFile, TextError};
use super::lines::{Line, for_each_line, list};
use crate::schema::*;

/// Machine operands that stand for one written operand, by the name of the group.
type Groups = HashMap<String, Vec<OperandInfo>>;

/// Parses `operand-group NAME OPERAND,...` lines, and one line per instruction in the order of
/// opcodes.
pub(super) fn read_instructions(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut groups = Groups::new();
    let mut runs = InstructionRuns::default();
    for_each_line(file.name, file.text, |line| {
        if line.keyword() == "operand-group" {
            // A group can have the name of a kind of operands, of which groups consist.
            let operands = operand_list(b, line, &Groups::new(), line.word(2, "operands")?)?;
            groups.insert(line.words[1].to_string(), operands);
            return Ok(());
        }
        b.instructions.add(line, line.keyword())?;
        let row = instruction(b, line, &groups, &mut runs)?;
        b.tables.instructions.push(row);
        Ok(())
    })
}

/// Rows that instructions have in common.
#[derive(Default)]
struct InstructionRuns {
    operands: Runs,
    syntaxes: Runs,
    effects: Runs,
}

fn instruction(
    b: &mut Builder,
    line: &Line<'_>,
    groups: &Groups,
    runs: &mut InstructionRuns,
) -> Result<InstructionRow, TextError> {
    let name = b.text(line.keyword());
    let mut row = InstructionRow { name: short_text(line, name)?, ..InstructionRow::default() };
    let mut syntax = InstructionSyntax::default();
    let mut effects = InstructionEffects::default();
    let mut defs = Vec::new();
    let mut uses = Vec::new();
    let (mut asm, mut tail) = (None, "");
    for (key, value) in line.pairs(1) {
        match key {
            "out" => defs = operand_list(b, line, groups, value)?,
            "in" => uses = operand_list(b, line, groups, value)?,
            "reads" => effects.implicit_uses = short_span(line, b.register_list(line, value)?)?,
            "writes" => effects.implicit_defs = short_span(line, b.register_list(line, value)?)?,
            "sched" => row.sched_class = SchedClassId(b.sched_classes.find(line, value)?),
            "size" => row.size_bytes = line.number(value)?,
            "ts" => effects.target_flags = line.number(value)?,
            "flags" => {
                for name in list(value) {
                    let known = instr_flag::NAMES.iter().find(|(text, _)| *text == name);
                    let (_, flag) =
                        known.ok_or_else(|| line.error(format!("unknown flag `{name}`")))?;
                    effects.flags |= flag;
                }
            }
            "asm" => asm = Some(value),
            "tail" => tail = value,
            dialect => match b.dialects.iter().position(|name| name == dialect) {
                Some(index) => {
                    (syntax.mnemonics[index], syntax.syntax[index]) =
                        instruction_syntax(b, line, value)?;
                }
                None => return Err(line.error_at(key, format!("unknown property `{key}`"))),
            },
        }
    }
    if let Some(asm) = asm {
        let whole = match tail {
            "" => Cow::Borrowed(asm),
            _ => Cow::Owned(format!("{asm}{tail}")),
        };
        let (mnemonic, rest) = instruction_syntax(b, line, &whole)?;
        syntax = InstructionSyntax { mnemonics: [mnemonic; 2], syntax: [rest; 2] };
    } else if !tail.is_empty() {
        return Err(line.error("`tail` needs `asm`"));
    }
    row.num_defs = defs.len() as u16;
    defs.append(&mut uses);
    row.operands = short_span(line, runs.operands.span(&mut b.tables.operands, &defs))?;
    let syntax = runs.syntaxes.span(&mut b.tables.instruction_syntaxes, &[syntax]);
    let effects = runs.effects.span(&mut b.tables.instruction_effects, &[effects]);
    let number = |span: Span| u16::try_from(span.start);
    match (number(syntax), number(effects)) {
        (Ok(syntax), Ok(effects)) => (row.syntax, row.effects) = (syntax, effects),
        _ => return Err(line.error("more than 65536 ways to be printed, or kinds of effects")),
    }
    Ok(row)
}

/// Returns a comma-separated list of operands and groups.
fn operand_list(
    b: &mut Builder,
    line: &Line<'_>,
    groups: &Groups,
    text: &str,
) -> Result<Vec<OperandInfo>, TextError> {
    let mut operands = Vec::new();
    for item in list(text) {
        match groups.get(item) {
            Some(group) => operands.extend_from_slice(group),
            None => operands.push(operand(b, line, item)?),
        }
    }
    Ok(operands)
}

/// Returns one operand: `KIND[:CLASS][@TIED][=NAME]`, the kind left out for a register operand.
fn operand(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<OperandInfo, TextError> {
    let (text, name) = match text.split_once('=') {
        Some((text, name)) => (text, b.operand_name(name) + 1),
        None => (text, 0),
    };
    let (text, tied_to) = match text.split_once('@') {
        Some((text, tied)) => (text, line.number(tied)?),
        None => (text, -1),
    };
    let mut row = OperandInfo { reg_class: -1, tied_to, name, ..OperandInfo::default() };
    let mut class = None;
    for (index, part) in text.split(':').enumerate() {
        match part {
            "any" if index == 0 => row.kind = operand_type::UNKNOWN,
            "imm" if index == 0 => row.kind = operand_type::IMMEDIATE,
            "reg" if index == 0 => row.kind = operand_type::REGISTER,
            "mem" if index == 0 => row.kind = operand_type::MEMORY,
            "pcrel" if index == 0 => row.kind = operand_type::PC_RELATIVE,
            "generic-imm" if index == 0 => row.kind = operand_type::GENERIC_IMMEDIATE,
            "branch-target" if index > 0 => row.flags |= operand_flag::BRANCH_TARGET,
            "predicate" if index > 0 => row.flags |= operand_flag::PREDICATE,
            "optional-def" if index > 0 => row.flags |= operand_flag::OPTIONAL_DEF,
            _ => match (part.strip_prefix("generic"), b.operand_types.get(part)) {
                (Some(number), _) if index == 0 => {
                    let number: u8 = line.number(number)?;
                    row.kind = operand_type::FIRST_GENERIC.saturating_add(number);
                }
                (_, Some(number)) if index == 0 => {
                    row.kind = operand_type::FIRST_TARGET.saturating_add(number as u8);
                }
                _ if class.is_none() => {
                    if index == 0 {
                        row.kind = operand_type::REGISTER;
                    }
                    class = Some(part);
                }
                _ => return Err(line.error(format!("unknown operand `{text}`"))),
            },
        }
    }
    if let Some(class) = class {
        if let Some(index) = b.mode_classes.get(class) {
            row.flags |= operand_flag::LOOKUP_BY_HW_MODE;
            row.reg_class = index as i16;
        } else {
            row.reg_class = b.register_classes.find(line, class)? as i16;
        }
    }
    Ok(row)
}

/// Returns the syntax up to the first operand, and the rest.
fn instruction_syntax(
    b: &mut Builder,
    line: &Line<'_>,
    text: &str,
) -> Result<(ShortText, ShortSpan), TextError> {
    let pieces = syntax(b, line, text)?;
    let (mnemonic, rest) = match pieces.split_first() {
        Some((first, rest)) if first.method == AsmPiece::LITERAL => (first.text, rest),
        _ => (Text::default(), &pieces[..]),
    };
    let rest = b.piece_runs.span(&mut b.tables.asm_pieces, rest);
    Ok((short_text(line, mnemonic)?, short_span(line, rest)?))
}

/// Returns the syntax: literal text with `{OPERAND}`, `{OPERAND:METHOD}` or
/// `{OPERAND:METHOD:MODIFIER}`; `{{` and `}}` stand for braces. The method is `printOperand` unless
/// given.
fn syntax(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<Vec<AsmPiece>, TextError> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        literal.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            literal.push_str(brace);
            rest = after;
            continue;
        }
        let Some((inside, after)) = rest.split_once('}').filter(|_| brace == "{") else {
            return Err(line.error("unbalanced brace in syntax"));
        };
        if !literal.is_empty() {
            let text = b.text(&literal);
            pieces.push(AsmPiece { text, method: AsmPiece::LITERAL, operand: 0 });
            literal.clear();
        }
        let (operand, method) = inside.split_once(':').unwrap_or((inside, "printOperand"));
        let (method, modifier) = split_modifier(method);
        let operand = line.number(operand)?;
        let method = b.print_method(method);
        let text = b.text(modifier);
        pieces.push(AsmPiece { text, method, operand });
        rest = after;
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        let text = b.text(&literal);
        pieces.push(AsmPiece { text, method: AsmPiece::LITERAL, operand: 0 });
    }
    Ok(pieces)
}

/// Returns a print method and its modifier. The `::` in a method's template arguments does not part
/// them.
fn split_modifier(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let is_colon = |at: usize| bytes.get(at) == Some(&b':');
    let parts = |at: &usize| is_colon(*at) && !is_colon(at.wrapping_sub(1)) && !is_colon(at + 1);
    let at = (0..bytes.len()).find(parts);
    at.map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// Parses `DIALECT INSTRUCTION OPERANDS SYNTAX CONDITION...`, in the order they are tried.
pub(super) fn read_print_aliases(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let mut runs = Runs::default();
    for_each_line(file.name, file.text, |line| {
        let Some(dialect) = b.dialects.iter().position(|name| *name == line.keyword()) else {
            return Err(line.error(format!("unknown dialect `{}`", line.keyword())));
        };
        let opcode = Opcode(b.instructions.find(line, line.word(1, "instruction")?)?);
        let num_operands = line.number(line.word(2, "operand count")?)?;
        let pieces = syntax(b, line, line.word(3, "syntax")?)?;
        let syntax = b.piece_runs.span(&mut b.tables.asm_pieces, &pieces);
        let conditions = line.words[4..]
            .iter()
            .map(|word| condition(b, line, word))
            .collect::<Result<Vec<_>, _>>()?;
        let conditions = runs.span(&mut b.tables.alias_conditions, &conditions);
        let dialect = dialect as u8;
        let row = PrintAlias { conditions, syntax, opcode, dialect, num_operands };
        b.tables.print_aliases.push(row);
        Ok(())
    })?;
    b.tables.print_aliases.sort_by_key(|row| row.opcode);
    Ok(())
}

/// Returns one condition of a print alias: `any`, `class:`, `mode-class:`, `same:`, `imm:`, `reg:`,
/// `feature:`, `no-feature:`, `custom:`, or alternatives by `or-feature:` and `or-no-feature:` that
/// `end-or` ends.
fn condition(b: &mut Builder, line: &Line<'_>, word: &str) -> Result<AliasCondition, TextError> {
    let (kind, text) = word.split_once(':').unwrap_or((word, ""));
    let (kind, value) = match kind {
        "any" => (alias_condition::IGNORE, 0),
        "class" => (alias_condition::REG_CLASS, i64::from(b.register_classes.find(line, text)?)),
        "same" => (alias_condition::TIED_REG, line.number(text)?),
        "imm" => (alias_condition::IMM, line.number(text)?),
        "reg" => (alias_condition::REG, i64::from(b.registers.find(line, text)?)),
        "feature" => (alias_condition::FEATURE, i64::from(b.features.find(line, text)?)),
        "no-feature" => (alias_condition::NOT_FEATURE, i64::from(b.features.find(line, text)?)),
        "or-feature" => (alias_condition::OR_FEATURE, i64::from(b.features.find(line, text)?)),
        "or-no-feature" => {
            (alias_condition::OR_NOT_FEATURE, i64::from(b.features.find(line, text)?))
        }
        "end-or" => (alias_condition::END_OR, 0),
        "mode-class" => (alias_condition::MODE_CLASS, i64::from(b.mode_classes.find(line, text)?)),
        "custom" => (alias_condition::CUSTOM, i64::from(b.print_method(text))),
        _ => return Err(line.error(format!("unknown condition `{word}`"))),
    };
    Ok(AliasCondition { value, kind, ..AliasCondition::default() })
}
