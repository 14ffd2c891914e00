//! Completions for zsh.

use std::fmt::Write;

use super::{Values, flags, values};
use crate::flags::Flag;

/// The script.
pub fn completions() -> String {
    let mut out = "#compdef oxmca\n# Completions of oxmca for zsh, made by `oxmca --generate=zsh`.\n\n_arguments \\\n".to_owned();
    for flag in flags() {
        let spellings = match flag.name.len() {
            1 => vec![format!("-{}", flag.name)],
            _ => vec![format!("-{}", flag.name), format!("--{}", flag.name)],
        };
        for spelling in &spellings {
            let _ = writeln!(out, "    {} \\", quote(&specification(flag, spelling, &spellings)));
        }
    }
    out.push_str("    '1:input file:_files'\n");
    out
}

/// One spelling of a flag in the notation of `_arguments`. Either spelling excludes the other.
fn specification(flag: &Flag, spelling: &str, spellings: &[String]) -> String {
    let values = values(flag);
    let takes = match (&values, flag.needs_value()) {
        (Values::None, _) => "",
        (_, true) => "=",
        (_, false) => "=-",
    };
    let mut out =
        format!("({}){spelling}{takes}[{}]", spellings.join(" "), escape(flag.doc, &['[', ']']));
    let action = match values {
        Values::None => return out,
        Values::Any => " ".to_owned(),
        Values::Files => "_files".to_owned(),
        Values::Words(words) => format!("({})", words.join(" ")),
    };
    let optional = if flag.needs_value() { ":" } else { "::" };
    let _ = write!(out, "{optional}{}:{action}", escape(flag.value_name, &[':']));
    out
}

/// The text with backslashes before some characters.
fn escape(text: &str, special: &[char]) -> String {
    text.chars()
        .flat_map(|char| special.contains(&char).then_some('\\').into_iter().chain([char]))
        .collect()
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
