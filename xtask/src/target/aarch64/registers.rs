//! Registers of a class, and the types of their elements.

use oxmca_tables::{Reg, Tables};

use crate::random::Random;

/// Returns a register of a class by its name in the tables, in small letters; the names of vector registers have
/// no letter of a width.
pub fn any(class: &str, random: &mut Random) -> Option<String> {
    let tables = Tables::embedded("aarch64").ok()?;
    let class = tables.register_class_named(class)?;
    let registers = (0..tables.registers.len() as u16).map(Reg);
    let members = registers.filter(|reg| tables.class_contains(class, *reg));
    let names: Vec<&str> = members.map(|reg| tables.printed_name(reg)).collect();
    (!names.is_empty()).then(|| random.pick(&names).to_ascii_lowercase())
}

/// Returns the end of a register's name that gives the width of its elements.
pub fn suffix(bits: i64) -> &'static str {
    match bits {
        8 => ".b",
        16 => ".h",
        32 => ".s",
        64 => ".d",
        128 => ".q",
        _ => "",
    }
}
