//! Times of the steps from text to report: `cargo bench --manifest-path benches/Cargo.toml`.

use std::hint::black_box;
use std::num::NonZero;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use oxmca::report::Printed;
use oxmca::report::json::{self, Environment};
use oxmca::{Code, CodeRegion, Options, Session, Views, internals};
use oxmca_tables::Tables;

const KERNEL: &str = include_str!("kernel.s");

/// Times the kernel is repeated in the code that is analyzed, and in the text that is parsed.
const COPIES: usize = 4;
const COPIES_PARSED: usize = 40;

const ITERATIONS: u32 = 1000;

fn session(cpu: &str) -> Session {
    Session::new("x86_64-unknown-unknown", cpu, []).unwrap()
}

fn code(session: &Session) -> Code {
    session.parse(KERNEL.repeat(COPIES)).unwrap()
}

fn region(code: &Code) -> CodeRegion<'_> {
    code.first_region().unwrap()
}

fn all_views() -> Views {
    Views::with(|it| {
        it.bottleneck_analysis = true;
        it.dispatch_statistics = true;
        it.scheduler_statistics = true;
        it.retire_statistics = true;
        it.register_file_statistics = true;
        it.timeline = true;
    })
}

fn tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tables");
    group.bench_function("load", |bencher| bencher.iter(|| Tables::embedded("x86").unwrap()));
    let image = oxmca_tables::embedded_image("x86").unwrap();
    group.bench_function("check", |bencher| bencher.iter(|| Tables::from_bytes(image).unwrap()));
    group.bench_function("session", |bencher| bencher.iter(|| session(black_box("skylake"))));
}

fn text(criterion: &mut Criterion) {
    let session = session("skylake");
    let text = KERNEL.repeat(COPIES_PARSED);
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("att", |bencher| bencher.iter(|| session.parse(text.as_str()).unwrap()));
}

fn lowering(criterion: &mut Criterion) {
    let session = session("skylake");
    let code = code(&session);
    let region = region(&code);
    let options = Options::default();
    let mut group = criterion.benchmark_group("lower");
    group.throughput(Throughput::Elements(region.len() as u64));
    let instructions = region.instructions();
    group.bench_function("skylake", |bencher| {
        bencher.iter(|| {
            let (processor, target) = (session.processor(), session.target());
            internals::lower(&instructions, &[], processor, target, &options).unwrap()
        });
    });
}

fn simulation(criterion: &mut Criterion) {
    let summary = Views::with(|it| {
        it.instruction_info = false;
        it.resource_pressure = false;
    });
    let mut group = criterion.benchmark_group("analyze");
    for (pipeline, cpu) in [("out-of-order", "skylake"), ("in-order", "atom")] {
        let session = session(cpu);
        let code = code(&session);
        let region = region(&code);
        let instructions = u64::from(ITERATIONS) * region.len() as u64;
        group.throughput(Throughput::Elements(instructions));
        // In-order pipelines are simulated without the analysis that needs a scheduler.
        let mut detailed = all_views();
        detailed.bottleneck_analysis = cpu == "skylake";
        for (detail, views) in [("summary", summary), ("all views", detailed)] {
            for (mode, detects_steady_state) in [("steady", true), ("simulated", false)] {
                let options = Options::with(|it| {
                    it.iterations = NonZero::new(ITERATIONS);
                    it.detects_steady_state = detects_steady_state;
                    it.views = views;
                });
                group.bench_function(format!("{pipeline}, {detail}, {mode}"), |bencher| {
                    bencher.iter(|| region.analyze(&options).unwrap());
                });
            }
        }
    }
}

fn rendering(criterion: &mut Criterion) {
    let session = session("skylake");
    let code = code(&session);
    let region = region(&code);
    let options = Options::with(|it| it.views = all_views());
    let report = region.analyze(&options).unwrap();
    let mut group = criterion.benchmark_group("render");
    group.bench_function("text", |bencher| bencher.iter(|| region.render_text(&report, &options)));
    let instructions: Printed = (0..region.len()).map(|at| region.text(at)).collect();
    let environment = Environment {
        triple: "x86_64-unknown-unknown",
        options: &options,
        processor: session.processor(),
    };
    group.bench_function("JSON", |bencher| {
        bencher.iter(|| {
            let mut document = json::Document::new();
            let texts = json::Texts { instructions: &instructions, name: b"" };
            document.add_region(&report, &texts);
            document.finish(&environment)
        });
    });
}

/// Short enough to be run often; longer runs are an option away (`--measurement-time`).
fn settings() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

fn main() {
    let mut criterion = settings().configure_from_args();
    for group in [tables, text, lowering, simulation, rendering] {
        group(&mut criterion);
    }
    criterion.final_summary();
}
