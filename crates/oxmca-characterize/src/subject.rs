//! A form, its experiments, and what they gave.

use oxmca::hardware::Execution;
use oxmca::{Inst, Session};
use oxmca_asm::target::hardware::VectorPart;
use oxmca_tables::Tables;
use rustc_hash::FxHashMap;

use crate::bench::{Bench, BenchError, Untimed};
use crate::change::plain;
use crate::experiment::{self, Blocker, Experiment, Question};
use crate::form::{Form, Memory};
use crate::predictor::Predictor;
use crate::target;

/// Returns the most that a prediction may be off: cycles, and a share of what was measured.
pub(crate) fn tolerance(question: Question) -> (f64, f64) {
    match question {
        Question::Throughput => (0.03, 0.06),
        Question::Latency { .. } | Question::Fixed => (0.06, 0.04),
        Question::Slots { .. } => (0.08, 0.03),
        Question::Ports { .. } => (0.15, 0.08),
    }
}

/// The most that a prediction beside blockers may be off: of pairs of ports, a micro-op takes half a cycle.
const MOST_OFF_PORTS: f64 = 0.3;

/// Returns how far a prediction is off, in units of what is allowed.
pub(crate) fn error(question: Question, measured: f64, predicted: f64) -> f64 {
    let (cycles, share) = tolerance(question);
    let allowed = cycles.max(share * measured);
    let allowed = match question {
        Question::Ports { .. } => allowed.min(MOST_OFF_PORTS),
        _ => allowed,
    };
    (measured - predicted).abs() / allowed
}

/// Returns how many times a prediction is off, as a logarithm.
pub(crate) fn logarithm(measured: f64, predicted: f64) -> f64 {
    (measured / predicted).ln().abs()
}

/// Returns how many times predictions are off, as logarithms, together.
pub(crate) fn logarithms(measured: &[f64], predicted: &[f64]) -> f64 {
    let all = measured.iter().zip(predicted);
    all.map(|(measured, predicted)| logarithm(*measured, *predicted)).sum()
}

/// The share of the error that there was which a change that does not predict all leaves at the most.
pub(crate) const MOST_LEFT: f64 = 0.5;

/// A form and its experiments.
pub(crate) struct Subject {
    pub form: Form,
    /// Micro-ops that compute, by the file that was there.
    pub ports: Vec<(u32, u16)>,
    pub parts: Parts,
    /// Its instances wait for each other unless registers are written before each.
    pub waits_by_itself: bool,
    pub experiments: Vec<Experiment>,
    pub measured: Vec<f64>,
    pub predicted: Vec<f64>,
    /// The reason why it is not measured.
    pub reason: Option<String>,
    /// The reason why it has no throughput although other things about it are measured, and the most cycles that it took.
    pub unsteady: Option<(String, f64)>,
}

impl Subject {
    /// Creates one with the experiment that tells throughput.
    pub fn new(form: Form, session: &Session) -> Subject {
        let parts = parts(&form, session);
        let unknown = "hardware mode does not follow the registers that it works on";
        let unknown = parts.uses_register_stack.then_some(unknown);
        let reason = unknown.or_else(|| target::of(session)?.unmeasured(&form.name));
        let execution = execution(&form, session);
        let divides = execution.as_ref().is_some_and(|it| it.divider_half_cycles > 0);
        let tables = session.tables();
        // How often a divider begins is not seen where each division waits for the one before.
        let renewed = if divides { experiment::renewed_throughput(&form, tables) } else { None };
        Subject {
            waits_by_itself: renewed.is_some(),
            experiments: match reason {
                Some(_) => Vec::new(),
                None => vec![renewed.unwrap_or_else(|| experiment::throughput(&form, tables))],
            },
            ports: execution.map_or(Vec::new(), |it| plain(&it.computes)),
            reason: reason.map(str::to_owned),
            parts,
            form,
            measured: Vec::new(),
            predicted: Vec::new(),
            unsteady: None,
        }
    }

    /// Returns the cycles of the slowest experiment.
    pub fn slowest_cycles(&self) -> f64 {
        let unsteady = self.unsteady.as_ref().map_or(0.0, |it| it.1);
        self.measured.iter().copied().fold(unsteady, f64::max)
    }

    /// Returns what is executed before an instance so that it does not wait for the one before.
    pub fn renewals(&self, tables: &Tables<'_>) -> Vec<Inst> {
        let renewals = || self.form.renewals(tables);
        if self.waits_by_itself { renewals().unwrap_or_default() } else { Vec::new() }
    }

    /// Returns the parts of its form that decide what it usually loses.
    pub fn kind(&self) -> Kind {
        Kind { memory: self.form.memory, vector_bytes: self.parts.bytes }
    }

    /// Returns the first question of a kind that was answered, with the cycles that were measured and predicted.
    pub fn answer(&self, is_asked: impl Fn(Question) -> bool) -> Option<(Question, f64, f64)> {
        let cycles = self.measured.iter().zip(&self.predicted);
        let mut all = self.experiments.iter().map(|it| it.question).zip(cycles);
        let found = all.find(|it| is_asked(it.0));
        found.map(|(question, (measured, predicted))| (question, *measured, *predicted))
    }

    pub fn throughput(&self) -> Option<f64> {
        let at = self.experiments.iter().position(|it| it.question == Question::Throughput)?;
        self.measured.get(at).copied()
    }

    /// Returns the cycles that it takes longer than predicted where each instance waits for the one before, through registers that
    /// all take.
    pub fn longer_cycles(&self) -> Option<f64> {
        let (_, measured, predicted) = self.answer(|it| it == Question::Fixed)?;
        Some(measured - predicted)
    }

    /// Returns whether an experiment that is no chain is predicted slower than it is.
    pub fn is_too_slow(&self) -> bool {
        let all = self.experiments.iter().zip(self.measured.iter().zip(&self.predicted));
        all.into_iter().any(|(it, (measured, predicted))| {
            let is_chain = matches!(it.question, Question::Latency { .. } | Question::Fixed);
            !is_chain && predicted > measured && error(it.question, *measured, *predicted) > 1.0
        })
    }

    /// Returns how many times predictions are off, as logarithms, together.
    pub fn off(&self) -> f64 {
        logarithms(&self.measured, &self.predicted)
    }

    /// Returns whether all experiments are as predicted.
    pub fn is_right(&self, usual: &Usual) -> bool {
        self.error_of(&self.predicted, &self.ports, usual) <= 1.0
    }

    /// Returns the greatest error of predictions for micro-ops with these ports.
    pub fn error_of(&self, predicted: &[f64], ports: &[(u32, u16)], usual: &Usual) -> f64 {
        let all = predicted.iter().enumerate();
        all.map(|(at, cycles)| self.error_at(at, *cycles, ports, usual)).fold(0.0, f64::max)
    }

    /// Returns the error of a prediction of an experiment.
    pub fn error_at(&self, at: usize, predicted: f64, ports: &[(u32, u16)], usual: &Usual) -> f64 {
        let question = self.experiments[at].question;
        let measured = self.measured[at];
        let waits = question == Question::Throughput
            && (predicted..=self.cycles_of_waiting()).contains(&measured);
        if waits {
            return 0.0;
        }
        let count = |ports: &[(u32, u16)]| ports.iter().map(|it| u32::from(it.1)).sum::<u32>();
        // More micro-ops than were known could lose any time.
        let choice = match count(ports) > count(&self.ports).max(1) {
            true => Choice::AsUsual,
            false => Choice::Blind,
        };
        let expected = usual.expected(question, predicted, ports, (self.kind(), choice));
        expected.error(question, measured)
    }

    /// Returns the cycles of an instance alone if each waits for the one that wrote its register before, and loses a cycle to
    /// others that go to the same ports; 0 if it does not read what it writes.
    fn cycles_of_waiting(&self) -> f64 {
        let instances = experiment::num_alone(&self.form) as f64;
        let chains = self.experiments.iter().zip(&self.measured).filter_map(|(it, cycles)| {
            let Question::Latency { from, .. } = it.question else { return None };
            self.form.tied_to(from).map(|_| *cycles)
        });
        let latency_cycles = chains.fold(0.0, f64::max);
        if latency_cycles == 0.0 { 0.0 } else { (latency_cycles + 1.0) / instances }
    }
}

/// The parts of registers that a form uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts {
    /// Bytes of the widest vector.
    pub bytes: u16,
    /// The rest of what it writes stays as it is: slow beside code that uses all.
    pub keeps_upper: bool,
    /// Its vectors are so wide that a port executes no others beside them.
    pub closes_port: bool,
    /// A part of what it writes stays as it was.
    pub merges: bool,
    /// Bytes of machine code.
    pub code_bytes: usize,
    /// It works on a stack of registers, so that all of its kind depend on each other.
    pub uses_register_stack: bool,
}

impl Parts {
    /// Returns whether code with these has its own ports and speed beside code with others: some processors merge upper parts of
    /// vectors, or close a port beside wide ones.
    pub fn suits(self, other: Parts) -> bool {
        let is_slow = |one: Parts, two: Parts| one.keeps_upper && two.bytes > NARROW_BYTES;
        let closes = |one: Parts, two: Parts| one.closes_port && two.bytes > 0 && !two.closes_port;
        let disturbs = |one, two| is_slow(one, two) || closes(one, two);
        !disturbs(self, other) && !disturbs(other, self)
    }
}

/// The time that micro-ops of some ports usually lose among others: processors choose ports in ways that hardware mode only
/// comes near to, and loads get in each other's way. A form whose ports are known right is as far off as others with the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usual {
    /// Of forms alone for which about the same is predicted, what they take as a multiple of that.
    alone: FxHashMap<(Kind, u32), ByMicroOps>,
    /// Beside blockers, the cycles that an iteration takes longer than predicted.
    lost: FxHashMap<(Kind, usize), ByMicroOps>,
    /// Among so many fillers, the cycles that an iteration takes longer than predicted: most forms take as many slots as were known,
    /// whatever else is wrong about the front end.
    among_fillers: FxHashMap<usize, f64>,
    /// The ports of blockers.
    blockers: Vec<u32>,
}

/// The parts of a form beside its micro-ops that decide what it usually loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Kind {
    pub memory: Memory,
    /// Bytes of the widest vector.
    pub vector_bytes: u16,
}

/// The usual time of forms with the same micro-ops that compute, by these: ports, each with its micro-ops, in the order of ports; none
/// of a form that only loads or stores.
type ByMicroOps = FxHashMap<Vec<(u32, u16)>, f64>;

/// Forms whose times are usual, at least: more than variants of one instruction, about all of which a row can be wrong.
const LEAST_ALIKE: usize = 12;
/// The time that a form alone can usually take, as a multiple of what is predicted. Forms that take longer have other ports.
const USUAL_ALONE: std::ops::RangeInclusive<f64> = 0.9..=1.3;
/// Predictions are about the same in so many parts of a cycle.
const PARTS: f64 = 20.0;
/// The most cycles that a form usually loses beside blockers: had a micro-op no port of its own, it would lose as much.
const MOST_LOST: f64 = 0.5;

impl Usual {
    pub fn of(subjects: &[Subject], blockers: &[Blocker]) -> Usual {
        let mut alone: FxHashMap<(Kind, u32), FxHashMap<_, Vec<f64>>> = FxHashMap::default();
        let mut lost: FxHashMap<(Kind, usize), FxHashMap<_, Vec<f64>>> = FxHashMap::default();
        let mut among_fillers: FxHashMap<usize, Vec<f64>> = FxHashMap::default();
        for subject in subjects {
            let (kind, micro_ops) = (subject.kind(), &subject.ports);
            for (at, it) in subject.experiments.iter().enumerate() {
                let (measured, predicted) = (subject.measured[at], subject.predicted[at]);
                match it.question {
                    Question::Latency { .. } | Question::Fixed => {}
                    Question::Slots { fillers } => {
                        among_fillers.entry(fillers).or_default().push(measured - predicted);
                    }
                    Question::Throughput => {
                        let alike = alone.entry((kind, parts_of(predicted))).or_default();
                        alike.entry(micro_ops.clone()).or_default().push(measured / predicted);
                    }
                    Question::Ports { blocker, .. } => {
                        let alike = lost.entry((kind, blocker)).or_default();
                        alike.entry(micro_ops.clone()).or_default().push(measured - predicted);
                    }
                }
            }
        }
        let mut alone: FxHashMap<_, ByMicroOps> =
            alone.into_iter().map(|(key, all)| (key, medians(all))).collect();
        for all in alone.values_mut() {
            all.retain(|_, ratio| USUAL_ALONE.contains(ratio));
        }
        let mut lost: FxHashMap<_, ByMicroOps> =
            lost.into_iter().map(|(key, all)| (key, medians(all))).collect();
        lost.values_mut().flat_map(|it| it.values_mut()).for_each(|it| *it = it.min(MOST_LOST));
        Usual {
            alone,
            lost,
            among_fillers: medians(among_fillers),
            blockers: blockers.iter().map(|it| it.ports.0).collect(),
        }
    }

    /// Returns the times that are expected where so much is predicted for micro-ops with these ports: those that are alike may
    /// be wrong together, those that are not may be right, and several micro-ops may lose less than each would alone.
    pub fn expected(
        &self,
        question: Question,
        predicted: f64,
        micro_ops: &[(u32, u16)],
        (kind, choice): (Kind, Choice),
    ) -> Expected {
        let is_alone = micro_ops.iter().map(|it| it.1).sum::<u16>() <= 1;
        match question {
            Question::Slots { fillers } => self.expected_among_fillers(fillers, predicted),
            Question::Latency { .. } | Question::Fixed => {
                Expected { least: predicted, most: predicted, is_of_one_port: false }
            }
            Question::Throughput => {
                let alike = self.alone.get(&(kind, parts_of(predicted)));
                let ratio = |of: &[(u32, u16)]| alike?.get(of).copied();
                let of_each = || micro_ops.iter().filter_map(|it| ratio(&[(it.0, 1)]));
                let usual = ratio(micro_ops).or_else(|| of_each().reduce(f64::max));
                let usual = predicted * usual.unwrap_or(1.0);
                let (least, most) = (predicted.min(usual), predicted.max(usual));
                Expected { least, most, is_of_one_port: false }
            }
            Question::Ports { blocker, .. } => {
                let alike = self.lost.get(&(kind, blocker));
                let lost = |of: &[(u32, u16)]| alike?.get(of).copied();
                let all_blocked = self.blockers[blocker];
                let (mut least, mut most) = (0.0, 0.0);
                for &(ports, count) in micro_ops {
                    let usual = lost(&[(ports, 1)]).unwrap_or(0.0);
                    let is_blind = choice == Choice::Blind && !is_alone;
                    let blindly = if is_blind { lost_blindly(ports, all_blocked) } else { 0.0 };
                    least += f64::from(count) * usual.min(0.0);
                    most += f64::from(count) * usual.max(blindly).max(0.0);
                }
                if let Some(usual) = lost(micro_ops) {
                    (least, most) = (f64::min(least, usual), f64::max(most, usual));
                }
                Expected {
                    least: predicted + least,
                    most: predicted + most,
                    is_of_one_port: all_blocked.count_ones() == 1,
                }
            }
        }
    }

    /// Returns what is expected among so many fillers: as predicted, as far off as forms usually are, or between.
    pub fn expected_among_fillers(&self, fillers: usize, predicted: f64) -> Expected {
        let usual = predicted + self.among_fillers.get(&fillers).copied().unwrap_or(0.0);
        let (least, most) = (predicted.min(usual), predicted.max(usual));
        Expected { least, most, is_of_one_port: false }
    }

    /// Returns the cycles that forms of one micro-op usually lose beside blockers, by its ports and the number of the blocker: of
    /// vectors of several widths those of the narrowest.
    pub fn lost(&self) -> Vec<(u32, usize, f64)> {
        let mut lost = Vec::new();
        for ((kind, blocker), all) in self.lost.iter().filter(|it| it.0.0.memory == Memory::None) {
            let of_one = all.iter().filter_map(|(micro_ops, cycles)| match micro_ops[..] {
                [] => Some((0, cycles)),
                [(ports, 1)] => Some((ports, cycles)),
                _ => None,
            });
            lost.extend(of_one.map(|(ports, it)| (*blocker, ports, kind.vector_bytes, *it)));
        }
        lost.sort_by_key(|it| (it.0, it.1, it.2));
        lost.dedup_by_key(|it| (it.0, it.1));
        lost.into_iter().map(|(blocker, ports, _, cycles)| (ports, blocker, cycles)).collect()
    }
}

/// Returns a number that predictions share which are about the same.
fn parts_of(predicted_cycles: f64) -> u32 {
    (predicted_cycles * PARTS).round() as u32
}

/// The way in which ports of several micro-ops are thought to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// They lose what each usually loses alone.
    AsUsual,
    /// They can lose as much as if nothing were looked at.
    Blind,
}

/// The least and the most cycles that are expected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Expected {
    pub least: f64,
    pub most: f64,
    /// They are of blocks that keep a single port busy.
    pub is_of_one_port: bool,
}

impl Expected {
    pub fn nearest(self, measured: f64) -> f64 {
        measured.clamp(self.least, self.most)
    }

    /// Returns how far a measured time is off, in units of what is allowed.
    pub fn error(self, question: Question, measured: f64) -> f64 {
        let error = error(question, measured, self.nearest(measured));
        if self.is_of_one_port { error / ONE_PORT } else { error }
    }
}

/// A micro-op takes a whole cycle of a single port, so that predictions may be so many times as far off there.
const ONE_PORT: f64 = 2.0;

/// Returns the cycles that a micro-op loses on the average beside blockers that are on some of its ports, if one of its ports is
/// chosen evenly, without looking at them. Nobody tells what several micro-ops of a form lose together.
fn lost_blindly(ports: u32, blocker: u32) -> f64 {
    let shared = f64::from((ports & blocker).count_ones());
    let is_decided = shared == 0.0 || ports & !blocker == 0;
    if is_decided { 0.0 } else { shared / f64::from(ports.count_ones() * blocker.count_ones()) }
}

/// Returns the medians of lists that are long enough: few could all be wrong.
fn medians<K: Eq + std::hash::Hash>(all: FxHashMap<K, Vec<f64>>) -> FxHashMap<K, f64> {
    let enough = all.into_iter().filter(|it| it.1.len() >= LEAST_ALIKE);
    let median = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    };
    enough.map(|(key, values)| (key, median(values))).collect()
}

/// Returns what of a form executes by the data that are there.
pub(crate) fn execution(form: &Form, session: &Session) -> Option<Execution> {
    session.execution(&form.instance(session.tables(), 0, &[]))
}

/// Bytes of vectors beside which code that keeps their upper parts is not slow.
pub(crate) const NARROW_BYTES: u16 = 16;

pub(crate) fn parts(form: &Form, session: &Session) -> Parts {
    let inst = form.instance(session.tables(), 0, &[]);
    let mut code = Vec::new();
    let facts = match session.encode(&inst, &mut code) {
        Ok(()) => session.target().hardware_facts(&inst, &code).unwrap_or_default(),
        Err(_) => return Parts::default(),
    };
    let keeps_upper = facts.vector_part == VectorPart::KeepsUpper;
    let wide_bytes = session.hardware_numbers().map_or(0, |it| it.wide_vector_bytes);
    Parts {
        bytes: facts.vector_bytes,
        closes_port: wide_bytes > 0 && u32::from(facts.vector_bytes) >= wide_bytes,
        keeps_upper,
        merges: facts.merges_into_destination,
        code_bytes: code.len(),
        uses_register_stack: facts.uses_register_stack,
    }
}

/// The share by which a time is less than the first one if it is taken in its place.
const LESS: f64 = 0.02;
/// Times that what took longer than expected is measured once more.
const MOST_TIMES: u8 = 3;
/// Cycles of a block that may take longer in most processes.
const SHORT_CYCLES: f64 = 1.5;

/// Measures once more what took longer than expected: some loops of a cycle or less take longer in some processes. The least
/// is what the processor needs. Longer ones that take the same once more are not measured a third time.
///
/// # Errors
/// When nothing can be measured, or the file of measurements cannot be written.
pub(crate) fn look_again(
    subjects: &mut [Subject],
    bench: &mut Bench<'_>,
    usual: &Usual,
) -> Result<(), BenchError> {
    let slow = |it: &Subject, at: &usize| {
        it.measured[*at] > it.predicted[*at]
            && it.error_at(*at, it.predicted[*at], &it.ports, usual) > 1.0
    };
    let known = subjects.iter().enumerate().filter(|it| it.1.reason.is_none());
    let mut open: Vec<(usize, usize)> = known
        .flat_map(|(number, it)| {
            (0..it.measured.len()).filter(|at| slow(it, at)).map(move |at| (number, at))
        })
        .collect();
    for time in 1..=MOST_TIMES {
        let blocks: Vec<&[Inst]> =
            open.iter().map(|(number, at)| &*subjects[*number].experiments[*at].insts).collect();
        let measured = bench.measure_again(time, &blocks, &mut |_, _| true)?;
        let mut other = Vec::new();
        for ((number, at), cycles) in open.into_iter().zip(measured) {
            let subject = &mut subjects[number];
            let Ok(cycles) = cycles else { continue };
            let is_short = cycles <= SHORT_CYCLES;
            let cycles = cycles / subject.experiments[at].instances as f64;
            let before = subject.measured[at];
            if cycles < (1.0 - LESS) * before {
                subject.measured[at] = cycles;
            }
            let is_other = (cycles - before).abs() > LESS * before;
            if (is_other || is_short) && slow(subject, &at) {
                other.push((number, at));
            }
        }
        open = other;
    }
    Ok(())
}

/// Measures and predicts the experiments that were added.
pub(crate) fn run(
    subjects: &mut [Subject],
    bench: &mut Bench<'_>,
    predictor: &Predictor<'_>,
    tell: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<(), BenchError> {
    let new: Vec<(usize, usize)> = subjects
        .iter()
        .enumerate()
        .filter(|it| it.1.reason.is_none())
        .flat_map(|(at, it)| (it.measured.len()..it.experiments.len()).map(move |new| (at, new)))
        .collect();
    let insts: Vec<&[Inst]> =
        new.iter().map(|(at, new)| &*subjects[*at].experiments[*new].insts).collect();
    let measured = bench.measure(&insts, tell)?;
    let predicted = predictor.cycles(insts.iter().copied());
    let answers: Vec<_> = new.into_iter().zip(measured.into_iter().zip(predicted)).collect();
    for ((at, new), (measured, predicted)) in answers {
        let subject = &mut subjects[at];
        let question = subject.experiments[new].question;
        let instances = subject.experiments[new].instances as f64;
        match (measured, predicted) {
            (Ok(measured), Some(predicted)) => {
                // Experiments that gave nothing were taken out before this one.
                subject.measured.push(measured / instances);
                subject.predicted.push(predicted / instances);
            }
            (measured, predicted) => {
                if question == Question::Throughput {
                    let unknown = "hardware mode does not predict it".into();
                    let Untimed { reason, most_cycles } = measured.err().unwrap_or(unknown);
                    // Ports that are chosen badly are not in the way of other experiments.
                    match most_cycles.filter(|_| predicted.is_some()) {
                        Some(cycles) => subject.unsteady = Some((reason, cycles / instances)),
                        None => subject.reason = Some(reason),
                    }
                }
                subject.measured.push(f64::NAN);
                subject.predicted.push(f64::NAN);
            }
        }
    }
    for subject in subjects {
        let keep: Vec<bool> = subject.measured.iter().map(|it| !it.is_nan()).collect();
        let mut kept = keep.iter();
        subject.experiments.retain(|_| kept.next().copied().unwrap_or(true));
        subject.measured.retain(|it| !it.is_nan());
        subject.predicted.retain(|it| !it.is_nan());
    }
    Ok(())
}
