//! Values of the flags that choose parts of the input.

use super::args::Args;

/// `-loop`
pub fn add_loop(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_loop(text)
}

/// `-function`
pub fn add_function(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_function(text);
    Ok(())
}

/// `-range`
pub fn add_range(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_range(text)
}

/// `-line`
pub fn add_line(args: &mut Args, text: &str) -> Result<(), &'static str> {
    args.selection.add_line(text)
}
