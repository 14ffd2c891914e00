//! Registers, sub- and super-registers, units and classes.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{Init, after, between, enumerators, initializer, number};
use super::dumps::Dumps;
use super::records::Record;
use super::target::TargetSpec;
use super::words::{push_folded, push_pair};

/// Low bits of a register's unit field that hold its first unit; the rest is a list offset.
const UNIT_BITS: u32 = 12;

/// A register. All numbers are register numbers.
struct Register {
    /// The name that is printed, then the others that are read; empty if it cannot be written.
    asm_names: Vec<String>,
    sub: Vec<(usize, usize)>,
    supers: Vec<usize>,
    units: Vec<usize>,
    encoding: u32,
    dwarf: Option<u32>,
    constant: bool,
    artificial: bool,
}

/// The registers of a target.
pub struct Registers {
    /// Names by number; 0 is no register.
    pub names: Vec<String>,
    /// Classes by id, with their members.
    pub classes: Vec<(String, Vec<String>)>,
    /// Classes by hardware mode: name and one class per mode.
    pub mode_classes: Vec<(String, Vec<String>)>,
    sub_indices: Vec<String>,
    rows: Vec<Register>,
}

/// Reads the register tables.
pub fn read(spec: &TargetSpec, dumps: &Dumps) -> Result<Registers> {
    let desc = &dumps.register_desc;
    let names = enumerated(&dumps.register_enums, "namespace ", "enum :")?;
    let class_names = enumerated(&dumps.register_enums, "// Register classes", "enum ")?;
    let sub_indices = match enumerated(&dumps.register_enums, "// Subregister indices", "enum :") {
        Ok(names) => names,
        Err(_) => vec!["NoSubRegister".to_owned()],
    };
    let table = |name: &str| initializer(desc, &format!("{}{name}[] =", spec.namespace()));
    let diffs = numbers::<i64>(&table("RegDiffLists")?)?;
    let sub_lists = numbers::<usize>(&table("SubRegIdxLists")?)?;
    let encodings = numbers::<u32>(&table("RegEncodingTable")?)?;
    let dwarf = table("DwarfFlavour0L2Dwarf").unwrap_or_default();
    let dwarf: Vec<(&str, i64)> = dwarf
        .iter()
        .map(|row| Ok((row.list()?[0].expr()?, row.list()?[1].number::<i64>()?)))
        .collect::<Result<_>>()?;

    let mut rows = Vec::new();
    for (number, row) in table("RegDesc")?.iter().enumerate() {
        let name = names.get(number).context("more descriptions than registers")?;
        let fields = row.list()?;
        let field = |index: usize| {
            let field: &Init<'_> = fields.get(index).context("register description")?;
            field.number::<usize>()
        };
        // Register 0 is no register; its lists mean nothing.
        let walk = |diffs: &[i64], start: usize, offset: usize| {
            if number == 0 { Ok(Vec::new()) } else { walk(diffs, start, offset) }
        };
        let subs = walk(&diffs, number, field(1)?)?;
        let indices = sub_lists.get(field(3)?..).context("sub-register indices")?;
        let units = field(4)?;
        let first_unit = units & ((1 << UNIT_BITS) - 1);
        let mut unit_list = Vec::new();
        if number > 0 {
            unit_list.push(first_unit);
            unit_list.extend(walk(&diffs, first_unit, units >> UNIT_BITS)?);
        }
        let record = dumps.records.get(name)?;
        let qualified = format!("{}::{name}", spec.namespace());
        rows.push(Register {
            asm_names: record.map(|it| asm_names(spec, &it)).transpose()?.unwrap_or_default(),
            sub: indices.iter().copied().zip(subs).collect(),
            supers: walk(&diffs, number, field(2)?)?,
            units: unit_list,
            encoding: *encodings.get(number).context("register encoding")?,
            dwarf: dwarf
                .iter()
                .find(|(known, _)| *known == qualified)
                .and_then(|(_, number)| u32::try_from(*number).ok()),
            constant: field(6)? != 0,
            artificial: field(7)? != 0,
        });
    }
    if rows.len() != names.len() {
        bail!("{} register descriptions for {} registers", rows.len(), names.len());
    }
    check_names(spec, dumps, &names, &rows)?;
    let classes = classes(spec, desc, class_names)?;
    let mode_classes = mode_classes(spec, dumps)?;
    Ok(Registers { names, classes, mode_classes, sub_indices, rows })
}

/// Returns the classes of these names, each with its members. All of them share one list of members.
fn classes(
    spec: &TargetSpec,
    desc: &str,
    names: Vec<String>,
) -> Result<Vec<(String, Vec<String>)>> {
    let storage = initializer(desc, "MCRegisterClassStorage = ")?;
    let [rows, members, ..] = &storage[..] else { bail!("register classes") };
    let (rows, members) = (rows.list()?, members.list()?);
    if rows.len() != names.len() {
        bail!("{} register classes have a name, {} have a description", names.len(), rows.len());
    }
    let class = |(name, row): (String, &Init<'_>)| {
        let name = name.strip_suffix("RegClassID").context("register class name")?.to_owned();
        let [place, _, _, _, count, ..] = row.list()? else { bail!("register class {name}") };
        let begin: usize = number(between(place.expr()?, "Regs[", "]")?)?;
        let members = members.get(begin..begin + count.number::<usize>()?);
        let members = members.with_context(|| format!("members of register class {name}"))?;
        let members = members.iter().map(|it| Ok(spec.unqualified(it.expr()?)?.to_owned()));
        Ok((name, members.collect::<Result<_>>()?))
    };
    names.into_iter().zip(rows).map(class).collect()
}

/// Returns the names of a register: the one that is printed, its own if that is another, and those of the
/// sets of alternative names in their order.
fn asm_names(spec: &TargetSpec, record: &Record) -> Result<Vec<String>> {
    let own = record.asm_name.clone().unwrap_or_default();
    let mut others = record.alt_names.clone().unwrap_or_default();
    let mut names = vec![own];
    if let Some(printed) = spec.printed_names {
        let sets = record.reg_alt_name_indices.iter().flatten();
        let set = sets.filter_map(|set| set.def.as_deref()).position(|name| name == printed);
        // A register that the set lacks is printed by its own name.
        if let Some(set) = set.filter(|set| *set < others.len()) {
            names.insert(0, others.remove(set));
        }
    }
    names.extend(others);
    if names.iter().any(|name| name.contains(',')) {
        bail!("a register name has a comma");
    }
    let is_named = names.iter().any(|name| !name.is_empty());
    Ok(if is_named { names } else { Vec::new() })
}

/// Checks that of registers with the same name the assembler reads the first.
fn check_names(
    spec: &TargetSpec,
    dumps: &Dumps,
    names: &[String],
    rows: &[Register],
) -> Result<()> {
    for function in ["MatchRegisterName(", "MatchRegisterAltName("] {
        let Ok(body) =
            between(&dumps.asm_matcher, &format!("static MCRegister {function}"), "\n}\n")
        else {
            continue;
        };
        for line in body.lines().filter_map(|line| line.trim().strip_prefix("return ")) {
            let Some((register, name)) = line.split_once(';') else { continue };
            let Ok(name) = between(name, "\"", "\"") else { continue };
            let first = rows.iter().position(|row| row.asm_names.iter().any(|known| known == name));
            let register = spec.unqualified(register)?;
            if first.map(|at| names[at].as_str()) != Some(register) {
                bail!("`{name}` is read as {register}, which is not the first of that name");
            }
        }
    }
    Ok(())
}

/// Returns names of an enumeration that counts from 0, without the count at its end.
fn enumerated(source: &str, place: &str, marker: &str) -> Result<Vec<String>> {
    let mut names = enumerators(after(source, place)?, marker)?;
    if names.last().is_some_and(|(name, _)| name.starts_with("NUM_TARGET")) {
        names.pop();
    }
    for (index, (name, value)) in names.iter().enumerate() {
        if index as u32 != *value {
            bail!("`{name}` is not number {index} of its enumeration");
        }
    }
    Ok(names.into_iter().map(|(name, _)| name.to_owned()).collect())
}

fn numbers<T: TryFrom<i128>>(items: &[Init<'_>]) -> Result<Vec<T>> {
    items.iter().map(Init::number).collect()
}

/// Returns the values a list of differences leads to from `start`, which is not among them.
fn walk(diffs: &[i64], start: usize, offset: usize) -> Result<Vec<usize>> {
    let mut values = Vec::new();
    let mut value = start as i64;
    for diff in diffs.get(offset..).context("difference list")? {
        if *diff == 0 {
            return Ok(values);
        }
        value += diff;
        values.push(usize::try_from(value).context("difference list goes below zero")?);
    }
    bail!("a difference list does not end")
}

/// Returns register classes whose choice depends on the hardware mode.
fn mode_classes(spec: &TargetSpec, dumps: &Dumps) -> Result<Vec<(String, Vec<String>)>> {
    let Ok(names) = enumerators(&dumps.instr_info, "enum RegClassByHwModeUses") else {
        return Ok(Vec::new());
    };
    let mut rows: Vec<(String, Vec<String>)> =
        names.iter().map(|(name, _)| ((*name).to_owned(), Vec::new())).collect();
    let marker = format!("{}RegClassByHwModeTables[", spec.namespace());
    for mode in initializer(&dumps.instr_info, &marker)? {
        let classes = mode.list()?;
        if classes.len() != rows.len() {
            bail!("a hardware mode has {} classes", classes.len());
        }
        for (row, class) in rows.iter_mut().zip(classes) {
            let name = spec.unqualified(class.expr()?)?;
            row.1.push(name.strip_suffix("RegClassID").context("class by mode")?.to_owned());
        }
    }
    Ok(rows)
}

impl Registers {
    /// Returns the name of the class with that id, as an operand description writes the id.
    pub fn class_name(&self, spec: &TargetSpec, text: &str) -> Result<String> {
        if let Ok(id) = number::<usize>(text) {
            return Ok(self.classes.get(id).context("register class id")?.0.clone());
        }
        let name = spec.unqualified(text)?;
        Ok(name.strip_suffix("RegClassID").unwrap_or(name).to_owned())
    }

    /// Returns the hardware encoding of a register.
    pub fn encoding(&self, name: &str) -> Result<u32> {
        let number = self.names.iter().position(|known| known == name);
        Ok(self.rows[number.with_context(|| format!("no register {name}"))?].encoding)
    }

    /// Returns the text of `registers.tbl`.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "# Registers in the order of their numbers, with assembler name, hardware encoding, DWARF number,\n\
             # units (two registers overlap if they share one), sub-registers and super-registers; then classes.\n",
        );
        for name in &self.sub_indices {
            let _ = writeln!(out, "sub-register-index {name}");
        }
        for (name, row) in self.names.iter().zip(&self.rows) {
            let _ = write!(out, "register {name}");
            if !row.asm_names.is_empty() {
                push_pair(&mut out, "asm", &row.asm_names.join(","));
            }
            let _ = write!(out, " encoding={}", row.encoding);
            if let Some(dwarf) = row.dwarf {
                let _ = write!(out, " dwarf={dwarf}");
            }
            let names = |numbers: &[usize]| -> String {
                let names: Vec<&str> = numbers.iter().map(|at| self.names[*at].as_str()).collect();
                names.join(",")
            };
            if !row.units.is_empty() {
                let units: Vec<String> = row.units.iter().map(usize::to_string).collect();
                push_pair(&mut out, "units", &units.join(","));
            }
            if !row.sub.is_empty() {
                let subs: Vec<String> = row
                    .sub
                    .iter()
                    .map(|(index, reg)| {
                        format!("{}:{}", self.sub_indices[*index], self.names[*reg])
                    })
                    .collect();
                push_pair(&mut out, "sub", &subs.join(","));
            }
            if !row.supers.is_empty() {
                push_pair(&mut out, "super", &names(&row.supers));
            }
            if row.constant {
                out.push_str(" constant");
            }
            if row.artificial {
                out.push_str(" artificial");
            }
            out.push('\n');
        }
        for (name, members) in &self.classes {
            let _ = write!(out, "class {name}");
            push_folded(&mut out, members.iter().map(String::as_str));
            out.push('\n');
        }
        for (name, classes) in &self.mode_classes {
            let _ = writeln!(out, "mode-class {name} {}", classes.join(" "));
        }
        out
    }
}
