//! A hardware model as it was read.

use super::form::{FormChange, FormCondition, FormRule};
use super::numbers::HardwareNumbers;
use super::ports::Ports;

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
    /// A sentence about how far predictions by it have been compared with measurements.
    pub checked: String,
    /// Its numbers.
    pub numbers: HardwareNumbers,
    /// Its ports.
    pub ports: Ports,
    /// The names of the numbers of which each of two threads has half.
    pub divided: Vec<String>,
    pub(super) forms: Vec<FormRule>,
}

impl HardwareModel {
    /// Returns whether a file's hardware model is for a CPU with a scheduling model, without reading the rest of it.
    pub fn is_for(file: &HardwareFile<'_>, model: &str, cpu: &str) -> bool {
        let words = |keyword: &str, skipped| {
            let line = file.text.lines().find(|line| line.split(' ').next() == Some(keyword));
            line.map(|line| line.split_ascii_whitespace().skip(skipped).collect::<Vec<_>>())
        };
        words("hardware", 3).is_some_and(|models| models.contains(&model))
            && words("cpus", 1).is_none_or(|cpus| cpus.contains(&cpu))
    }

    /// Returns the numbers of one of two threads that share a core.
    pub fn numbers_of_thread(&self) -> HardwareNumbers {
        let mut numbers = self.numbers;
        for name in &self.divided {
            if let Some(number) = numbers.by_name(name) {
                *number /= 2;
            }
        }
        numbers
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
