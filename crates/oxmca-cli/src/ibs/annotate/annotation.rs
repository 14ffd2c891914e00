//! What an annotated function says, before it is rendered.

use oxmca::{ErrorKind, Session, SessionBuilder, SessionError};
use oxmca_asm::Inst;
use oxmca_ibs::attribution::{LoadedModule, SourceLine};
use oxmca_ibs::code::{Code, Heat, Instruction, Loop};
use oxmca_ibs::comparison::{self, Finding, Lap, Reason, Times};
use oxmca_ibs::{Counts, EventId, Profile};

use super::assembler::{Assembler, Read};
use super::options::AnnotateOptions;
use super::simulation::{Simulation, simulate};
use super::source::Sources;
use super::subject::Subject;
use crate::console::failed;
use crate::hints;
use crate::ibs::recording::Recording;
use crate::ibs::report::OP_SAMPLES;
use crate::ibs::summary::Summary;
use crate::run::Failed;

/// A CPU that knows most instructions: for text where there is no other.
const READER: &str = "znver4";

const BRANCHES: EventId = EventId::coded(0xF103);
const TAKEN: EventId = EventId::coded(0xF105);

/// A function with what was measured and predicted.
pub struct Annotation<'a> {
    pub recording: &'a Recording,
    pub subject: Subject<'a>,
    /// The samples of the function.
    pub total: Counts,
    /// All samples of ops of the selected processes.
    pub all_ops: u64,
    pub rows: Vec<Row>,
    /// The CPU that is simulated, if there is one.
    pub cpu: Option<String>,
    /// What is simulated.
    pub lap: Option<Loop>,
    /// What the simulation says that going around once costs.
    pub cycles_per_iteration: Option<f64>,
    /// Samples on the loop's path.
    pub path_samples: u64,
    /// Why there is no prediction.
    pub no_prediction: Option<String>,
    pub warnings: Vec<String>,
}

/// An instruction.
pub struct Row {
    pub instruction: Instruction,
    /// How it is written, without the target of a direct branch.
    pub text: String,
    /// What is at that target: a function and how far it is from its start.
    pub target: Option<(String, u64)>,
    pub line: Option<SourceLine>,
    /// What is written in that line, unless the instruction before is of the same.
    pub source: Option<String>,
    pub counts: Counts,
    pub place: Place,
    pub predicted: Option<Times<f64>>,
    /// The part in the path's micro-ops.
    pub predicted_share: Option<f64>,
    /// Why it has no prediction, though it belongs to what is simulated.
    pub left_out: Option<String>,
    /// Verdicts, and reasons with rows in place of places.
    pub finding: Finding,
}

/// How an instruction belongs to the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Not at all.
    Outside,
    /// It is in the loop, but not on the path that is simulated.
    Aside,
    /// It is simulated.
    Path,
}

impl<'a> Annotation<'a> {
    /// Annotates what the options name.
    ///
    /// # Errors
    /// The exit status, if they name something that does not exist. That has been said.
    pub fn new(recording: &'a Recording, options: &AnnotateOptions) -> Result<Self, Failed> {
        let profile = &recording.profile;
        let subject = Subject::find(recording, options)?;
        let path = &profile.module(subject.id.module).path;
        let loaded = recording.attribution.loaded(subject.id.module);
        let loaded = loaded.filter(|it| it.image.has_code());
        let loaded = loaded.ok_or_else(|| {
            failed(&format!("{path}: the file with this build id has names only, and no code"))
        })?;
        let code = Code::of(&loaded.image, subject.function);
        let (counts, misplaced) = counts(recording, &subject, &code);
        let mut total = Counts::default();
        counts.iter().for_each(|it| total += it);
        let warnings = Summary::new(recording).warnings;
        let mut annotation = Self {
            recording,
            all_ops: all_ops(profile, &subject.processes),
            subject,
            total,
            rows: Vec::new(),
            cpu: None,
            lap: None,
            cycles_per_iteration: None,
            path_samples: 0,
            no_prediction: None,
            warnings,
        };
        annotation.warn_of_code(&code, misplaced, loaded);
        annotation.find_loop(&code, &counts, options)?;
        let (session, can_simulate) = annotation.session(options, loaded.image.is_64_bit())?;
        let mut assembler = Assembler::new(&session, options.syntax);
        let lines = loaded.lines();
        let mut sources = Sources::new(options.input.root.as_deref());
        let mut read: Vec<Read> = Vec::with_capacity(code.instructions.len());
        for (instruction, counts) in code.instructions.iter().zip(counts) {
            let found = assembler.read(instruction);
            let line = lines.as_ref().and_then(|lines| lines.find(instruction.address()));
            let is_new = annotation.rows.last().is_none_or(|row| row.line != line);
            let new = line.as_ref().filter(|_| is_new);
            let source = new.and_then(|line| Some(sources.text(line)?.to_owned()));
            annotation.rows.push(Row {
                instruction: *instruction,
                text: found.text.clone(),
                target: target(loaded, instruction),
                line,
                source,
                counts,
                place: Place::Outside,
                predicted: None,
                predicted_share: None,
                left_out: None,
                finding: Finding::default(),
            });
            read.push(found);
        }
        if can_simulate {
            annotation.predict(&session, read);
        }
        annotation.compare();
        Ok(annotation)
    }

    /// Where the loop is.
    pub fn extent(&self) -> Option<std::ops::Range<u64>> {
        let rows = || self.lap.iter().flat_map(|lap| &lap.body).map(|row| &self.rows[*row]);
        let start = rows().map(|row| row.instruction.address()).min()?;
        Some(start..rows().map(|row| row.instruction.end()).max()?)
    }

    fn find_loop(
        &mut self,
        code: &Code,
        counts: &[Counts],
        options: &AnnotateOptions,
    ) -> Result<(), Failed> {
        let start = self.subject.function.start;
        let found = match options.range {
            Some(range) => {
                let (from, to) = (range.start.address(start), range.end.address(start));
                let found = code.loop_between(from, to);
                if found.path.is_empty() {
                    let end = start.saturating_add(self.subject.function.len);
                    return Err(failed(&format!(
                        "--loop: no instruction of `{}` begins in {from:#x}..{to:#x}; the function is {start:#x}..{end:#x}",
                        self.subject.function.name
                    )));
                }
                Some(found)
            }
            None => code.hottest_loop(&heat(&self.recording.profile, counts)),
        };
        match &found {
            None => {
                self.no_prediction = Some(
                    "no loop of the function has samples; --loop=START..END names what to simulate"
                        .to_owned(),
                );
            }
            Some(found) => {
                if found.path.iter().any(|it| code.instructions[*it].is_call()) {
                    self.warnings.push(
                        "The loop calls functions, which are not simulated: times are shown beside each \
                         other, and not compared."
                            .to_owned(),
                    );
                }
                if found.has_inner_loops {
                    self.warnings.push(
                        "The loop has loops within it; each is simulated as going around once at most."
                            .to_owned(),
                    );
                }
            }
        }
        self.lap = found;
        Ok(())
    }

    fn warn_of_code(&mut self, code: &Code, misplaced: u64, loaded: &LoadedModule) {
        let warnings = &mut self.warnings;
        if self.recording.profile.tally().counts_ops == Some(false) {
            warnings.push(
                "Ops were sampled by cycles: those that follow a stall are sampled more often than \
                 others, so that means are not those of all executions. Record with \
                 `-e ibs_op/cnt_ctl=1/` to compare."
                    .to_owned(),
            );
        }
        if misplaced > 0 {
            warnings.push(format!(
                "{misplaced} samples are not at the start of an instruction: there is data in the \
                 function, or the file is not the one that ran."
            ));
        }
        if !loaded.is_verified {
            warnings.push(
                "The recording has no build id of the file, which may have changed since."
                    .to_owned(),
            );
        }
        if code.undecodable_bytes > 0 {
            let bytes = code.undecodable_bytes;
            warnings.push(format!("{bytes} bytes of the function are no instructions."));
        }
        if code.missing_bytes > 0 {
            let bytes = code.missing_bytes;
            warnings
                .push(format!("{bytes} bytes of the function are not in the file, or too many."));
        }
    }

    /// The CPU to read for, and whether it can be simulated.
    fn session(
        &mut self,
        options: &AnnotateOptions,
        is_64_bit: bool,
    ) -> Result<(Session, bool), Failed> {
        let triple = if is_64_bit { "x86_64-unknown-unknown" } else { "i386-unknown-unknown" };
        let cpu = self.recording.profile.cpu();
        let recorded = oxmca_asm::target::x86::host::amd_cpu_name(cpu.family, cpu.model);
        let name = options.mcpu.as_deref().or(recorded);
        let name = if name == Some("native") { Some(oxmca_asm::host::cpu_name()) } else { name };
        if let Some(name) = name {
            match Session::new(triple, name, []) {
                Ok(session) => {
                    self.cpu = Some(name.to_owned());
                    if recorded.is_some_and(|recorded| recorded != name) {
                        self.warnings.push(format!(
                            "{name} is simulated, but the recording is from {}.",
                            recorded.unwrap_or_default()
                        ));
                    }
                    return Ok((session, true));
                }
                Err(error) if options.mcpu.is_some() => return Err(refuse(&error, name)),
                Err(error) => {
                    self.no_prediction = Some(format!("{error}; --mcpu=CPU names one to simulate"));
                }
            }
        } else {
            self.no_prediction =
                Some("this processor has no scheduling model; --mcpu=CPU names one".to_owned());
        }
        let session =
            Session::new(triple, READER, []).map_err(|error| failed(&error.to_string()))?;
        Ok((session, false))
    }

    /// Simulates the loop, if there is one.
    fn predict(&mut self, session: &Session, read: Vec<Read>) {
        let Some(lap) = &self.lap else { return };
        for row in &lap.body {
            self.rows[*row].place = Place::Aside;
        }
        let mut read: Vec<Option<Read>> = read.into_iter().map(Some).collect();
        let (mut places, mut insts): (Vec<usize>, Vec<Inst>) = (Vec::new(), Vec::new());
        for index in &lap.path {
            let row = &mut self.rows[*index];
            row.place = Place::Path;
            match read[*index].take().map(|it| it.inst) {
                _ if row.instruction.is_call() => {
                    row.left_out = Some("what it calls is not simulated".to_owned());
                }
                Some(Ok(inst)) => {
                    places.push(*index);
                    insts.push(inst);
                }
                Some(Err(why)) => row.left_out = Some(why),
                None => {}
            }
        }
        match simulate(session, &insts) {
            Ok(simulation) => self.note(&places, simulation),
            Err(ErrorKind::Empty) => {
                self.no_prediction = Some("no instruction of the loop can be simulated".to_owned());
            }
            Err(error) => self.no_prediction = Some(error.to_string()),
        }
    }

    fn note(&mut self, places: &[usize], simulation: Simulation) {
        self.cycles_per_iteration = simulation.cycles_per_iteration;
        for (place, why) in simulation.left_out {
            self.rows[places[place]].left_out = Some(why);
        }
        let predictions = simulation.times.into_iter().zip(simulation.shares);
        for (place, (times, share)) in places.iter().zip(predictions) {
            let row = &mut self.rows[*place];
            row.predicted = times;
            row.predicted_share = share;
            if times.is_none() && row.left_out.is_none() {
                row.left_out = Some("it has no micro-ops in the model".to_owned());
            }
        }
    }

    /// Compares what was predicted with what was measured.
    fn compare(&mut self) {
        let Some(lap) = &self.lap else { return };
        let rows: Vec<comparison::Row<'_>> = lap
            .path
            .iter()
            .map(|index| {
                let Row { instruction, counts, predicted, .. } = &self.rows[*index];
                comparison::Row { instruction, counts, predicted: *predicted }
            })
            .collect();
        self.path_samples = rows.iter().map(|row| row.counts.get(OP_SAMPLES)).sum();
        if rows.iter().any(|row| row.instruction.is_call()) {
            return;
        }
        let whole = Lap { cycles: self.cycles_per_iteration, iterations: lap.iterations };
        let findings = comparison::findings(&self.recording.profile, &rows, &whole);
        for (index, mut finding) in lap.path.iter().zip(findings) {
            for reason in &mut finding.reasons {
                match reason {
                    Reason::Operand { producer: place }
                    | Reason::Older { older: place }
                    | Reason::Mispredictions { branch: place, .. } => *place = lap.path[*place],
                    _ => {}
                }
            }
            self.rows[*index].finding = finding;
        }
    }
}

/// Says why a CPU cannot be simulated.
fn refuse(error: &SessionError, name: &str) -> Failed {
    let status = failed(&format!("--mcpu: {error}"));
    if let SessionError::UnknownCpu(_) = error {
        hints::cpu(
            &SessionBuilder::new("x86_64-unknown-unknown"),
            name,
            &mut crate::console::Streams,
        );
    }
    status
}

/// The samples of each instruction, and how many are not at the start of one.
fn counts(recording: &Recording, subject: &Subject<'_>, code: &Code) -> (Vec<Counts>, u64) {
    let profile = &recording.profile;
    let mut misplaced = 0;
    let sums = profile.sums_by(|id| {
        let place = recording.attribution.place(profile, id);
        let is_selected = subject.processes[profile.site(id).process.0 as usize];
        if !is_selected || place.function != subject.id {
            return None;
        }
        let index = code.index_at(place.address);
        let starts_there = |index: usize| code.instructions[index].address() == place.address;
        if !index.is_some_and(starts_there) {
            let mut sum = Counts::default();
            profile.add_site(id, &mut sum);
            misplaced += sum.get(OP_SAMPLES);
        }
        index
    });
    let mut counts = vec![Counts::default(); code.instructions.len()];
    for (index, sum) in sums {
        counts[index] = sum;
    }
    (counts, misplaced)
}

fn all_ops(profile: &Profile, processes: &[bool]) -> u64 {
    let of_selected = |id| processes[profile.site(id).process.0 as usize].then_some(());
    let sums = profile.sums_by(of_selected);
    sums.first().map_or(0, |sum| sum.1.get(OP_SAMPLES))
}

fn heat(profile: &Profile, counts: &[Counts]) -> Vec<Heat> {
    let value = |counts: &Counts, id| profile.value(counts, id).unwrap_or(0);
    let heat = |counts: &Counts| Heat {
        samples: counts.get(OP_SAMPLES),
        branches: value(counts, BRANCHES),
        taken: value(counts, TAKEN),
    };
    counts.iter().map(heat).collect()
}

/// The function that a branch or call leads to.
fn target(loaded: &LoadedModule, instruction: &Instruction) -> Option<(String, u64)> {
    let address = instruction.target()?;
    let functions = loaded.image.functions();
    let function = functions.get(loaded.image.function_at(address)?)?;
    Some((function.name.clone(), address - function.start))
}
