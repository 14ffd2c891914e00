//! llvm-mc's disassembler.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::setting::{Setting, UNDEFINED_MARK, without_comment};
use crate::reference::run;

/// The warning about a code that is no instruction.
pub const INVALID: &str = ": warning: invalid instruction encoding";

/// The warning about an instruction that may be undefined.
pub const UNDEFINED: &str = ": warning: potentially undefined instruction encoding";

/// Returns a code as llvm-mc reads it: one that it does not go on after if it is invalid.
pub fn block(code: &[u8]) -> String {
    let bytes: Vec<String> = code.iter().map(|byte| format!("{byte:#04x}")).collect();
    format!("[{}]", bytes.join(" "))
}

/// The answer to a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The text of an instruction, with [`UNDEFINED_MARK`] if it may be undefined.
    Text(String),
    /// It is no instruction.
    Invalid,
    /// The reference crashes.
    Crash,
}

impl Answer {
    /// Returns the text of an instruction.
    pub fn text(&self) -> Option<&str> {
        match self {
            Answer::Text(text) => Some(text),
            Answer::Invalid | Answer::Crash => None,
        }
    }
}

/// Returns the answer to each code.
///
/// # Errors
/// The reference cannot be run, or its output is not understood.
pub fn disassemble(reference: &Path, setting: &Setting, codes: &[Vec<u8>]) -> Result<Vec<Answer>> {
    let text: String = codes.iter().flat_map(|code| [block(code), "\n".to_owned()]).collect();
    let output = run(reference, &setting.arguments(), text)?;
    if output.status.code().is_none_or(|status| status >= 128) {
        if let [code] = codes {
            println!("the reference crashes: {setting} {}", block(code));
            return Ok(vec![Answer::Crash]);
        }
        let (first, second) = codes.split_at(codes.len() / 2);
        let mut texts = disassemble(reference, setting, first)?;
        texts.extend(disassemble(reference, setting, second)?);
        return Ok(texts);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let warned_of = |warning: &str| -> Result<Vec<bool>> {
        let mut is_warned_of = vec![false; codes.len()];
        for place in errors.lines().filter_map(|line| line.strip_suffix(warning)) {
            let line = place.split(':').nth(1).and_then(|line| line.parse::<usize>().ok());
            let line = line.context("line of a warning")?;
            *is_warned_of.get_mut(line - 1).context("line of a warning")? = true;
        }
        Ok(is_warned_of)
    };
    let (is_invalid, is_undefined) = (warned_of(INVALID)?, warned_of(UNDEFINED)?);
    let lines = String::from_utf8_lossy(&output.stdout);
    // Other lines are comments.
    let mut lines = lines.lines().filter(|line| line.starts_with('\t'));
    let texts = is_invalid.iter().zip(is_undefined).map(|(is_invalid, is_undefined)| {
        if *is_invalid {
            return Some(Answer::Invalid);
        }
        let mark = if is_undefined { UNDEFINED_MARK } else { "" };
        lines.next().map(|line| Answer::Text(without_comment(line).to_owned() + mark))
    });
    let texts =
        texts.collect::<Option<Vec<_>>>().with_context(|| format!("too few lines: {errors}"))?;
    ensure!(lines.next().is_none(), "too many lines");
    Ok(texts)
}
