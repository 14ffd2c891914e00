//! The parts of processors that scheduling models leave out: text files beside the models of a target.
//!
//! LLVM's models tell which ports an instruction uses and how long it takes. A hardware model adds the numbers of the
//! front end, the renamer and the memory units, the ports that loads and stores take, and lists of instructions that are
//! treated apart. `data/README.md` describes the files.

mod form;
mod numbers;
mod ports;
mod reader;
#[cfg(test)]
mod tests;

pub use form::{FormChange, FormCondition};
pub use numbers::HardwareNumbers;
pub use ports::{MicroOps, PortSet, Ports};

use crate::text::TextError;
use form::FormRule;

/// A file with a hardware model.
#[derive(Clone, Copy, Debug)]
pub struct HardwareFile<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// The parts of a processor that its scheduling model leaves out.
#[derive(Clone, Debug)]
pub struct HardwareModel {
    /// Its name, e.g. `Skylake`.
    pub name: String,
    /// The scheduling models that it adds to, by their names.
    pub models: Vec<String>,
    /// The CPUs that it is for; all that have one of the models if there is none.
    pub cpus: Vec<String>,
    /// How far predictions by it have been compared with measurements, as a sentence.
    pub checked: String,
    /// Its numbers.
    pub numbers: HardwareNumbers,
    /// Its ports.
    pub ports: Ports,
    forms: Vec<FormRule>,
}

impl HardwareModel {
    /// Reads a file.
    ///
    /// # Errors
    /// The first mistake in the file.
    pub fn read(file: &HardwareFile<'_>) -> Result<HardwareModel, TextError> {
        reader::read(file)
    }

    /// Returns whether a file's hardware model is for a CPU with a scheduling model, without reading the rest of it.
    pub fn is_for(file: &HardwareFile<'_>, model: &str, cpu: &str) -> bool {
        let words = |keyword: &str, skipped| {
            let line = file.text.lines().find(|line| line.split(' ').next() == Some(keyword));
            line.map(|line| line.split_ascii_whitespace().skip(skipped).collect::<Vec<_>>())
        };
        words("hardware", 3).is_some_and(|models| models.contains(&model))
            && words("cpus", 1).is_none_or(|cpus| cpus.contains(&cpu))
    }

    /// Returns all that the model changes about instructions of an opcode, later lines over earlier ones. `holds` tells
    /// whether a condition holds for the instruction at hand.
    pub fn change(&self, opcode: &str, holds: impl Fn(FormCondition) -> bool) -> FormChange {
        let mut change = FormChange::default();
        for rule in &self.forms {
            if rule.conditions.iter().all(|it| holds(*it)) && rule.matches(opcode) {
                change.take(&rule.change);
            }
        }
        change
    }
}

/// Returns the hardware models that are built in for the target whose tables are in that folder of `data`.
pub fn builtin_hardware(target: &str) -> &'static [HardwareFile<'static>] {
    match target {
        "x86" => X86,
        _ => &[],
    }
}

/// Declares files by their names in the folder of a target.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(HardwareFile { name: $name, text: include_str!(concat!("../../data/", $name)) }),*]
    };
}

const X86: &[HardwareFile<'static>] = files![
    "x86/hardware/sandybridge.tbl",
    "x86/hardware/ivybridge.tbl",
    "x86/hardware/haswell.tbl",
    "x86/hardware/skylake.tbl",
    "x86/hardware/golden-cove.tbl",
];
