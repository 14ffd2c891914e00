//! The limit of a region, in one small vocabulary: all commands, documents and pages take its words from here.

use oxmca_tables::Reg;
use serde::Serialize;

use super::issue_waits::WaitCause;
use crate::simulation::hardware::HardwareBoundKind;

/// A reason for which iterations take as long as they do.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// The given number of micro-ops are dispatched per cycle, or in order issue.
    Dispatch,
    /// The given number of instructions enter the micro-op queue per cycle.
    Decoding,
    /// The given number of instructions retire per cycle.
    Retirement,
    /// These resources are always busy.
    Ports(Vec<String>),
    /// A chain of dependencies from one iteration to the next.
    Chain {
        /// The registers that it goes through, in the order of its links.
        registers: Vec<Reg>,
        /// Set if it goes through memory.
        through_memory: bool,
    },
    /// On a CPU that executes in order, most cycles end since an instruction waits for this.
    Wait {
        /// The reason, which is neither the width of issue nor resources.
        cause: WaitCause,
        /// The registers whose values are waited for.
        registers: Vec<Reg>,
    },
    /// No bound is met: several parts wait for each other.
    Several,
    /// A part of the processor that only hardware mode has.
    Hardware(HardwareBoundKind),
}

/// A limit in words. As a document it has the same names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct LimitWords {
    /// The kind of the limit, as of [`Limit::kind`].
    pub kind: &'static str,
    /// The limit as text shows it, such as "chain through %xmm0".
    pub text: String,
    /// The resources that are busy.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
    /// The registers that a chain goes through, or whose values are waited for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<String>,
}

/// Names in a limit's text; of more, the first ones are named and the others counted.
const MAX_NAMED: usize = 4;

impl Limit {
    /// Returns its kind, by the name that documents have.
    pub const fn kind(&self) -> &'static str {
        match self {
            Limit::Dispatch => "dispatch",
            Limit::Decoding => "decoding",
            Limit::Retirement => "retirement",
            Limit::Ports(_) => "ports",
            Limit::Chain { .. } => "chain",
            Limit::Wait { cause, .. } => cause.name(),
            Limit::Several => "several",
            Limit::Hardware(kind) => kind.name(),
        }
    }

    /// Returns the limit in words. `register_name` returns the name of a register as the code has it.
    pub fn words(&self, register_name: &dyn Fn(Reg) -> String) -> LimitWords {
        // Registers of several widths can have one name.
        let names = |registers: &[Reg]| {
            let mut names: Vec<String> = Vec::new();
            for name in registers.iter().map(|reg| register_name(*reg)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let (text, resources, registers) = match self {
            Limit::Ports(ports) => (followed("ports", " ", ports), ports.clone(), Vec::new()),
            Limit::Chain { registers, through_memory } => {
                let registers = names(registers);
                let mut carriers = registers.clone();
                if *through_memory {
                    carriers.insert(carriers.len().min(MAX_NAMED - 1), "memory".to_owned());
                }
                (followed("chain", " through ", &carriers), Vec::new(), registers)
            }
            Limit::Wait { cause: WaitCause::Results, registers } => {
                let registers = names(registers);
                (followed("results", " in ", &registers), Vec::new(), registers)
            }
            Limit::Wait { registers, .. } => (self.plain_text(), Vec::new(), names(registers)),
            _ => (self.plain_text(), Vec::new(), Vec::new()),
        };
        LimitWords { kind: self.kind(), text, resources, registers }
    }

    /// Returns its text without names of ports and registers.
    pub fn plain_text(&self) -> String {
        match self {
            Limit::Several => "several parts".to_owned(),
            Limit::Hardware(HardwareBoundKind::MicroOpCache) => "micro-op cache".to_owned(),
            other => other.kind().replace('_', " "),
        }
    }
}

/// Returns limits as text, such as "ports SKLPort5 and dispatch".
pub fn limits_text(limits: &[LimitWords]) -> String {
    limits.iter().map(|limit| limit.text.as_str()).collect::<Vec<_>>().join(" and ")
}

/// Returns a word and, after a preposition, names.
fn followed(word: &str, preposition: &str, names: &[String]) -> String {
    if names.is_empty() {
        return word.to_owned();
    }
    let (named, more) = names.split_at(names.len().min(MAX_NAMED));
    match (named.join(", "), more.len()) {
        (names, 0) => format!("{word}{preposition}{names}"),
        (names, more) => format!("{word}{preposition}{names} and {more} more"),
    }
}
