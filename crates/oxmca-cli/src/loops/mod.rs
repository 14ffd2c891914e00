//! `oxmca loops`: the loops of files, and the cycles that each takes.

pub mod check;
pub mod diff;
mod input;
mod items;
mod spelling;

use std::cmp::Ordering;

use clap::{Parser, ValueEnum};
use oxmca::options::HardwareOptions;
use oxmca::session::PredictionModel;
use oxmca_driver::Pool;
use oxmca_loops::json::{FileDocument, LoopsDocument};
use oxmca_loops::{Pattern, Program, Survey, SurveyOptions, SurveyedLoop, table};
use serde::Serialize;

use self::input::{Input, InputFile};
use crate::console::{CapturedOutput, Console, Failed, Streams, failed, write_failed};
use crate::flags::args::{Args, When};
use crate::machine_arguments::MachineArguments;
use crate::measure::{self, LoopMeasurer, Machine, MeasureArguments};
use crate::output::Output;
use crate::progress::Watch;
use crate::{command_line, files, model_lines, simulation, terminal, threads};

/// The first argument that names the command.
pub const NAME: &str = "loops";

/// Lists the innermost loops of programs, libraries, objects and assembly, with cycles per iteration and limits.
///
/// A loop is a natural loop of direct branches within a function. Each is simulated until its iterations take the same
/// time, on the way around it that goes straight on at branches. The columns "Cycles" and "Limited by" are those of
/// --steady-state.
#[derive(Parser, Debug)]
#[command(name = "oxmca loops", bin_name = "oxmca loops", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  gcc -O3 -S -o - kernel.c | oxmca loops -
  oxmca loops --mcpu=znver4 kernel.o
  oxmca loops --mcpu=znver4,skylake kernel.o
  oxmca loops --function='*dot*' --sort=cycles libkernels.so
  oxmca loops --measure kernel.o           on this machine, too
  oxmca loops --json a.out | jq '.files[].loops[] | select(.instructions < 20)'
  oxmca --loop=3 --timeline kernel.s       all views of the third loop")]
struct Options {
    /// Programs, libraries, archives, objects or assembly; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<String>,
    #[arg(
        long = "function",
        value_name = "PATTERN",
        help = "Only functions whose name contains this text; * stands for any characters, and then the whole name must match; after =, exactly this name; can be given several times"
    )]
    functions: Vec<String>,
    /// Only loops with code of an inlined function whose name is like this, as with --function; can be given several times
    #[arg(long, value_name = "PATTERN")]
    inlined: Vec<String>,
    /// Also loops that have loops within them
    #[arg(long)]
    all: bool,
    /// The order of loops
    #[arg(long, value_enum, default_value_t = Order::File)]
    sort: Order,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write to a file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE", default_value = "-")]
    output: String,
    #[command(flatten)]
    measure: MeasureArguments,
    #[command(flatten)]
    machine: MachineArguments,
}

/// The order of loops in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As in the file
    File,
    /// Most cycles first
    Cycles,
    /// Most instructions first
    Instructions,
    /// By name of function
    Function,
    /// By file and line of the source
    Source,
}

/// Returns the command line after `oxmca`, for documents about it.
pub fn command() -> clap::Command {
    <Options as clap::CommandFactory>::command()
}

/// Runs the command with the arguments after its name and gives the exit status.
pub fn run(arguments: &[String]) -> i32 {
    let mut options: Options = match command_line::parse(NAME, arguments) {
        Ok(options) => options,
        Err(status) => return status,
    };
    options.machine.command = Some(NAME);
    list(&options).map_or_else(|status| status, |()| 0)
}

/// Runs the command on files, with options of its. Returns the exit status.
pub fn run_on(files: &[String], options: &[String]) -> i32 {
    let arguments = [options, &["--".to_owned()], files].concat();
    run(&arguments)
}

/// Returns a document as text.
fn json(document: &impl Serialize) -> String {
    // No key is anything but text.
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}

fn list(options: &Options) -> Result<(), Failed> {
    let here = options.measure.machine(&options.machine)?;
    let output = Output::open(&options.output)
        .map_err(|error| failed(&format!("{}: {}", options.output, files::describe(&error))))?;
    let pool = threads::pool(options.machine.jobs);
    let cpus = items::cpus(&options.machine);
    let mut inputs: Vec<InputOnCpus> = Vec::new();
    let mut result = Ok(());
    for path in &options.files {
        match InputOnCpus::read_all(path, &options.machine, &cpus) {
            Ok(found) => inputs.extend(found),
            Err(status) => result = Err(status),
        }
    }
    let mut surveyed: Vec<SurveyedInput<'_>> =
        inputs.iter().filter_map(|input| SurveyedInput::new(input, options, &pool)).collect();
    let is_found = |it: &SurveyedInput<'_>| it.on_cpus.iter().any(|it| it.2.functions > 0);
    let are_wanted = !options.functions.is_empty() && !surveyed.is_empty();
    if are_wanted && !surveyed.iter().any(is_found) {
        let names = options.functions.join("' or '");
        return Err(failed(&format!("no function is called '{names}'")));
    }
    if are_wanted {
        // Most objects of an archive, and an rlib's metadata, have nothing of it.
        surveyed.retain(is_found);
    }
    if let Some(here) = &here {
        measure_all(&mut surveyed, here);
    }
    let text = match options.json {
        true => {
            let files = surveyed.iter().flat_map(SurveyedInput::documents).collect();
            let document = LoopsDocument::new(files);
            json(&match here.is_some() {
                true => document.measured_on(oxmca_host::cpu_name()),
                false => document,
            })
        }
        false => {
            let mut text = String::new();
            let columns = terminal::columns_for(&options.output);
            let models = surveyed.iter().flat_map(SurveyedInput::models);
            text.push_str(&model_lines::of(models));
            if here.is_some() {
                text.push_str(&measure::notes_of_other_cpus(
                    surveyed.iter().flat_map(SurveyedInput::cpus),
                ));
            }
            surveyed.iter().for_each(|it| it.render(surveyed.len() > 1, columns, &mut text));
            text
        }
    };
    output.finish(text.as_bytes()).map_err(|error| write_failed(&error))?;
    result
}

/// A text or object, read for each CPU.
struct InputOnCpus(Vec<Input>);

impl InputOnCpus {
    /// Reads a file, which can have several objects in it.
    ///
    /// # Errors
    /// When there is nothing to look at, after a message that says so.
    fn read_all(
        path: &str,
        machine: &MachineArguments,
        cpus: &[Option<String>],
    ) -> Result<Vec<InputOnCpus>, Failed> {
        let mut file = InputFile::read(path, &mut Streams)?;
        let mut inputs: Vec<InputOnCpus> = Vec::new();
        let mut printed: Vec<Vec<u8>> = Vec::new();
        for (number, cpu) in cpus.iter().enumerate() {
            // The last one takes what is there.
            let contents = match number + 1 == cpus.len() {
                true => std::mem::take(&mut file),
                false => file.clone(),
            };
            let machine = machine.on_cpu(cpu.as_deref());
            let mut output = CapturedOutput::default();
            let found = contents.into_inputs(&machine, &mut output);
            // Most messages about a file are the same for all CPUs.
            if !printed.contains(&output.stderr) {
                Streams.stderr(&output.stderr);
                printed.push(output.stderr);
            }
            for (at, input) in found?.into_iter().enumerate() {
                match inputs.get_mut(at) {
                    Some(InputOnCpus(on_cpus)) => on_cpus.push(input),
                    None => inputs.push(InputOnCpus(vec![input])),
                }
            }
        }
        Ok(inputs)
    }
}

/// Measures the loops of all inputs, one after the other, when nothing else runs.
fn measure_all(inputs: &mut [SurveyedInput<'_>], here: &Machine) {
    let on_cpus = || inputs.iter().flat_map(|it| &it.on_cpus);
    let count = on_cpus().map(|it| it.2.loops.len() as u64).sum();
    let watch = Watch::measurements(When::Auto, count);
    for input in inputs {
        for (at, (_, _, survey)) in input.on_cpus.iter_mut().enumerate() {
            let mut measurer =
                LoopMeasurer::new(here, input.inputs[at].session(), &input.hardware_options);
            for it in &mut survey.loops {
                it.measured = Some(measurer.measure(&it.instructions));
                watch.item_done();
            }
        }
    }
}

/// The loops of a text or object.
struct SurveyedInput<'i> {
    name: &'i str,
    inputs: &'i [Input],
    /// The way in which code is delivered and begun.
    hardware_options: HardwareOptions,
    /// The loops on each CPU.
    on_cpus: Vec<(&'i str, Box<dyn Program + 'i>, Survey)>,
}

impl<'i> SurveyedInput<'i> {
    fn new(input: &'i InputOnCpus, options: &Options, pool: &Pool) -> Option<SurveyedInput<'i>> {
        let InputOnCpus(inputs) = input;
        let on_cpu = |input: &'i Input| {
            let program = input.program()?;
            let survey_options = survey_options(options, input);
            let chosen = program.functions().iter().filter(|it| survey_options.choose(it)).count();
            let watch = Watch::functions(When::Auto, chosen as u64);
            let done = || watch.item_done();
            let session = input.session();
            let mut survey = Survey::observed(session, &*program, &survey_options, pool, &done);
            drop(watch);
            sort(&mut survey.loops, options.sort, &*program);
            Some((input.session().cpu_name(), program, survey))
        };
        let on_cpus: Vec<_> = inputs.iter().map(on_cpu).collect::<Option<_>>()?;
        let name = inputs.first()?.name();
        let hardware_options = options.machine.args("").requested.hardware_options;
        Some(SurveyedInput { name, inputs, hardware_options, on_cpus })
    }

    /// Returns the CPUs that costs are for.
    fn cpus(&self) -> impl Iterator<Item = &str> {
        self.on_cpus.iter().map(|it| it.0)
    }

    /// Returns the models that costs are from.
    fn models(&self) -> impl Iterator<Item = &PredictionModel> {
        self.on_cpus.iter().filter_map(|it| it.2.model.as_ref())
    }

    fn program(&self) -> &dyn Program {
        &*self.on_cpus[0].1
    }

    /// Returns one document for each CPU.
    fn documents(&self) -> impl Iterator<Item = FileDocument<'_>> {
        let on_cpus = self.on_cpus.iter();
        on_cpus.map(|(cpu, program, survey)| FileDocument::new(self.name, cpu, survey, &**program))
    }

    fn render(&self, is_named: bool, columns: usize, out: &mut String) {
        let surveys: Vec<(&str, &Survey)> =
            self.on_cpus.iter().map(|(cpu, _, survey)| (*cpu, survey)).collect();
        let all: Vec<&Survey> = surveys.iter().map(|it| it.1).collect();
        if !table::have_same_loops(&all) {
            // Instructions that one of the CPUs does not have are not read.
            for (cpu, program, survey) in &self.on_cpus {
                head(&format!("{} on {cpu}", self.name), out);
                table::render(survey, &**program, columns, out);
            }
            return;
        }
        if is_named {
            head(self.name, out);
        }
        match &surveys[..] {
            [(_, survey)] => table::render(survey, self.program(), columns, out),
            surveys => table::render_side_by_side(surveys, self.program(), columns, out),
        }
    }
}

/// Appends a line before a table.
fn head(text: &str, out: &mut String) {
    let gap = if out.is_empty() || out.ends_with("\n\n") { "" } else { "\n" };
    out.push_str(&format!("{gap}{}:\n", oxmca_names::plain(text)));
}

fn survey_options(options: &Options, input: &Input) -> SurveyOptions {
    let args = Args { steady_state: true, ..options.machine.args("") };
    SurveyOptions {
        functions: options.functions.iter().map(|it| Pattern::new(it)).collect(),
        inlined: options.inlined.iter().map(|it| Pattern::new(it)).collect(),
        with_outer_loops: options.all,
        shown_dialect: Some(args.input_dialect),
        simulation: simulation::options(&args, input.session()),
        ..SurveyOptions::default()
    }
}

/// Orders loops; equal ones stay as in the file.
fn sort(loops: &mut [SurveyedLoop], order: Order, program: &dyn Program) {
    let cycles = |it: &SurveyedLoop| Some(it.cost.as_ref()?.as_ref().ok()?.cycles);
    // Loops of which no line is known come last.
    let source = |it: &SurveyedLoop| {
        let line = it.line.as_ref();
        (line.is_none(), line.map(|line| (line.file.clone(), line.line)))
    };
    let name = |it: &SurveyedLoop| &program.functions()[it.function].name;
    if order != Order::File {
        loops.sort_by(|left, right| match order {
            Order::File => Ordering::Equal,
            Order::Cycles => cycles(right).cmp(&cycles(left)),
            Order::Instructions => right.instructions.len().cmp(&left.instructions.len()),
            Order::Function => name(left).cmp(name(right)),
            Order::Source => source(left).cmp(&source(right)),
        });
    }
}
