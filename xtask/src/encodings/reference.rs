//! llvm-mc's machine code.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context;

/// Begins the label before each line, by which output is told apart.
const LABEL: &str = "encodings.row.";

/// Lines as one text, each after a label with its number: every second line is one of them.
pub fn batch(lines: &[String]) -> String {
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        text += &format!("{LABEL}{index}:\n{line}\n");
    }
    text
}

/// The code of each of `count` lines of a batch; `None` for those the reference rejects. Bytes that
/// only the linker knows are zero.
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
    let mut child = Command::new(reference)
        .arg("-show-encoding")
        .arg(format!("-triple={triple}"))
        .arg(format!("-mattr={features}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("`{}` cannot be run", reference.display()))?;
    let mut stdin = child.stdin.take().context("no pipe")?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all(batch.as_bytes())));
        child.wait_with_output()
    })?;
    let mut codes = vec![None; count];
    let mut row = None;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(label) = line.strip_prefix(LABEL) {
            row = label.split(':').next().and_then(|number| number.parse::<usize>().ok());
        }
        let Some((_, encoding)) = line.split_once("# encoding: [") else { continue };
        let code: &mut Option<Vec<u8>> =
            row.and_then(|row| codes.get_mut(row)).context("an encoding without a line")?;
        let bytes = encoding.trim_end_matches(']').split(',').map(byte);
        code.get_or_insert_default().extend(bytes.collect::<anyhow::Result<Vec<u8>>>()?);
    }
    Ok(codes)
}

/// A byte of an encoding: `0x1f`, `A` (part of fixup A), or `0x05'A'` (a part of it, and bits).
fn byte(text: &str) -> anyhow::Result<u8> {
    match text.strip_prefix("0x") {
        Some(digits) => {
            let digits = digits.split('\'').next().unwrap_or_default();
            u8::from_str_radix(digits, 16).with_context(|| format!("no byte: {text}"))
        }
        None => Ok(0),
    }
}
