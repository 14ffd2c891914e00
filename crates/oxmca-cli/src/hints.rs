//! Hints that follow LLVM's messages about misspelt names, where hints are wanted.

use std::collections::BTreeMap;

use oxmca_asm::diagnostic::Diagnostic;
use oxmca_asm::triple::Arch;
use oxmca_tables::Tables;

use crate::console::{self, Kind};
use crate::suggest;

/// Most mnemonics about which one run gives hints.
const MAX_MNEMONICS: usize = 20;

/// Says which CPUs may have been meant.
pub fn cpu(tables: &Tables<'_>, name: &str) {
    say(&suggest::nearest(name, tables.cpus.iter().map(|row| tables.text(row.name))));
}

/// Says which features may have been meant by a name with its sign.
pub fn feature(tables: &Tables<'_>, signed: &str) {
    let (sign, name) = match signed.strip_prefix(['+', '-']) {
        Some(name) => (&signed[..1], name),
        None => ("", signed),
    };
    let near = suggest::nearest(name, tables.features.iter().map(|row| tables.text(row.name)));
    let near: Vec<String> = near.iter().map(|name| format!("{sign}{name}")).collect();
    say(&near.iter().map(String::as_str).collect::<Vec<_>>());
}

/// Says which targets `-march` may have meant, after a message without the end of its line.
pub fn arch(name: &str) {
    let near = suggest::nearest(name, Arch::ALL.into_iter().map(Arch::target_name));
    if !near.is_empty() && console::suggests() {
        console::raw(b"\n");
    }
    say(&near);
}

fn say(near: &[&str]) {
    if console::suggests()
        && let Some(choice) = suggest::choice(near)
    {
        console::message(Kind::Note, &question(&choice));
    }
}

fn question(choice: &str) -> String {
    format!("did you mean {choice}?")
}

/// Hints about mnemonics, for the diagnostics of one input.
pub struct Mnemonics<'t> {
    tables: Tables<'t>,
    dialect: usize,
    /// What was found for those asked about so far.
    known: BTreeMap<String, Option<String>>,
}

impl<'t> Mnemonics<'t> {
    /// Hints for a dialect; `None` if they are not wanted.
    pub fn new(tables: Tables<'t>, dialect: usize) -> Option<Mnemonics<'t>> {
        console::suggests().then(|| Mnemonics { tables, dialect, known: BTreeMap::new() })
    }

    /// The line to print after a diagnostic, if it is about a mnemonic that is near to others.
    pub fn after(&mut self, diagnostic: &Diagnostic) -> Option<String> {
        let choice = self.choice(unknown_mnemonic(diagnostic)?)?;
        Some(console::line(Kind::Note, &question(&choice)))
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

    /// The nearest in the dialect itself, or in others: AT&T's names leave out those to which a
    /// suffix may be added.
    fn nearest(&self, mnemonic: &str) -> Vec<&'t str> {
        let tables = self.tables;
        let others = (0..tables.dialects.len()).filter(|dialect| *dialect != self.dialect);
        let dialects = std::iter::once(self.dialect).chain(others);
        dialects
            .filter_map(|dialect| tables.dialects.get(dialect))
            .map(|dialect| {
                let rows = tables.mnemonics[dialect.mnemonics.range()].iter();
                suggest::nearest(mnemonic, rows.map(|row| tables.text(row.text)))
            })
            .find(|near| !near.is_empty())
            .unwrap_or_default()
    }
}

/// The mnemonic a diagnostic says is none.
fn unknown_mnemonic(diagnostic: &Diagnostic) -> Option<&str> {
    let quoted = diagnostic.message.strip_prefix(b"invalid instruction mnemonic '")?;
    std::str::from_utf8(quoted.strip_suffix(b"'")?).ok()
}
