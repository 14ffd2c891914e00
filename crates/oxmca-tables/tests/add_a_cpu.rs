//! Checks `docs/add-a-cpu.md`: its models can be read, its files exist, and its commands name known
//! CPUs. The program's own tests run its commands.

use std::fs;
use std::path::PathBuf;

use oxmca_tables::{ModelFile, OwnedTables};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The blocks of a language in the page.
fn blocks(language: &str) -> Vec<String> {
    let page = fs::read_to_string(repository().join("docs/add-a-cpu.md")).unwrap();
    let begin = format!("```{language}\n");
    let rest = page.split(&begin).skip(1);
    let blocks: Vec<String> = rest.map(|it| it.split("```").next().unwrap().to_owned()).collect();
    assert!(!blocks.is_empty(), "no {language} in the page");
    blocks
}

#[test]
fn models_of_the_page_can_be_read() {
    let tables = OwnedTables::embedded("x86").unwrap();
    for block in blocks("tbl") {
        let text = match block.contains("\nmodel ") {
            true => block,
            false => format!("model Block extends Znver4Model\n{block}"),
        };
        let file = ModelFile { name: "block", text: text.as_bytes() };
        if let Err(errors) = tables.with_model(&file) {
            panic!("{errors}\n{text}");
        }
    }
}

#[test]
fn the_first_model_is_the_file_that_commands_name() {
    let file = fs::read_to_string(repository().join("examples/models/my-zen.tbl")).unwrap();
    let without_directives = file.lines().filter(|line| !line.starts_with("# show:"));
    assert!(without_directives.eq(blocks("tbl")[0].lines()));
}

#[test]
fn the_mistake_of_the_page_is_reported_so() {
    let shown = &blocks("text")[0];
    let line = shown.lines().nth(1).unwrap();
    let file = fs::read_to_string(repository().join("examples/models/my-zen.tbl")).unwrap();
    let mut lines: Vec<&str> = file.lines().collect();
    let place = lines.iter().position(|line| line.starts_with("change-class")).unwrap();
    lines[place] = line;
    let text = lines.join("\n");
    let file = ModelFile { name: "my-zen.tbl", text: text.as_bytes() };
    let errors = OwnedTables::embedded("x86").unwrap().with_model(&file).unwrap_err();
    let [mistake] = errors.mistakes() else { panic!("{errors}") };
    assert_eq!(format!("{mistake}\n{}", mistake.excerpt()), *shown);
}

#[test]
fn commands_name_files_and_cpus_that_exist() {
    let mut commands = 0;
    for command in blocks("console").iter().flat_map(|block| block.lines()) {
        let command = command.strip_prefix("$ oxmca ").expect("a command of oxmca");
        let mut tables = OwnedTables::embedded("x86").unwrap();
        for word in command.split(' ') {
            if let Some(name) = word.strip_prefix("--model=") {
                let text = fs::read(repository().join(name)).unwrap();
                tables = tables.with_model(&ModelFile { name, text: &text }).unwrap().tables;
            } else if let Some(cpus) = word.strip_prefix("-mcpu=") {
                for cpu in cpus.split(',') {
                    assert!(tables.tables().cpu_named(cpu).is_some(), "{cpu}");
                }
            } else {
                assert!(repository().join(word).exists(), "{word}");
            }
        }
        commands += 1;
    }
    assert!(commands > 0);
}
