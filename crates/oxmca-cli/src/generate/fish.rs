//! Completions for fish.

use std::fmt::Write;

use super::commands::{self, FIRST};
use super::{Values, flags, values};

/// Asks for the first word after `oxmca`, and the word after that.
const FUNCTIONS: &str = "\
function __oxmca_first
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = FIRST
end

function __oxmca_command
    set -l words (commandline -opc)
    __oxmca_first; and test (count $words) -gt 2; and test $words[3] = $argv[1]
end

";

/// The script.
pub fn completions() -> String {
    let mut out =
        "# Completions of oxmca for fish, made by `oxmca --generate=fish`.\n\n".to_owned();
    out.push_str(&FUNCTIONS.replace("FIRST", FIRST));
    for flag in flags() {
        // A name of several letters is an option with two dashes and an old-style one with one.
        let kinds: &[&str] = if flag.name.len() == 1 { &["-s"] } else { &["-l", "-o"] };
        let takes = takes(&values(flag), flag.needs_value());
        for kind in kinds {
            let (name, doc) = (flag.name, escape(flag.doc));
            let condition = "-n 'not __oxmca_first'";
            let _ = writeln!(out, "complete -c oxmca {condition} {kind} {name}{takes} -d '{doc}'");
        }
    }
    let about = escape(&commands::about());
    let _ = writeln!(out, "complete -c oxmca -n __fish_is_first_arg -a {FIRST} -d '{about}'");
    for command in commands::commands() {
        let (name, about) = (&command.name, escape(&command.about));
        let condition = "'__oxmca_first; and test (count (commandline -opc)) -eq 2'";
        let _ = writeln!(out, "complete -c oxmca -n {condition} -f -a {name} -d '{about}'");
        for option in &command.options {
            let short = option.short.map_or_else(String::new, |letter| format!(" -s {letter}"));
            let (long, doc) = (&option.long, escape(&option.doc));
            let takes = takes(&option.values, true);
            let _ = writeln!(
                out,
                "complete -c oxmca -n '__oxmca_command {name}'{short} -l {long}{takes} -d '{doc}'"
            );
        }
    }
    out
}

/// What a value is completed with.
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
