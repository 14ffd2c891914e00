//! The program's flags: one table, from which parsing, help and documentation are made.
//!
//! [`table`] declares each flag once, [`parse`] reads the command line the way LLVM's tools do, and
//! [`args`] holds the result as the user gave it.

pub mod args;
pub mod hardware;
pub mod help;
mod nearest;
pub mod parse;
pub mod response;
pub mod selection;
pub mod table;

use args::{Args, When};
use oxmca::options::{OptionEntry, OptionKind, Word};

/// A heading of the help text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Input, CPU and output.
    Input,
    /// Parameters of the simulation.
    Simulation,
    /// Changes to the scheduling model. LLVM has a heading of its own for these.
    SchedModel,
    /// Parts of the report.
    View,
    /// Printing help and versions.
    Generic,
}

impl Group {
    /// All groups, in the order help lists them.
    pub const ALL: [Group; 5] =
        [Group::Input, Group::Simulation, Group::SchedModel, Group::View, Group::Generic];

    /// Returns the heading in the help text.
    pub fn title(self) -> &'static str {
        match self {
            Group::Input => "Input and output",
            Group::Simulation => "Simulation",
            Group::SchedModel => "Machine scheduling model options",
            Group::View => "Views",
            Group::Generic => "Other",
        }
    }
}

/// One value of a flag that takes one of a few words.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The word.
    pub word: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

impl From<&Word> for Choice {
    fn from(word: &Word) -> Choice {
        Choice { word: word.word, doc: word.text }
    }
}

/// The kind of value a flag takes, and the function that stores it.
#[derive(Clone, Copy)]
pub enum Value {
    /// A switch: alone, `=true|false|1|0`. The second argument is the flag's position.
    Switch(fn(&mut Args, bool, usize)),
    /// A switch that also takes one more word.
    SwitchOr {
        /// Stores true or false.
        switch: fn(&mut Args, bool),
        /// The word.
        choice: Choice,
        /// Stores the word.
        set: fn(&mut Args),
    },
    /// A switch that stands alone and asks for something other than an analysis.
    SpecialMode(fn(&mut Args)),
    /// A switch that the program can also decide: `=auto|always|never`.
    When(fn(&mut Args, When)),
    /// An unsigned 32-bit number in C notation.
    Number(fn(&mut Args, u32)),
    /// An unsigned 64-bit number in C notation.
    Address(fn(&mut Args, u64)),
    /// A signed 32-bit number in C notation.
    Signed(fn(&mut Args, i32)),
    /// An option of analyses, from the list of these.
    Option(&'static OptionEntry),
    /// Any text.
    Text(fn(&mut Args, String)),
    /// Text of a form of its own, or the reason why it is not.
    Parsed(fn(&mut Args, &str) -> Result<(), &'static str>),
    /// Texts separated by commas, which add up over repeated use.
    List(fn(&mut Args, &str)),
    /// One of the given words, passed on as its index.
    Choice {
        /// The words.
        choices: &'static [Choice],
        /// Taken when the flag stands alone; `None` makes a value necessary.
        default: Option<usize>,
        /// Stores the index.
        set: fn(&mut Args, usize),
    },
}

/// The program that a flag is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// llvm-mca lists it, if only in `--help-hidden`.
    Llvm,
    /// llvm-mca takes it without listing it anywhere.
    LlvmUnlisted,
    /// It is ours.
    Own,
}

/// One flag.
#[derive(Clone, Copy)]
pub struct Flag {
    /// Name without dashes.
    pub name: &'static str,
    /// Placeholder for the value in help.
    pub value_name: &'static str,
    /// Its heading in help.
    pub group: Group,
    /// Listed only by `--help-hidden`.
    pub hidden: bool,
    /// The program that it is of.
    pub origin: Origin,
    /// Its effect, one sentence without a full stop.
    pub doc: &'static str,
    /// Its value.
    pub value: Value,
}

impl Flag {
    /// Returns the flag with its dashes, as LLVM prints it: one dash before a single letter, two
    /// otherwise.
    pub fn spelling(&self) -> String {
        let dashes = if self.name.len() == 1 { "-" } else { "--" };
        format!("{dashes}{}", self.name)
    }

    /// Returns the part after its name: `=<value>`, `[=<value>]` or nothing.
    pub fn value_usage(&self) -> String {
        match &self.value {
            Value::Option(entry) if entry.takes_files || word_alone(entry).is_some() => {
                format!("[=<{}>]", self.value_name)
            }
            Value::When(_) | Value::SwitchOr { .. } | Value::Choice { default: Some(_), .. } => {
                format!("[=<{}>]", self.value_name)
            }
            _ if self.value_name.is_empty() => String::new(),
            _ => format!("=<{}>", self.value_name),
        }
    }

    /// Returns whether the flag takes the next argument when none follows an equals sign.
    pub fn needs_value(&self) -> bool {
        match &self.value {
            Value::Switch(_) | Value::SwitchOr { .. } | Value::When(_) | Value::SpecialMode(_) => {
                false
            }
            Value::Choice { default, .. } => default.is_none(),
            Value::Option(entry) => entry.kind != OptionKind::Switch && word_alone(entry).is_none(),
            Value::Number(_)
            | Value::Address(_)
            | Value::Signed(_)
            | Value::Text(_)
            | Value::Parsed(_)
            | Value::List(_) => true,
        }
    }

    /// Returns the words it describes.
    pub fn choices(&self) -> Vec<Choice> {
        match &self.value {
            Value::Option(OptionEntry { kind: OptionKind::Words { words, .. }, .. }) => {
                words.iter().map(Choice::from).collect()
            }
            Value::Choice { choices, .. } => choices.to_vec(),
            Value::SwitchOr { choice, .. } => vec![*choice],
            _ => Vec::new(),
        }
    }

    /// Returns the words its value may be; empty if it is not chosen from words.
    pub fn words(&self) -> Vec<&'static str> {
        match &self.value {
            Value::When(_) => vec!["auto", "always", "never"],
            _ => self.choices().iter().map(|choice| choice.word).collect(),
        }
    }
}

/// Returns the word that LLVM's flag of an option stands for if it stands alone.
pub fn word_alone(entry: &OptionEntry) -> Option<&'static str> {
    (entry.name == "instruction_tables").then_some("normal")
}
