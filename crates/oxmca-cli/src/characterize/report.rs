//! The findings, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use oxmca::Session;
use oxmca_characterize::{
    Answer, Characterization, Finding, Machine, Memory, NumberAnswer, NumberFinding, NumberVerdict,
    Question, Verdict,
};
use serde::Serialize;

use super::memory;

/// Returns numbers of the processor itself, the cost of its memory, what of forms differs, is not explained and was not measured.
pub fn text(session: &Session, found: &Characterization) -> String {
    let mut text = numbers(session, found);
    if let Some(memory) = &found.memory {
        let _ = write!(text, "\n{}", memory::text(memory));
    }
    if !found.findings.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&forms(session, found));
    }
    text
}

/// Returns the table of numbers of the processor itself.
fn numbers(session: &Session, found: &Characterization) -> String {
    let mut text = String::new();
    if found.numbers.is_empty() {
        return text;
    }
    let model = session.hardware_model_name().unwrap_or_default();
    let _ = writeln!(text, "Numbers of the processor beside hardware mode ({model}):");
    for finding in &found.numbers {
        let names: Vec<String> = finding
            .numbers
            .iter()
            .map(|(name, value)| match value {
                Some(value) => format!("{name} {value}"),
                None => name.clone(),
            })
            .collect();
        let verdict = match &finding.verdict {
            NumberVerdict::Confirmed => "as predicted".to_owned(),
            NumberVerdict::Changed(lines) => {
                format!("changed to {}", lines.trim_end().replace('\n', ", "))
            }
            NumberVerdict::Unexplained => "not explained".to_owned(),
            NumberVerdict::NotMeasured(reason) => format!("not measured: {reason}"),
        };
        let _ = writeln!(text, "  {}: {verdict}", names.join(", "));
        if finding.verdict == NumberVerdict::Confirmed {
            continue;
        }
        for NumberAnswer { block, measured, before, after } in &finding.answers {
            let now = match (before - after).abs() < 0.005 {
                true => String::new(),
                false => format!(", now {after:.2}"),
            };
            let _ = writeln!(text, "    {block}: {measured:.2} cycles, predicted {before:.2}{now}");
        }
    }
    text
}

/// Returns what of forms differs, is not explained and was not measured.
fn forms(session: &Session, found: &Characterization) -> String {
    let count =
        |is: fn(&Verdict) -> bool| found.findings.iter().filter(|it| is(&it.verdict)).count();
    let mut text = format!(
        "{} forms of instructions beside hardware mode ({}):\n  {} as predicted\n  {} changed\n  {} not \
         explained\n  {} not measured\n",
        found.findings.len(),
        session.hardware_model_name().unwrap_or_default(),
        count(|it| matches!(it, Verdict::Confirmed)),
        count(|it| matches!(it, Verdict::Changed(_))),
        count(|it| matches!(it, Verdict::Unexplained(_))),
        count(|it| matches!(it, Verdict::NotMeasured(_))),
    );
    let of = |is: fn(&Verdict) -> bool| found.findings.iter().filter(move |it| is(&it.verdict));
    let mut section = |title: &str, findings: &mut dyn Iterator<Item = &Finding>| {
        let mut lines = String::new();
        for finding in findings {
            let _ = write!(lines, "  {}", finding.name);
            if let (Some((_, change)), Some(ports)) = (finding.change(), session.hardware_ports()) {
                let nearer = match finding.verdict {
                    Verdict::Unexplained(_) => "nearer with ",
                    _ => "",
                };
                let _ = write!(lines, ": {nearer}{}", change.properties(ports));
            }
            lines.push('\n');
            for answer in worst(finding) {
                let _ = writeln!(lines, "    {}", sentence(answer, found));
            }
        }
        if !lines.is_empty() {
            let _ = write!(text, "\n{title}:\n{lines}");
        }
    };
    section("Changed", &mut of(|it| matches!(it, Verdict::Changed(_))));
    section("Not explained", &mut of(|it| matches!(it, Verdict::Unexplained(_))));
    let off: Vec<_> =
        found.choices.iter().filter(|it| it.lost_cycles.abs() >= USUAL_LOSS_CYCLES).collect();
    if !off.is_empty() {
        text.push_str("\nMicro-ops beside others, as they usually are:\n");
        for choice in off {
            let (name, ports) = &found.blockers[choice.blocker];
            let lost = lost(choice.lost_cycles);
            let _ = writeln!(text, "  {} beside {name} on {ports}: {lost}", choice.ports);
        }
    }
    let unsteady = found.findings.iter().filter_map(|it| Some((it.unsteady.as_deref()?, it)));
    text.push_str(&by_reason("Throughput not known (cycles of some instances together)", unsteady));
    let not_measured = found.findings.iter().filter_map(|it| match &it.verdict {
        Verdict::NotMeasured(reason) => Some((reason.as_str(), it)),
        _ => None,
    });
    text.push_str(&by_reason("Not measured", not_measured));
    text
}

/// Returns forms with the reason why something about them is not known, those with the same one together.
fn by_reason<'f>(title: &str, forms: impl Iterator<Item = (&'f str, &'f Finding)>) -> String {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (reason, finding) in forms {
        reasons.entry(reason).or_default().push(&finding.name);
    }
    if reasons.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{title}:\n");
    for (reason, names) in reasons {
        let _ = writeln!(text, "  {}: {reason}", names.join(" "));
    }
    text
}

/// Micro-ops that are further from predictions are told of.
const USUAL_LOSS_CYCLES: f64 = 0.1;
/// Most experiments that are told of a form.
const MOST_TOLD: usize = 3;

/// Returns the experiments that were predicted worst.
fn worst(finding: &Finding) -> Vec<&Answer> {
    let off = |it: &Answer| (it.measured - it.before).abs() / it.measured.max(0.1);
    let mut all: Vec<&Answer> = finding.answers.iter().collect();
    all.sort_by(|one, two| off(two).total_cmp(&off(one)));
    all.truncate(MOST_TOLD);
    all
}

/// Returns how much longer or shorter than predicted something takes.
fn lost(cycles: f64) -> String {
    let way = if cycles < 0.0 { "shorter" } else { "longer" };
    format!("{:.2} cycles {way} than predicted", cycles.abs())
}

/// Returns an experiment in words.
fn sentence(answer: &Answer, found: &Characterization) -> String {
    let Answer { measured, before, after, .. } = answer;
    let what = match answer.question {
        Question::Throughput => "one beside others of its kind".to_owned(),
        Question::Latency { from, to } => format!("a chain from operand {from} to {to}"),
        Question::Fixed => "a chain through registers that it always takes".to_owned(),
        Question::Slots { fillers } => format!("one beside {fillers} nops"),
        Question::Ports { blocker, count } => {
            let (name, ports) = &found.blockers[blocker];
            format!("one beside {count} {name} on {ports}")
        }
    };
    let now = match (before - after).abs() < 0.005 {
        true => String::new(),
        false => format!(", now {after:.2}"),
    };
    format!("{what}: {measured:.2} cycles, predicted {before:.2}{now}")
}

#[derive(Serialize)]
struct Document<'d> {
    machine: &'d Machine,
    hardware_model: &'d str,
    numbers: Vec<NumberDocument<'d>>,
    memory: Option<&'d Memory>,
    forms: Vec<FormDocument<'d>>,
}

#[derive(Serialize)]
struct NumberDocument<'d> {
    /// Numbers that are measured together, as they were; a policy that they depend on is `null`.
    numbers: BTreeMap<&'d str, Option<u32>>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'d str>,
    blocks: Vec<BlockDocument>,
}

#[derive(Serialize)]
struct BlockDocument {
    block: &'static str,
    measured_cycles: f64,
    predicted_cycles: f64,
    changed_prediction_cycles: f64,
}

impl<'d> NumberDocument<'d> {
    fn new(finding: &'d NumberFinding) -> NumberDocument<'d> {
        let (verdict, change, reason) = match &finding.verdict {
            NumberVerdict::Confirmed => ("confirmed", None, None),
            NumberVerdict::Changed(lines) => ("changed", Some(lines.trim_end()), None),
            NumberVerdict::Unexplained => ("unexplained", None, None),
            NumberVerdict::NotMeasured(reason) => ("not-measured", None, Some(reason.as_str())),
        };
        let blocks = finding.answers.iter().map(|it| BlockDocument {
            block: it.block,
            measured_cycles: it.measured,
            predicted_cycles: it.before,
            changed_prediction_cycles: it.after,
        });
        NumberDocument {
            numbers: finding.numbers.iter().map(|it| (it.0.as_str(), it.1)).collect(),
            verdict,
            change,
            reason,
            blocks: blocks.collect(),
        }
    }
}

#[derive(Serialize)]
struct FormDocument<'d> {
    name: &'d str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'d str>,
    experiments: Vec<ExperimentDocument<'d>>,
}

#[derive(Serialize)]
struct ExperimentDocument<'d> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_operand: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_operand: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocker: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocker_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    filler_count: Option<usize>,
    measured_cycles: f64,
    predicted_cycles: f64,
    changed_prediction_cycles: f64,
}

/// Returns all that was found as JSON.
pub fn json(session: &Session, machine: &Machine, found: &Characterization) -> String {
    let properties = |finding: &Finding| {
        let (_, change) = finding.change()?;
        Some(change.properties(session.hardware_ports()?))
    };
    let forms = found.findings.iter().map(|finding| {
        let unsteady = finding.unsteady.as_deref();
        let (verdict, change, reason) = match &finding.verdict {
            Verdict::Confirmed => ("confirmed", None, unsteady),
            Verdict::Changed(_) => ("changed", properties(finding), unsteady),
            Verdict::Unexplained(_) => ("unexplained", properties(finding), unsteady),
            Verdict::NotMeasured(reason) => ("not-measured", None, Some(reason.as_str())),
        };
        FormDocument {
            name: &finding.name,
            verdict,
            change,
            reason,
            experiments: finding.answers.iter().map(|it| experiment(it, found)).collect(),
        }
    });
    let document = Document {
        machine,
        hardware_model: session.hardware_model_name().unwrap_or_default(),
        numbers: found.numbers.iter().map(NumberDocument::new).collect(),
        memory: found.memory.as_ref(),
        forms: forms.collect(),
    };
    // No key is anything but text.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn experiment<'d>(answer: &Answer, found: &'d Characterization) -> ExperimentDocument<'d> {
    let mut document = ExperimentDocument {
        kind: "throughput",
        from_operand: None,
        to_operand: None,
        blocker: None,
        blocker_count: None,
        filler_count: None,
        measured_cycles: answer.measured,
        predicted_cycles: answer.before,
        changed_prediction_cycles: answer.after,
    };
    match answer.question {
        Question::Throughput => {}
        Question::Fixed => document.kind = "chain",
        Question::Latency { from, to } => {
            document.kind = "latency";
            (document.from_operand, document.to_operand) = (Some(from), Some(to));
        }
        Question::Slots { fillers } => {
            document.kind = "slots";
            document.filler_count = Some(fillers);
        }
        Question::Ports { blocker, count } => {
            document.kind = "ports";
            document.blocker = Some(&found.blockers[blocker].0);
            document.blocker_count = Some(count);
        }
    }
    document
}

#[cfg(test)]
mod tests {
    use super::lost;

    #[test]
    fn what_takes_less_than_predicted_is_shorter() {
        assert_eq!(lost(0.5), "0.50 cycles longer than predicted");
        assert_eq!(lost(-0.3), "0.30 cycles shorter than predicted");
    }
}
