//! `oxmca validate`: its documents follow the schema that the program prints, and its pictures are whole.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use oxmca_testing::json_schema::Schema;
use oxmca_testing::trials::{Failed, Trial};
use serde_json::Value;

use crate::schema::{check, forbids_what_is_not_there};

const BLOCKS: &str = "../../examples/measured-blocks.jsonl";
const CPU: [&str; 2] = ["-mtriple=x86_64-unknown-unknown", "-mcpu=skylake"];

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("validations_follow_the_schema", validations),
        Trial::test("a_heat_map_has_a_panel_for_each_cpu", heat_map),
    ]
}

fn output(arguments: &[&str]) -> Result<Output, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/validate");
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    Ok(command.args(arguments).current_dir(folder).output()?)
}

fn document(arguments: &[&str]) -> Result<Value, Failed> {
    Ok(serde_json::from_slice(&output(arguments)?.stdout)?)
}

/// Documents of `oxmca validate` follow their schema, which forbids all else.
fn validations() -> Result<(), Failed> {
    let schema = document(&["--generate=validate-schema"])?;
    let validator = Schema::new(&schema)?;
    let options: [&[&str]; 4] = [
        &[BLOCKS],
        &[BLOCKS, "--compare-field=other", "--code=asm"],
        &[BLOCKS, "--draws=0", "--worst=0", "--compare=other-tool.jsonl"],
        &["wrong.jsonl", BLOCKS, "--label=other"],
    ];
    for options in options {
        let document = document(&[&["validate", "--json"], &CPU[..], options].concat())?;
        check(&validator, &document)?;
        forbids_what_is_not_there(
            &validator,
            &document,
            &[
                "",
                "/cpus/0",
                "/cpus/0/failures/0",
                "/cpus/0/failures/0/first",
                "/cpus/0/score",
                "/cpus/0/score/mape_percent",
                "/cpus/0/comparison",
                "/cpus/0/largest_errors/0",
            ],
        )?;
    }
    Ok(())
}

/// The picture goes to a file, whole, and the report is the same.
fn heat_map() -> Result<(), Failed> {
    let path = std::env::temp_dir().join(format!("oxmca-validate-{}.svg", std::process::id()));
    let option = format!("--svg={}", path.display());
    let report = output(&["validate", CPU[0], CPU[1], BLOCKS])?;
    let drawn = output(&["validate", CPU[0], CPU[1], &option, BLOCKS])?;
    let picture = fs::read_to_string(&path)?;
    fs::remove_file(&path)?;
    let titles = ["skylake: 8 blocks", "znver4: 5 blocks", "neoverse-n1: 2 blocks"];
    let is_whole = picture.starts_with("<svg ") && picture.ends_with("</svg>\n");
    match report == drawn && is_whole && titles.iter().all(|it| picture.contains(it)) {
        true => Ok(()),
        false => Err(picture.into()),
    }
}
