//! Steady states of real models: counting repetitions changes no report, and no bound is above what is
//! measured.

use std::fs;
use std::num::NonZero;
use std::path::Path;

use oxmca::steady_state::{BoundKind, DependencyBound, Pace, Ratio, SteadyState};
use oxmca::{Options, Progress, Session, Views};

/// One CPU per scheduling model.
const CPUS: [&str; 17] = [
    "btver2",
    "atom",
    "slm",
    "bdver2",
    "znver1",
    "znver2",
    "znver3",
    "znver4",
    "sandybridge",
    "haswell",
    "broadwell",
    "skylake",
    "skylake-avx512",
    "icelake-server",
    "alderlake",
    "sapphirerapids",
    "lunarlake",
];

/// Short enough to run a million times without detection.
const TINY: [&str; 5] = [
    "addq %rbx, %rax",
    "imulq %rax, %rcx\nmovq %rcx, (%rdi)",
    "movq %rax, %rbx\nmovq %rbx, %rax",
    "pushq %rax\npopq %rbx",
    "divsd %xmm1, %xmm0",
];

/// The texts of the golden kernels, in the order of their names.
fn kernels() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "s"));
    paths.sort();
    // What is no UTF-8 or does not parse is of no interest here.
    paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}

/// Compares the reports on every region with and without detection; the number compared.
fn compare(session: &Session, cpu: &str, text: &str, options: &Options) -> usize {
    let Ok(code) = session.parse(text) else { return 0 };
    let mut compared = 0;
    for region in code.regions() {
        let with = region.analyze(options);
        let mut simulated = options.clone();
        simulated.detects_steady_state = false;
        let without = region.analyze(&simulated);
        assert_eq!(with, without, "{cpu}, {} iterations:\n{text}", options.effective_iterations());
        compared += 1;
    }
    compared
}

fn session(cpu: &str) -> Session {
    Session::new("x86_64-unknown-unknown", cpu, []).unwrap()
}

#[test]
fn detection_changes_no_report() {
    let mut compared = 0;
    for (number, text) in kernels().iter().enumerate() {
        for at in 0..3 {
            let cpu = CPUS[(number + at * 6) % CPUS.len()];
            let session = session(cpu);
            let options = Options::with(|it| {
                it.iterations = NonZero::new([1, 2, 7, 100, 101][(number + at) % 5]);
                it.assume_no_alias = number % 4 != 0;
                it.skip_unsupported = true;
                it.views = Views::supported(session.processor());
                it.views.steady_state = false;
            });
            compared += compare(&session, cpu, text, &options);
        }
    }
    assert!(compared > 100, "{compared} regions");
}

#[test]
fn a_million_iterations_are_counted_exactly() {
    // A debug build checks every step, which takes its time.
    let iterations = if cfg!(debug_assertions) { 10_003 } else { 1_000_003 };
    for (number, cpu) in CPUS.into_iter().enumerate() {
        let options = Options::with(|it| it.iterations = NonZero::new(iterations));
        let text = TINY[number % TINY.len()];
        assert_eq!(compare(&session(cpu), cpu, text, &options), 1);
    }
}

#[test]
fn the_bottleneck_analysis_finds_them_too() {
    // Dispatch runs ahead of the chain, until many wait, in an order that hardly ever comes back.
    let text = "addq $64, %rcx\ncmpq %rbp, %rcx\nsetb %al";
    let options = Options::with(|it| {
        it.iterations = NonZero::new(10_000);
        it.views.bottleneck_analysis = true;
    });
    for cpu in CPUS.into_iter().filter(|cpu| *cpu != "atom") {
        let session = session(cpu);
        let code = session.parse(text).unwrap();
        let progress = Progress::default();
        let region = code.first_region().unwrap();
        region.analyze_with(&mut session.analyzer(&options), Some(&progress)).unwrap();
        let simulated = progress.iterations();
        assert!(simulated < 500, "{simulated} iterations are simulated on {cpu}");
    }
}

fn steady_state(cpu: &str, text: &str) -> Vec<SteadyState> {
    let session = session(cpu);
    let Ok(code) = session.parse(text) else { return Vec::new() };
    let options = Options::with(|it| {
        it.iterations = NonZero::new(1);
        it.skip_unsupported = true;
        it.views.steady_state = true;
    });
    let reports = code.regions().filter_map(|region| region.analyze(&options).ok());
    reports.map(|report| report.steady_state().unwrap().clone()).collect()
}

#[test]
fn no_bound_is_above_what_is_measured() {
    let (mut periodic, mut met) = (0, 0);
    for (number, text) in kernels().iter().enumerate() {
        let cpu = CPUS[number % CPUS.len()];
        for found in steady_state(cpu, text) {
            if !matches!(found.pace, Pace::Periodic { .. }) {
                continue;
            }
            let measured = found.cycles_per_iteration();
            assert!(found.bounds.highest() <= measured, "{cpu}: {found:?}\n{text}");
            periodic += 1;
            met += usize::from(!found.active().is_empty());
        }
    }
    assert!(periodic > 40 && met * 2 > periodic, "{met} of {periodic} meet a bound");
}

#[test]
fn chains_are_followed_through_several_iterations() {
    // Each product is copied three times before it is multiplied again, two iterations later.
    let text = "movq %rbx, %rcx\nimulq %rax, %rax\nmovq %rax, %rbx\nmovq %rcx, %rax";
    let found = steady_state("skylake", text);
    let DependencyBound::Chain(chain) = &found[0].bounds.dependencies else {
        panic!("{found:?}");
    };
    assert_eq!((chain.cycles, chain.iterations, chain.links.len()), (6, 2, 4));
    assert_eq!(found[0].active(), [BoundKind::Dependencies]);
    assert_eq!(found[0].cycles_per_iteration(), Ratio::new(3, 1));
}
