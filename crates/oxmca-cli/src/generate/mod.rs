//! The manual page and shell completions, made from the table that parsing and help are made from.

mod bash;
mod commands;
mod fish;
mod man;
mod values;
mod zsh;

use crate::flags::Flag;
use crate::flags::args::Document;

/// Returns the text of a document.
pub fn document(document: Document, flags: &[Flag]) -> String {
    match document {
        Document::Man => man::page(flags),
        Document::Bash => bash::completions(flags),
        Document::Zsh => zsh::completions(flags),
        Document::Fish => fish::completions(flags),
        Document::JsonSchema => oxmca::report::json::full::SCHEMA.to_owned(),
        Document::BatchSchema => oxmca_batch::schema(),
        Document::ComparisonSchema => crate::compare::SCHEMA.to_owned(),
        Document::LoopsSchema => oxmca_loops::json::SCHEMA.to_owned(),
        Document::DiffSchema => oxmca_loops::comparison::json::SCHEMA.to_owned(),
        Document::MeasureSchema => crate::measure::SCHEMA.to_owned(),
        Document::IbsReportSchema => oxmca_ibs_report::report::json::SCHEMA.to_owned(),
        Document::IbsAnnotateSchema => oxmca_ibs_report::annotate::json::SCHEMA.to_owned(),
        Document::ValidateSchema => oxmca_validate::SCHEMA.to_owned(),
    }
}

#[cfg(test)]
#[path = "../../../../tests/options/one_more.rs"]
mod one_more;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::values::{Values, shown};
    use super::*;
    use oxmca::options::{AppliesTo, OPTIONS, OptionEntry};

    use crate::flags::parse::parse_flags;
    use crate::flags::table::{flags, flags_with};

    const ALL: [Document; 4] = [Document::Man, Document::Bash, Document::Zsh, Document::Fish];

    #[test]
    fn every_flag_that_help_lists_is_in_every_document() {
        for kind in ALL {
            // The manual page has commands for fonts, and dashes that are not broken at.
            let text = document(kind, flags()).replace("\\-", "-");
            let text = text.replace("\\fB", " ").replace("\\fR", " ");
            let words: BTreeSet<&str> =
                text.split(|char: char| !char.is_ascii_alphanumeric() && char != '-').collect();
            for flag in shown(flags()) {
                let spelled = [flag.name.to_owned(), flag.spelling()];
                assert!(
                    spelled.iter().any(|name| words.contains(name.as_str())),
                    "{kind:?}: {}",
                    flag.name
                );
            }
        }
    }

    #[test]
    fn another_option_is_in_help_and_every_document_and_can_be_given() {
        let flags = flags_with(one_more::list());
        let name = "latency-of-everything";
        let help = crate::flags::help::help(&flags, false, &[]);
        let line = help.lines().find(|line| line.contains(name)).unwrap();
        assert_eq!(line.split_whitespace().next(), Some("--latency-of-everything=<uint>"));
        assert!(line.ends_with("  Cycles that everything takes"), "{line}");
        for kind in ALL {
            assert!(document(kind, &flags).replace("\\-", "-").contains(name), "{kind:?}");
        }
        for argument in [format!("-{name}=7"), format!("--{}=7", one_more::NAME.replace('_', "-"))]
        {
            let args = parse_flags(&flags, "oxmca", &[argument]).unwrap();
            assert_eq!(args.requested.options.call_latency_cycles, 7);
        }
    }

    #[test]
    fn every_option_of_simulations_is_one_of_commands() {
        let commands = commands::commands();
        for name in ["loops", "diff", "check", "explain", "validate"] {
            let usage = commands::usages(&commands).find(|usage| usage.words == name).unwrap();
            let is_simulated = |entry: &&OptionEntry| {
                entry.in_requests && !entry.is_hidden && entry.applies_to != AppliesTo::Report
            };
            // LLVM's flag of it has words, which `validate` takes.
            let is_told =
                |entry: &&OptionEntry| name != "validate" || entry.name != "skip_unsupported";
            for entry in OPTIONS.iter().filter(is_simulated).filter(is_told) {
                let found = usage.options.iter().find(|option| option.long == entry.flag);
                assert_eq!(found.map(|it| &*it.doc), Some(entry.flag_text()), "{name}");
            }
        }
    }

    #[test]
    fn every_option_of_commands_is_in_every_document() {
        let commands = commands::commands();
        for words in ["ibs report", "models"] {
            assert!(commands::usages(&commands).any(|usage| usage.words == words), "{words}");
        }
        for kind in ALL {
            let text = document(kind, flags()).replace("\\-", "-");
            for command in &commands {
                assert!(text.contains(command.name), "{kind:?}: {}", command.name);
            }
            for command in commands::usages(&commands) {
                assert!(text.contains(&command.name), "{kind:?}: {}", command.name);
                for option in &command.options {
                    let spelling = option.long.as_str();
                    // fish has the name without dashes.
                    let names = [format!("--{spelling}"), format!("-l {spelling}")];
                    let is_there = names.iter().any(|name| text.contains(name));
                    assert!(is_there, "{kind:?}: {} {spelling}", command.name);
                    if let Values::Words(words) = &option.values {
                        assert!(words.iter().all(|it| text.contains(it.as_str())), "{kind:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn cpus_and_words_are_in_every_completion() {
        for kind in [Document::Bash, Document::Zsh, Document::Fish] {
            let text = document(kind, flags());
            for word in ["znver4", "skylake", "native", "parse-failure", "always"] {
                assert!(text.contains(word), "{kind:?}: {word}");
            }
        }
    }
}
