//! Tests of the server, by the client of the same SDK.

use std::fs;
use std::path::{Path, PathBuf};

use oxmca_mcp::{OxmcaServer, Roots};
use oxmca_queries::Host;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{RoleClient, RunningService};
use serde_json::{Value, json};

const LOOP: &str = "dot:\n.L2:\n\tmulss\t(%rdi), %xmm1\n\taddss\t%xmm1, %xmm0\n\taddq\t$4, %rdi\n\tdecq\t%rsi\n\tjne\t.L2\n";

fn host() -> Host {
    Host { triple: "x86_64-unknown-linux-gnu".to_owned(), cpu: "skylake".to_owned() }
}

/// Serves a client, calls it with `ask`, and ends.
fn with_client<F: Future<Output = ()>>(
    roots: Roots,
    ask: impl FnOnce(RunningService<RoleClient, ()>) -> F,
) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        let (server, client) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let running = OxmcaServer::new(host(), roots).serve(server).await.expect("a server");
            let _ = running.waiting().await;
        });
        let client = ().serve(client).await.expect("a client");
        ask(client).await;
    });
}

/// Calls a tool. Returns its text or structured content, or its error.
async fn call(
    client: &RunningService<RoleClient, ()>,
    tool: &'static str,
    arguments: Value,
) -> Result<Value, String> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let request = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = client.call_tool(request).await.map_err(|error| error.to_string())?;
    let result = serde_json::to_value(result).expect("JSON");
    let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
    if result["isError"] == json!(true) {
        return Err(text);
    }
    Ok(match result.get("structuredContent") {
        Some(found) if !found.is_null() => found.clone(),
        _ => Value::String(text),
    })
}

/// Returns arguments of `what_if` about [`LOOP`].
fn variants(variants: &Value) -> Value {
    json!({"text": LOOP, "cpu": "skylake", "model_of": "llvm", "variants": variants})
}

/// Returns arguments of `what_if` with one variant.
fn changes(changes: &Value) -> Value {
    variants(&json!([{"changes": changes}]))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn tools_have_schemas_and_answer() {
    with_client(Roots::default(), |client| async move {
        let tools = client.list_all_tools().await.expect("tools");
        let mut names: Vec<&str> = tools.iter().map(|it| &*it.name).collect();
        names.sort_unstable();
        assert_eq!(names, ["analyze", "cpus", "diff", "explain", "loops", "models", "what_if"]);
        for tool in &tools {
            let schema = serde_json::to_value(&tool.input_schema).expect("JSON");
            let properties = schema["properties"].as_object().expect("properties");
            assert!(
                properties
                    .values()
                    .all(|it| it.get("description").is_some() || it.get("$ref").is_some()),
                "{schema:#}"
            );
        }
        let arguments = json!({"text": LOOP, "cpu": "skylake", "model_of": "llvm"});
        let loops = call(&client, "loops", arguments.clone()).await.expect("loops");
        assert_eq!(loops["loops"][0]["name"], ".text#1");
        assert_eq!(loops["loops"][0]["cycles_per_iteration"], 4.0);
        assert!(text(&loops["model"]).starts_with("skylake: LLVM's model"));
        let explained = call(&client, "explain", arguments.clone()).await.expect("an explanation");
        assert!(text(&explained).contains("Limited by:             chain through"), "{explained}");
        let analyzed = call(&client, "analyze", arguments.clone()).await.expect("a report");
        assert!(text(&analyzed).contains("Block RThroughput"), "{analyzed}");
        let cpus = json!({"text": LOOP, "cpus": ["znver3", "skylake", "nonesuch"]});
        let compared = call(&client, "cpus", cpus).await.expect("a table");
        assert!(
            text(&compared).contains("znver3") && text(&compared).contains("nonesuch: "),
            "{compared}"
        );
        let new = LOOP.replace("\taddss\t%xmm1, %xmm0\n", "");
        let versions = json!({"old": {"text": LOOP}, "new": {"text": new}, "cpu": "skylake"});
        let difference = call(&client, "diff", versions).await.expect("a comparison");
        assert!(text(&difference).contains("1 "), "{difference}");
        let models = call(&client, "models", json!({"target": "aarch64"})).await.expect("models");
        assert!(models["models"].as_array().is_some_and(|it| it.len() > 10));
    });
}

#[test]
fn variants_of_loops_are_simulated() {
    with_client(Roots::default(), |client| async move {
        let cycles = |answer: &Value| -> Vec<f64> {
            let rows = answer["variants"].as_array().expect("variants");
            rows.iter().map(|it| it["cycles_per_iteration"].as_f64().unwrap_or(-1.0)).collect()
        };
        let each = call(&client, "what_if", variants(&json!([]))).await.expect("variants");
        assert_eq!(each["name"], "loop 1: .text#1");
        assert_eq!(each["instructions"][1], "addss %xmm1, %xmm0");
        let loops = json!({"text": LOOP, "cpu": "skylake", "model_of": "llvm"});
        let loops = call(&client, "loops", loops).await.expect("loops");
        for key in ["cycles_per_iteration", "limited_by", "is_exact", "instructions"] {
            assert_eq!(each["as_it_is"][key], loops["loops"][0][key]);
        }
        assert_eq!(each["model"], loops["model"]);
        // The two chains, through `mulss` and through `addss`, take as long as each other.
        assert_eq!(cycles(&each), [4.0, 4.0, 4.0, 4.0, 4.0]);
        assert_eq!(each["variants"][1]["changes"], "without 2");
        assert_eq!(each["variants"][1]["instructions"], 4);
        let asked = json!([
            {"changes": [{"instruction": 2, "latency_cycles": 10}]},
            {"changes": [{"instruction": 2, "remove": 1, "insert": "\taddss\t%xmm1, %xmm2\n\taddss %xmm1, %xmm3"}]},
            {"changes": [{"instruction": 6, "insert": "addss %xmm1, %xmm0"}, {"instruction": 6, "insert": "mulss %xmm0, %xmm0"}]},
            {"changes": [{"instruction": 3, "remove": 3}, {"instruction": 1, "remove": 1}]},
        ]);
        let answer = call(&client, "what_if", variants(&asked)).await.expect("variants");
        assert_eq!(cycles(&answer), [10.0, 4.0, 12.0, 4.0]);
        assert_eq!(answer["variants"][0]["difference_percent"], 150.0);
        assert_eq!(answer["variants"][0]["changes"], "latency of 2: 10");
        assert_eq!(
            answer["variants"][1]["changes"],
            "in place of 2: addss %xmm1, %xmm2; addss %xmm1, %xmm3"
        );
        assert_eq!(answer["variants"][3]["changes"], "without 3 to 5; without 1");
        assert_eq!(answer["variants"][3]["instructions"], 1);
        // Comments of the text about its instructions stay.
        let marked =
            "# LLVM-MCA-BEGIN r\n# LLVM-MCA-LATENCY 50\nimulq %rax, %rax\n# LLVM-MCA-END\nnop\n";
        let arguments = json!({
            "text": marked, "cpu": "skylake", "model_of": "llvm",
            "variants": [
                {"changes": [{"instruction": 2, "insert": "imulq %rax, %rax"}]},
                {"changes": [{"instruction": 1, "latency_cycles": 7}]},
            ],
        });
        let answer = call(&client, "what_if", arguments).await.expect("variants");
        assert_eq!(answer["name"], "r");
        assert_eq!(answer["as_it_is"]["cycles_per_iteration"], 50.0);
        assert_eq!(cycles(&answer), [53.0, 7.0]);
        // Intel's syntax, another target, and hardware mode.
        let arguments = json!({
            "text": "imul rax, rax", "cpu": "skylake", "model_of": "hardware", "syntax": "intel",
            "variants": [{"changes": [{"instruction": 1, "insert": "imul rax, rax"}]}],
        });
        let answer = call(&client, "what_if", arguments).await.expect("variants");
        assert_eq!(cycles(&answer), [6.0]);
        let arguments = json!({
            "text": "mul x0, x0, x0", "target": "aarch64", "cpu": "neoverse-n1", "model_of": "llvm",
            "variants": [{"changes": [{"instruction": 1, "latency_cycles": 9}]}],
        });
        assert_eq!(cycles(&call(&client, "what_if", arguments).await.expect("variants")), [9.0]);
        // Instructions that choose how others execute.
        let of_vectors = |multiple: &str, variants: Value| {
            let code = format!("vsetvli t0, a0, e32, {multiple}, ta, ma\nvadd.vv v8, v8, v16\n");
            json!({
                "text": code, "target": "riscv64", "cpu": "sifive-x280", "model_of": "llvm",
                "variants": variants,
            })
        };
        let wider = "vsetvli t0, a0, e32, m8, ta, ma";
        let wider = json!([{"changes": [{"instruction": 1, "remove": 1, "insert": wider}]}]);
        let narrow = call(&client, "what_if", of_vectors("m1", wider)).await.expect("variants");
        let wide = call(&client, "what_if", of_vectors("m8", json!([]))).await.expect("variants");
        let key = "cycles_per_iteration";
        assert_eq!(narrow["variants"][0][key], wide["as_it_is"][key]);
        assert!(narrow["as_it_is"][key].as_f64() < wide["as_it_is"][key].as_f64(), "{narrow}");
    });
}

#[test]
fn answers_of_variants_are_bounded() {
    with_client(Roots::default(), |client| async move {
        let long = format!("addq {}(%rip), %rax\n", "x".repeat(5000)).repeat(1000);
        let arguments = json!({"text": long, "cpu": "skylake", "model_of": "llvm"});
        let answer = call(&client, "what_if", arguments).await.expect("variants");
        assert_eq!(answer["instructions"].as_array().map(Vec::len), Some(200));
        assert_eq!(answer["omitted_instructions"], 800);
        assert_eq!(answer["variants"].as_array().map(Vec::len), Some(100));
        assert_eq!(answer["omitted_variants"], 900);
        assert!(answer.to_string().len() < 100_000);
    });
}

#[test]
fn mistakes_have_errors_that_say_what_to_do() {
    with_client(Roots::default(), |client| async move {
        let cases = [
            ("loops", json!({}), "give 'path' or 'text'"),
            ("loops", json!({"path": "/etc/passwd"}), "without --root"),
            ("loops", json!({"text": "frob"}), "invalid instruction mnemonic 'frob'"),
            ("loops", json!({"text": ""}), "no instructions"),
            ("loops", json!({"text": LOOP, "cpu": "nonesuch"}), "no CPU 'nonesuch'"),
            ("loops", json!({"text": LOOP, "target": "pdp11"}), "there is no target"),
            ("explain", json!({"text": LOOP, "loop": "other"}), "there is no loop 'other'"),
            ("models", json!({"target": "pdp11"}), "there is no target 'pdp11'"),
            ("cpus", json!({"text": LOOP, "loop": "f#1"}), "there are: .text#1"),
            ("diff", json!({"old": {"text": LOOP}, "new": {}}), "give 'path' or 'text'"),
            ("loops", json!({"text": 7}), "invalid type"),
            ("what_if", json!({}), "give 'path' or 'text'"),
            ("what_if", variants(&json!([{"changes": []}])), "variant 1: it has no changes"),
            ("what_if", changes(&json!([{"instruction": 0, "remove": 1}])), "numbered from 1"),
            ("what_if", changes(&json!([{"instruction": 1}])), "none of 'remove', 'insert'"),
            ("what_if", changes(&json!([{"instruction": 6, "remove": 1}])), "has 5 instructions"),
            (
                "what_if",
                changes(&json!([{"instruction": 7, "insert": "nop"}])),
                "has 5 instructions",
            ),
            (
                "what_if",
                changes(&json!([{"instruction": 6, "latency_cycles": 9}])),
                "has 5 instructions",
            ),
            (
                "what_if",
                changes(&json!([{"instruction": usize::MAX, "remove": usize::MAX}])),
                "has 5",
            ),
            (
                "what_if",
                changes(&json!([{"instruction": 1, "latency_cycles": 10_001}])),
                "at most 10000",
            ),
            (
                "what_if",
                changes(&json!([{"instruction": 1, "remove": 1, "latency_cycles": 9}])),
                "left out has no latency",
            ),
            ("what_if", changes(&json!([{"instruction": 1, "insert": "frob"}])), "mnemonic 'frob'"),
            (
                "what_if",
                changes(&json!([{"instruction": 1, "insert": ".rept 99999\nnop\n.endr"}])),
                "instructions",
            ),
            (
                "what_if",
                changes(&json!([{"instruction": 1, "remove": 5}])),
                "no instruction is left",
            ),
            (
                "what_if",
                changes(&json!([{"instruction": 1, "remove": 2}, {"instruction": 2, "remove": 1}])),
                "variant 1: another change leaves out instruction 2",
            ),
            ("what_if", changes(&json!([{"instruction": 1, "latency": 9}])), "unknown field"),
            ("what_if", changes(&json!([{"instruction": -1}])), "invalid value"),
            (
                "what_if",
                json!({
                    "text": LOOP, "cpu": "skylake", "model_of": "hardware",
                    "variants": [{"changes": [{"instruction": 1, "latency_cycles": 9}]}],
                }),
                "only LLVM's model takes others",
            ),
            (
                "what_if",
                variants(&Value::Array(vec![json!({"changes": []}); 101])),
                "at most 100 variants",
            ),
            (
                "what_if",
                json!({"text": LOOP.to_owned() + &LOOP.replace("dot", "d").replace("L2", "L3")}),
                "choose one loop, or mark one region; there are: loop 1: .text#1; loop 2:",
            ),
        ];
        for (tool, arguments, words) in cases {
            let error = call(&client, tool, arguments.clone()).await.expect_err(tool);
            assert!(error.contains(words), "{tool} {arguments}: {error}");
        }
        // The server goes on.
        assert!(call(&client, "loops", json!({"text": LOOP})).await.is_ok());
    });
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn only_files_below_roots_are_read() {
    let name = format!("oxmca-mcp-test-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    let (root, other) = (folder.0.join("root"), folder.0.join("other"));
    fs::create_dir_all(root.join("sub")).expect("a folder");
    fs::create_dir_all(&other).expect("a folder");
    fs::write(root.join("sub/a.s"), LOOP).expect("a file");
    fs::write(other.join("b.s"), LOOP).expect("a file");
    let object =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../oxmca-object/tests/objects/elf-x86-64.o");
    fs::copy(object, root.join("a.o")).expect("an object");
    #[cfg(unix)]
    std::os::unix::fs::symlink(other.join("b.s"), root.join("link.s")).expect("a link");
    assert!(Roots::new([folder.0.join("none")]).is_err());
    let roots = Roots::new([root.clone()]).expect("roots");
    let absolute = root.join("sub/a.s").to_string_lossy().into_owned();
    let elsewhere = other.join("b.s").to_string_lossy().into_owned();
    with_client(roots, |client| async move {
        for path in ["sub/a.s", &absolute, "a.o", "sub/../sub/a.s"] {
            let answer = call(&client, "loops", json!({"path": path})).await;
            assert!(answer.is_ok(), "{path}: {answer:?}");
        }
        let explained = call(&client, "explain", json!({"path": "a.o", "function": "sum"})).await;
        assert!(
            explained.as_ref().is_ok_and(|it| text(it).contains("Cycles per iteration")),
            "{explained:?}"
        );
        let varied = call(&client, "what_if", json!({"path": "a.o", "function": "sum"})).await;
        let varied = varied.expect("variants");
        assert!(varied["variants"].as_array().is_some_and(|it| it.len() > 1), "{varied}");
        let loops = call(&client, "loops", json!({"path": "a.o", "function": "sum"})).await;
        let (loops, key) = (loops.expect("loops"), "cycles_per_iteration");
        assert_eq!(varied["as_it_is"][key], loops["loops"][0][key]);
        for path in
            ["link.s", "../other/b.s", &elsewhere, "/etc/passwd", "none.s", "sub", "", "a\0b"]
        {
            let error = call(&client, "loops", json!({"path": path})).await.expect_err(path);
            let is_refused =
                error.contains("no such file below") || error.contains("no usual file");
            assert!(is_refused, "{path}: {error}");
        }
    });
}
