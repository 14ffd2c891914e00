//! Completions for zsh.

use std::fmt::Write;

use super::commands::{self, CommandDocument, OptionDocument, Usage};
use super::values::{Values, shown, values};
use crate::flags::Flag;

/// Returns the script.
pub fn completions(flags: &[Flag]) -> String {
    let mut out =
        "#compdef oxmca\n# Completions of oxmca for zsh, made by `oxmca --generate=zsh`.\n\n"
            .to_owned();
    let commands = commands::commands();
    out.push_str(&cases(&commands));
    out.push_str("_arguments \\\n");
    for flag in shown(flags) {
        let spellings = match flag.name.len() {
            1 => vec![format!("-{}", flag.name)],
            _ => vec![format!("-{}", flag.name), format!("--{}", flag.name)],
        };
        for spelling in &spellings {
            let _ = writeln!(out, "    {} \\", quote(&specification(flag, spelling, &spellings)));
        }
    }
    let names: Vec<String> = commands.iter().map(alternative).collect();
    let alternatives = format!(
        "'1: :_alternative \"commands:command:(({}))\" \"files:input file:_files\"'",
        names.join(" ")
    );
    let _ = writeln!(out, "    {alternatives}");
    out
}

/// Returns a command in a list of alternatives, where quotes of any kind would end a string.
fn alternative(command: &CommandDocument) -> String {
    let about = command.about.replace(['`', '"', '\''], "").replace(':', r"\:");
    format!("{}\\:\\\"{about}\\\"", command.name)
}

/// Completes the arguments after the name of a command.
fn cases(commands: &[CommandDocument]) -> String {
    let mut out = "if (( CURRENT > 2 )); then\n    case $words[2] in\n".to_owned();
    for command in commands {
        let _ = writeln!(out, "        {})", command.name);
        out.push_str("            shift words\n            (( CURRENT-- ))\n");
        match command.has_subcommands {
            true => subcommands(command, &mut out),
            false => command.usages.iter().for_each(|it| arguments(it, "            ", &mut out)),
        }
        out.push_str("            return\n            ;;\n");
    }
    out.push_str("    esac\nfi\n\n");
    out
}

fn subcommands(command: &CommandDocument, out: &mut String) {
    out.push_str("            if (( CURRENT == 2 )); then\n");
    out.push_str("                local -a commands=(\n");
    for usage in &command.usages {
        let text = format!("{}:{}", usage.name, escape(&usage.about, &[':']));
        let _ = writeln!(out, "                    {}", quote(&text));
    }
    out.push_str("                )\n                _describe command commands\n");
    out.push_str("                return\n            fi\n");
    out.push_str("            local name=$words[2]\n            shift words\n");
    out.push_str("            (( CURRENT-- ))\n            case $name in\n");
    for usage in &command.usages {
        let _ = writeln!(out, "                {})", usage.name);
        arguments(usage, "                    ", out);
        out.push_str("                    ;;\n");
    }
    out.push_str("            esac\n");
}

/// Completes the arguments of a usage.
fn arguments(usage: &Usage, indent: &str, out: &mut String) {
    let mut specified: Vec<String> = usage.options.iter().flat_map(specifications).collect();
    let operands = usage.operands.split_whitespace();
    specified.extend(operands.map(|it| format!("*:{}:_files", it.to_lowercase())));
    let specified: Vec<String> = specified.iter().map(|it| quote(it)).collect();
    let gap = format!(" \\\n{indent}    ");
    let _ = writeln!(out, "{indent}_arguments{gap}{}", specified.join(&gap));
}

/// Returns the spellings of an option of a command.
fn specifications(option: &OptionDocument) -> Vec<String> {
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

/// Returns one spelling of a flag in the notation of `_arguments`. Either spelling excludes the
/// other.
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

/// Returns the text with backslashes before some characters.
fn escape(text: &str, special: &[char]) -> String {
    text.chars()
        .flat_map(|char| special.contains(&char).then_some('\\').into_iter().chain([char]))
        .collect()
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
