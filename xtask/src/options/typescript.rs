//! Controls of the page.

use anyhow::Result;
use oxmca::options::{AppliesTo, OnPage, OptionEntry, OptionKind, OptionList, OptionValue};
use serde_json::{Value, json};

use super::values;

const HEAD: &str = r#"// The options of analyses that the page has controls for. Written by `cargo xtask options` from the list of options.

/** What all options have. */
export interface Described {
  /** In requests, in an address, and of its control. */
  name: string;
  title: string;
  /** The option of the program. */
  flag: string;
  text: string;
  /** Names in older addresses. */
  aliases: string[];
  /** Names of its opposite in these. */
  opposites: string[];
  /** Hardware mode alone has it. */
  isOfHardware: boolean;
}

export type ListedOption =
  | (Described & { kind: "number"; name: NumberKey; max: number })
  | (Described & { kind: "switch"; name: SwitchKey })
  /** Words, each with its label. */
  | (Described & { kind: "words"; name: WordKey; words: [string, string][] });

export type NumberKey = { [Key in keyof ListedOptions]: ListedOptions[Key] extends number ? Key : never }[keyof ListedOptions];
export type SwitchKey = { [Key in keyof ListedOptions]: ListedOptions[Key] extends boolean ? Key : never }[keyof ListedOptions];
export type WordKey = { [Key in keyof ListedOptions]: ListedOptions[Key] extends string ? Key : never }[keyof ListedOptions];
"#;

/// Returns the module `option-list`.
pub fn option_list(list: OptionList, _: &str) -> Result<String> {
    let mut text = HEAD.to_owned();
    text.push_str(
        "\n/** Values by names, as requests have them. Numbers that are 0 stand for the CPU's own, empty words for none. */\n",
    );
    text.push_str("export interface ListedOptions {\n");
    for entry in values::on_page(list) {
        text.push_str(&format!("  {}: {};\n", entry.name, type_of(entry)));
    }
    text.push_str("}\n\nexport const LISTED_DEFAULTS: ListedOptions = {\n");
    for entry in values::on_page(list) {
        text.push_str(&format!("  {}: {},\n", entry.name, default(entry)));
    }
    text.push_str("};\n\nexport const LISTED_OPTIONS: ListedOption[] = [\n");
    for entry in values::on_page(list) {
        text.push_str(&format!("  {},\n", described(entry)));
    }
    text.push_str("];\n");
    Ok(text)
}

/// Returns the words of an option with their labels, that of none first.
fn words(entry: &OptionEntry) -> Vec<(&'static str, &'static str)> {
    let unset = match entry.kind {
        OptionKind::Words { unset, .. } => unset.map(|title| ("", title)),
        _ => None,
    };
    let words = entry.kind.words().iter().map(|it| (it.word, it.title));
    unset.into_iter().chain(words).collect()
}

fn type_of(entry: &OptionEntry) -> String {
    match entry.kind {
        OptionKind::Switch => "boolean".to_owned(),
        OptionKind::Number { .. } | OptionKind::Factor => "number".to_owned(),
        _ => {
            let words: Vec<String> = words(entry).iter().map(|it| format!("{:?}", it.0)).collect();
            words.join(" | ")
        }
    }
}

fn default(entry: &OptionEntry) -> Value {
    match ((entry.default)(), entry.kind) {
        (OptionValue::Unset, OptionKind::Number { .. }) => {
            entry.number_if_unset.unwrap_or(0).into()
        }
        (OptionValue::Unset, _) => "".into(),
        (OptionValue::Switch(value), _) => value.into(),
        (OptionValue::Number(number), _) => number.into(),
        (OptionValue::Factor(factor), _) => factor.get().into(),
        (value, _) => value.to_string().into(),
    }
}

fn described(entry: &OptionEntry) -> String {
    let kind = match entry.kind {
        OptionKind::Switch => "switch",
        OptionKind::Number { .. } | OptionKind::Factor => "number",
        _ => "words",
    };
    let mut members = vec![
        ("kind", json!(kind)),
        ("name", json!(entry.name)),
        ("title", json!(entry.title)),
        ("flag", json!(entry.spelling())),
        ("text", json!(entry.text)),
        ("aliases", json!(entry.aliases)),
        ("opposites", json!(entry.opposites)),
        ("isOfHardware", json!(entry.applies_to == AppliesTo::Hardware)),
    ];
    match (entry.kind, entry.on_page) {
        (OptionKind::Number { .. }, OnPage::UpTo(most)) => members.push(("max", json!(most))),
        (OptionKind::Switch | OptionKind::Number { .. } | OptionKind::Factor, _) => {}
        _ => members.push(("words", json!(words(entry)))),
    }
    let members: Vec<String> =
        members.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{ {} }}", members.join(", "))
}
