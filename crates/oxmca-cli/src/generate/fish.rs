//! Completions for fish.

use std::fmt::Write;

use super::commands;
use super::values::{Values, shown, values};
use crate::flags::Flag;

/// Tests whether the words before the cursor begin with a command, and with which.
const FUNCTIONS: &str = "\
function __oxmca_has_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] COMMANDS
end

function __oxmca_command
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); and test \"$words[1..(count $argv)]\" = \"$argv\"
end

";

/// Returns the script.
pub fn completions(flags: &[Flag]) -> String {
    let mut out =
        "# Completions of oxmca for fish, made by `oxmca --generate=fish`.\n\n".to_owned();
    let commands = commands::commands();
    let names = commands.iter().map(|it| it.name).collect::<Vec<_>>().join(" ");
    out.push_str(&FUNCTIONS.replace("COMMANDS", &names));
    for flag in shown(flags) {
        // A name of several letters is an option with two dashes and an old-style one with one.
        let kinds: &[&str] = if flag.name.len() == 1 { &["-s"] } else { &["-l", "-o"] };
        let takes = takes(&values(flag), flag.needs_value());
        for kind in kinds {
            let (name, doc) = (flag.name, escape(flag.doc));
            let condition = "-n 'not __oxmca_has_command'";
            let _ = writeln!(out, "complete -c oxmca {condition} {kind} {name}{takes} -d '{doc}'");
        }
    }
    for command in &commands {
        let (name, about) = (command.name, escape(&command.about));
        let _ = writeln!(out, "complete -c oxmca -n __fish_is_first_arg -a {name} -d '{about}'");
        if command.has_subcommands {
            let condition =
                format!("__oxmca_command {name}; and test (count (commandline -opc)) -eq 2");
            for usage in &command.usages {
                let (name, about) = (&usage.name, escape(&usage.about));
                let _ =
                    writeln!(out, "complete -c oxmca -n '{condition}' -f -a {name} -d '{about}'");
            }
        }
    }
    for usage in commands::usages(&commands) {
        let condition = format!("-n '__oxmca_command {}'", usage.words);
        if usage.operands.is_empty() {
            let _ = writeln!(out, "complete -c oxmca {condition} -f");
        }
        for option in &usage.options {
            let short = option.short.map_or_else(String::new, |letter| format!(" -s {letter}"));
            let (long, doc) = (&option.long, escape(&option.doc));
            let takes = takes(&option.values, true);
            let _ =
                writeln!(out, "complete -c oxmca {condition}{short} -l {long}{takes} -d '{doc}'");
        }
    }
    out
}

/// Returns the options of `complete` for a value.
fn takes(values: &Values, needs_value: bool) -> String {
    match values {
        Values::None => String::new(),
        Values::Any => " -x".to_owned(),
        Values::Files => " -r -F".to_owned(),
        Values::Words(words) if needs_value => format!(" -x -a '{}'", words.join(" ")),
        Values::Words(words) => format!(" -f -a '{}'", words.join(" ")),
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace('\'', r"\'")
}
