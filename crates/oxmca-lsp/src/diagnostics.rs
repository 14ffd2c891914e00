//! The assembler's messages about a text.

use gen_lsp_types::{Diagnostic, DiagnosticSeverity, Position, Range};
use oxmca_asm::Severity;
use oxmca_queries::{TextDiagnostic, TextOnMachine};

use crate::document::Document;
use crate::positions::{Encoding, LineText};

/// Most messages about a text that are shown.
const MAX_SHOWN: usize = 1000;

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
    let Some(read) = read else { return found };
    let errors = read.errors_of_assembler(text.text());
    found.extend(read.diagnostics().take(MAX_SHOWN).map(|it| {
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
