//! Reading a hardware model.

use std::sync::Arc;

use std::ops::Range;

use super::comparison::{Comparison, ComparisonRows};
use super::consistency::{self, Names};
use super::fusion::FusionRules;
use super::model::{HardwareFile, HardwareModel};
use super::numbers::{HardwareNumbers, NumberInfo};
use super::pattern;
use super::policies::HardwarePolicies;
use super::rows;
use super::selection::{InstructionTrait, Selection};
use crate::image::Tables;
use crate::overlay::selection::{opcode_named, real_opcodes};
use crate::overlay::{MAX_MISTAKES, ModelErrors, declared_name, ranged, suggest};
use crate::text::TextError;
use crate::text::lines::{Line, Word, for_each_line};

/// Most patterns of opcodes of a model: each is compared with all opcodes, and with those of the code.
const MAX_PATTERNS: usize = 4000;
/// Most names of opcodes in full. No target has more.
const MAX_NAMES: usize = 30_000;
/// The beginnings that a file can have.
const BEGINNINGS: &str =
    "`hardware NAME extends SCHEDULING-MODEL...` or `hardware NAME based-on HARDWARE-MODEL`";
/// Keywords of lines other than those of numbers and policies.
const LINES: [&str; 11] = [
    "hardware",
    "cpus",
    "checked",
    "unchecked",
    "compared",
    "differs",
    "ports",
    "threads-divide",
    "form",
    "fuse",
    "keep-apart",
];

/// Reads a file that describes a whole model of a target with these traits. Names of scheduling models, CPUs and
/// opcodes are taken as they are.
///
/// # Errors
/// The file's mistakes.
pub fn read(
    file: &HardwareFile<'_>,
    traits: &[InstructionTrait],
) -> Result<HardwareModel, ModelErrors> {
    Reader::new(file, Surroundings::default(), traits).read()
}

/// Reads a file that is built in, which may be based on another of `models`.
///
/// # Errors
/// The file's mistakes.
pub(super) fn read_builtin(
    file: &HardwareFile<'_>,
    models: &dyn BaseModels,
    traits: &[InstructionTrait],
) -> Result<HardwareModel, ModelErrors> {
    let surroundings = Surroundings { models: Some(models), tables: None };
    Reader::new(file, surroundings, traits).read()
}

/// The hardware models that a file can be based on.
pub(super) trait BaseModels {
    /// Returns the model of that name.
    ///
    /// # Errors
    /// The mistakes of a file that is built in.
    fn base(&self, name: &str) -> Option<Result<Arc<HardwareModel>, ModelErrors>>;

    /// Returns the names of all.
    fn base_names(&self) -> Vec<&str>;
}

/// Reads a file of the user's, which may be based on one of `models`. Its names must be those of `tables`.
///
/// # Errors
/// The file's mistakes.
pub(super) fn read_own(
    file: &HardwareFile<'_>,
    models: &dyn BaseModels,
    tables: &Tables<'_>,
    traits: &[InstructionTrait],
) -> Result<HardwareModel, ModelErrors> {
    let surroundings = Surroundings { models: Some(models), tables: Some(tables) };
    Reader::new(file, surroundings, traits).read()
}

/// The models and tables whose names a file can use.
#[derive(Clone, Copy, Default)]
struct Surroundings<'a> {
    models: Option<&'a dyn BaseModels>,
    /// The tables of the target. Files that are built in are read without them.
    tables: Option<&'a Tables<'a>>,
}

struct Reader<'a> {
    file: &'a HardwareFile<'a>,
    surroundings: Surroundings<'a>,
    traits: &'a [InstructionTrait],
    model: HardwareModel,
    has_header: bool,
    /// Places of names that are checked once all is read.
    names: Names,
    mistakes: Vec<TextError>,
}

impl<'a> Reader<'a> {
    fn new(
        file: &'a HardwareFile<'a>,
        surroundings: Surroundings<'a>,
        traits: &'a [InstructionTrait],
    ) -> Reader<'a> {
        Reader {
            file,
            surroundings,
            traits,
            model: HardwareModel::new(""),
            has_header: false,
            names: Names::default(),
            mistakes: Vec::new(),
        }
    }

    fn read(mut self) -> Result<HardwareModel, ModelErrors> {
        let file = self.file;
        let end = for_each_line(file.name, file.text, |line| {
            let has_header = self.has_header;
            if let Err(mistake) = self.line(line) {
                self.mistakes.push(mistake);
            }
            // Without its first line, nothing of a file makes sense. The error only ends the reading.
            let goes_on = (has_header || self.has_header) && self.mistakes.len() < MAX_MISTAKES;
            if goes_on { Ok(()) } else { Err(line.error("")) }
        });
        if let Err(mistake) = end
            && self.mistakes.is_empty()
        {
            self.mistakes.push(mistake);
        }
        if !self.has_header && self.mistakes.is_empty() {
            let message = format!("a hardware file begins with {BEGINNINGS}");
            self.mistakes.push(TextError::of_file(file.name, message));
        }
        if self.mistakes.is_empty() {
            self.finish();
        }
        match self.mistakes.is_empty() {
            true => Ok(self.model),
            false => Err(ModelErrors::new(self.mistakes)),
        }
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        if !self.has_header {
            return match line.keyword() {
                "hardware" => self.header(line),
                _ => Err(line.error(format!("a hardware file begins with {BEGINNINGS}"))),
            };
        }
        match line.keyword() {
            "hardware" => Err(line.error("a file holds one hardware model")),
            "cpus" => {
                if line.words.len() < 2 {
                    return Err(line.error("missing CPUs"));
                }
                self.model.cpus = texts(&line.words[1..]);
                self.names.cpus = places(line, &line.words[1..]);
                Ok(())
            }
            "checked" | "unchecked" => {
                line.word(1, "sentence")?.clone_into(&mut self.model.checked);
                self.model.is_checked = line.keyword() == "checked";
                only(line, 2)
            }
            "ports" => {
                self.names.ports.extend(line.pairs(1).map(|(key, value)| {
                    let at = if key == "dividers" { key } else { value };
                    (key.to_owned(), line.place(at))
                }));
                rows::ports(line, &mut self.model.ports)
            }
            "threads-divide" => self.threads_divide(line),
            "form" => self.form(line),
            "compared" => self.comparison(line, Comparison::Agrees),
            "differs" => self.comparison(line, Comparison::Differs),
            "fuse" => self.fusion(line, true),
            "keep-apart" => self.fusion(line, false),
            name => self.number_or_policy(line, name),
        }
    }

    /// Reads `hardware NAME extends MODEL...` or `hardware NAME based-on MODEL extends MODEL...`.
    fn header(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let name = declared_name(line)?;
        let mut rest = &line.words[2..];
        let base = match rest {
            [keyword, base, after @ ..] if *keyword == *"based-on" => {
                rest = after;
                Some(base)
            }
            _ => None,
        };
        self.model = match base {
            Some(base) => self.base(line, base)?,
            None => HardwareModel::new(name),
        };
        name.clone_into(&mut self.model.name);
        match rest {
            [] if base.is_some() => {}
            [keyword, models @ ..] if *keyword == *"extends" && !models.is_empty() => {
                self.model.models = texts(models);
                self.model.cpus.clear();
                self.names.models = places(line, models);
            }
            _ => return Err(line.error(format!("expected {BEGINNINGS}"))),
        }
        self.names.header = line.place(&line.words[1]);
        self.has_header = true;
        Ok(())
    }

    /// Finds the model that the file is based on.
    fn base(&self, line: &Line<'_>, name: &str) -> Result<HardwareModel, TextError> {
        let models = self.surroundings.models;
        let Some(found) = models.and_then(|it| it.base(name)) else {
            let hint = models
                .map(|it| suggest::hint(name, it.base_names().into_iter()))
                .unwrap_or_default();
            let message = format!("unknown hardware model `{name}`{hint}");
            return Err(line.error_at(name, message));
        };
        let found = found.map_err(|mistakes| line.error_at(name, mistakes.to_string()))?;
        let model = HardwareModel::clone(&found);
        // Predictions by other numbers have not been compared with measurements.
        let checked = match self.surroundings.tables {
            Some(_) => format!("it is a file of your own, based on {}", model.name),
            None => String::new(),
        };
        let comparisons = ComparisonRows::default();
        Ok(HardwareModel { checked, is_checked: false, comparisons, ..model })
    }

    fn threads_divide(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        self.model.divided.clear();
        for name in &line.words[1..] {
            if HardwareNumbers::default().by_name(name).is_none() {
                let hint = suggest::hint(name, HardwareNumbers::ALL.iter().map(|it| it.name));
                return Err(line.error_at(name, format!("unknown number `{name}`{hint}")));
            }
            self.model.divided.push(name.to_string());
        }
        Ok(())
    }

    fn form(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        let rule = rows::form(line, &self.model.ports, self.traits)?;
        self.patterns(line, &rule.selection)?;
        self.model.forms.push(rule);
        Ok(())
    }

    fn comparison(&mut self, line: &Line<'_>, comparison: Comparison) -> Result<(), TextError> {
        let row = rows::comparison(line, comparison)?;
        self.patterns(line, &row.selection)?;
        self.model.comparisons.push(row);
        Ok(())
    }

    fn fusion(&mut self, line: &Line<'_>, fuses: bool) -> Result<(), TextError> {
        let rule = rows::fusion(line, fuses, self.traits)?;
        self.patterns(line, &rule.first)?;
        self.patterns(line, &rule.second)?;
        match self.model.fusions.push(rule) {
            true => Ok(()),
            false => Err(line.error(format!("more than {} rows about pairs", FusionRules::MOST))),
        }
    }

    /// Checks that there are not too many patterns, and that each is like the name of an opcode.
    fn patterns(&mut self, line: &Line<'_>, selection: &Selection) -> Result<(), TextError> {
        let names = selection.patterns.iter().filter(|it| pattern::is_name(it)).count();
        if self.model.num_patterns() + selection.patterns.len() - names > MAX_PATTERNS {
            return Err(line.error(format!("more than {MAX_PATTERNS} patterns of opcodes")));
        }
        if self.model.num_names() + names > MAX_NAMES {
            return Err(line.error(format!("more than {MAX_NAMES} names of opcodes")));
        }
        let Some(tables) = self.surroundings.tables else { return Ok(()) };
        for pattern in &selection.patterns {
            if self.mistakes.len() < MAX_MISTAKES
                && let Err(message) = finds_opcodes(tables, pattern)
            {
                let word = line.words.iter().find(|it| ***it == **pattern);
                self.mistakes.push(match word {
                    Some(word) => line.error_at(word, message),
                    None => line.error(message),
                });
            }
        }
        Ok(())
    }

    fn number_or_policy(&mut self, line: &Line<'_>, name: &str) -> Result<(), TextError> {
        if let Some(info) = HardwareNumbers::ALL.iter().find(|it| it.name == name) {
            let NumberInfo { range, .. } = info;
            let text = line.word(1, "number")?;
            let value = ranged(line, text, (*range.start()).into()..=(*range.end()).into())?;
            if let Some(number) = self.model.numbers.by_name(name) {
                *number = value;
            }
            self.names.numbers.push((info.name, line.place(text)));
            return only(line, 2);
        }
        let Some(name) = HardwarePolicies::NAMES.iter().find(|it| **it == name) else {
            let names = LINES.into_iter().chain(HardwareNumbers::ALL.iter().map(|it| it.name));
            let hint = suggest::hint(name, names.chain(HardwarePolicies::NAMES.iter().copied()));
            return Err(line.error(format!("unknown line `{name}`{hint}")));
        };
        let word = line.word(1, "word")?;
        if !self.model.policies.set(name, word) {
            let words = HardwarePolicies::words_of(name).join(", ");
            let message = format!("`{word}` is none of the words of `{name}`: {words}");
            return Err(line.error_at(word, message));
        }
        self.names.numbers.push((name, line.place(word)));
        only(line, 2)
    }

    /// Checks what only the whole file shows, and completes the model.
    fn finish(&mut self) {
        let all = self.model.ports.all();
        let ports = &mut self.model.ports;
        for role in [&mut ports.stack_update, &mut ports.base_update] {
            if role.is_empty() {
                *role = all;
            }
        }
        if self.model.checked.is_empty() {
            "it is a file of your own".clone_into(&mut self.model.checked);
        }
        let mut late = consistency::check(&self.model, &self.names);
        if let Some(tables) = self.surroundings.tables {
            late.extend(consistency::check_names(&self.model, &self.names, tables));
        }
        let HardwareFile { name, text } = *self.file;
        let mistakes = late.into_iter().map(|(place, message)| match place {
            Some(place) => TextError::new(name, text, place, message),
            None => TextError::of_file(name, message),
        });
        self.mistakes.extend(mistakes);
    }
}

/// Returns whether a pattern is like the name of an opcode.
///
/// # Errors
/// The message that says that it is not.
fn finds_opcodes(tables: &Tables<'_>, pattern: &str) -> Result<(), String> {
    let names = || real_opcodes(tables).map(|(_, name)| name);
    match pattern::is_name(pattern) {
        false if names().any(|name| pattern::matches(pattern, name)) => Ok(()),
        false => Err(format!("no opcode is like `{pattern}`")),
        true if opcode_named(tables, pattern).is_some() => Ok(()),
        true => Err(format!("unknown opcode `{pattern}`{}", suggest::hint(pattern, names()))),
    }
}

/// Fails if a line has more words.
fn only(line: &Line<'_>, count: usize) -> Result<(), TextError> {
    match line.words.get(count) {
        Some(word) => Err(line.error_at(word, format!("unexpected `{word}`"))),
        None => Ok(()),
    }
}

fn texts(words: &[Word<'_>]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

fn places(line: &Line<'_>, words: &[Word<'_>]) -> Vec<Range<usize>> {
    words.iter().map(|word| line.place(word)).collect()
}
