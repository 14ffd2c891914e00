//! The settings of a user: `oxmca` in the editor's.

use std::collections::BTreeMap;

use oxmca::options::SimulationKind;
use oxmca_asm::Dialect;
use oxmca_queries::{MachineChoice, ModelText};
use serde::Deserialize;
use serde_json::Value;

use crate::files::Files;

/// The name of the section of settings.
pub const SECTION: &str = "oxmca";

/// Settings. Those that are left out have their defaults.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// The CPU, or one for each target by its name.
    pub cpu: Cpu,
    /// The triple, or the name of a target; empty for that of the text.
    pub triple: String,
    /// Features: `+avx2,-fma`.
    pub features: String,
    /// The model that predicts: `llvm` or `hardware`; empty for the one that measurements speak for.
    pub model_of: String,
    /// The syntax of x86 assembly before any directive: `att` or `intel`.
    pub syntax: String,
    /// Files with scheduling models.
    pub models: Vec<String>,
    /// Files with hardware data.
    pub hardware: Vec<String>,
    /// Show hints.
    pub inlay_hints: bool,
    /// Show lenses.
    pub code_lenses: bool,
    /// CPUs that the lens for all CPUs compares; those that models describe if there are none.
    pub compared_cpus: Vec<String>,
    /// Objects that sources became, beside those that are found.
    pub objects: Vec<String>,
    /// The way in which the text of a command is given: `message` shows it, too, `result` only answers with it.
    pub answers: Answers,
}

/// A CPU, or one for each target.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged, expecting = "cpu must be a name, or names by target")]
pub enum Cpu {
    /// The name of one.
    Name(String),
    /// Names by target.
    ByTarget(BTreeMap<String, String>),
}

/// The way in which the text of a command is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answers {
    /// As the result of the command, and as a message that the editor shows.
    Message,
    /// As the result alone, which the client shows.
    Result,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            cpu: Cpu::Name(String::new()),
            triple: String::new(),
            features: String::new(),
            model_of: String::new(),
            syntax: String::new(),
            models: Vec::new(),
            hardware: Vec::new(),
            inlay_hints: true,
            code_lenses: true,
            compared_cpus: Vec::new(),
            objects: Vec::new(),
            answers: Answers::Message,
        }
    }
}

impl Settings {
    /// Reads settings: an object, which may be within one that has it as `oxmca`. No value stands for the defaults.
    ///
    /// # Errors
    /// The reason why they are none.
    pub fn read(value: &Value) -> Result<Settings, String> {
        let value = value.get(SECTION).unwrap_or(value);
        // Some clients write an empty table as a list.
        if value.is_null() || *value == Value::Array(Vec::new()) {
            return Ok(Settings::default());
        }
        if !value.is_object() {
            return Err("the settings are not used: they are no object".to_owned());
        }
        let settings: Settings = Deserialize::deserialize(value)
            .map_err(|error: serde_json::Error| format!("the settings are not used: {error}"))?;
        settings.model_kind()?;
        if !matches!(&*settings.syntax, "" | "att" | "intel") {
            let found = &settings.syntax;
            return Err(format!(
                "the settings are not used: syntax is 'att' or 'intel', not '{found}'"
            ));
        }
        Ok(settings)
    }

    fn model_kind(&self) -> Result<Option<SimulationKind>, String> {
        match &*self.model_of {
            "" => Ok(None),
            "llvm" => Ok(Some(SimulationKind::Model)),
            "hardware" => Ok(Some(SimulationKind::Hardware)),
            other => Err(format!(
                "the settings are not used: modelOf is 'llvm' or 'hardware', not '{other}'"
            )),
        }
    }

    /// Returns the choice of a machine.
    ///
    /// # Errors
    /// When a file with a model cannot be read.
    pub fn choice(&self, files: &dyn Files) -> Result<MachineChoice, String> {
        let (cpu, cpus_of_targets) = match &self.cpu {
            Cpu::Name(name) => (name.clone(), Vec::new()),
            Cpu::ByTarget(names) => {
                (String::new(), names.iter().map(|(a, b)| (a.clone(), b.clone())).collect())
            }
        };
        let read = |paths: &[String]| -> Result<Vec<ModelText>, String> {
            let text = |path: &String| {
                let text = files.read(path).map_err(|error| format!("{path}: {error}"))?;
                Ok(ModelText { name: path.clone(), text: text.into() })
            };
            paths.iter().map(text).collect()
        };
        let features = self.features.split(',').map(str::trim).filter(|it| !it.is_empty());
        Ok(MachineChoice {
            triple: self.triple.clone(),
            cpu,
            cpus_of_targets,
            features: features.map(str::to_owned).collect(),
            model_of: self.model_kind()?,
            dialect: match &*self.syntax {
                "att" => Some(Dialect::new("att")),
                "intel" => Some(Dialect::new("intel")),
                _ => None,
            },
            models: read(&self.models)?,
            hardware: read(&self.hardware)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_from_the_section_and_mistakes_are_named() {
        let read = |value: Value| Settings::read(&value);
        assert_eq!(read(json!(null)).unwrap(), Settings::default());
        assert_eq!(read(json!([])).unwrap(), Settings::default());
        let found = read(json!({"oxmca": {"cpu": "znver4", "inlayHints": false}})).unwrap();
        assert_eq!((found.cpu, found.inlay_hints), (Cpu::Name("znver4".to_owned()), false));
        let found = read(json!({"cpu": {"x86": "znver4"}})).unwrap();
        assert!(matches!(found.cpu, Cpu::ByTarget(_)));
        for (value, word) in [
            (json!({"cpuu": "a"}), "cpuu"),
            (json!({"cpu": 7}), "cpu must be a name"),
            (json!({"modelOf": "x"}), "modelOf is"),
            (json!({"syntax": "x"}), "syntax is"),
            (json!([1]), "they are no object"),
        ] {
            assert!(read(value.clone()).unwrap_err().contains(word), "{value}");
        }
    }
}
