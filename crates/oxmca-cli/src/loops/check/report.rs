//! The report of a check.

use std::cmp::Ordering;

use oxmca::steady_state::Ratio;
use oxmca_loops::baseline::{self, Baseline, BaselineInput, BaselineLoop, Checked, Verdict};
use oxmca_loops::item::Item;
use oxmca_loops::table::{counted, limits};
use oxmca_loops::{Pattern, wrap_indented};
use oxmca_names::{Place, plain, workflow_command};
use oxmca_tables::identity::LLVM_VERSION;

use super::formats::{CheckResult, SlowerLoop};
use super::options::Options;
use crate::console::{Failed, failed, write_failed};
use crate::loops::items::InputItems;
use crate::loops::spelling::{self, Group};
use crate::machine_arguments::MachineArguments;
use crate::output::Output;
use crate::{files, model_lines, output, terminal};

/// The exit status when something has become slower.
const SLOWER: i32 = 3;
/// The exit status when something could not be checked.
const UNCHECKED: i32 = 4;
/// Loops of one kind that are named one by one.
const MAX_NAMED: usize = 20;

/// The result of a check.
pub struct Report<'o> {
    options: &'o Options,
    text: String,
    most_columns: usize,
    /// The baseline's models if they are of another version of LLVM, so that cycles tell nothing about the code.
    other_models: Option<String>,
    /// Patterns of names of loops that need not be comparable.
    may_be_incomparable: Vec<Pattern>,
    /// Patterns of names of loops whose cost need not be known.
    may_be_unknown: Vec<Pattern>,
    /// Annotations that GitHub shows beside the source.
    annotates: bool,
    /// The sentences about all but slower loops.
    sentences: Vec<String>,
    checked: usize,
    slower: Vec<SlowerLoop>,
    faster: usize,
    new: Named,
    gone: Named,
    unknown: usize,
    still_unknown: usize,
    incomparable: usize,
    /// Loops that are not known, and may be so.
    allowed_unknown: usize,
    /// Loops that are incomparable, and may be so.
    allowed_incomparable: usize,
}

/// Loops of which the first are named.
#[derive(Default)]
struct Named {
    count: usize,
    lines: Vec<String>,
}

impl Named {
    fn add(&mut self, word: &str, name: &str, input: &str, cpu: &str) {
        self.count += 1;
        match self.count.cmp(&(MAX_NAMED + 1)) {
            Ordering::Less => {
                self.lines.push(format!("{word}: {name} in {input} on {cpu}"));
            }
            Ordering::Equal => self.lines.push(format!("{word}: ...")),
            Ordering::Greater => {}
        }
    }
}

impl<'o> Report<'o> {
    /// Begins with the differences between the programs that made the baseline and check it.
    pub fn new(options: &'o Options, baseline: &Baseline) -> Report<'o> {
        let patterns =
            |patterns: &[String]| patterns.iter().map(|it| Pattern::new(it)).collect::<Vec<_>>();
        let mut report = Report {
            options,
            text: String::new(),
            most_columns: terminal::columns_for("-"),
            may_be_incomparable: patterns(&options.allow_incomparable),
            other_models: Some(&baseline.models).filter(|it| **it != models()).cloned(),
            may_be_unknown: patterns(&options.allow_unknown),
            annotates: std::env::var_os("GITHUB_ACTIONS").is_some_and(|it| it == "true"),
            sentences: Vec::new(),
            checked: 0,
            slower: Vec::new(),
            faster: 0,
            new: Named::default(),
            gone: Named::default(),
            unknown: 0,
            still_unknown: 0,
            incomparable: 0,
            allowed_unknown: 0,
            allowed_incomparable: 0,
        };
        let program = program_version();
        if baseline.program != program {
            report.say(&format!(
                "The baseline is by {}, and this is {program}: cycles may differ for that.",
                baseline.program
            ));
        }
        if let Some(other) = &report.other_models {
            let sentence = format!(
                "The baseline has the models of {other}, and this program those of {}: loops whose cycles differ are not \
                 comparable.",
                models()
            );
            report.say(&sentence);
        }
        report
    }

    /// Tells which models cycles are from.
    pub fn add_models(&mut self, found: &[InputItems]) {
        self.text.push_str(&model_lines::of(found.iter().map(|it| &it.model)));
    }

    /// Tells which arguments differ from those that the baseline was written with, so that cycles may differ.
    pub fn add_mismatches(&mut self, machine: &MachineArguments, baseline: &Baseline) {
        let (triple, written) = (&machine.mtriple, &baseline.triple);
        if !triple.is_empty() && !written.is_empty() && triple != written {
            self.say(&format!(
                "The baseline was written with --mtriple={written}, and this is {triple}: cycles may differ for that."
            ));
        }
    }

    /// Adds the lines about all inputs, and about those of the baseline that are missing.
    pub fn add_all(&mut self, found: &[InputItems], baseline: &Baseline, cpus: &[Option<String>]) {
        let names: Vec<String> = found.iter().map(|it| it.model.cpu.clone()).collect();
        for cpu in unique(names.iter().map(String::as_str)) {
            let inputs: Vec<&InputItems> = found.iter().filter(|it| it.model.cpu == cpu).collect();
            let known: Vec<&BaselineInput> =
                baseline.inputs.iter().filter(|it| it.cpu == cpu).collect();
            let groups = spelling::groups(
                &inputs.iter().map(|it| &*it.name).collect::<Vec<_>>(),
                &known.iter().map(|it| &*it.name).collect::<Vec<_>>(),
            );
            for group in &groups {
                self.add_group(cpu, group, &inputs, &known);
            }
        }
        let is_asked = |cpu: &str| {
            cpus.iter().flatten().any(|it| it == cpu) || names.iter().any(|it| it == cpu)
        };
        let others = baseline.inputs.iter().map(|it| &*it.cpu).filter(|cpu| !is_asked(cpu));
        for cpu in unique(others) {
            self.say(&format!("Not checked on {cpu}, which --mcpu does not name."));
        }
    }

    /// Adds the lines about inputs of one name, and those that have it in the baseline.
    fn add_group(
        &mut self,
        cpu: &str,
        group: &Group,
        inputs: &[&InputItems],
        known: &[&BaselineInput],
    ) {
        let (given, written) = (group.given.len(), group.known.len());
        let name_given = group.given.first().map(|at| &*inputs[*at].name);
        let name_written = group.known.first().map(|at| &*known[*at].name);
        match (name_given, name_written) {
            (Some(name), None) => {
                self.say(&format!("{name} on {cpu} is not in the baseline."));
            }
            (None, Some(name)) => {
                self.say(&format!("{name} on {cpu} is in the baseline, and was not given."));
            }
            (Some(name), Some(before)) if group.is_elsewhere => {
                self.say(&format!("{name} is checked as {before} of the baseline."));
            }
            (Some(name), Some(_)) if given != written => {
                let times = counted(written as u64, "time", "times");
                self.say(&format!(
                    "{name} on {cpu} is in the baseline {times}, and was given {}.",
                    counted(given as u64, "time", "times")
                ));
            }
            _ => {}
        }
        let items: Vec<&Item> = group.given.iter().flat_map(|at| &inputs[*at].items).collect();
        let loops: Vec<&BaselineLoop> =
            group.known.iter().flat_map(|at| &known[*at].loops).collect();
        let checked = baseline::check(&loops, &items);
        let name = name_given.or(name_written).unwrap_or_default();
        checked.loops.iter().for_each(|it| self.add(name, cpu, it));
        for it in checked.gone {
            self.gone.add("gone", &it.name, name, cpu);
        }
    }

    /// Adds the line about a loop.
    fn add(&mut self, input: &str, cpu: &str, checked: &Checked<'_>) {
        let verdict = checked.verdict(self.options.max_slowdown);
        let name = checked.item.name();
        self.checked += usize::from(!matches!(verdict, Verdict::New | Verdict::StillUnknown));
        match verdict {
            Verdict::New => self.new.add("new", &name, input, cpu),
            Verdict::Same => {}
            Verdict::StillUnknown => self.still_unknown += 1,
            Verdict::Faster(_) | Verdict::Slower(_) if self.other_models.is_some() => {
                let (before, after) = cycles(checked);
                let reason = format!("{before:.2} cycles per iteration before, {after:.2} now");
                self.add_incomparable(&name, cpu, &reason);
            }
            Verdict::Faster(_) => self.faster += 1,
            Verdict::Slower(factor) => self.add_slower(input, cpu, checked, factor),
            Verdict::Unknown | Verdict::NewlyKnown => {
                if self.may_be_unknown.iter().any(|it| it.matches(&name)) {
                    self.allowed_unknown += 1;
                    return;
                }
                self.unknown += 1;
                let reason = checked.item.cost.as_ref().err();
                let reason = reason.map_or("it was not known for the baseline", |it| it);
                self.say(&format!("not known: {name} on {cpu}: {reason}"));
            }
            Verdict::Incomparable(reason) => self.add_incomparable(&name, cpu, &reason.to_string()),
        }
    }

    fn add_incomparable(&mut self, name: &str, cpu: &str, reason: &str) {
        if self.may_be_incomparable.iter().any(|it| it.matches(name)) {
            self.allowed_incomparable += 1;
            return;
        }
        self.incomparable += 1;
        self.say(&format!("not comparable: {name} on {cpu}: {reason}"));
    }

    /// Appends a sentence as one line, however long the names in it are; it goes on below where the line ends.
    fn say(&mut self, sentence: &str) {
        self.sentences.push(sentence.to_owned());
        self.print(sentence);
    }

    /// Does the same with a sentence that only the text has.
    fn print(&mut self, sentence: &str) {
        wrap_indented(sentence, 2, self.most_columns, &mut self.text);
    }

    fn add_slower(&mut self, input: &str, cpu: &str, checked: &Checked<'_>, factor: f64) {
        let Ok(cost) = &checked.item.cost else { return };
        let (before, after) = cycles(checked);
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
            cpu,
            limits(cost)
        );
        let place = checked.item.line.as_ref().map(|line| format!(" ({line})"));
        self.print(&format!("slower: {message}{}", place.unwrap_or_default()));
        let line = checked.item.line.as_ref();
        let file = line.map_or(input, |line| &line.file);
        let line = line.map(|line| line.line);
        self.slower.push(SlowerLoop {
            name: checked.item.name(),
            cpu: cpu.to_owned(),
            before: format!("{before:.2}"),
            after: format!("{after:.2}"),
            change: percent,
            limits: limits(cost),
            file: file.to_owned(),
            line,
            sentence: message.clone(),
        });
        if self.annotates {
            let place = Place { file, line };
            self.text.push_str(&workflow_command("error", place, "slower loop", &message));
            self.text.push('\n');
        }
    }

    /// Prints all of it.
    ///
    /// # Errors
    /// The exit status, when something is slower or could not be checked.
    pub fn end(mut self) -> Result<(), Failed> {
        let fails_for_new = self.new.count > 0 && !self.options.allow_new;
        let fails_for_gone = self.gone.count > 0 && !self.options.allow_gone;
        let new = std::mem::take(&mut self.new.lines);
        let gone = std::mem::take(&mut self.gone.lines);
        for (lines, is_told) in [(new, fails_for_new), (gone, fails_for_gone)] {
            lines.iter().filter(|_| is_told).for_each(|line| self.say(line));
        }
        let parts = [
            (self.slower.len(), "slower"),
            (self.faster, "faster"),
            (self.new.count, "new"),
            (self.gone.count, "gone"),
            (self.unknown + self.allowed_unknown, "not known"),
            (self.still_unknown, "still not known"),
            (self.incomparable + self.allowed_incomparable, "not comparable"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let summary =
            if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") };
        let checked = counted(self.checked as u64, "loop", "loops");
        let summary = format!("{checked} checked: {summary}.");
        self.print(&summary);
        let is_unchecked = fails_for_new
            || fails_for_gone
            || self.unknown > 0
            || self.incomparable > 0
            || self.checked == 0;
        if self.checked == 0 {
            self.say("Nothing was checked.");
        }
        let fails = !self.slower.is_empty() || is_unchecked;
        if fails {
            self.print("To accept this, run the same with --write-baseline and commit the file.");
        }
        let (slower, sentences) = (&self.slower[..], &self.sentences[..]);
        let result = CheckResult { slower, sentences, summary: &summary, fails };
        let files = [
            (&self.options.markdown, result.markdown()),
            (&self.options.code_quality, result.code_quality()),
        ];
        print(&self.text)?;
        for (path, text) in files {
            if let Some(path) = path {
                write_file(path, &text)?;
            }
        }
        match (slower.len(), is_unchecked) {
            (0, false) => Ok(()),
            (0, true) => Err(UNCHECKED),
            _ => Err(SLOWER),
        }
    }
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// When it cannot be written, after a message that says so.
fn write_file(path: &str, text: &str) -> Result<(), Failed> {
    let failed_to = |error| failed(&format!("{}: {}", plain(path), files::describe(&error)));
    let output = Output::open(path).map_err(failed_to)?;
    output.finish(text.as_bytes()).map_err(failed_to)
}

/// Returns the cycles per iteration of a loop for the baseline and now; 0 where they are not known.
fn cycles(checked: &Checked<'_>) -> (f64, f64) {
    let before = checked.baseline.and_then(|it| it.cycles);
    let after = checked.item.cost.as_ref().ok().map(|it| it.cycles);
    (before.map_or(0.0, Ratio::to_f64), after.map_or(0.0, Ratio::to_f64))
}

/// Returns the models, as baselines keep them.
pub fn models() -> String {
    format!("LLVM {LLVM_VERSION}")
}

/// Returns the version of the program, as baselines keep it.
pub fn program_version() -> String {
    format!("oxmca {}", env!("CARGO_PKG_VERSION"))
}

/// Returns each name once, in the order of the first ones.
pub fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    names.for_each(|name| {
        if !found.contains(&name) {
            found.push(name);
        }
    });
    found
}

/// Prints text on standard output.
///
/// # Errors
/// When it cannot be written, after a message that says so.
pub fn print(text: &str) -> Result<(), Failed> {
    output::print(text.as_bytes()).map_err(|error| write_failed(&error))
}
