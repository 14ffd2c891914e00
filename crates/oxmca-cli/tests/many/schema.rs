//! Requests and answers of the transcripts follow the schema that the program prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use oxmca_batch::{Analyst, Defaults, Line, Timeout};
use oxmca_testing::json_schema::Schema;
use oxmca_testing::trials::{Failed, Trial};
use serde_json::{Value, json};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("answers_follow_the_schema", answers),
        Trial::test("requests_follow_the_schema", requests),
    ]
}

/// Pointers to the objects of an answer.
const OBJECTS: [&str; 7] =
    ["", "/error", "/generator", "/regions/0", "/steady_state", "/report", "/regions/0/report"];

fn schema() -> Result<Value, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
    let output = command.arg("--generate=batch-schema").output()?;
    let schema: Value = serde_json::from_slice(&output.stdout)?;
    Ok(schema)
}

/// The lines of JSON in the files of the transcripts' folder whose names end so.
fn lines(extension: &str) -> Result<Vec<Value>, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/many");
    let mut values = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == extension) {
            let text = fs::read_to_string(path)?;
            let lines = text.lines().filter(|line| line.starts_with("{\"id\""));
            values.extend(lines.filter_map(|line| serde_json::from_str(line).ok()));
        }
    }
    Ok(values)
}

/// The answer to a request that is given no time.
fn timed_out() -> Result<Value, Failed> {
    let analyst = Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".to_owned();
        it.cpu = "btver2".to_owned();
        it.timeout = Some(Timeout { limit: Duration::ZERO, clock: Instant::now });
    }));
    let line = Line { number: 1, text: Some(br#"{"id":1,"asm":"nop"}"#) };
    Ok(serde_json::from_slice(&analyst.answer(&line))?)
}

/// Answers that name what made them, whose hashes change with the tables.
fn identified() -> Result<Vec<Value>, Failed> {
    let analyst = Analyst::new(Defaults::with(|it| {
        it.triple = "x86_64-unknown-unknown".to_owned();
        it.cpu = "btver2".to_owned();
        it.has_generator = true;
    }));
    let marked = r##"{"id":1,"asm":"# LLVM-MCA-BEGIN\nnop\n# LLVM-MCA-END"}"##;
    let requests = [r#"{"id":1,"asm":"nop"}"#, marked];
    let answer = |text: &str| {
        let line = Line { number: 1, text: Some(text.as_bytes()) };
        Ok(serde_json::from_slice(&analyst.answer(&line))?)
    };
    requests.into_iter().map(answer).collect()
}

fn answers() -> Result<(), Failed> {
    let schema = schema()?;
    let validator = Schema::new(&schema)?;
    let mut answers = lines("run")?;
    answers.push(timed_out()?);
    answers.extend(identified()?);
    let mut kinds = BTreeSet::new();
    let mut members = BTreeSet::new();
    for answer in &answers {
        check(&validator, answer)?;
        kinds.extend(answer["error"]["kind"].as_str());
        let regions = answer["regions"].as_array().into_iter().flatten();
        for object in regions.chain([answer, &answer["error"]]) {
            members.extend(object.as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
        }
        forbids_what_is_not_there(&validator, answer, &OBJECTS)?;
    }
    let definitions = &schema["$defs"];
    let words = &definitions["error"]["properties"]["kind"]["enum"];
    let words: BTreeSet<&str> =
        words.as_array().into_iter().flatten().flat_map(Value::as_str).collect();
    if kinds != words {
        return Err(format!("kinds of errors: {kinds:?} instead of {words:?}").into());
    }
    for name in ["answer", "answer_by_region", "named_region", "found", "failure", "error"] {
        let properties = definitions[name]["properties"].as_object();
        let unused =
            properties.into_iter().flatten().find(|(it, _)| !members.contains(it.as_str()));
        if let Some((unused, _)) = unused {
            return Err(format!("{name}/{unused} is in no answer").into());
        }
    }
    Ok(())
}

pub fn check(validator: &Schema<'_>, value: &Value) -> Result<(), Failed> {
    match validator.violation(value) {
        Some(error) => Err(format!("{value}: {error}").into()),
        None => Ok(()),
    }
}

/// No member may be added or left out, but for those that need not be there.
pub fn forbids_what_is_not_there(
    validator: &Schema<'_>,
    answer: &Value,
    objects: &[&str],
) -> Result<(), Failed> {
    const OPTIONAL: [&str; 6] =
        ["warnings", "generator", "steady_state", "report", "line", "column"];
    for pointer in objects.iter().filter(|it| answer.pointer(it).is_some_and(Value::is_object)) {
        let mut more = answer.clone();
        more.pointer_mut(pointer).ok_or("an object")?["surplus"] = json!(0);
        if validator.is_valid(&more) {
            return Err(format!("{pointer}/surplus may be in {answer}").into());
        }
        if pointer.ends_with("report") {
            continue;
        }
        let names = answer.pointer(pointer).and_then(Value::as_object).into_iter().flatten();
        for (name, _) in names.filter(|(name, _)| !OPTIONAL.contains(&name.as_str())) {
            let mut less = answer.clone();
            less.pointer_mut(pointer)
                .and_then(Value::as_object_mut)
                .ok_or("an object")?
                .remove(name);
            if validator.is_valid(&less) {
                return Err(format!("{pointer}/{name} may be missing in {answer}").into());
            }
        }
    }
    Ok(())
}

/// Those that are answered other than as no request; and the others do not.
fn requests() -> Result<(), Failed> {
    let mut schema = schema()?;
    schema["$ref"] = json!("#/$defs/request");
    schema.as_object_mut().ok_or("an object")?.remove("anyOf");
    let validator = Schema::new(&schema)?;
    let requests = lines("jsonl")?;
    let (valid, invalid): (Vec<_>, Vec<_>) = requests.iter().partition(|it| validator.is_valid(it));
    let refused = lines("run")?;
    let refused = refused.iter().filter(|it| it["error"]["kind"] == "request");
    let refused = refused.filter(|it| it["error"]["column"].is_u64() && !it["id"].is_null());
    match (valid.len() > 20, invalid.len(), refused.count()) {
        (true, invalid, refused) if invalid == refused && invalid > 3 => Ok(()),
        (_, invalid, refused) => {
            Err(format!("{} valid, {invalid} invalid, {refused} refused", valid.len()).into())
        }
    }
}
