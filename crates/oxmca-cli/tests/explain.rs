//! Explanations: limits against those that were written by hand, and advice against kernels that follow it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Limits written by hand that must be found.
const LEAST_RIGHT: usize = 57;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The files of a folder that end in `.s`, in order.
fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "s")).collect();
    files.sort();
    files
}

/// A region of a file, with its comments of the form `name: value`.
struct Kernel {
    name: String,
    comments: BTreeMap<String, String>,
}

fn kernels(text: &str) -> Vec<Kernel> {
    let mut kernels: Vec<Kernel> = Vec::new();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("# ").or_else(|| line.strip_prefix("// ")) else {
            continue;
        };
        if let Some(name) = comment.strip_prefix("LLVM-MCA-BEGIN ") {
            kernels.push(Kernel { name: name.to_owned(), comments: BTreeMap::new() });
        } else if let (Some((name, value)), Some(kernel)) =
            (comment.split_once(": "), kernels.last_mut())
        {
            kernel.comments.insert(name.to_owned(), value.to_owned());
        }
    }
    kernels
}

/// The full document of a file, by the options that it names.
fn document(path: &Path, text: &str) -> Value {
    let options = text.lines().find_map(|line| line.split_once("oxmca: ")).unwrap().1;
    let output = Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(options.split_whitespace())
        .args(["-all-views=false", "-explain", "-steady-state", "-json=full"])
        .arg(path)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", path.display());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The limits that an explanation names.
fn limits(region: &Value) -> Vec<String> {
    let limits = region["explanation"]["limits"].as_array().unwrap();
    limits.iter().map(|limit| limit["text"].as_str().unwrap().to_owned()).collect()
}

/// Returns whether a limit is the expected one. Of a chain, one register is expected that it goes through.
fn is_limit(expected: &str, found: &str) -> bool {
    const CHAIN: &str = "chain through ";
    match (expected.strip_prefix(CHAIN), found.strip_prefix(CHAIN)) {
        (Some(register), Some(registers)) => registers.split(", ").any(|it| it == register),
        _ => expected == found,
    }
}

#[test]
fn limits_are_those_written_by_hand() {
    let (mut right, mut all) = (0, 0);
    let mut wrong = Vec::new();
    for path in files("tests/limits") {
        let text = fs::read_to_string(&path).unwrap();
        let document = document(&path, &text);
        let regions = document["regions"].as_array().unwrap();
        let kernels = kernels(&text);
        assert_eq!(kernels.len(), regions.len(), "{}", path.display());
        for (kernel, region) in kernels.iter().zip(regions) {
            let found = limits(region);
            let expected: Vec<&str> = kernel.comments["limit"].split(" and ").collect();
            let is_right = expected.len() == found.len()
                && expected.iter().zip(&found).all(|(expected, found)| is_limit(expected, found));
            all += 1;
            right += usize::from(is_right);
            let found = found.join(" and ");
            // Of another one, the file says what is found, and why.
            let is_discussed = kernel.comments.get("found") == Some(&found)
                && kernel.comments.contains_key("because");
            if is_right == is_discussed {
                wrong.push(format!("{} {}: {found}", path.display(), kernel.name));
            }
        }
    }
    println!("{right} of {all} right");
    assert!(wrong.is_empty(), "{right} of {all} right; undiscussed:\n{}", wrong.join("\n"));
    assert!(right >= LEAST_RIGHT, "{right} of {all}");
}

/// Of each pair, the first kernel gets the advice that its comment names; the second follows it and takes fewer cycles for
/// the work that one iteration of the first does.
#[test]
fn advice_helps() {
    let mut advised = BTreeMap::new();
    for path in files("tests/limits/advice") {
        let text = fs::read_to_string(&path).unwrap();
        let document = document(&path, &text);
        let regions = document["regions"].as_array().unwrap();
        for (kernels, regions) in kernels(&text).chunks(2).zip(regions.chunks(2)) {
            let [before, after] = kernels else { panic!("{}: no pair", path.display()) };
            let rule = &before.comments["advice"];
            let at = format!("{} {}", path.display(), before.name);
            let sentences = regions[0]["explanation"]["sentences"].as_array().unwrap();
            let found = sentences.iter().any(|it| it["rule"] == **rule && it["kind"] == "advice");
            assert!(found, "{at}: no advice {rule} in {sentences:#?}");
            let cycles = |at: usize, kernel: &Kernel| {
                let work: f64 = kernel.comments.get("work").map_or(1.0, |it| it.parse().unwrap());
                regions[at]["steady_state"]["cycles_per_iteration"]["value"].as_f64().unwrap()
                    / work
            };
            let (slow, fast) = (cycles(0, before), cycles(1, after));
            assert!(fast < slow, "{at}: {slow} cycles, and {fast} after the advice");
            *advised.entry(rule.clone()).or_insert(0) += 1;
        }
    }
    let rules = [
        "fewer_long_holds",
        "no_alias",
        "other_ports",
        "second_accumulator",
        "unroll",
        "whole_register",
        "wider_loads",
        "wider_stores",
    ];
    assert!(advised.keys().eq(rules), "every rule that gives advice has a pair: {advised:?}");
}
