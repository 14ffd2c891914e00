//! Commands of our own: the first argument names one, and clap reads the rest. Without one, the options
//! are llvm-mca's.

use std::path::Path;

use crate::flags::args::Input;
use crate::flags::parse;
use crate::flags::table::flags;
use crate::loops::{check, diff};
use crate::{
    characterize, explain, extensions, ibs, loops, measure, models, suggest, validate,
    wrapped_build,
};

/// A command.
pub struct Command {
    /// The first argument.
    pub name: &'static str,
    /// Runs it with the arguments after its name and gives the exit status.
    pub run: fn(&[String]) -> i32,
    /// Its options, for documents about them.
    pub command: fn() -> clap::Command,
}

impl Command {
    /// Returns its purpose, in a line.
    pub fn about(&self) -> String {
        (self.command)().get_about().map(ToString::to_string).unwrap_or_default()
    }
}

/// All commands, in the order help lists them.
pub const COMMANDS: [Command; 10] = [
    Command { name: loops::NAME, run: loops::run, command: loops::command },
    Command { name: diff::NAME, run: diff::run, command: diff::command },
    Command { name: check::NAME, run: check::run, command: check::command },
    Command { name: wrapped_build::NAME, run: wrapped_build::run, command: wrapped_build::command },
    Command { name: explain::NAME, run: explain::run, command: explain::command },
    Command { name: measure::NAME, run: measure::run, command: measure::command },
    Command { name: characterize::NAME, run: characterize::run, command: characterize::command },
    Command { name: validate::NAME, run: validate::run, command: validate::command },
    Command { name: ibs::NAME, run: ibs::run, command: ibs::command },
    Command { name: models::NAME, run: models::run, command: models::command },
];

/// Returns the command that the arguments begin with, and the arguments after its name. A file of that
/// name is written with a folder before it (`./ibs`). Options with a value (`-mcpu=skylake`, `-mcpu skylake`) can be before
/// the name, too, unless there is such a file, which llvm-mca would read.
pub fn find(arguments: &[String]) -> Option<(&'static Command, Vec<String>)> {
    let mut at = 0;
    while let Some(option) = arguments.get(at).and_then(|it| it.strip_prefix('-')) {
        at += match option.contains('=') {
            true => 1,
            false if takes_next(option) => 2,
            false => return None,
        };
    }
    let command =
        COMMANDS.iter().find(|command| Some(command.name) == arguments.get(at).map(|it| &**it))?;
    if at > 0 && Path::new(command.name).exists() {
        return None;
    }
    let (before, rest) = (&arguments[..at], &arguments[at + 1..]);
    Some((command, [before, rest].concat()))
}

/// Returns whether an option, without its first dash, has its value in the next argument. Short ones mean something else in
/// commands.
fn takes_next(option: &str) -> bool {
    let name = option.strip_prefix('-').unwrap_or(option);
    name.len() > 1 && parse::find(flags(), name).is_some_and(|flag| flag.needs_value())
}

/// Returns the error that the first of several inputs is no file, if its name is nearly that of a command. llvm-mca takes
/// one input.
pub fn misspelt(inputs: &[Input]) -> Option<String> {
    let [Input::File(word), _, ..] = inputs else { return None };
    near_command(word)
}

/// Returns the error that a word is no file, if it is nearly the name of a command.
pub fn near_command(word: &str) -> Option<String> {
    let names = COMMANDS.iter().map(|command| command.name);
    let near = suggest::nearest(word, names.chain(extensions::KNOWN.iter().map(|it| it.0)));
    let near: Vec<String> = near.iter().map(|name| format!("oxmca {name}")).collect();
    let near: Vec<&str> = near.iter().map(String::as_str).collect();
    let choice = suggest::choice(&near).filter(|_| !Path::new(word).exists())?;
    Some(format!("there is no command or file '{word}'; did you mean {choice}?"))
}

/// Returns the names and purposes of all commands, those that are programs of their own last.
pub fn purposes() -> Vec<(&'static str, String)> {
    let own = COMMANDS.iter().map(|command| (command.name, command.about()));
    own.chain(extensions::KNOWN.iter().map(|(name, about)| (*name, (*about).to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_can_be_before_a_command() {
        let found = |line: &str| {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            find(&arguments).map(|(command, rest)| (command.name, rest.join(" ")))
        };
        assert_eq!(found("loops a.o --all"), Some(("loops", "a.o --all".to_owned())));
        assert_eq!(
            found("-mcpu=x --mtriple=y diff a b"),
            Some(("diff", "-mcpu=x --mtriple=y a b".to_owned()))
        );
        assert_eq!(
            found("--mcpu x -mtriple y loops a.o"),
            Some(("loops", "--mcpu x -mtriple y a.o".to_owned()))
        );
        assert_eq!(found("-mcpu loops a.o"), None);
        assert_eq!(found("-mcpu=x a.s loops"), None);
        assert_eq!(found("-o loops a.s"), None);
        assert_eq!(found("- loops"), None);
        assert_eq!(found("-mcpu=x"), None);
    }
}
