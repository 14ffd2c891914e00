//! Codes one after the other, as llvm-mc reads and disassembles them.

use std::process::Output;

use anyhow::{Context, Result};

use super::codes::Codes;
use super::reference::{INVALID, UNDEFINED};
use super::setting::{Disassembler, without_comment};

/// A disassembler's verdict on one code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The text of an instruction.
    Instruction(String),
    /// The line and the column of a code that is none.
    Invalid(usize, usize),
    /// The line and the column of an instruction that may be undefined.
    Undefined(usize, usize),
}

/// A byte, and its line and column.
struct Byte(u8, usize, usize);

/// Disassembles the bytes of a text. Instructions come first, then the codes of which the reference warns.
pub fn disassemble(target: &dyn Codes, disassembler: &Disassembler, text: &str) -> Vec<Line> {
    let (mut lines, mut invalid) = (Vec::new(), Vec::new());
    for (bytes, is_block) in runs(text) {
        let code: Vec<u8> = bytes.iter().map(|byte| byte.0).collect();
        let mut at = 0;
        while at < code.len() {
            let error = match disassembler.decode_text(&code[at..], at as u64) {
                Ok((text, length_bytes, is_potentially_undefined)) => {
                    if is_potentially_undefined {
                        invalid.push(Line::Undefined(bytes[at].1, bytes[at].2));
                    }
                    // A few instructions are printed with directives around them.
                    lines.extend(text.split('\n').map(|it| Line::Instruction(it.to_owned())));
                    at += length_bytes;
                    continue;
                }
                Err(error) => error,
            };
            invalid.push(Line::Invalid(bytes[at].1, bytes[at].2));
            if is_block {
                break;
            }
            at += target.skipped_bytes(disassembler, error);
        }
    }
    lines.extend(invalid);
    lines
}

/// Returns the runs of bytes of a text, and which of them are blocks: `[...]`.
fn runs(text: &str) -> Vec<(Vec<Byte>, bool)> {
    let mut runs = vec![(Vec::new(), false)];
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        let mut rest = line;
        loop {
            rest = rest.trim_start_matches([' ', '\t', ',', '\r']);
            let column = line.len() - rest.len() + 1;
            match rest.chars().next() {
                None => break,
                Some(bracket @ ('[' | ']')) => {
                    runs.push((Vec::new(), bracket == '['));
                    rest = &rest[1..];
                }
                Some(_) => {
                    let end = rest.find([' ', '\t', ',', '\r', '[', ']']).unwrap_or(rest.len());
                    let byte = match rest[..end].strip_prefix("0x") {
                        Some(hex) => u8::from_str_radix(hex, 16),
                        None => rest[..end].parse(),
                    };
                    // After a word that is no byte, the rest of the line is passed over.
                    let (Ok(byte), Some((bytes, _))) = (byte, runs.last_mut()) else { break };
                    bytes.push(Byte(byte, number + 1, column));
                    rest = &rest[end..];
                }
            }
        }
    }
    runs
}

/// Returns the verdicts in the reference's output.
pub fn of_output(output: &Output) -> Result<Vec<Line>> {
    let text = String::from_utf8_lossy(&output.stdout);
    let text = text.lines().map(without_comment).filter(|line| line.starts_with('\t'));
    let mut lines: Vec<Line> = text.map(|line| Line::Instruction(line.to_owned())).collect();
    let errors = String::from_utf8_lossy(&output.stderr);
    // Lines of the input that are shown may end in the same words, in a comment.
    for line in errors.lines().filter(|line| !line.contains('#')) {
        let (place, is_invalid) = match (line.strip_suffix(INVALID), line.strip_suffix(UNDEFINED)) {
            (Some(place), _) => (place, true),
            (None, Some(place)) => (place, false),
            (None, None) => continue,
        };
        let mut numbers = place.split(':').skip(1).map(|number| number.parse().ok());
        let mut number = || numbers.next().flatten().context("place of a warning");
        let (line, column) = (number()?, number()?);
        lines.push(match is_invalid {
            true => Line::Invalid(line, column),
            false => Line::Undefined(line, column),
        });
    }
    Ok(lines)
}
