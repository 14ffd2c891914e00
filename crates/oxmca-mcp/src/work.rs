//! The work behind the tools, without the protocol.

use std::sync::Arc;

use oxmca::options::SimulationKind;
use oxmca_asm::Dialect;
use oxmca_loops::comparison::{Style, render};
use oxmca_loops::table::{self, notes};
use oxmca_loops::{Selection, Survey, loop_name};
use oxmca_queries::part_reports::on_all_cpus;
use oxmca_queries::program::{compare, report};
use oxmca_queries::{LoadedFile, MachineChoice, Machines, models};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::{MAX_LOOPS, bounded, deadline};
use crate::roots::Roots;

/// Columns of tables.
const COLUMNS: usize = 120;

/// Code to analyze: either a file or a text.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct CodeArguments {
    /// Path of a file below a root of the server: assembly, an object, a library, a program or an archive.
    #[serde(default)]
    pub path: Option<String>,
    /// Assembly, in place of a file.
    #[serde(default)]
    pub text: Option<String>,
}

/// The CPU that is simulated, and how texts are read.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct MachineArguments {
    /// CPU, as LLVM names it, e.g. `skylake` or `znver4`. By default the server's own.
    #[serde(default)]
    pub cpu: Option<String>,
    /// Target triple or name of a target, e.g. `aarch64`. By default that of the code.
    #[serde(default)]
    pub target: Option<String>,
    /// Features to switch on or off, e.g. `+avx512f`.
    #[serde(default)]
    pub features: Vec<String>,
    /// The model that predicts. By default the one that measurements speak for.
    #[serde(default)]
    pub model_of: Option<ModelOf>,
    /// Syntax of x86 assembly before any directive; AT&T by default.
    #[serde(default)]
    pub syntax: Option<Syntax>,
}

/// The model that predicts.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModelOf {
    /// LLVM's scheduling model.
    Llvm,
    /// Hardware mode.
    Hardware,
}

/// Syntax of x86 assembly.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Syntax {
    /// AT&T's.
    Att,
    /// Intel's.
    Intel,
}

/// Parts of the code. Without any, these are the regions that a text marks, else all innermost loops, else all of a text.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct PartArguments {
    /// A loop by its number in `loops`, or by its name: `dot#1`, or the function's name.
    #[serde(default, rename = "loop")]
    pub loop_name: Option<String>,
    /// Only loops of functions whose name contains this text.
    #[serde(default)]
    pub function: Option<String>,
    /// Only loops that a line of the source became: `file.c:12`.
    #[serde(default)]
    pub line: Option<String>,
}

/// The answer of `loops`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LoopsAnswer {
    /// The CPU and the model that predicts, and how far it was compared with measurements.
    pub model: String,
    /// Innermost loops, in the order of the code.
    pub loops: Vec<LoopRow>,
    /// Loops that are left out because there are too many; `function` chooses among them.
    pub omitted_loops: usize,
    /// Functions that were looked at.
    pub functions: usize,
    /// Instructions that were looked at.
    pub instructions: u64,
}

/// A loop.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LoopRow {
    /// Its number, which other tools take as `loop`.
    pub number: usize,
    /// Its name: function and number there.
    pub name: String,
    /// The line of the source that it begins at, where debug information says so.
    pub source: Option<String>,
    /// Its line in a text of assembly, or its address.
    pub position: u64,
    /// Instructions of an iteration.
    pub instructions: usize,
    /// Cycles of an iteration, in the long run.
    pub cycles_per_iteration: Option<f64>,
    /// Set if these are exact; otherwise they are an average.
    pub is_exact: bool,
    /// The limit of iterations, in words; or the reason why nothing is known.
    pub limited_by: String,
    /// Notes on the loop, such as "1 call"; empty if there are none.
    pub notes: String,
}

/// The answer of `models`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ModelsAnswer {
    /// The target.
    pub target: String,
    /// Names of all targets.
    pub targets: Vec<String>,
    /// Scheduling models of the target.
    pub models: Vec<ModelRow>,
}

/// A scheduling model.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ModelRow {
    /// Its name.
    pub name: String,
    /// Set if it executes out of order.
    pub is_out_of_order: bool,
    /// Micro-ops dispatched per cycle.
    pub issue_width_micro_ops: u32,
    /// CPUs that it describes.
    pub described_cpus: Vec<String>,
    /// CPUs that use it for want of one of their own.
    pub borrowing_cpus: Vec<String>,
}

impl MachineArguments {
    fn choice(&self) -> MachineChoice {
        MachineChoice {
            triple: self.target.clone().unwrap_or_default(),
            cpu: self.cpu.clone().unwrap_or_default(),
            features: self.features.clone(),
            model_of: self.model_of.map(|it| match it {
                ModelOf::Llvm => SimulationKind::Model,
                ModelOf::Hardware => SimulationKind::Hardware,
            }),
            dialect: self.syntax.map(|it| match it {
                Syntax::Att => Dialect::new("att"),
                Syntax::Intel => Dialect::new("intel"),
            }),
            ..MachineChoice::default()
        }
    }
}

impl PartArguments {
    pub(crate) fn selection(&self) -> Result<Selection, String> {
        let mut selection = Selection::default();
        if let Some(name) = &self.loop_name {
            selection.add_loop(name).map_err(|reason| format!("loop '{name}': {reason}"))?;
        }
        if let Some(line) = &self.line {
            selection.add_line(line).map_err(|reason| format!("line '{line}': {reason}"))?;
        }
        if let Some(function) = &self.function {
            if self.loop_name.is_none() && self.line.is_none() {
                selection.add_loop("*").map_err(str::to_owned)?;
            }
            selection.add_function(function);
        }
        Ok(selection)
    }
}

/// The state that tools share.
#[derive(Debug)]
pub struct Workshop {
    machines: Machines,
    roots: Roots,
}

impl Workshop {
    /// Creates it without machines.
    pub fn new(machines: Machines, roots: Roots) -> Workshop {
        Workshop { machines, roots }
    }

    /// Returns the machines that were asked for.
    pub(crate) fn machines(&self) -> &Machines {
        &self.machines
    }

    /// Reads the code that arguments name.
    pub(crate) fn load(
        &self,
        code: &CodeArguments,
        machine: &MachineArguments,
    ) -> Result<Vec<LoadedFile>, String> {
        let (name, bytes) = match (&code.path, &code.text) {
            (Some(path), None) => (path.as_str(), self.roots.read(path)?),
            (None, Some(text)) => ("text", text.clone().into_bytes()),
            (Some(_), Some(_)) => return Err("give 'path' or 'text', not both".to_owned()),
            (None, None) => return Err("give 'path' or 'text'".to_owned()),
        };
        let choice = machine.choice();
        let loaded = LoadedFile::read_all(&self.machines, &choice, name, bytes, &deadline());
        let loaded = loaded.map_err(|reason| format!("{name}: {reason}"))?;
        for file in &loaded {
            check_text(file)?;
        }
        Ok(loaded)
    }

    /// Returns the loops of code.
    pub fn loops(
        &self,
        code: &CodeArguments,
        machine: &MachineArguments,
        function: Option<&String>,
    ) -> Result<LoopsAnswer, String> {
        let functions: Vec<String> = function.into_iter().cloned().collect();
        let mut answer = LoopsAnswer::default();
        for file in self.load(code, machine)? {
            let survey = file.survey(&functions, &deadline());
            if survey.is_interrupted {
                return Err("it takes too long: choose a function".to_owned());
            }
            answer.model = file.machine().model().to_string();
            answer.functions += survey.functions;
            answer.instructions += survey.instructions;
            answer.loops.extend(rows(&file, &survey));
        }
        answer.omitted_loops = answer.loops.len().saturating_sub(MAX_LOOPS);
        answer.loops.truncate(MAX_LOOPS);
        Ok(answer)
    }

    /// Returns a report on parts of code: an explanation, or all that llvm-mca shows.
    pub fn report(
        &self,
        code: &CodeArguments,
        machine: &MachineArguments,
        part: &PartArguments,
        with_views: bool,
        with_timeline: bool,
    ) -> Result<String, String> {
        let selection = part.selection()?;
        let mut out = String::new();
        let mut problem = None;
        for file in self.load(code, machine)? {
            let machine = Arc::clone(file.machine());
            let is_out_of_order = machine.session().processor().is_out_of_order();
            let code = match file.chosen(&selection, &deadline()) {
                Ok(code) => code,
                // Another object of an archive may have it.
                Err(reason) => {
                    problem = Some(reason);
                    continue;
                }
            };
            out += &report(&machine, &code, |it| {
                it.explanation = true;
                it.summary = with_views;
                it.steady_state = with_views;
                it.instruction_info = with_views;
                it.resource_pressure = with_views;
                it.bottleneck_analysis = with_views && is_out_of_order;
                it.timeline = with_timeline;
            })?;
        }
        match problem.filter(|_| out.is_empty()) {
            Some(problem) => Err(problem),
            None => Ok(bounded(out)),
        }
    }

    /// Returns the cycles of a loop of a text on several CPUs.
    pub fn cpus(
        &self,
        code: &CodeArguments,
        machine: &MachineArguments,
        loop_name: Option<&String>,
        cpus: &[String],
    ) -> Result<String, String> {
        let files = self.load(code, machine)?;
        let text = files.first().and_then(LoadedFile::text);
        let text = text.ok_or(
            "CPUs are compared for assembly: `loops` takes objects, for one CPU at a time",
        )?;
        let parts = text.all_parts();
        let is_meant = |name: &String| match loop_name {
            None => true,
            Some(wanted) => wanted == name,
        };
        let part = parts.iter().find(|it| is_meant(&it.name)).ok_or_else(|| {
            let names: Vec<&str> = parts.iter().take(20).map(|it| it.name.as_str()).collect();
            format!("there is no such loop; there are: {}", names.join(", "))
        })?;
        on_all_cpus(&self.machines, &machine.choice(), text, part, cpus, &deadline()).map(bounded)
    }

    /// Compares the loops of two versions of code.
    pub fn diff(
        &self,
        old: &CodeArguments,
        new: &CodeArguments,
        machine: &MachineArguments,
    ) -> Result<String, String> {
        let (old, new) = (self.load(old, machine)?, self.load(new, machine)?);
        let comparison = compare(&old, &new)?;
        let mut out = String::new();
        render(&comparison, Style::Text { most_columns: COLUMNS }, true, &mut out);
        Ok(bounded(out))
    }

    /// Returns the scheduling models of a target.
    pub fn models(&self, target: Option<&String>) -> Result<ModelsAnswer, String> {
        let target = target.unwrap_or(&self.machines.host().triple);
        let model = |it: models::ModelFigures| ModelRow {
            name: it.name,
            is_out_of_order: it.is_out_of_order,
            issue_width_micro_ops: it.issue_width_micro_ops,
            described_cpus: it.described_cpus,
            borrowing_cpus: it.borrowing_cpus,
        };
        Ok(ModelsAnswer {
            target: target.clone(),
            targets: models::target_names().into_iter().map(str::to_owned).collect(),
            models: models::models(target)?.into_iter().map(model).collect(),
        })
    }
}

/// Refuses a text of which nothing can be read: an agent is to see why.
fn check_text(file: &LoadedFile) -> Result<(), String> {
    let Some(text) = file.text() else { return Ok(()) };
    if !text.code().parsed().insts.is_empty() {
        return Ok(());
    }
    match text.code().messages() {
        messages if messages.is_empty() => Err("there are no instructions".to_owned()),
        messages => Err(bounded(messages)),
    }
}

fn rows(file: &LoadedFile, survey: &Survey) -> Vec<LoopRow> {
    file.with_program(|program| {
        let row = |it: &oxmca_loops::SurveyedLoop| {
            let name = &program.functions()[it.function].name;
            let cost = it.cost.as_ref();
            let known = cost.and_then(|it| it.as_ref().ok());
            LoopRow {
                number: it.number,
                name: loop_name(&oxmca_names::plain(name), it.number_in_function),
                source: it.line.as_ref().map(ToString::to_string),
                position: program.position(it.address),
                instructions: it.instructions.len(),
                cycles_per_iteration: known.map(|it| it.cycles.to_f64()),
                is_exact: known.is_some_and(|it| it.is_exact),
                limited_by: match cost {
                    Some(Ok(cost)) => table::limits(cost),
                    Some(Err(reason)) => reason.clone(),
                    None => String::new(),
                },
                notes: notes(it),
            }
        };
        survey.loops.iter().map(row).collect()
    })
}

/// Work that a tool shares with the threads that do it.
pub type SharedWorkshop = Arc<Workshop>;
