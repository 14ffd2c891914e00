//! The schema: whether it is one, whether documents follow it, and whether it forbids all else.

use std::path::Path;

use oxmca_testing::json_schema::Schema;
use oxmca_testing::json_schema::coverage::{Parts, parts_of_document, parts_of_schema};
use oxmca_testing::json_schema::strict::{check_refusals, check_schema};

use crate::full_json::runs::{document, for_each_document};
use crate::full_json::schema;

#[test]
fn the_schema_follows_the_draft_it_names_and_describes_everything() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["$id"], oxmca::report::json::full::SCHEMA_ID);
    check_schema(&schema);
}

/// Parts of the schema that no built-in model needs, and limits that no kernel here has.
const IN_NO_MODEL: [&str; 5] = [
    "#/$defs/limit_kind= hazards",
    "#/$defs/limit_kind= memory",
    "#/$defs/register_file/size_registers: null",
    "#/$defs/unknown_work= not_described",
    "#/$defs/unknown_work= too_long",
];

#[test]
fn documents_follow_the_schema_and_use_all_of_it() {
    let schema = schema();
    let validator = Schema::new(&schema).unwrap();
    let mut used = Parts::new();
    let count = for_each_document(|path, options, document| {
        if let Some(error) = validator.violation(document) {
            panic!("{options:?} {}: {error}", path.display());
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/dot-product.s");
    let options = ["--json=full", "-mtriple=x86_64-unknown-unknown", "-mcpu=btver2"];
    let valid = document(&path, &options).expect("a document");
    assert!(check_refusals(&schema, &valid) > 20);
}

#[test]
fn the_program_prints_the_schema() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_oxmca"));
    let output = command.arg("--generate=json-schema").output().unwrap();
    assert!(output.stdout == oxmca::report::json::full::SCHEMA.as_bytes());
}
