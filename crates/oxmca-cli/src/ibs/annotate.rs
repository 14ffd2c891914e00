//! `oxmca ibs annotate`: the instructions of a function beside a simulation of its hottest loop.

use clap::{Args, ValueEnum};
use oxmca::SessionBuilder;
use oxmca_ibs_report::annotate::{self, AnnotateOptions, Annotation, LoopRange};

use super::arguments::{AutoSwitch, InputArguments, open_output, style};
use super::messages::not_annotated;
use super::recording;
use crate::console::{Streams, failed, write_failed};
use crate::recorded_files::SourceFiles;
use crate::run::Failed;
use crate::source_roots::SourceRoots;
use crate::{files, target};

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AnnotateArguments {
    #[command(flatten)]
    input: InputArguments,
    /// The function: its name, or an address within it (0x...)
    #[arg(long, short = 's', value_name = "NAME|ADDRESS")]
    symbol: String,
    /// Only a function of the module with this path or file name; can be given several times
    #[arg(long = "module", value_name = "FILE")]
    modules: Vec<String>,
    /// Only samples of processes with this number or name; can be given several times
    #[arg(long = "process", value_name = "PID|NAME")]
    processes: Vec<String>,
    /// The CPU to simulate [default: the one that recorded]
    #[arg(long, alias = "cpu", value_name = "CPU")]
    mcpu: Option<String>,
    /// File with a scheduling model of your own, which is simulated; can be given several times
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<String>,
    #[arg(
        long = "loop",
        value_name = "START..END",
        help = "What to simulate as a loop: instructions from START up to and without END, both addresses in \
                hexadecimal digits, or offsets from the function's start with a plus before [default: the loop \
                with most samples]"
    )]
    range: Option<LoopRange>,
    /// Folder with source files, in place of a prefix of their paths with PREFIX=FOLDER; can be given several times
    #[arg(long = "source-root", value_name = "FOLDER", conflicts_with = "root")]
    source_roots: Vec<String>,
    #[arg(long, value_enum, default_value_t = Syntax::Att, help = "How instructions are written")]
    syntax: Syntax,
    #[arg(long, value_enum, default_value_t = Format::Text, help = "How to print")]
    format: Format,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    /// Colours
    #[arg(long, value_enum, default_value_t = AutoSwitch::Auto)]
    color: AutoSwitch,
}

const EXAMPLES: &str = "\
Examples:
  perf record -R -e ibs_op/cnt_ctl=1/ -c 100000 -- ./app
  oxmca ibs annotate perf.data -s work                        where `work` spends its time, and why
  oxmca ibs annotate perf.data -s work --mcpu znver4          beside another CPU's simulation
  oxmca ibs annotate perf.data -s work --model my-zen.tbl     beside that of a model of your own
  oxmca ibs annotate perf.data -s work --loop +0x10..+0x3c    beside that of this loop
  oxmca ibs annotate perf.data -s work --format json          as data";

/// The syntax of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Syntax {
    Att,
    Intel,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl AnnotateArguments {
    /// Returns the options that the arguments stand for.
    ///
    /// # Errors
    /// The exit status, after a message, when a model file cannot be read or has mistakes.
    fn options(&self) -> Result<AnnotateOptions, Failed> {
        let mut options = AnnotateOptions::new(&self.symbol);
        options.modules.clone_from(&self.modules);
        options.processes.clone_from(&self.processes);
        options.cpu = self.mcpu.as_deref().map(|name| match name {
            "native" => oxmca_host::cpu_name().to_owned(),
            name => name.to_owned(),
        });
        if !self.models.is_empty() {
            let builder = SessionBuilder::new(annotate::triple(true));
            let builder = target::add_models(builder, &self.models, &mut Streams)?;
            options.tables = builder.own_tables().cloned();
            options.cpu.get_or_insert_with(|| builder.cpu_name().to_owned());
        }
        options.loop_range = self.range;
        options.syntax = match self.syntax {
            Syntax::Att => annotate::Syntax::Att,
            Syntax::Intel => annotate::Syntax::Intel,
        };
        Ok(options)
    }
}

/// Prints an annotated function.
///
/// # Errors
/// The exit status, after a message.
pub fn run(arguments: &AnnotateArguments) -> Result<(), Failed> {
    let output = open_output(&arguments.output, arguments.color)?;
    let options = arguments.options()?;
    let recording = recording::read(&arguments.input)?;
    let annotation = match &arguments.input.root {
        // Debug information names files of the recorded computer, which are all beneath the folder.
        Some(root) => {
            let mut sources = SourceFiles::new(Some(files::path_named(root)));
            Annotation::new(&recording, &options, &mut sources)
        }
        None => {
            let mut sources = SourceRoots::new(&arguments.source_roots, &arguments.input.file);
            let annotation = Annotation::new(&recording, &options, &mut sources);
            sources.tell();
            annotation
        }
    };
    let annotation = annotation.map_err(|error| not_annotated(&error))?;
    let bytes = match arguments.format {
        Format::Text => {
            let style = style(arguments.color, &output);
            annotate::text::render(&annotation, style).into_bytes()
        }
        Format::Json => {
            annotate::json::render(&annotation).map_err(|error| failed(&error.to_string()))?
        }
    };
    output.finish(&bytes).map_err(|error| write_failed(&error))
}
