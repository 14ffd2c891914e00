//! `xtask upgrade-report`: the difference that another version of the tables makes to users, as a page of the
//! documentation.

mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use oxmca_import::target_files;
use oxmca_tables::schema::{Model, SchedClass};
use oxmca_tables::text::{self, SourceFile};
use oxmca_tables::{Opcode, Tables, TablesBuf};

/// Names that a list shows before it says how many follow.
const MAX_NAMES: usize = 24;
/// Examples of instructions for each model.
const MAX_EXAMPLES: usize = 3;

/// Writes what changed for users between two versions of the tables: models, CPUs, features, mnemonics, and the
/// latencies, micro-ops and resources of instructions by model
#[derive(Parser, Debug)]
#[command(name = "xtask upgrade-report")]
struct Options {
    /// The folder with the tables of all targets before, `crates/oxmca-tables/data` of a work tree of that version
    old: PathBuf,
    /// The same after
    new: PathBuf,
    /// The programs of both versions, `llvm-mca-22 llvm-mca-23`: their options and reports are compared, too
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    programs: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let name = std::iter::once("xtask upgrade-report".to_owned());
    let options = Options::parse_from(name.chain(arguments.iter().cloned()));
    match report(&options) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("upgrade-report: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn report(options: &Options) -> Result<String> {
    let targets = targets(&options.new)?;
    ensure!(!targets.is_empty(), "{} has no targets", options.new.display());
    let mut out = String::new();
    for target in targets {
        let before = tables(&options.old.join(&target))?;
        let after = tables(&options.new.join(&target))?;
        let Some(before) = before else {
            let _ = writeln!(out, "## {target}\n\nNew.\n");
            continue;
        };
        let after = after.with_context(|| format!("{target} has no tables"))?;
        let _ = writeln!(out, "## {target}\n");
        target_text(&Version::of(before.tables()), &Version::of(after.tables()), &mut out);
    }
    if let [old, new] = &*options.programs {
        programs::report(old, new, &mut out)?;
    }
    Ok(out)
}

/// Returns the folders in a folder, sorted.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Reads the tables of a target; `None` if there are none.
fn tables(folder: &Path) -> Result<Option<TablesBuf>> {
    let files = target_files(folder)?;
    if files.is_empty() {
        return Ok(None);
    }
    let sources: Vec<SourceFile<'_>> =
        files.iter().map(|(name, text)| SourceFile { name, text }).collect();
    let tables = text::read(&sources).with_context(|| folder.display().to_string())?;
    Ok(Some(tables))
}

/// A version of a target's tables.
struct Version<'t> {
    tables: Tables<'t>,
    models: BTreeMap<&'t str, &'t Model>,
    /// CPUs with the names of their models.
    cpus: BTreeMap<&'t str, &'t str>,
    features: BTreeSet<&'t str>,
    mnemonics: BTreeSet<&'t str>,
    opcodes: BTreeMap<&'t str, Opcode>,
}

impl<'t> Version<'t> {
    fn of(tables: Tables<'t>) -> Version<'t> {
        let models = tables.models.iter();
        let model_name =
            |index: usize| tables.models.get(index).map_or("", |it| tables.text(it.name));
        Version {
            models: models.map(|model| (tables.text(model.name), model)).collect(),
            cpus: tables
                .cpus
                .iter()
                .map(|cpu| (tables.text(cpu.name), model_name(cpu.model.index())))
                .collect(),
            features: tables.features.iter().map(|it| tables.text(it.name)).collect(),
            mnemonics: tables.mnemonics.iter().map(|it| tables.text(it.text)).collect(),
            opcodes: (0..tables.instructions.len())
                .map(|number| Opcode(number as u16))
                .map(|opcode| (tables.opcode_name(opcode), opcode))
                .collect(),
            tables,
        }
    }

    /// Returns the numbers of an instruction in a model.
    fn numbers(&self, model: &Model, opcode: Opcode) -> Numbers<'t> {
        let class = self.tables.instruction(opcode).sched_class;
        let Some(class) = self.tables.sched_class(model, class) else {
            return Numbers::Unsupported;
        };
        match class.num_micro_ops {
            SchedClass::INVALID_UOPS => return Numbers::Unsupported,
            SchedClass::VARIANT_UOPS => return Numbers::ByOperands,
            _ => {}
        }
        let latencies = &self.tables.write_latencies[class.write_latencies.range()];
        let resources = &self.tables.resources[model.resources.range()];
        let uses = self.tables.uses_of(class).iter();
        let uses = uses.map(|it| {
            let name = self.tables.text(resources[it.resource.index()].name);
            (name, it.acquire_at_cycle, it.release_at_cycle)
        });
        let mut uses: Vec<_> = uses.collect();
        uses.sort_unstable();
        let advances = &self.tables.read_advances[class.read_advances.range()];
        let mut advances: Vec<_> = advances.iter().map(|it| (it.use_index, it.cycles)).collect();
        advances.sort_unstable();
        Numbers::Known {
            latency_cycles: latencies.iter().map(|it| it.latency_cycles).max().unwrap_or(0),
            micro_ops: class.num_micro_ops,
            uses,
            advances,
        }
    }
}

/// The numbers that a model has for an instruction.
#[derive(PartialEq)]
enum Numbers<'t> {
    Unsupported,
    /// Operands decide.
    ByOperands,
    Known {
        latency_cycles: i16,
        micro_ops: u16,
        /// Resources with the cycles at which they are taken and become free.
        uses: Vec<(&'t str, u16, u16)>,
        /// Read-advances: position among the uses, and cycles. The writes that they are for have no names.
        advances: Vec<(u16, i16)>,
    },
}

/// Appends the changes of a target.
fn target_text(before: &Version<'_>, after: &Version<'_>, out: &mut String) {
    let names = |map: &BTreeMap<&str, &Model>| -> BTreeSet<String> {
        map.keys().map(|it| (*it).to_owned()).collect()
    };
    lists("models", &names(&before.models), &names(&after.models), out);
    let cpus = |version: &Version<'_>| -> BTreeSet<String> {
        version.cpus.keys().map(|it| (*it).to_owned()).collect()
    };
    lists("CPUs", &cpus(before), &cpus(after), out);
    let moved: Vec<String> = after
        .cpus
        .iter()
        .filter_map(|(cpu, model)| {
            let old = before.cpus.get(cpu).filter(|old| *old != model)?;
            Some(format!("`{cpu}` ({old} before, {model} now)"))
        })
        .collect();
    list("CPUs with another model", &moved, out);
    let owned = |set: &BTreeSet<&str>| set.iter().map(|it| (*it).to_owned()).collect();
    lists("features", &owned(&before.features), &owned(&after.features), out);
    lists("mnemonics", &owned(&before.mnemonics), &owned(&after.mnemonics), out);
    numbers_text(before, after, out);
}

/// Appends the names that one version has and the other has not.
fn lists(what: &str, before: &BTreeSet<String>, after: &BTreeSet<String>, out: &mut String) {
    let quoted = |names: Vec<&String>| -> Vec<String> {
        names.iter().filter(|it| !it.is_empty()).map(|it| format!("`{it}`")).collect()
    };
    list(&format!("New {what}"), &quoted(after.difference(before).collect()), out);
    list(&format!("Gone {what}"), &quoted(before.difference(after).collect()), out);
}

/// Appends a list of names, of which the first are shown; nothing if it is empty.
fn list(what: &str, names: &[String], out: &mut String) {
    if names.is_empty() {
        return;
    }
    let shown = names[..names.len().min(MAX_NAMES)].join(", ");
    let _ = write!(out, "- {what} ({}): {shown}", names.len());
    if names.len() > MAX_NAMES {
        let _ = write!(out, ", and {} others", names.len() - MAX_NAMES);
    }
    out.push('\n');
}

/// Returns the parameters of a model that are not those of an older version, in words.
fn parameters(old: &Model, new: &Model) -> Vec<String> {
    let parameters = |it: &Model| {
        [
            ("issue width", i64::from(it.issue_width_uops)),
            ("micro-op buffer", i64::from(it.micro_op_buffer_size)),
            ("loop buffer", i64::from(it.loop_micro_op_buffer_size)),
            ("load latency", i64::from(it.load_latency_cycles)),
            ("high latency", i64::from(it.high_latency_cycles)),
            ("penalty of a wrong branch", i64::from(it.mispredict_penalty_cycles)),
            ("reorder buffer", i64::from(it.reorder_buffer_size)),
            ("retired per cycle", i64::from(it.max_retire_per_cycle)),
        ]
    };
    let both = parameters(old).into_iter().zip(parameters(new));
    both.filter(|(old, new)| old != new)
        .map(|((name, old), (_, new))| format!("{name} {old} to {new}"))
        .collect()
}

/// Appends a table of the models whose numbers differ.
fn numbers_text(before: &Version<'_>, after: &Version<'_>, out: &mut String) {
    let mut rows = Vec::new();
    let mut equal = 0;
    for (name, model) in &after.models {
        let Some(old) = before.models.get(name) else { continue };
        let parameters = parameters(old, model);
        if !parameters.is_empty() {
            let _ = writeln!(out, "- `{name}`: {}", parameters.join(", "));
        }
        let changes = Changes::of((before, old), (after, model));
        if changes.is_empty() { equal += 1 } else { rows.push((name, changes)) }
    }
    let _ = writeln!(out, "- Models whose numbers are as before: {equal}");
    if rows.is_empty() {
        out.push('\n');
        return;
    }
    out.push_str(
        "\nForms of instructions that both versions have and whose numbers differ:\n\n\
         | model | latency | micro-ops | resources | read-advances | supported now | not any more | examples |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (name, it) in rows {
        let _ = writeln!(
            out,
            "| {name} | {} | {} | {} | {} | {} | {} | {} |",
            it.latency,
            it.micro_ops,
            it.resources,
            it.read_advances,
            it.supported,
            it.unsupported,
            it.examples.join(", ")
        );
    }
    out.push('\n');
}

/// Numbers of forms of instructions that differ between two versions of a model.
#[derive(Default)]
struct Changes {
    latency: usize,
    micro_ops: usize,
    resources: usize,
    read_advances: usize,
    supported: usize,
    unsupported: usize,
    /// Forms with their difference, in words.
    examples: Vec<String>,
}

impl Changes {
    fn of(
        (before, old_model): (&Version<'_>, &Model),
        (after, new_model): (&Version<'_>, &Model),
    ) -> Changes {
        let mut changes = Changes::default();
        for (name, opcode) in &after.opcodes {
            let Some(old) = before.opcodes.get(name) else { continue };
            let old = before.numbers(old_model, *old);
            let new = after.numbers(new_model, *opcode);
            changes.add(name, &old, &new);
        }
        changes
    }

    fn add(&mut self, name: &str, old: &Numbers<'_>, new: &Numbers<'_>) {
        match (old, new) {
            (Numbers::Unsupported, Numbers::Unsupported) => {}
            (Numbers::Unsupported, _) => {
                self.supported += 1;
                self.exemplify(format!("`{name}` is supported now"));
            }
            (_, Numbers::Unsupported) => self.unsupported += 1,
            (
                Numbers::Known { latency_cycles, micro_ops, uses, advances },
                Numbers::Known {
                    latency_cycles: new_latency_cycles,
                    micro_ops: new_micro_ops,
                    uses: new_uses,
                    advances: new_advances,
                },
            ) => {
                let is_other_latency = latency_cycles != new_latency_cycles;
                self.latency += usize::from(is_other_latency);
                self.micro_ops += usize::from(micro_ops != new_micro_ops);
                self.resources += usize::from(uses != new_uses);
                self.read_advances += usize::from(advances != new_advances);
                if is_other_latency {
                    self.exemplify(format!(
                        "`{name}` {latency_cycles} to {new_latency_cycles} cycles"
                    ));
                } else if uses != new_uses {
                    self.exemplify(format!("`{name}` uses other resources"));
                } else if advances != new_advances {
                    self.exemplify(format!("`{name}` needs operands at another time"));
                }
            }
            _ => {}
        }
    }

    /// Keeps an example, if there are not enough.
    fn exemplify(&mut self, example: String) {
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(example);
        }
    }

    fn is_empty(&self) -> bool {
        let numbers = self.latency + self.micro_ops + self.resources + self.read_advances;
        numbers + self.supported + self.unsupported == 0
    }
}
