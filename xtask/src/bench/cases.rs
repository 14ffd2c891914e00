//! Measured inputs, and goals for their times.

use super::code::{Shape, Vector, kernel, regions};

/// An input with arguments.
pub struct Case {
    /// Short name, also of files.
    pub name: &'static str,
    /// Description for the table.
    pub title: &'static str,
    /// Assembly.
    pub input: String,
    /// Arguments for both programs.
    pub arguments: Vec<String>,
    /// Arguments for oxmca only. Those it does not know are left out, unless the case needs them.
    pub own_arguments: Vec<String>,
    /// A flag of `own_arguments`, without dashes, that oxmca has to know.
    pub needs: Option<&'static str>,
    /// Instructions simulated, if the case is about simulation.
    pub simulated: Option<u64>,
    /// oxmca runs several threads, so that only elapsed time tells.
    pub threaded: bool,
    /// Its goal.
    pub goal: Goal,
}

/// A goal beside the reference; [`MEMORY_GOAL`] holds for all cases.
#[derive(Clone, Copy, Default)]
pub struct Goal {
    /// Times as fast.
    pub ratio: Option<f64>,
    /// Milliseconds at most.
    pub milliseconds: Option<f64>,
    /// Simulated instructions per second, in millions.
    pub millions_per_second: Option<f64>,
}

/// The reference's peak memory over oxmca's.
pub const MEMORY_GOAL: f64 = 4.0;

/// The flag that has oxmca simulate every iteration.
const STEADY_STATE: &str = "detect-steady-state";
/// The flag that says how many threads oxmca may use.
const THREADS: &str = "j";

const SEED: u64 = 22;

/// CPUs on which the same code is measured.
const CPUS: [(&str, &str); 5] = [
    ("cpu-skylake", "skylake"),
    ("cpu-znver4", "znver4"),
    ("cpu-alderlake", "alderlake"),
    ("cpu-btver2", "btver2"),
    ("cpu-sapphirerapids", "sapphirerapids"),
];

impl Case {
    fn new(name: &'static str, title: &'static str, input: String, arguments: &[&str]) -> Self {
        let base = ["-mtriple=x86_64-unknown-unknown"].iter().chain(arguments);
        let chooses = arguments.iter().any(|argument| argument.starts_with("-mcpu="));
        let cpu = (!chooses).then_some("-mcpu=skylake".to_owned());
        Case {
            name,
            title,
            input,
            arguments: base.map(|&argument| argument.to_owned()).chain(cpu).collect(),
            own_arguments: vec![format!("-{THREADS}=1")],
            needs: None,
            simulated: None,
            threaded: false,
            goal: Goal::default(),
        }
    }

    fn ratio(mut self, ratio: f64) -> Self {
        self.goal.ratio = Some(ratio);
        self
    }

    fn simulating(mut self, instructions: u64) -> Self {
        self.simulated = Some(instructions);
        self
    }

    /// With every iteration simulated.
    fn without_steady_state(mut self) -> Self {
        self.needs = Some(STEADY_STATE);
        self.own_arguments.push(format!("-{STEADY_STATE}=false"));
        self
    }

    fn on_threads(mut self, count: u32) -> Self {
        self.needs = Some(THREADS);
        self.own_arguments = vec![format!("-{THREADS}={count}")];
        self.threaded = true;
        self
    }
}

fn mixed(count: usize) -> String {
    kernel(SEED, Shape::Mixed, Vector::Avx, count)
}

/// The cases of `xtask bench`.
pub fn benchmarks() -> Vec<Case> {
    let rate = |case: Case| {
        let goal = Goal { millions_per_second: Some(20.0), ..case.goal };
        Case { goal, ..case }
    };
    let start = Case::new("start", "3 instructions, 100 iterations", mixed(3), &[]).ratio(12.0);
    let start = Case { goal: Goal { milliseconds: Some(1.5), ..start.goal }, ..start };
    let thousands = "-iterations=10000";
    let mut cases = vec![
        start,
        Case::new("short", "100 instructions, 100 iterations", mixed(100), &[]).ratio(25.0),
        Case::new("long", "100 instructions, 10,000 iterations", mixed(100), &[thousands])
            .ratio(500.0),
        rate(
            Case::new("simulated", "as long, every iteration simulated", mixed(100), &[thousands])
                .ratio(40.0)
                .simulating(1_000_000)
                .without_steady_state(),
        ),
        Case::new(
            "parallel",
            "as simulated, few dependencies",
            kernel(SEED, Shape::Parallel, Vector::Avx, 100),
            &[thousands],
        )
        .simulating(1_000_000)
        .without_steady_state(),
        Case::new(
            "chained",
            "as simulated, long dependency chains",
            kernel(SEED, Shape::Chained, Vector::Avx, 100),
            &[thousands],
        )
        .simulating(1_000_000)
        .without_steady_state(),
        Case::new(
            "all-views",
            "100 instructions, 100 iterations, all views",
            mixed(100),
            &["-all-views"],
        ),
        Case::new(
            "regions",
            "1,000 regions, 100 iterations, text",
            regions(SEED, Vector::Avx, 1000),
            &[],
        )
        .ratio(60.0),
        Case::new(
            "regions-json",
            "1,000 regions, 100 iterations, JSON, two threads",
            regions(SEED, Vector::Avx, 1000),
            &["-json"],
        )
        .ratio(120.0)
        .on_threads(2),
        Case::new(
            "large",
            "10,000 instructions, 100 iterations, every one simulated",
            mixed(10_000),
            &[],
        )
        .ratio(30.0)
        .simulating(1_000_000)
        .without_steady_state(),
        Case::new(
            "in-order",
            "100 instructions, 1,000 iterations, Atom",
            kernel(SEED, Shape::Mixed, Vector::Sse, 100),
            &["-mcpu=atom", "-iterations=1000"],
        ),
    ];
    cases.extend(CPUS.iter().map(|(name, cpu)| {
        let title = "100 instructions, 100 iterations";
        Case::new(name, title, mixed(100), &[&format!("-mcpu={cpu}")])
    }));
    cases
}

/// The cases of `xtask budget`: those whose instructions are counted.
pub fn budgets() -> Vec<Case> {
    let title = "";
    let thousand = "-iterations=1000";
    vec![
        Case::new("start", title, mixed(3), &[]),
        Case::new("parse", title, mixed(1000), &["-instruction-tables"]),
        Case::new("steady", title, mixed(100), &[thousand]),
        Case::new("simulated", title, mixed(100), &[thousand]).without_steady_state(),
        Case::new("all-views", title, mixed(100), &["-all-views"]),
        Case::new("in-order", title, kernel(SEED, Shape::Mixed, Vector::Sse, 100), &["-mcpu=atom"]),
        Case::new("regions-json", title, regions(SEED, Vector::Avx, 200), &["-json"]),
    ]
}
