//! Keyword arguments of Python.

use anyhow::Result;
use oxmca::options::{OptionEntry, OptionKind, OptionList};

use super::values;

const HEAD: &str = r#""""Options of analyses as keyword arguments.

Written by `cargo xtask options` from the list of options: every name is the one that they have everywhere.
"""

# The lines of the list are not broken.
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Optional, TypedDict, Union


class Settings(TypedDict, total=False):
    """Options of an analysis; those that are left out, or `None`, have their defaults."""
"#;

/// Arguments that functions name themselves.
const NAMED: [&str; 2] = ["hardware", "iterations"];

/// Returns the module `settings`.
pub fn settings(list: OptionList, _: &str) -> Result<String> {
    let mut text = HEAD.to_owned();
    for entry in list.iter().filter(|entry| !NAMED.contains(&entry.name)) {
        let default = values::default_value(entry);
        let is_told =
            entry.text.contains("default") || entry.text.contains(&format!("({default})"));
        let default = match default.as_str() {
            "" => String::new(),
            _ if is_told => String::new(),
            "true" => " (default: True)".to_owned(),
            "false" => " (default: False)".to_owned(),
            default => format!(" (default: {default})"),
        };
        text.push_str(&format!(
            "\n    {}: {}\n    \"\"\"{}{default}.\"\"\"\n",
            entry.name,
            annotation(entry),
            entry.text,
        ));
    }
    Ok(text)
}

fn annotation(entry: &OptionEntry) -> String {
    let words: Vec<String> =
        entry.kind.words().iter().map(|it| format!("\"{}\"", it.word)).collect();
    let words = words.join(", ");
    match entry.kind {
        OptionKind::Switch => "Optional[bool]".to_owned(),
        OptionKind::Number { .. } => "Optional[int]".to_owned(),
        OptionKind::Factor => "Optional[float]".to_owned(),
        OptionKind::Words { .. } => format!("Optional[Literal[{words}]]"),
        OptionKind::Registers { .. } => {
            format!("Union[None, Literal[{words}], Mapping[str, int]]")
        }
        _ => "Union[None, str, Sequence[str]]".to_owned(),
    }
}
