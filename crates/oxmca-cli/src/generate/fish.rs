//! Completions for fish.

use std::fmt::Write;

use super::{Values, flags, values};

/// The script.
pub fn completions() -> String {
    let mut out =
        "# Completions of oxmca for fish, made by `oxmca --generate=fish`.\n\n".to_owned();
    for flag in flags() {
        // A name of several letters is an option with two dashes and an old-style one with one.
        let kinds: &[&str] = if flag.name.len() == 1 { &["-s"] } else { &["-l", "-o"] };
        let takes = match values(flag) {
            Values::None => String::new(),
            Values::Any => " -x".to_owned(),
            Values::Files => " -r -F".to_owned(),
            Values::Words(words) if flag.needs_value() => {
                format!(" -x -a '{}'", words.join(" "))
            }
            Values::Words(words) => format!(" -f -a '{}'", words.join(" ")),
        };
        for kind in kinds {
            let doc = flag.doc.replace('\\', r"\\").replace('\'', r"\'");
            let _ = writeln!(out, "complete -c oxmca {kind} {}{takes} -d '{doc}'", flag.name);
        }
    }
    out
}
