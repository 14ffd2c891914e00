//! The program's flags: one table, from which parsing, help and documentation are made.
//!
//! [`table`] declares each flag once, [`parse`] reads the command line the way LLVM's tools do, and
//! [`args`] holds the result as the user gave it.

pub mod args;
pub mod help;
pub mod parse;
pub mod response;
pub mod table;

use args::Args;

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
    /// A switch that stands alone and asks for something else than an analysis.
    Request(fn(&mut Args)),
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

/// One flag.
pub struct Flag {
    /// Name without dashes.
    pub name: &'static str,
    /// What stands for the value in help.
    pub value_name: &'static str,
    /// Where it is listed.
    pub group: Group,
    /// Listed only by `--help-hidden`, as in llvm-mca.
    pub hidden: bool,
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

    /// Whether a value may follow an equals sign.
    pub fn takes_value(&self) -> bool {
        !matches!(self.value, Value::Switch(_) | Value::Request(_))
    }
}
