//! From a request to its answer.

use std::sync::Arc;

use oxmca::{InstructionTables, Instrument, Notice, Options, Region, Views};
use oxmca_asm::Inst;
use oxmca_asm::diagnostic::{Diagnostic, Severity};
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::source::{LineIndex, Loc, Sources};

use super::answer::{Answer, Failure, NamedRegion, Numbers, line, members};
use super::known::{Known, Setting};
use super::lines::{Line, MAX_LINE};
use super::processors::{Name, Prepared, Processors};
use super::request::{self, Features, Request, Syntax};
use crate::flags::args::Args;
use crate::simulation;

/// Most warnings of one answer.
const MAX_WARNINGS: usize = 10;

/// Answers requests. Shared by all threads.
pub struct Analyst<'a> {
    args: &'a Args,
    processors: Processors<'a>,
    known: Known,
}

impl<'a> Analyst<'a> {
    /// An analyst; the arguments say what is not said by a request.
    pub fn new(args: &'a Args) -> Self {
        Analyst { args, processors: Processors::new(args), known: Known::default() }
    }

    /// The line that answers a line.
    pub fn answer(&self, request: &Line) -> Vec<u8> {
        let Some(text) = &request.text else {
            let message = format!("the line has more than {MAX_LINE} bytes");
            let number = Some(request.number);
            let failure = Failure { line: number, ..Failure::new("request", message) };
            return line(None, &members(&Err(failure)));
        };
        match request::read(text, request.number) {
            Err((id, failure)) => line(id, &members(&Err(failure))),
            Ok(request) => {
                let id = request.id;
                match self.members(request) {
                    Ok(members) => line(id, &members),
                    Err(failure) => line(id, &members(&Err(failure))),
                }
            }
        }
    }

    fn members(&self, request: Request<'_>) -> Result<Arc<[u8]>, Failure> {
        if request.hex.is_some() {
            let message = "machine code cannot be read yet; \"asm\" takes assembly";
            return Err(Failure::new("unsupported", message));
        }
        let Some(asm) = request.asm else {
            return Err(Failure::new("request", "there is no \"asm\""));
        };
        let features = request.features.as_ref().map(Features::names).unwrap_or_default();
        let prepared = self.processors.get(&Name {
            triple: request.triple.unwrap_or_default(),
            cpu: request.cpu.unwrap_or_default(),
            features: features.into_iter().map(str::to_owned).collect(),
        })?;
        let setting = Setting {
            processor: prepared.number,
            dialect: match request.syntax {
                None => self.args.input_dialect,
                Some(Syntax::Att) => 0,
                Some(Syntax::Intel) => 1,
            },
            iterations: request.iterations.unwrap_or(self.args.iterations),
        };
        Ok(self.known.get_or(setting, &asm, || members(&self.analyze(&prepared, setting, &asm))))
    }

    fn analyze<'p>(
        &self,
        prepared: &'p Prepared,
        setting: Setting,
        asm: &str,
    ) -> Result<Answer<'p>, Failure> {
        let options = Options {
            iterations: setting.iterations,
            instruction_tables: InstructionTables::None,
            views: ONLY_SUMMARY,
            ibs_sampling_period_uops: 0,
            ..simulation::options(self.args, &prepared.processor)
        };
        // As in llvm-mca, a comment that ends with the text loses its last letter.
        let asm = if asm.ends_with('\n') { asm.to_owned() } else { format!("{asm}\n") };
        let sources = Sources::new("<asm>", asm)
            .map_err(|_| Failure::new("assembly", "the text is too large"))?;
        let parsed = self.parse(prepared, setting.dialect, &sources)?;
        let mut answer = Answer {
            cpu: prepared.processor.subtarget.cpu_name(),
            numbers: None,
            regions: None,
            warnings: warnings(&parsed),
        };
        for region in parsed.regions.iter().filter(|region| !region.is_empty()) {
            let (insts, instruments) = contents(&parsed, region);
            let code = Region { instructions: &insts, instruments: &instruments, progress: None };
            let report =
                oxmca::analyze_region(code, &prepared.processor, prepared.target, &options);
            let report = match report {
                Err(error) if error.kind == oxmca::ErrorKind::Empty => continue,
                Err(error) => return Err(simulation_failure(&error, &sources, &parsed, region)),
                Ok(report) => report,
            };
            answer.warnings.extend(report.notices.iter().map(notice));
            let Some(summary) = report.summary() else { continue };
            let numbers = Numbers::from(summary);
            if region.is_marked() {
                let name = String::from_utf8_lossy(&region.name).into_owned();
                answer.regions.get_or_insert_default().push(NamedRegion { name, numbers });
            } else {
                answer.numbers = Some(numbers);
            }
        }
        answer.warnings.truncate(MAX_WARNINGS);
        match answer.numbers.is_none() && answer.regions.is_none() {
            true => Err(Failure::new("empty", "there are no instructions")),
            false => Ok(answer),
        }
    }

    fn parse(
        &self,
        prepared: &Prepared,
        dialect: usize,
        sources: &Sources,
    ) -> Result<Parsed, Failure> {
        let options = parser::Options {
            syntax: &prepared.syntax,
            dialect,
            system: prepared.triple.system(),
            instruments: !self.args.disable_instruments,
        };
        let subtarget = prepared.processor.subtarget;
        let parsed = parser::parse(sources, prepared.target, subtarget, &options);
        let is_wrong = (parsed.had_error && !self.args.skip.parse_failures())
            || parsed.had_region_error
            || parsed.had_instrument_error;
        let mut errors = parsed.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        match errors.next() {
            Some(error) if is_wrong => Err(placed("assembly", message(error), error.loc, sources)),
            _ if is_wrong => Err(Failure::new("assembly", "the text has errors")),
            _ => Ok(parsed),
        }
    }
}

/// The views that answers are made of.
pub const ONLY_SUMMARY: Views = Views {
    summary: true,
    steady_state: false,
    bottleneck_analysis: false,
    instruction_info: false,
    dispatch_statistics: false,
    scheduler_statistics: false,
    retire_statistics: false,
    register_file_statistics: false,
    resource_pressure: false,
    timeline: false,
};

/// The instructions of a region, and what comments ask for about them.
pub fn contents(parsed: &Parsed, region: &oxmca_asm::Region) -> (Vec<Inst>, Vec<Instrument>) {
    let insts = region.indices().map(|at| parsed.insts[at].clone()).collect();
    if parsed.instruments.is_empty() {
        return (insts, Vec::new());
    }
    let instrument = |at: usize| {
        let mut active = parsed.instruments.iter().filter(|it| it.applies_to(parsed.locations[at]));
        let latency_cycles = active.find_map(|it| it.latency_cycles());
        Instrument { latency_cycles, sched_class: None }
    };
    (insts, region.indices().map(instrument).collect())
}

fn message(diagnostic: &Diagnostic) -> String {
    String::from_utf8_lossy(&diagnostic.message).into_owned()
}

/// A failure with its place in the text, unless that is in the expansion of a macro.
fn placed(kind: &'static str, message: String, loc: Loc, sources: &Sources) -> Failure {
    let index = LineIndex::new(sources);
    let place = index.find(loc).filter(|place| place.buffer_index == 0);
    Failure {
        kind,
        message,
        line: place.map(|place| place.line as u64),
        column: place.map(|place| place.column as u64 + 1),
    }
}

fn simulation_failure(
    error: &oxmca::Error,
    sources: &Sources,
    parsed: &Parsed,
    region: &oxmca_asm::Region,
) -> Failure {
    let loc = match error.kind {
        oxmca::ErrorKind::Unsupported { instruction, .. } => {
            region.indices().nth(instruction).map(|at| parsed.locations[at])
        }
        _ => None,
    };
    placed("simulation", error.to_string(), loc.unwrap_or(Loc::NONE), sources)
}

fn warnings(parsed: &Parsed) -> Vec<String> {
    parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity != Severity::Note)
        .take(MAX_WARNINGS)
        .map(message)
        .collect()
}

fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Call { latency_cycles } => {
            format!("calls are assumed to take {latency_cycles} cycles")
        }
        Notice::Return => "returns are taken for ordinary instructions".to_owned(),
        Notice::Skipped { instruction, reason } => {
            format!("instruction {} of the region is left out: {reason}", instruction + 1)
        }
    }
}
