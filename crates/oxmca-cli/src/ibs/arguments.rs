//! Arguments that all commands after `oxmca ibs` share.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use oxmca_ibs_report::layout::Style;

use crate::console::{self, failed};
use crate::files::{self, Output};
use crate::flags::args::When;
use crate::run::Failed;

/// The recording, and options for reading it.
#[derive(Args, Debug)]
pub struct InputArguments {
    #[arg(
        help = "What `perf record -R -e ibs_op// -e ibs_fetch//` wrote; `-` reads a pipe from `perf record -o -`"
    )]
    pub file: String,
    #[arg(
        long,
        value_name = "FOLDER",
        help = "Where the recorded computer's files are, if not in /"
    )]
    pub root: Option<String>,
    /// The processor, for recordings that do not name it
    #[arg(long, value_name = "VENDOR,FAMILY,MODEL,STEPPING")]
    pub cpuid: Option<String>,
    /// A progress bar on standard error
    #[arg(long, value_enum, default_value_t = AutoSwitch::Auto)]
    pub progress: AutoSwitch,
}

/// A switch that the program decides by itself unless it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AutoSwitch {
    Auto,
    Always,
    Never,
}

impl From<AutoSwitch> for When {
    fn from(switch: AutoSwitch) -> Self {
        match switch {
            AutoSwitch::Auto => Self::Auto,
            AutoSwitch::Always => Self::Always,
            AutoSwitch::Never => Self::Never,
        }
    }
}

/// Takes over `--color` for messages, and opens the output.
///
/// # Errors
/// The exit status, after a message.
pub fn open_output(path: &str, color: AutoSwitch) -> Result<Output, Failed> {
    console::set_up(color.into(), When::Auto);
    Output::open(path).map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))
}

/// Returns the style of text in an output.
pub fn style(color: AutoSwitch, output: &Output) -> Style {
    let is_coloured = match color {
        AutoSwitch::Always => true,
        AutoSwitch::Never => false,
        AutoSwitch::Auto => {
            let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
            output.is_stdout() && std::io::stdout().is_terminal() && !is_unwanted
        }
    };
    if is_coloured { Style::Coloured } else { Style::Plain }
}
