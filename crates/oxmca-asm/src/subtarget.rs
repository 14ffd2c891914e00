//! A CPU of a target with its resolved features.

use oxmca_tables::schema::{Cpu, Model};
use oxmca_tables::{CpuId, FeatureSet, Tables};

/// The CPU that assembly is parsed for and simulated on.
#[derive(Clone, Copy, Debug)]
pub struct Subtarget<'t> {
    /// Tables of the target.
    pub tables: Tables<'t>,
    /// The CPU.
    pub cpu: CpuId,
    /// Features in force: the CPU's, what they imply, the mode's, and `-mattr` changes.
    pub features: FeatureSet,
}

impl<'t> Subtarget<'t> {
    /// The CPU's row.
    pub fn cpu(&self) -> &'t Cpu {
        &self.tables.cpus[self.cpu.index()]
    }

    /// The scheduling model.
    pub fn model(&self) -> &'t Model {
        &self.tables.models[self.cpu().model.index()]
    }
}
