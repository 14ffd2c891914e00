//! The program's flags: one table, from which parsing, help and documentation are made.
//!
//! [`table`] declares each flag once, [`parse`] reads the command line the way LLVM's tools do, and
//! [`args`] holds the result as the user gave it.

pub mod args;
pub mod help;
mod nearest;
pub mod parse;
pub mod response;
pub mod table;

use args::{Args, When};

/// Where a flag is listed in the help text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// What to analyze, on which CPU, where the report goes.
    Input,
    /// What is simulated.
    Simulation,
    /// What the report shows.
    View,
    /// Printing help and versions.
    Generic,
}

impl Group {
    /// All groups, in the order help lists them.
    pub const ALL: [Group; 4] = [Group::Input, Group::Simulation, Group::View, Group::Generic];

    /// What help puts above its flags.
    pub fn title(self) -> &'static str {
        match self {
            Group::Input => "Input and output",
            Group::Simulation => "Simulation",
            Group::View => "Views",
            Group::Generic => "Other",
        }
    }
}

/// One value of a flag that takes one of a few words.
pub struct Choice {
    /// The word.
    pub word: &'static str,
    /// What it selects.
    pub doc: &'static str,
}

/// The kind of value a flag takes, and where the value goes.
pub enum Value {
    /// A switch: alone, `=true|false|1|0`. The second argument is the flag's position.
    Switch(fn(&mut Args, bool, usize)),
    /// A switch that also takes one more word.
    SwitchOr {
        /// Where true or false goes.
        switch: fn(&mut Args, bool),
        /// The word.
        choice: Choice,
        /// What the word does.
        set: fn(&mut Args),
    },
    /// A switch that stands alone and asks for something else than an analysis.
    Request(fn(&mut Args)),
    /// A switch that can also be left to circumstances: `=auto|always|never`.
    When(fn(&mut Args, When)),
    /// An unsigned 32-bit number in C notation.
    Number(fn(&mut Args, u32)),
    /// A signed 32-bit number in C notation.
    Signed(fn(&mut Args, i32)),
    /// Any text.
    Text(fn(&mut Args, String)),
    /// Texts separated by commas, which add up over repeated use.
    List(fn(&mut Args, &str)),
    /// One of the given words, passed on as its index.
    Choice {
        /// The words.
        choices: &'static [Choice],
        /// Taken when the flag stands alone; `None` makes a value necessary.
        default: Option<usize>,
        /// Where it goes.
        set: fn(&mut Args, usize),
    },
}

/// Where a flag comes from.
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
pub struct Flag {
    /// Name without dashes.
    pub name: &'static str,
    /// What stands for the value in help.
    pub value_name: &'static str,
    /// Where it is listed.
    pub group: Group,
    /// Listed only by `--help-hidden`.
    pub hidden: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// What it does, one sentence without a full stop.
    pub doc: &'static str,
    /// Its value.
    pub value: Value,
}

impl Flag {
    /// The flag with its dashes, as LLVM prints it: one dash before a single letter, two otherwise.
    pub fn spelling(&self) -> String {
        let dashes = if self.name.len() == 1 { "-" } else { "--" };
        format!("{dashes}{}", self.name)
    }

    /// What may or must follow its name: `=<value>`, `[=<value>]` or nothing.
    pub fn value_usage(&self) -> String {
        match &self.value {
            Value::When(_) | Value::SwitchOr { .. } | Value::Choice { default: Some(_), .. } => {
                format!("[=<{}>]", self.value_name)
            }
            _ if self.value_name.is_empty() => String::new(),
            _ => format!("=<{}>", self.value_name),
        }
    }

    /// Whether the flag takes the next argument when none follows an equals sign.
    pub fn needs_value(&self) -> bool {
        match &self.value {
            Value::Switch(_) | Value::SwitchOr { .. } | Value::When(_) | Value::Request(_) => false,
            Value::Choice { default, .. } => default.is_none(),
            Value::Number(_) | Value::Signed(_) | Value::Text(_) | Value::List(_) => true,
        }
    }

    /// The words it describes.
    pub fn choices(&self) -> &[Choice] {
        match &self.value {
            Value::Choice { choices, .. } => choices,
            Value::SwitchOr { choice, .. } => std::slice::from_ref(choice),
            _ => &[],
        }
    }

    /// The words its value may be; empty if it is not chosen from words.
    pub fn words(&self) -> Vec<&'static str> {
        match &self.value {
            Value::When(_) => vec!["auto", "always", "never"],
            _ => self.choices().iter().map(|choice| choice.word).collect(),
        }
    }
}
