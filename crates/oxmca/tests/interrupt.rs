//! Callers stop analyses that take long, wherever these are.

use std::fmt::Write;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use oxmca::hardware::HardwareOptions;
use oxmca::oxmca_asm::Interrupt;
use oxmca::{Analyzer, ErrorKind, Options, Progress, Session};

/// Instructions that use registers so that nothing repeats soon.
fn instructions(count: u32) -> String {
    let mut text = String::new();
    for at in 0..count {
        let (from, to) = (8 + at % 8, 8 + (at * 5 + at / 7) % 8);
        writeln!(text, "imulq %r{from}, %r{to}").unwrap();
    }
    text
}

/// Returns the number of times that an analysis asks whether to stop, and its error if it is told to the `stop`th time.
fn analyze(cpu: &str, count: u32, options: &Options, stop: u32) -> (u32, Option<ErrorKind>) {
    let session = Session::new("x86_64-unknown-unknown", cpu, []).unwrap();
    let code = session.parse(instructions(count)).unwrap();
    let region = code.first_region().unwrap();
    let asked = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&asked);
    let interrupt = Interrupt::when(move || counted.fetch_add(1, Ordering::Relaxed) + 1 >= stop);
    let progress = Progress::with_interrupt(interrupt);
    let mut analyzer: Analyzer<'_> = session.analyzer(options);
    let error = region.analyze_with(&mut analyzer, Some(&progress)).err();
    (asked.load(Ordering::Relaxed), error.map(|error| error.kind))
}

/// Asserts that an analysis asks so often at least, and ends each time that it is told to.
#[track_caller]
fn stops(cpu: &str, count: u32, options: &Options, least: u32) {
    let (asked, error) = analyze(cpu, count, options, u32::MAX);
    assert_eq!(error, None, "{cpu}");
    assert!(asked >= least, "{cpu} asked {asked} times");
    for stop in [0, asked / 3, asked / 2, asked - 1, asked] {
        let (asked, error) = analyze(cpu, count, options, stop);
        assert_eq!(error, Some(ErrorKind::Interrupted), "{cpu}, {stop}");
        assert!(asked <= stop + 1, "{cpu} went on after {stop}");
    }
}

#[test]
fn within_one_iteration_of_a_long_region() {
    for cpu in ["skylake", "btver2", "atom"] {
        let options = Options::with(|it| it.iterations = NonZero::new(1));
        stops(cpu, 50_000, &options, 5);
    }
}

#[test]
fn in_simulations_of_sections() {
    for cpu in ["skylake", "atom"] {
        let one = |set: fn(&mut Options)| {
            Options::with(|it| {
                it.iterations = NonZero::new(1);
                set(it);
            })
        };
        // The simulation that the report is about asks once.
        stops(cpu, 1000, &one(|it| it.views.steady_state = true), 5);
        stops(cpu, 1000, &one(|it| it.views.explanation = true), 5);
        stops(cpu, 1000, &one(|it| it.views.source_listing = true), 5);
        stops(cpu, 1000, &one(|it| it.views.dependency_graph = true), 3);
    }
}

#[test]
fn in_hardware_mode() {
    let mut options = Options::with(|it| it.hardware = Some(HardwareOptions::default()));
    stops("skylake", 4000, &options, 10);
    options.views.dispatch_statistics = true;
    stops("skylake", 4000, &options, 300);
}

#[test]
fn hardware_mode_counts_iterations() {
    let session = Session::new("x86_64-unknown-unknown", "skylake", []).unwrap();
    let code = session.parse("addq %rax, %rbx").unwrap();
    let options = Options::with(|it| {
        it.hardware = Some(HardwareOptions::default());
        it.views.dispatch_statistics = true;
    });
    let progress = Progress::default();
    let mut analyzer = session.analyzer(&options);
    code.first_region().unwrap().analyze_with(&mut analyzer, Some(&progress)).unwrap();
    assert_eq!(progress.iterations(), 99);
}
