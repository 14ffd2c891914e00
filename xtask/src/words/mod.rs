//! `xtask words`: counts of what the style forbids, beside a ceiling that may only fall.
//!
//! Counted in the sources of all crates and of xtask are sentences of documentation that begin with a question word,
//! functions whose documentation does not begin with a verb, and files that import each other in a circle. Circles among folders must be in a list, each with its reason.

mod circles;
mod folder_circles;
mod sentences;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

use crate::workspace;

/// Counts documentation sentences that begin with a question word, functions whose documentation does not begin with
/// a verb, and files that import each other in a circle; compares with .ci/words-ceiling. Finds circles among folders; compares with .ci/folder-circles
#[derive(Parser, Debug)]
#[command(name = "xtask words")]
struct Options {
    /// Lower the ceiling to the counts
    #[arg(long)]
    bless: bool,
    /// Print each sentence and each circle
    #[arg(long)]
    list: bool,
    /// Only folders of sources whose path contains one of these; compares with nothing
    folders: Vec<String>,
}

const FILE: &str = ".ci/words-ceiling";
const SENTENCES: &str = "sentences that begin with a question word";
const VERBLESS: &str = "functions whose documentation does not begin with a verb";
const CIRCLES: &str = "files that import each other in a circle";

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let options = Options::parse_from(
        std::iter::once("xtask words").chain(arguments.iter().map(String::as_str)),
    );
    match count(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("words: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Counts everything. Returns whether no count is above its ceiling.
fn count(options: &Options) -> Result<bool> {
    let top = workspace::folder()?;
    let (mut sentences, mut verbless, mut circles, mut folder_circles) = (0, 0, 0, Vec::new());
    for folder in folders(&top)? {
        let name = folder.strip_prefix(&top)?.display().to_string();
        if !options.folders.is_empty() && !options.folders.iter().any(|it| name.contains(it)) {
            continue;
        }
        let files = read(&folder)?;
        let mut found = 0;
        for (path, text) in &files {
            let questions = sentences::questions(text);
            let without_verb = sentences::verbless(text);
            found += questions.len();
            verbless += without_verb.len();
            if options.list {
                for (line, sentence) in questions.iter().chain(&without_verb) {
                    println!("{name}/{path}:{line}: {sentence}");
                }
            }
        }
        let components = circles::find(&files);
        let in_circles: usize = components.files.iter().map(Vec::len).sum();
        if options.list {
            for component in &components.files {
                println!("{name}: circle of {}: {}", component.len(), component.join(", "));
            }
            for component in &components.folders {
                println!("{name}: circle of folders: {}", component.join(", "));
            }
            for (from, to) in &components.imports {
                println!("    {from} imports {to}");
            }
        }
        println!("{name:<24}{found:>5} sentences{in_circles:>5} files in circles");
        sentences += found;
        circles += in_circles;
        folder_circles.extend(components.folders.into_iter().map(|it| (name.clone(), it)));
    }
    if !options.folders.is_empty() {
        return Ok(true);
    }
    let are_folders_kept = folder_circles::compare(&top, &folder_circles)?;
    let counts = [(SENTENCES, sentences), (VERBLESS, verbless), (CIRCLES, circles)];
    Ok(compare(&top.join(FILE), &counts, options.bless)? && are_folders_kept)
}

/// Compares counts with a file of ceilings, or lowers these. Returns whether no count is above its ceiling.
fn compare(file: &Path, counts: &[(&str, usize)], bless: bool) -> Result<bool> {
    let recorded = fs::read_to_string(file).unwrap_or_default();
    let ceiling = |name: &str| -> Option<usize> {
        let line = recorded.lines().find_map(|line| line.strip_suffix(name))?;
        line.trim().parse().ok()
    };
    let mut is_kept = true;
    let mut text =
        "# Counts that may only fall: `cargo xtask words` compares, --bless lowers them.\n"
            .to_owned();
    for (name, count) in counts {
        let most = ceiling(name).unwrap_or(*count);
        println!("{count:>5} {name}, at most {most}");
        is_kept &= *count <= most;
        text.push_str(&format!("{} {name}\n", most.min(*count)));
    }
    if bless {
        fs::write(file, text).with_context(|| file.display().to_string())?;
    } else if !is_kept {
        println!("`cargo xtask words --list` shows all of them");
    } else if counts.iter().any(|(name, count)| ceiling(name).is_none_or(|most| *count < most)) {
        println!("`cargo xtask words --bless` lowers the ceiling");
    }
    Ok(is_kept)
}

/// Returns the folders of sources.
fn folders(top: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(top.join("crates"))? {
        folders.push(entry?.path().join("src"));
    }
    folders.push(top.join("xtask/src"));
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    Ok(folders)
}

/// Returns the Rust files below a folder: path from there, and text.
fn read(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    let mut rest = vec![folder.to_owned()];
    while let Some(path) = rest.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                rest.push(entry?.path());
            }
        } else if path.extension().is_some_and(|it| it == "rs") {
            let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&path)?));
        }
    }
    files.sort();
    Ok(files)
}
