//! llvm-mc's machine code.

use std::path::Path;

use anyhow::Context;

/// Begins the label before each line, by which output is told apart.
const LABEL: &str = "encodings.row.";

/// Begins the bytes of a line, after the characters that begin the target's comments.
const ENCODING: &str = " encoding: [";
/// Stands for the bytes of a line on which the reference crashes.
const CRASH: &str = "# encoding: [crash]";

/// The outcome of a line.
#[derive(Clone)]
pub enum Outcome {
    /// It has this machine code.
    Code(Code),
    /// It is rejected.
    Rejected,
    /// The reference crashes on it.
    Crash,
}

/// Machine code of which some bits may be known to the linker alone.
#[derive(Clone, Default)]
pub struct Code {
    /// The bytes; bits that only the linker knows are zero.
    pub bytes: Vec<u8>,
    /// The bits that are known, for each byte. In big-endian code LLVM says of others that the linker knows them than
    /// of those that it fills in.
    known: Vec<u8>,
}

impl Code {
    /// Returns whether all bits that are known are those of other code.
    pub fn agrees_with(&self, other: &[u8]) -> bool {
        let known = other.iter().zip(&self.known).map(|(byte, known)| byte & known);
        other.len() == self.bytes.len() && known.eq(self.bytes.iter().copied())
    }
}

/// Returns lines as one text, each after a label with its number: every second line is one of them, with `end` behind it.
pub fn batch(lines: &[String], end: &str) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        text += &format!("{LABEL}{index}:\n{line}{end}\n");
    }
    text
}

/// Returns the outcome of each of `count` lines of a batch.
///
/// # Errors
/// When the reference cannot be run.
pub fn encode(
    reference: &Path,
    (triple, cpu, features): (&str, &str, &str),
    batch: &str,
    count: usize,
) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes = vec![Outcome::Rejected; count];
    let lines: Vec<&str> = batch.lines().collect();
    let mut row = None;
    for line in run(reference, (triple, cpu, features), &lines)?.lines() {
        if let Some(label) = line.strip_prefix(LABEL) {
            row = label.split(':').next().and_then(|number| number.parse::<usize>().ok());
        }
        let Some((_, encoding)) = line.split_once(ENCODING) else { continue };
        let outcome: &mut Outcome =
            row.and_then(|row| outcomes.get_mut(row)).context("an encoding without a line")?;
        if line == CRASH {
            *outcome = Outcome::Crash;
            continue;
        }
        if !matches!(outcome, Outcome::Code(_)) {
            *outcome = Outcome::Code(Code::default());
        }
        let Outcome::Code(code) = outcome else { continue };
        for text in encoding.trim_end_matches(']').split(',').filter(|it| !it.is_empty()) {
            let (byte, known) = byte(text)?;
            code.bytes.push(byte);
            code.known.push(known);
        }
    }
    Ok(outcomes)
}

/// Returns the reference's output for labels and the lines after them. If it crashes, it is run on halves, until the
/// line on which it crashes is found.
fn run(reference: &Path, setting: (&str, &str, &str), lines: &[&str]) -> anyhow::Result<String> {
    let (triple, cpu, features) = setting;
    let text = lines.join("\n") + "\n";
    // Without a CPU, that of the triple would have features beyond the list.
    let (triple_option, cpu_option, features_option) =
        (format!("-triple={triple}"), format!("-mcpu={cpu}"), format!("-mattr={features}"));
    let arguments = ["-show-encoding", &cpu_option, &triple_option, &features_option];
    let arguments = arguments.map(str::to_owned);
    let output = crate::reference::run(reference, &arguments, text)?;
    if output.status.code().is_some_and(|status| status < 128) {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let rows = lines.len() / 2;
    if rows <= 1 {
        eprintln!("the reference crashes: {}", lines.last().unwrap_or(&""));
        return Ok(format!("{}\n{CRASH}\n", lines.first().unwrap_or(&"")));
    }
    let (first, second) = lines.split_at(rows / 2 * 2);
    let first = run(reference, setting, first)?;
    Ok(first + &run(reference, setting, second)?)
}

/// Returns a byte of an encoding and the bits of it that are known: `0x1f`, `A` (part of fixup A), `0x05'A'` (a part of
/// it, and bits), or `0bAAAA0101` (likewise).
fn byte(text: &str) -> anyhow::Result<(u8, u8)> {
    let (digits, known, radix) = if let Some(digits) = text.strip_prefix("0x") {
        (digits.split('\'').next().unwrap_or_default().to_owned(), u8::MAX, 16)
    } else if let Some(digits) = text.strip_prefix("0b") {
        let known =
            digits.bytes().fold(0, |bits, digit| bits << 1 | u8::from(digit.is_ascii_digit()));
        (digits.replace(|it: char| !it.is_ascii_digit(), "0"), known, 2)
    } else {
        return Ok((0, 0));
    };
    let byte = u8::from_str_radix(&digits, radix).with_context(|| format!("no byte: {text}"))?;
    Ok((byte, known))
}
