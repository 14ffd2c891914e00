//! Simulations that options apply to.

/// The kinds of simulations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SimulationKind {
    /// By the scheduling model, as llvm-mca does it.
    Model,
    /// Hardware mode.
    Hardware,
}

impl SimulationKind {
    /// All kinds.
    pub const ALL: [SimulationKind; 2] = [SimulationKind::Model, SimulationKind::Hardware];
}

/// The simulation that an option applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppliesTo {
    /// The one of LLVM's model.
    Model,
    /// Hardware mode.
    Hardware,
    /// Either.
    Both,
    /// None: it changes what is reported.
    Report,
}

impl AppliesTo {
    /// Returns whether an option of it has an effect in hardware mode, or without.
    pub const fn is_there(self, in_hardware_mode: bool) -> bool {
        match self {
            AppliesTo::Model => !in_hardware_mode,
            AppliesTo::Hardware => in_hardware_mode,
            AppliesTo::Both | AppliesTo::Report => true,
        }
    }

    /// Returns its name in messages.
    pub const fn description(self) -> &'static str {
        match self {
            AppliesTo::Model => "llvm-mca's simulation",
            AppliesTo::Hardware => "hardware mode",
            AppliesTo::Both => "both simulations",
            AppliesTo::Report => "reports",
        }
    }
}
