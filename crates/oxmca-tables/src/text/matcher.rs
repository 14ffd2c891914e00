//! `operand-classes.tbl`, `assembler-VARIANT.tbl` and `mnemonic-aliases.tbl`.

use std::collections::HashSet;

use super::builder::{Builder, Runs, short_span, short_text};
use super::error::{SourceFile, TextError};
use super::lines::{Line, for_each_line, list};
use super::registers::register_range;
use super::target::sort_by_name;
use crate::image::TablesBuf;
use crate::names;
use crate::schema::*;

/// Parses `NAME KIND [supers=CLASS,...] [registers=REGISTER,...] [default=METHOD]
/// [diagnostic=NAME] [message=TEXT] [parser=METHOD] [range=LEAST..MOST|...] [step=NUMBER]
/// [types=TYPE,...]`, in the order of ids.
/// Kinds are `invalid`, `optional`, `token=TEXT`, `register`, `by-mode=CLASS,...` and `predicate=METHOD`.
pub(super) fn read_operand_classes(
    b: &mut Builder,
    file: &SourceFile<'_>,
) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        b.match_classes.add(line, line.keyword()).map(|_| ())
    })?;
    for_each_line(file.name, file.text, |line| {
        let row = operand_class(b, line)?;
        b.tables.match_classes.push(row);
        Ok(())
    })?;
    sort_by_name(b, |tables| &mut tables.match_diagnostics, |row| row.name);
    sort_by_name(b, |tables| &mut tables.operand_type_classes, |row| row.name);
    Ok(())
}

fn operand_class(b: &mut Builder, line: &Line<'_>) -> Result<MatchClass, TextError> {
    let id = MatchClassId(b.tables.match_classes.len() as u16);
    let mut row = MatchClass { name: b.text(line.keyword()), ..MatchClass::default() };
    let (mut message, mut step) = (None, 1);
    for (key, value) in line.pairs(1) {
        match key {
            "invalid" => row.kind = match_class_kind::INVALID,
            "optional" => row.kind = match_class_kind::OPTIONAL,
            "register" => row.kind = match_class_kind::REGISTER,
            "token" => {
                row.kind = match_class_kind::TOKEN;
                row.text = b.text(value);
            }
            "predicate" => {
                row.kind = match_class_kind::PREDICATE;
                row.text = b.text(value);
            }
            "by-mode" => {
                row.kind = match_class_kind::REGISTER_BY_MODE;
                row.supers = class_list(b, line, value)?;
                if row.supers.len as usize != b.tables.hw_modes.len() {
                    return Err(line.error("one class per hardware mode is needed"));
                }
            }
            "default" => row.default = b.text(value),
            "diagnostic" => row.diagnostic = b.text(value),
            "message" => message = Some(value),
            "parser" => row.parser = b.text(value),
            "range" => row.range = range(b, line, value)?,
            "step" => step = line.number(value)?,
            "supers" => row.supers = class_list(b, line, value)?,
            "types" => {
                for name in list(value) {
                    let name = b.text(name);
                    let row = OperandTypeClass { name, class: id, ..OperandTypeClass::default() };
                    b.tables.operand_type_classes.push(row);
                }
            }
            "registers" => {
                for range in list(value) {
                    for reg in register_range(b, line, range)? {
                        b.tables.registers[reg.index()].match_class = id;
                    }
                }
            }
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    if !row.range.intervals.is_empty() {
        row.range.step = step;
    }
    if step == 0 || step != row.range.step.max(1) {
        return Err(line.error("`step` needs a range, and is at least 1"));
    }
    if let Some(message) = message {
        add_message(b, line, row.diagnostic, message)?;
    }
    Ok(row)
}

/// Adds the message of a diagnostic, which is the same for all classes that name it.
fn add_message(
    b: &mut Builder,
    line: &Line<'_>,
    name: Text,
    message: &str,
) -> Result<(), TextError> {
    if name.len == 0 {
        return Err(line.error("a message needs a diagnostic"));
    }
    let message = b.text(message);
    // Equal texts are kept once.
    match b.tables.match_diagnostics.iter().find(|row| row.name == name) {
        Some(known) if known.message != message => {
            Err(line.error("another class has another message for the diagnostic"))
        }
        Some(_) => Ok(()),
        None => {
            b.tables.match_diagnostics.push(MatchDiagnostic { name, message });
            Ok(())
        }
    }
}

/// Returns `LEAST..MOST|...`, or a number for an interval of one, in ascending order.
fn range(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<ImmediateRange, TextError> {
    let mut intervals: Vec<Interval> = Vec::new();
    for part in text.split('|') {
        let (least, most) = part.split_once("..").unwrap_or((part, part));
        let interval = Interval { least: line.number(least)?, most: line.number(most)? };
        let is_after = intervals.last().is_none_or(|it| it.most < interval.least);
        if !is_after || interval.least > interval.most {
            return Err(line.error_at(part, "intervals must be in ascending order".to_owned()));
        }
        intervals.push(interval);
    }
    let start = b.tables.intervals.len() as u32;
    let span = Span { start, len: intervals.len() as u32 };
    b.tables.intervals.extend(intervals);
    Ok(ImmediateRange { intervals: short_span(line, span)?, step: 1 })
}

fn class_list(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<Span, TextError> {
    let classes = list(text)
        .map(|name| Ok(MatchClassId(b.match_classes.find(line, name)?)))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(b.match_class_runs.span(&mut b.tables.match_class_lists, &classes))
}

/// Parses `MNEMONIC CLASS,... INSTRUCTION STEP,... [FEATURE,...]`, with `-` for an empty list.
/// Lines of a mnemonic are together and in the order they are tried; mnemonics are sorted.
pub(super) fn read_assembler(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    let stem = file.name.strip_prefix("assembler-").and_then(|name| name.strip_suffix(".tbl"));
    let variant = if file.name == "assembler.tbl" && b.variants.len() == 1 {
        Some(0)
    } else {
        b.variants.iter().position(|name| Some(name.as_str()) == stem)
    };
    let Some(variant) = variant else {
        return Err(TextError::of_file(file.name, "no variant of that name in target.tbl"));
    };
    let mut step_runs = Runs::default();
    let first = b.tables.mnemonics.len();
    let mut current = String::new();
    for_each_line(file.name, file.text, |line| {
        if line.keyword() != current {
            if line.keyword() < current.as_str() {
                return Err(
                    line.error(format!("`{}` must come before `{current}`", line.keyword()))
                );
            }
            line.keyword().clone_into(&mut current);
            let start = b.tables.match_entries.len() as u32;
            let text = b.text(line.keyword());
            let entries = Span { start, len: 0 };
            b.tables.mnemonics.push(Mnemonic { text, entries, ..Mnemonic::default() });
        }
        let row = entry(b, line, &mut step_runs)?;
        b.tables.match_entries.push(row);
        if let Some(mnemonic) = b.tables.mnemonics.last_mut() {
            mnemonic.entries.len += 1;
        }
        Ok(())
    })?;
    let len = b.tables.mnemonics.len() - first;
    b.tables.variants[variant].mnemonics = Span { start: first as u32, len: len as u32 };
    Ok(())
}

fn entry(b: &mut Builder, line: &Line<'_>, runs: &mut Runs) -> Result<MatchEntry, TextError> {
    let classes = line.word(1, "operand classes")?;
    let classes = class_list(b, line, if classes == "-" { "" } else { classes })?;
    let classes = short_span(line, classes)?;
    let opcode = Opcode(b.instructions.find(line, line.word(2, "instruction")?)?);
    let mut steps = Vec::new();
    for item in list(line.word(3, "conversion")?).filter(|item| *item != "-") {
        steps.push(step(b, line, item)?);
    }
    let conversion = short_span(line, runs.span(&mut b.tables.convert_steps, &steps))?;
    let requirement = requirement(b, line, line.words.get(4).map_or("", |word| &**word))?;
    Ok(MatchEntry { classes, conversion, opcode, requirement })
}

/// Returns the index of a set of conditions, which is added unless it is there.
fn requirement(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<u16, TextError> {
    let mut required = AsmFeatureSet::default();
    for name in list(text) {
        required.insert(b.asm_features.find(line, name)?.into());
    }
    let known = &mut b.tables.requirements;
    let index = known.iter().position(|set| *set == required).unwrap_or_else(|| {
        known.push(required);
        known.len() - 1
    });
    u16::try_from(index).map_err(|_| line.error("more than 65536 combinations of features"))
}

/// Returns one step: `METHOD(OPERAND)`, `=OPERAND[:WRITTEN:WRITTEN]` (tied), `NUMBER` (immediate)
/// or `%REGISTER`.
///
/// `Mem(1)` is short for `addMemOperands(1)`.
fn step(b: &mut Builder, line: &Line<'_>, text: &str) -> Result<ConvertStep, TextError> {
    let mut row = ConvertStep::default();
    if let Some(tied) = text.strip_prefix('=') {
        row.kind = convert_kind::TIED;
        let mut parts = tied.split(':');
        row.operand = line.number(parts.next().unwrap_or(""))?;
        for part in parts {
            row.value = row.value << 8 | i32::from(line.number::<u8>(part)?);
        }
    } else if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        row.kind = convert_kind::IMM;
        row.value = line.number(text)?;
    } else if let Some(name) = text.strip_prefix('%') {
        row.kind = convert_kind::REG;
        row.value = i32::from(b.registers.find(line, name)?);
    } else {
        let (method, operand) = text
            .strip_suffix(')')
            .and_then(|text| text.split_once('('))
            .ok_or_else(|| line.error(format!("`{text}` is not a conversion step")))?;
        row.kind = convert_kind::RENDER;
        row.operand = line.number(operand)?;
        row.method = if method.starts_with("add") {
            b.render_method(method)
        } else {
            b.render_method(&format!("add{method}Operands"))
        };
    }
    Ok(row)
}

/// Parses `VARIANT,... FROM TO [FEATURE,...|...]`: the first line of a name whose features are on applies. Several variants
/// and sets of features with `|` between them are as many lines.
pub(super) fn read_mnemonic_aliases(
    b: &mut Builder,
    file: &SourceFile<'_>,
) -> Result<(), TextError> {
    let mut rows = vec![Vec::new(); b.variants.len()];
    for_each_line(file.name, file.text, |line| {
        let variants = list(line.keyword()).map(|name| {
            let found = b.variants.iter().position(|known| *known == name);
            found.ok_or_else(|| line.error_at(name, format!("unknown variant `{name}`")))
        });
        let variants = variants.collect::<Result<Vec<_>, _>>()?;
        let from = line.word(1, "mnemonic")?.to_owned();
        for required in line.words.get(3).map_or("", |word| &**word).split('|') {
            let (written, meant) = (b.text(&from), b.text(line.word(2, "mnemonic")?));
            let row = MnemonicAlias {
                from: short_text(line, written)?,
                to: short_text(line, meant)?,
                requirement: requirement(b, line, required)?,
                ..MnemonicAlias::default()
            };
            variants.iter().for_each(|variant| rows[*variant].push((from.clone(), row)));
        }
        Ok(())
    })?;
    // Variants of the same aliases share them.
    let mut runs = Runs::default();
    for (variant, mut rows) in rows.into_iter().enumerate() {
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        let rows: Vec<MnemonicAlias> = rows.into_iter().map(|(_, row)| row).collect();
        let span = runs.span(&mut b.tables.mnemonic_aliases, &rows);
        b.tables.variants[variant].mnemonic_aliases = span;
    }
    Ok(())
}

/// Makes mnemonics and their aliases quick to find.
pub(super) fn index_names(tables: &mut TablesBuf) {
    let mut runs = Runs::default();
    for variant in 0..tables.variants.len() {
        let row = tables.variants[variant];
        let borrowed = tables.tables();
        let mnemonics = &borrowed.mnemonics[row.mnemonics.range()];
        let mnemonics = names::slots(mnemonics.iter().map(|row| borrowed.bytes(row.text)));
        let aliases = &borrowed.mnemonic_aliases[row.mnemonic_aliases.range()];
        let written = || aliases.iter().map(|row| borrowed.bytes(row.from));
        // Those of a name are together.
        let repeated = written().zip(written().skip(1)).filter(|(name, next)| name == next).count();
        let aliases = names::slots_of_rows(written().enumerate(), aliases.len() - repeated);
        tables.variants[variant].mnemonic_slots = runs.span(&mut tables.name_slots, &mnemonics);
        tables.variants[variant].alias_slots = runs.span(&mut tables.name_slots, &aliases);
    }
    let borrowed = tables.tables();
    let bytes = |text: Text| borrowed.bytes(text);
    let regs = 0..borrowed.registers.len();
    let written = || {
        regs.clone().flat_map(|row| {
            let names = borrowed.asm_names(Reg(row as u16));
            names.map(move |name| (row, name.as_bytes()))
        })
    };
    let different: HashSet<&[u8]> = written().map(|(_, name)| name).collect();
    let mut slots: [Vec<u16>; name_kind::COUNT] = Default::default();
    slots[name_kind::REGISTERS] =
        names::slots(borrowed.registers.iter().map(|row| bytes(row.name.into())));
    slots[name_kind::ASM_REGISTERS] = names::slots_of_rows(written(), different.len());
    slots[name_kind::REGISTER_CLASSES] =
        names::slots(borrowed.register_classes.iter().map(|row| bytes(row.name)));
    slots[name_kind::MATCH_CLASSES] =
        names::slots(borrowed.match_classes.iter().map(|row| bytes(row.name)));
    slots[name_kind::FEATURE_CONSTANTS] =
        names::slots(borrowed.features.iter().map(|row| bytes(row.constant)));
    for slots in slots {
        let slots = runs.span(&mut tables.name_slots, &slots);
        tables.name_indices.push(NameIndex { slots });
    }
}

/// Notes how many operands forms have at most.
pub(super) fn count_operands(tables: &mut TablesBuf) {
    let most = tables.match_entries.iter().map(|row| row.classes.len()).max().unwrap_or(0);
    tables.variants.iter_mut().for_each(|variant| variant.max_operands = most as u32);
}

/// Gathers the methods that parse operands of mnemonics, in the order they are tried.
pub(super) fn gather_operand_parsers(tables: &mut TablesBuf) {
    let mut runs = Runs::default();
    for mnemonic in &mut tables.mnemonics {
        let entries = &tables.match_entries[mnemonic.entries.range()];
        let classes = |row: &MatchEntry| &tables.match_class_lists[row.classes.range()];
        let method = |class: MatchClassId| tables.match_classes[class.index()].parser;
        let mut parsers: Vec<OperandParser> = Vec::new();
        for operand in 0..entries.iter().map(|row| row.classes.len()).max().unwrap_or(0) {
            let first = parsers.len();
            for class in entries.iter().filter_map(|row| classes(row).get(operand)) {
                let is_known = |known: &OperandParser| method(known.class) == method(*class);
                if method(*class).len != 0 && !parsers[first..].iter().any(is_known) {
                    parsers.push(OperandParser { class: *class, operand: operand as u16 });
                }
            }
        }
        mnemonic.operand_parsers = runs.span(&mut tables.operand_parsers, &parsers);
    }
}

/// Makes it quick to ask whether a class is a subclass of another.
pub(super) fn gather_subclasses(tables: &mut TablesBuf) {
    let words = tables.match_classes.len().div_ceil(64);
    let mut runs = Runs::default();
    runs.span(&mut tables.match_class_bits, &vec![0; words]);
    for row in &mut tables.match_classes {
        let mut bits = vec![0_u64; words];
        if row.kind != match_class_kind::REGISTER_BY_MODE {
            for class in &tables.match_class_lists[row.supers.range()] {
                bits[class.index() / 64] |= 1 << (class.index() % 64);
            }
        }
        let span = runs.span(&mut tables.match_class_bits, &bits);
        row.superclass_set = (span.start as usize / words) as u16;
    }
    for register in &mut tables.registers {
        let class = tables.match_classes.get(register.match_class.index());
        register.superclass_set = class.map_or(0, |it| it.superclass_set);
    }
}
