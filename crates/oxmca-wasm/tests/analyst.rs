//! Requests and answers, as the page's worker sends and reads them.

use std::io::Write as _;
use std::sync::LazyLock;

use lzma_rust2::{LzmaOptions, LzmaWriter};
use oxmca_wasm::{Analyst, Request};
use serde_json::{Value, json};

static IMAGE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let options = LzmaOptions::with_preset(0);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, None).unwrap();
    writer.write_all(oxmca_tables::x86_image()).unwrap();
    writer.finish().unwrap()
});

fn analyst() -> Analyst {
    Analyst::new("x86_64-unknown-unknown", &IMAGE).unwrap()
}

fn request(value: &Value) -> Request {
    Request::read(&value.to_string()).unwrap()
}

fn analyzed(value: &Value) -> Value {
    serde_json::to_value(analyst().analyze(&request(value))).unwrap()
}

#[test]
fn a_text_has_the_figures_of_the_program() {
    let answer = analyzed(&json!({
        "text": "vmulps %xmm0, %xmm1, %xmm2\nvhaddps %xmm2, %xmm2, %xmm3\nvhaddps %xmm3, %xmm3, %xmm4",
        "cpu": "btver2",
        "with_text": true,
    }));
    assert_eq!(answer["machine"]["cpu"], "btver2");
    assert_eq!(
        answer["machine"]["regions"][0]["steady_state"]["cycles_per_iteration"]["value"],
        2.0
    );
    let text = answer["text"].as_str().unwrap();
    assert!(text.contains("Total Cycles:      211\n"), "{text}");
    assert_eq!(answer["messages"], json!([]));
    assert_eq!(answer["error"], Value::Null);
}

#[test]
fn intel_syntax_is_chosen() {
    let answer =
        analyzed(&json!({ "text": "add rax, [rdi]", "cpu": "skylake", "syntax": "intel" }));
    assert_eq!(answer["machine"]["regions"][0]["instructions"][0], "add\trax, qword ptr [rdi]");
}

#[test]
fn an_error_has_its_line_and_column() {
    let answer = analyzed(&json!({ "text": "nop\n  frob %eax\n", "cpu": "skylake" }));
    assert_eq!(
        answer["messages"],
        json!([{
            "severity": "error",
            "message": "invalid instruction mnemonic 'frob'",
            "line": 2,
            "column": 3,
        }])
    );
    assert_eq!(answer["error"], "the text has errors");
}

#[test]
fn nothing_is_no_report() {
    for text in ["", "# only a comment\n"] {
        assert_eq!(
            analyzed(&json!({ "text": text, "cpu": "skylake" }))["error"],
            "no instructions"
        );
    }
}

#[test]
fn a_cpu_that_does_not_exist_is_named() {
    let answer = analyzed(&json!({ "text": "nop", "cpu": "z80" }));
    assert_eq!(answer["error"], "the target has no CPU 'z80'");
}

#[test]
fn loops_of_a_text_are_offered_and_chosen() {
    let text = "f:\n xorl %eax, %eax\n.L1:\n imulq %rdi, %rsi\n decq %rcx\n jne .L1\n ret\n";
    let whole = analyzed(&json!({ "text": text, "cpu": "skylake" }));
    let found = &whole["loops"][0];
    assert_eq!((&found["number"], &found["lines"]), (&json!(1), &json!([4, 6])));
    let one = analyzed(&json!({ "text": text, "cpu": "skylake", "loop": 1 }));
    let region = &one["machine"]["regions"][0];
    assert_eq!(region["instructions"].as_array().unwrap().len(), 3);
    assert_eq!(region["steady_state"]["cycles_per_iteration"]["value"], 3.0);
    let none = analyzed(&json!({ "text": text, "cpu": "skylake", "loop": 7 }));
    assert!(none["error"].as_str().unwrap().starts_with("there is no loop '7'"));
}

#[test]
fn what_other_assemblers_write_is_read_leniently() {
    let answer = analyzed(&json!({ "text": "rep bsf %eax, %ecx; 1: jmp 1b", "cpu": "skylake" }));
    assert_eq!(answer["error"], Value::Null, "{answer}");
}

#[test]
fn cycles_are_those_of_the_report() {
    let value = json!({ "text": "imulq %rax, %rax", "cpu": "znver4" });
    let cycles = serde_json::to_value(analyst().cycles(&request(&value))).unwrap();
    assert_eq!(
        cycles["regions"],
        json!([{ "name": "", "cycles_per_iteration": 3.0, "limited_by": ["dependencies"] }])
    );
}

#[test]
fn hardware_mode_is_known_for_some_cpus() {
    let cpus = analyst().cpus();
    let of = |name: &str| cpus.iter().find(|it| it.name == name).unwrap();
    assert!(of("skylake").has_hardware && !of("btver2").has_hardware);
    assert!(of("znver5").borrows_model && of("skylake").is_out_of_order);
    let value = json!({ "text": "imulq %rax, %rax", "cpu": "skylake", "hardware": true });
    let answer = analyzed(&value);
    let region = &answer["machine"]["regions"][0];
    assert!(region["explanation"]["limits"].is_array(), "{answer}");
}

#[test]
fn loops_of_an_object_are_listed_and_analyzed() {
    let bytes = include_bytes!("../../oxmca-object/tests/objects/elf-x86-64.o");
    let mut analyst = analyst();
    let on_skylake = |number: usize| request(&json!({ "cpu": "skylake", "loop": number }));
    let listed = analyst.loops_of_object("a.o", bytes, &on_skylake(0)).unwrap();
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let first = &listed["files"][0]["loops"][0];
    let number = first["number"].as_u64().unwrap() as usize;
    let answer = analyst.object_loop("a.o", bytes, &on_skylake(number));
    let answer = serde_json::to_value(answer).unwrap();
    let region = &answer["machine"]["regions"][0];
    assert_eq!(
        region["steady_state"]["cycles_per_iteration"]["value"],
        first["cycles_per_iteration"]["value"]
    );
    let error = analyst.loops_of_object("a.o", b"no object", &on_skylake(0)).unwrap_err();
    assert!(!error.is_empty());
}

#[test]
fn damaged_images_are_refused() {
    for damaged in [&[], &IMAGE[..5000], &IMAGE[50..], oxmca_tables::x86_image()] {
        assert!(Analyst::new("x86_64-unknown-unknown", damaged).is_err());
    }
    assert!(Analyst::new("z80", &IMAGE).is_err());
}
