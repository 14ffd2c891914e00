//! From times of experiments to changes of a hardware file.

use oxmca::{Inst, Opcode, Session, SessionBuilder};
use oxmca_tables::hardware::{Comparison, Comparisons, PortSet};

use rustc_hash::FxHashSet;

use crate::bench::{Bench, BenchError};
use crate::blockers;
use crate::change::{Change, form_rows};
use crate::experiment::{self, Question};
use crate::forms;
use crate::memory::{self, Memory};
use crate::number::{self, NumberFinding, Numbers};
use crate::predictor::{Predictions, Predictor};
use crate::search::{Search, Tried};
use crate::slots;
use crate::subject::{Subject, Usual, look_again, run};
use crate::target;

/// All that is known about a form at the end.
#[derive(Clone, Debug)]
pub struct Finding {
    /// LLVM's name of the opcode.
    pub name: String,
    /// The difference from the file that was there.
    pub verdict: Verdict,
    /// Experiments with it.
    pub answers: Vec<Answer>,
    /// The reason why it has no throughput although other things about it were measured.
    pub unsteady: Option<String>,
}

impl Finding {
    /// Returns its name and its change, if it has one.
    pub fn change(&self) -> Option<(&str, &Change)> {
        match &self.verdict {
            Verdict::Changed(change) | Verdict::Unexplained(Some(change)) => {
                Some((&self.name, change))
            }
            _ => None,
        }
    }

    /// Returns the result of both rounds: that of the first if the second had no other experiments.
    fn after(mut self, before: &Finding) -> Finding {
        let measured = |it: &Finding| it.answers.iter().map(|it| it.measured).collect::<Vec<_>>();
        if let Some((_, change)) = before.change() {
            if measured(&self) == measured(before) {
                return before.clone();
            }
            self.verdict = match self.verdict {
                Verdict::Confirmed => Verdict::Changed(change.clone()),
                Verdict::Changed(later) => Verdict::Changed(change.then(&later)),
                Verdict::Unexplained(later) => {
                    let all = later.map_or_else(|| change.clone(), |it| change.then(&it));
                    Verdict::Unexplained(Some(all))
                }
                reason @ Verdict::NotMeasured(_) => reason,
            };
        }
        self
    }

    /// Returns what was measured of it, beside what the file with its change predicts: a number agrees if most experiments with it
    /// do.
    pub fn comparisons(&self) -> Comparisons {
        let of = |is_latency: bool| {
            let is_of = |it: &&Answer| {
                matches!(it.question, Question::Latency { .. } | Question::Fixed) == is_latency
            };
            let agrees = |it: &&Answer| (it.after - it.measured).abs() <= AGREES * it.measured;
            let all = self.answers.iter().filter(is_of).count();
            match self.answers.iter().filter(is_of).filter(agrees).count() {
                _ if all == 0 => Comparison::Never,
                agree if 2 * agree >= all => Comparison::Agrees,
                _ => Comparison::Differs,
            }
        };
        match self.verdict {
            Verdict::NotMeasured(_) => Comparisons::default(),
            _ => Comparisons { latency: of(true), throughput: of(false) },
        }
    }
}

/// Predictions that are so far from what was measured, as a share of it, agree.
const AGREES: f64 = 0.1;

/// The result for a form.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// All experiments are as the file predicts.
    Confirmed,
    /// They are as the file with this change predicts.
    Changed(Change),
    /// Some are not as predicted, and no change that was tried predicts all. With this one, if there is one, predictions are much
    /// nearer.
    Unexplained(Option<Change>),
    /// It does not run here, for this reason.
    NotMeasured(String),
}

/// The time of an experiment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    /// The thing that it tells.
    pub question: Question,
    /// Cycles of an iteration: for each instance of the form, or, beside blockers, all of it.
    pub measured: f64,
    /// The same as the file that was there predicts it.
    pub before: f64,
    /// The same as the changed file predicts it.
    pub after: f64,
}

/// The stage that characterizing is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Widths, windows and latencies of the processor itself are measured.
    Numbers,
    /// Caches and memory are measured.
    Memory,
    /// Throughput is measured.
    Throughput,
    /// Latencies are measured.
    Latency,
    /// Forms are measured beside others.
    Ports,
    /// Changes are tried.
    Changes,
}

/// All that was found about the forms of a machine.
#[derive(Clone, Debug, Default)]
pub struct Characterization {
    /// Numbers of the processor itself, in the order in which they were measured.
    pub numbers: Vec<NumberFinding>,
    /// Lines of a hardware file for those that are different.
    pub number_lines: String,
    /// The cost of caches and memory, if numbers are wanted and times are this machine's.
    pub memory: Option<Memory>,
    /// In the order of their names.
    pub findings: Vec<Finding>,
    /// The forms that kept ports busy, with the names of the ports.
    pub blockers: Vec<(String, String)>,
    /// The time of micro-ops beside blockers.
    pub choices: Vec<PortChoice>,
}

/// The time that forms of one micro-op usually lose beside a blocker.
#[derive(Clone, PartialEq, Debug)]
pub struct PortChoice {
    /// Ports of the micro-op.
    pub ports: String,
    /// The number of the blocker.
    pub blocker: usize,
    /// Cycles that an iteration takes longer than predicted, shorter below 0: the median of all such forms.
    pub lost_cycles: f64,
}

/// The things that are looked at.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    /// Numbers of the processor itself.
    pub numbers: bool,
    /// Chooses among the names of opcodes.
    pub forms: &'w dyn Fn(&str) -> bool,
}

/// Returns whether the target of a session is one whose instructions can be characterized.
pub fn knows_target(session: &Session) -> bool {
    target::of(session).is_some()
}

/// Finds what is different about this machine.
///
/// # Errors
/// When nothing can be measured, or a file cannot be written.
pub fn characterize(
    builder: &SessionBuilder,
    session: &Session,
    bench: &mut Bench<'_>,
    wanted: Wanted<'_>,
    tell: &mut dyn FnMut(Stage, usize, usize) -> bool,
) -> Result<Characterization, BenchError> {
    if !knows_target(session) {
        return Err(BenchError::UnknownTarget);
    }
    let mut numbers = match wanted.numbers {
        true => number::find(builder, session, bench, &mut |done, total| {
            tell(Stage::Numbers, done, total)
        })?,
        false => Numbers::default(),
    };
    let memory = match wanted.numbers {
        true => memory::measure(session, bench, &mut |done, all| tell(Stage::Memory, done, all))?,
        false => None,
    };
    // Forms are predicted with the numbers of this machine.
    let (of_forms, with_numbers) =
        numbers.changed.as_ref().map_or((builder, session), |it| (&it.0, &it.1));
    let found = characterize_twice(of_forms, with_numbers, bench, wanted.forms, tell)?;
    if let Some(ports) = with_numbers.hardware_ports() {
        let changes = found.findings.iter().filter_map(Finding::change);
        let rows = form_rows(changes, ports);
        if !rows.is_empty() {
            number::find_again(&mut numbers, &rows, builder, session, bench)?;
        }
    }
    Ok(Characterization { numbers: numbers.findings, number_lines: numbers.lines, memory, ..found })
}

/// Finds what is different about the forms of this machine in two rounds. The second one begins with the changes of the first, so
/// that its blockers may be others: a wrong row can hide the only form that keeps some ports busy, and with it what is wrong about
/// others.
fn characterize_twice(
    builder: &SessionBuilder,
    session: &Session,
    bench: &mut Bench<'_>,
    is_wanted: &dyn Fn(&str) -> bool,
    tell: &mut dyn FnMut(Stage, usize, usize) -> bool,
) -> Result<Characterization, BenchError> {
    let (found, subjects) = characterize_forms(builder, session, None, bench, is_wanted, tell)?;
    let changes = found.findings.iter().filter_map(Finding::change);
    let rows = session.hardware_ports().map_or(String::new(), |ports| form_rows(changes, ports));
    if rows.is_empty() {
        return Ok(found);
    }
    let Some((builder, changed)) = number::with_lines(builder, session, &rows) else {
        return Ok(found);
    };
    let first = FirstRound { session, subjects, findings: found.findings };
    let again = characterize_forms(&builder, &changed, Some(&first), bench, is_wanted, tell)?;
    Ok(again.0)
}

/// The findings before a second round.
struct FirstRound<'s> {
    session: &'s Session,
    subjects: Vec<Subject>,
    findings: Vec<Finding>,
}

impl FirstRound<'_> {
    /// Returns the opcodes of forms that changed.
    fn changed(&self) -> FxHashSet<Opcode> {
        let both = self.subjects.iter().zip(&self.findings);
        both.filter(|it| it.1.change().is_some()).map(|it| it.0.form.opcode).collect()
    }

    /// Returns the predictions of all experiments.
    fn predictions(&self) -> Predictions {
        let mut all = Predictions::default();
        for subject in &self.subjects {
            for (it, predicted) in subject.experiments.iter().zip(&subject.predicted) {
                all.insert(it.insts.clone(), predicted * it.instances as f64);
            }
        }
        all
    }

    /// Returns the finding about a form that has the same experiments as before, with instructions of which no other changed: a
    /// second search would find the same. `at` is its place among all.
    fn settled(
        &self,
        at: usize,
        subject: &Subject,
        changed: &FxHashSet<Opcode>,
    ) -> Option<&Finding> {
        let before = &self.subjects[at].experiments;
        let is_same = before.len() == subject.experiments.len()
            && before.iter().zip(&subject.experiments).all(|(one, two)| one.insts == two.insts);
        let own = subject.form.opcode;
        let mut insts = subject.experiments.iter().flat_map(|it| &it.insts);
        let mut changes = || insts.any(|it| it.opcode != own && changed.contains(&it.opcode));
        (is_same && !changes()).then(|| &self.findings[at])
    }
}

/// Finds what is different about the forms of this machine from the data of a session, and sets it beside those that were there
/// before a first round. Returns the forms, too.
fn characterize_forms(
    builder: &SessionBuilder,
    session: &Session,
    first: Option<&FirstRound<'_>>,
    bench: &mut Bench<'_>,
    is_wanted: &dyn Fn(&str) -> bool,
    tell: &mut dyn FnMut(Stage, usize, usize) -> bool,
) -> Result<(Characterization, Vec<Subject>), BenchError> {
    let tables = session.tables();
    let changed = first.map(FirstRound::changed).unwrap_or_default();
    let were_there = first.map(FirstRound::predictions).unwrap_or_default();
    let is_changed = |insts: &[Inst]| insts.iter().any(|it| changed.contains(&it.opcode));
    let still = were_there.iter().filter(|it| !is_changed(it.0));
    let still = still.map(|(insts, cycles)| (insts.clone(), *cycles)).collect();
    let predictor = Predictor::new(session).knowing(still);
    let forms = forms::all(session, is_wanted);
    let mut subjects: Vec<Subject> =
        forms.into_iter().map(|form| Subject::new(form, session)).collect();
    run(&mut subjects, bench, &predictor, &mut |done, total| tell(Stage::Throughput, done, total))?;
    for subject in subjects.iter_mut().filter(|it| it.reason.is_none()) {
        subject.experiments.extend(experiment::latencies(&subject.form, tables));
        if subject.waits_by_itself {
            subject.experiments.extend(experiment::fixed(&subject.form, tables));
        }
    }
    run(&mut subjects, bench, &predictor, &mut |done, total| tell(Stage::Latency, done, total))?;
    slots::add(&mut subjects, session);
    let blockers = blockers::choose(&subjects, session, bench)?;
    blockers::add_beside(&mut subjects, &blockers, session);
    run(&mut subjects, bench, &predictor, &mut |done, total| tell(Stage::Ports, done, total))?;
    let Some(ports) = session.hardware_ports() else { return Ok(Default::default()) };
    let usual = Usual::of(&subjects, &blockers);
    look_again(&mut subjects, bench, &usual)?;
    let settled: Vec<Option<&Finding>> = subjects
        .iter()
        .enumerate()
        .map(|(at, it)| first.and_then(|first| first.settled(at, it, &changed)))
        .collect();
    let is_open: Vec<bool> = settled.iter().map(Option::is_none).collect();
    let search = Search {
        builder,
        session,
        ports,
        subjects: &subjects,
        is_open: &is_open,
        blockers: &blockers,
        usual: &usual,
    };
    let changes = search.changes(&mut |done, total| tell(Stage::Changes, done, total));
    let were_there = first.map(|it| Predictor::new(it.session).knowing(were_there));
    let mut findings = Vec::with_capacity(subjects.len());
    for (at, (subject, tried)) in subjects.iter().zip(changes).enumerate() {
        findings.push(match (first, &were_there, settled[at]) {
            (_, _, Some(finding)) => finding.clone(),
            (Some(first), Some(predictor), None) => {
                let before = subject.predicted_by(predictor);
                subject.finding(tried, &before, &usual).after(&first.findings[at])
            }
            _ => subject.finding(tried, &subject.predicted, &usual),
        });
    }
    let mut choices: Vec<PortChoice> = usual
        .lost()
        .into_iter()
        .map(|(own, blocker, lost_cycles)| PortChoice {
            ports: ports.text(PortSet(own)),
            blocker,
            lost_cycles,
        })
        .collect();
    choices.sort_by(|one, two| (one.blocker, &one.ports).cmp(&(two.blocker, &two.ports)));
    let found = Characterization {
        findings,
        choices,
        blockers: blockers
            .iter()
            .map(|it| (subjects[it.form].form.name.clone(), ports.text(it.ports)))
            .collect(),
        ..Characterization::default()
    };
    Ok((found, subjects))
}

impl Subject {
    /// Returns what another model predicts of the experiments.
    fn predicted_by(&self, predictor: &Predictor<'_>) -> Vec<f64> {
        let cycles = predictor.cycles(self.experiments.iter().map(|it| &*it.insts));
        let all = cycles.into_iter().zip(&self.experiments);
        all.map(|(cycles, it)| cycles.map_or(f64::NAN, |cycles| cycles / it.instances as f64))
            .collect()
    }

    fn finding(&self, tried: Option<Tried>, before: &[f64], usual: &Usual) -> Finding {
        let verdict = match (&self.reason, &tried) {
            (Some(reason), _) => Verdict::NotMeasured(reason.clone()),
            (None, Some(tried)) if tried.is_right => Verdict::Changed(tried.change.clone()),
            (None, Some(tried)) => Verdict::Unexplained(Some(tried.change.clone())),
            (None, None) if self.is_right(usual) => Verdict::Confirmed,
            (None, None) => Verdict::Unexplained(None),
        };
        let after = tried.map_or_else(|| self.predicted.clone(), |it| it.predicted);
        let answers = self.experiments.iter().enumerate().map(|(at, it)| Answer {
            question: it.question,
            measured: self.measured[at],
            before: before[at],
            after: after[at],
        });
        Finding {
            name: self.form.name.clone(),
            verdict,
            answers: answers.collect(),
            unsteady: self.unsteady.as_ref().map(|it| it.0.clone()),
        }
    }
}

/// Returns the names of the forms that experiments can be made of on a session's CPU, in their order.
pub fn form_names(session: &Session, is_wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    forms::all(session, is_wanted).into_iter().map(|it| it.name).collect()
}
