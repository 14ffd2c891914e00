//! The document about options.

use anyhow::Result;
use oxmca::options::{AppliesTo, OptionEntry, OptionKind, OptionList};

use super::values;

const HEAD: &str = "\
# Options of analyses

`cargo xtask options` writes this page from the list of options, `crates/oxmca/src/options/list.rs`; [how to add an
option](add-an-option.md) describes it. An option has one name in the library (a field of `Options` or `HardwareOptions`), in
[full JSON](json.md), in [requests](batch.md) and columns of Arrow, in [Python](python.md) and in addresses of
[the page](web.md). Programs have it as a flag, as below or by its name with dashes.

Python and addresses take older names, too; the opposite of an option turns it off. A member or a column that is `null`
stands for the default.
";

/// Returns the document.
pub fn page(list: OptionList, _: &str) -> Result<String> {
    let mut text = HEAD.to_owned();
    for (simulation, title) in [
        (AppliesTo::Both, "Both simulations"),
        (AppliesTo::Model, "The simulation of llvm-mca"),
        (AppliesTo::Hardware, "Hardware mode"),
        (AppliesTo::Report, "Reports"),
    ] {
        text.push_str(&format!("\n## {title}\n\n"));
        text.push_str("| name | flag | values | default | effect |\n|---|---|---|---|---|\n");
        for entry in list.iter().filter(|entry| entry.applies_to == simulation) {
            text.push_str(&row(entry));
        }
    }
    text.push_str("\n## Other names\n\n| name | older or shorter | opposite |\n|---|---|---|\n");
    for entry in list.iter().filter(|entry| entry.names().count() > 1) {
        text.push_str(&format!(
            "| `{}` | {} | {} |\n",
            entry.name,
            code(entry.aliases),
            code(entry.opposites)
        ));
    }
    Ok(text)
}

fn row(entry: &OptionEntry) -> String {
    let values = match entry.kind {
        OptionKind::Switch => "true, false".to_owned(),
        OptionKind::Number { .. } | OptionKind::Factor => "number".to_owned(),
        OptionKind::Words { words, .. } => {
            code(&words.iter().map(|it| it.word).collect::<Vec<_>>())
        }
        OptionKind::Registers { words } => {
            let words = code(&words.iter().map(|it| it.word).collect::<Vec<_>>());
            format!("{words}, values by names; a file for programs")
        }
        _ => "names".to_owned(),
    };
    let flag = match entry.opposite_text {
        Some(_) => format!("`{}` turns it off", entry.spelling()),
        None => format!("`{}`", entry.spelling()),
    };
    format!(
        "| `{}` | {flag} | {values} | {} | {} |\n",
        entry.name,
        values::default_value(entry),
        entry.text
    )
}

fn code(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
