//! `registers.tbl`: registers, their parts and their classes.

use super::builder::Builder;
use super::error::{SourceFile, TextError};
use super::lines::{Line, for_each_line, list};
use crate::schema::*;

/// Reads lines of four kinds: `sub-register-index NAME`, `register NAME ...`, `class NAME MEMBER...` and
/// `mode-class NAME CLASS...` with one class per hardware mode.
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
            "register" => {
                b.registers.add(line, line.word(1, "name")?)?;
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
    for_each_line(file.name, file.text, |line| match line.keyword() {
        "register" => register(b, line),
        "class" => class(b, line),
        "mode-class" => mode_class(b, line),
        _ => Ok(()),
    })
}

fn register(b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
    let mut row =
        Register { name: b.text(&line.words[1]), dwarf_number: -1, ..Register::default() };
    for (key, value) in line.pairs(2) {
        match key {
            "asm" => {
                // `-` stands for a name that the register lacks.
                let names = value.split(',').map(|name| if name == "-" { "" } else { name });
                let mut names: Vec<Text> = names.map(|name| b.text(name)).collect();
                row.asm_name = names.remove(0);
                let start = b.tables.register_names.len() as u32;
                row.other_names = Span { start, len: names.len() as u32 };
                b.tables.register_names.extend(names);
            }
            "encoding" => row.encoding = line.number(value)?,
            "dwarf" => row.dwarf_number = line.number(value)?,
            "constant" => row.is_constant = 1,
            "artificial" => row.is_artificial = 1,
            "units" => {
                let start = b.tables.register_units.len() as u32;
                for unit in list(value) {
                    b.tables.register_units.push(line.number(unit)?);
                }
                row.units = Span { start, len: b.tables.register_units.len() as u32 - start };
            }
            "sub" => {
                let start = b.tables.sub_registers.len() as u32;
                for item in list(value) {
                    let (index, reg) = item
                        .split_once(':')
                        .ok_or_else(|| line.error(format!("`{item}` is not INDEX:REGISTER")))?;
                    let index = b.sub_register_indices.find(line, index)?;
                    let reg = Reg(b.registers.find(line, reg)?);
                    b.tables.sub_registers.push(SubRegister { index, reg });
                }
                row.sub_registers =
                    Span { start, len: b.tables.sub_registers.len() as u32 - start };
            }
            "super" => row.super_registers = b.register_list(line, value)?,
            _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
        }
    }
    b.tables.registers.push(row);
    Ok(())
}

fn class(b: &mut Builder, line: &Line<'_>) -> Result<(), TextError> {
    let mut members = Vec::new();
    let mut bits = Vec::new();
    for name in &line.words[2..] {
        let reg = Reg(b.registers.find(line, name)?);
        let byte = reg.index() / 8;
        if byte >= bits.len() {
            bits.resize(byte + 1, 0u8);
        }
        bits[byte] |= 1 << (reg.0 % 8);
        members.push(reg);
    }
    let start = b.tables.register_bits.len() as u32;
    b.tables.register_bits.extend_from_slice(&bits);
    let row = RegisterClass {
        name: b.text(&line.words[1]),
        members: b.register_list_runs.span(&mut b.tables.register_lists, &members),
        bits: Span { start, len: bits.len() as u32 },
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
