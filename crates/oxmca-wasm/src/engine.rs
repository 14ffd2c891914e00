//! Answering requests for one target.

use std::io::{self, Read as _};

use lzma_rust2::LzmaReader;
use oxmca::options::SimulationKind;
use oxmca::report::html::Machine;
use oxmca::{
    Catalog, Code, Format, Message, Options, RenderedRegion, Session, SessionBuilder, Views,
};
use oxmca_asm::diagnostic::Diagnostic;
use oxmca_asm::lossless;
use oxmca_driver::Pool;
use oxmca_loops::{AssemblyText, Cost, LoopName, Selection, Survey, SurveyOptions, region_name};
use oxmca_tables::{ModelFile, OwnedTables};

use crate::answer::{
    Answer, CpuEntry, CycleAnswer, Feature, LoopEntry, LoopSummary, Refusal, RegionCycles, Said,
};
use crate::request::Request;

/// Memory for uncompressing an image, at most.
const MAX_MEMORY_KIB: u32 = 32 << 10;
/// Longer images are cut off, and refused.
const MAX_IMAGE_BYTES: u64 = 64 << 20;
/// Sessions that are kept: more than any target has CPUs.
const MAX_SESSIONS: usize = 512;

/// Answers requests for a target, and keeps the CPUs that were asked for.
#[derive(Debug)]
pub struct Analyst {
    triple: String,
    tables: OwnedTables,
    sessions: Vec<OpenSession>,
}

/// A session that is kept.
#[derive(Clone, Debug)]
struct OpenSession {
    key: SessionKey,
    session: Session,
    /// A sentence that says so if the hardware data of the user's are not for its CPU.
    unused_hardware: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct SessionKey {
    triple: String,
    cpu: String,
    features: String,
    hardware_model: String,
}

impl Analyst {
    /// Takes the image of the tables of a triple's target, compressed as the example `images` does.
    ///
    /// # Errors
    /// When the image is damaged, or there is no target for the triple.
    pub fn new(triple: &str, image: &[u8]) -> Result<Analyst, String> {
        let image = uncompressed(image).map_err(|error| error.to_string())?;
        let tables = OwnedTables::from_bytes(&image).map_err(|error| error.to_string())?;
        SessionBuilder::new(triple).dialects().map_err(|error| error.to_string())?;
        Ok(Analyst { triple: triple.to_owned(), tables, sessions: Vec::new() })
    }

    /// Returns the CPUs that can be simulated, sorted by name.
    pub fn cpus(&self) -> Vec<CpuEntry> {
        let builder = SessionBuilder::new(&self.triple);
        let target = builder.triple().arch().map(|arch| arch.target());
        let hardware = target.map(|it| it.hardware_models()).unwrap_or_default();
        let Ok(catalog) = builder.tables(self.tables.clone()).catalog() else { return Vec::new() };
        let Catalog { models, .. } = catalog;
        let mut cpus = Vec::new();
        for model in models {
            let described = model.described_cpus.iter().map(|name| (name, false));
            let borrowing = model.borrowing_cpus.iter().map(|name| (name, true));
            cpus.extend(described.chain(borrowing).map(|(name, borrows_model)| CpuEntry {
                name: name.clone(),
                model: model.name.clone(),
                is_out_of_order: model.is_out_of_order,
                borrows_model,
                has_hardware: hardware.index_for(&model.name, name).is_some(),
            }));
        }
        cpus.sort_by(|one, other| one.name.cmp(&other.name));
        cpus
    }

    /// Returns the features that CPUs can have, sorted by name.
    pub fn features(&self) -> Vec<Feature> {
        let builder = SessionBuilder::new(&self.triple).tables(self.tables.clone());
        let features = builder.catalog().map(|catalog| catalog.features).unwrap_or_default();
        let entries =
            features.into_iter().map(|it| Feature { name: it.name, description: it.description });
        entries.collect()
    }

    /// Analyzes a text.
    pub fn analyze(&mut self, request: &Request) -> Answer {
        let text = self.open(request).and_then(|it| {
            let text = read(&it.session, request)?;
            Ok((text, it.unused_hardware))
        });
        let mut answer = match text {
            Ok((text, unused)) => Answer { hardware_problem: unused, ..text.analyze(request) },
            Err(refusal) => Answer::failed(refusal),
        };
        let is_refused = answer.messages.iter().any(|it| it.severity == "error");
        if answer.error.is_none() && answer.machine.as_ref().is_none_or(Machine::is_empty) {
            answer.error = Some(match is_refused {
                true => "the text has errors".to_owned(),
                false => "no instructions".to_owned(),
            });
        }
        answer
    }

    /// Finds the cycles of a text.
    pub fn cycles(&mut self, request: &Request) -> CycleAnswer {
        let text = self.session(request).and_then(|session| Ok(read(&session, request)?));
        let code = text.and_then(|text| Ok(text.regions_of_request(request)?));
        cycle_answer(code, request)
    }

    /// Returns the triple that it was made for.
    pub(crate) fn triple(&self) -> &str {
        &self.triple
    }

    pub(crate) fn session(&mut self, request: &Request) -> Result<Session, Refusal> {
        Ok(self.open(request)?.session)
    }

    fn open(&mut self, request: &Request) -> Result<OpenSession, Refusal> {
        let triple = match request.triple.is_empty() {
            true => self.triple.clone(),
            false => request.triple.clone(),
        };
        let hardware_model = match request.requested.implied_model() {
            Some(SimulationKind::Model) => String::new(),
            Some(SimulationKind::Hardware) | None => request.hardware_model.clone(),
        };
        let (cpu, features) = (request.cpu.clone(), request.features.clone());
        let key = SessionKey { triple, cpu, features, hardware_model };
        if let Some(found) = self.sessions.iter().find(|it| it.key == key) {
            return Ok(found.clone());
        }
        let mut builder = SessionBuilder::new(&key.triple)
            .cpu(&request.cpu)
            .attributes(request.attributes())
            .tables(self.tables.clone());
        let mut unused_hardware = None;
        if !key.hardware_model.trim().is_empty() {
            let text = key.hardware_model.as_bytes();
            let with_own = builder.clone();
            let with_own = with_own.hardware_model(&ModelFile { name: "hardware", text })?;
            unused_hardware = with_own.unused_hardware();
            // One of several CPUs that are compared may have other data.
            if unused_hardware.is_none() {
                builder = with_own;
            }
        }
        let session = builder.build()?;
        if self.sessions.len() == MAX_SESSIONS {
            self.sessions.clear();
        }
        let open = OpenSession { key, session, unused_hardware };
        self.sessions.push(open.clone());
        Ok(open)
    }
}

/// Returns an image, which is compressed in parts, each after its length.
fn uncompressed(mut parts: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some((length, rest)) = parts.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        let (part, rest) = rest.split_at_checked(length).ok_or(io::ErrorKind::UnexpectedEof)?;
        let reader = LzmaReader::new_mem_limit(part, MAX_MEMORY_KIB, None)?;
        let most = MAX_IMAGE_BYTES.saturating_sub(bytes.len() as u64);
        reader.take(most).read_to_end(&mut bytes)?;
        parts = rest;
    }
    Ok(bytes)
}

/// A text that was read, and the loops that it offers.
pub(crate) struct Text {
    code: Code,
    is_lenient: bool,
    loops: Vec<LoopEntry>,
}

/// Reads a text as LLVM's assembler does. If that refuses it, and all of it can be read by ways of other assemblers, it is
/// read so. Lines that neither can read are left out if the request says so.
///
/// # Errors
/// When it is too large.
fn read(session: &Session, request: &Request) -> Result<Text, String> {
    let mut options = request.text_options();
    let too_large = |_| "the text is too large".to_owned();
    let strict = session.read(request.text.as_str(), &options).map_err(too_large)?;
    let (code, is_lenient) = match strict.is_invalid() && !strict.parsed().is_cut_off {
        true => {
            options.lenient = true;
            let lenient = session.read(request.text.as_str(), &options).map_err(too_large)?;
            let is_whole = lenient.parsed().skipped.total() == 0;
            if is_whole && !lenient.is_invalid() && !lenient.is_empty() {
                (lenient, true)
            } else if request.requested.options.skip_unsupported {
                options.lenient = false;
                options.skip_invalid_lines = true;
                (session.read(request.text.as_str(), &options).map_err(too_large)?, false)
            } else {
                (strict, false)
            }
        }
        false => (strict, false),
    };
    let loops = match code.is_invalid() {
        true => Vec::new(),
        false => loops(&code),
    };
    Ok(Text { code, is_lenient, loops })
}

/// Returns the loop that a request chooses.
fn selection(request: &Request) -> Selection {
    let loops = vec![LoopName::Number(request.chosen_loop)];
    Selection { loops, ..Selection::default() }
}

/// Returns the loops that a text offers: none if it marks regions, or is as a whole one loop.
fn loops(code: &Code) -> Vec<LoopEntry> {
    let is_marked = code.all_regions().any(|region| region.is_marked());
    let Some(program) = AssemblyText::new(code).filter(|_| !is_marked) else { return Vec::new() };
    let options =
        SurveyOptions { with_outer_loops: true, omits_costs: true, ..SurveyOptions::default() };
    let survey = Survey::new(code.session(), &program, &options, &Pool::single());
    let count = code.parsed().insts.len();
    if survey.loops.iter().any(|it| it.instructions.len() == count) {
        return Vec::new();
    }
    let line = |index: &u64| {
        let loc = code.parsed().locations.get(*index as usize);
        loc.and_then(|loc| code.place(*loc)).map(|place| place.line)
    };
    let entries = survey.loops.iter().map(|it| {
        let lines = || it.addresses.iter().filter_map(line);
        LoopEntry {
            number: it.number,
            name: region_name(it, &program),
            lines: [lines().min().unwrap_or(0), lines().max().unwrap_or(0)],
            instructions: it.instructions.len(),
            has_inner_loops: it.has_inner_loops,
        }
    });
    entries.collect()
}

impl Text {
    /// Returns the code of a loop of an object, which offers no other loops.
    pub(crate) fn of_loop(code: Code) -> Text {
        Text { code, is_lenient: false, loops: Vec::new() }
    }

    /// Returns the code with the loop that a request chooses as its region.
    ///
    /// # Errors
    /// When the text has errors, or no such loop.
    fn regions_of_request(self, request: &Request) -> Result<Code, String> {
        let Text { code, .. } = self;
        if code.is_invalid() {
            return Err("the text has errors".to_owned());
        }
        if request.chosen_loop == 0 {
            return Ok(code);
        }
        let regions = selection(request).regions_of_text(&code, &Pool::single());
        Ok(code.with_regions(regions.map_err(|error| error.to_string())?))
    }

    fn analyze(mut self, request: &Request) -> Answer {
        let code = &self.code;
        let of_text = code.diagnostics().iter().map(|it| said_at(code, it)).collect();
        let mut answer = Answer {
            messages: of_text,
            loops: std::mem::take(&mut self.loops),
            is_lenient: self.is_lenient,
            ..Answer::default()
        };
        if self.code.is_invalid() {
            return answer;
        }
        match self.regions_of_request(request) {
            Ok(code) => Text::of_loop(code).report(request, answer),
            Err(error) => {
                answer.error = Some(error);
                answer
            }
        }
    }

    /// Adds the report to an answer.
    pub(crate) fn report(&self, request: &Request, mut answer: Answer) -> Answer {
        let code = &self.code;
        let session = code.session();
        let options = request.page_options(session);
        let mut reporter = code.reporter(&options, Format::Html);
        let mut machine = session.machine_of_page(options.simulation());
        for region in code.regions() {
            let outcome = reporter.report(region, None);
            let messages = outcome.messages.iter().filter_map(|it| said(code, it));
            for message in messages {
                if !answer.messages.contains(&message) {
                    answer.messages.push(message);
                }
            }
            if let Ok(Some(RenderedRegion::Html(rendered))) = outcome.rendered {
                machine.add(*rendered);
            }
        }
        answer.machine = Some(machine);
        if request.with_text {
            answer.text = text_of_report(code, request);
        }
        answer
    }
}

/// Returns the report of llvm-mca with all views, as text.
fn text_of_report(code: &Code, request: &Request) -> Option<String> {
    let mut requested = request.requested_on(code.session());
    requested.options.views = Views::with(|it| {
        it.timeline = true;
        it.bottleneck_analysis = code.session().processor().is_out_of_order();
    });
    let text =
        code.report(&requested.for_report(Format::Text), Format::Text, &mut Vec::new()).ok()?;
    Some(readable(&text))
}

/// Returns a message, unless it only repeats where an error is.
fn said(code: &Code, message: &Message) -> Option<Said> {
    match message {
        Message::Plain { severity, text } => Some(Said {
            severity: severity.label(),
            message: readable(lossless::to_bytes(text).as_ref()),
            line: 0,
            column: 0,
        }),
        Message::AtSource(diagnostic) => Some(said_at(code, diagnostic)),
        Message::Repeated { warnings, .. } => Some(Said {
            severity: message.severity().label(),
            message: warnings.first()?.to_string(),
            line: 0,
            column: 0,
        }),
        _ => None,
    }
}

fn said_at(code: &Code, diagnostic: &Diagnostic) -> Said {
    let place = code.place(diagnostic.loc);
    Said {
        severity: diagnostic.severity.label(),
        message: readable(&diagnostic.message),
        line: place.map_or(0, |place| place.line),
        column: place.map_or(0, |place| place.column),
    }
}

fn readable(message: &[u8]) -> String {
    String::from_utf8_lossy(message).into_owned()
}

pub(crate) fn cycle_answer(code: Result<Code, Refusal>, request: &Request) -> CycleAnswer {
    match code {
        Ok(code) => CycleAnswer {
            cpu: request.cpu.clone(),
            regions: cycles_of_regions(&code, &request.options(code.session())),
            error: None,
        },
        Err(refusal) => CycleAnswer::failed(&request.cpu, refusal.reason),
    }
}

fn cycles_of_regions(code: &Code, options: &Options) -> Vec<RegionCycles> {
    let options = Cost::options(options);
    let mut analyzer = code.session().analyzer(&options);
    let regions = code.regions().map(|region| {
        let cost = Cost::of_region(region, &mut analyzer, None);
        RegionCycles { name: region.name().into_owned(), summary: LoopSummary::from(cost) }
    });
    regions.collect()
}
