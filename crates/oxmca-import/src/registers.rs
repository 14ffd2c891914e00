//! Registers, sub- and super-registers, units and classes.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

use super::cxx::{
    Init, Lexer, after, between, enumerators, initializer, number, string_at, string_bytes,
};
use super::dumps::Dumps;
use super::records::Record;
use super::register_series::Series;
use super::target::TargetSpec;
use super::words::{push_folded, push_pair};

/// Low bits of a register's unit field that hold its first unit; the rest is a list offset.
const UNIT_BITS: u32 = 12;

/// The class that stands where a hardware mode has none.
const NO_REGISTERS: &str = "NoRegisters";

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
    /// Set if sub-registers are written as lists by distance, which registers have in common.
    lists_by_distance: bool,
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

    let printed = match spec.register_tuples {
        true => printed_names(&dumps.asm_writers[0])?,
        false => Vec::new(),
    };
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
        if number > 0 && !spec.register_tuples {
            unit_list.push(first_unit);
            unit_list.extend(walk(&diffs, first_unit, units >> UNIT_BITS)?);
        }
        let record = dumps.records.get(name)?;
        let qualified = format!("{}::{name}", spec.namespace());
        rows.push(Register {
            asm_names: match number.checked_sub(1).and_then(|at| printed.get(at)) {
                Some(name) => vec![name.clone()],
                None => record.map(|it| asm_names(spec, &it)).transpose()?.unwrap_or_default(),
            },
            sub: indices.iter().copied().zip(subs).collect(),
            supers: match spec.register_tuples {
                true => Vec::new(),
                false => walk(&diffs, number, field(2)?)?,
            },
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
    let mut classes = classes(spec, desc, class_names)?;
    let mode_classes = mode_classes(spec, dumps)?;
    let mut names = names;
    let lists_by_distance = spec.register_tuples;
    if spec.register_tuples {
        let numbers: HashMap<String, usize> =
            names.iter().enumerate().map(|(number, name)| (name.clone(), number)).collect();
        shorten(&mut names, &rows);
        for (_, members) in &mut classes {
            let known = members.iter().map(|member| {
                numbers.get(member).copied().with_context(|| format!("no register {member}"))
            });
            *members = ranges(&known.collect::<Result<Vec<_>>>()?, &names);
        }
    }
    Ok(Registers { names, classes, mode_classes, sub_indices, rows, lists_by_distance })
}

/// Returns the names that the printer gives registers, by their numbers less 1.
fn printed_names(writer: &str) -> Result<Vec<String>> {
    let body = after(writer, "::getRegisterName(")?;
    let strings = string_bytes(&mut Lexer::new(after(body, "AsmStrs[] = {")?))?;
    let name = |offset: &Init<'_>| {
        Ok(std::str::from_utf8(string_at(&strings, offset.number()?)?)?.to_owned())
    };
    initializer(body, "RegAsmOffset[] =")?.iter().map(name).collect()
}

/// Gives tuples the names that are printed, which are short and need no second text; two tuples cannot have the same.
fn shorten(names: &mut [String], rows: &[Register]) {
    let mut taken = HashSet::new();
    for (name, row) in names.iter_mut().zip(rows) {
        let Some(printed) = row.asm_names.first() else { continue };
        let is_name = !printed.is_empty() && !printed.contains(',');
        if is_name && is_tuple(name) && taken.insert(printed) {
            name.clone_from(printed);
        } else if is_tuple(name) {
            *name = ends(name);
        }
    }
}

/// Returns whether a name is that of registers of one kind.
fn is_tuple(name: &str) -> bool {
    let stem = |part: &str| part.trim_end_matches(|it: char| it.is_ascii_digit()).len();
    let mut parts = name.split('_');
    let Some(first) = parts.next() else { return false };
    let kind = &first[..stem(first)];
    let is_of = |part: &str| stem(part) < part.len() && part[..stem(part)] == *kind;
    !kind.is_empty() && name.contains('_') && is_of(first) && parts.all(is_of)
}

/// Returns the first and last of more than two registers.
fn ends(name: &str) -> String {
    match &name.split('_').collect::<Vec<_>>()[..] {
        [first, .., last] if name.matches('_').count() > 1 => format!("{first}_to_{last}"),
        _ => name.to_owned(),
    }
}

/// Registers whose numbers are in the same distance from one another.
struct Run {
    first: usize,
    last: usize,
    /// The distance; 0 of a register alone.
    step: usize,
}

/// Returns words for registers by their numbers: ranges stand for those in the same distance from one another.
pub fn ranges(members: &[usize], names: &[String]) -> Vec<String> {
    let mut runs: Vec<Run> = Vec::new();
    for number in members.iter().copied() {
        match runs.last_mut() {
            Some(run) if number > run.last && (run.step == 0 || run.last + run.step == number) => {
                run.step = number - run.last;
                run.last = number;
            }
            _ => runs.push(Run { first: number, last: number, step: 0 }),
        }
    }
    let words = runs.iter().flat_map(|run| {
        let (first, last) = (&names[run.first], &names[run.last]);
        match run.step {
            0 => vec![first.clone()],
            1 => vec![format!("{first}..{last}")],
            // Two that are apart need no range.
            step if run.first + step == run.last => vec![first.clone(), last.clone()],
            step => vec![format!("{first}..{last}/{step}")],
        }
    });
    words.collect()
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
            // A mode in which no register is of the class.
            if class.expr()? == "-1" {
                row.1.push(NO_REGISTERS.to_owned());
                continue;
            }
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

    /// Returns the number of the list of a register's parts by their distances. A new one gets a line.
    fn list_by_distance(
        &self,
        number: usize,
        row: &Register,
        lists: &mut HashMap<String, usize>,
        out: &mut String,
    ) -> usize {
        let distance = |part: usize| part as i64 - number as i64;
        let words = row
            .sub
            .iter()
            .map(|(index, part)| format!("{}:{}", self.sub_indices[*index], distance(*part)));
        let words: Vec<String> = words.collect();
        let next = lists.len();
        *lists.entry(words.join(",")).or_insert_with(|| {
            let _ = write!(out, "sub-list {next}");
            push_folded(out, words.iter().map(String::as_str));
            out.push('\n');
            next
        })
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
        let mut lists: HashMap<String, usize> = HashMap::new();
        let mut series = Series::default();
        for (number, (name, row)) in self.names.iter().zip(&self.rows).enumerate() {
            let list = (self.lists_by_distance && !row.sub.is_empty())
                .then(|| self.list_by_distance(number, row, &mut lists, &mut out));
            let mut line = format!("register {name}");
            if !row.asm_names.is_empty() {
                push_pair(&mut line, "asm", &row.asm_names.join(","));
            }
            let _ = write!(line, " encoding={}", row.encoding);
            if let Some(dwarf) = row.dwarf {
                let _ = write!(line, " dwarf={dwarf}");
            }
            let names = |numbers: &[usize]| -> String {
                let names: Vec<&str> = numbers.iter().map(|at| self.names[*at].as_str()).collect();
                names.join(",")
            };
            if !row.units.is_empty() {
                let units: Vec<String> = row.units.iter().map(usize::to_string).collect();
                push_pair(&mut line, "units", &units.join(","));
            }
            if let Some(list) = list {
                let _ = write!(line, " sub-list={list}");
            } else if !row.sub.is_empty() {
                let subs: Vec<String> = row
                    .sub
                    .iter()
                    .map(|(index, reg)| {
                        format!("{}:{}", self.sub_indices[*index], self.names[*reg])
                    })
                    .collect();
                push_pair(&mut line, "sub", &subs.join(","));
            }
            if !row.supers.is_empty() {
                push_pair(&mut line, "super", &names(&row.supers));
            }
            if row.constant {
                line.push_str(" constant");
            }
            if row.artificial {
                line.push_str(" artificial");
            }
            if self.lists_by_distance {
                series.add(&line, &mut out);
            } else {
                let _ = writeln!(out, "{line}");
            }
        }
        series.finish(&mut out);
        for (name, members) in &self.classes {
            let _ = write!(out, "class {name}");
            push_folded(&mut out, members.iter().map(String::as_str));
            out.push('\n');
        }
        if self.mode_classes.iter().any(|it| it.1.iter().any(|class| class == NO_REGISTERS)) {
            let _ = writeln!(out, "class {NO_REGISTERS}");
        }
        for (name, classes) in &self.mode_classes {
            let _ = writeln!(out, "mode-class {name} {}", classes.join(" "));
        }
        out
    }
}
