//! Options of single requests.

use oxmca::options::OptionList;
use oxmca_batch::{Analyst, Defaults, Line};
use serde_json::{Value, json};

#[path = "../../../tests/options/one_more.rs"]
mod one_more;

fn analyst(change: impl FnOnce(&mut Defaults)) -> Analyst {
    Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".into();
        it.cpu = "skylake".into();
        change(it);
    }))
}

fn answer(analyst: &Analyst, request: &Value) -> Value {
    let request = request.to_string();
    let line = Line { number: 1, text: Some(request.as_bytes()) };
    serde_json::from_slice(&analyst.answer(&line)).unwrap()
}

fn cycles(analyst: &Analyst, request: &Value) -> u64 {
    let answer = answer(analyst, request);
    answer["total_cycles"].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

fn message(request: &Value) -> String {
    let answer = answer(&analyst(|_| {}), request);
    assert_eq!(answer["error"]["kind"], "request");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn requests_have_options_of_their_own() {
    let analyst = analyst(|_| {});
    let text = "movq (%rdi), %rax\nmovq %rax, (%rsi)\ncallq f";
    let usual = cycles(&analyst, &json!({ "asm": text }));
    for (name, value) in [
        ("iterations", json!(7)),
        ("dispatch_width_micro_ops", json!(1)),
        ("load_queue_size_entries", json!(1)),
        ("call_latency_cycles", json!(3)),
        ("assume_no_alias", json!(false)),
        ("hardware", json!(true)),
    ] {
        let request = json!({ "asm": text, name: value });
        assert_ne!(cycles(&analyst, &request), usual, "{name}");
        assert_eq!(cycles(&analyst, &request), cycles(&analyst, &request), "{name}");
    }
    // Those that are null, or the default, change nothing; nor do those of other requests.
    assert_eq!(cycles(&analyst, &json!({ "asm": text, "dispatch_width_micro_ops": null })), usual);
    assert_eq!(cycles(&analyst, &json!({ "asm": text, "iterations": 0 })), usual);
    assert_eq!(cycles(&analyst, &json!({ "asm": text })), usual);
}

#[test]
fn requests_have_options_of_hardware_mode() {
    // Eight instructions of seven bytes: decoding takes longer than executing them.
    let text: String = (8..16).map(|at| format!("addl $1000000, %r{at}d\n")).collect();
    let analyst = analyst(|it| {
        for requested in [&mut it.in_order, &mut it.out_of_order] {
            requested.options.views.steady_state = true;
        }
    });
    let cost = |options: Value| {
        let mut request = options;
        request["asm"] = text.clone().into();
        let answer = answer(&analyst, &request);
        answer["steady_state"]["cycles_per_iteration"]["value"].as_f64()
    };
    assert_eq!(cost(json!({})), Some(2.0));
    assert_eq!(cost(json!({ "hardware": true })), Some(3.5));
    assert_eq!(cost(json!({ "hardware": true, "delivery": "loop" })), Some(2.0));
    // The order of members does not matter.
    assert_eq!(cost(json!({ "two_threads": true, "hardware": true })), Some(7.0));
    assert_eq!(cost(json!({ "hardware": false })), Some(2.0));
}

#[test]
fn mistakes_in_options_are_told() {
    let with = |name: &str, value: Value| message(&json!({ "asm": "nop", name: value }));
    assert_eq!(with("delivery", json!("loop")), "\"delivery\" belongs to hardware mode");
    assert_eq!(
        message(&json!({ "asm": "nop", "hardware": true, "dispatch_width_micro_ops": 2 })),
        "\"dispatch_width_micro_ops\" belongs to llvm-mca's simulation"
    );
    assert_eq!(with("deliver", json!("loop")), "unknown field `deliver`, did you mean `delivery`?");
    assert_eq!(
        with("delivery", json!("lop")),
        "'delivery' is 'unrolled' or 'loop', not 'lop'; did you mean 'loop'?"
    );
    assert_eq!(with("iterations", json!("7")), "'iterations' is a number");
    let twice = r#"{"asm":"nop","iterations":1,"iterations":2}"#;
    let line = Line { number: 1, text: Some(twice.as_bytes()) };
    let answer = String::from_utf8(analyst(|_| {}).answer(&line)).unwrap();
    assert!(answer.contains("duplicate field `iterations`"), "{answer}");
    // An answer has numbers of a simulation.
    assert!(with("instruction_tables", json!("full")).starts_with("unknown field"));
    assert!(with("qqqqqqqqq", json!(1)).contains("expected one of `id`, `asm`, `hex`"));
}

#[test]
fn another_option_is_a_member_of_requests() {
    let list: OptionList = one_more::list();
    let request = |number: u32| json!({ "asm": "callq f", one_more::NAME: number });
    let with_it = analyst(|it| it.option_list = list);
    assert!(cycles(&with_it, &request(50)) > cycles(&with_it, &request(3)));
    assert!(message(&request(3)).starts_with("unknown field `latency_of_everything`"));
}
