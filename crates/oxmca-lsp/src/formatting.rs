//! Blanks of instructions, on request: one indentation, one gap before operands, one blank behind commas between them.
//!
//! Deliberately absent: changes of anything else. Directives, definitions of macros, comments and lines of several statements
//! stay as they are.

use std::ops::RangeInclusive;

use gen_lsp_types::{FormattingOptions, Range, TextEdit};
use oxmca_asm::{Interrupt, Syntax};
use oxmca_queries::TextOnMachine;

use crate::document::Document;
use crate::labels::{Names, is_name_byte};
use crate::positions::Encoding;

/// The most blanks of an indentation.
const MAX_INDENTATION: u32 = 16;

/// The blanks that a client wants.
struct Blanks {
    indentation: String,
    before_operands: &'static str,
}

impl Blanks {
    /// Takes tabs, as compilers write them, unless the client wants none.
    fn of(options: &FormattingOptions) -> Blanks {
        match options.insert_spaces {
            true => Blanks {
                indentation: " ".repeat(options.tab_size.min(MAX_INDENTATION) as usize),
                before_operands: " ",
            },
            false => Blanks { indentation: "\t".to_owned(), before_operands: "\t" },
        }
    }
}

/// Returns the edits that format the instructions on some lines, from 0, of a text that was read as a whole.
///
/// # Errors
/// When the text would have other instructions then.
pub fn edits(
    document: &Document,
    read: &TextOnMachine,
    lines: RangeInclusive<u32>,
    options: &FormattingOptions,
    encoding: Encoding,
) -> Result<Vec<TextEdit>, String> {
    let text = &document.text;
    let syntax = read.machine().session().target().syntax();
    let names = Names::new(text, syntax);
    let blanks = Blanks::of(options);
    let (first, last) = (*lines.start(), (*lines.end()).min(text.line_count().saturating_sub(1)));
    let mut edits = Vec::new();
    let mut formatted = text.text()[..text.start(first)].to_owned();
    for line in first..=last {
        let old = text.line(line);
        let end = &text.text()[text.start(line) + old.len()..text.start(line + 1)];
        let new = match read.instructions_on_line(line + 1) {
            [index] => read.place(*index).and_then(|place| {
                let begin = place.column.checked_sub(1)? as usize;
                formatted_line(old, begin, names.code_length(old), syntax, &blanks)
            }),
            _ => None,
        };
        match new.filter(|new| new != old) {
            Some(new) => {
                formatted.push_str(&new);
                let start = text.position(line, 0, encoding);
                let range = Range { start, end: text.end_of(line, encoding) };
                edits.push(TextEdit { range, new_text: new });
            }
            None => formatted.push_str(old),
        }
        formatted.push_str(end);
    }
    if edits.is_empty() {
        return Ok(edits);
    }
    formatted.push_str(&text.text()[text.start(last + 1)..]);
    // Only blanks were changed, and an assembler that reads them in a way of its own would read another text.
    let machine = read.machine().clone();
    let again = TextOnMachine::read(machine, document.name(), formatted, &Interrupt::NEVER)?;
    match again.code().parsed().insts == read.code().parsed().insts {
        true => Ok(edits),
        false => Err("blanks have a meaning in this text".to_owned()),
    }
}

/// Returns a line whose only statement is an instruction that begins at a byte. `None` if it is no such line.
fn formatted_line(
    line: &str,
    begin: usize,
    code_length: usize,
    syntax: &Syntax,
    blanks: &Blanks,
) -> Option<String> {
    let (code, comment) = line.split_at_checked(code_length)?;
    let (before, statement) = code.split_at_checked(begin)?;
    let (before, statement_end) = (before.trim_ascii_end(), statement.trim_ascii_end().len());
    let (statement, gap) = statement.split_at(statement_end);
    if statement.is_empty() || !(before.is_empty() || before.ends_with(':')) {
        return None;
    }
    let mnemonic = statement.find([' ', '\t']).unwrap_or(statement.len());
    let (mnemonic, rest) = statement.split_at(mnemonic);
    let operands = rest.trim_ascii_start();
    let mut out = match before {
        "" => blanks.indentation.clone(),
        _ => format!("{before}{}", blanks.before_operands),
    };
    out.push_str(mnemonic);
    if !operands.is_empty() {
        // Another word may be the mnemonic of a prefix, or a size.
        let word = operands.bytes().take_while(|byte| is_name_byte(*byte)).count();
        let behind = operands[word..].trim_ascii_start();
        let has_gap = behind.len() < operands.len() - word;
        let is_word = word > 0 && has_gap && !behind.is_empty() && !behind.starts_with(',');
        let original = &rest[..rest.len() - operands.len()];
        out.push_str(if is_word { original } else { blanks.before_operands });
        push_operands(operands, syntax, &mut out)?;
    }
    if !comment.is_empty() {
        out.push_str(gap);
        out.push_str(comment);
    }
    Some(out)
}

/// Adds operands with one blank behind each comma between them. Those within brackets stay. `None` if another statement may
/// follow, or there are quotes.
fn push_operands(operands: &str, syntax: &Syntax, out: &mut String) -> Option<()> {
    let has_separator = !syntax.separator.is_empty() && operands.contains(syntax.separator);
    if has_separator || operands.contains(['"', '\'']) {
        return None;
    }
    let mut depth: u32 = 0;
    let mut rest = operands;
    while let Some(at) = rest.find(['(', '[', '{', ')', ']', '}', ',']) {
        let (before, from) = rest.split_at(at);
        let (found, behind) = from.split_at(1);
        rest = behind;
        match found {
            "," if depth == 0 => {
                out.push_str(before.trim_ascii_end());
                rest = behind.trim_ascii_start();
                // The gap before a comment is behind the last one.
                out.push_str(if rest.is_empty() { "," } else { ", " });
                continue;
            }
            "(" | "[" | "{" => depth += 1,
            "," => {}
            _ => depth = depth.saturating_sub(1),
        }
        out.push_str(before);
        out.push_str(found);
    }
    out.push_str(rest);
    Some(())
}
