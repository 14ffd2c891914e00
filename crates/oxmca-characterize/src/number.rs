//! Widths, windows and latencies of the processor itself: numbers of a hardware file.

use oxmca::{Inst, ModelFile, Session, SessionBuilder};
use oxmca_tables::hardware::HardwarePolicies;

use crate::bench::{Bench, BenchError};
use crate::predictor::Predictor;
use crate::probes::{Probe, Values};
use crate::subject::{MOST_LEFT, logarithm};
use crate::target;

/// The answer about numbers that are measured together.
#[derive(Clone, PartialEq, Debug)]
pub struct NumberFinding {
    /// The numbers by their names in hardware files, each with its present value; a policy that they depend on has none.
    pub numbers: Vec<(String, Option<u32>)>,
    /// The difference from the file that was there.
    pub verdict: NumberVerdict,
    /// Measured blocks.
    pub answers: Vec<NumberAnswer>,
}

/// The result for numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberVerdict {
    /// All blocks are as the file predicts.
    Confirmed,
    /// They are as the file with these lines predicts, or much nearer to it.
    Changed(String),
    /// Some are not as predicted, and no value that was tried predicts all, or is much nearer.
    Unexplained,
    /// A block could not be measured, for this reason.
    NotMeasured(String),
}

/// The time of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct NumberAnswer {
    /// The block in words.
    pub block: &'static str,
    /// Cycles of an iteration.
    pub measured: f64,
    /// The same as the file that was there predicts it.
    pub before: f64,
    /// The same as the changed file predicts it.
    pub after: f64,
}

/// Most that a prediction may be off: cycles, and a share of what was measured.
const TOLERANCE: (f64, f64) = (0.06, 0.04);

/// Sums of errors that differ by less are the same.
const SAME_ERROR: f64 = 0.1;

/// Returns how far predictions are off, in units of what is allowed: the worst, then the sum.
fn errors(measured: &[f64], predicted: &[f64]) -> (f64, f64) {
    let all = measured.iter().zip(predicted).map(|(measured, predicted)| {
        let (cycles, share) = TOLERANCE;
        (measured - predicted).abs() / cycles.max(share * measured)
    });
    all.fold((0.0, 0.0), |(worst, sum), it| (f64::max(worst, it), sum + it))
}

/// Sums of logarithms that differ by less are the same.
const SAME_LOGARITHM: f64 = 0.02;

/// Numbers that measurements ask for, as lines of a file, and the session that has them.
#[derive(Default)]
pub(crate) struct Numbers {
    pub findings: Vec<NumberFinding>,
    /// All lines that are different.
    pub lines: String,
    /// The session with these lines; none if nothing is different.
    pub changed: Option<(SessionBuilder, Session)>,
}

impl Numbers {
    /// Looks for the numbers of a probe beside rows about forms, and takes what is found.
    fn search(
        &mut self,
        probe: &Probe,
        rows: &str,
        builder: &SessionBuilder,
        session: &Session,
        bench: &mut Bench<'_>,
    ) -> Result<NumberFinding, BenchError> {
        let lines = self.lines.clone() + rows;
        let with_rows = match rows {
            "" => None,
            _ => with_lines(builder, session, &lines),
        };
        let now = with_rows.as_ref().or(self.changed.as_ref()).map_or(session, |it| &it.1);
        let search = Search { builder, base: session, lines: &lines, now, probe };
        let finding = search.run(bench)?;
        if let NumberVerdict::Changed(lines) = &finding.verdict {
            let lines = self.lines.clone() + lines;
            if let Some(changed) = with_lines(builder, session, &lines) {
                self.changed = Some(changed);
                self.lines = lines;
            }
        }
        Ok(finding)
    }
}

/// Finds the numbers of a target's probes, one after the other: each is looked for with those that were found before.
///
/// # Errors
/// When nothing can be measured, or a file cannot be written.
pub(crate) fn find(
    builder: &SessionBuilder,
    session: &Session,
    bench: &mut Bench<'_>,
    tell: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Numbers, BenchError> {
    let probes = target::probes(session);
    let mut numbers = Numbers::default();
    let mut lines_before = Vec::with_capacity(probes.len());
    for (at, probe) in probes.iter().enumerate() {
        if !tell(at, probes.len()) {
            return Err(BenchError::Stopped);
        }
        lines_before.push(numbers.lines.len());
        let finding = numbers.search(probe, "", builder, session, bench)?;
        numbers.findings.push(finding);
    }
    // Numbers that were found later can explain blocks that were not explained.
    for (at, probe) in probes.iter().enumerate() {
        let is_open = numbers.findings[at].verdict == NumberVerdict::Unexplained;
        if is_open && numbers.lines.len() > lines_before[at] {
            numbers.findings[at] = numbers.search(probe, "", builder, session, bench)?;
        }
    }
    tell(probes.len(), probes.len());
    Ok(numbers)
}

/// Looks once more for numbers whose blocks are not as predicted, with rows about forms that have been found since: many such
/// blocks have divisions, whose time is that of a form.
///
/// # Errors
/// When nothing can be measured, or a file cannot be written.
pub(crate) fn find_again(
    numbers: &mut Numbers,
    rows: &str,
    builder: &SessionBuilder,
    session: &Session,
    bench: &mut Bench<'_>,
) -> Result<(), BenchError> {
    for (at, probe) in target::probes(session).iter().enumerate() {
        let Some(found) = numbers.findings.get(at).cloned() else { break };
        let cycles =
            |of: fn(&NumberAnswer) -> f64| found.answers.iter().map(of).collect::<Vec<_>>();
        let is_open = errors(&cycles(|it| it.measured), &cycles(|it| it.after)).0 > 1.0;
        if is_open {
            let finding = numbers.search(probe, rows, builder, session, bench)?;
            // What was changed before stays in the file.
            let stays = finding.verdict == NumberVerdict::Unexplained;
            if !stays || found.verdict == NumberVerdict::Unexplained {
                numbers.findings[at] = finding;
            }
        }
    }
    Ok(())
}

/// Returns a session whose hardware data are those of another with some lines more; `None` if they contradict each other.
pub(crate) fn with_lines(
    builder: &SessionBuilder,
    base: &Session,
    lines: &str,
) -> Option<(SessionBuilder, Session)> {
    let name = base.hardware_model_name()?;
    let text = format!(
        "hardware {name}Numbers based-on {name}\ncpus {}\nunchecked \"tried\"\n{lines}",
        base.cpu_name()
    );
    let file = ModelFile { name: "tried", text: text.as_bytes() };
    let builder = builder.clone().hardware_model(&file).ok()?;
    let session = builder.build().ok()?;
    Some((builder, session))
}

/// The search for the values of one probe.
struct Search<'s> {
    builder: &'s SessionBuilder,
    base: &'s Session,
    /// Lines that were found before.
    lines: &'s str,
    /// The session with these.
    now: &'s Session,
    probe: &'s Probe,
}

impl Search<'_> {
    fn run(&self, bench: &mut Bench<'_>) -> Result<NumberFinding, BenchError> {
        let probe = self.probe;
        let numbers = self.now.hardware_numbers().unwrap_or_default();
        let value = |name: &&str| ((*name).to_owned(), { numbers }.by_name(name).copied());
        let numbers = probe.lines.iter().map(value).collect();
        let mut blocks = Vec::new();
        let mut measured = Vec::new();
        let mut verdict = None;
        for (_, text) in probe.blocks {
            let parsed = self.base.parse(text()).ok();
            let region = parsed.as_ref().and_then(|it| it.first_region());
            let insts = region.map(|it| it.instructions().into_owned()).unwrap_or_default();
            match bench.measure_singly(&insts, probe.delivery)? {
                Ok(cycles) => measured.push(cycles),
                Err(untimed) => {
                    verdict = Some(NumberVerdict::NotMeasured(untimed.reason));
                    break;
                }
            }
            blocks.push(insts);
        }
        let before = self.predicted(self.now, &blocks).filter(|_| verdict.is_none());
        let Some(before) = before else {
            let unknown =
                || NumberVerdict::NotMeasured("hardware mode does not predict it".to_owned());
            return Ok(NumberFinding {
                numbers,
                verdict: verdict.unwrap_or_else(unknown),
                answers: Vec::new(),
            });
        };
        let is_right = errors(&measured, &before).0 <= 1.0;
        let best = if is_right { None } else { self.best(&blocks, &measured, &before) };
        let (verdict, after) = match best {
            _ if is_right => (NumberVerdict::Confirmed, before.clone()),
            Some((lines, after)) => (NumberVerdict::Changed(lines), after),
            None => (NumberVerdict::Unexplained, before.clone()),
        };
        let answers = probe.blocks.iter().zip(measured).zip(before.iter().zip(after));
        let answers = answers.map(|((block, measured), (before, after))| NumberAnswer {
            block: block.0,
            measured,
            before: *before,
            after,
        });
        Ok(NumberFinding { numbers, verdict, answers: answers.collect() })
    }

    fn predicted(&self, session: &Session, blocks: &[Vec<Inst>]) -> Option<Vec<f64>> {
        let predictor = Predictor::with_delivery(session, self.probe.delivery);
        predictor.cycles(blocks.iter().map(|it| &**it)).into_iter().collect()
    }

    /// Returns the lines whose predictions are nearest, and these. They need not explain all, as other numbers are in these times,
    /// too; they must be much nearer than what was there, for blocks that any of the lines changes: the others do not tell.
    fn nearest(
        &self,
        lines: impl Iterator<Item = String>,
        blocks: &[Vec<Inst>],
        measured: &[f64],
        before: &[f64],
    ) -> Option<(String, Vec<f64>)> {
        let predicted = lines.filter_map(|own| {
            let with_own = self.lines.to_owned() + &own;
            let (_, session) = with_lines(self.builder, self.base, &with_own)?;
            Some((own, self.predicted(&session, blocks)?))
        });
        let all: Vec<(String, Vec<f64>)> = predicted.collect();
        let tells =
            |at: &usize| all.iter().any(|it| logarithm(it.1[*at], before[*at]) > SAME_LOGARITHM);
        let telling: Vec<usize> = (0..blocks.len()).filter(tells).collect();
        let off = |predicted: &[f64]| {
            telling.iter().map(|at| logarithm(measured[*at], predicted[*at])).sum::<f64>()
        };
        let off_before = off(before);
        if off_before < SAME_LOGARITHM {
            return None;
        }
        let mut most = MOST_LEFT * off_before;
        let mut best = None;
        for (own, predicted) in all {
            let off = off(&predicted);
            if off <= most {
                // Of lines that do as well, the first.
                most = off - SAME_LOGARITHM;
                best = Some((own, predicted));
            }
        }
        best
    }

    /// Returns the lines whose predictions are all right, and these: of several the best. If there are none, those that are nearest.
    fn best(
        &self,
        blocks: &[Vec<Inst>],
        measured: &[f64],
        before: &[f64],
    ) -> Option<(String, Vec<f64>)> {
        let tried = |value: u32, word: Option<&str>| {
            let own = self.written(value, word);
            let (_, session) =
                with_lines(self.builder, self.base, &(self.lines.to_owned() + &own))?;
            let predicted = self.predicted(&session, blocks)?;
            Some((errors(measured, &predicted), value, own, predicted))
        };
        let words: &[Option<&str>] = match self.has_policy() {
            true => &[Some("no"), Some("yes")],
            false => &[None],
        };
        let mut all = Vec::new();
        match self.probe.values {
            Values::Words => {
                let policies = HardwarePolicies::all();
                let policy = policies.iter().find(|it| it.name == self.probe.lines[0])?;
                let words = policy.words.iter().map(|it| format!("{} {}\n", policy.name, it.word));
                return self.nearest(words, blocks, measured, before);
            }
            Values::Lines(lines) => {
                let lines = lines.iter().map(|it| (*it).to_owned());
                return self.nearest(lines, blocks, measured, before);
            }
            Values::Made(lines) => {
                return self.nearest(lines().into_iter(), blocks, measured, before);
            }
            Values::Ports(lines) => {
                let lines = lines(self.now.hardware_ports()?).into_iter();
                return self.nearest(lines, blocks, measured, before);
            }
            Values::Each(values) => {
                let pairs = values.iter().flat_map(|it| words.iter().map(move |word| (*it, *word)));
                all.extend(pairs.filter_map(|(value, word)| tried(value, word)));
            }
            // More of it makes blocks faster: the place where predictions go from too slow to too fast.
            Values::Between(mut low, mut high) => {
                while high - low > 1 {
                    let middle = u32::midpoint(low, high);
                    let Some(it) = tried(middle, None) else { break };
                    let sum = |all: &[f64]| all.iter().sum::<f64>();
                    match sum(&it.3) > sum(measured) {
                        true => low = middle,
                        false => high = middle,
                    }
                    all.push(it);
                }
            }
        }
        // Of values that do as well, the one next to that which was there.
        let known = self.value().unwrap_or_default();
        let rank = |it: &&((f64, f64), u32, String, Vec<f64>)| {
            ((it.0.1 / SAME_ERROR) as u64, it.1.abs_diff(known))
        };
        match all.iter().filter(|it| it.0.0 <= 1.0).min_by_key(rank) {
            Some(best) => Some((best.2.clone(), best.3.clone())),
            None => self.nearest(all.into_iter().map(|it| it.2), blocks, measured, before),
        }
    }

    /// Returns the value of the first line's number.
    fn value(&self) -> Option<u32> {
        self.now.hardware_numbers()?.by_name(self.probe.lines.first()?).copied()
    }

    /// Returns whether the last line is that of a policy.
    fn has_policy(&self) -> bool {
        let last = self.probe.lines.last();
        let mut numbers = self.base.hardware_numbers().unwrap_or_default();
        last.is_some_and(|it| numbers.by_name(it).is_none())
    }

    fn written(&self, value: u32, word: Option<&str>) -> String {
        let count = self.probe.lines.len() - usize::from(word.is_some());
        let numbers = self.probe.lines[..count].iter().map(|it| format!("{it} {value}\n"));
        let policy = word.map(|word| format!("{} {word}\n", self.probe.lines[count]));
        numbers.chain(policy).collect()
    }
}
