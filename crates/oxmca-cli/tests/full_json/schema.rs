//! The schema: whether it is one, whether documents follow it, and whether it forbids all else.

use std::path::Path;

use serde_json::{Value, json};

use crate::coverage::{Parts, parts_of_document, parts_of_schema};
use crate::runs::{document, for_each_document};
use crate::schema;

#[test]
fn the_schema_follows_the_draft_it_names() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["$id"], oxmca::report::json::full::SCHEMA_ID);
    if let Err(error) = jsonschema::meta::validate(&schema) {
        panic!("{}: {error}", error.instance_path());
    }
}

#[test]
fn every_property_and_object_is_described() {
    fn check(at: &str, value: &Value) {
        for (name, member) in value.as_object().into_iter().flatten() {
            let at = format!("{at}/{name}");
            if at.ends_with("/oneOf") {
                continue;
            }
            if value["type"] == "object" && name == "properties" {
                for (name, property) in member.as_object().unwrap() {
                    let described =
                        property["description"].is_string() || !property["$ref"].is_null();
                    assert!(described, "{at}/{name}");
                }
                assert!(value["description"].is_string(), "{at}");
                assert_eq!(value["additionalProperties"], false, "{at}");
            }
            check(&at, member);
        }
    }
    check("#", &schema());
}

/// What models can say and none of the built-in ones does.
const IN_NO_MODEL: [&str; 3] = [
    "#/$defs/instruction_info/latency_cycles: null",
    "#/$defs/register_file/size_registers: null",
    "#/$defs/resource/buffer= in_order",
];

#[test]
fn documents_follow_the_schema_and_use_all_of_it() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let mut used = Parts::new();
    let count = for_each_document(|path, options, document| {
        if let Some(error) = validator.iter_errors(document).next() {
            panic!("{options:?} {}: {}: {error}", path.display(), error.instance_path());
        }
        parts_of_document(&schema, document, &mut used);
    });
    assert!(count > 1500, "{count} documents");
    let unused: Vec<String> = parts_of_schema(&schema).difference(&used).cloned().collect();
    assert_eq!(unused, IN_NO_MODEL, "in no document");
}

#[test]
fn the_schema_forbids_what_is_not_in_it() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/dot-product.s");
    let options = ["--json=full", "-mtriple=x86_64-unknown-unknown", "-mcpu=btver2"];
    let valid = document(&path, &options).expect("a document");
    assert!(validator.is_valid(&valid));

    let mut objects = Vec::new();
    pointers_of_objects("", &valid, &mut objects);
    assert!(objects.len() > 20);
    for pointer in objects {
        let object = |document: &mut Value| {
            document.pointer_mut(&pointer).and_then(Value::as_object_mut).unwrap().clone()
        };
        let mut changed = valid.clone();
        let members = object(&mut changed);
        changed.pointer_mut(&pointer).unwrap()["surplus"] = json!(0);
        assert!(!validator.is_valid(&changed), "{pointer}/surplus");
        for (name, member) in &members {
            let other = if member.is_array() { json!(0) } else { json!([]) };
            changed = valid.clone();
            changed.pointer_mut(&pointer).unwrap()[name] = other;
            assert!(!validator.is_valid(&changed), "{pointer}/{name} of another type");
        }
    }
}

/// Pointers to all objects; of those in an array, the first and the last.
fn pointers_of_objects(at: &str, value: &Value, pointers: &mut Vec<String>) {
    if let Some(members) = value.as_object() {
        pointers.push(at.to_owned());
        for (name, member) in members {
            pointers_of_objects(&format!("{at}/{name}"), member, pointers);
        }
    }
    if let Some(elements) = value.as_array() {
        for (index, element) in elements.iter().enumerate() {
            if index == 0 || index + 1 == elements.len() {
                pointers_of_objects(&format!("{at}/{index}"), element, pointers);
            }
        }
    }
}

#[test]
fn the_program_prints_the_schema() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_oxmca"));
    let output = command.arg("--generate=json-schema").output().unwrap();
    assert!(output.stdout == oxmca::report::json::full::SCHEMA.as_bytes());
}
