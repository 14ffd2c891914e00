//! Files that were read: texts of assembly and objects, with their loops, reports and comparison.

use std::fmt;
use std::sync::Arc;

use oxmca::session::PredictionModel;
use oxmca::{Code, Format, Message, Options, Views};
use oxmca_asm::target::object_facts::StatedCpu;
use oxmca_asm::{Interrupt, lossless};
use oxmca_driver::Pool;
use oxmca_loops::comparison::Comparison;
use oxmca_loops::item::{self, Item, ItemOptions};
use oxmca_loops::json::FileDocument;
use oxmca_loops::{
    ObjectCode, Pattern, Program, Selection, Survey, SurveyOptions, list, parts, table,
};
use oxmca_object::{ObjectFile, members};

use crate::choice::MachineChoice;
use crate::machine::{Machine, Machines};
use crate::text::TextOnMachine;

/// A text or object that was read for a machine.
pub struct LoadedFile {
    name: String,
    contents: Contents,
}

enum Contents {
    Text(Box<TextOnMachine>),
    Object(Arc<Machine>, Box<ObjectFile<'static>>),
}

impl fmt::Debug for LoadedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedFile").field("name", &self.name).finish_non_exhaustive()
    }
}

impl LoadedFile {
    /// Reads a text, an object, or all objects of an archive, each for the machine of its target.
    ///
    /// # Errors
    /// The reason why nothing can be read.
    pub fn read_all(
        machines: &Machines,
        choice: &MachineChoice,
        name: &str,
        bytes: Vec<u8>,
        interrupt: &Interrupt,
    ) -> Result<Vec<LoadedFile>, String> {
        if !ObjectFile::is_object(&bytes) && members(&bytes).is_ok_and(|it| it.is_none()) {
            if bytes.iter().take(1 << 10).any(|byte| *byte == 0) {
                return Err("it is neither assembly nor an object file that can be read".to_owned());
            }
            let machine = machines.for_text(choice, &bytes)?;
            let text = TextOnMachine::read(machine, name, bytes, interrupt)?;
            if text.code().parsed().is_cut_off {
                let last = text.code().diagnostics().last();
                let reason = last.map(|it| String::from_utf8_lossy(&it.message).into_owned());
                return Err(reason.unwrap_or_else(|| "the text is too long".to_owned()));
            }
            let contents = Contents::Text(Box::new(text));
            return Ok(vec![LoadedFile { name: name.to_owned(), contents }]);
        }
        let found = members(&bytes).map_err(|error| error.to_string())?;
        let objects: Vec<(String, ObjectFile<'static>)> = match found {
            None => {
                let object = ObjectFile::parse(bytes).map_err(|error| error.to_string())?;
                vec![(name.to_owned(), object)]
            }
            Some(found) => {
                let object = |it: oxmca_object::Member<'_>| {
                    let object = ObjectFile::parse(it.bytes.to_vec()).ok()?;
                    Some((format!("{name}({})", it.name), object))
                };
                found.into_iter().filter_map(object).collect()
            }
        };
        if objects.is_empty() {
            return Err("no object in this archive can be read".to_owned());
        }
        let file = |(name, object): (String, ObjectFile<'static>)| {
            let mut choice = MachineChoice { triple: object.triple().to_owned(), ..choice.clone() };
            let decides_cpu = choice.cpu.is_empty() && choice.models.is_empty();
            match object.stated_cpu() {
                StatedCpu::Named(cpu) if decides_cpu => choice.cpu = cpu.to_owned(),
                StatedCpu::Unknown(number) if decides_cpu => {
                    return Err(format!(
                        "{name} is for a CPU with the number {number:#x}, which is not known: choose a CPU"
                    ));
                }
                _ => {}
            }
            if choice.cpu.is_empty() {
                let decided = crate::target_of_text::choice_for_text(&choice, machines.host(), b"");
                choice.cpu = decided.cpu;
            }
            let machine = machines.get(&choice)?;
            Ok(LoadedFile { name, contents: Contents::Object(machine, Box::new(object)) })
        };
        objects.into_iter().map(file).collect()
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the machine that it was read for.
    pub fn machine(&self) -> &Arc<Machine> {
        match &self.contents {
            Contents::Text(text) => text.machine(),
            Contents::Object(machine, _) => machine,
        }
    }

    /// Returns the text, if it is one.
    pub fn text(&self) -> Option<&TextOnMachine> {
        match &self.contents {
            Contents::Text(text) => Some(text),
            Contents::Object(..) => None,
        }
    }

    /// Calls a function with its functions.
    pub fn with_program<R>(&self, work: impl FnOnce(&dyn Program) -> R) -> R {
        match &self.contents {
            Contents::Text(text) => work(text.program()),
            Contents::Object(machine, object) => work(&ObjectCode::new(machine.session(), object)),
        }
    }

    /// Finds its innermost loops, as `oxmca loops` does, of functions whose names match `functions`; of all if there are
    /// none.
    pub fn survey(&self, functions: &[String], interrupt: &Interrupt) -> Survey {
        let machine = self.machine();
        let options = SurveyOptions {
            functions: functions.iter().map(|it| Pattern::new(it)).collect(),
            shown_dialect: machine.dialect(),
            simulation: machine.options().clone(),
            interrupt: interrupt.clone(),
            ..SurveyOptions::default()
        };
        self.with_program(|it| Survey::new(machine.session(), it, &options, &Pool::single()))
    }

    /// Calls a function with the document of `oxmca loops --json` about it.
    pub fn with_document<R>(&self, survey: &Survey, work: impl FnOnce(FileDocument<'_>) -> R) -> R {
        self.with_program(|it| {
            work(FileDocument::new(&self.name, self.machine().cpu(), survey, it))
        })
    }

    /// Returns the table of `oxmca loops`.
    pub fn table(&self, survey: &Survey, most_columns: usize) -> String {
        let mut text = format!("{}\n\n", self.machine().model());
        self.with_program(|it| table::render(survey, it, most_columns, &mut text));
        text
    }

    /// Returns the code of the parts that are chosen, each as a region. If nothing is chosen, these are the regions that a
    /// text marks, else all innermost loops, else all of a text.
    ///
    /// # Errors
    /// When something is chosen that is not there.
    pub fn chosen(self, selection: &Selection, interrupt: &Interrupt) -> Result<Code, String> {
        let is_any = selection.is_empty();
        let mut selection = selection.clone();
        if is_any {
            selection.add_loop("*").map_err(str::to_owned)?;
        }
        match self.contents {
            Contents::Text(text) => {
                let is_whole = is_any && (text.is_marked() || text.all_loops().is_empty());
                let code = text.into_code();
                if is_whole {
                    return Ok(code);
                }
                let regions = selection.regions_of_text(&code, &Pool::single());
                Ok(code.with_regions(regions.map_err(|error| error.to_string())?))
            }
            Contents::Object(machine, object) => {
                let program = ObjectCode::new(machine.session(), &object);
                let session = machine.session();
                let pool = Pool::single();
                let found = selection.regions(session, &program, &pool, interrupt);
                let found = found.map_err(|error| error.to_string())?;
                list(session, found, &machine.text_options(&self.name))
                    .map_err(|_| "too many instructions are chosen".to_owned())
            }
        }
    }

    /// Returns its loops, or the regions that a text marks, for comparison with another version.
    fn items(&self) -> Vec<Item> {
        let machine = self.machine();
        let options = ItemOptions {
            simulation: machine.options().clone(),
            shown_dialect: machine.dialect(),
            ..ItemOptions::default()
        };
        let measure = &mut |_: &Arc<[oxmca_asm::Inst]>| None;
        let marked = self.text().map(|it| item::marked_regions(it.code(), &options, measure));
        if let Some(marked) = marked.filter(|it| !it.is_empty()) {
            return marked;
        }
        let session = machine.session();
        let pool = Pool::single();
        parts::joined(self.with_program(|it| item::loops(session, it, &options, &pool, measure)))
    }
}

/// Compares two versions of a file, as `oxmca diff` does.
///
/// # Errors
/// When one of them has nothing in it.
pub fn compare(old: &[LoadedFile], new: &[LoadedFile]) -> Result<Comparison, String> {
    let items =
        |files: &[LoadedFile]| -> Vec<Item> { files.iter().flat_map(LoadedFile::items).collect() };
    let model = new.last().or(old.last()).map(|it| it.machine().model().clone());
    Ok(Comparison::new(model.ok_or("there is nothing to compare")?, &items(old), &items(new)))
}

/// Returns a report on all regions of a code, with the views that `choose` switches on, after the line about the model.
///
/// # Errors
/// The messages about what cannot be analyzed.
pub fn report(
    machine: &Machine,
    code: &Code,
    choose: impl FnOnce(&mut Views),
) -> Result<String, String> {
    let options = machine.options_with(Format::Text, choose);
    let text = rendered(code, &options, Format::Text)?;
    Ok(format!("{}\n{text}", model_of(machine, &options)))
}

fn model_of(machine: &Machine, options: &Options) -> PredictionModel {
    machine.session().prediction_model(options.simulation())
}

/// Returns a report in a format.
///
/// # Errors
/// The messages about what cannot be analyzed.
pub fn rendered(code: &Code, options: &Options, format: Format) -> Result<String, String> {
    let mut messages: Vec<Message> = Vec::new();
    match code.report(options, format, &mut messages) {
        Ok(report) => Ok(String::from_utf8_lossy(&report).into_owned()),
        Err(_) => {
            let mut text = Vec::new();
            messages.iter().for_each(|it| code.render_message(it, false, &mut text));
            let text = String::from_utf8_lossy(&text).trim_end().to_owned();
            Err(if text.is_empty() { "there are no instructions".to_owned() } else { text })
        }
    }
}

/// Returns a text of a report whose bytes that are no UTF-8 are readable.
pub fn readable(text: &str) -> String {
    String::from_utf8_lossy(&lossless::to_bytes(text)).into_owned()
}
