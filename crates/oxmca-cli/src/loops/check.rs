//! `oxmca check`: fails when a loop has become slower than it was accepted to be, or could not be checked.

use std::cmp::Ordering;
use std::io::Write;

use clap::Parser;
use oxmca::steady_state::Ratio;
use oxmca_loops::baseline::{
    Baseline, BaselineFile, BaselineInput, BaselineLoop, Checked, Verdict,
};
use oxmca_loops::item::Item;
use oxmca_loops::table::{counted, limits};
use oxmca_loops::{Pattern, wrap_indented};

use super::arguments::MachineArguments;
use super::input::InputFile;
use super::items::{self, InputItems};
use super::spelling;
use crate::console::{Failed, Streams, failed, write_failed};
use crate::output::Output;
use crate::{command_line, files, model_lines, terminal, threads};

/// The first argument that names the command.
pub const NAME: &str = "check";

/// The exit status when something has become slower.
const SLOWER: i32 = 3;
/// The exit status when something could not be checked.
const UNCHECKED: i32 = 4;
/// Loops of one kind that are named one by one.
const MAX_NAMED: usize = 20;
/// A longer baseline is refused.
const MAX_BASELINE_BYTES: u64 = 1 << 28;
/// Most bytes of a file of hardware data: more than any that is accepted.
const MAX_HARDWARE_BYTES: u64 = 1 << 21;
/// The models are those of this version of LLVM.
const MODELS: &str = "LLVM 22.1.8";

/// Fails if a loop takes more cycles than a baseline allows, or could not be checked.
///
/// The status is 3 if a loop is slower, else 4 if one could not be checked, 1 for any other error, 0 otherwise.
/// The numbers are cycles for the same work once the pipeline is full, as simulated; no code runs. A text that marks regions
/// is checked by these. Loops are found by name and, where their function has another name, by their instructions.
#[derive(Parser, Debug)]
#[command(name = "oxmca check", bin_name = "oxmca check", disable_version_flag = true)]
#[command(after_help = "\
Examples:
  oxmca check --baseline=loops.txt --write-baseline --mcpu=skylake,znver4 kernels.o
  oxmca check --baseline=loops.txt kernels.o
  oxmca check --baseline=loops.txt --max-slowdown=2% kernels.o
  oxmca check --baseline=loops.txt --allow-new kernels.o

Without --mcpu, --mtriple and --model-of, these are those of the baseline. docs/ci.md shows a workflow for GitHub.")]
struct Options {
    /// Programs, libraries, archives, objects or assembly
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<String>,
    /// The file with what was accepted
    #[arg(long, value_name = "FILE")]
    baseline: String,
    /// Write the baseline instead of comparing with it
    #[arg(long)]
    write_baseline: bool,
    #[arg(
        long,
        value_name = "PERCENT",
        default_value = "0",
        value_parser = percent,
        help = "How many percent more cycles a loop may take"
    )]
    max_slowdown: f64,
    /// Do not fail for loops that are not in the baseline
    #[arg(long)]
    allow_new: bool,
    /// Do not fail for loops of the baseline that are gone
    #[arg(long)]
    allow_gone: bool,
    /// Do not fail for loops of such names whose work cannot be compared with the baseline's; can be given several times
    #[arg(long, value_name = "PATTERN")]
    allow_incomparable: Vec<String>,
    #[command(flatten)]
    machine: MachineArguments,
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
    let result = if options.write_baseline { write(&options) } else { check(&options) };
    result.map_or_else(|status| status, |()| 0)
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse::<f64>();
    let number = number.ok().filter(|it| it.is_finite() && *it >= 0.0);
    number.map(|it| it / 100.0).ok_or_else(|| "expected a percentage, such as 2%".to_owned())
}

fn program_version() -> String {
    format!("oxmca {}", env!("CARGO_PKG_VERSION"))
}

/// Finds the loops of all inputs on these CPUs.
fn found(
    options: &Options,
    machine: &MachineArguments,
    cpus: &[Option<String>],
    baseline: Option<&Baseline>,
) -> Result<Vec<InputItems>, Failed> {
    let pool = threads::pool(machine.jobs);
    let console = &mut Streams;
    let read = options.inputs.iter().map(|path| InputFile::read(path, console));
    let inputs = read.collect::<Result<Vec<InputFile>, Failed>>()?;
    let mut found = Vec::new();
    for cpu in cpus {
        let cpu = cpu.as_deref();
        let known = baseline.zip(cpu).and_then(|(it, cpu)| it.simulation_of(cpu));
        let mut machine = machine.clone();
        let requested = &mut machine.options.requested;
        requested.model_of = requested.implied_model().or(known);
        for file in &inputs {
            found.extend(items::find(file.clone(), &machine, cpu, false, &pool, console)?);
        }
    }
    Ok(found)
}

fn write(options: &Options) -> Result<(), Failed> {
    let cpus = items::cpus(&options.machine);
    let found = found(options, &options.machine, &cpus, None)?;
    if found.iter().all(|it| it.items.is_empty()) {
        return Err(failed("there is no loop, so there is nothing to check"));
    }
    let output = Output::open(&options.baseline)
        .map_err(|error| failed(&format!("{}: {}", options.baseline, files::describe(&error))))?;
    let input = |it: &InputItems| BaselineInput {
        cpu: it.model.cpu.clone(),
        simulation: it.model.simulation,
        name: it.name.clone(),
        loops: it.items.iter().map(BaselineLoop::new).collect(),
    };
    let baseline = Baseline {
        program: program_version(),
        models: MODELS.to_owned(),
        triple: options.machine.mtriple.clone(),
        hardware_files: hardware_files(&options.machine)?,
        inputs: found.iter().map(input).collect(),
    };
    let count: usize = baseline.inputs.iter().map(|it| it.loops.len()).sum();
    output.finish(baseline.to_string().as_bytes()).map_err(|error| write_failed(&error))?;
    let without = found.iter().filter(|it| it.items.is_empty());
    let without = without.map(|it| format!("{} has no loops.\n", it.name)).collect::<String>();
    let count = counted(count as u64, "loop is", "loops are");
    print(&format!("{without}{count} the baseline now, in {}.\n", options.baseline))
}

fn check(options: &Options) -> Result<(), Failed> {
    let path = &options.baseline;
    let text = files::read_at_most(path, MAX_BASELINE_BYTES)
        .map_err(|error| failed(&format!("{path}: {}", files::describe(&error))))?;
    let baseline = Baseline::parse(&String::from_utf8_lossy(&text))
        .map_err(|error| failed(&format!("{path}:{error}")))?;
    let of_baseline = || unique(baseline.inputs.iter().map(|it| &*it.cpu)).into_iter();
    let cpus: Vec<Option<String>> = match options.machine.mcpu {
        Some(_) => items::cpus(&options.machine),
        None => of_baseline().map(|cpu| Some(cpu.to_owned())).collect(),
    };
    let mut machine = options.machine.clone();
    if machine.mtriple.is_empty() && machine.march.is_empty() {
        machine.mtriple.clone_from(&baseline.triple);
    }
    if machine.options.hardware_files.is_empty() {
        let files = baseline.hardware_files.iter().map(|it| it.path.clone());
        machine.options.hardware_files = files.collect();
    }
    let hardware_files = hardware_files(&machine)?;
    let found = found(options, &machine, &cpus, Some(&baseline))?;
    for it in &found {
        let written = baseline.simulation_of(&it.model.cpu).unwrap_or(it.model.simulation);
        if written != it.model.simulation {
            let (cpu, now, written) = (&it.model.cpu, it.model.simulation.word(), written.word());
            return Err(failed(&format!(
                "{path} was written with --model-of={written} for {cpu}, whose cycles are others than those of \
                 --model-of={now}: write it anew with that"
            )));
        }
    }
    let mut report = Report::new(options, &baseline);
    report.add_models(&found);
    report.add_mismatches(&options.machine, &baseline);
    report.add_changed_files(&hardware_files, &baseline);
    report.add_all(&found, &baseline, &cpus);
    report.end()
}

/// Returns the hardware data of the user's.
fn hardware_files(machine: &MachineArguments) -> Result<Vec<BaselineFile>, Failed> {
    let describe = |path: &String| match files::read_at_most(path, MAX_HARDWARE_BYTES) {
        Ok(contents) => Ok(BaselineFile::new(path, &contents)),
        Err(error) => Err(failed(&format!("{path}: {}", files::describe(&error)))),
    };
    machine.options.hardware_files.iter().map(describe).collect()
}

/// The result of a check.
struct Report<'o> {
    options: &'o Options,
    text: String,
    /// Patterns of names whose work need not be comparable.
    may_be_incomparable: Vec<Pattern>,
    /// Annotations that GitHub shows beside the source.
    annotates: bool,
    checked: usize,
    slower: usize,
    faster: usize,
    new: Named,
    gone: Named,
    unknown: usize,
    incomparable: usize,
    /// Loops that are incomparable and may be so.
    allowed: usize,
}

/// Loops of which the first are named.
#[derive(Default)]
struct Named {
    count: usize,
    lines: String,
}

impl Named {
    fn add(&mut self, word: &str, name: &str, input: &str, cpu: &str) {
        self.count += 1;
        match self.count.cmp(&(MAX_NAMED + 1)) {
            Ordering::Less => self.lines.push_str(&format!("{word}: {name} in {input} on {cpu}\n")),
            Ordering::Equal => self.lines.push_str(&format!("{word}: ...\n")),
            Ordering::Greater => {}
        }
    }
}

impl<'o> Report<'o> {
    fn new(options: &'o Options, baseline: &Baseline) -> Report<'o> {
        let patterns = options.allow_incomparable.iter();
        let mut report = Report {
            options,
            text: String::new(),
            may_be_incomparable: patterns.map(|it| Pattern::new(it)).collect(),
            annotates: std::env::var_os("GITHUB_ACTIONS").is_some_and(|it| it == "true"),
            checked: 0,
            slower: 0,
            faster: 0,
            new: Named::default(),
            gone: Named::default(),
            unknown: 0,
            incomparable: 0,
            allowed: 0,
        };
        let program = program_version();
        if baseline.program != program || baseline.models != MODELS {
            report.text.push_str(&format!(
                "The baseline is by {} with models of {}, and this is {program} with models of {MODELS}: cycles may \
                 differ for that.\n",
                baseline.program, baseline.models
            ));
        }
        report
    }

    /// Tells which models cycles are from.
    fn add_models(&mut self, found: &[InputItems]) {
        self.text.push_str(&model_lines::of(found.iter().map(|it| &it.model)));
    }

    /// Tells which arguments differ from those that the baseline was written with, so that cycles may differ.
    fn add_mismatches(&mut self, machine: &MachineArguments, baseline: &Baseline) {
        let (triple, written) = (&machine.mtriple, &baseline.triple);
        if !triple.is_empty() && !written.is_empty() && triple != written {
            self.text.push_str(&format!(
                "The baseline was written with --mtriple={written}, and this is {triple}: cycles may differ for that.\n"
            ));
        }
    }

    /// Tells which hardware data differ from those that the baseline was written with.
    fn add_changed_files(&mut self, used: &[BaselineFile], baseline: &Baseline) {
        let is_same = |one: &&BaselineFile, others: &[BaselineFile]| {
            others.iter().any(|other| other.checksum == one.checksum)
        };
        for it in used.iter().filter(|it| !is_same(it, &baseline.hardware_files)) {
            self.text.push_str(&format!(
                "The baseline was written with other hardware data than {}: cycles may differ for that.\n",
                it.path
            ));
        }
        let lost = baseline.hardware_files.iter().filter(|it| !is_same(it, used));
        for it in lost.filter(|it| used.iter().all(|other| other.path != it.path)) {
            self.text.push_str(&format!(
                "The baseline was written with the hardware data of {}: cycles may differ for that.\n",
                it.path
            ));
        }
    }

    /// Adds the lines about all inputs, and about those of the baseline that are missing.
    fn add_all(&mut self, found: &[InputItems], baseline: &Baseline, cpus: &[Option<String>]) {
        let names: Vec<String> = found.iter().map(|it| it.model.cpu.clone()).collect();
        for cpu in unique(names.iter().map(String::as_str)) {
            let inputs: Vec<&InputItems> = found.iter().filter(|it| it.model.cpu == cpu).collect();
            let known: Vec<&BaselineInput> =
                baseline.inputs.iter().filter(|it| it.cpu == cpu).collect();
            let pairs = spelling::pairs(
                &inputs.iter().map(|it| &*it.name).collect::<Vec<_>>(),
                &known.iter().map(|it| &*it.name).collect::<Vec<_>>(),
            );
            for (input, pair) in inputs.iter().zip(&pairs) {
                match pair {
                    None => self.add_new(input),
                    Some(found) => {
                        let before = known[found.index];
                        if found.is_elsewhere {
                            let (now, before) = (&input.name, &before.name);
                            self.text.push_str(&format!(
                                "{now} is checked as {before} of the baseline.\n"
                            ));
                        }
                        self.add(input, before);
                    }
                }
            }
            let is_missing = |at: &usize| pairs.iter().flatten().all(|it| it.index != *at);
            for at in (0..known.len()).filter(is_missing) {
                self.add_gone(known[at]);
            }
        }
        let is_asked = |cpu: &str| {
            cpus.iter().flatten().any(|it| it == cpu) || names.iter().any(|it| it == cpu)
        };
        let others = baseline.inputs.iter().map(|it| &*it.cpu).filter(|cpu| !is_asked(cpu));
        for cpu in unique(others) {
            self.text.push_str(&format!("Not checked on {cpu}, which --mcpu does not name.\n"));
        }
    }

    /// Adds an input that the baseline does not have.
    fn add_new(&mut self, input: &InputItems) {
        self.text
            .push_str(&format!("{} on {} is not in the baseline.\n", input.name, input.model.cpu));
        for item in &input.items {
            self.new.add("new", &item.name(), &input.name, &input.model.cpu);
        }
    }

    /// Adds an input of the baseline that is not there.
    fn add_gone(&mut self, input: &BaselineInput) {
        let (name, cpu) = (&input.name, &input.cpu);
        self.text.push_str(&format!("{name} on {cpu} is in the baseline, and was not given.\n"));
        for it in &input.loops {
            self.gone.add("gone", &it.name, name, cpu);
        }
    }

    /// Adds the lines about an input.
    fn add(&mut self, input: &InputItems, known: &BaselineInput) {
        let checked = known.check(&input.items);
        for it in &checked.loops {
            let verdict = it.verdict(self.options.max_slowdown);
            let name = it.item.name();
            self.checked += usize::from(verdict != Verdict::New);
            match verdict {
                Verdict::New => self.new.add("new", &name, &input.name, &input.model.cpu),
                Verdict::Same | Verdict::StillUnknown => {}
                Verdict::Faster(_) => self.faster += 1,
                Verdict::Slower(factor) => self.add_slower(input, it, factor),
                Verdict::Unknown | Verdict::NewlyKnown => {
                    self.unknown += 1;
                    let reason = it.item.cost.as_ref().err();
                    let reason = reason.map_or("it was not known for the baseline", |it| it);
                    let line = format!("not known: {name} on {}: {reason}\n", input.model.cpu);
                    self.text.push_str(&line);
                }
                Verdict::Incomparable(reason) => {
                    if self.may_be_incomparable.iter().any(|it| it.matches(&name)) {
                        self.allowed += 1;
                        continue;
                    }
                    self.incomparable += 1;
                    let line = format!("not comparable: {name} on {}: {reason}\n", input.model.cpu);
                    self.text.push_str(&line);
                }
            }
        }
        for it in checked.gone {
            self.gone.add("gone", &it.name, &input.name, &input.model.cpu);
        }
    }

    fn add_slower(&mut self, input: &InputItems, checked: &Checked<'_>, factor: f64) {
        self.slower += 1;
        let (Some(before), Ok(cost)) = (checked.baseline, &checked.item.cost) else { return };
        let before = before.cycles.map_or(0.0, Ratio::to_f64);
        let after = cost.cycles.to_f64();
        let percent = match factor.is_finite() {
            true => format!("+{:.1} %", 100.0 * (factor - 1.0)),
            false => "from nothing".to_owned(),
        };
        let portion = checked.portion().and_then(Result::ok).map_or(1.0, Ratio::to_f64);
        let work = match portion {
            1.0 => String::new(),
            portion => format!(" that does {portion} times the work"),
        };
        let message = format!(
            "{} on {}: {before:.2} -> {after:.2} cycles per iteration{work} ({percent}), limited by {}",
            checked.item.name(),
            input.model.cpu,
            limits(cost)
        );
        let place = checked.item.line.as_ref().map(|line| format!(" ({line})"));
        self.text.push_str(&format!("slower: {message}{}\n", place.unwrap_or_default()));
        if self.annotates {
            self.text.push_str(&annotation(checked.item, &input.name, &message));
        }
    }

    /// Prints all of it.
    ///
    /// # Errors
    /// The exit status, when something is slower or could not be checked.
    fn end(mut self) -> Result<(), Failed> {
        let fails_for_new = self.new.count > 0 && !self.options.allow_new;
        let fails_for_gone = self.gone.count > 0 && !self.options.allow_gone;
        for (named, is_told) in [(&self.new, fails_for_new), (&self.gone, fails_for_gone)] {
            if is_told {
                self.text.push_str(&named.lines);
            }
        }
        let parts = [
            (self.slower, "slower"),
            (self.faster, "faster"),
            (self.new.count, "new"),
            (self.gone.count, "gone"),
            (self.unknown, "not known"),
            (self.incomparable + self.allowed, "not comparable"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let summary =
            if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") };
        let checked = counted(self.checked as u64, "loop", "loops");
        self.text.push_str(&format!("{checked} checked: {summary}.\n"));
        let is_unchecked = fails_for_new
            || fails_for_gone
            || self.unknown > 0
            || self.incomparable > 0
            || self.checked == 0;
        if self.checked == 0 {
            self.text.push_str("Nothing was checked.\n");
        }
        if self.slower > 0 || is_unchecked {
            self.text.push_str(
                "To accept this, run the same with --write-baseline and commit the file.\n",
            );
        }
        print(&wrapped(&self.text))?;
        match (self.slower, is_unchecked) {
            (0, false) => Ok(()),
            (0, true) => Err(UNCHECKED),
            _ => Err(SLOWER),
        }
    }
}

/// Returns each name once, in the order of the first ones.
fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    names.for_each(|name| {
        if !found.contains(&name) {
            found.push(name);
        }
    });
    found
}

/// Returns lines that are no wider than those of tables. Annotations stay whole.
fn wrapped(text: &str) -> String {
    let most_columns = terminal::columns_for("-");
    let mut out = String::new();
    for line in text.lines() {
        match line.starts_with("::") {
            true => out.push_str(&format!("{line}\n")),
            false => wrap_indented(line, 2, most_columns, &mut out),
        }
    }
    out
}

/// Returns a line that GitHub shows beside the source.
fn annotation(item: &Item, input: &str, message: &str) -> String {
    let escaped = |text: &str, is_property: bool| {
        let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
        if is_property { text.replace(':', "%3A").replace(',', "%2C") } else { text }
    };
    let place = match &item.line {
        Some(line) => format!("file={},line={}", escaped(&line.file, true), line.line),
        None => format!("file={}", escaped(input, true)),
    };
    format!("::error {place},title=slower loop::{}\n", escaped(message, false))
}

fn print(text: &str) -> Result<(), Failed> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes()).map_err(|error| write_failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_may_have_their_sign() {
        assert_eq!(percent("2%"), Ok(0.02));
        assert_eq!(percent("2.5 %"), Ok(0.025));
        assert_eq!(percent("0"), Ok(0.0));
        assert!(percent("x").is_err() && percent("-1").is_err() && percent("nan").is_err());
    }
}
