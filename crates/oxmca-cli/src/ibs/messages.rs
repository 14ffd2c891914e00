//! Messages about errors of reports.

use oxmca::{SessionBuilder, SessionError};
use oxmca_asm::diagnostic::Severity;
use oxmca_ibs_report::UnknownName;
use oxmca_ibs_report::annotate::AnnotateError;

use crate::console::{self, Streams, failed};
use crate::hints;
use crate::run::Failed;
use crate::suggest;

/// Prints an error about a name, with names that may have been meant. Gives the exit status.
pub fn unknown_name(option: &str, error: &UnknownName) -> Failed {
    let near = suggest::nearest(&error.name, error.known.iter().map(String::as_str));
    let hint = suggest::choice(&near);
    let hint = hint.map_or_else(String::new, |near| format!(", did you mean {near}?"));
    failed(&format!("{option}{error}{hint}"))
}

/// Prints the error for which a function cannot be annotated. Gives the exit status.
pub fn not_annotated(error: &AnnotateError) -> Failed {
    let status = match error {
        AnnotateError::UnknownName(error) | AnnotateError::UnknownFunction { error, .. } => {
            unknown_name("", error)
        }
        AnnotateError::EmptyRange { .. } => failed(&format!("--loop: {error}")),
        AnnotateError::Cpu { .. } => failed(&format!("--mcpu: {error}")),
        _ => failed(&error.to_string()),
    };
    for note in error.notes() {
        console::message(Severity::Note, &note);
    }
    match error {
        AnnotateError::Ambiguous { .. } => {
            let note = "--module, or the address in place of the name, chooses one";
            console::message(Severity::Note, note);
        }
        AnnotateError::Cpu { triple, cpu, error: SessionError::UnknownCpu(_) } => {
            hints::cpu(&SessionBuilder::new(triple), cpu, &mut Streams);
        }
        _ => {}
    }
    status
}
