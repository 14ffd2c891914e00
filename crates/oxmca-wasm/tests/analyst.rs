//! Requests and answers, as the page's worker sends and reads them.

use std::io::Write as _;
use std::sync::LazyLock;

use lzma_rust2::{LzmaOptions, LzmaWriter};
use oxmca::Session;
use oxmca_driver::Pool;
use oxmca_loops::{ObjectCode, Program as _, Survey, SurveyOptions, region_name};
use oxmca_object::ObjectFile;
use oxmca_wasm::{Analyst, ObjectLoopEntry, OpenObject, Request};
use serde_json::{Value, json};

static IMAGE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let options = LzmaOptions::with_preset(0);
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, None).unwrap();
    writer.write_all(oxmca_tables::embedded_image("x86").unwrap()).unwrap();
    let part = writer.finish().unwrap();
    [&u32::try_from(part.len()).unwrap().to_le_bytes()[..], &part].concat()
});

#[path = "../../../tests/options/one_more.rs"]
mod one_more;

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
        json!([{ "name": "", "cycles_per_iteration": 3.0, "limited_by": ["chain through %rax"] }])
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

/// All loops of an object, in parts that end with the function in which `code_bytes` are reached.
fn listed(
    analyst: &mut Analyst,
    object: &mut OpenObject,
    request: &Request,
    code_bytes: u64,
) -> (Vec<ObjectLoopEntry>, usize) {
    let (mut loops, mut parts) = (Vec::new(), 0);
    loop {
        let part = analyst.list_more_loops(object, request, code_bytes).unwrap();
        loops.extend(part.loops);
        parts += 1;
        if part.looked_at == part.functions {
            return (loops, parts);
        }
    }
}

const ELF_OBJECT: &[u8] = include_bytes!("../../oxmca-object/tests/objects/elf-x86-64.o");
const LINKED_OBJECT: &[u8] = include_bytes!("../../oxmca-object/tests/objects/linked-x86_64.so");

fn opened(bytes: &[u8]) -> OpenObject {
    OpenObject::new("a.o", bytes.to_vec()).unwrap()
}

#[test]
fn loops_of_an_object_are_listed_and_analyzed() {
    let (mut analyst, mut object) = (analyst(), opened(ELF_OBJECT));
    assert_eq!(object.target(), Some("x86"));
    let on_skylake = |number: usize| request(&json!({ "cpu": "skylake", "loop": number }));
    let (loops, _) = listed(&mut analyst, &mut object, &on_skylake(0), u64::MAX);
    assert!(!loops.is_empty());
    for it in &loops {
        let costs = analyst.costs_of_loops(&mut object, &on_skylake(0), &[it.number as u32]);
        let cost = costs.unwrap().remove(0);
        let answer = analyst.object_loop(&mut object, &on_skylake(it.number));
        let answer = serde_json::to_value(answer).unwrap();
        let region = &answer["machine"]["regions"][0];
        let cycles = &region["steady_state"]["cycles_per_iteration"]["value"];
        assert_eq!(cycles.as_f64(), cost.summary.cycles_per_iteration);
        assert_eq!(region["instructions"].as_array().unwrap().len(), it.instructions);
        let name = format!("loop {}: {}#{}", it.number, it.function, it.number_in_function);
        assert!(region["name"].as_str().unwrap().starts_with(&name));
    }
    let error = OpenObject::new("a.o", b"no object".to_vec()).unwrap_err();
    assert!(!error.is_empty());
    let mut other = opened(include_bytes!("../../oxmca-object/tests/objects/elf-riscv64.o"));
    let error = analyst.list_more_loops(&mut other, &on_skylake(0), 1).unwrap_err();
    assert!(error.starts_with("the object is for riscv64"), "{error}");
}

#[test]
fn loops_are_those_of_the_program_however_they_are_listed() {
    for bytes in [ELF_OBJECT, LINKED_OBJECT] {
        let (mut analyst, mut object) = (analyst(), opened(bytes));
        let on_skylake = |number: usize| request(&json!({ "cpu": "skylake", "loop": number }));
        let (loops, parts) = listed(&mut analyst, &mut object, &on_skylake(0), 1);
        assert!(parts > 1);
        let session = Session::new("x86_64-unknown-unknown", "skylake", []).unwrap();
        let file = ObjectFile::parse(bytes).unwrap();
        let program = ObjectCode::new(&session, &file);
        let survey = Survey::new(&session, &program, &SurveyOptions::default(), &Pool::single());
        let expected = survey.loops.iter().map(|it| ObjectLoopEntry {
            number: it.number,
            function: program.functions()[it.function].name.clone(),
            number_in_function: it.number_in_function,
            instructions: it.instructions.len(),
        });
        assert_eq!(loops, expected.collect::<Vec<_>>());
        object.begin_listing();
        assert_eq!(listed(&mut analyst, &mut object, &on_skylake(0), 300).0, loops);
        // A loop is found without a list, too, also one that has loops within it.
        let last = loops.last().unwrap().number;
        let all =
            SurveyOptions { with_outer_loops: true, omits_costs: true, ..SurveyOptions::default() };
        let all = Survey::new(&session, &program, &all, &Pool::single());
        for number in 1..=last {
            let answer = analyst.object_loop(&mut opened(bytes), &on_skylake(number));
            let answer = serde_json::to_value(answer).unwrap();
            let name = answer["machine"]["regions"][0]["name"].as_str();
            let known = all.loops.iter().find(|it| it.number == number);
            assert_eq!(name, known.map(|it| region_name(it, &program)).as_deref());
        }
    }
}

#[test]
fn features_are_listed_and_wrong_ones_are_to_blame() {
    let on_skylake = |features: &str| {
        analyzed(
            &json!({ "text": "vaddps %zmm0, %zmm1, %zmm2", "cpu": "skylake-avx512", "features": features }),
        )
    };
    let good = on_skylake(" -sse4a, +avx512vl ,");
    assert_eq!((&good["error"], &good["has_wrong_features"]), (&Value::Null, &json!(false)));
    for (features, reason) in [
        ("+avx9", "the target has no feature '+avx9'"),
        ("help", "the target has no feature '+help'"),
    ] {
        let wrong = on_skylake(features);
        assert_eq!((&wrong["error"], &wrong["has_wrong_features"]), (&json!(reason), &json!(true)));
    }
    let features = analyst().features();
    assert!(features.iter().any(|it| it.name == "avx512f" && it.description.contains("AVX-512")));
}

/// The figure of the text that the program prints for a request.
fn figure(value: &Value, name: &str) -> String {
    let mut value = value.clone();
    value["with_text"] = json!(true);
    let answer = analyzed(&value);
    let text = answer["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().last().unwrap().to_owned()
}

#[test]
fn options_of_the_simulation_are_those_of_the_program() {
    let load = "movq (%rdi), %rax\nmovq %rax, (%rsi)\ncallq f";
    let with = |key: &str, number: u32| json!({ "text": load, "cpu": "skylake", key: number });
    let total = |value: &Value| figure(value, "Total Cycles:");
    let plain = total(&with("iterations", 100));
    assert_eq!(figure(&with("dispatch_width", 2), "Dispatch Width:"), "2");
    for (key, number) in [
        ("iterations", 7),
        ("dispatch_width", 1),
        ("call_latency", 3),
        ("load_queue_size", 1),
        ("store_queue_size", 1),
        ("register_file_size", 20),
    ] {
        assert_ne!(total(&with(key, number)), plain, "{key}");
    }
    let aliasing = json!({ "text": load, "cpu": "skylake", "may_alias": true });
    assert_ne!(total(&aliasing), plain);
    let timeline = analyzed(&with("timeline_iterations", 2));
    let entries = &timeline["machine"]["regions"][0]["timeline"]["entries"];
    assert_eq!(entries.as_array().unwrap().len(), 2 * 3 * 5);
}

#[test]
fn what_is_not_supported_is_left_out_if_one_asks() {
    let text = "frob %eax\naddl %eax, %ecx\nxsetbv";
    let strict = analyzed(&json!({ "text": text, "cpu": "btver2" }));
    assert_eq!(strict["error"], "the text has errors");
    let answer = analyzed(&json!({ "text": text, "cpu": "btver2", "skips_unsupported": true }));
    let region = &answer["machine"]["regions"][0];
    assert_eq!(answer["messages"][0]["severity"], "error");
    assert!(region["instructions"].as_array().unwrap().contains(&json!("addl\t%eax, %ecx")));
}

#[test]
fn hardware_mode_has_options() {
    // Eight instructions of seven bytes: decoding takes longer than executing them.
    let text: String = (8..16).map(|at| format!("addl $1000000, %r{at}d\n")).collect();
    let cycles = |key: &str, value: Value| {
        let request = json!({ "text": text, "cpu": "skylake", "hardware": true, key: value });
        analyzed(&request)["machine"]["regions"][0]["steady_state"]["cycles_per_iteration"]["value"]
            .as_f64()
            .unwrap()
    };
    assert_eq!(cycles("delivery", json!("loop")), 2.0);
    assert_eq!(cycles("delivery", json!("unrolled")), 3.5);
    assert_eq!(cycles("two_threads", json!(true)), 7.0);
    let own = "hardware Narrow based-on Skylake\nfetch-bytes 8\n";
    assert_eq!(cycles("hardware_model", json!(own)), 7.0);
}

#[test]
fn a_hardware_model_of_the_users_must_be_right_and_for_the_cpu() {
    let answer = |cpu: &str, model: &str| {
        let request =
            json!({ "text": "nop\n", "cpu": cpu, "hardware": true, "hardware_model": model });
        analyzed(&request)
    };
    let own = "hardware Narrow based-on Skylake\nfetch-bytes 8\n";
    // It may be for another of several CPUs: this one has the data that are built in, and a sentence says so.
    let other = answer("znver4", own);
    let problem = other["hardware_problem"].as_str().unwrap_or_default();
    assert!(problem.contains("not for 'znver4'"), "{problem}");
    assert_eq!(other["machine"]["regions"][0]["steady_state"]["hardware"]["model"], "Zen4");
    assert!(answer("skylake", own)["hardware_problem"].is_null());
    let mistake = answer("skylake", "hardware Narrow based-on Skylake\nfetch-byte 8\n");
    let expected = "hardware:2:1: unknown line `fetch-byte`; did you mean `fetch-bytes`?";
    assert_eq!(
        (&mistake["error"], &mistake["hardware_problem"]),
        (&json!(expected), &json!(expected))
    );
}

#[test]
fn options_have_one_name_and_older_ones() {
    let cycles = |key: &str, value: Value| {
        let text = "movq (%rdi), %rax\nmovq %rax, (%rsi)\ncallq f";
        let value = json!({ "text": text, "cpu": "skylake", key: value });
        figure(&value, "Total Cycles:")
    };
    for (name, older, value) in [
        ("dispatch_width_micro_ops", "dispatch_width", 1),
        ("call_latency_cycles", "call_latency", 3),
    ] {
        assert_eq!(cycles(name, json!(value)), cycles(older, json!(value)), "{name}");
    }
    assert_eq!(cycles("assume_no_alias", json!(false)), cycles("may_alias", json!(true)));
    let read = |value: Value| Request::read(&value.to_string());
    assert_eq!(read(json!({ "delivery": "" })).unwrap(), read(json!({})).unwrap());
    let wrong = |value| read(value).unwrap_err();
    assert_eq!(
        wrong(json!({ "iteration": 7 })),
        "there is no option 'iteration'; did you mean 'iterations'?"
    );
    assert!(wrong(json!({ "delivery": "lop" })).ends_with("did you mean 'loop'?"));
}

#[test]
fn another_option_is_a_member_of_requests() {
    let value = json!({ (one_more::NAME): 7 }).to_string();
    let request = Request::read_with(&value, one_more::list()).unwrap();
    assert_eq!(request.requested.options.call_latency_cycles, 7);
    assert!(Request::read(&value).is_err());
}

#[test]
fn a_loop_of_an_object_is_kept_for_many_cpus() {
    let (mut analyst, mut object) = (analyst(), opened(ELF_OBJECT));
    let on = |cpu: &str, number: usize| request(&json!({ "cpu": cpu, "loop": number }));
    let cycles = analyst.cycles_of_kept_loop(&object, &on("skylake", 1));
    assert_eq!(cycles.error.unwrap(), "no loop is kept");
    for cpu in ["skylake", "znver4", "btver2", "atom"] {
        let answer = analyst.object_loop(&mut object, &on(cpu, 1));
        let answer = serde_json::to_value(answer).unwrap();
        let alone =
            &answer["machine"]["regions"][0]["steady_state"]["cycles_per_iteration"]["value"];
        analyst.keep_loop(&mut object, &on("skylake", 1)).unwrap();
        let found = analyst.cycles_of_kept_loop(&object, &on(cpu, 1));
        assert_eq!(json!(found.regions[0].summary.cycles_per_iteration), *alone, "{cpu}");
    }
    // Each object keeps its own.
    let mut linked = opened(LINKED_OBJECT);
    let mut name = |object: &mut OpenObject| {
        let answer = analyst.object_loop(object, &on("skylake", 1));
        serde_json::to_value(answer).unwrap()["machine"]["regions"][0]["name"].clone()
    };
    assert_eq!(name(&mut object), "loop 1: Values<int>::sum() const#1, ./sums.cpp:15");
    assert_eq!(name(&mut linked), "loop 1: Values<int>::sum() const#1");
    assert_eq!(name(&mut object), "loop 1: Values<int>::sum() const#1, ./sums.cpp:15");
    for number in [0, 99, usize::MAX] {
        let error = analyst.keep_loop(&mut object, &on("skylake", number)).unwrap_err();
        assert_eq!(error, format!("there is no loop {number}"));
        assert!(analyst.cycles_of_kept_loop(&object, &on("skylake", 1)).error.is_some());
    }
}

#[test]
fn a_loop_of_an_object_is_the_same_as_text() {
    let value = json!({ "cpu": "skylake", "loop": 1 });
    let loop_answer = analyst().object_loop(&mut opened(ELF_OBJECT), &request(&value));
    let of_object = &serde_json::to_value(loop_answer).unwrap()["machine"]["regions"][0];
    let lines: Vec<&str> = of_object["instructions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let of_text =
        &analyzed(&json!({ "text": lines.join("\n"), "cpu": "skylake" }))["machine"]["regions"][0];
    assert_eq!(of_text["instructions"], of_object["instructions"]);
    assert_eq!(of_text["steady_state"], of_object["steady_state"]);
}

#[test]
fn damaged_images_are_refused() {
    for damaged in [&[], &IMAGE[..5000], &IMAGE[50..], oxmca_tables::embedded_image("x86").unwrap()]
    {
        assert!(Analyst::new("x86_64-unknown-unknown", damaged).is_err());
    }
    assert!(Analyst::new("z80", &IMAGE).is_err());
}
