//! Entries of the list of options.

use serde_json::Value;

use super::error::OptionError;
use super::fields::Options;
use super::requested::RequestedOptions;
use super::simulation::AppliesTo;
use super::value::{OptionKind, OptionValue};

/// The part of the full JSON document that an option has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InDocuments {
    /// None.
    Never,
    /// A member if the option is not what it is by default.
    IfChanged,
    /// A member, with its description in the schema.
    Always(&'static str),
}

/// The control of an option on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnPage {
    /// None.
    No,
    /// A control; numbers are from 1 to this.
    UpTo(u32),
}

/// An option of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// Its name in the library, JSON, Arrow, Python and on the page.
    pub name: &'static str,
    /// Names that it had before in Python and on the page.
    pub aliases: &'static [&'static str],
    /// Names that its opposite had there.
    pub opposites: &'static [&'static str],
    /// Its name on command lines, without dashes.
    pub flag: &'static str,
    /// The effect of the flag, if it is a switch that turns the option off.
    pub opposite_text: Option<&'static str>,
    /// Its label on a control.
    pub title: &'static str,
    /// Its effect, one line without a full stop.
    pub text: &'static str,
    /// On command lines, it can also be given the name of a file, which switches it on.
    pub takes_files: bool,
    /// Only complete help lists it.
    pub is_hidden: bool,
    /// The kind of its values.
    pub kind: OptionKind,
    /// The number that is taken if none is set.
    pub number_if_unset: Option<u32>,
    /// The simulation that it applies to.
    pub applies_to: AppliesTo,
    /// Its member in full JSON documents.
    pub in_documents: InDocuments,
    /// A single request or row among many may have it.
    pub in_requests: bool,
    /// Its control on the page.
    pub on_page: OnPage,
    /// Sets it. [`OptionValue::Unset`] stands for the default.
    pub set: fn(&mut RequestedOptions, OptionValue),
    /// Returns its value.
    pub value: fn(&Options) -> OptionValue,
    /// Returns its value by default.
    pub default: fn() -> OptionValue,
}

impl OptionEntry {
    /// Attributes of an option that says nothing about them: every front end has it.
    pub const USUAL: OptionEntry = OptionEntry {
        name: "",
        aliases: &[],
        opposites: &[],
        flag: "",
        opposite_text: None,
        title: "",
        text: "",
        takes_files: false,
        is_hidden: false,
        kind: OptionKind::Switch,
        number_if_unset: None,
        applies_to: AppliesTo::Both,
        in_documents: InDocuments::IfChanged,
        in_requests: true,
        on_page: OnPage::UpTo(100_000),
        set: |_, _| {},
        value: |_| OptionValue::Unset,
        default: || OptionValue::Unset,
    };

    /// Returns its value in an analysis, with the number that is taken if none is set.
    pub fn effective_value(&self, options: &Options) -> OptionValue {
        match ((self.value)(options), self.number_if_unset) {
            (OptionValue::Unset, Some(number)) => OptionValue::Number(number),
            (value, _) => value,
        }
    }

    /// Returns all names that it has: its own, older ones, and those of its opposite.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let others = self.aliases.iter().chain(self.opposites);
        std::iter::once(self.name).chain(others.copied())
    }

    /// Returns whether it is on unless it is switched off.
    pub fn is_on_by_default(&self) -> bool {
        (self.default)() == OptionValue::Switch(true)
    }

    /// Returns the spelling of its flag: one dash before a letter, two before a word.
    pub fn spelling(&self) -> String {
        let dashes = if self.flag.len() == 1 { "-" } else { "--" };
        format!("{dashes}{}", self.flag)
    }

    /// Returns the effect of its flag, one line without a full stop.
    pub const fn flag_text(&self) -> &'static str {
        match self.opposite_text {
            Some(text) => text,
            None => self.text,
        }
    }

    /// Returns the value of the option that its flag has.
    pub fn of_flag(&self, value: OptionValue) -> OptionValue {
        if self.opposite_text.is_some() { opposite(value) } else { value }
    }

    /// Reads the value of its flag, and sets it.
    ///
    /// # Errors
    /// The text is no such value.
    pub fn set_by_flag(
        &self,
        requested: &mut RequestedOptions,
        text: &str,
    ) -> Result<(), OptionError> {
        let value = self.kind.read_text(self.flag, text)?;
        self.set_in(requested, self.of_flag(value));
        Ok(())
    }

    /// Sets it.
    pub fn set_in(&self, requested: &mut RequestedOptions, value: OptionValue) {
        (self.set)(requested, value);
        requested.mark_given(self.name);
    }

    /// Checks that it has an effect on the simulation that is asked for.
    ///
    /// # Errors
    /// It belongs to the other one.
    pub fn check_place(&self, requested: &RequestedOptions) -> Result<(), OptionError> {
        match self.applies_to.is_there(requested.is_hardware()) {
            true => Ok(()),
            false => Err(OptionError::Misplaced { option: self.name, applies_to: self.applies_to }),
        }
    }
}

/// Returns the value of an option whose opposite has this one.
fn opposite(value: OptionValue) -> OptionValue {
    match value {
        OptionValue::Switch(value) => OptionValue::Switch(!value),
        value => value,
    }
}

/// A list of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionList(pub &'static [OptionEntry]);

impl OptionList {
    /// Returns the options.
    pub fn iter(self) -> impl Iterator<Item = &'static OptionEntry> + Clone {
        self.0.iter()
    }

    /// Returns the option of a name.
    pub fn named(self, name: &str) -> Option<&'static OptionEntry> {
        self.iter().find(|entry| entry.name == name)
    }

    /// Reads the value of an option that has this name, or had it before. `null` is no value.
    ///
    /// # Errors
    /// There is no such option, or it cannot have that value.
    pub fn read(
        self,
        name: &str,
        json: &Value,
    ) -> Result<Option<(&'static OptionEntry, OptionValue)>, OptionError> {
        let is_it = |entry: &&OptionEntry| entry.name == name || entry.aliases.contains(&name);
        let is_opposite = |entry: &&OptionEntry| entry.opposites.contains(&name);
        let found = self.iter().find(is_it).map(|entry| (entry, false));
        let found = found.or_else(|| Some((self.iter().find(is_opposite)?, true)));
        let Some((entry, is_opposite)) = found else {
            return Err(OptionError::unknown_option(name, self.iter().map(|it| it.name)));
        };
        if json.is_null() {
            return Ok(None);
        }
        let value = entry.kind.read(entry.name, json)?;
        Ok(Some((entry, if is_opposite { opposite(value) } else { value })))
    }

    /// Sets the option of a name to a value as in JSON. `null` leaves it as it is.
    ///
    /// # Errors
    /// There is no such option, or it cannot have that value.
    pub fn set(
        self,
        requested: &mut RequestedOptions,
        name: &str,
        json: &Value,
    ) -> Result<(), OptionError> {
        if let Some((entry, value)) = self.read(name, json)? {
            entry.set_in(requested, value);
        }
        Ok(())
    }
}
