//! The command line after `oxmca ibs`.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use oxmca_ibs::view::VIEWS;

use super::annotate::AnnotateOptions;
use crate::flags::args::When;

/// The name for every view that a recording can fill.
pub const ALL_VIEWS: &str = "all";
/// The name of the list of all events, which is no table.
pub const EVENT_LIST: &str = "events";

/// What AMD processors measured by Instruction-Based Sampling (IBS)
#[derive(Parser, Debug)]
#[command(name = "oxmca ibs", bin_name = "oxmca ibs", disable_help_subcommand = true)]
#[command(after_help = "To analyze an assembly file that is called `ibs`, name it `./ibs`.")]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Derived events and ratios by process, module, function or instruction
    Report(ReportOptions),
    /// The instructions of a function with what was measured, beside a simulation of its hottest loop
    Annotate(AnnotateOptions),
}

/// A recording, and how to read it.
#[derive(Args, Debug)]
pub struct InputOptions {
    /// What `perf record -R -e ibs_op// -e ibs_fetch//` wrote; `-` reads a pipe from `perf record -o -`
    pub file: String,
    /// Where the recorded computer's files are, if not in /
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<String>,
    /// The processor, for recordings that do not name it
    #[arg(long, value_name = "VENDOR,FAMILY,MODEL,STEPPING")]
    pub cpuid: Option<String>,
    /// A progress bar on standard error
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub progress: Choice,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReportOptions {
    #[command(flatten)]
    pub input: InputOptions,
    /// Show this view; can be given several times [default: all-ops, fetch-overall]
    #[arg(long = "view", value_name = "NAME", value_parser = view_names())]
    pub views: Vec<String>,
    /// What a row stands for
    #[arg(long, value_enum, default_value_t = By::Function)]
    pub by: By,
    /// Sort by an event (its select code, e.g. F206, or a name) or a ratio; without it, by samples
    #[arg(long, value_name = "EVENT")]
    pub sort: Option<String>,
    /// Show this many rows, 0 for all [default: 20 as text, otherwise all]
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// Only processes with this number or name; can be given several times
    #[arg(long = "process", value_name = "PID|NAME")]
    pub processes: Vec<String>,
    /// Only modules with this path or file name; can be given several times
    #[arg(long = "module", value_name = "FILE")]
    pub modules: Vec<String>,
    /// Only functions with this name; can be given several times
    #[arg(long = "symbol", short = 's', value_name = "NAME")]
    pub symbols: Vec<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    pub output: String,
    /// The kernel's functions: a copy of the recorded computer's /proc/kallsyms, made as root
    #[arg(long, value_name = "FILE")]
    pub kallsyms: Option<String>,
    /// Colours
    #[arg(long, value_enum, default_value_t = Choice::Auto)]
    pub color: Choice,
}

const EXAMPLES: &str = "\
Examples:
  perf record -R -e ibs_op/cnt_ctl=1/ -c 100000 -- ./app
  oxmca ibs report perf.data                                 the functions with most ops
  oxmca ibs report perf.data --view data-cache --sort F206   those with most data cache misses
  oxmca ibs report perf.data -s work --by instruction        where in `work`
  oxmca ibs report perf.data --view all --format json        everything, as data";

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    Process,
    Module,
    Function,
    Instruction,
}

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
    Csv,
}

/// A switch that may be left to circumstances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    Auto,
    Always,
    Never,
}

impl From<Choice> for When {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Auto => Self::Auto,
            Choice::Always => Self::Always,
            Choice::Never => Self::Never,
        }
    }
}

fn view_names() -> PossibleValuesParser {
    let named = [
        PossibleValue::new(ALL_VIEWS).help("Every view that the recording can fill"),
        PossibleValue::new(EVENT_LIST).help("The totals of all events"),
    ];
    let views = VIEWS.iter().map(|view| PossibleValue::new(view.key).help(view.title));
    PossibleValuesParser::new(named.into_iter().chain(views))
}
