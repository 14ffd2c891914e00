//! llvm-mc's machine code.

use std::path::Path;

use anyhow::Context;

/// Begins the label before each line, by which output is told apart.
const LABEL: &str = "encodings.row.";

/// Begins the bytes of a line, after the characters that begin the target's comments.
const ENCODING: &str = " encoding: [";
/// Stands for no bytes, of an instruction that has no machine code.
const EMPTY: &str = "# encoding: []";

/// Returns lines as one text, each after a label with its number: every second line is one of them.
pub fn batch(lines: &[String]) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        text += &format!("{LABEL}{index}:\n{line}\n");
    }
    text
}

/// Returns the code of each of `count` lines of a batch; `None` for those the reference rejects.
/// Bytes that only the linker knows are zero.
///
/// # Errors
/// When the reference cannot be run.
pub fn encode(
    reference: &Path,
    triple: &str,
    features: &str,
    batch: &str,
    count: usize,
) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
    let mut codes = vec![None; count];
    let lines: Vec<&str> = batch.lines().collect();
    let mut row = None;
    for line in run(reference, triple, features, &lines)?.lines() {
        if let Some(label) = line.strip_prefix(LABEL) {
            row = label.split(':').next().and_then(|number| number.parse::<usize>().ok());
        }
        let Some((_, encoding)) = line.split_once(ENCODING) else { continue };
        let code: &mut Option<Vec<u8>> =
            row.and_then(|row| codes.get_mut(row)).context("an encoding without a line")?;
        let bytes = encoding.trim_end_matches(']').split(',').filter(|it| !it.is_empty()).map(byte);
        code.get_or_insert_default().extend(bytes.collect::<anyhow::Result<Vec<u8>>>()?);
    }
    Ok(codes)
}

/// Returns the reference's output for labels and the lines after them. If it crashes, it is run on halves. A line
/// on which it crashes has no bytes: it is a pseudo-instruction without machine code.
fn run(reference: &Path, triple: &str, features: &str, lines: &[&str]) -> anyhow::Result<String> {
    let text = lines.join("\n") + "\n";
    let arguments = ["-show-encoding", &format!("-triple={triple}"), &format!("-mattr={features}")]
        .map(str::to_owned);
    let output = crate::reference::run(reference, &arguments, text)?;
    if output.status.code().is_some_and(|status| status < 128) {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let rows = lines.len() / 2;
    if rows <= 1 {
        eprintln!("the reference crashes: {}", lines.last().unwrap_or(&""));
        return Ok(format!("{}\n{EMPTY}\n", lines.first().unwrap_or(&"")));
    }
    let (first, second) = lines.split_at(rows / 2 * 2);
    let first = run(reference, triple, features, first)?;
    Ok(first + &run(reference, triple, features, second)?)
}

/// Returns a byte of an encoding: `0x1f`, `A` (part of fixup A), `0x05'A'` (a part of it, and bits), or `0bAAAA0101`
/// (likewise).
fn byte(text: &str) -> anyhow::Result<u8> {
    let (digits, radix) = if let Some(digits) = text.strip_prefix("0x") {
        (digits.split('\'').next().unwrap_or_default().to_owned(), 16)
    } else if let Some(digits) = text.strip_prefix("0b") {
        (digits.replace(|it: char| !it.is_ascii_digit(), "0"), 2)
    } else {
        return Ok(0);
    };
    u8::from_str_radix(&digits, radix).with_context(|| format!("no byte: {text}"))
}
