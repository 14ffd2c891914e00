//! Parts of entries that several files have.

use oxmca::options::{OnPage, OptionEntry, OptionList, OptionValue};

/// Returns the options that the page has controls for.
pub fn on_page(list: OptionList) -> impl Iterator<Item = &'static OptionEntry> {
    list.iter().filter(|entry| entry.on_page != OnPage::No)
}

/// Returns the value that an option has if nobody sets it, in words; empty if the CPU or the code decides.
pub fn default_value(entry: &OptionEntry) -> String {
    match ((entry.default)(), entry.number_if_unset) {
        (OptionValue::Unset, None) => String::new(),
        (OptionValue::Unset, Some(number)) => number.to_string(),
        (OptionValue::Parts(parts), _) if parts.is_empty() => String::new(),
        (value, _) => value.to_string(),
    }
}
