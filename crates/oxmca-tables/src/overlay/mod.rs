//! Models of one's own: text files that extend a model of the tables.
//!
//! `docs/add-a-cpu.md` describes the files. One is read in three passes: names that it declares, then
//! the model's shape (numbers, resources, register files, CPUs), then its scheduling data, which need
//! the finished resources. A mistake does not end a pass, so that a file's author sees several at once.
//!
//! The result replaces only those tables that a model changes. Models of the tables, and opcodes'
//! data in them, stay as they are: an opcode that gets data of its own leaves its scheduling class
//! for a new one, which in every other model refers to the same data as the class it left.
//!
//! Deliberately absent: reading files.

mod classes;
mod finish;
mod idioms;
mod ports;
mod registers;
mod resources;
pub(crate) mod selection;
mod shape;
pub(crate) mod suggest;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::image::Tables;
use crate::owned::OwnedTables;
use crate::schema::*;
use crate::text::TextError;
use crate::text::lines::{Line, Word, for_each_line};
use crate::text::predicates::{self, Vocabulary};

/// Most bytes of a model file.
const MAX_BYTES: usize = 4 << 20;
/// Most mistakes that are reported.
pub(crate) const MAX_MISTAKES: usize = 20;

/// A model file as it was read.
#[derive(Clone, Copy, Debug)]
pub struct ModelFile<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its bytes, which should be UTF-8.
    pub text: &'a [u8],
}

/// Tables that a model was added to.
#[derive(Clone, Debug)]
pub struct AddedModel {
    /// The tables it was added to and the model. CPUs have other numbers there.
    pub tables: OwnedTables,
    /// The model.
    pub model: ModelId,
    /// Names of the CPUs that the file declares, at least one, in its order.
    pub cpu_names: Vec<String>,
}

/// The mistakes in a model file: at least one, and at most 20 of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelErrors(Vec<TextError>);

impl ModelErrors {
    /// Creates errors of at most 20 of these mistakes, of which there is one at least, in the order of the file.
    pub(crate) fn new(mut mistakes: Vec<TextError>) -> ModelErrors {
        mistakes.truncate(MAX_MISTAKES);
        mistakes.sort_by_key(|mistake| (mistake.line, mistake.column));
        ModelErrors(mistakes)
    }

    /// Returns the mistakes in the order of the file, those that concern it as a whole first.
    pub fn mistakes(&self) -> &[TextError] {
        &self.0
    }
}

impl fmt::Display for ModelErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for mistake in &self.0 {
            write!(f, "{separator}{mistake}")?;
            separator = "\n";
        }
        Ok(())
    }
}

impl std::error::Error for ModelErrors {}

impl OwnedTables {
    /// Returns these tables with one more model, which may extend one of theirs, and its CPUs. Several files
    /// are added one after the other; each may extend models of those before.
    ///
    /// ```
    /// # #[cfg(feature = "x86")] {
    /// use oxmca_tables::{ModelFile, OwnedTables};
    ///
    /// let text = b"model MyZen extends Znver4Model issue-width=8\n";
    /// let added = OwnedTables::embedded("x86")?.with_model(&ModelFile { name: "my.tbl", text })?;
    /// let tables = added.tables.tables();
    /// let cpu = tables.cpu_named("myzen").ok_or("the CPU is there")?;
    /// assert_eq!(tables.model_of(cpu).issue_width_uops, 8);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The file's mistakes.
    pub fn with_model(&self, file: &ModelFile<'_>) -> Result<AddedModel, ModelErrors> {
        let one = |mistake| ModelErrors(vec![mistake]);
        let text = text_of(file, MAX_BYTES)?;
        let tables = self.tables();
        let mut draft = Draft::new(tables);
        let reader = Reader { file: file.name, text };
        reader.pass(&mut draft, Draft::declare)?;
        reader.pass(&mut draft, Draft::shape)?;
        if let Err(mistake) = draft.finish_shape() {
            draft.mistakes.push(reader.error(mistake));
        }
        reader.pass(&mut draft, Draft::data)?;
        if !draft.mistakes.is_empty() {
            return Err(draft.errors());
        }
        let (replacements, model, cpu_names) =
            draft.finish().map_err(|mistake| one(reader.error(mistake)))?;
        let tables = self.with_replacements(replacements).map_err(|error| {
            one(TextError::of_file(file.name, format!("the model is not sound: {error}")))
        })?;
        Ok(AddedModel { tables, model, cpu_names })
    }
}

/// Returns the text of a file that has at most so many bytes.
///
/// # Errors
/// When it is longer, or not UTF-8.
pub(crate) fn text_of<'a>(file: &ModelFile<'a>, max_bytes: usize) -> Result<&'a str, ModelErrors> {
    let one = |mistake| ModelErrors(vec![mistake]);
    if file.text.len() > max_bytes {
        let message = format!("a model file has at most {max_bytes} bytes");
        return Err(one(TextError::of_file(file.name, message)));
    }
    std::str::from_utf8(file.text).map_err(|error| {
        let (valid, _) = file.text.split_at(error.valid_up_to());
        let valid = std::str::from_utf8(valid).unwrap_or("");
        one(TextError::new(file.name, valid, valid.len()..valid.len(), "not UTF-8"))
    })
}

struct Reader<'a> {
    file: &'a str,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn error(&self, (place, message): LateMistake) -> TextError {
        match place {
            Some(place) => TextError::new(self.file, self.text, place, message),
            None => TextError::of_file(self.file, message),
        }
    }

    /// Shows every line to `each`. An error without which nothing else makes sense ends everything.
    fn pass<'t>(
        &self,
        draft: &mut Draft<'t>,
        each: impl Fn(&mut Draft<'t>, &Line<'a>) -> Result<(), TextError>,
    ) -> Result<(), ModelErrors> {
        let outcome = for_each_line(self.file, self.text, |line| {
            // A pass may find what an earlier one has found.
            if let Err(mistake) = each(draft, line)
                && !draft.mistakes.contains(&mistake)
            {
                draft.mistakes.push(mistake);
            }
            // The error only ends the pass.
            if draft.is_full() { Err(line.error("")) } else { Ok(()) }
        });
        draft.mistakes.truncate(MAX_MISTAKES);
        match outcome {
            Err(_) if draft.is_full() => {}
            Err(mistake) => draft.mistakes.push(mistake),
            Ok(()) if draft.header == Header::Missing => {
                let message = "a model file begins with `model NAME extends MODEL`";
                draft.mistakes.push(TextError::of_file(self.file, message));
            }
            Ok(()) if draft.header == Header::Wrong => {}
            Ok(()) => return Ok(()),
        }
        Err(draft.errors())
    }
}

/// A mistake that a line's end does not show: its place, or the whole file, and a description.
type LateMistake = (Option<Range<usize>>, String);

/// Progress with the `model` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Header {
    Missing,
    /// There is one, or something in its place, that tells of no model.
    Wrong,
    Declared,
}

/// A model in the making.
struct Draft<'t> {
    tables: Tables<'t>,
    /// Strings to append to the pool.
    strings: Vec<u8>,
    header: Header,
    /// The model it extends.
    base: Option<&'t Model>,
    /// The CPU whose features the model's CPUs have unless they say otherwise.
    features_of: Option<CpuId>,
    row: Model,
    name: String,
    cpus: Vec<(String, Cpu)>,
    resources: resources::Resources,
    register_files: registers::RegisterFiles,
    classes: classes::Classes<'t>,
    opcodes: selection::Opcodes,
    idioms: Vec<Idiom>,
    predicates: Vec<PredicateNode>,
    mistakes: Vec<TextError>,
}

impl<'t> Draft<'t> {
    fn new(tables: Tables<'t>) -> Self {
        Draft {
            tables,
            strings: Vec::new(),
            header: Header::Missing,
            base: None,
            features_of: None,
            row: Model::default(),
            name: String::new(),
            cpus: Vec::new(),
            resources: resources::Resources::new(&tables, None),
            register_files: registers::RegisterFiles::new(&tables, None),
            classes: classes::Classes::new(&tables, None),
            opcodes: selection::Opcodes::default(),
            idioms: Vec::new(),
            predicates: tables.predicates.to_vec(),
            mistakes: Vec::new(),
        }
    }

    /// Reads a line in the first pass: the `model` line, and names of resources and classes.
    fn declare(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        match (line.keyword(), self.header) {
            ("model", Header::Missing) => self.declare_model(line),
            ("model", Header::Declared) => Err(line.error("a file holds one model")),
            ("model", Header::Wrong) => Ok(()),
            (_, Header::Missing) => {
                self.header = Header::Wrong;
                Err(line.error("a model file begins with `model NAME extends MODEL`"))
            }
            ("resource", _) => self.resources.declare(line),
            ("register-file", _) => self.register_files.declare(line),
            ("new-class", _) => self.classes.declare(line),
            ("bypass", _) => self.classes.declare_bypass(line),
            (keyword, _) if SHAPE.contains(&keyword) || DATA.contains(&keyword) => Ok(()),
            (keyword, _) => {
                let known = SHAPE.iter().chain(DATA).copied();
                let hint = suggest::hint(keyword, known);
                Err(line.error(format!("unknown line `{keyword}`{hint}")))
            }
        }
    }

    /// Reads a line in the second pass: everything but scheduling data.
    fn shape(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        match line.keyword() {
            "model" => self.model(line),
            "cpu" => self.cpu(line),
            "resource" | "change-resource" => {
                let name = self.text(line.word(1, "name")?);
                self.resources.read(line, name)
            }
            "register-file" | "change-register-file" => {
                let name = self.text(line.word(1, "name")?);
                let has_extra_info = self.row.flags & model_flag::HAS_EXTRA_INFO != 0;
                self.register_files.read(&self.tables, line, name, has_extra_info)
            }
            _ => Ok(()),
        }
    }

    /// Reads a line in the third pass: scheduling data.
    fn data(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        match line.keyword() {
            "class" | "change-class" | "itinerary" => self.class(line),
            "new-class" => self.new_class(line),
            "variant" => self.variant(line),
            "zero-idiom" => self.idiom(line, idiom_kind::ZERO),
            "dependency-breaking" => self.idiom(line, idiom_kind::DEPENDENCY_BREAKING),
            "optimizable-move" => self.idiom(line, idiom_kind::OPTIMIZABLE_MOVE),
            _ => Ok(()),
        }
    }

    /// Returns whether there are as many mistakes as are reported.
    fn is_full(&self) -> bool {
        self.mistakes.len() >= MAX_MISTAKES
    }

    /// Returns the mistakes in the order of the file, those that concern it as a whole first.
    fn errors(&mut self) -> ModelErrors {
        ModelErrors::new(std::mem::take(&mut self.mistakes))
    }

    /// Notes a mistake at a part of a line that does not keep the rest of it from being read.
    fn note(&mut self, line: &Line<'_>, part: &str, message: impl FnOnce() -> String) {
        if !self.is_full() {
            self.mistakes.push(line.error_at(part, message()));
        }
    }

    /// Returns a string that will be in the pool.
    fn text(&mut self, text: &str) -> Text {
        let start = (self.tables.strings.len() + self.strings.len()) as u32;
        self.strings.extend_from_slice(text.as_bytes());
        Text { start, len: text.len() as u32 }
    }

    /// Returns a predicate of a line, as a span of the predicates to be.
    fn predicate(&mut self, line: &Line<'_>, words: &[Word<'_>]) -> Result<Span, TextError> {
        let mut names = PredicateNames { tables: self.tables };
        let nodes = predicates::read(&mut names, line, words)?;
        if nodes.is_empty() {
            return Ok(Span::default());
        }
        let span = Span { start: self.predicates.len() as u32, len: nodes.len() as u32 };
        self.predicates.extend(nodes);
        Ok(span)
    }
}

/// Keywords of lines about a model's shape.
const SHAPE: &[&str] =
    &["model", "cpu", "resource", "change-resource", "register-file", "change-register-file"];
/// Keywords of lines about scheduling data.
const DATA: &[&str] = &[
    "class",
    "change-class",
    "itinerary",
    "bypass",
    "new-class",
    "variant",
    "zero-idiom",
    "dependency-breaking",
    "optimizable-move",
];

/// The names of packed tables.
struct PredicateNames<'t> {
    tables: Tables<'t>,
}

impl Vocabulary for PredicateNames<'_> {
    fn feature(&self, constant: &str) -> Option<u16> {
        self.tables.feature_bit(constant)
    }

    fn instruction(&self, name: &str) -> Option<u16> {
        selection::opcode_named(&self.tables, name).map(|opcode| opcode.0)
    }

    fn register(&self, name: &str) -> Option<u16> {
        self.tables.register_named(name).map(|reg| reg.0)
    }

    fn function(&mut self, name: &str) -> Option<u16> {
        let mut names = self.tables.predicate_functions.iter();
        names.position(|known| self.tables.text(*known) == name).map(|index| index as u16)
    }
}

/// Returns an empty span at the end of a table.
fn here<T>(table: &[T]) -> Span {
    Span { start: table.len() as u32, len: 0 }
}

/// Appends rows to a table and gives their span.
fn append<T: Copy>(table: &mut Vec<T>, rows: &[T]) -> Span {
    let span = Span { start: table.len() as u32, len: rows.len() as u32 };
    table.extend_from_slice(rows);
    span
}

/// Returns a number of a line between two bounds.
pub(crate) fn ranged<T: TryFrom<i128>>(
    line: &Line<'_>,
    text: &str,
    range: RangeInclusive<i128>,
) -> Result<T, TextError> {
    let number = bounded(line, text, range.clone())?;
    T::try_from(number).map_err(|_| out_of_range(line, text, &range))
}

fn bounded(line: &Line<'_>, text: &str, range: RangeInclusive<i128>) -> Result<i128, TextError> {
    let number = crate::text::lines::integer(text).filter(|number| range.contains(number));
    number.ok_or_else(|| out_of_range(line, text, &range))
}

#[cold]
fn out_of_range(line: &Line<'_>, text: &str, range: &RangeInclusive<i128>) -> TextError {
    let message = format!("`{text}` is not a number from {} to {}", range.start(), range.end());
    line.error_at(text, message)
}

/// Returns the value of a flag: on unless it is `no`.
pub(crate) fn flag(line: &Line<'_>, value: &str) -> Result<bool, TextError> {
    match value {
        "" | "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(line.error_at(other, format!("expected `yes` or `no`, not `{other}`"))),
    }
}

fn unknown_property(line: &Line<'_>, key: &str, known: &[&str]) -> TextError {
    let hint = suggest::hint(key, known.iter().copied());
    line.error_at(key, format!("unknown property `{key}`{hint}"))
}

/// Returns whether a name can be given to `-mcpu` and written in lists.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-.+".contains(c);
    name.len() <= 100
        && name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().all(allowed)
}

/// Returns the name that a line declares.
pub(crate) fn declared_name<'l>(line: &'l Line<'_>) -> Result<&'l str, TextError> {
    let name = line.word(1, "name")?;
    if is_name(name) {
        return Ok(name);
    }
    let message =
        format!("`{}` is not a name: letters, digits, `_`, `-`, `.` and `+`", name.escape_debug());
    Err(line.error_at(name, message))
}
