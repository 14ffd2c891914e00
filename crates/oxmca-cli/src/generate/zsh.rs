//! Completions for zsh.

use std::fmt::Write;

use super::commands::{self, Choice, FIRST};
use super::{Values, flags, values};
use crate::flags::Flag;

/// The script.
pub fn completions() -> String {
    let mut out =
        "#compdef oxmca\n# Completions of oxmca for zsh, made by `oxmca --generate=zsh`.\n\n"
            .to_owned();
    out.push_str(&commands_part());
    out.push_str("_arguments \\\n");
    for flag in flags() {
        let spellings = match flag.name.len() {
            1 => vec![format!("-{}", flag.name)],
            _ => vec![format!("-{}", flag.name), format!("--{}", flag.name)],
        };
        for spelling in &spellings {
            let _ = writeln!(out, "    {} \\", quote(&specification(flag, spelling, &spellings)));
        }
    }
    let about = commands::about().replace(':', r"\:");
    let alternatives = format!(
        "'1: :_alternative \"commands:command:(({FIRST}\\:\\\"{}\\\"))\" \"files:input file:_files\"'",
        about.replace('`', "")
    );
    let _ = writeln!(out, "    {alternatives}");
    out
}

/// What completes the words after the first one of commands.
fn commands_part() -> String {
    let mut out = format!("if (( CURRENT > 2 )) && [[ $words[2] == {FIRST} ]]; then\n");
    out.push_str("    shift words\n    (( CURRENT-- ))\n    if (( CURRENT == 2 )); then\n");
    out.push_str("        local -a commands=(\n");
    let commands = commands::commands();
    for command in &commands {
        let text = format!("{}:{}", command.name, escape(&command.about, &[':']));
        let _ = writeln!(out, "            {}", quote(&text));
    }
    out.push_str("        )\n        _describe command commands\n        return\n    fi\n");
    out.push_str("    local name=$words[2]\n    shift words\n    (( CURRENT-- ))\n");
    out.push_str("    case $name in\n");
    for command in &commands {
        let _ = writeln!(out, "        {})\n            _arguments \\", command.name);
        for option in &command.options {
            for specification in specifications(option) {
                let _ = writeln!(out, "                {} \\", quote(&specification));
            }
        }
        out.push_str("                '1:recording:_files'\n            ;;\n");
    }
    out.push_str("    esac\n    return\nfi\n\n");
    out
}

/// The spellings of an option of a command.
fn specifications(option: &Choice) -> Vec<String> {
    let doc = escape(&option.doc, &['[', ']']);
    let action = match &option.values {
        Values::None => None,
        Values::Any => Some(" ".to_owned()),
        Values::Files => Some("_files".to_owned()),
        Values::Words(words) => Some(format!("({})", words.join(" "))),
    };
    let name = escape(&option.value_name, &[':']);
    let value = action.map_or_else(String::new, |action| format!(":{name}:{action}"));
    let spelled = option.spellings().into_iter().map(|spelling| {
        let takes = match (option.needs_value(), spelling.starts_with("--")) {
            (false, _) => "",
            (true, true) => "=",
            (true, false) => "+",
        };
        format!("*{spelling}{takes}[{doc}]{value}")
    });
    spelled.collect()
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
