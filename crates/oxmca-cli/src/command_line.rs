//! Arguments of the commands that clap reads.

use clap::Parser;

use crate::console;

/// Reads the arguments after a command's name.
///
/// # Errors
/// The exit status, when they are wrong or ask for help, which is printed.
pub fn parse<T: Parser>(name: &str, arguments: &[String]) -> Result<T, i32> {
    let program = format!("oxmca {name}");
    let program = std::iter::once(program.as_str());
    T::try_parse_from(program.chain(arguments.iter().map(String::as_str))).map_err(|error| {
        if !error.use_stderr() {
            return console::print(&error.render().to_string());
        }
        console::text(&error.render().to_string());
        1
    })
}
