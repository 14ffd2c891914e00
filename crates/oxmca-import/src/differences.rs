//! The difference between the tables that are there and those that were imported, in words; and what of the
//! repository has to follow.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use oxmca_tables::text::{self, SourceFile};
use oxmca_tables::{Opcode, Tables, TablesBuf};

use super::table_files::{DATA, DESCRIBED_CPUS, workspace_folder};
use super::unplaced::{Relation, Unplaced};
use super::{Files, Imported, TargetSpec};

/// Names that a line shows before it says that there are more.
const MAX_NAMES: usize = 12;

/// The names of the things in tables, by kind.
struct Names<'t> {
    /// Models with the CPUs that use them.
    models: BTreeMap<&'t str, Vec<&'t str>>,
    /// Kinds with their names.
    others: [(&'static str, BTreeSet<&'t str>); 5],
}

impl<'t> Names<'t> {
    fn of(tables: Tables<'t>) -> Self {
        let mut models: BTreeMap<&str, Vec<&str>> =
            tables.models.iter().map(|model| (tables.text(model.name), Vec::new())).collect();
        for cpu in tables.cpus {
            let model = tables.models.get(cpu.model.index()).map(|it| tables.text(it.name));
            if let Some(cpus) = model.and_then(|model| models.get_mut(model)) {
                cpus.push(tables.text(cpu.name));
            }
        }
        let texts =
            |all: &mut dyn Iterator<Item = &'t str>| all.filter(|it| !it.is_empty()).collect();
        let opcodes = (0..tables.instructions.len()).map(|it| Opcode(it as u16));
        let registers = tables.registers.iter().map(|it| tables.text(it.name));
        Names {
            models,
            others: [
                ("CPU", texts(&mut tables.cpus.iter().map(|it| tables.text(it.name)))),
                ("feature", texts(&mut tables.features.iter().map(|it| tables.text(it.name)))),
                ("register", texts(&mut registers.into_iter())),
                ("instruction", texts(&mut opcodes.map(|it| tables.opcode_name(it)))),
                ("mnemonic", texts(&mut tables.mnemonics.iter().map(|it| tables.text(it.text)))),
            ],
        }
    }
}

/// The differences of a target.
#[derive(Default)]
pub struct Differences {
    /// A line for each kind of addition and removal.
    pub lines: Vec<String>,
    /// The places that a person has to write in for it.
    pub unplaced: Vec<Unplaced>,
}

/// Compares imported tables with those that are present.
///
/// # Errors
/// Sources of the workspace cannot be read.
pub fn differences(spec: &TargetSpec, imported: &Imported, present: &Files) -> Result<Differences> {
    let mut found = Differences::default();
    let Some(after) = &imported.tables else { return Ok(found) };
    if present.is_empty() {
        found.lines.push(format!("{}: all is new", spec.name));
        return Ok(found);
    }
    let before = match read_imported(present) {
        Ok(before) => before,
        Err(error) => {
            let line = format!("{}: the tables that are there cannot be read: {error}", spec.name);
            found.lines.push(line);
            return Ok(found);
        }
    };
    let (before, after) = (Names::of(before.tables()), Names::of(after.tables()));
    let mut gone: Vec<(&str, &str)> = Vec::new();
    for (model, cpus) in &after.models {
        if !before.models.contains_key(model) {
            let cpus = if cpus.is_empty() { "no CPU".to_owned() } else { cpus.join(", ") };
            found.lines.push(format!("{}: new scheduling model {model} of {cpus}", spec.name));
        }
    }
    for (model, cpus) in &before.models {
        if !after.models.contains_key(model) {
            let cpus = if cpus.is_empty() { "no CPU".to_owned() } else { cpus.join(", ") };
            found.lines.push(format!("{}: scheduling model {model} of {cpus} is gone", spec.name));
            gone.push(("scheduling model", model));
        }
    }
    for ((kind, before), (_, after)) in before.others.iter().zip(&after.others) {
        let added: Vec<&str> = after.difference(before).copied().collect();
        if let Some(list) = list(kind, &added) {
            found.lines.push(format!("{}: new: {list}", spec.name));
        }
        let removed: Vec<&str> = before.difference(after).copied().collect();
        if let Some(list) = list(kind, &removed) {
            found.lines.push(format!("{}: gone: {list}", spec.name));
        }
        // Mnemonics are common words.
        if *kind != "mnemonic" {
            gone.extend(removed.into_iter().map(|name| (*kind, name)));
        }
    }
    describe_new_models(spec, &before, &after, present, &mut found.unplaced);
    check_described_cpus(spec, imported, present, &mut found.unplaced);
    find_gone(spec, &gone, &mut found.unplaced)?;
    Ok(found)
}

/// Returns `COUNT KINDS (NAME, ...)`; `None` of no names.
fn list(kind: &str, names: &[&str]) -> Option<String> {
    let shown = names.len().min(MAX_NAMES);
    let more = if shown < names.len() { ", ..." } else { "" };
    let plural = if names.len() == 1 { "" } else { "s" };
    let list = || format!("{} {kind}{plural} ({}{more})", names.len(), names[..shown].join(", "));
    (!names.is_empty()).then(list)
}

/// Reads those of the files that an import writes.
fn read_imported(files: &Files) -> Result<TablesBuf, text::TextError> {
    let files = files.iter().filter(|(name, _)| !super::table_files::is_written_by_hand(name));
    text::read(&files.map(|(name, text)| SourceFile { name, text }).collect::<Vec<_>>())
}

/// Returns the path of the file that says which CPUs a model describes.
fn described_cpus(spec: &TargetSpec) -> String {
    format!("{DATA}/{}/{DESCRIBED_CPUS}", spec.folder)
}

/// Finds new models of which nobody has said yet which CPUs they describe.
fn describe_new_models(
    spec: &TargetSpec,
    before: &Names<'_>,
    after: &Names<'_>,
    present: &Files,
    unplaced: &mut Vec<Unplaced>,
) {
    let described = present.get(DESCRIBED_CPUS).map_or("", String::as_str);
    let has_line = |model: &str| described.lines().any(|it| it.split(' ').next() == Some(model));
    for (model, cpus) in &after.models {
        if !before.models.contains_key(model) && !cpus.is_empty() && !has_line(model) {
            unplaced.push(Unplaced {
                target: spec.name,
                subject: format!("scheduling model {model}"),
                users: cpus.iter().map(|it| (*it).to_owned()).collect(),
                kind_of_users: "CPUs",
                relation: Relation::GoesTo,
                place: described_cpus(spec),
            });
        }
    }
}

/// Checks that the lines about described CPUs fit the imported tables.
fn check_described_cpus(
    spec: &TargetSpec,
    imported: &Imported,
    present: &Files,
    unplaced: &mut Vec<Unplaced>,
) {
    let Some(text) = present.get(DESCRIBED_CPUS) else { return };
    let files = imported.files.iter().map(|(name, text)| SourceFile { name, text });
    let by_hand = SourceFile { name: DESCRIBED_CPUS, text };
    if let Err(error) = text::read(&files.chain([by_hand]).collect::<Vec<_>>()) {
        unplaced.push(Unplaced {
            target: spec.name,
            subject: format!("line of {DESCRIBED_CPUS} ({})", error.message),
            users: Vec::new(),
            kind_of_users: "",
            relation: Relation::GoesTo,
            place: format!("{}:{}", described_cpus(spec), error.line),
        });
    }
}

/// Finds the places that name something that is gone: in the target's code as texts, in its files that are written by
/// hand as words.
fn find_gone(spec: &TargetSpec, gone: &[(&str, &str)], unplaced: &mut Vec<Unplaced>) -> Result<()> {
    if gone.is_empty() {
        return Ok(());
    }
    let folders = [
        format!("crates/oxmca-asm/src/target/{}", spec.folder),
        format!("{DATA}/{}/hardware", spec.folder),
    ];
    let mut sources = BTreeMap::new();
    for folder in folders {
        read_sources(&workspace_folder().join(&folder), &folder, &mut sources)?;
    }
    for (path, text) in &sources {
        for (at, line) in text.lines().enumerate() {
            let words: BTreeSet<&str> = if path.ends_with(".rs") {
                line.split('"').skip(1).step_by(2).collect()
            } else {
                line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect()
            };
            for (kind, name) in gone.iter().filter(|(_, name)| words.contains(name)) {
                unplaced.push(Unplaced {
                    target: spec.name,
                    subject: format!("{kind} {name}"),
                    users: Vec::new(),
                    kind_of_users: "",
                    relation: Relation::NamedIn,
                    place: format!("{path}:{}", at + 1),
                });
            }
        }
    }
    Ok(())
}

fn read_sources(folder: &Path, name: &str, sources: &mut BTreeMap<String, String>) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_sources(&entry.path(), &name, sources)?;
        } else if name.ends_with(".rs") || name.ends_with(".tbl") {
            sources.insert(name, std::fs::read_to_string(entry.path())?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_short() {
        assert_eq!(list("CPU", &[]), None);
        assert_eq!(list("CPU", &["a"]).unwrap(), "1 CPU (a)");
        let many = ["n"; MAX_NAMES + 1];
        let text = list("feature", &many).unwrap();
        assert!(text.starts_with("13 features (n, ") && text.ends_with("n, ...)"), "{text}");
    }
}
