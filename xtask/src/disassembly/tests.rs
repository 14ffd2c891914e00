//! LLVM's own tests of disassemblers: their codes, with the options of their `RUN` lines.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};

use super::codes::Codes;
use super::setting::{Disassembler, Setting};
use super::stream;
use crate::reference;

/// Compares the codes of the tests of a target. Returns whether nothing differs.
pub fn compare(target: &dyn Codes, reference: &Path, show: usize) -> Result<bool> {
    let folder = reference::folder()?.join("source/llvm/test/MC/Disassembler");
    let mut files = Vec::new();
    collect(&folder.join(target.tests()), &mut files).context("LLVM's tests")?;
    files.sort();
    let (mut runs, mut refused, mut lines, mut different) = (0, 0, 0, 0);
    for file in &files {
        let text = fs::read_to_string(file)?;
        for run in commands(&text) {
            let Some((setting, input)) = run_of(target, &run, &text) else { continue };
            let ours = Disassembler::new(&setting).with_context(|| file.display().to_string())?;
            if !ours.reads_texts() {
                refused += 1;
                continue;
            }
            let ours = stream::disassemble(target, &ours, &input);
            let output = reference::run(reference, &setting.arguments(), input)?;
            if String::from_utf8_lossy(&output.stderr).contains("not yet supported for subtarget") {
                refused += 1;
                continue;
            }
            let theirs = stream::of_output(&output)?;
            runs += 1;
            lines += theirs.len();
            if ours != theirs {
                different += 1;
                if different <= show {
                    let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
                    println!("{}\n  {setting}", file.display());
                    println!("  reference: {:?}", theirs.get(at));
                    println!("  oxmca:     {:?}", ours.get(at));
                }
            }
        }
    }
    println!(
        "{}: {} tests, {runs} runs, {lines} lines, {different} runs different, {refused} of systems that are refused",
        target.name(),
        files.len()
    );
    Ok(different == 0)
}

/// Collects the texts of a folder and the folders in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the commands of the `RUN` lines. One that ends with `\\` goes on in the next line.
fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for (_, part) in text.lines().filter_map(|line| line.split_once("RUN:")) {
        let (part, is_unfinished) = match part.trim_end().strip_suffix('\\') {
            Some(part) => (part, true),
            None => (part, false),
        };
        match commands.last_mut().filter(|_| goes_on) {
            Some(command) => command.push_str(part),
            None => commands.push(part.to_owned()),
        }
        goes_on = is_unfinished;
    }
    commands
}

/// Returns the setting and the input of a `RUN` line that disassembles.
fn run_of(target: &dyn Codes, run: &str, text: &str) -> Option<(Setting, String)> {
    let (before, command) = run.split_once("llvm-mc")?;
    let command = command.split('|').next()?;
    let input = match before.split_once("echo") {
        Some((_, echoed)) => echoed.split(['"', '\'']).nth(1)?.to_owned() + "\n",
        None => text.to_owned(),
    };
    let mut setting = Setting::default();
    let mut words = command.split_whitespace().peekable();
    let mut disassembles = false;
    while let Some(word) = words.next() {
        let word = word.trim_start_matches('-');
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, value),
            None => (word, ""),
        };
        let mut value = || match value {
            "" => words.next().unwrap_or_default().to_owned(),
            value => value.to_owned(),
        };
        match name {
            "triple" => setting.triple = value(),
            "mcpu" => setting.cpu = value(),
            "mattr" => {
                let more = value();
                let separator = if setting.features.is_empty() { "" } else { "," };
                setting.features = format!("{}{separator}{more}", setting.features);
            }
            "output-asm-variant" => setting.dialect = value().parse().ok()?,
            "print-imm-hex" => setting.is_hexadecimal = true,
            // Bytes in another form.
            "hex" => return None,
            "disassemble" | "cdis" | "mdis" => disassembles = true,
            _ => {}
        }
    }
    if setting.cpu.is_empty() {
        setting.cpu = target.default_cpu(&setting.triple).to_owned();
    }
    setting.features += target.more_features(&setting);
    (disassembles && !setting.triple.is_empty()).then_some((setting, input))
}
