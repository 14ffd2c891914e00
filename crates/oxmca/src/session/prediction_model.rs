//! The model that predicts: the choice of one, and how far it was compared with measurements.

use std::fmt;

use oxmca_asm::target;
use serde::Serialize;

use super::Session;
use crate::options::{RequestedOptions, SimulationKind};
use crate::report::html::Machine;
use crate::simulation::hardware::{HardwareProcessor, hardware_processor};

/// The model that predicts, and how far its predictions were compared with measurements. Its text is the line that answers
/// begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PredictionModel {
    /// The CPU.
    pub cpu: String,
    /// The simulation.
    pub simulation: SimulationKind,
    /// The name of the hardware model, or of the scheduling model.
    pub name: String,
    /// Set if LLVM has no scheduling model of the CPU: the CPU whose model it uses.
    pub borrowed_from: Option<String>,
    /// Set if it is from a file of the user's.
    pub is_own: bool,
    /// The measurements that its predictions were compared with; `None` if there were none.
    pub checked: Option<String>,
    /// Of a hardware model that was not checked, the origin of its numbers.
    pub origin: Option<String>,
    /// For a scheduling model: whether there are hardware data of the CPU that could predict in its place, and are checked.
    pub has_checked_hardware_data: Option<bool>,
}

impl fmt::Display for PredictionModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PredictionModel { cpu, name, .. } = self;
        match self.simulation {
            SimulationKind::Hardware => write!(f, "{cpu}: hardware mode ({name}), ")?,
            SimulationKind::Model if self.is_own => {
                write!(f, "{cpu}: a scheduling model of your own ({name}), ")?;
            }
            SimulationKind::Model => match &self.borrowed_from {
                Some(lender) => write!(f, "{cpu}: LLVM's model of {lender} ({name}), ")?,
                None => write!(f, "{cpu}: LLVM's model ({name}), ")?,
            },
        }
        match (&self.checked, &self.origin, self.has_checked_hardware_data) {
            (Some(checked), _, _) => write!(f, "checked by {checked}"),
            (None, Some(origin), _) => write!(f, "not checked: {origin}"),
            (None, None, Some(true)) => f.write_str("further from measurements than hardware mode"),
            (None, None, Some(false)) => {
                f.write_str("not checked by measurements, nor are the hardware data")
            }
            (None, None, None) => f.write_str("not checked by measurements; no hardware data"),
        }
    }
}

/// The document about a [`PredictionModel`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PredictionModelDocument {
    simulation: &'static str,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    borrowed_from: Option<String>,
    is_own: bool,
    checked: Option<String>,
}

impl From<&PredictionModel> for PredictionModelDocument {
    fn from(model: &PredictionModel) -> Self {
        PredictionModelDocument {
            simulation: model.simulation.word(),
            name: model.name.clone(),
            borrowed_from: model.borrowed_from.clone(),
            is_own: model.is_own,
            checked: model.checked.clone(),
        }
    }
}

impl Session {
    /// Returns the hardware data of the CPU, if it has some that can be used.
    pub(super) fn hardware(&self) -> Option<&HardwareProcessor> {
        hardware_processor(self.processor(), self.target()).ok()
    }

    /// Returns whether the CPU has hardware data.
    pub fn has_hardware_data(&self) -> bool {
        self.hardware().is_some()
    }

    /// Returns how many micro-ops the CPU renames in a cycle, if it has hardware data.
    pub fn renamed_micro_ops(&self) -> Option<u32> {
        Some(self.hardware()?.model.numbers.renamed_micro_ops)
    }

    /// Returns the simulation that measurements speak for: hardware mode where the CPU has data that were compared with
    /// measurements, or that are the user's own, and LLVM's model elsewhere.
    pub fn preferred_simulation(&self) -> SimulationKind {
        let is_trusted = |it: &HardwareProcessor| it.model.is_checked || it.is_own;
        match self.hardware().is_some_and(is_trusted) {
            true => SimulationKind::Hardware,
            false => SimulationKind::Model,
        }
    }

    /// Chooses the simulation, unless one is asked for by its name or by options that only it has.
    pub fn choose_model(&self, requested: &mut RequestedOptions) {
        let chosen = requested.implied_model();
        requested.model_of = Some(chosen.unwrap_or_else(|| self.preferred_simulation()));
    }

    /// Describes the model of a simulation, which must be there.
    pub fn prediction_model(&self, simulation: SimulationKind) -> PredictionModel {
        let hardware = self.hardware();
        let model = PredictionModel {
            cpu: self.cpu_name().to_owned(),
            simulation,
            name: self.tables().text(self.processor().model().name).to_owned(),
            borrowed_from: self.borrowed_model().map(str::to_owned),
            is_own: self.has_own_model(),
            checked: None,
            origin: None,
            has_checked_hardware_data: hardware.map(|it| it.model.is_checked),
        };
        let Some(hardware) = hardware.filter(|_| simulation == SimulationKind::Hardware) else {
            return model;
        };
        let (checked, origin) = match hardware.model.is_checked {
            true => (Some(hardware.model.checked.clone()), None),
            false => (None, Some(hardware.model.checked.clone())),
        };
        PredictionModel {
            name: hardware.model.name.clone(),
            borrowed_from: None,
            is_own: hardware.is_own,
            checked,
            origin,
            has_checked_hardware_data: None,
            ..model
        }
    }

    /// Returns a CPU of a page without regions, with the model of a simulation.
    pub fn machine_of_page(&self, simulation: SimulationKind) -> Machine {
        let model = self.prediction_model(simulation).to_string();
        Machine::new(self.cpu_name(), self.triple(), &model, simulation)
    }

    /// Returns whether the scheduling model is none of those that are built in.
    pub fn has_own_model(&self) -> bool {
        let name = self.tables().text(self.processor().model().name);
        // Tables that come from elsewhere are those that are built in, and more.
        target::builtin_tables(self.target().triple())
            .is_ok_and(|builtin| builtin.tables().model_named(name).is_none())
    }
}
