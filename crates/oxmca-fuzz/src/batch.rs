//! Lines of requests in batches.

use std::num::NonZero;
use std::sync::OnceLock;

use oxmca::{Options, RequestedOptions, TextOptions, Views};
use oxmca_batch::{Analyst, Defaults, Line};
use serde_json::Value;

use super::choices::Choices;
use super::target::{FuzzedTarget, TARGETS, choose};

/// Most iterations that are simulated with every view.
const MAX_ITERATIONS: u64 = 200;

/// Answers the lines of the input. Each must give one line of JSON with its id, and the same one when
/// it comes again.
pub fn batch_lines_are_answered(data: &[u8]) {
    static ANALYSTS: [[[OnceLock<Analyst>; 4]; 4]; TARGETS.len()] =
        [const { [const { [const { OnceLock::new() }; 4] }; 4] }; TARGETS.len()];
    let mut choices = Choices(data);
    let target = choose(&mut choices);
    let [cpu, kind] = [4, 4].map(|count| choices.below(count));
    let analyst = ANALYSTS[target][cpu][kind]
        .get_or_init(|| Analyst::new(defaults(TARGETS[target], cpu, kind)));
    for (index, text) in choices.0.split(|byte| *byte == b'\n').enumerate() {
        let request = serde_json::from_slice::<Value>(text).ok();
        if request.as_ref().is_some_and(may_take_long) {
            continue;
        }
        let line = Line { number: 1 + index as u64, text: Some(text) };
        let answer = analyst.answer(&line);
        check(&answer, request.as_ref());
        assert!(analyst.answer(&line) == answer, "another answer to the same line");
    }
}

fn defaults(target: &dyn FuzzedTarget, cpu: usize, kind: usize) -> Defaults {
    let has_report = kind & 1 != 0;
    let options = |is_out_of_order| {
        let options = Options::with(|it| {
            it.views = Views::NONE;
            if has_report {
                it.views = Views::with(|it| {
                    it.bottleneck_analysis = true;
                    it.dispatch_statistics = true;
                    it.scheduler_statistics = true;
                    it.retire_statistics = is_out_of_order;
                    it.register_file_statistics = true;
                    it.timeline = true;
                });
            }
            it.views.steady_state = kind & 2 != 0;
            it.skip_unsupported = kind == 2;
            it.show_encoding = has_report;
            it.ibs_sampling_period_micro_ops = NonZero::new(if has_report { 7 } else { 0 });
        });
        RequestedOptions::with(|it| it.options = options)
    };
    Defaults::with(|it| {
        target.triples()[0].clone_into(&mut it.triple);
        target.batch_cpus()[cpu].clone_into(&mut it.cpu);
        it.native_cpu = Some("generic".to_owned());
        it.text = TextOptions::with(|it| it.skip_invalid_lines = kind == 2);
        it.in_order = options(false);
        it.out_of_order = options(true);
        it.has_report = has_report;
    })
}

/// Returns whether a request asks for more than a few simulated instructions. Directives can repeat any number
/// of them; other targets read those.
fn may_take_long(request: &Value) -> bool {
    let asm = request["asm"].as_str().unwrap_or_default().to_ascii_lowercase();
    request["iterations"].as_u64().is_some_and(|count| count > MAX_ITERATIONS)
        || [".rep", ".irp", ".mac", "latency"].iter().any(|directive| asm.contains(directive))
}

fn check(answer: &[u8], request: Option<&Value>) {
    let text = std::str::from_utf8(answer).expect("UTF-8");
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "{text}");
    let answer: Value = serde_json::from_str(text).expect("JSON");
    let outcomes = ["error", "total_cycles", "regions"];
    let count = outcomes.iter().filter(|name| answer.get(name).is_some()).count();
    assert!(count == 1, "{text}");
    if answer["error"].is_null() {
        let id = request.and_then(|request| request.get("id"));
        assert!(answer["cpu"].is_string() && answer["id"] == *id.unwrap_or(&Value::Null), "{text}");
    }
    assert!(request.is_some() || answer["error"].is_object(), "{text}");
}
