//! A hardware model as it was read.

use super::comparison::{ComparisonRows, Comparisons};
use super::form::{FormChange, FormRules};
use super::fusion::FusionRules;
use super::numbers::HardwareNumbers;
use super::policies::HardwarePolicies;
use super::ports::Ports;
use super::selection::FormCondition;
use crate::image::Tables;
use crate::schema::Model;

/// A file with a hardware model.
#[derive(Clone, Copy, Debug)]
pub struct HardwareFile<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
}

impl<'a> HardwareFile<'a> {
    /// Returns the name of the hardware model, without reading the rest of the file.
    pub fn model_name(&self) -> Option<&'a str> {
        self.words("hardware")?.next()
    }

    /// Returns the words after the first of a line with that keyword.
    fn words(&self, keyword: &str) -> Option<impl Iterator<Item = &'a str> + use<'a>> {
        let line = self.text.lines().find(|line| line.split(' ').next() == Some(keyword))?;
        let words = line.split('#').next().unwrap_or_default();
        Some(words.split_ascii_whitespace().skip(1))
    }
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
    /// The measurements that predictions by it have been compared with, or the reason why there were none.
    pub checked: String,
    /// Set if predictions by it have been compared with measurements.
    pub is_checked: bool,
    /// Its numbers.
    pub numbers: HardwareNumbers,
    /// Its policies.
    pub policies: HardwarePolicies,
    /// Its ports.
    pub ports: Ports,
    /// The names of the numbers of which each of two threads has half.
    pub divided: Vec<String>,
    /// Pairs of instructions that it makes one.
    pub fusions: FusionRules,
    pub(super) forms: FormRules,
    pub(super) comparisons: ComparisonRows,
}

impl HardwareModel {
    /// Creates a model of that name with the numbers and policies that files need not give.
    pub(super) fn new(name: &str) -> HardwareModel {
        HardwareModel {
            name: name.to_owned(),
            models: Vec::new(),
            cpus: Vec::new(),
            checked: String::new(),
            is_checked: false,
            numbers: HardwareNumbers::default(),
            policies: HardwarePolicies::default(),
            ports: Ports::default(),
            divided: Vec::new(),
            fusions: FusionRules::default(),
            forms: FormRules::default(),
            comparisons: ComparisonRows::default(),
        }
    }

    /// Returns whether it is for a CPU with a scheduling model.
    pub fn is_for(&self, model: &str, cpu: &str) -> bool {
        self.models.iter().any(|it| it == model)
            && (self.cpus.is_empty() || self.cpus.iter().any(|it| it == cpu))
    }

    /// Returns whether a file's hardware model is for a CPU with a scheduling model, without reading the rest of it.
    pub fn file_is_for(file: &HardwareFile<'_>, model: &str, cpu: &str) -> bool {
        file.words("hardware").is_some_and(|words| words.skip(2).any(|it| it == model))
            && file.words("cpus").is_none_or(|mut cpus| cpus.any(|it| it == cpu))
    }

    /// Returns whether a scheduling model has a resource for each of the ports, so that a file can be based on this model
    /// without naming other ports.
    pub fn fits(&self, tables: &Tables<'_>, model: &Model) -> bool {
        let resources = &tables.resources[model.resources.range()];
        let names = || resources.iter().skip(1).map(|row| tables.text(row.name));
        self.ports.names.iter().all(|port| names().any(|it| Ports::is_resource(it, &port.resource)))
    }

    /// Returns the numbers of one of two threads that share a core.
    pub fn numbers_of_thread(&self) -> HardwareNumbers {
        let mut numbers = self.numbers;
        for info in HardwareNumbers::ALL.iter().filter(|it| self.divides(it.name)) {
            if let Some(number) = numbers.by_name(info.name) {
                *number = (*number / 2).max(*info.range.start());
            }
        }
        numbers
    }

    fn divides(&self, name: &str) -> bool {
        self.divided.iter().any(|it| it == name)
    }

    /// Returns all that the model changes about instructions of an opcode, later rows over earlier ones. `holds` tells
    /// whether a condition holds for the instruction at hand.
    pub fn change(&self, opcode: &str, holds: impl Fn(FormCondition) -> bool) -> FormChange {
        self.forms.change(opcode, holds)
    }

    /// Returns what of instructions of an opcode has been compared with measurements.
    pub fn comparisons(&self, opcode: &str) -> Comparisons {
        Comparisons::of(&self.comparisons, opcode)
    }

    /// Returns whether it tells of single instructions whether they have been compared with measurements.
    pub fn has_comparisons(&self) -> bool {
        !self.comparisons.is_empty()
    }

    /// Patterns of all its rows that are no names.
    pub(super) fn num_patterns(&self) -> usize {
        self.forms.num_patterns() + self.fusions.num_patterns() + self.comparisons.num_patterns()
    }

    /// Names in full of all its rows.
    pub(super) fn num_names(&self) -> usize {
        self.forms.num_names() + self.fusions.num_names() + self.comparisons.num_names()
    }
}
