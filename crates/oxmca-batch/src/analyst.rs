//! From a request to its answer.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use oxmca::hardware::InitialRegisters;
use oxmca::options::{OptionList, OptionValue};
use oxmca::oxmca_asm::diagnostic::Severity;
use oxmca::oxmca_asm::{Dialect, Interrupt};
use oxmca::report::json::full::{IterationCost, SummaryDocument};
use oxmca::session::PredictionModel;
use oxmca::view::Section;
use oxmca::{
    AnalyzeError, Analyzer, Code, ErrorKind, MachineCodeError, Options, ParseError, Progress,
    Report, Session,
};
use oxmca_driver::{Pool, SharedCache, panic_text};
use oxmca_loops::Selection;
use serde_json::value::RawValue;

use crate::answer::{
    Answer, BlockAnswer, Failure, Generator, NamedRegion, RegionNumbers, line, members,
};
use crate::block::Block;
use crate::input::Input;
use crate::request::{self, Features, GivenOption, Request, Syntax};
use crate::sessions::{Name, Prepared, Sessions};
use crate::timeout::Timeout;
use crate::{Defaults, MAX_INSTRUCTIONS, MAX_LINE};

/// Most warnings of one answer.
const MAX_WARNINGS: usize = 10;
/// Most rows of the timelines in one answer, each some hundred bytes of it.
const MAX_TIMELINE_ROWS: usize = 1 << 18;

/// Bytes of requests and answers that are kept to answer equal requests.
const KEPT_BYTES: usize = 8 << 20;
/// Answers to longer code than this are not kept.
const MAX_KEPT_CODE: usize = 64 << 10;

/// The kind of failures of requests that take too long.
const TIMEOUT: &str = "timeout";
/// The kind of failures that are mistakes of oxmca's.
const INTERNAL: &str = "internal";
/// The kind of failures of blocks that the caller stopped.
const INTERRUPTED: &str = "interrupted";

/// A line of the input.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number in the input, from 1.
    pub number: u64,
    /// Its bytes, without its end; `None` for a line of more than [`MAX_LINE`].
    pub text: Option<&'a [u8]>,
}

/// Returns the failure of a block that panicked.
fn internal(panic: &(dyn Any + Send)) -> Failure {
    let text = panic_text(panic).unwrap_or("a panic without words");
    Failure::new(INTERNAL, format!("a mistake of oxmca's: {text}"))
}

/// Checks that the CPU has the registers to which a request gives values.
///
/// # Errors
/// It has no such register, or it is a part of another one.
fn check_registers(value: &OptionValue, session: &Session) -> Result<(), Failure> {
    let OptionValue::Registers(InitialRegisters::Named(registers)) = value else { return Ok(()) };
    let tables = session.target().tables();
    registers.iter().try_for_each(|it| match it.register(tables) {
        Ok(_) => Ok(()),
        Err(problem) => Err(Failure::new("request", format!("'{}': {problem}", it.name))),
    })
}

/// Everything that decides an answer but the code: the CPU, dialect and options.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Setting {
    /// Number of the prepared CPU.
    processor: u64,
    dialect: Option<Dialect>,
    /// Options that the request has itself.
    options: Arc<[GivenOption]>,
}

/// A request whose CPU and options are prepared.
struct Asked {
    input: Input,
    prepared: Arc<Prepared>,
    setting: Setting,
    /// Those of the analysis, which needs a summary.
    options: Options,
    /// Set if the report has the summary.
    shows_summary: bool,
}

/// An analyzer for requests that agree in their CPU and options.
struct Ready<'a> {
    asked: &'a Asked,
    analyzer: Analyzer<'a>,
}

impl<'a> Ready<'a> {
    fn new(asked: &'a Asked) -> Self {
        Ready { asked, analyzer: asked.prepared.session.analyzer(&asked.options) }
    }

    fn fits(&self, asked: &Asked) -> bool {
        let (ours, theirs) = (&self.asked.setting, &asked.setting);
        ours.processor == theirs.processor && ours.options == theirs.options
    }
}

/// Answers requests.
pub struct Analyst {
    defaults: Defaults,
    /// The options of requests that have none, for CPUs that execute in order and out of order.
    usual_options: [Options; 2],
    sessions: Sessions,
    /// Answers without ids as JSON, by the request's setting and code.
    lines: SharedCache<(Setting, Input), Vec<u8>>,
    /// Answers as values.
    values: SharedCache<(Setting, Input), Result<Answer, Failure>>,
}

impl Analyst {
    /// Creates an analyst that has answered nothing yet.
    pub fn new(defaults: Defaults) -> Self {
        let usual_options = [&defaults.in_order, &defaults.out_of_order];
        Analyst {
            usual_options: usual_options.map(|it| defaults.effective(it)),
            defaults,
            sessions: Sessions::default(),
            lines: SharedCache::new(KEPT_BYTES),
            values: SharedCache::new(KEPT_BYTES),
        }
    }

    /// Returns the options that requests may have.
    pub fn option_list(&self) -> OptionList {
        self.defaults.option_list
    }

    /// Describes the model that predicts for a CPU and a target triple, which is the default if it is empty. `None` if
    /// requests that name them get no answer.
    pub fn prediction_model(&self, cpu: &str, triple: &str) -> Option<PredictionModel> {
        let name = Name { triple: triple.to_owned(), cpu: cpu.to_owned(), features: Vec::new() };
        let input = Input::MachineCode { bytes: Box::default(), base_address: 0 };
        let asked = self.prepare_input(input, name, [].into(), None).ok()?;
        Some(asked.prepared.session.prediction_model(asked.options.simulation()))
    }

    /// Reads the code of a request as its answer does.
    ///
    /// # Errors
    /// The failure that would be the answer.
    pub fn code(&self, request: &Line<'_>) -> Result<Code, Failure> {
        let asked = self.asked(request).1?;
        let interrupt = Timeout::interrupt_or(self.defaults.timeout, &Interrupt::NEVER);
        self.read(&asked.prepared.session, asked.setting.dialect, &asked.input, &interrupt)
    }

    /// Returns the line that answers a line, with its end. A line that is no request gets an error as its
    /// answer.
    pub fn answer(&self, request: &Line<'_>) -> Vec<u8> {
        self.answers(std::slice::from_ref(request))
    }

    /// Returns the lines that answer several lines, which takes less time than to answer each by
    /// itself.
    pub fn answers(&self, requests: &[Line<'_>]) -> Vec<u8> {
        let asked: Vec<_> = requests.iter().map(|request| self.asked(request)).collect();
        let mut ready = None;
        let mut answers = Vec::new();
        for (id, asked) in &asked {
            answers.extend(match asked {
                Ok(asked) => {
                    let mut answer = || {
                        let answer = self.analyze(asked, &Interrupt::NEVER, &mut ready);
                        members(&answer, self.generator(&asked.prepared.session).as_ref())
                    };
                    if asked.input.len() > MAX_KEPT_CODE {
                        line(*id, &answer())
                    } else {
                        let key = (asked.setting.clone(), asked.input.clone());
                        line(*id, &self.lines.get_or(key, answer, size_bytes))
                    }
                }
                Err(failure) => line(*id, &members(&Err(failure.clone()), None)),
            });
        }
        answers
    }

    /// Returns the answers to blocks as values, in their order. Once `stop` is requested, the rest of them are errors
    /// of the kind `interrupted`. A block that panics, which is a mistake of oxmca's, is an error of the kind
    /// `internal`.
    pub fn analyze_blocks(&self, blocks: &[Block<'_>], stop: &Interrupt) -> Vec<BlockAnswer> {
        let asked: Vec<_> = blocks.iter().map(|block| self.asked_block(block)).collect();
        let mut ready = None;
        asked.iter().map(|asked| self.value(asked, stop, &mut ready)).collect()
    }

    /// Returns the answers to lines as values, each with its request's id as JSON.
    pub fn analyze_lines(
        &self,
        lines: &[Line<'_>],
        stop: &Interrupt,
    ) -> Vec<(Option<Box<str>>, BlockAnswer)> {
        let asked: Vec<_> = lines.iter().map(|line| self.asked(line)).collect();
        let mut ready = None;
        let answers = asked
            .iter()
            .map(|(id, asked)| (id.map(|id| id.get().into()), self.value(asked, stop, &mut ready)));
        answers.collect()
    }

    /// Returns the answer to a request as a value.
    fn value<'r>(
        &self,
        asked: &'r Result<Asked, Failure>,
        stop: &Interrupt,
        ready: &mut Option<Ready<'r>>,
    ) -> BlockAnswer {
        let asked = match asked {
            Ok(asked) => asked,
            Err(failure) => return Arc::new(Err(failure.clone())),
        };
        let answer = || {
            let answer = catch_unwind(AssertUnwindSafe(|| self.analyze(asked, stop, ready)));
            answer.unwrap_or_else(|panic| {
                // An analyzer that panicked may be in any state.
                *ready = None;
                Err(internal(&*panic))
            })
        };
        if asked.input.len() > MAX_KEPT_CODE {
            return Arc::new({ answer }());
        }
        let key = (asked.setting.clone(), asked.input.clone());
        self.values.get_or(key, answer, |(_, input), answer| match answer {
            // Another call may have more time.
            Err(failure) if failure.kind == INTERRUPTED => usize::MAX,
            Err(_) => input.len() + size_of::<Failure>(),
            Ok(answer) => input.len() + answer.size_bytes(),
        })
    }

    /// Prepares a block's CPU and options.
    fn asked_block(&self, block: &Block<'_>) -> Result<Asked, Failure> {
        let input = Input::of_block(block)?;
        let features = block.features.split(',').map(str::trim).filter(|name| !name.is_empty());
        let name = Name {
            triple: block.triple.to_owned(),
            cpu: block.cpu.to_owned(),
            features: features.map(str::to_owned).collect(),
        };
        self.prepare_input(input, name, block.options.as_slice().into(), block.dialect)
    }

    /// Returns the generator that an answer names, if answers name it.
    fn generator(&self, session: &Session) -> Option<Generator> {
        let has_own_data =
            self.defaults.tables.is_some() || self.defaults.hardware_models.is_some();
        self.defaults.has_generator.then(|| Generator::of(session, has_own_data))
    }

    /// Returns the id of a request, and what it asks for.
    fn asked<'r>(&self, request: &Line<'r>) -> (Option<&'r RawValue>, Result<Asked, Failure>) {
        let Some(text) = request.text.filter(|text| text.len() <= MAX_LINE) else {
            let message = format!("the line has more than {MAX_LINE} bytes");
            let number = Some(request.number);
            return (None, Err(Failure { line: number, ..Failure::new("request", message) }));
        };
        match request::read(text, request.number, self.defaults.option_list) {
            Err((id, failure)) => (id, Err(failure)),
            Ok(request) => (request.id, self.prepare(request)),
        }
    }

    fn prepare(&self, mut request: Request<'_>) -> Result<Asked, Failure> {
        let input = Input::of(&mut request)?;
        let features = request.features.as_ref().map(Features::names).unwrap_or_default();
        let name = Name {
            triple: request.triple.unwrap_or_default(),
            cpu: request.cpu.unwrap_or_default(),
            features: features.into_iter().map(str::to_owned).collect(),
        };
        let dialect = request.syntax.map(|syntax| match syntax {
            Syntax::Att => Dialect::new("att"),
            Syntax::Intel => Dialect::new("intel"),
        });
        self.prepare_input(input, name, request.options.into(), dialect)
    }

    fn prepare_input(
        &self,
        input: Input,
        name: Name,
        given: Arc<[GivenOption]>,
        dialect: Option<Dialect>,
    ) -> Result<Asked, Failure> {
        let prepared = self.sessions.get(name, &self.defaults)?;
        let is_out_of_order = prepared.session.processor().is_out_of_order();
        let mut options = match &*given {
            [] if !self.defaults.chooses_model => {
                self.usual_options[usize::from(is_out_of_order)].clone()
            }
            given => self.given_options(given, &prepared.session, is_out_of_order)?,
        };
        let setting = Setting {
            processor: prepared.number,
            dialect: dialect.or(self.defaults.text.dialect),
            options: given,
        };
        let shows_summary = options.views.summary;
        options.views.summary = true;
        Ok(Asked { input, prepared, setting, options, shows_summary })
    }

    /// Returns the options of a request that has some itself.
    ///
    /// # Errors
    /// One of them belongs to the other simulation, or names a register that the CPU does not have.
    fn given_options(
        &self,
        given: &[GivenOption],
        session: &Session,
        is_out_of_order: bool,
    ) -> Result<Options, Failure> {
        let defaults = &self.defaults;
        let mut requested = match is_out_of_order {
            true => defaults.out_of_order.clone(),
            false => defaults.in_order.clone(),
        };
        for GivenOption { entry, value } in given {
            check_registers(value, session)?;
            entry.set_in(&mut requested, value.clone());
        }
        for GivenOption { entry, .. } in given {
            let placed = entry.check_place(&requested);
            placed.map_err(|error| Failure::new("request", error.to_string()))?;
        }
        Ok(defaults.effective_on(session, &requested))
    }

    /// Analyzes what is asked for, with the analyzer that is `ready` if it fits.
    fn analyze<'r>(
        &self,
        asked: &'r Asked,
        stop: &Interrupt,
        ready: &mut Option<Ready<'r>>,
    ) -> Result<Answer, Failure> {
        let stopped = || Failure::new(INTERRUPTED, "the analysis was interrupted");
        if stop.is_requested() {
            return Err(stopped());
        }
        let answer = self.analyze_in_time(asked, stop, ready);
        match answer {
            Err(failure) if failure.kind == TIMEOUT && stop.is_requested() => Err(stopped()),
            answer => answer,
        }
    }

    fn analyze_in_time<'r>(
        &self,
        asked: &'r Asked,
        stop: &Interrupt,
        ready: &mut Option<Ready<'r>>,
    ) -> Result<Answer, Failure> {
        let session = &asked.prepared.session;
        let interrupt = Timeout::interrupt_or(self.defaults.timeout, stop);
        let code = self.read(session, asked.setting.dialect, &asked.input, &interrupt)?;
        let progress = interrupt.is_possible().then(|| Progress::with_interrupt(interrupt.clone()));
        let mut answer = Answer {
            cpu: session.cpu_name().into(),
            numbers: None,
            regions: None,
            warnings: warnings(&code),
        };
        let fitting = ready.take().filter(|ready| ready.fits(asked));
        let analyzer = &mut ready.insert(fitting.unwrap_or_else(|| Ready::new(asked))).analyzer;
        for region in code.regions() {
            let mut report = match region.analyze_with(analyzer, progress.as_ref()) {
                Err(error) if error.kind == ErrorKind::Empty => continue,
                Err(error) if error.kind == ErrorKind::Interrupted => return Err(self.timed_out()),
                Err(error) => return Err(simulation_failure(&error)),
                Ok(report) => report,
            };
            answer.warnings.extend(report.notices().iter().map(ToString::to_string));
            let Some(summary) = report.summary().map(SummaryDocument::from) else { continue };
            let steady_state = report.steady_state().map(IterationCost::from);
            let report = match self.defaults.has_report {
                true => {
                    report.retain_sections(|it| {
                        asked.shows_summary || !matches!(it, Section::Summary(_))
                    });
                    check_size(&report)?;
                    let document = region.document(&report, &asked.options);
                    let index = answer.regions.as_ref().map_or(0, Vec::len);
                    Some(Box::new(document.numbered(index)))
                }
                false => None,
            };
            let numbers = RegionNumbers { summary, steady_state, report };
            if interrupt.is_requested() {
                return Err(self.timed_out());
            }
            if region.is_marked() {
                let name = region.name().into_owned();
                answer.regions.get_or_insert_default().push(NamedRegion { name, numbers });
            } else {
                answer.numbers = Some(numbers);
            }
        }
        answer.warnings.truncate(MAX_WARNINGS);
        match answer.numbers.is_none() && answer.regions.is_none() {
            true => Err(empty()),
            false => Ok(answer),
        }
    }

    fn read(
        &self,
        session: &Session,
        dialect: Option<Dialect>,
        input: &Input,
        interrupt: &Interrupt,
    ) -> Result<Code, Failure> {
        let mut options = self.defaults.text.clone();
        options.dialect = dialect;
        options.max_instructions = options.max_instructions.min(MAX_INSTRUCTIONS);
        options.max_instructions_in_regions = options.max_instructions;
        options.interrupt = interrupt.clone();
        let (asm, selection) = match input {
            Input::Assembly { text, selection } => (&**text, selection),
            Input::MachineCode { bytes, base_address } => {
                let code = session.read_machine_code(bytes.clone(), *base_address, &options);
                return code.map_err(|error| match error {
                    MachineCodeError::Interrupted => self.timed_out(),
                    MachineCodeError::Empty => empty(),
                    error => Failure::new("machine_code", error.to_string()),
                });
            }
        };
        let is_whole = selection.is_empty();
        // Strictly read, a local label such as `1b` is a number, so loops are not found.
        options.lenient |= !is_whole;
        options.collects_layout |= !is_whole;
        // As in llvm-mca, a comment that ends with the text loses its last letter.
        let code = match asm.ends_with('\n') {
            true => session.parse_with(asm, &options),
            false => session.parse_with(format!("{asm}\n"), &options),
        };
        let code = code.map_err(|error| match error {
            ParseError::Invalid(code) if code.parsed().is_interrupted => self.timed_out(),
            ParseError::Invalid(code) => invalid(&code),
            ParseError::Empty(_) => empty(),
            error => Failure::new("assembly", error.to_string()),
        })?;
        if is_whole { Ok(code) } else { chosen(code, selection) }
    }
}

impl Analyst {
    /// Returns the failure of a request that takes too long.
    fn timed_out(&self) -> Failure {
        let seconds = self.defaults.timeout.map_or(0.0, |it| it.limit.as_secs_f64());
        Failure::new(TIMEOUT, format!("it takes more than {seconds} seconds"))
    }
}

fn size_bytes((_, input): &(Setting, Input), answer: &Vec<u8>) -> usize {
    input.len() + answer.capacity()
}

fn empty() -> Failure {
    Failure::new("empty", "there are no instructions")
}

/// Returns the first error in a text.
fn invalid(code: &Code) -> Failure {
    let mut errors = code.diagnostics().iter();
    match errors.find(|diagnostic| diagnostic.severity == Severity::Error) {
        Some(error) => {
            let message = String::from_utf8_lossy(&error.message);
            Failure::new("assembly", message).at(code.place(error.loc))
        }
        None => Failure::new("assembly", "the text has errors"),
    }
}

/// Returns a text with the regions that are chosen.
///
/// # Errors
/// Something is chosen that is not there, or too much.
fn chosen(code: Code, selection: &Selection) -> Result<Code, Failure> {
    let failure = |message: String| Failure::new("selection", message);
    let regions = selection.regions_of_text(&code, &Pool::single());
    let regions = regions.map_err(|error| failure(error.to_string()))?;
    let count: usize = regions.iter().map(|region| region.indices().count()).sum();
    match count > MAX_INSTRUCTIONS {
        true => {
            Err(failure(format!("{count} instructions are chosen, more than {MAX_INSTRUCTIONS}")))
        }
        false => Ok(code.with_regions(regions)),
    }
}

fn simulation_failure(error: &AnalyzeError) -> Failure {
    match &error.kind {
        // Names of CPUs are not to be cut.
        ErrorKind::Hardware(reason) => {
            Failure { message: reason.to_string(), ..Failure::new("simulation", "") }
                .at(error.place)
        }
        kind => Failure::new("simulation", kind.to_string()).at(error.place),
    }
}

/// Answers are held in memory, and a timeline grows with what it shows, not with the text.
fn check_size(report: &Report) -> Result<(), Failure> {
    let rows = report.timeline().map_or(0, |timeline| timeline.shown_entries().len());
    match rows > MAX_TIMELINE_ROWS {
        true => Err(Failure::new("simulation", format!("a timeline of {rows} rows is too long"))),
        false => Ok(()),
    }
}

fn warnings(code: &Code) -> Vec<String> {
    let skipped = &code.parsed().skipped;
    let skipped = (skipped.total() > 0).then(|| format!("skipped {skipped}, which cannot be read"));
    code.diagnostics()
        .iter()
        .filter(|diagnostic| diagnostic.severity != Severity::Note)
        .take(MAX_WARNINGS)
        .map(|diagnostic| String::from_utf8_lossy(&diagnostic.message).into_owned())
        .chain(skipped)
        .collect()
}
