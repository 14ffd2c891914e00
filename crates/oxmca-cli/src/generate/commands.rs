//! The commands after `oxmca ibs` and their options, from what clap knows of them.

use clap::{Arg, Command};

use super::Values;
use crate::ibs;

/// The first word of all commands.
pub const FIRST: &str = ibs::NAME;

/// A command.
pub struct Sub {
    /// The word after the first.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// How it is called, without options.
    pub operands: String,
    pub options: Vec<Choice>,
    /// More about it: examples.
    pub more: String,
}

/// An option of a command.
pub struct Choice {
    /// The name, without dashes.
    pub long: String,
    /// The letter, if it has one.
    pub short: Option<char>,
    /// What its value is called; empty without.
    pub value_name: String,
    pub doc: String,
    pub values: Values,
    /// What the words among its values mean.
    pub words: Vec<(String, String)>,
    /// The value without the option.
    pub default: Option<String>,
}

impl Choice {
    /// The ways to write it, with dashes.
    pub fn spellings(&self) -> Vec<String> {
        let short = self.short.map(|letter| format!("-{letter}"));
        short.into_iter().chain([format!("--{}", self.long)]).collect()
    }

    pub fn needs_value(&self) -> bool {
        self.values != Values::None
    }
}

/// What the first word is about.
pub fn about() -> String {
    ibs::command().get_about().map(ToString::to_string).unwrap_or_default()
}

/// All commands.
pub fn commands() -> Vec<Sub> {
    let mut command = ibs::command();
    command.build();
    command.get_subcommands().filter(|it| !it.is_hide_set()).map(sub).collect()
}

fn sub(command: &Command) -> Sub {
    let operands = command.get_positionals().map(value_name).collect::<Vec<_>>().join(" ");
    let options = command.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set());
    Sub {
        name: command.get_name().to_owned(),
        about: command.get_about().map(ToString::to_string).unwrap_or_default(),
        operands,
        options: options.filter_map(choice).collect(),
        more: command.get_after_help().map(ToString::to_string).unwrap_or_default(),
    }
}

fn value_name(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn choice(argument: &Arg) -> Option<Choice> {
    let takes_value = argument.get_action().takes_values();
    let possible = if takes_value { argument.get_possible_values() } else { Vec::new() };
    let possible = possible.iter().filter(|it| !it.is_hide_set());
    let words: Vec<(String, String)> = possible
        .map(|it| {
            (it.get_name().to_owned(), it.get_help().map(ToString::to_string).unwrap_or_default())
        })
        .collect();
    let value_name = if takes_value { value_name(argument) } else { String::new() };
    let values = match takes_value {
        false => Values::None,
        true if !words.is_empty() => {
            Values::Words(words.iter().map(|word| word.0.clone()).collect())
        }
        true if matches!(value_name.as_str(), "FILE" | "FOLDER") => Values::Files,
        true => Values::Any,
    };
    let default = argument.get_default_values().first().filter(|_| takes_value);
    Some(Choice {
        long: argument.get_long()?.to_owned(),
        short: argument.get_short(),
        value_name,
        doc: argument.get_help().map(ToString::to_string).unwrap_or_default(),
        values,
        words,
        default: default.map(|it| it.to_string_lossy().into_owned()),
    })
}
