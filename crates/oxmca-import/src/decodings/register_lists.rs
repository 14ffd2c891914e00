//! Registers by the number that stands for them in machine code.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::registers::Registers;

/// The lists of registers that decoders name.
#[derive(Default)]
pub struct RegisterLists(BTreeMap<String, Vec<Option<String>>>);

impl RegisterLists {
    /// Returns all lists, by name.
    pub fn lists(&self) -> impl Iterator<Item = (&str, &[Option<String>])> {
        self.0.iter().map(|(name, list)| (name.as_str(), list.as_slice()))
    }

    /// Adds a list; one of the same name must begin as this one or continue it.
    pub fn add(&mut self, name: &str, list: Vec<Option<String>>) -> Result<()> {
        match self.0.get_mut(name) {
            None => {
                self.0.insert(name.to_owned(), list);
            }
            Some(known) => {
                let (short, long) =
                    if known.len() < list.len() { (&*known, &list) } else { (&list, &*known) };
                ensure!(long.starts_with(short), "two different lists are named {name}");
                if known.len() < list.len() {
                    *known = list;
                }
            }
        }
        Ok(())
    }
}

/// Returns the members of a class.
pub fn members<'a>(registers: &'a Registers, class: &str) -> Result<&'a [String]> {
    let found = registers.classes.iter().find(|(name, _)| name == class);
    Ok(&found.with_context(|| format!("no register class {class}"))?.1)
}

/// Returns the registers of a class, each at its hardware encoding in `width_bits` bits.
pub fn by_encoding(
    registers: &Registers,
    class: &str,
    width_bits: usize,
) -> Result<Vec<Option<String>>> {
    let mut list = vec![None; 1 << width_bits];
    for member in members(registers, class)? {
        let place = registers.encoding(member)? as usize % list.len();
        ensure!(list[place].is_none(), "two registers of {class} have one encoding");
        list[place] = Some(member.clone());
    }
    Ok(list)
}

/// Returns the registers whose numbers follow each other from that of `first`.
pub fn following(registers: &Registers, first: &str, count: usize) -> Result<Vec<Option<String>>> {
    let begin = registers.names.iter().position(|known| known == first);
    let begin = begin.with_context(|| format!("no register {first}"))?;
    let names = registers.names.get(begin..begin + count).context("registers that follow")?;
    Ok(names.iter().cloned().map(Some).collect())
}

/// Returns registers of a class by their place in it: `place` gives that of each number below
/// `count`.
pub fn by_place(
    registers: &Registers,
    class: &str,
    count: usize,
    place: impl Fn(usize) -> Option<usize>,
) -> Result<Vec<Option<String>>> {
    let members = members(registers, class)?;
    let register = |number| match place(number) {
        None => Ok(None),
        Some(place) => Ok(Some(members.get(place).context("place in a class")?.clone())),
    };
    (0..count).map(register).collect()
}
