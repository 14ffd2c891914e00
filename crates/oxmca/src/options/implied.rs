//! The simulation that options imply.

use super::entries::OPTIONS;
use super::requested::RequestedOptions;
use super::simulation::{AppliesTo, SimulationKind};

impl RequestedOptions {
    /// Returns the simulation that is asked for by name, or by an option that only one of them has; that of hardware mode if
    /// there are options of both.
    pub fn implied_model(&self) -> Option<SimulationKind> {
        let mut options = self.options.clone();
        options.hardware = Some(self.hardware_options.clone());
        let is_changed = |applies_to: AppliesTo| {
            let mut given = self.given.iter().filter_map(|name| OPTIONS.named(name));
            given.any(|it| it.applies_to == applies_to && (it.value)(&options) != (it.default)())
        };
        let by_options = || match (is_changed(AppliesTo::Hardware), is_changed(AppliesTo::Model)) {
            (true, _) => Some(SimulationKind::Hardware),
            (false, true) => Some(SimulationKind::Model),
            (false, false) => None,
        };
        self.model_of.or_else(by_options)
    }
}
