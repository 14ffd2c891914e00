//! Scheduling classes that instructions have in states their operands do not show: those of
//! pseudo-instructions that searchable tables list for them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::{Context, Result};

use super::cxx::number;
use super::dumps::Dumps;
use super::instructions::Instructions;
use super::sched_classes::SchedClasses;
use super::searchable_tables::{self, SearchableTable, instruction};
use super::target::{ClassChoiceTable, TargetSpec};
use super::words::push_folded;

/// The two numbers of a state.
type State = (u8, u8);

/// Choices of an instruction: class numbers by state.
type Choices = BTreeMap<State, usize>;

/// The choices of all instructions.
pub struct ClassChoices(BTreeMap<String, Choices>);

/// Reads the choices; an instruction has those of the first table that has it.
pub fn read(spec: &TargetSpec, dumps: &Dumps, all: &Instructions) -> Result<ClassChoices> {
    let mut found: BTreeMap<String, Choices> = BTreeMap::new();
    for table in spec.class_choices {
        let mut of_table: BTreeMap<String, Choices> = BTreeMap::new();
        for (base, pseudo, state) in pairs(dumps, table).context(table.pseudos)? {
            let class = all.sched_class(pseudo).with_context(|| format!("no pseudo `{pseudo}`"))?;
            // A search in a sorted table finds the first of several.
            of_table.entry(base.to_owned()).or_default().entry(state).or_insert(class);
        }
        for (base, choices) in of_table {
            found.entry(base).or_insert(choices);
        }
    }
    Ok(ClassChoices(found))
}

/// Returns the instruction, pseudo-instruction and state of each pair of rows that belong together.
fn pairs<'a>(dumps: &'a Dumps, table: &ClassChoiceTable) -> Result<Vec<(&'a str, &'a str, State)>> {
    let instructions = searchable_tables::read(dumps, table.instructions)?;
    let pseudos = searchable_tables::read(dumps, table.pseudos)?;
    let numbers = |of: &SearchableTable<'a>, column: &str| {
        of.cells(column)?.into_iter().map(number).collect::<Result<Vec<i64>>>()
    };
    let selected = |of: &SearchableTable<'a>, only: &[(&str, i64)]| {
        let mut rows: BTreeSet<usize> = (0..of.len()).collect();
        for (column, value) in only {
            let cells = numbers(of, column)?;
            rows.retain(|row| cells[*row] == *value);
        }
        anyhow::Ok(rows)
    };
    let names = pseudos.cells("Pseudo")?;
    let bases = instructions.cells("BaseInstr")?;
    let states = [numbers(&pseudos, table.state[0])?, numbers(&pseudos, table.state[1])?];
    let key = |of: &SearchableTable<'a>, columns: Vec<&str>| {
        columns.into_iter().map(|column| numbers(of, column)).collect::<Result<Vec<_>>>()
    };
    let base_keys = key(&instructions, table.equal.iter().map(|it| it.0).collect())?;
    let pseudo_keys = key(&pseudos, table.equal.iter().map(|it| it.1).collect())?;
    let at = |keys: &[Vec<i64>], row: usize| keys.iter().map(|it| it[row]).collect::<Vec<_>>();
    let same_table = table.instructions == table.pseudos;
    let mut rows: BTreeMap<Vec<i64>, Vec<usize>> = BTreeMap::new();
    for row in selected(&pseudos, table.pseudos_with)? {
        let key = if same_table { vec![row as i64] } else { at(&pseudo_keys, row) };
        rows.entry(key).or_default().push(row);
    }
    let mut pairs = Vec::new();
    for base in selected(&instructions, table.only)? {
        let key = if same_table { vec![base as i64] } else { at(&base_keys, base) };
        for row in rows.get(&key).into_iter().flatten() {
            let state = (u8::try_from(states[0][*row])?, u8::try_from(states[1][*row])?);
            pairs.push((instruction(bases[base]), instruction(names[*row]), state));
        }
    }
    Ok(pairs)
}

/// Pseudo-instructions that exist only to have a scheduling class.
pub fn pseudos(spec: &TargetSpec, dumps: &Dumps) -> Result<BTreeSet<String>> {
    let Some(table) = spec.class_pseudos else { return Ok(BTreeSet::new()) };
    let names = searchable_tables::read(dumps, table)?.cells("Pseudo")?;
    Ok(names.into_iter().map(|name| instruction(name).to_owned()).collect())
}

impl ClassChoices {
    /// Returns the number of choices.
    pub fn len(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    /// Returns the classes that are chosen.
    pub fn classes(&self) -> impl Iterator<Item = usize> {
        self.0.values().flat_map(BTreeMap::values).copied()
    }

    /// Returns the text of `class-choices.tbl`.
    pub fn text(&self, spec: &TargetSpec, sched_classes: &SchedClasses) -> Result<String> {
        let mut out = String::from(
            "# Scheduling classes of instructions in a state that their operands do not show, by two numbers, and\n\
             # the instructions that have them. In other states, an instruction has its own class.\n",
        );
        for table in spec.class_choices {
            let [first, second] = table.state;
            let _ = writeln!(out, "# Numbers of {}: {first} and {second}.", table.pseudos);
        }
        let mut groups: Vec<(&Choices, Vec<&str>)> = Vec::new();
        for (name, choices) in &self.0 {
            match groups.iter_mut().find(|group| group.0 == choices) {
                Some(group) => group.1.push(name),
                None => groups.push((choices, vec![name])),
            }
        }
        for (choices, names) in groups {
            let words = choices.iter().map(|((first, second), class)| {
                let label = sched_classes.labels.get(*class).context("scheduling class")?;
                Ok(format!("{first}:{second}={label}"))
            });
            let words = words.collect::<Result<Vec<_>>>()?;
            out.push_str("choices");
            push_folded(&mut out, words.iter().map(String::as_str));
            out.push_str("\n    for");
            push_folded(&mut out, names);
            out.push('\n');
        }
        Ok(out)
    }
}
