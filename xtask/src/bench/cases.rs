//! Measured inputs, and goals for their times.

use crate::target::ProvedTarget;
use crate::target::workload::{Shape, Vector};

/// An input with arguments.
pub struct Case {
    /// The target's name and a short one of its own, also of files.
    pub name: String,
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

impl Case {
    fn new(
        target: &dyn ProvedTarget,
        name: &str,
        title: &'static str,
        input: String,
        arguments: &[&str],
    ) -> Self {
        let workload = target.workload();
        let chooses = arguments.iter().any(|argument| argument.starts_with("-mcpu="));
        let cpu = (!chooses).then(|| format!("-mcpu={}", workload.cpu));
        let given = arguments.iter().map(|&argument| argument.to_owned());
        let triple = format!("-mtriple={}", workload.triple);
        Case {
            name: format!("{}-{name}", target.name()),
            title,
            input,
            arguments: std::iter::once(triple).chain(given).chain(cpu).collect(),
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

    /// Returns the case with every iteration simulated.
    fn without_steady_state(mut self) -> Self {
        self.needs = Some(STEADY_STATE);
        self.own_arguments.push(format!("-{STEADY_STATE}=false"));
        self
    }

    /// Returns the case with the limits of each region.
    fn finding_limits(mut self) -> Self {
        self.own_arguments.extend(["-steady-state".to_owned(), "-explain".to_owned()]);
        self
    }

    fn on_threads(mut self, count: u32) -> Self {
        self.needs = Some(THREADS);
        self.own_arguments = vec![format!("-{THREADS}={count}")];
        self.threaded = true;
        self
    }
}

/// Returns the cases of `xtask bench`.
pub fn benchmarks(target: &dyn ProvedTarget) -> Vec<Case> {
    let workload = target.workload();
    let mixed = |count| workload.mixed(SEED, count);
    let shaped = |shape, vector| (workload.kernel)(SEED, shape, vector, 100);
    let new = |name: &str, title, input, arguments: &[&str]| {
        Case::new(target, name, title, input, arguments)
    };
    let rate = |case: Case| {
        let goal = Goal { millions_per_second: Some(20.0), ..case.goal };
        Case { goal, ..case }
    };
    let start = new("start", "3 instructions, 100 iterations", mixed(3), &[]).ratio(12.0);
    let start = Case { goal: Goal { milliseconds: Some(1.5), ..start.goal }, ..start };
    let thousands = "-iterations=10000";
    let mut cases = vec![
        start,
        new("short", "100 instructions, 100 iterations", mixed(100), &[]).ratio(25.0),
        new("long", "100 instructions, 10,000 iterations", mixed(100), &[thousands]).ratio(500.0),
        rate(
            new("simulated", "as long, every iteration simulated", mixed(100), &[thousands])
                .ratio(40.0)
                .simulating(1_000_000)
                .without_steady_state(),
        ),
        new(
            "parallel",
            "as simulated, few dependencies",
            shaped(Shape::Parallel, Vector::Wide),
            &[thousands],
        )
        .simulating(1_000_000)
        .without_steady_state(),
        new(
            "chained",
            "as simulated, long dependency chains",
            shaped(Shape::Chained, Vector::Wide),
            &[thousands],
        )
        .simulating(1_000_000)
        .without_steady_state(),
        new(
            "all-views",
            "100 instructions, 100 iterations, all views",
            mixed(100),
            &["-all-views"],
        ),
        new("regions", "1,000 regions, 100 iterations, text", workload.regions(SEED, 1000), &[])
            .ratio(60.0),
        new(
            "regions-json",
            "1,000 regions, 100 iterations, JSON, two threads",
            workload.regions(SEED, 1000),
            &["-json"],
        )
        .ratio(120.0)
        .on_threads(2),
        new(
            "large",
            "10,000 instructions, 100 iterations, every one simulated",
            mixed(10_000),
            &[],
        )
        .ratio(30.0)
        .simulating(1_000_000)
        .without_steady_state(),
    ];
    cases.extend(workload.in_order_cpu.map(|cpu| {
        let title = "100 instructions, 1,000 iterations, in order";
        let input = shaped(Shape::Mixed, Vector::Narrow);
        new("in-order", title, input, &[&format!("-mcpu={cpu}"), "-iterations=1000"])
    }));
    cases.extend(workload.cpus.iter().map(|cpu| {
        let title = "100 instructions, 100 iterations";
        new(&format!("cpu-{cpu}"), title, mixed(100), &[&format!("-mcpu={cpu}")])
    }));
    cases
}

/// Returns the cases of `xtask budget`: those whose instructions are counted.
pub fn budgets(target: &dyn ProvedTarget) -> Vec<Case> {
    let workload = target.workload();
    let mixed = |count| workload.mixed(SEED, count);
    let new = |name: &str, input, arguments: &[&str]| Case::new(target, name, "", input, arguments);
    let thousand = "-iterations=1000";
    let in_order = workload.in_order_cpu.map(|cpu| {
        let narrow = (workload.kernel)(SEED, Shape::Mixed, Vector::Narrow, 100);
        new("in-order", narrow, &[&format!("-mcpu={cpu}")])
    });
    let others = vec![
        new("start", mixed(3), &[]),
        new("parse", mixed(1000), &["-instruction-tables"]),
        new("steady", mixed(100), &[thousand]),
        new("simulated", mixed(100), &[thousand]).without_steady_state(),
        new("all-views", mixed(100), &["-all-views"]),
        new("regions-json", workload.regions(SEED, 200), &["-json"]),
        new("regions-limits", workload.regions(SEED, 100), &[]).finding_limits(),
    ];
    others.into_iter().chain(in_order).collect()
}
