//! Completions of the values of flags and options.

use std::collections::BTreeSet;

use oxmca::SessionBuilder;
use oxmca_asm::triple::Arch;

use crate::flags::table::FLAGS;
use crate::flags::{Flag, Value};

/// The flags to complete.
pub fn flags() -> impl Iterator<Item = &'static Flag> {
    FLAGS.iter().filter(|flag| !flag.hidden)
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

/// The completions of the value of a flag.
pub fn values(flag: &Flag) -> Values {
    match &flag.value {
        Value::Switch(_) | Value::SpecialMode(_) => Values::None,
        Value::Choice { .. } | Value::SwitchOr { .. } | Value::When(_) => {
            Values::Words(flag.words().into_iter().map(str::to_owned).collect())
        }
        Value::Text(_) => match flag.name {
            "mcpu" => Values::Words(cpus()),
            "march" => Values::Words(Arch::ALL.map(|arch| arch.target_name().to_owned()).into()),
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

/// The names of all CPUs of all targets, and the words that may stand in their place.
fn cpus() -> Vec<String> {
    let mut names = BTreeSet::from(["help".to_owned(), "native".to_owned()]);
    for arch in Arch::ALL {
        let catalog = SessionBuilder::new("").arch(arch).catalog();
        names.extend(catalog.into_iter().flat_map(|catalog| catalog.cpus));
    }
    names.into_iter().collect()
}
