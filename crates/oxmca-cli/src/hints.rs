//! Hints that follow LLVM's messages about misspelt names, where hints are wanted.

use std::collections::BTreeMap;

use oxmca::{Code, SessionBuilder, TextOptions};
use oxmca_asm::diagnostic::{Diagnostic, Severity};
use oxmca_asm::parser::Parsed;
use oxmca_asm::target::{Arch, architectures};
use oxmca_tables::Tables;

use crate::console::{self, Console};
use crate::flags::args::Input;
use crate::suggest;

/// Most mnemonics about which one run gives hints.
const MAX_MNEMONICS: usize = 20;

/// Names CPUs that may have been meant.
pub fn cpu(builder: &SessionBuilder, name: &str, console: &mut dyn Console) {
    if console::suggests()
        && let Ok(catalog) = builder.catalog()
    {
        print(&suggest::nearest_cpu(name, &catalog.cpus), console);
    }
}

/// Names the command that was meant by an input that is no file. `near_command` returns a sentence about one of nearly that
/// name.
pub fn command(inputs: &[Input], near_command: impl FnOnce(&str) -> Option<String>) {
    if let [Input::File(word)] = inputs
        && console::suggests()
        && let Some(message) = near_command(word)
    {
        console::message(Severity::Note, &message);
    }
}

/// Names the option that simulates CPUs described by itineraries.
pub fn itineraries(console: &mut dyn Console) {
    if console::suggests() {
        console.message(Severity::Note, "'--itineraries' simulates them");
    }
}

/// Names features that may have been meant by a name with its sign.
pub fn feature(builder: &SessionBuilder, signed: &str, console: &mut dyn Console) {
    if !console::suggests() {
        return;
    }
    let Ok(catalog) = builder.catalog() else { return };
    let (sign, name) = match signed.strip_prefix(['+', '-']) {
        Some(name) => (&signed[..1], name),
        None => ("", signed),
    };
    let near = suggest::nearest(name, catalog.features.iter().map(|row| row.name.as_str()));
    let near: Vec<String> = near.iter().map(|name| format!("{sign}{name}")).collect();
    print(&near.iter().map(String::as_str).collect::<Vec<_>>(), console);
}

/// Returns the hint about a target that there is not: the CPU or target that a name after `-march`
/// may have meant, or the targets of this build. `None` if hints are not wanted.
pub fn target(march: &str, builder: &SessionBuilder) -> Option<String> {
    if !console::suggests() {
        return None;
    }
    if let Some(cpu) = cpu_after_march(march, builder) {
        return Some(question(&format!("'-mcpu={cpu}'")));
    }
    let near = suggest::nearest(march, architectures().map(Arch::target_name));
    Some(match suggest::choice(&near) {
        Some(choice) => question(&choice),
        None => targets(),
    })
}

/// Returns the CPU whose name was given to `-march`, which selects a CPU in GCC and Clang, but a
/// target here.
fn cpu_after_march(name: &str, builder: &SessionBuilder) -> Option<String> {
    if name == "native" {
        return Some(name.to_owned());
    }
    let archs = architectures().map(|arch| builder.clone().arch(arch));
    let cpus = archs.filter_map(|builder| builder.catalog().ok()).flat_map(|catalog| catalog.cpus);
    let name = suggest::cpu_of_nickname(name).unwrap_or_else(|| name.to_owned());
    cpus.into_iter().find(|cpu| *cpu == name)
}

/// Returns a sentence with the targets of this build.
fn targets() -> String {
    let enabled = architectures().filter(|arch| arch.is_enabled());
    let names: Vec<String> = enabled.map(|arch| format!("'{}'", arch.target_name())).collect();
    match names.as_slice() {
        [] => "this build has no targets".to_owned(),
        names => format!("this build has the targets {}", names.join(", ")),
    }
}

/// Counts the statements that lenient reading has skipped.
pub fn skipped(parsed: &Parsed, console: &mut dyn Console) {
    if parsed.skipped.total() > 0 {
        let message = format!("skipped {}, which cannot be read", parsed.skipped);
        console.message(Severity::Warning, &message);
    }
}

/// Tells a person whose text is refused that it can be read leniently.
/// `options` are those it was read with.
pub fn lenient(mut options: TextOptions, code: &Code, console: &mut dyn Console) {
    if !console::suggests() || options.lenient || code.parsed().is_cut_off {
        return;
    }
    options.lenient = true;
    let text = code.sources().main().text();
    let Ok(lenient) = code.session().read(text, &options) else { return };
    let parsed = lenient.parsed();
    if parsed.skipped.total() == 0 && !lenient.is_invalid() && !lenient.is_empty() {
        let message =
            "--lenient reads this text, which another assembler or a disassembler takes or writes";
        console.message(Severity::Note, message);
    }
}

fn print(near: &[&str], console: &mut dyn Console) {
    if let Some(choice) = suggest::choice(near) {
        console.message(Severity::Note, &question(&choice));
    }
}

fn question(choice: &str) -> String {
    format!("did you mean {choice}?")
}

/// Hints about mnemonics, for the diagnostics of one input.
pub struct Mnemonics<'t> {
    tables: &'t Tables<'t>,
    dialect: usize,
    /// Hints about those asked about so far.
    known: BTreeMap<String, Option<String>>,
}

impl<'t> Mnemonics<'t> {
    /// Hints for a dialect; `None` if they are not wanted.
    pub fn new(tables: &'t Tables<'t>, dialect: usize) -> Option<Mnemonics<'t>> {
        console::suggests().then(|| Mnemonics { tables, dialect, known: BTreeMap::new() })
    }

    /// Returns the line to print after a diagnostic, if it is about a mnemonic that is near to
    /// others.
    pub fn after(&mut self, diagnostic: &Diagnostic) -> Option<Vec<u8>> {
        let choice = self.choice(unknown_mnemonic(diagnostic)?)?;
        Some(console::line(Severity::Note, &question(&choice)))
    }

    fn choice(&mut self, mnemonic: &str) -> Option<String> {
        if let Some(choice) = self.known.get(mnemonic) {
            return choice.clone();
        }
        if self.known.len() == MAX_MNEMONICS || mnemonic.len() > suggest::MAX_WORD {
            return None;
        }
        let choice = suggest::choice(&self.nearest(mnemonic));
        self.known.insert(mnemonic.to_owned(), choice.clone());
        choice
    }

    /// Returns the nearest in the dialect itself, or in others: AT&T's names leave out those to
    /// which a suffix may be added.
    fn nearest(&self, mnemonic: &str) -> Vec<&'t str> {
        let tables = self.tables;
        let others = (0..tables.variants.len()).filter(|variant| *variant != self.dialect);
        let dialects = std::iter::once(self.dialect).chain(others);
        dialects
            .filter_map(|variant| tables.variants.get(variant))
            .map(|dialect| {
                let rows = tables.mnemonics[dialect.mnemonics.range()].iter();
                suggest::nearest(mnemonic, rows.map(|row| tables.text(row.text)))
            })
            .find(|near| !near.is_empty())
            .unwrap_or_default()
    }
}

/// Returns the mnemonic that a diagnostic reports as unknown.
fn unknown_mnemonic(diagnostic: &Diagnostic) -> Option<&str> {
    let quoted = diagnostic.message.strip_prefix(b"invalid instruction mnemonic '")?;
    std::str::from_utf8(quoted.strip_suffix(b"'")?).ok()
}
