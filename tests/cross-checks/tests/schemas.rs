//! Schemas and documents: `jsonschema` and the validator of `oxmca-testing` agree on all of them.

use std::path::PathBuf;
use std::process::Command;

use jsonschema::Validator;
use oxmca_testing::json_schema::Schema;
use oxmca_testing::trials::{files, folder};
use serde_json::{Value, json};

/// The program that was built with the profile of these tests.
fn built_beside() -> PathBuf {
    let own = std::env::current_exe().expect("the path of this program");
    let folder = own.ancestors().nth(2).expect("a folder of a profile");
    folder.join(format!("oxmca{}", std::env::consts::EXE_SUFFIX))
}

fn output(arguments: &[&str]) -> String {
    let program = std::env::var_os("OXMCA").map_or_else(built_beside, PathBuf::from);
    let output = Command::new(&program).current_dir(folder(".")).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn schema(name: &str) -> Value {
    let text = output(&[&format!("--generate={name}")]);
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    if let Err(error) = jsonschema::meta::validate(&schema) {
        panic!("{name}: {}: {error}", error.instance_path());
    }
    schema
}

/// Checks that both validators accept the documents, and agree on changed ones. Returns the number of
/// changed ones that they refuse.
fn agree(schema: &Value, documents: &[Value]) -> usize {
    let theirs = jsonschema::draft202012::new(schema).expect("a schema");
    let ours = Schema::new(schema).expect("a schema");
    let mut refused = 0;
    for document in documents {
        assert!(!is_refused(&theirs, &ours, document), "{document}");
        let mut pointers = Vec::new();
        collect_pointers("", document, &mut pointers);
        for pointer in &pointers {
            let of_all_types =
                [json!(null), json!(-1), json!(1.5), json!("?"), json!([]), json!({"?": 0})];
            for other in of_all_types {
                let mut changed = document.clone();
                *changed.pointer_mut(pointer).expect("a value") = other;
                refused += usize::from(is_refused(&theirs, &ours, &changed));
            }
            let members = document.pointer(pointer).and_then(Value::as_object);
            for (name, _) in members.into_iter().flatten() {
                let mut changed = document.clone();
                let object = changed.pointer_mut(pointer).and_then(Value::as_object_mut);
                object.expect("an object").remove(name);
                refused += usize::from(is_refused(&theirs, &ours, &changed));
            }
        }
    }
    refused
}

/// Returns whether both validators refuse a document, and fails if only one does.
fn is_refused(theirs: &Validator, ours: &Schema<'_>, document: &Value) -> bool {
    let is_valid = theirs.is_valid(document);
    assert_eq!(ours.is_valid(document), is_valid, "{:?}: {document}", ours.violation(document));
    !is_valid
}

/// Pointers to all values; of the elements of an array, the first and the last.
fn collect_pointers(at: &str, value: &Value, pointers: &mut Vec<String>) {
    pointers.push(at.to_owned());
    for (name, member) in value.as_object().into_iter().flatten() {
        collect_pointers(&format!("{at}/{name}"), member, pointers);
    }
    let elements = value.as_array().map_or(&[][..], Vec::as_slice);
    for (index, element) in elements.iter().enumerate() {
        if index == 0 || index + 1 == elements.len() {
            collect_pointers(&format!("{at}/{index}"), element, pointers);
        }
    }
}

#[test]
fn full_documents() {
    let document = |cpu: &&str| {
        let cpu = format!("-mcpu={cpu}");
        let triple = "-mtriple=x86_64-unknown-unknown";
        let file = "examples/dot-product.s";
        let text = output(&["--json=full", triple, &cpu, "-steady-state", "-show-encoding", file]);
        serde_json::from_str(&text).expect("JSON")
    };
    let documents: Vec<Value> = ["btver2", "skylake", "atom"].iter().map(document).collect();
    assert!(agree(&schema("json-schema"), &documents) > 1000);
}

#[test]
fn batch_answers() {
    let mut answers = Vec::new();
    for file in files(&folder("tests/many"), "run").expect("transcripts") {
        let text = std::fs::read_to_string(file).expect("a transcript");
        let lines = text.lines().filter(|line| line.starts_with("{\"id\""));
        answers.extend(lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    }
    assert!(agree(&schema("batch-schema"), &answers) > 1000);
}

#[test]
fn reports_on_recordings() {
    for (name, command) in [("ibs-report-schema", "report"), ("ibs-annotate-schema", "annotate")] {
        let schema = schema(name);
        let start = format!("oxmca ibs {command}");
        let mut documents = 0;
        for file in files(&folder("tests/ibs"), "expected").expect("reports") {
            let text = std::fs::read_to_string(file).expect("a report");
            for run in text.split("==== ").filter(|it| it.starts_with(&start)) {
                let Some((_, rest)) = run.split_once("---- stdout\n") else { continue };
                let document = rest.split("---- stderr\n").next().unwrap_or_default();
                let Ok(document) = serde_json::from_str::<Value>(document) else { continue };
                assert!(agree(&schema, &[document]) > 10);
                documents += 1;
            }
        }
        assert!(documents > 0, "{name}");
    }
}

#[test]
fn validations() {
    let triple = "-mtriple=x86_64-unknown-unknown";
    let file = "examples/measured-blocks.jsonl";
    let text = output(&["validate", "--json", "--compare-field=other", triple, file]);
    let document = serde_json::from_str(&text).expect("JSON");
    assert!(agree(&schema("validate-schema"), &[document]) > 100);
}
