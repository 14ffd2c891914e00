//! A rehearsal of the import of another version: the dumps of a target, changed in memory as another version may
//! change them, must give the messages that tell what to do about it.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::differences::{Differences, differences};
use super::table_files::{DATA, DESCRIBED_CPUS, folder_of, table_files};
use super::target::{REHEARSAL, Rehearsal};
use super::{Dumps, import};

/// The name of the copied model.
const NEW_MODEL: &str = "RehearsedModel";

/// Appended to names that get another one.
const SUFFIX: &str = "_Rehearsed";

/// Imports the changed dumps, and prints the messages. Returns whether they are those that there should be.
///
/// # Errors
/// The dumps cannot be read, or do not have what is changed.
pub fn rehearse(folder: &Path) -> Result<bool> {
    let Rehearsal { spec, cpu, instruction, decoder_table: table, .. } = &REHEARSAL;
    let (target, files) = (spec.name, format!("{DATA}/{}", spec.folder));
    let dumps = Dumps::read_changed(folder, target, &|name, text| changed(&REHEARSAL, name, text))?;
    let imported = import(spec, &dumps)?;
    let present = table_files(&folder_of(spec))?;
    let Differences { lines, unplaced } = differences(spec, &imported, &present)?;
    let mut messages: BTreeSet<String> = lines.into_iter().collect();
    messages.extend(imported.unplaced.iter().chain(&unplaced).map(ToString::to_string));

    let expected = [
        format!("{target}: new scheduling model {NEW_MODEL} of {cpu}"),
        format!("{target}: new: 1 CPU ({cpu})"),
        format!(
            "{target}: scheduling model {NEW_MODEL} of 1 CPU ({cpu}) is not known: goes to \
             {files}/{DESCRIBED_CPUS}"
        ),
        format!("{target}: new: 1 instruction ({instruction}{SUFFIX})"),
        format!("{target}: gone: 1 instruction ({instruction})"),
        format!("{target}: decoder table {table} is gone: named in {}", spec.file),
        format!("{target}: decoder table {table}{SUFFIX} is not known: goes to {}", spec.file),
    ];
    let mut is_well = true;
    let mut report = |message: &str, found: bool| {
        println!("{} {message}", if found { "as expected:" } else { "MISSING:" });
        is_well &= found;
    };
    for message in &expected {
        report(message, messages.remove(message));
    }
    let mut take = |start: &str, end: &str| {
        let is_it = |it: &&String| it.starts_with(start) && it.ends_with(end);
        let found = messages.iter().find(is_it).cloned();
        found.and_then(|message| messages.take(&message))
    };
    let gone = format!("{target}: instruction {instruction} is gone: named in crates/");
    let mut places = 0;
    while let Some(message) = take(&gone, "") {
        report(&message, true);
        places += 1;
    }
    if places == 0 {
        report(&gone, false);
    }
    for (_, name, kind, file) in REHEARSAL.names {
        let start = format!("{target}: {kind} {name}{SUFFIX} ");
        let end = format!("is not known: goes to {file}");
        match take(&start, &end) {
            Some(message) => report(&message, true),
            None => report(&format!("{start}... {end}"), false),
        }
    }
    is_well &= messages.is_empty();
    messages.iter().for_each(|message| println!("UNEXPECTED: {message}"));
    Ok(is_well)
}

/// Returns a dump with all changes that concern it.
fn changed(rehearsal: &Rehearsal, name: &str, mut text: String) -> Result<String> {
    let with_suffix = |name: &str| format!("{name}{SUFFIX}");
    text = rename(&text, rehearsal.instruction, &with_suffix(rehearsal.instruction));
    let table = format!("DecoderTable{}", rehearsal.decoder_table);
    text = rename(&text, &table, &with_suffix(&table));
    for (_, known, ..) in rehearsal.names.iter().filter(|it| it.0 == name) {
        let renamed = rename(&text, known, &with_suffix(known));
        ensure!(renamed != text, "{}{name} has no {known}", rehearsal.spec.name);
        text = renamed;
    }
    if name == "-subtarget.inc" { with_model(rehearsal, &text) } else { Ok(text) }
}

/// Returns a text in which each word `from` is `to`.
fn rename(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = rest.split_at(at);
        let after = &after[from.len()..];
        let continues = |c: char| c.is_ascii_alphanumeric() || c == '_';
        out.push_str(before);
        let is_word = !before.ends_with(continues) && !after.starts_with(continues);
        out.push_str(if is_word { to } else { from });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns a dump of a subtarget with a copy of a model under another name, and a CPU that uses it.
fn with_model(rehearsal: &Rehearsal, text: &str) -> Result<String> {
    let model = rehearsal.model;
    let mut out = text.to_owned();
    // The tables of the model.
    for block in text.split("\nstatic const ").skip(1) {
        let head = block.split(" = {").next().unwrap_or_default();
        if head.contains(&format!(" {model}")) {
            let (table, _) = block.split_once("\n};").context("end of a table")?;
            out.push_str(&format!("\nstatic const {}\n}};", table.replace(model, NEW_MODEL)));
        }
    }
    // Its row.
    let marker = format!("MCSchedModel {}SchedModels[] = {{", rehearsal.spec.name);
    let start = out.find(&marker).context("list of models")?;
    let end = start + out[start..].find("\n};").context("end of the list of models")?;
    let models = out[start..end].matches("\n{ // ").count();
    let marker = format!("\n{{ // {model}\n");
    let row = start + out[start..end].find(&marker).context("row of the model")?;
    let row_end = row + out[row..].find("\n  }").context("end of a row")? + "\n  }".len();
    let copy = format!(",{}", out[row..row_end].replace(model, NEW_MODEL));
    let at = out[..end].trim_end_matches(['\n', ',']).len();
    out.replace_range(at..end, &copy);
    // A CPU like the first one, whose name begins a character later.
    let start = out.find("SubTypeKVStorage = {").context("list of CPUs")?;
    let row = start + out[start..].find("{ sizeof(").context("row of a CPU")?;
    let row_end = row + out[row..].find("},\n").context("end of a row")? + "},\n".len();
    let first = &out[row..row_end];
    let (before, number) = first.rsplit_once(", ").context("model of a CPU")?;
    ensure!(number.starts_with(|c: char| c.is_ascii_digit()), "`{number}` is no model");
    ensure!(before.contains(" + 1, "), "the first CPU's name is not the first name");
    let copy = format!("{}, {models} }},\n", before.replacen(" + 1, ", " + 2, ", 1));
    out.insert_str(row_end, &copy);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_renamed() {
        assert_eq!(rename("AB(A, A_B, \"A\")", "A", "C"), "AB(C, A_B, \"C\")");
    }

    #[test]
    fn a_model_is_added_with_a_cpu() {
        let rehearsal = Rehearsal { model: "ToyModel", ..REHEARSAL };
        let text = format!(
            "x\nstatic const T ToyModelResources[] = {{\n  {{ToyModelUnits + 1}},\n}};\n\
             extern const llvm::MCSchedModel {}SchedModels[] = {{\n{{ // NoSchedModel\n  0,\n  }},\n\
             {{ // ToyModel\n  ToyModelResources,\n  }},\n}};\n\
             extern const S< 1, 2> SubTypeKVStorage = {{\n  {{\n   {{ sizeof(S) * 1 + 1, {{}}, 1 }},\n  }},\n",
            rehearsal.spec.name
        );
        let added = with_model(&rehearsal, &text).unwrap();
        assert!(added.ends_with(
            "\nstatic const T RehearsedModelResources[] = {\n  {RehearsedModelUnits + 1},\n};"
        ));
        assert!(added.contains("  },\n{ // RehearsedModel\n  RehearsedModelResources,\n  }\n};"));
        assert!(added.contains(" + 1, {}, 1 },\n{ sizeof(S) * 1 + 2, {}, 2 },\n"));
    }
}
