//! The JSON Schemas of loops, of comparisons of versions and of CPUs: documents follow them and use all of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use oxmca_testing::json_schema::Schema;
use oxmca_testing::json_schema::coverage::{Parts, parts_of_document, parts_of_schema};
use oxmca_testing::json_schema::strict::{check_refusals, check_schema};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn json(arguments: &str) -> Value {
    let words = arguments.split(' ');
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    let output = command.args(words).current_dir(folder()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    // Code that could not be measured has a status of its own.
    let is_measuring = arguments.starts_with("measure ") && output.status.code() == Some(3);
    assert!(output.status.success() || is_measuring, "{arguments}: {stderr}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Checks a schema that the program prints, and documents beside it. `absent` are parts that no document can use; those of
/// measurements may be in none, as on a busy machine.
fn check(kind: &str, id: &str, commands: &[&str], absent: &[&str]) {
    let mut unused = unused(kind, id, commands);
    unused.retain(|it| !MEASURED.iter().any(|start| it.starts_with(start)));
    assert_eq!(unused, absent, "in no document");
}

/// Checks a schema that the program prints, and documents beside it. Returns the parts that no document uses.
fn unused(kind: &str, id: &str, commands: &[&str]) -> Vec<String> {
    let schema = json(&format!("--generate={kind}-schema"));
    assert_eq!(schema["$id"], id);
    check_schema(&schema);
    let validator = Schema::new(&schema).unwrap();
    let mut used = Parts::new();
    for command in commands {
        let document = json(command);
        if let Some(error) = validator.violation(&document) {
            panic!("{command}: {error}");
        }
        parts_of_document(&schema, &document, &mut used);
        assert!(check_refusals(&schema, &document) > 2, "{command}");
    }
    parts_of_schema(&schema).difference(&used).cloned().collect()
}

/// Parts of measurements, and of machines whose CPU is not what it is called.
const MEASURED: [&str; 11] = [
    "#/nearest_cpu",
    "#/unexpected_features",
    "#/$defs/measured/",
    "#/$defs/length/",
    "#/$defs/loop/measured",
    "#/$defs/item/measured",
    "#/$defs/row/is_measured_otherwise",
    "#/$defs/row/measured_ratio",
    "#/$defs/region/measured: object",
    // These are there only if the prediction for this machine is wrong in a certain way.
    "#/$defs/part/",
    "#/$defs/region/doubtful_parts[]",
];

/// Limits that the loops here do not have. Decoders limit loops only with options that the commands about loops do not
/// have.
const NO_LOOP: [&str; 6] = [
    "#/$defs/limit/kind= decoding",
    "#/$defs/limit/kind= hazards",
    "#/$defs/limit/kind= memory",
    "#/$defs/limit/kind= order_of_results",
    "#/$defs/limit/kind= predecoding",
    "#/$defs/limit/kind= results",
];
/// Limits that the regions here do not have.
const NO_REGION: [&str; 13] = [
    "#/$defs/iteration_cost/limited_by[]= divider",
    "#/$defs/iteration_cost/limited_by[]= hazards",
    "#/$defs/iteration_cost/limited_by[]= locked_accesses",
    "#/$defs/iteration_cost/limited_by[]= loop_buffer",
    "#/$defs/iteration_cost/limited_by[]= memory",
    "#/$defs/iteration_cost/limited_by[]= micro_op_cache",
    "#/$defs/iteration_cost/limited_by[]= order_of_results",
    "#/$defs/iteration_cost/limited_by[]= predecoding",
    "#/$defs/iteration_cost/limited_by[]= renaming",
    "#/$defs/iteration_cost/limited_by[]= serialization",
    "#/$defs/iteration_cost/limited_by[]= several",
    "#/$defs/iteration_cost/limited_by[]= sustained_rate",
    "#/$defs/iteration_cost/limited_by[]= vector_transitions",
];

/// A text with a function of so many loops within each other that not all are listed.
fn tangled() -> PathBuf {
    const DEPTH: usize = 400;
    let begin = (0..DEPTH).map(|at| format!(".L{at}: incl %eax\n"));
    let end = (0..DEPTH).rev().map(|at| format!("jne .L{at}\n"));
    let path = std::env::temp_dir().join(format!("oxmca-tangled-{}.s", std::process::id()));
    std::fs::write(&path, begin.chain(end).collect::<String>()).unwrap();
    path
}

#[test]
fn loops_follow_their_schema() {
    let tangled = tangled();
    let tangled_command =
        format!("loops --json --mtriple=x86_64-linux-gnu --mcpu=btver2 {}", tangled.display());
    let commands = [
        tangled_command.as_str(),
        "loops --json --all --mtriple=x86_64-linux-gnu --mcpu=skylake,atom tests/own/loops.s",
        "loops --json --all --hardware --mtriple=x86_64-linux-gnu --mcpu=haswell,znver5 \
         crates/oxmca-cli/tests/hardware-bounds.s",
        "loops --json --mtriple=x86_64-linux-gnu --mcpu=graniterapids tests/own/sustained-rate.s",
        "loops --json --mcpu=znver4 crates/oxmca-object/tests/objects/elf-x86-64.o",
        "loops --json --model-of=llvm --mtriple=x86_64-linux-gnu --mcpu=skylake,znver5 tests/own/work-old.s",
        "loops --json --mtriple=x86_64-linux-gnu --mcpu=btver2,znver1 crates/oxmca-cli/tests/bounds.s",
        "loops --json --mtriple=aarch64-linux-gnu --mcpu=neoverse-512tvb crates/oxmca-cli/tests/vector-length.s",
        // Of another architecture, so that it is not measured wherever this runs.
        "loops --json --measure --mtriple=aarch64-linux-gnu --mcpu=neoverse-512tvb crates/oxmca-cli/tests/vector-length.s",
        "loops --json --measure --mtriple=x86_64-linux-gnu --mcpu=skylake examples/accumulators.s",
    ];
    check("loops", oxmca_loops::json::SCHEMA_ID, &commands, &NO_LOOP);
    std::fs::remove_file(tangled).unwrap();
}

#[test]
fn comparisons_of_versions_follow_their_schema() {
    let commands = [
        "diff --format=json --functions --mtriple=x86_64-linux-gnu --mcpu=skylake,znver1 tests/own/functions-old.s \
         tests/own/functions-new.s",
        "diff --format=json --mcpu=skylake crates/oxmca-object/tests/objects/elf-x86-64.o \
         crates/oxmca-object/tests/objects/linked-x86_64.so",
        "diff --format=json --hardware --mtriple=x86_64-linux-gnu --mcpu=haswell,znver5 tests/own/functions-old.s \
         crates/oxmca-cli/tests/hardware-bounds.s",
        "diff --format=json --model-of=llvm --mtriple=x86_64-linux-gnu --mcpu=skylake,znver5 tests/own/work-old.s \
         tests/own/work-new.s",
        "diff --format=json --mtriple=x86_64-linux-gnu --mcpu=btver2,znver1 tests/own/loops.s \
         crates/oxmca-cli/tests/bounds.s",
        "diff --format=json --mtriple=aarch64-linux-gnu --mcpu=neoverse-512tvb crates/oxmca-cli/tests/vector-length.s \
         crates/oxmca-cli/tests/vector-length.s",
        "diff --format=json --mtriple=x86_64-linux-gnu --mcpu=skylake crates/oxmca-cli/tests/bounds.s \
         crates/oxmca-cli/tests/bounds-changed.s",
        "diff --format=json --mtriple=x86_64-linux-gnu --mcpu=graniterapids tests/own/sustained-rate.s \
         tests/own/sustained-rate.s",
        // Of another architecture, so that it is not measured wherever this runs.
        "diff --format=json --measure --mtriple=aarch64-linux-gnu --mcpu=neoverse-512tvb \
         crates/oxmca-cli/tests/vector-length.s crates/oxmca-cli/tests/vector-length.s",
        "diff --format=json --measure --mtriple=x86_64-linux-gnu --mcpu=skylake examples/accumulators.s \
         examples/accumulators.s",
    ];
    check("diff", oxmca_loops::comparison::json::SCHEMA_ID, &commands, &NO_LOOP);
}

#[test]
fn comparisons_of_cpus_follow_their_schema() {
    let commands = [
        "-json -mtriple=x86_64-linux-gnu -mcpu=skylake,znver4 -bottleneck-analysis -steady-state tests/many/regions.s",
        "--json=full -mtriple=x86_64-linux-gnu -mcpu=btver2,atom --steady-state tests/many/dot.s",
        "-json -mtriple=x86_64-linux-gnu -mcpu=btver2,skylake --steady-state -dispatch=2 tests/many/nop.s",
        "-json -mtriple=x86_64-linux-gnu -mcpu=btver2,skylake --steady-state -micro-op-queue-size=8 \
         -decoder-throughput=1 tests/many/nop.s",
        "-json -mtriple=x86_64-linux-gnu -mcpu=skylake,sapphirerapids \
         -skip-unsupported-instructions=lack-sched crates/oxmca-cli/tests/some-cpus.s",
    ];
    check("comparison", "urn:oxmca:comparison:2.0", &commands, &NO_REGION);
}

#[test]
fn measurements_follow_their_schema() {
    let commands = [
        // Refused, so that it is not measured wherever this runs.
        "measure --json --mtriple=x86_64-linux-gnu --mcpu=skylake --hex=0f05",
        "measure --json --processes=1 --mtriple=x86_64-linux-gnu --mcpu=skylake --hex=4831f74831f7",
        "measure --json --mtriple=aarch64-linux-gnu --mcpu=neoverse-512tvb crates/oxmca-cli/tests/vector-length.s",
        "measure --json --processes=1 --mtriple=x86_64-linux-gnu --mcpu=knl examples/accumulators.s",
        // An instruction that LLVM's model lacks.
        "measure --json --processes=1 --mtriple=x86_64-linux-gnu --mcpu=btver2 crates/oxmca-cli/tests/some-cpus.s",
    ];
    check("measure", "urn:oxmca:measure:1.1", &commands, &[]);
}
