//! Results as a table and as JSON.

use std::time::Duration;

use serde::Serialize;

use super::cases::{Case, Goal, MEMORY_GOAL};
use super::measure::{Usage, own_peak_bytes};

/// The results of one case.
#[derive(Serialize)]
pub struct Row {
    case: String,
    title: &'static str,
    arguments: Vec<String>,
    runs: usize,
    equal: bool,
    oxmca: Figures,
    reference: Figures,
    /// The reference's figures over oxmca's.
    ratios: Ratios,
    /// Simulated instructions per second of oxmca's processor time, in millions.
    millions_per_second: Option<f64>,
    goals: Vec<Verdict>,
}

/// One program's runs.
#[derive(Serialize)]
struct Figures {
    wall_milliseconds: Times,
    cpu_milliseconds: Times,
    /// The least of all runs: more is chance.
    peak_bytes: u64,
    /// The peak may be less, see [`Usage::peak_bytes`].
    peak_is_bound: bool,
}

#[derive(Serialize, Clone, Copy)]
struct Times {
    minimum: f64,
    median: f64,
}

#[derive(Serialize)]
struct Ratios {
    wall: Times,
    cpu: Times,
    peak: f64,
}

#[derive(Serialize)]
struct Verdict {
    goal: String,
    reached: bool,
}

impl Row {
    /// Creates the figures of runs in pairs: oxmca's, the reference's.
    pub fn new(case: &Case, arguments: &[String], equal: bool, pairs: &[(Usage, Usage)]) -> Self {
        let runs = pairs.len();
        let oxmca = Figures::of(pairs.iter().map(|pair| pair.0));
        let reference = Figures::of(pairs.iter().map(|pair| pair.1));
        let over = |a: Times, b: Times| Times {
            minimum: a.minimum / b.minimum,
            median: a.median / b.median,
        };
        let ratios = Ratios {
            wall: over(reference.wall_milliseconds, oxmca.wall_milliseconds),
            cpu: over(reference.cpu_milliseconds, oxmca.cpu_milliseconds),
            peak: reference.peak_bytes as f64 / oxmca.peak_bytes as f64,
        };
        let rate = |count: u64| count as f64 / oxmca.cpu_milliseconds.minimum / 1000.0;
        let millions_per_second = case.simulated.map(rate);
        let goals = verdicts(case, &oxmca, &ratios, millions_per_second);
        Row {
            case: case.name.clone(),
            title: case.title,
            arguments: arguments.to_vec(),
            runs,
            equal,
            oxmca,
            reference,
            ratios,
            millions_per_second,
            goals,
        }
    }

    /// Returns whether both programs printed the same.
    pub fn is_equal(&self) -> bool {
        self.equal
    }
}

impl Figures {
    fn of(runs: impl Iterator<Item = Usage> + Clone) -> Self {
        let peak_bytes = runs.clone().map(|run| run.peak_bytes).min().unwrap_or_default();
        Figures {
            wall_milliseconds: Times::of(runs.clone().map(|run| run.wall)),
            cpu_milliseconds: Times::of(runs.map(|run| run.cpu)),
            peak_bytes,
            peak_is_bound: own_peak_bytes().is_some_and(|own| peak_bytes <= own),
        }
    }
}

impl Times {
    fn of(times: impl Iterator<Item = Duration>) -> Self {
        let mut times: Vec<f64> = times.map(|time| time.as_secs_f64() * 1000.0).collect();
        times.sort_by(f64::total_cmp);
        let middle = times.len() / 2;
        let median = match times.len() % 2 {
            0 => (times[middle - 1] + times[middle]) / 2.0,
            _ => times[middle],
        };
        Times { minimum: times[0], median }
    }
}

/// Returns the goals that are reached. For ratios, processor time decides, which other programs disturb less,
/// except where threads are to save elapsed time.
fn verdicts(case: &Case, oxmca: &Figures, ratios: &Ratios, rate: Option<f64>) -> Vec<Verdict> {
    let Goal { ratio, milliseconds, millions_per_second } = case.goal;
    let times = if case.threaded { ratios.wall } else { ratios.cpu };
    let at_least = |goal: Option<f64>, unit: &str, value: f64| {
        goal.map(|goal| Verdict { goal: format!("{goal}{unit}"), reached: value >= goal })
    };
    let took = oxmca.wall_milliseconds.minimum;
    let most =
        milliseconds.map(|most| Verdict { goal: format!("{most} ms"), reached: took <= most });
    let goals = [
        at_least(ratio, "x", times.minimum),
        most,
        rate.and_then(|rate| at_least(millions_per_second, " M/s", rate)),
        at_least(Some(MEMORY_GOAL), "x memory", ratios.peak),
    ];
    goals.into_iter().flatten().collect()
}

/// Returns the headings over [`line()`].
pub fn headings() -> String {
    format!(
        "{:<18}{:^49} {:^49} {:^21}\n{:<18}{}{}",
        "",
        "elapsed ms: oxmca, llvm-mca, ratio",
        "processor ms: oxmca, llvm-mca, ratio",
        "peak MB",
        "case",
        "     min   median       min    median   min   med ".repeat(2),
        "  ours theirs ratio    M/s  output     goals (! missed)"
    )
}

/// Returns a case as a line of the table.
pub fn line(row: &Row) -> String {
    let times = |ours: Times, theirs: Times, ratio: Times| {
        format!(
            "{:>8.2} {:>8.2} {:>9.1} {:>9.1} {:>5.0} {:>5.0}",
            ours.minimum, ours.median, theirs.minimum, theirs.median, ratio.minimum, ratio.median
        )
    };
    let (ours, theirs, ratios) = (&row.oxmca, &row.reference, &row.ratios);
    let megabytes = |figures: &Figures| {
        let bound = if figures.peak_is_bound { "<" } else { "" };
        format!("{bound}{:.1}", figures.peak_bytes as f64 / 1e6)
    };
    let rate = row.millions_per_second.map_or(String::new(), |rate| format!("{rate:.1}"));
    let goals = row.goals.iter().map(|it| match it.reached {
        true => it.goal.clone(),
        false => format!("!{}", it.goal),
    });
    format!(
        "{:<18}{} {} {:>6} {:>6} {:>5.1} {rate:>6}  {:<10} {}",
        row.case,
        times(ours.wall_milliseconds, theirs.wall_milliseconds, ratios.wall),
        times(ours.cpu_milliseconds, theirs.cpu_milliseconds, ratios.cpu),
        megabytes(ours),
        megabytes(theirs),
        ratios.peak,
        if row.equal { "equal" } else { "DIFFERENT" },
        goals.collect::<Vec<_>>().join(", ")
    )
}
