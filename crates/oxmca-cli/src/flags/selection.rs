//! Values of the flags that choose parts of the input.

use super::args::Args;

/// Takes the value of `-loop`.
pub fn add_loop(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_loop(text)
}

/// Takes the value of `-function`.
pub fn add_function(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_function(text);
    Ok(())
}

/// Takes the value of `-range`.
pub fn add_range(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_range(text)
}

/// Takes the value of `-line`.
pub fn add_line(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_line(text)
}
