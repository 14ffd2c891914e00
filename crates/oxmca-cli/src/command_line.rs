//! Arguments of the commands that clap reads.

use std::borrow::Cow;
use std::collections::HashSet;

use clap::{Command, Parser};

use crate::console;

/// Reads the arguments after a command's name.
///
/// # Errors
/// The exit status, when they are wrong or ask for help, which is printed.
pub fn parse<T: Parser>(name: &str, arguments: &[String]) -> Result<T, i32> {
    parse_command(T::command(), name, arguments)
}

/// Reads the arguments after a command's name, of a command that has more of them than `T`.
///
/// # Errors
/// The exit status, when they are wrong or ask for help, which is printed.
pub fn parse_command<T: Parser>(
    mut command: Command,
    name: &str,
    arguments: &[String],
) -> Result<T, i32> {
    let program = format!("oxmca {name}");
    let known = long_names(&command);
    let arguments = arguments.iter().map(|it| with_two_dashes(it, &known));
    let arguments = std::iter::once(Cow::Borrowed(program.as_str())).chain(arguments);
    let arguments: Vec<Cow<'_, str>> = arguments.collect();
    let arguments = arguments.iter().map(AsRef::<str>::as_ref);
    let matches = command.try_get_matches_from_mut(arguments);
    let parsed = matches.and_then(|matches| {
        T::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    });
    parsed.map_err(|error| {
        if !error.use_stderr() {
            return console::print(&error.render().to_string());
        }
        console::text(&error.render().to_string());
        1
    })
}

/// Returns the long names of all options of a command and of the commands within it.
fn long_names(command: &Command) -> HashSet<String> {
    let own = command.get_arguments().filter_map(|it| it.get_long()).map(str::to_owned);
    own.chain(command.get_subcommands().flat_map(long_names)).collect()
}

/// Returns an argument with the two dashes of our own commands where it is an option with the one dash of llvm-mca.
fn with_two_dashes<'a>(argument: &'a str, known: &HashSet<String>) -> Cow<'a, str> {
    let name = argument.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    let name = name.and_then(|rest| rest.split('=').next()).unwrap_or_default();
    match name.len() > 1 && known.contains(name) {
        true => Cow::Owned(format!("-{argument}")),
        false => Cow::Borrowed(argument),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_enough_for_long_names() {
        let known = HashSet::from(["mcpu".to_owned(), "all".to_owned(), "o".to_owned()]);
        let cases = [
            ("-mcpu=skylake", "--mcpu=skylake"),
            ("--mcpu=skylake", "--mcpu=skylake"),
            ("-all", "--all"),
            ("-o", "-o"),
            ("-j2", "-j2"),
            ("-", "-"),
            ("kernel.s", "kernel.s"),
        ];
        for (given, meant) in cases {
            assert_eq!(with_two_dashes(given, &known), meant);
        }
    }
}
