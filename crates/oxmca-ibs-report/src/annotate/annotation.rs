//! An annotated function as data.

use oxmca::{ErrorKind, Session};
use oxmca_asm::Inst;
use oxmca_asm::target::ControlFlow;
use oxmca_ibs::attribution::{Files, LoadedModule, SourceLine};
use oxmca_ibs::code::{Code, Heat, Loop, branch_target, hottest_loop, loop_between, producers};
use oxmca_ibs::comparison::{self, Finding, LoopTiming, Reason, Times};
use oxmca_ibs::{Counts, EventId, Profile};
use oxmca_object::ListedInst;

use super::cpu::CpuSession;
use super::error::AnnotateError;
use super::function::SampledFunction;
use super::options::AnnotateOptions;
use super::simulation::{Simulation, simulate};
use super::source::SourceFiles;
use super::warning::{AnnotationWarning, NoPrediction, NotSimulated};
use super::writer::Writer;
use crate::recording::Recording;
use crate::samples::OP_SAMPLES;
use crate::summary::Summary;

const BRANCHES: EventId = EventId::coded(0xF103);
const TAKEN: EventId = EventId::coded(0xF105);

/// A function's instructions with their measured and predicted times.
#[non_exhaustive]
pub struct Annotation<'a> {
    /// The recording.
    pub recording: &'a Recording,
    /// The function.
    pub function: SampledFunction,
    /// The sums over the function's samples.
    pub total: Counts,
    /// The number of op samples of the selected processes, in all functions.
    pub all_op_samples: u64,
    /// The instructions, by address.
    pub instructions: Vec<AnnotatedInstruction>,
    /// The CPU that is simulated, if there is one.
    pub cpu: Option<String>,
    /// The loop that is simulated, as indices into the instructions.
    pub simulated_loop: Option<Loop>,
    /// The simulated cycles of one iteration of the loop.
    pub cycles_per_iteration: Option<f64>,
    /// The number of op samples on the loop's path.
    pub path_op_samples: u64,
    /// The reason for which there is no prediction.
    pub no_prediction: Option<NoPrediction>,
    /// Reasons to read the annotation with care.
    pub warnings: Vec<AnnotationWarning>,
}

/// An instruction with its measured and predicted times.
#[derive(Debug)]
#[non_exhaustive]
pub struct AnnotatedInstruction {
    /// The decoded instruction.
    pub instruction: ListedInst,
    /// Its text, without the target of a direct branch.
    pub text: String,
    /// The address of that target.
    pub target_address: Option<u64>,
    /// The function at that target, and the offset in it.
    pub target: Option<(String, u64)>,
    /// Its source line.
    pub line: Option<SourceLine>,
    /// The text of the source line, unless the instruction before has the same line.
    pub source: Option<String>,
    /// The sums over its samples.
    pub counts: Counts,
    /// Its part in the loop.
    pub role: LoopRole,
    /// The predicted times.
    pub predicted: Option<Times<f64>>,
    /// Its share of the micro-ops on the loop's path.
    pub predicted_share: Option<f64>,
    /// The reason for which it has no prediction although it is on the path.
    pub not_simulated: Option<NotSimulated>,
    /// Verdicts on its times, and likely reasons. Indices in reasons are those of the function's instructions.
    pub finding: Finding,
}

/// The part that an instruction has in the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopRole {
    /// The target is outside of the function.
    Outside,
    /// It is in the loop, but not on the path that is simulated.
    OffPath,
    /// It is on the path that is simulated.
    OnPath,
}

impl<'a> Annotation<'a> {
    /// Annotates the function that the options name. Source lines are read from `sources`.
    ///
    /// # Errors
    /// When the options name something that does not exist, or a CPU that cannot be simulated.
    pub fn new(
        recording: &'a Recording,
        options: &AnnotateOptions,
        sources: &mut dyn Files,
    ) -> Result<Self, AnnotateError> {
        let profile = &recording.profile;
        let function = SampledFunction::find(recording, options)?;
        let path = &profile.module(function.id.module).path;
        let loaded = recording.attribution.loaded(function.id.module);
        let loaded = loaded.filter(|it| it.image.has_code());
        let loaded = loaded.ok_or_else(|| AnnotateError::NoCode { module: path.clone() })?;
        let opened = CpuSession::open(profile, options, loaded.is_64_bit())?;
        let session = &opened.session;
        let target = session.target();
        let code = Code::of(target, session.subtarget(), &loaded.image, &function.function);
        let (counts, misplaced) = counts(recording, &function, &code);
        let mut total = Counts::default();
        counts.iter().for_each(|it| total += it);
        let warnings = Summary::new(recording).warnings;
        let warnings = warnings.into_iter().map(AnnotationWarning::Recording).collect();
        let mut annotation = Self {
            recording,
            all_op_samples: all_op_samples(profile, &function.processes),
            function,
            total,
            instructions: Vec::new(),
            cpu: None,
            simulated_loop: None,
            cycles_per_iteration: None,
            path_op_samples: 0,
            no_prediction: None,
            warnings,
        };
        annotation.warn_of_code(&code, misplaced, loaded);
        annotation.find_loop(&code, &counts, options)?;
        annotation.cpu = opened.cpu;
        annotation.warnings.extend(opened.warning);
        let can_simulate = opened.no_prediction.is_none();
        annotation.no_prediction = opened.no_prediction.or(annotation.no_prediction);
        let writer = Writer::new(session, options.syntax);
        let lines = loaded.lines();
        let mut sources = SourceFiles::new(sources);
        for (instruction, counts) in code.listing.instructions.iter().zip(counts) {
            let line = lines.as_ref().and_then(|lines| lines.find(instruction.address));
            let is_new = annotation.instructions.last().is_none_or(|it| it.line != line);
            let new = line.as_ref().filter(|_| is_new);
            let source = new.and_then(|line| Some(sources.text(line)?.to_owned()));
            let target_address = branch_target(target, instruction, loaded.image.address_bits());
            annotation.instructions.push(AnnotatedInstruction {
                text: writer.text(instruction),
                target: target_address.and_then(|it| function_at(loaded, it)),
                target_address,
                instruction: instruction.clone(),
                line,
                source,
                counts,
                role: LoopRole::Outside,
                predicted: None,
                predicted_share: None,
                not_simulated: None,
                finding: Finding::default(),
            });
        }
        if can_simulate {
            annotation.predict(session);
        }
        annotation.compare(session);
        Ok(annotation)
    }

    /// Returns the addresses of the loop, from its first instruction to the end of its last.
    #[must_use]
    pub fn loop_extent(&self) -> Option<std::ops::Range<u64>> {
        let body = || self.simulated_loop.iter().flat_map(|it| &it.body);
        let instructions = || body().map(|index| &self.instructions[*index].instruction);
        let start = instructions().map(|it| it.address).min()?;
        let ends = instructions().map(|it| it.address.saturating_add(it.length_bytes.into()));
        Some(start..ends.max()?)
    }

    fn find_loop(
        &mut self,
        code: &Code,
        counts: &[Counts],
        options: &AnnotateOptions,
    ) -> Result<(), AnnotateError> {
        let function = &self.function.function;
        let start = function.start;
        let found = match options.loop_range {
            Some(range) => {
                let (from, to) = (range.start.address(start), range.end.address(start));
                let found = loop_between(&code.listing, from, to);
                if found.path.is_empty() {
                    let end = start.saturating_add(function.len);
                    let function = function.name.clone();
                    return Err(AnnotateError::EmptyRange { function, from, to, start, end });
                }
                Some(found)
            }
            None => hottest_loop(&code.listing, &heat(&self.recording.profile, counts)),
        };
        match &found {
            None => self.no_prediction = Some(NoPrediction::NoLoop),
            Some(found) => {
                if found.path.iter().any(|it| is_call(&code.listing.instructions[*it])) {
                    self.warnings.push(AnnotationWarning::Calls);
                }
                if found.has_inner_loops {
                    self.warnings.push(AnnotationWarning::InnerLoops);
                }
            }
        }
        self.simulated_loop = found;
        Ok(())
    }

    fn warn_of_code(&mut self, code: &Code, misplaced: u64, loaded: &LoadedModule) {
        let warnings = &mut self.warnings;
        if self.recording.profile.tally().counts_ops == Some(false) {
            warnings.push(AnnotationWarning::SampledByCycles);
        }
        if misplaced > 0 {
            warnings.push(AnnotationWarning::Misplaced { samples: misplaced });
        }
        if !loaded.is_verified {
            warnings.push(AnnotationWarning::Unverified);
        }
        if code.listing.undecodable_bytes > 0 {
            warnings.push(AnnotationWarning::Undecodable { bytes: code.listing.undecodable_bytes });
        }
        if code.missing_bytes > 0 {
            warnings.push(AnnotationWarning::MissingCode { bytes: code.missing_bytes });
        }
    }

    /// Simulates the loop, if there is one.
    fn predict(&mut self, session: &Session) {
        let Some(simulated) = &self.simulated_loop else { return };
        for index in &simulated.body {
            self.instructions[*index].role = LoopRole::OffPath;
        }
        let (mut indices, mut insts): (Vec<usize>, Vec<Inst>) = (Vec::new(), Vec::new());
        for index in &simulated.path {
            let row = &mut self.instructions[*index];
            row.role = LoopRole::OnPath;
            if is_call(&row.instruction) {
                row.not_simulated = Some(NotSimulated::Call);
            } else {
                indices.push(*index);
                insts.push(row.instruction.inst.clone());
            }
        }
        match simulate(session, &insts) {
            Ok(simulation) => self.take_prediction(&indices, simulation),
            Err(ErrorKind::Empty) => self.no_prediction = Some(NoPrediction::NothingToSimulate),
            Err(error) => self.no_prediction = Some(NoPrediction::Simulation(error)),
        }
    }

    /// Takes over a simulation of the instructions with these indices.
    fn take_prediction(&mut self, indices: &[usize], simulation: Simulation) {
        self.cycles_per_iteration = simulation.cycles_per_iteration;
        for (at, reason) in simulation.unsupported {
            self.instructions[indices[at]].not_simulated = Some(NotSimulated::Unsupported(reason));
        }
        let predictions = simulation.times.into_iter().zip(simulation.shares);
        for (index, (times, share)) in indices.iter().zip(predictions) {
            let row = &mut self.instructions[*index];
            row.predicted = times;
            row.predicted_share = share;
            if times.is_none() && row.not_simulated.is_none() {
                row.not_simulated = Some(NotSimulated::NoUops);
            }
        }
    }

    /// Compares measured times with predicted ones.
    fn compare(&mut self, session: &Session) {
        let Some(simulated) = &self.simulated_loop else { return };
        let rows: Vec<comparison::LoopInstruction<'_>> = simulated
            .path
            .iter()
            .map(|index| {
                let AnnotatedInstruction { counts, predicted, .. } = &self.instructions[*index];
                comparison::LoopInstruction { counts, predicted: *predicted }
            })
            .collect();
        self.path_op_samples = rows.iter().map(|row| row.counts.get(OP_SAMPLES)).sum();
        let instructions = || simulated.path.iter().map(|it| &self.instructions[*it].instruction);
        if instructions().any(is_call) {
            return;
        }
        let insts: Vec<&Inst> = instructions().map(|it| &it.inst).collect();
        let operands = producers(session.target(), session.subtarget(), &insts);
        let whole =
            LoopTiming { cycles: self.cycles_per_iteration, iterations: simulated.iterations };
        let findings = comparison::findings(&self.recording.profile, &rows, &operands, &whole);
        for (index, mut finding) in simulated.path.iter().zip(findings) {
            for reason in &mut finding.reasons {
                match reason {
                    Reason::Operand { producer: index }
                    | Reason::Older { older: index }
                    | Reason::Mispredictions { branch: index, .. } => {
                        *index = simulated.path[*index];
                    }
                    _ => {}
                }
            }
            self.instructions[*index].finding = finding;
        }
    }
}

/// Returns the sums over the samples of each instruction, and the number of op samples within instructions.
fn counts(recording: &Recording, function: &SampledFunction, code: &Code) -> (Vec<Counts>, u64) {
    let profile = &recording.profile;
    let mut misplaced = 0;
    let sums = profile.sums_by(|id| {
        let place = recording.attribution.place(profile, id);
        let is_selected = function.processes[profile.site(id).process.0 as usize];
        if !is_selected || place.function != function.id {
            return None;
        }
        let index = code.listing.index_at(place.address);
        let starts_there = |index: usize| code.listing.instructions[index].address == place.address;
        if !index.is_some_and(starts_there) {
            let mut sum = Counts::default();
            profile.add_site(id, &mut sum);
            misplaced += sum.get(OP_SAMPLES);
        }
        index
    });
    let mut counts = vec![Counts::default(); code.listing.instructions.len()];
    for (index, sum) in sums {
        counts[index] = sum;
    }
    (counts, misplaced)
}

fn all_op_samples(profile: &Profile, processes: &[bool]) -> u64 {
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

fn is_call(instruction: &ListedInst) -> bool {
    instruction.control_flow == ControlFlow::Call
}

/// Returns the function at an address, and the offset in it.
fn function_at(loaded: &LoadedModule, address: u64) -> Option<(String, u64)> {
    let functions = loaded.image.functions();
    let function = functions.get(loaded.image.function_at(address)?)?;
    Some((function.name(), address - function.start))
}
