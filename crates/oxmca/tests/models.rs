//! Models of one's own in sessions: one that changes nothing gives the reports of the model that it
//! extends, for the golden kernels, and one that changes something gives other reports where it should.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use oxmca::{Options, Session, SessionBuilder, Views};
use oxmca_tables::{ModelFile, OwnedTables};

const TRIPLE: &str = "x86_64-unknown-unknown";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn session(tables: &OwnedTables, cpu: &str) -> Session {
    SessionBuilder::new(TRIPLE).tables(tables.clone()).cpu(cpu).build().unwrap()
}

/// Every view of a text's regions; unknown instructions are left out.
fn reports(session: &Session, text: &[u8]) -> String {
    let code = match session.parse(text) {
        Ok(code) => code,
        Err(error) => return error.to_string(),
    };
    let options = Options::with(|it| {
        it.views = Views::supported(session.processor());
        it.iterations = NonZero::new(10);
        it.skip_unsupported = true;
    });
    let report = |region: oxmca::CodeRegion<'_>| match region.analyze(&options) {
        Ok(report) => region.render_text(&report, &options),
        Err(error) => error.to_string(),
    };
    code.regions().map(report).collect()
}

#[test]
fn models_that_change_nothing_change_no_report() {
    let mut kernels: Vec<Vec<u8>> = Vec::new();
    for entry in fs::read_dir(repository().join("tests/golden")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|it| it == "s") {
            kernels.push(fs::read(path).unwrap());
        }
    }
    assert!(kernels.len() > 20);
    let shipped = OwnedTables::embedded("x86").unwrap();
    let before = shipped.tables();
    let cpus: Vec<&str> = (0..before.models.len())
        .filter(|model| before.models[*model].sched_classes.len > 0)
        .filter_map(|model| before.cpu_described_by(oxmca_tables::ModelId(model as u16)))
        .map(|cpu| before.text(before.cpus[cpu.index()].name))
        .collect();
    assert!(cpus.len() > 15);
    let mut tables = shipped.clone();
    for cpu in &cpus {
        // An opcode that the kernels do not have moves in each, so that classes are numbered anew.
        let text = format!(
            "model My.{cpu} extends {cpu}\nclass latency=1 for-opcodes CLAC\nnew-class C.{cpu} latency=1\n"
        );
        let file = ModelFile { name: "my.tbl", text: text.as_bytes() };
        tables = tables.with_model(&file).unwrap().tables;
    }
    for cpu in &cpus {
        let (theirs, own) = (session(&shipped, cpu), session(&tables, &format!("my.{cpu}")));
        for kernel in &kernels {
            assert_eq!(reports(&own, kernel), reports(&theirs, kernel), "{cpu}");
        }
    }
}

#[test]
fn what_a_model_changes_is_in_the_reports() {
    let name = "examples/models/my-zen.tbl";
    let text = fs::read(repository().join(name)).unwrap();
    let added =
        OwnedTables::embedded("x86").unwrap().with_model(&ModelFile { name, text: &text }).unwrap();
    let summary = |cpu: &str, text: &str| {
        let session = session(&added.tables, cpu);
        let code = session.parse(text).unwrap();
        let report = code.first_region().unwrap().analyze(&Options::default()).unwrap();
        *report.summary().unwrap()
    };
    let multiply = "imulq %rax, %rax";
    let more = summary("myzen", multiply).total_cycles - summary("znver4", multiply).total_cycles;
    // A cycle more in each of 100 iterations.
    assert_eq!(more, 100);
    let adds = "addq $1, %rax\naddq $1, %rbx\naddq $1, %rcx\naddq $1, %rdx\naddq $1, %rsi\n\
                addq $1, %rdi\naddq $1, %r8\naddq $1, %r9\naddq $1, %r10\naddq $1, %r11";
    let throughput = |cpu| summary(cpu, adds).block_reciprocal_throughput_cycles;
    assert_eq!((throughput("znver4"), throughput("myzen")), (2.5, 2.0));
}
