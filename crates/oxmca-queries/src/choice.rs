//! Choices of a machine.

use std::sync::Arc;

use oxmca::options::SimulationKind;
use oxmca_asm::Dialect;

/// The machine that the program runs on. The caller finds it out: this crate reads no files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Host {
    /// Its triple.
    pub triple: String,
    /// Its CPU, as `-mcpu` names it.
    pub cpu: String,
}

/// A file with a model of the user's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ModelText {
    /// The name of the file in messages.
    pub name: String,
    /// Its contents.
    pub text: Arc<[u8]>,
}

/// A choice of target, CPU and model. Everything that is empty is chosen by the text or the host.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MachineChoice {
    /// The triple (`-mtriple`).
    pub triple: String,
    /// The CPU (`-mcpu`).
    pub cpu: String,
    /// CPUs for texts of targets, each after the name of the target (`-march`), where `cpu` is empty.
    pub cpus_of_targets: Vec<(String, String)>,
    /// Features to switch on (`+avx2`) and off (`-mattr`).
    pub features: Vec<String>,
    /// The simulation (`--model-of`); `None` for the one that measurements speak for.
    pub model_of: Option<SimulationKind>,
    /// The dialect in which a text begins, and in which registers are shown.
    pub dialect: Option<Dialect>,
    /// Scheduling models of the user's (`--model`).
    pub models: Vec<ModelText>,
    /// Hardware data of the user's (`--hardware`).
    pub hardware: Vec<ModelText>,
}
