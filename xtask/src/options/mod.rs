//! `cargo xtask options`: writes the files that follow from the list of options.

mod document;
mod python;
mod schema;
mod typescript;
mod values;

use std::fs;
use std::io::ErrorKind;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use oxmca::options::{OPTIONS, OptionList};

use crate::workspace;

/// A file that follows from the list, in whole or in a part, and the function that writes it: from the list and the text
/// that is there.
struct Output {
    path: &'static str,
    text: fn(OptionList, &str) -> Result<String>,
}

const OUTPUTS: [Output; 5] = [
    Output { path: "crates/oxmca/schema/oxmca-report.schema.json", text: schema::report_schema },
    Output {
        path: "crates/oxmca-batch/schema/oxmca-batch.schema.json",
        text: schema::batch_schema,
    },
    Output { path: "crates/oxmca-python/python/oxmca/settings.py", text: python::settings },
    Output { path: "web/src/option-list.ts", text: typescript::option_list },
    Output { path: "docs/options.md", text: document::page },
];

/// Runs the command.
pub fn run(arguments: &[String]) -> ExitCode {
    let result = match arguments {
        [] => write(false),
        [argument] if argument == "--check" => write(true),
        _ => Err(anyhow!("usage: cargo xtask options [--check]")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the files, or checks them.
///
/// # Errors
/// A file cannot be read or written or, if it is checked, is not what follows from the list.
fn write(is_check: bool) -> Result<()> {
    let folder = workspace::folder()?;
    for output in OUTPUTS {
        let path = folder.join(output.path);
        let before = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read.context(output.path)?,
        };
        let text = (output.text)(OPTIONS, &before).context(output.path)?;
        if is_check {
            ensure!(text == before, "{} is stale: run `cargo xtask options`", output.path);
        } else if text != before {
            fs::write(&path, text).context(output.path)?;
            println!("{}", output.path);
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../../tests/options/one_more.rs"]
mod one_more;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_what_follows_from_the_list() {
        write(true).unwrap();
    }

    #[test]
    fn another_option_is_in_every_file() {
        let list = one_more::list();
        for output in OUTPUTS {
            let before =
                fs::read_to_string(workspace::folder().unwrap().join(output.path)).unwrap();
            let text = (output.text)(list, &before).unwrap();
            assert!(!before.contains(one_more::NAME), "{}", output.path);
            assert!(text.contains(one_more::NAME), "{}", output.path);
            if output.path.ends_with(".json") {
                serde_json::from_str::<serde_json::Value>(&text).unwrap();
            }
        }
    }
}
