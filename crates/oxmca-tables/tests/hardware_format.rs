//! Checks that `data/README.md` lists all numbers, policies, properties and conditions of hardware files.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use oxmca_tables::hardware::{FormCondition, HardwareNumbers, HardwarePolicies};

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/README.md");
    fs::read_to_string(path).unwrap()
}

/// Fails with the table as it should be if the page has another one.
fn check(table: &str) {
    assert!(readme().contains(table), "data/README.md should have this table:\n\n{table}");
}

#[test]
fn numbers_are_listed() {
    let mut table = String::from("| number | default | from, to | |\n|---|---|---|---|\n");
    for it in HardwareNumbers::ALL {
        let (name, default, range, doc) = (it.name, it.default, &it.range, it.doc);
        let most = match *range.end() {
            u32::MAX => "any".to_owned(),
            most => most.to_string(),
        };
        let _ = writeln!(table, "| `{name}` | {default} | {}, {most} | {doc} |", range.start());
    }
    check(&table);
}

#[test]
fn policies_are_listed() {
    let mut table = String::from("| policy | words | |\n|---|---|---|\n");
    for it in HardwarePolicies::all() {
        let word = |word: &str| match word == it.default {
            true => format!("**`{word}`**"),
            false => format!("`{word}`"),
        };
        let words: Vec<String> = it.words.iter().map(|it| word(it.word)).collect();
        let ways = it.words.iter().filter(|it| !it.doc.is_empty());
        let ways: String = ways.map(|it| format!(" `{}`: {}", it.word, it.doc)).collect();
        let _ = writeln!(table, "| `{}` | {} | {}{ways} |", it.name, words.join(", "), it.doc);
    }
    check(&table);
}

#[test]
fn conditions_are_named() {
    let page = readme();
    for (name, _) in FormCondition::ALL {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}
