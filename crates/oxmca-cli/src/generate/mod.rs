//! The manual page and shell completions, made from the table that parsing and help are made from.

mod bash;
mod commands;
mod fish;
mod man;
mod values;
mod zsh;

use crate::flags::args::Document;

/// The text of a document.
pub fn document(document: Document) -> String {
    match document {
        Document::Man => man::page(),
        Document::Bash => bash::completions(),
        Document::Zsh => zsh::completions(),
        Document::Fish => fish::completions(),
        Document::JsonSchema => oxmca::report::json::full::SCHEMA.to_owned(),
        Document::BatchSchema => oxmca_batch::schema(),
        Document::ComparisonSchema => crate::compare::SCHEMA.to_owned(),
        Document::LoopsSchema => oxmca_loops::json::SCHEMA.to_owned(),
        Document::DiffSchema => oxmca_loops::comparison::json::SCHEMA.to_owned(),
        Document::IbsReportSchema => oxmca_ibs_report::report::json::SCHEMA.to_owned(),
        Document::IbsAnnotateSchema => oxmca_ibs_report::annotate::json::SCHEMA.to_owned(),
        Document::ValidateSchema => oxmca_validate::SCHEMA.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::values::{Values, flags};
    use super::*;

    const ALL: [Document; 4] = [Document::Man, Document::Bash, Document::Zsh, Document::Fish];

    #[test]
    fn every_flag_that_help_lists_is_in_every_document() {
        for kind in ALL {
            // The manual page has commands for fonts, and dashes that are not broken at.
            let text = document(kind).replace("\\-", "-");
            let text = text.replace("\\fB", " ").replace("\\fR", " ");
            let words: BTreeSet<&str> =
                text.split(|char: char| !char.is_ascii_alphanumeric() && char != '-').collect();
            for flag in flags() {
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
    fn every_option_of_commands_is_in_every_document() {
        let commands = commands::commands();
        for words in ["ibs report", "models"] {
            assert!(commands::usages(&commands).any(|usage| usage.words == words), "{words}");
        }
        for kind in ALL {
            let text = document(kind).replace("\\-", "-");
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
            let text = document(kind);
            for word in ["znver4", "skylake", "native", "parse-failure", "always"] {
                assert!(text.contains(word), "{kind:?}: {word}");
            }
        }
    }
}
