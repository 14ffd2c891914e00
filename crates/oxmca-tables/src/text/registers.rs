//! `registers.tbl`: registers, their parts and their classes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use super::builder::{Builder, Runs, short_span, short_text};
use super::error::{SourceFile, TextError};
use super::lines::{Line, for_each_line, list};
use crate::schema::*;

/// Lists of registers while the file is read.
#[derive(Default)]
struct Lists {
    /// The lists of sub-registers that lines `sub-list` give a number.
    numbered: HashMap<String, Span>,
    sub_registers: Runs,
    names: Runs,
    units: Runs,
    relations: Runs,
}

/// Reads lines of five kinds: `sub-register-index NAME`, `sub-list NUMBER INDEX:DISTANCE...`, `register NAME ...`,
/// `class NAME MEMBER...` and `mode-class NAME CLASS...` with one class per hardware mode.
pub(super) fn read_registers(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    // Registers name each other, so all names are needed first.
    for_each_line(file.name, file.text, |line| {
        match line.keyword() {
            "sub-register-index" => {
                let name = line.word(1, "name")?;
                b.sub_register_indices.add(line, name)?;
                let name = b.text(name);
                b.tables.sub_register_indices.push(name);
            }
            "sub-list" => {}
            "register" => {
                let name = line.word(1, "name")?;
                for number in 0..count(line)? {
                    b.registers.add(line, &member(line, name, number)?)?;
                }
            }
            "class" => {
                b.register_classes.add(line, line.word(1, "name")?)?;
            }
            "mode-class" => {
                b.mode_classes.add(line, line.word(1, "name")?)?;
            }
            other => return Err(line.error(format!("unknown line `{other}`"))),
        }
        Ok(())
    })?;
    let mut lists = Lists::default();
    for_each_line(file.name, file.text, |line| match line.keyword() {
        "sub-list" => sub_list(b, line, &mut lists),
        "register" => {
            (0..count(line)?).try_for_each(|number| register(b, line, number, &mut lists))
        }
        "class" => class(b, line),
        "mode-class" => mode_class(b, line),
        _ => Ok(()),
    })
}

/// Reads a list of sub-registers that several registers have, each by its distance.
fn sub_list(b: &mut Builder, line: &Line<'_>, lists: &mut Lists) -> Result<(), TextError> {
    let mut offsets = Vec::new();
    for item in line.words.iter().skip(2).flat_map(|word| list(word)) {
        let (index, distance) = item
            .split_once(':')
            .ok_or_else(|| line.error(format!("`{item}` is not INDEX:DISTANCE")))?;
        let index = b.sub_register_indices.find(line, index)?;
        let distance: i16 = line.number(distance)?;
        offsets.push(SubRegisterOffset { index, distance: distance as u16 });
    }
    let span = lists.sub_registers.span(&mut b.tables.sub_registers, &offsets);
    lists.numbered.insert(line.word(1, "number")?.to_owned(), span);
    Ok(())
}

/// Splits names at the commas that are not between brackets, as those of `[s104,s105,vcc_lo]` are.
fn names(value: &str) -> impl Iterator<Item = &str> {
    let mut is_open = false;
    value.split(move |it: char| {
        is_open = it == '[' || is_open && it != ']';
        it == ',' && !is_open
    })
}

/// Returns how many registers a line is about.
fn count(line: &Line<'_>) -> Result<u32, TextError> {
    let count = line.pairs(2).find(|(key, _)| *key == "count");
    count.map_or(Ok(1), |(_, value)| Ok(u32::from(line.number::<u16>(value)?)))
}

/// Returns the text of one of the registers of a line: its number times the line's step is added to what is in braces.
fn member<'a>(line: &Line<'_>, text: &'a str, number: u32) -> Result<Cow<'a, str>, TextError> {
    if !text.contains('{') {
        return Ok(Cow::Borrowed(text));
    }
    let step = line.pairs(2).find(|(key, _)| *key == "step");
    let step = step.map_or(Ok(1), |(_, value)| line.number::<u16>(value))?;
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (first, after) = after.split_once('}').ok_or_else(|| line.error("unclosed brace"))?;
        let first: u32 = line.number(first)?;
        let _ = write!(out, "{before}{}", u64::from(first) + u64::from(number) * u64::from(step));
        rest = after;
    }
    out.push_str(rest);
    Ok(Cow::Owned(out))
}

/// Reads one of the registers of a line.
fn register(
    b: &mut Builder,
    line: &Line<'_>,
    number: u32,
    lists: &mut Lists,
) -> Result<(), TextError> {
    let reg = Reg(b.tables.registers.len() as u16);
    let name = b.text(&member(line, &line.words[1], number)?);
    let name = short_text(line, name)?;
    let mut row = Register { name, dwarf_number: -1, ..Register::default() };
    let mut relations = RegisterRelations::default();
    for (key, written) in line.pairs(2) {
        let value = &*member(line, written, number)?;
        match key {
            "count" | "step" => {}
            "asm" => {
                // `-` stands for a name that the register lacks.
                let names = names(value).map(|name| if name == "-" { "" } else { name });
                let mut names: Vec<Text> = names.map(|name| b.text(name)).collect();
                row.asm_name = short_text(line, names.remove(0))?;
                let others = lists.names.span(&mut b.tables.register_names, &names);
                relations.other_names = short_span(line, others)?;
            }
            "encoding" => row.encoding = line.number(value)?,
            "dwarf" => row.dwarf_number = line.number(value)?,
            "constant" => row.is_constant = 1,
            "artificial" => row.is_artificial = 1,
            "units" => {
                let units = list(value).map(|unit| line.number(unit));
                let units = units.collect::<Result<Vec<u16>, _>>()?;
                let units = lists.units.span(&mut b.tables.register_units, &units);
                relations.units = short_span(line, units)?;
            }
            "sub" => {
                let mut offsets = Vec::new();
                for item in list(value) {
                    let (index, part) = item
                        .split_once(':')
                        .ok_or_else(|| line.error(format!("`{item}` is not INDEX:REGISTER")))?;
                    let index = b.sub_register_indices.find(line, index)?;
                    let part = SubRegister { index, reg: Reg(b.registers.find(line, part)?) };
                    offsets.push(SubRegisterOffset::of(reg, part));
                }
                relations.sub_registers =
                    lists.sub_registers.span(&mut b.tables.sub_registers, &offsets);
            }
            "sub-list" => {
                let found = lists.numbered.get(value).copied();
                relations.sub_registers = found.ok_or_else(|| line.error("unknown sub-list"))?;
            }
            "super" => {
                relations.super_registers = short_span(line, b.register_list(line, value)?)?;
            }
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    let relations = lists.relations.span(&mut b.tables.register_relations, &[relations]);
    row.relations = relations.start as u16;
    b.tables.registers.push(row);
    Ok(())
}

/// Returns the registers that `FIRST..LAST` stands for, all with the numbers between; with `/STEP` behind it, each so many
/// numbers after the one before. A name alone stands for its register.
pub(super) fn register_range(
    b: &Builder,
    line: &Line<'_>,
    text: &str,
) -> Result<impl Iterator<Item = Reg> + use<>, TextError> {
    let (range, step) = match text.split_once('/').filter(|_| text.contains("..")) {
        Some((range, step)) => (range, line.number(step)?),
        None => (text, 1_u16),
    };
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    let (first, last) = (b.registers.find(line, first)?, b.registers.find(line, last)?);
    if step == 0 {
        return Err(line.error_at(text, "the step of a range is at least 1"));
    }
    Ok((first..=last).step_by(usize::from(step)).map(Reg))
}

fn class(b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
    let mut members = Vec::new();
    let mut bits = Vec::new();
    for word in &line.words[2..] {
        for reg in register_range(b, line, word)? {
            let byte = reg.index() / 8;
            if byte >= bits.len() {
                bits.resize(byte + 1, 0u8);
            }
            bits[byte] |= 1 << (reg.0 % 8);
            members.push(reg);
        }
    }
    let first_byte = bits.iter().position(|byte| *byte != 0).unwrap_or(bits.len());
    let row = RegisterClass {
        name: b.text(&line.words[1]),
        members: b.register_list_runs.span(&mut b.tables.register_lists, &members),
        bits: b.register_bit_runs.span(&mut b.tables.register_bits, &bits[first_byte..]),
        first_byte: first_byte as u32,
    };
    b.tables.register_classes.push(row);
    Ok(())
}

fn mode_class(b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
    let classes = line.words[2..]
        .iter()
        .map(|name| Ok(RegClassId(b.register_classes.find(line, name)?)))
        .collect::<Result<Vec<_>, _>>()?;
    if classes.len() != b.tables.hw_modes.len() {
        return Err(line.error("one class per hardware mode is needed"));
    }
    let row = ModeClass {
        name: b.text(&line.words[1]),
        classes: b.class_list_runs.span(&mut b.tables.class_lists, &classes),
    };
    b.tables.mode_classes.push(row);
    Ok(())
}
