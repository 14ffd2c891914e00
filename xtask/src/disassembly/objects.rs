//! Object files beside llvm-objdump.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use oxmca_asm::decoder::DecodeError;

use super::codes::Codes;
use super::setting::{Disassembler, Setting, without_comment};
use super::targets::TARGETS;

/// The text of a code that is no instruction.
const UNKNOWN: &str = "<unknown>";

/// A line of llvm-objdump: an address, the bytes there and their text.
struct Line {
    address: u64,
    bytes: Vec<u8>,
    /// The bytes that are shown together.
    word_bytes: usize,
    text: String,
}

/// Counts of the instructions of a file.
#[derive(Default)]
struct Totals {
    lines: usize,
    different: usize,
    /// Time that decoding took, without printing.
    decoding: Duration,
}

/// Compares the code of object files, for a machine if it is not that which llvm-objdump finds. Returns whether nothing
/// differs.
pub fn compare(
    files: &[PathBuf],
    reference: &Path,
    machine: Option<&Setting>,
    is_intel: bool,
    show: usize,
) -> Result<bool> {
    let mut agrees = true;
    for file in files {
        let totals = compare_file(file, reference, machine, is_intel, show)
            .with_context(|| file.display().to_string())?;
        println!(
            "{}: {} instructions, {} different, {:.1} million a second decoded",
            file.display(),
            totals.lines,
            totals.different,
            totals.lines as f64 / totals.decoding.as_secs_f64() / 1e6
        );
        agrees &= totals.different == 0;
    }
    Ok(agrees)
}

fn compare_file(
    file: &Path,
    reference: &Path,
    machine: Option<&Setting>,
    is_intel: bool,
    show: usize,
) -> Result<Totals> {
    let machine_arguments = match machine {
        Some(it) => vec![
            format!("--triple={}", it.triple),
            format!("--mcpu={}", it.cpu),
            format!("--mattr={}", it.features),
        ],
        None => vec!["--mattr=+all".to_owned()],
    };
    let mut child = Command::new(reference)
        .args(["-d", "-z", "--print-imm-hex"])
        .args(machine_arguments)
        .args(if is_intel { &["-M", "intel"][..] } else { &[] })
        .arg(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("`{}` cannot be run", reference.display()))?;
    let output = BufReader::new(child.stdout.take().context("no pipe")?);
    let mut ours = None;
    let mut run: Vec<Line> = Vec::new();
    let mut totals = Totals::default();
    for line in output.lines() {
        let line = line?;
        if let Some((_, format)) = line.split_once("file format ") {
            let has = |name: &&str| format.ends_with(name);
            let target = TARGETS.iter().find(|target| target.object_formats().iter().any(has));
            let target = target.with_context(|| format!("no target for {format}"))?;
            let mut setting = machine.cloned().unwrap_or_else(|| target.object_setting(format));
            setting.dialect |= u8::from(is_intel);
            ours = Some((*target, Disassembler::new(&setting)?));
            continue;
        }
        if let (Some((target, ours)), None) = (&mut ours, machine)
            && let Some(cpu) = target.named_cpu(&line)
        {
            let cpu = cpu.to_owned();
            *ours = Disassembler::new(&Setting { cpu, ..target.object_setting("") })?;
        }
        let Some((target, ours)) = &ours else { continue };
        match parse(&line) {
            Some(line) => {
                let end = run.last().map(|line| line.address + line.bytes.len() as u64);
                if end.is_some_and(|end| end != line.address) {
                    compare_run(*target, ours, &std::mem::take(&mut run), show, &mut totals);
                }
                run.push(line);
            }
            None => compare_run(*target, ours, &std::mem::take(&mut run), show, &mut totals),
        }
    }
    if let Some((target, ours)) = &ours {
        compare_run(*target, ours, &run, show, &mut totals);
    }
    let is_object = child.wait()?.success();
    // Some libraries are scripts for a linker.
    ensure!(is_object || totals.lines == 0, "llvm-objdump fails");
    Ok(totals)
}

/// Returns `ADDRESS: BYTES<TAB>TEXT`, or AMD's `<TAB>TEXT // ADDRESS: BYTES`. Bytes are words, whose lowest byte is the
/// last.
fn parse(line: &str) -> Option<Line> {
    let (address, words, text) = match line.strip_prefix('\t').and_then(|it| it.rsplit_once("// "))
    {
        Some((text, code)) => {
            let (address, words) = code.split_once(": ")?;
            (address, words.split(" <").next()?, text.trim_end())
        }
        None => {
            let (address, rest) = line.trim_start().split_once(": ")?;
            let (words, text) = rest.split_once('\t')?;
            (address, words, text)
        }
    };
    let address = u64::from_str_radix(address, 16).ok()?;
    let mut bytes = Vec::new();
    let word_bytes = words.split_whitespace().next()?.len() / 2;
    for word in words.split_whitespace() {
        let start = bytes.len();
        for at in (0..word.len()).step_by(2) {
            bytes.push(u8::from_str_radix(word.get(at..at + 2)?, 16).ok()?);
        }
        bytes[start..].reverse();
    }
    // Names of symbols come after targets.
    let text = without_comment(text);
    let text = match text.rfind(" <") {
        Some(at) if text.ends_with('>') => &text[..at],
        _ => text,
    };
    Some(Line { address, bytes, word_bytes, text: without_chosen_registers(text) })
}

/// Removes the comments ` /*v256*/`: the registers that an earlier `s_set_vgpr_msb` chooses. Assemblers ignore them, and
/// instructions are decoded one by one.
fn without_chosen_registers(text: &str) -> String {
    let mut parts = text.split(" /*v");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shown.push_str(part.split_once("*/").map_or(part, |(_, rest)| rest));
    }
    shown
}

/// Compares lines whose bytes follow each other.
fn compare_run(
    target: &dyn Codes,
    ours: &Disassembler,
    lines: &[Line],
    show: usize,
    totals: &mut Totals,
) {
    let code: Vec<u8> = lines.iter().flat_map(|line| line.bytes.iter().copied()).collect();
    let begin = Instant::now();
    let mut at = 0;
    for line in lines {
        let decoded = ours.target.decode(&ours.subtarget, &code[at..], line.address);
        let _ = std::hint::black_box(decoded);
        at += line.bytes.len();
    }
    totals.decoding += begin.elapsed();
    at = 0;
    for line in lines {
        let start = at;
        at += line.bytes.len();
        // Data among the code.
        if line.text.starts_with('.') {
            continue;
        }
        totals.lines += 1;
        ours.set_instruction_set(target.instruction_set(line.word_bytes));
        let (text, length_bytes) = match ours.decode_at(&code[start..], line.address) {
            Ok((text, length_bytes)) => (text, length_bytes),
            Err(DecodeError::Truncated { skip_bytes: 0 }) => {
                (UNKNOWN.to_owned(), code.len() - start)
            }
            Err(error) => (UNKNOWN.to_owned(), error.skip_bytes()),
        };
        if text.trim_start() == line.text && length_bytes == line.bytes.len() {
            continue;
        }
        totals.different += 1;
        if totals.different <= show {
            println!("  {:x}: {:02x?}", line.address, line.bytes);
            println!("  reference: {}\n  oxmca:     {text} of {length_bytes} bytes", line.text);
        }
    }
}
