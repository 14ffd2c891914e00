//! Commands of ours and their options, from what clap knows of them.

use clap::{Arg, Command};

use super::values::Values;
use crate::commands::COMMANDS;

/// A command that the first argument names.
pub struct CommandDocument {
    /// The first argument.
    pub name: &'static str,
    /// Purpose, in a line.
    pub about: String,
    /// True if the second argument names a subcommand.
    pub has_subcommands: bool,
    /// Its subcommands, or the command itself if it has none.
    pub usages: Vec<Usage>,
}

/// A command line of a command.
pub struct Usage {
    /// The arguments that name the command: `ibs report`.
    pub words: String,
    /// The last of these words.
    pub name: String,
    /// Purpose, in a line.
    pub about: String,
    /// Explanation after the purpose, in paragraphs.
    pub explanation: String,
    /// Names of the arguments that are no options; all are files.
    pub operands: String,
    /// Options.
    pub options: Vec<OptionDocument>,
    /// Examples and the like.
    pub examples: String,
}

/// An option of a command.
pub struct OptionDocument {
    /// The name, without dashes.
    pub long: String,
    /// The letter, if it has one.
    pub short: Option<char>,
    /// Name of its value; empty without.
    pub value_name: String,
    /// Meaning, in a line.
    pub doc: String,
    /// Completions of its value.
    pub values: Values,
    /// The words among its values, with their meanings.
    pub words: Vec<(String, String)>,
    /// The value without the option.
    pub default: Option<String>,
}

impl OptionDocument {
    /// Returns the ways to write it, with dashes.
    pub fn spellings(&self) -> Vec<String> {
        let short = self.short.map(|letter| format!("-{letter}"));
        short.into_iter().chain([format!("--{}", self.long)]).collect()
    }

    /// Returns whether it takes a value.
    pub fn needs_value(&self) -> bool {
        self.values != Values::None
    }
}

/// Returns all commands.
pub fn commands() -> Vec<CommandDocument> {
    let documents = COMMANDS.iter().map(|entry| {
        let mut command = (entry.command)();
        command.build();
        let subcommands = command.get_subcommands().filter(|it| !it.is_hide_set());
        let usages: Vec<Usage> =
            subcommands.map(|it| usage(it, format!("{} {}", entry.name, it.get_name()))).collect();
        let has_subcommands = !usages.is_empty();
        CommandDocument {
            name: entry.name,
            about: entry.about(),
            has_subcommands,
            usages: match has_subcommands {
                true => usages,
                false => vec![usage(&command, entry.name.to_owned())],
            },
        }
    });
    documents.collect()
}

/// Returns the usages of all commands.
pub fn usages(commands: &[CommandDocument]) -> impl Iterator<Item = &Usage> {
    commands.iter().flat_map(|command| &command.usages)
}

fn usage(command: &Command, words: String) -> Usage {
    let operands = command.get_positionals().map(value_name).collect::<Vec<_>>().join(" ");
    let options = command.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let long_about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    Usage {
        name: words.rsplit(' ').next().unwrap_or_default().to_owned(),
        words,
        about,
        explanation: long_about.split_once("\n\n").map_or("", |(_, rest)| rest).to_owned(),
        operands,
        options: options.filter_map(option).collect(),
        examples: command.get_after_help().map(ToString::to_string).unwrap_or_default(),
    }
}

fn value_name(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn option(argument: &Arg) -> Option<OptionDocument> {
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
    let default = default.map(|it| it.to_string_lossy().into_owned());
    Some(OptionDocument {
        long: argument.get_long()?.to_owned(),
        short: argument.get_short(),
        value_name,
        doc: argument.get_help().map(ToString::to_string).unwrap_or_default(),
        values,
        words,
        default: default.filter(|it| !it.is_empty()),
    })
}
