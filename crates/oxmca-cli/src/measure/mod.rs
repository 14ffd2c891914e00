//! `oxmca measure`: cycles on this machine beside predicted ones.

mod kept;
mod loops;
mod machine;
mod prediction;
mod report;

use clap::Parser;
use oxmca::{Code, CodeRegion};
use oxmca_loops::Selection;

pub use self::loops::{LoopMeasurer, MeasureArguments};
pub use self::machine::{Machine, NotMeasured};
pub use self::report::{SCHEMA, notes_of_other_cpus};

use self::prediction::Predictor;
use self::report::{Document, Row};
use crate::console::{Failed, Streams, failed, write_failed};
use crate::flags::args::{Args, Input, When};
use crate::machine_arguments::{MachineArguments, SelectionArguments};
use crate::output::Output;
use crate::progress::Watch;
use crate::{command_line, files, model_lines, run, terminal};

pub use self::machine::WORKER;

/// The first argument that names the command.
pub const NAME: &str = "measure";

/// Processes that measure each, unless another number is asked for.
pub const DEFAULT_PROCESSES: u32 = 3;

/// The error of predictions for several CPUs.
const ONE_CPU: &str = "this machine has one CPU: give --mcpu one name, or none";

/// Measures blocks and loops on this machine, beside what models predict.
///
/// Of a text that marks regions, these are measured; of another one its innermost loops or, if it has none, all of it. Code
/// runs in a process of its own that may do nothing else. A loop runs as it is: its own branch ends it, if that depends on
/// registers. Other code runs as copies, within a loop or with --delivery=unrolled once.
#[derive(Parser, Debug)]
#[command(name = "oxmca measure", bin_name = "oxmca measure", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca measure kernel.s
  oxmca measure --function=dot libkernels.so
  oxmca measure --hex='48 0f af c6'
  oxmca measure --delivery=unrolled --initial-registers=equal block.s
  oxmca measure --json kernel.o | jq '.regions[] | {name, measured, hardware}'
  oxmca measure --keep=loops.jsonl *.o && oxmca validate --hardware loops.jsonl")]
struct Options {
    /// Programs, libraries, archives, objects or assembly; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-", conflicts_with = "hex")]
    files: Vec<String>,
    /// Machine code in hexadecimal, in place of files
    #[arg(long, value_name = "BYTES")]
    hex: Option<String>,
    #[command(flatten)]
    selection: SelectionArguments,
    /// Processes that measure each, of which most must agree within 2 %
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT_PROCESSES)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=50))]
    processes: u32,
    /// Write what was measured to a file, as lines of blocks that `oxmca validate` reads
    #[arg(long, value_name = "FILE")]
    keep: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    #[command(flatten)]
    machine: MachineArguments,
}

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command with the arguments after its name and gives the exit status: 0 if all was measured, 3 if some was not.
pub fn run(arguments: &[String]) -> i32 {
    let mut options: Options = match command_line::parse(NAME, arguments) {
        Ok(options) => options,
        Err(status) => return status,
    };
    options.machine.command = Some(NAME);
    if options.machine.names_several_cpus() {
        return failed(ONE_CPU);
    }
    measure(&options).unwrap_or_else(|status| status)
}

/// The exit status if something was not measured.
const SOME_NOT_MEASURED: i32 = 3;

fn measure(options: &Options) -> Result<i32, Failed> {
    let selection = match options.hex.is_some() {
        true => Selection::default(),
        false => options.selection.selection().map_err(|message| failed(&message))?,
    };
    let machine = Machine::new(options.processes)?;
    let open = |path: &str| {
        Output::open(path).map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))
    };
    let output = open(&options.output)?;
    let mut kept = options.keep.as_deref().map(open).transpose()?;
    let inputs = match &options.hex {
        Some(text) => vec![Input::Hex(text.clone())],
        None => options.files.iter().map(|path| Input::File(path.clone())).collect(),
    };
    let mut document = Document::default();
    let mut models = Vec::new();
    for input in &inputs {
        let args = options.args(&selection, input);
        let opened = run::open(&args, "oxmca", &mut Streams)?;
        let predictor = Predictor::new(&opened.args, opened.code.session());
        let machine = machine.as_predicted(opened.code.session());
        for model in predictor.models() {
            if !models.contains(&model) {
                models.push(model);
            }
        }
        document.set_cpu(opened.code.session().cpu_name());
        let regions: Vec<CodeRegion<'_>> = opened.code.regions().collect();
        let watch = Watch::measurements(When::Auto, regions.len() as u64);
        for region in regions {
            let of_input = (inputs.len() > 1).then(|| input.name());
            let row = row(region, name(region, of_input), &predictor, &machine);
            if let Some(kept) = &mut kept {
                let line = kept::line(region, &row.name, &row.measured);
                kept.write(&line).map_err(|error| write_failed(&error))?;
            }
            document.add(row);
            watch.item_done();
        }
    }
    let text = match options.json {
        true => document.json(&models),
        false => {
            model_lines::of(models.iter()) + &document.text(terminal::columns_for(&options.output))
        }
    };
    output.finish(text.as_bytes()).map_err(|error| write_failed(&error))?;
    kept.map_or(Ok(()), |it| it.finish(b"")).map_err(|error| write_failed(&error))?;
    Ok(if document.is_all_measured() { 0 } else { SOME_NOT_MEASURED })
}

/// Measures the regions of a code one after the other, and returns a section of a report about each.
///
/// # Errors
/// When nothing can be measured at all, after a message that says so.
pub fn sections(args: &Args, code: &Code) -> Result<Vec<String>, Failed> {
    let session = code.session();
    let predictor = Predictor::new(args, session);
    let machine = Machine::new(DEFAULT_PROCESSES)?.as_predicted(session);
    let regions: Vec<CodeRegion<'_>> = code.regions().collect();
    let watch = Watch::measurements(args.progress, regions.len() as u64);
    let section = |region: CodeRegion<'_>| {
        let row = row(region, String::new(), &predictor, &machine);
        watch.item_done();
        row.section(session.cpu_name())
    };
    Ok(regions.into_iter().map(section).collect())
}

/// Measures a region and predicts it.
fn row(region: CodeRegion<'_>, name: String, predictor: &Predictor<'_>, machine: &Machine) -> Row {
    let insts = region.instructions();
    let measured = machine.measure(region.code().session(), &insts, predictor.hardware_options());
    let prediction = predictor.predict(region, measured.as_ref().ok());
    Row { name, instructions: insts.len(), measured, prediction }
}

/// Returns the name of a region, with that of its input if there are several.
fn name(region: CodeRegion<'_>, input: Option<&str>) -> String {
    match (input, &*region.name()) {
        (None, "") => "all".to_owned(),
        (None, name) => name.to_owned(),
        (Some(input), "") => input.to_owned(),
        (Some(input), name) => format!("{input}: {name}"),
    }
}

impl Options {
    /// Returns the arguments of the main command that mean the same for one input.
    fn args(&self, selection: &Selection, input: &Input) -> Args {
        Args {
            inputs: vec![input.clone()],
            selection: selection.clone(),
            guesses_target: true,
            prefers_marked_regions: self.selection.is_empty(),
            ..self.machine.args("")
        }
    }
}
