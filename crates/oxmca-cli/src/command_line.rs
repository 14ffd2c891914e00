//! Arguments of the commands that clap reads.

use std::borrow::Cow;
use std::collections::HashSet;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Parser};

use crate::console;
use crate::flags::response;

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
    let arguments = &response::expand(arguments.to_vec()).map_err(|it| console::failed(&it))?;
    let known = Names::of(&command);
    let arguments = arguments.iter().map(|it| known.with_two_dashes(it));
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
        match message(&error, name) {
            Some(message) => console::failed(&message),
            None => {
                console::text(&error.render().to_string());
                1
            }
        }
    })
}

/// Returns the error in one line, if it is about an option or a command that there is not.
fn message(error: &clap::Error, name: &str) -> Option<String> {
    let text = |kind: ContextKind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    };
    let (noun, given, near) = match error.kind() {
        ErrorKind::UnknownArgument => {
            let given = text(ContextKind::InvalidArg)?;
            let noun =
                if given.starts_with('-') { "takes no option" } else { "takes no other file:" };
            (noun, given, text(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => (
            "has no command",
            text(ContextKind::InvalidSubcommand)?,
            text(ContextKind::SuggestedSubcommand),
        ),
        _ => return None,
    };
    let hint = match near {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("`oxmca {name} --help` lists all"),
    };
    Some(format!("oxmca {name} {noun} '{given}'; {hint}"))
}

/// The names of all options of a command and of the commands within it.
struct Names {
    long: HashSet<String>,
    short: HashSet<char>,
}

impl Names {
    fn of(command: &Command) -> Names {
        let mut names = Names { long: HashSet::new(), short: HashSet::from(['h']) };
        names.add(command);
        names
    }

    fn add(&mut self, command: &Command) {
        self.long.extend(command.get_arguments().filter_map(|it| it.get_long()).map(str::to_owned));
        self.short.extend(command.get_arguments().filter_map(|it| it.get_short()));
        command.get_subcommands().for_each(|it| self.add(it));
    }

    /// Returns an argument with the two dashes of our own commands where it is an option with the one dash of llvm-mca,
    /// or no option, which the error then names whole.
    fn with_two_dashes<'a>(&self, argument: &'a str) -> Cow<'a, str> {
        let name = argument.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        let name = name.and_then(|rest| rest.split('=').next()).unwrap_or_default();
        let is_short = name.chars().next().is_some_and(|it| self.short.contains(&it));
        match name.len() > 1 && (self.long.contains(name) || !is_short) {
            true => Cow::Owned(format!("-{argument}")),
            false => Cow::Borrowed(argument),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_enough_for_long_names() {
        let long = HashSet::from(["mcpu".to_owned(), "all".to_owned(), "jobs".to_owned()]);
        let known = Names { long, short: HashSet::from(['o', 'j']) };
        let cases = [
            ("-mcpu=skylake", "--mcpu=skylake"),
            ("--mcpu=skylake", "--mcpu=skylake"),
            ("-all", "--all"),
            ("-o", "-o"),
            ("-j2", "-j2"),
            ("-jobs=2", "--jobs=2"),
            ("-fnction=f", "--fnction=f"),
            ("-oout.txt", "-oout.txt"),
            ("-", "-"),
            ("kernel.s", "kernel.s"),
        ];
        for (given, meant) in cases {
            assert_eq!(known.with_two_dashes(given), meant);
        }
    }
}
