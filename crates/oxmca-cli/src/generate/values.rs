//! Completions of the values of flags and options.

use std::collections::BTreeSet;

use oxmca::SessionBuilder;
use oxmca::options::OptionKind;
use oxmca_asm::target::architectures;

use crate::flags::{Flag, Value};

/// Returns the flags to complete, of all.
pub fn shown(flags: &[Flag]) -> impl Iterator<Item = &Flag> {
    flags.iter().filter(|flag| !flag.hidden)
}

/// Completions of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Nothing: the flag takes no value.
    None,
    /// Nothing: any text is a value.
    Any,
    /// The names of files.
    Files,
    /// These words.
    Words(Vec<String>),
}

/// Returns the completions of the value of a flag.
pub fn values(flag: &Flag) -> Values {
    match &flag.value {
        Value::Switch(_) | Value::SpecialMode(_) => Values::None,
        Value::Choice { .. } | Value::SwitchOr { .. } | Value::When(_) => {
            Values::Words(flag.words().into_iter().map(str::to_owned).collect())
        }
        Value::Option(entry) => match entry.kind {
            _ if entry.takes_files => Values::Files,
            OptionKind::Switch => Values::None,
            OptionKind::Words { .. } => {
                Values::Words(flag.words().into_iter().map(str::to_owned).collect())
            }
            _ => Values::Any,
        },
        Value::Text(_) => match flag.name {
            "mcpu" => Values::Words(cpus()),
            "march" => {
                Values::Words(architectures().map(|arch| arch.target_name().to_owned()).collect())
            }
            "o" | "model" | "hex-file" => Values::Files,
            _ => Values::Any,
        },
        Value::Number(_)
        | Value::Address(_)
        | Value::Signed(_)
        | Value::Parsed(_)
        | Value::List(_) => Values::Any,
    }
}

/// Returns the names of all CPUs of all targets, and the words that may stand in their place.
fn cpus() -> Vec<String> {
    let mut names = BTreeSet::from(["help".to_owned(), "native".to_owned()]);
    for arch in architectures() {
        let catalog = SessionBuilder::new("").arch(arch).catalog();
        names.extend(catalog.into_iter().flat_map(|catalog| catalog.cpus));
    }
    names.into_iter().collect()
}
