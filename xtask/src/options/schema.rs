//! Members of JSON Schemas: parameters of reports, and options of requests.

use anyhow::{Context, Result};
use oxmca::options::{InDocuments, OptionEntry, OptionKind, OptionList, Word};
use serde_json::Value;

/// Returns the schema of reports with the parameters that options are.
pub fn report_schema(list: OptionList, before: &str) -> Result<String> {
    let shown = || list.iter().filter(|entry| entry.in_documents != InDocuments::Never);
    let properties: Vec<String> = shown().map(parameter).collect();
    let required = shown().filter(|entry| matches!(entry.in_documents, InDocuments::Always(_)));
    let required: Vec<String> = required.map(|entry| quoted(entry.name)).collect();
    let start = "\n    \"parameters\": {\n";
    let description = "What was simulated, as far as options decide it. Null leaves the choice to the scheduling model, or means that there is no limit.";
    let between = format!(
        "      \"description\": {},\n      \"type\": \"object\",\n      \"properties\": {{\n{}\n      }},\n      \"required\": [\n{}\n      ],\n      \"additionalProperties\": false",
        quoted(description),
        properties.join(",\n"),
        wrapped(&required),
    );
    replace_between(before, start, "\n    },\n", &between)
}

/// Returns the schema of requests with the options that they may have.
pub fn batch_schema(list: OptionList, before: &str) -> Result<String> {
    let start = "        \"syntax\": { \"description\": \"As -x86-asm-syntax.\", \"enum\": [\"att\", \"intel\", null] },\n";
    let options = list.iter().filter(|entry| entry.in_requests);
    let properties: Vec<String> = options.map(request_option).collect();
    replace_between(before, start, "\n      },\n", &properties.join(",\n"))
}

/// Returns a parameter: the option as it was in an analysis.
fn parameter(entry: &'static OptionEntry) -> String {
    let description = match entry.in_documents {
        InDocuments::Always(description) => description.to_owned(),
        _ => format!(
            "{} ({}); absent if it is the default.",
            entry.text.replace('`', "'"),
            entry.spelling()
        ),
    };
    let is_always_there = matches!(entry.in_documents, InDocuments::Always(_));
    let has_number = entry.number_if_unset.is_some() || !is_always_there;
    let members = match entry.kind {
        OptionKind::Switch if is_always_there => "\"type\": \"boolean\"".to_owned(),
        OptionKind::Switch => format!("\"const\": {}", !entry.is_on_by_default()),
        OptionKind::Number { zero_is_unset: true } if !has_number => {
            "\"type\": [\"integer\", \"null\"],\n          \"minimum\": 0".to_owned()
        }
        OptionKind::Number { .. } => "\"type\": \"integer\",\n          \"minimum\": 0".to_owned(),
        OptionKind::Factor => "\"type\": \"number\"".to_owned(),
        OptionKind::Words { words, .. } => format!("\"enum\": [{}]", words_of(words)),
        OptionKind::Registers { words } => {
            // The default is the first word.
            format!(
                "\"anyOf\": [\n            {{ \"type\": \"string\", \"enum\": [{}] }},\n            {{ \"type\": \"object\", \"additionalProperties\": {{ \"type\": \"string\", \"pattern\": \"^0x[0-9a-f]{{1,16}}$\" }} }}\n          ]",
                words_of(&words[1..]),
            )
        }
        _ => "\"type\": \"array\",\n          \"items\": { \"type\": \"string\" }".to_owned(),
    };
    property(entry.name, &description, &members)
}

/// Returns an option of a request.
fn request_option(entry: &'static OptionEntry) -> String {
    let description = format!("As {}: {}.", entry.spelling(), uncapitalized(entry.text));
    let address = "\"additionalProperties\": {\n                \"anyOf\": [\n                  { \"type\": \"integer\", \"minimum\": 0, \"maximum\": 18446744073709551615 },\n                  { \"type\": \"string\", \"pattern\": \"^0x[0-9A-Fa-f]{1,16}$\" }\n                ]\n              }";
    let members = match entry.kind {
        OptionKind::Switch => "\"type\": [\"boolean\", \"null\"]".to_owned(),
        OptionKind::Number { .. } => "\"type\": [\"integer\", \"null\"],\n          \"minimum\": 0,\n          \"maximum\": 4294967295".to_owned(),
        OptionKind::Factor => "\"type\": [\"number\", \"null\"]".to_owned(),
        OptionKind::Words { words, .. } => format!("\"enum\": [{}, null]", words_of(words)),
        OptionKind::Registers { words } => format!(
            "\"anyOf\": [\n            {{ \"enum\": [{}, null] }},\n            {{\n              \"type\": \"object\",\n              {address}\n            }}\n          ]",
            words_of(words)
        ),
        _ => "\"anyOf\": [\n            { \"type\": [\"string\", \"null\"] },\n            { \"type\": \"array\", \"items\": { \"type\": \"string\" } }\n          ]".to_owned(),
    };
    property(entry.name, &description, &members)
}

/// Returns a property, on one line if that is short.
fn property(name: &str, description: &str, members: &str) -> String {
    let (name, description) = (quoted(name), quoted(description));
    let on_one_line = members.replace(",\n          ", ", ");
    let short = format!("        {name}: {{ \"description\": {description}, {on_one_line} }}");
    match short.len() <= 110 && !on_one_line.contains('\n') {
        true => short,
        false => format!(
            "        {name}: {{\n          \"description\": {description},\n          {members}\n        }}"
        ),
    }
}

fn words_of(words: &[Word]) -> String {
    words.iter().map(|it| quoted(it.word)).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns a sentence's beginning within another sentence. Abbreviations stay as they are.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Names on lines of at most 120 columns.
fn wrapped(names: &[String]) -> String {
    let mut lines = vec!["       ".to_owned()];
    for (index, name) in names.iter().enumerate() {
        let comma = if index + 1 < names.len() { "," } else { "" };
        if lines[lines.len() - 1].len() + name.len() + 2 > 112 {
            lines.push("       ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!(" {name}{comma}"));
        }
    }
    lines.join("\n")
}

/// Returns the text between two texts, replaced.
fn replace_between(text: &str, start: &str, end: &str, between: &str) -> Result<String> {
    let from = text.find(start).with_context(|| format!("there is no {start:?}"))? + start.len();
    let to = from + text[from..].find(end).with_context(|| format!("there is no {end:?}"))?;
    Ok(format!("{}{between}{}", &text[..from], &text[to..]))
}
