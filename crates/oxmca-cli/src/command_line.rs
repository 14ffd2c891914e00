//! Arguments of the commands that clap reads.

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
    let program = std::iter::once(program.as_str());
    let arguments = program.chain(arguments.iter().map(String::as_str));
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
