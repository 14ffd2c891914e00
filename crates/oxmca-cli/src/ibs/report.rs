//! `oxmca ibs report`: events and ratios by process, module, function or instruction.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use oxmca_ibs::view::VIEWS;
use oxmca_ibs_report::report::{self, Grouping, Report, ReportOptions, RequestedView, find_column};

use super::arguments::{AutoSwitch, InputArguments, open_output, style};
use super::messages::unknown_name;
use super::recording;
use crate::console::{failed, write_failed};
use crate::run::Failed;

/// The number of rows in a table as text, unless another is asked for.
const DEFAULT_TEXT_ROWS: usize = 20;

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReportArguments {
    #[command(flatten)]
    input: InputArguments,
    /// Show this view; can be given several times [default: all-ops, fetch-overall]
    #[arg(long = "view", value_name = "NAME", value_parser = view_names())]
    views: Vec<String>,
    #[arg(long, value_enum, default_value_t = By::Function, help = "What a row stands for")]
    by: By,
    /// Sort by an event (its select code, e.g. F206, or a name) or a ratio; without it, by samples
    #[arg(long, value_name = "EVENT")]
    sort: Option<String>,
    /// Show this many rows, 0 for all [default: 20 as text, otherwise all]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Only processes with this number or name; can be given several times
    #[arg(long = "process", value_name = "PID|NAME")]
    processes: Vec<String>,
    /// Only modules with this path or file name; can be given several times
    #[arg(long = "module", value_name = "FILE")]
    modules: Vec<String>,
    /// Only functions with this name; can be given several times
    #[arg(long = "symbol", short = 's', value_name = "NAME")]
    symbols: Vec<String>,
    #[arg(long, value_enum, default_value_t = Format::Text, help = "How to print")]
    format: Format,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    /// The kernel's functions: a copy of the recorded computer's /proc/kallsyms, made as root
    #[arg(long, value_name = "FILE")]
    kallsyms: Option<String>,
    /// Colours
    #[arg(long, value_enum, default_value_t = AutoSwitch::Auto)]
    color: AutoSwitch,
}

const EXAMPLES: &str = "\
Examples:
  perf record -R -e ibs_op/cnt_ctl=1/ -c 100000 -- ./app
  oxmca ibs report perf.data                                 the functions with most ops
  oxmca ibs report perf.data --view data-cache --sort F206   those with most data cache misses
  oxmca ibs report perf.data -s work --by instruction        where in `work`
  oxmca ibs report perf.data --view all --format json        everything, as data";

/// The kind of thing that rows stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    Process,
    Module,
    Function,
    Instruction,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

impl From<By> for Grouping {
    fn from(by: By) -> Self {
        match by {
            By::Process => Self::Process,
            By::Module => Self::Module,
            By::Function => Self::Function,
            By::Instruction => Self::Instruction,
        }
    }
}

fn view_names() -> PossibleValuesParser {
    let named = [
        PossibleValue::new(RequestedView::ALL).help("Every view that the recording can fill"),
        PossibleValue::new(RequestedView::EVENTS).help("The totals of all events"),
    ];
    let views = VIEWS.iter().map(|view| PossibleValue::new(view.key).help(view.title));
    PossibleValuesParser::new(named.into_iter().chain(views))
}

impl ReportArguments {
    /// Returns the choices of the report.
    ///
    /// # Errors
    /// The exit status, after a message, if there is no column to sort by.
    fn options(&self) -> Result<ReportOptions, Failed> {
        let sort = self.sort.as_deref().map(find_column).transpose();
        let default_top = if self.format == Format::Text { DEFAULT_TEXT_ROWS } else { 0 };
        let mut options = ReportOptions::default();
        options.views = self.views.iter().filter_map(|it| RequestedView::from_name(it)).collect();
        options.grouping = self.by.into();
        options.sort = sort.map_err(|error| unknown_name("--sort: ", &error))?;
        options.top = NonZeroUsize::new(self.top.unwrap_or(default_top));
        options.processes.clone_from(&self.processes);
        options.modules.clone_from(&self.modules);
        options.functions.clone_from(&self.symbols);
        Ok(options)
    }
}

/// Prints a report.
///
/// # Errors
/// The exit status, after a message.
pub fn run(arguments: &ReportArguments) -> Result<(), Failed> {
    let output = open_output(&arguments.output, arguments.color)?;
    let mut recording = recording::read(&arguments.input)?;
    if let Some(path) = &arguments.kallsyms {
        recording.name_kernel(recording::kernel_symbols(path)?);
    }
    let options = arguments.options()?;
    let report = Report::new(&recording, &options).map_err(|error| unknown_name("", &error))?;
    let bytes = match arguments.format {
        Format::Text => {
            let style = style(arguments.color, &output);
            report::text::render(&report, style).into_bytes()
        }
        Format::Json => {
            report::json::render(&report).map_err(|error| failed(&error.to_string()))?
        }
        Format::Csv => report::csv::render(&report).map_err(|error| failed(&error.to_string()))?,
    };
    output.finish(&bytes).map_err(|error| write_failed(&error))
}
