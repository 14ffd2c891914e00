//! The assembler's messages about a text.

use std::collections::HashSet;

use gen_lsp_types::{Diagnostic, DiagnosticSeverity, Position, Range};
use oxmca::TextOptions;
use oxmca_asm::Severity;
use oxmca_queries::{Machine, TextDiagnostic, TextOnMachine};

use crate::document::Document;
use crate::positions::{Encoding, LineText};

/// Most messages about a text that are shown.
const MAX_SHOWN: usize = 1000;
/// Longer texts are not read again to tell errors from warnings.
const MAX_BYTES_READ_AGAIN: usize = 8 << 20;

/// Returns the messages about a document, which was read as a whole.
pub fn of_document(
    document: &Document,
    read: Option<&TextOnMachine>,
    encoding: Encoding,
) -> Vec<Diagnostic> {
    let text = &document.text;
    let first_line = || range_of_line(text, 0, encoding);
    let mut found = Vec::new();
    match (&document.machine, read) {
        (Err(reason), _) => {
            found.push(diagnostic(first_line(), DiagnosticSeverity::Error, reason.clone()));
        }
        (Ok(machine), Some(read)) if machine.is_cpu_assumed() && !read.all_parts().is_empty() => {
            let target = machine.session().target().triple().arch();
            let target = target.map_or("this target", oxmca_asm::triple::Arch::target_name);
            let message = format!(
                "no CPU is chosen for {target}: the figures are those of {}; the setting oxmca.cpu chooses another",
                machine.cpu()
            );
            found.push(diagnostic(first_line(), DiagnosticSeverity::Information, message));
        }
        _ => {}
    }
    let (Some(read), Ok(machine)) = (read, &document.machine) else { return found };
    let mut diagnostics = read.diagnostics().take(MAX_SHOWN).peekable();
    let errors = match diagnostics.peek() {
        Some(_) => errors_of_assembler(machine, text.text()),
        None => HashSet::new(),
    };
    found.extend(diagnostics.map(|it| {
        let line = it.place.map_or(0, |place| place.line);
        let severity = match it.severity {
            Severity::Note => DiagnosticSeverity::Information,
            Severity::Warning | Severity::Plain
                if !errors.contains(&(line, it.message.clone())) =>
            {
                DiagnosticSeverity::Warning
            }
            _ => DiagnosticSeverity::Error,
        };
        diagnostic(range(text, &it, encoding), severity, it.message)
    }));
    found
}

/// Returns the lines and messages of the errors that LLVM's assembler has with a text. Lenient reading, which passes over
/// what it cannot read, only warns of them.
fn errors_of_assembler(machine: &Machine, text: &str) -> HashSet<(u32, String)> {
    if text.len() > MAX_BYTES_READ_AGAIN {
        return HashSet::new();
    }
    let options = TextOptions::with(|it| it.dialect = machine.dialect());
    let Ok(code) = machine.session().read(text, &options) else { return HashSet::new() };
    let errors = code.diagnostics().iter().filter(|it| it.severity == Severity::Error);
    let line = |it: &oxmca_asm::Diagnostic| code.place(it.loc).map_or(0, |place| place.line);
    errors.map(|it| (line(it), String::from_utf8_lossy(&it.message).into_owned())).collect()
}

fn diagnostic(range: Range, severity: DiagnosticSeverity, message: String) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some("oxmca".to_owned()),
        message: message.into(),
        code: None,
        code_description: None,
        tags: None,
        related_information: None,
        data: None,
    }
}

/// Returns the range of a message: from its place to the end of what it underlines, else of the word there.
fn range(text: &LineText, it: &TextDiagnostic<'_>, encoding: Encoding) -> Range {
    let Some(place) = it.place else {
        return range_of_line(text, 0, encoding);
    };
    let number = (place.line - 1).min(text.line_count() - 1);
    let line = text.line(number);
    let as_read = it.line_as_read.strip_suffix(b"\r").unwrap_or(it.line_as_read);
    let start = place.column as usize - 1;
    if line.as_bytes() != as_read || start >= line.len() {
        return range_of_line(text, number, encoding);
    }
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.$%@".contains(byte);
    let word = line.as_bytes()[start..].iter().take_while(|byte| is_word(byte)).count();
    let length = if it.length_bytes > 0 { it.length_bytes as usize } else { word.max(1) };
    Range {
        start: text.position(number, start, encoding),
        end: text.position(number, start + length, encoding),
    }
}

/// Returns the range of a line, from 0, without blanks around it.
fn range_of_line(text: &LineText, number: u32, encoding: Encoding) -> Range {
    let line = text.line(number);
    let start = line.len() - line.trim_start().len();
    let end = line.trim_end().len().max(start);
    let at = |byte: usize| -> Position { text.position(number, byte, encoding) };
    Range { start: at(start), end: at(end) }
}
