//! `oxmca characterize`: the hardware file of this machine.

mod memory;
mod report;

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use oxmca::{Opcode, Session};
use oxmca_asm::Severity;
use oxmca_characterize::{
    Bench, BenchError, Characterization, Finding, Header, Machine, Stage, Verdict, Wanted,
    characterize, hardware_file,
};
use oxmca_measure::check_here;
use oxmca_tables::hardware::{comparison_lines, opcode_matches};
use time::OffsetDateTime;

use crate::console::{self, Failed, Streams, failed, write_failed};
use crate::flags::args::When;
use crate::machine_arguments::MachineArguments;
use crate::output::Output;
use crate::progress::Watch;
use crate::{command_line, files, measure, own_machine, target};

/// The first argument that names the command.
pub const NAME: &str = "characterize";

/// Finds what instructions cost on this machine, and writes what is different from hardware mode's data.
///
/// First, blocks that widths, windows and latencies of the processor itself decide are timed: where hardware mode predicts another
/// time, other numbers are tried. Loads and sweeps of arrays of 4 KiB to 1 GiB tell what caches and memory cost. Then every form of every instruction that the CPU has is timed alone, in chains from each of its operands, and beside forms that keep ports
/// busy. If hardware mode predicts another time, latencies and ports are changed until it predicts all times of the
/// form. Forms that no change explains are listed and left as they were. A machine that does something else meanwhile
/// is waited for.
#[derive(Parser, Debug)]
#[command(
    name = "oxmca characterize",
    bin_name = "oxmca characterize",
    disable_version_flag = true
)]
#[command(after_help = "\
Examples:
  oxmca characterize --instructions='IMUL*' --instructions='VPERM*'
  oxmca characterize --numbers
  oxmca characterize -o mine.hw
  oxmca --hardware=mine.hw loops kernel.o
  oxmca characterize --keep && oxmca loops --mcpu=native kernel.o
  oxmca characterize --extends=znver4 --time=5m -o mine.hw
  oxmca characterize --mcpu=znver3 --json | jq '.forms[] | select(.verdict == \"changed\")'")]
struct Options {
    /// Only forms whose names match, as hardware files write them: * stands for any characters, # for digits; can be given several times
    #[arg(long = "instructions", value_name = "PATTERN")]
    instructions: Vec<String>,
    /// Only widths, windows and latencies of the processor itself, and what caches and memory cost, no forms
    #[arg(long, conflicts_with = "instructions")]
    numbers: bool,
    /// Write the hardware file, whole or not at all
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the hardware file among the user's configuration, where --mcpu=native takes it on this machine
    #[arg(long, conflicts_with = "output")]
    keep: bool,
    /// Begin with the data of this CPU rather than with those of the machine's own, as --mcpu does
    #[arg(long, value_name = "CPU", conflicts_with = "mcpu")]
    extends: Option<String>,
    /// Measure for so long at most, such as 90s or 5m: what is left is not measured, and another run with the same file of times goes on
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Keep times in this file, and take those that it has; beside the hardware file by default
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,
    /// Print JSON: all forms with all experiments
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineArguments,
}

/// The share of the memory that is available which arrays may have: one of so many parts.
const MEMORY_DIVISOR: u64 = 4;

/// Reads a time: a number of seconds, or of minutes with `m`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, seconds) = match (text.strip_suffix('m'), text.strip_suffix('s')) {
        (Some(minutes), _) => (minutes, 60),
        (None, Some(seconds)) => (seconds, 1),
        (None, None) => (text, 1),
    };
    let count: Option<u32> = number.parse().ok().filter(|it| *it > 0);
    let count = count.ok_or_else(|| "expected seconds or minutes, such as 90s or 5m".to_owned())?;
    Ok(Duration::from_secs(u64::from(count) * seconds))
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
    if let Some(cpu) = options.extends.take() {
        options.machine.mcpu = Some(cpu);
    }
    options.machine.ignores_own_data = true;
    if options.machine.mcpu.as_ref().is_some_and(|it| it.contains(',')) {
        return failed("this machine has one CPU: give --mcpu one name, or none");
    }
    run_with(&options).err().unwrap_or(0)
}

fn run_with(options: &Options) -> Result<(), Failed> {
    let args = options.machine.args("");
    let builder = target::builder_for_command(&args, &mut Streams)?;
    let session = target::session(&builder, &args, &mut Streams)?;
    let builder = builder.cpu(session.cpu_name());
    // Nothing is written for code that cannot run here.
    check_here(&session).map_err(|error| failed(&error.to_string()))?;
    if !session.has_hardware_data() {
        let message = format!(
            "there are no hardware data of {} to begin with: name the nearest CPU that has some with --extends",
            session.cpu_name()
        );
        return Err(failed(&message));
    }
    let kept = options.keep.then(own_file).transpose()?;
    let path = kept.as_ref().or(options.output.as_ref());
    // A file that cannot be written is an error before anything is measured.
    let output = path.map(|path| {
        let name = path.display().to_string();
        let opened = Output::open(&name);
        opened.map_err(|error| failed(&format!("{name}: {}", files::describe(&error))))
    });
    let output = output.transpose()?;
    // A block is measured until two processes agree.
    // The width of this machine tells whether a neighbour uses the core; data of another CPU may be narrower.
    let own = builder.clone().cpu(oxmca_host::cpu_name()).build();
    let here = measure::Machine::new(1)?.as_predicted(own.as_ref().unwrap_or(&session));
    let machine =
        Machine { cpu: session.cpu_name().to_owned(), description: files::processor_description() };
    let mut bench = Bench::new(&session, here.measurer().clone())
        .with_array_limit(files::available_memory_bytes() / MEMORY_DIVISOR);
    if let Some(time) = options.time {
        bench = bench.with_end(Instant::now() + time);
    }
    let times = options.times.clone().or_else(|| {
        let mut path = path.cloned()?.into_os_string();
        path.push(".times");
        Some(path.into())
    });
    if let Some(times) = &times {
        bench = bench.with_journal(times, &machine).map_err(|error| {
            failed(&format!("{}: {}", times.display(), files::describe(&error)))
        })?;
    }
    let is_wanted = |name: &str| {
        !options.numbers
            && (options.instructions.is_empty()
                || options.instructions.iter().any(|it| opcode_matches(it, name)))
    };
    let wanted = Wanted { numbers: options.instructions.is_empty(), forms: &is_wanted };
    let mut watch: Option<(Stage, Watch)> = None;
    let found = characterize(&builder, &session, &mut bench, wanted, &mut |stage, done, all| {
        if watch.as_ref().is_none_or(|it| it.0 != stage) {
            watch = Some((stage, Watch::things(When::Auto, all as u64, things(stage))));
        }
        if let Some((_, watch)) = &watch {
            watch.things_done(done as u64);
        }
        true
    });
    drop(watch);
    let found = found.map_err(|error| {
        failed(&match error {
            BenchError::File(error) => format!("the file of times: {}", files::describe(&error)),
            BenchError::NotHere(error) => error.to_string(),
            BenchError::UnknownTarget => {
                "characterize does not know the instructions of this target".to_owned()
            }
            BenchError::Stopped => "stopped".to_owned(),
        })
    })?;
    if found.findings.is_empty() && !options.numbers {
        return Err(failed("no form of an instruction has such a name"));
    }
    if let Some(output) = output {
        let text = file(&session, &machine, &found);
        output.finish(text.as_bytes()).map_err(|error| write_failed(&error))?;
        if let Some(path) = &kept {
            let note = format!("--mcpu=native takes {} here from now on", path.display());
            console::message(Severity::Note, &note);
        }
    }
    let text = match options.json {
        true => report::json(&session, &machine, &found),
        false => report::text(&session, &found),
    };
    crate::output::print(text.as_bytes()).map_err(|error| write_failed(&error))
}

/// Returns the file of this machine's data among the user's configuration, whose folder is made.
fn own_file() -> Result<PathBuf, Failed> {
    let path = own_machine::path().map_err(|error| failed(&format!("--keep: {error}")))?;
    let folder = path.parent().unwrap_or(&path);
    fs::create_dir_all(folder)
        .map_err(|error| failed(&format!("{}: {}", folder.display(), files::describe(&error))))?;
    Ok(path)
}

/// Returns what a stage counts.
fn things(stage: Stage) -> &'static str {
    match stage {
        Stage::Numbers => "numbers",
        Stage::Memory => "sizes of arrays",
        Stage::Throughput => "forms alone",
        Stage::Latency => "chains",
        Stage::Ports => "forms beside others",
        Stage::Changes => "changes",
    }
}

/// Returns the hardware file.
fn file(session: &Session, machine: &Machine, found: &Characterization) -> String {
    let base = session.hardware_model_name().unwrap_or_default();
    let mut first = format!(
        "What is different from {base} on this machine, as `oxmca characterize` found it: "
    );
    let _ = write!(first, "{}.", machine.description);
    let count =
        |is: fn(&Verdict) -> bool| found.findings.iter().filter(|it| is(&it.verdict)).count();
    let system = match files::system_description() {
        text if text.is_empty() => text,
        text => format!(" under {text}"),
    };
    let mut comments = vec![
        first,
        format!(
            "Written on {}{system}; loops were timed by the timer of user programs beside chains of known latency.",
            OffsetDateTime::now_utc().date()
        ),
        format!(
            "Of {} forms, {} are as there, {} are changed here, {} are not explained and {} were not measured.",
            found.findings.len(),
            count(|it| matches!(it, Verdict::Confirmed)),
            count(|it| matches!(it, Verdict::Changed(_))),
            count(|it| matches!(it, Verdict::Unexplained(_))),
            count(|it| matches!(it, Verdict::NotMeasured(_))),
        ),
    ];
    if let Some(memory) = &found.memory {
        comments.extend(memory::lines(memory));
    }
    let header = Header {
        name: &format!("{base}Measured"),
        base,
        cpu: session.cpu_name(),
        comments: &comments,
        unchecked: "single forms and numbers were measured; no other code was compared with it",
        numbers: &found.number_lines,
    };
    let changes = found.findings.iter().filter_map(Finding::change);
    let Some(ports) = session.hardware_ports() else { return String::new() };
    let mut text = hardware_file(&header, changes, ports);
    // Patterns must leave out what was not measured.
    let measured: HashMap<&str, &Finding> =
        found.findings.iter().map(|it| (it.name.as_str(), it)).collect();
    let tables = session.tables();
    let compared = (0..tables.instructions.len()).map(|at| {
        let name = tables.opcode_name(Opcode(at as u16));
        (name, measured.get(name).map(|it| it.comparisons()).unwrap_or_default())
    });
    let _ = write!(text, "\n# What of each form was measured.\n{}", comparison_lines(compared));
    text
}
