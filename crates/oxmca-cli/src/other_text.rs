//! Hints about texts that are no assembly of the chosen target.

use oxmca::Code;
use oxmca_asm::Severity;

use crate::console::{self, Console};
use crate::flags::args::{Args, Input};
use crate::{language, target};

/// Tells a person whose text is refused that it is source code of another language, or assembly of another target.
pub fn hint(args: &Args, code: &Code, console: &mut dyn Console) {
    if !console::suggests() {
        return;
    }
    let text = code.sources().main().text();
    let path = args.inputs.first().and_then(Input::path).unwrap_or("-");
    if let Some(advice) = language::advice(path, text, language::LOOPS) {
        console.message(Severity::Note, &advice);
    } else {
        hint_target(args, code, console);
    }
}

/// Tells that a text is assembly of another target, if one reads it whole.
pub fn hint_target(args: &Args, code: &Code, console: &mut dyn Console) {
    let (text, arch) = (code.sources().main().text(), code.session().target().triple().arch());
    let named = target::args_for_text(args, text).map(|other| other.mtriple);
    if let Some(triple) = named.or_else(|| target::triple_that_reads(args, text, arch)) {
        let message = format!("this is assembly of another target: -mtriple={triple} reads it");
        console.message(Severity::Note, &message);
    }
}
