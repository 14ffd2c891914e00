//! Commands that answer a text: explanations, changes of a loop, comparison of CPUs, and whole reports.

use std::sync::Arc;

use oxmca_asm::Interrupt;
use oxmca_queries::part_reports::{explain, on_all_cpus, report_on_part, without_each};
use oxmca_queries::{EditedText, Machine, MachineChoice, Machines, TextPart};
use serde_json::Value;

use crate::document::Document;

/// Explains a loop.
pub const EXPLAIN: &str = "oxmca.explain";
/// Simulates a loop without each of its instructions.
pub const WHAT_IF: &str = "oxmca.whatIf";
/// Compares all CPUs.
pub const ALL_CPUS: &str = "oxmca.allCpus";
/// Reports on a loop as llvm-mca does.
pub const REPORT: &str = "oxmca.report";

/// The names of all commands.
pub const NAMES: [&str; 4] = [EXPLAIN, WHAT_IF, ALL_CPUS, REPORT];
/// Titles of lenses, and the commands that they run.
pub const LENSES: [(&str, &str); 4] =
    [("explain", EXPLAIN), ("what if", WHAT_IF), ("all CPUs", ALL_CPUS), ("report", REPORT)];

/// The arguments of a command: a document, and the part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// The address of the document.
    pub uri: String,
    /// The name of the part.
    pub part: String,
    /// The line of the part, from 0, which tells it from others of the same name.
    pub line: u32,
}

impl Arguments {
    /// Reads arguments.
    ///
    /// # Errors
    /// When they are not a document, a name and a line.
    pub fn read(values: &[Value]) -> Result<Arguments, String> {
        let wrong = || "the arguments are a document, the name of a part, and its line".to_owned();
        let [Value::String(uri), Value::String(part), line, ..] = values else {
            return Err(wrong());
        };
        let line = line.as_u64().and_then(|it| u32::try_from(it).ok()).ok_or_else(wrong)?;
        Ok(Arguments { uri: uri.clone(), part: part.clone(), line })
    }

    /// Returns the part that is meant.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn part(&self, current: &EditedText) -> Result<TextPart, String> {
        let parts = current.parts(&(1..=u32::MAX)).into_iter().filter(|it| it.name == self.part);
        let found = parts.min_by_key(|it| it.first_line.abs_diff(self.line.saturating_add(1)));
        found.ok_or_else(|| format!("there is no '{}' in this text any more", self.part))
    }
}

/// A command with all that a thread needs for it.
pub struct Ready {
    /// Its name.
    pub command: String,
    /// Machines and what they know.
    pub machines: Arc<Machines>,
    /// The user's choice of a machine.
    pub choice: MachineChoice,
    /// The machine of the text.
    pub machine: Arc<Machine>,
    /// CPUs to compare.
    pub compared_cpus: Vec<String>,
    /// The text as it was read as a whole.
    pub current: Arc<EditedText>,
    /// The part.
    pub part: TextPart,
    /// The name of the file.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Ready {
    /// Puts a command on a part of a document together.
    pub fn new(
        command: &str,
        document: &Document,
        machines: &Arc<Machines>,
        current: Arc<EditedText>,
        part: TextPart,
    ) -> Ready {
        Ready {
            command: command.to_owned(),
            machines: Arc::clone(machines),
            choice: MachineChoice::default(),
            machine: Arc::clone(current.base().machine()),
            compared_cpus: Vec::new(),
            current,
            part,
            name: document.name().to_owned(),
            text: document.text.text().to_owned(),
        }
    }

    /// Returns the text that the command answers.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn run(&self, interrupt: &Interrupt) -> Result<String, String> {
        let Ready { machine, name, part, .. } = self;
        let text = self.text.as_bytes();
        match &*self.command {
            EXPLAIN => explain(machine, name, text, part, interrupt),
            WHAT_IF => without_each(&self.machines, machine, name, text, part, interrupt),
            REPORT => report_on_part(machine, name, text, part, interrupt, |it| {
                let is_out_of_order = machine.session().processor().is_out_of_order();
                it.summary = true;
                it.steady_state = true;
                it.instruction_info = true;
                it.resource_pressure = true;
                it.bottleneck_analysis = is_out_of_order;
                it.timeline = true;
            }),
            ALL_CPUS => on_all_cpus(
                &self.machines,
                &self.choice,
                self.current.base(),
                part,
                &self.compared_cpus,
                interrupt,
            ),
            other => Err(format!("there is no command '{other}'")),
        }
    }
}
