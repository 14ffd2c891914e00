//! Commands of our own: the first argument names one, and clap reads the rest. Without one, the options
//! are llvm-mca's.

use crate::loops::{check, diff};
use crate::{explain, ibs, loops, models, validate};

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
pub const COMMANDS: [Command; 7] = [
    Command { name: loops::NAME, run: loops::run, command: loops::command },
    Command { name: diff::NAME, run: diff::run, command: diff::command },
    Command { name: check::NAME, run: check::run, command: check::command },
    Command { name: explain::NAME, run: explain::run, command: explain::command },
    Command { name: validate::NAME, run: validate::run, command: validate::command },
    Command { name: ibs::NAME, run: ibs::run, command: ibs::command },
    Command { name: models::NAME, run: models::run, command: models::command },
];

/// Returns the command that the arguments begin with, and the arguments after its name. A file of that
/// name is written with a folder before it (`./ibs`). Options with a value (`-mcpu=skylake`) can be before the name, too,
/// unless there is such a file, which llvm-mca would read.
pub fn find(arguments: &[String]) -> Option<(&'static Command, Vec<String>)> {
    // What follows an option without `=` can be its value.
    let at = arguments.iter().position(|it| !(it.starts_with('-') && it.contains('=')))?;
    let command = COMMANDS.iter().find(|command| command.name == arguments[at])?;
    if at > 0 && std::path::Path::new(command.name).exists() {
        return None;
    }
    let (before, rest) = (&arguments[..at], &arguments[at + 1..]);
    Some((command, [before, rest].concat()))
}

/// Returns the names and purposes of all commands.
pub fn purposes() -> Vec<(&'static str, String)> {
    COMMANDS.iter().map(|command| (command.name, command.about())).collect()
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
        assert_eq!(found("-mcpu=x a.s loops"), None);
        assert_eq!(found("-o loops a.s"), None);
        assert_eq!(found("- loops"), None);
        assert_eq!(found("-mcpu=x"), None);
    }
}
