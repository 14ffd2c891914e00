//! Loops that other commands measure beside their predictions.

use std::collections::HashMap;
use std::sync::Arc;

use clap::Args as ClapArgs;
use oxmca::Session;
use oxmca::options::HardwareOptions;
use oxmca_asm::Inst;
use oxmca_loops::{MeasuredCycles, Measurement};

use super::machine::Machine;
use crate::console::{Failed, failed};
use crate::machine_arguments::MachineArguments;

/// The wish to measure, too.
#[derive(ClapArgs, Debug, Clone)]
pub struct MeasureArguments {
    /// Also measure on this machine, as `oxmca measure` does (Linux on x86-64 or AArch64)
    #[arg(long)]
    measure: bool,
}

impl MeasureArguments {
    /// Returns whether something is to be measured.
    pub fn is_wanted(&self) -> bool {
        self.measure
    }

    /// Returns this machine, if something is to be measured.
    ///
    /// # Errors
    /// When predictions are for several CPUs, after a message that says so.
    pub fn machine(&self, predicted: &MachineArguments) -> Result<Option<Machine>, Failed> {
        if !self.measure {
            return Ok(None);
        }
        if predicted.names_several_cpus() {
            return Err(failed(super::ONE_CPU));
        }
        Machine::new(super::DEFAULT_PROCESSES).map(Some)
    }
}

/// Measures loops of one session, equal ones once.
pub struct LoopMeasurer<'s> {
    machine: Machine,
    session: &'s Session,
    options: HardwareOptions,
    known: HashMap<Arc<[Inst]>, Measurement>,
}

impl<'s> LoopMeasurer<'s> {
    /// Prepares to measure loops as these options of hardware mode say.
    pub fn new(machine: &Machine, session: &'s Session, options: &HardwareOptions) -> Self {
        let machine = machine.as_predicted(session);
        LoopMeasurer { machine, session, options: options.clone(), known: HashMap::new() }
    }

    /// Measures an iteration.
    pub fn measure(&mut self, insts: &Arc<[Inst]>) -> Measurement {
        if let Some(known) = self.known.get(insts) {
            return known.clone();
        }
        let measured = self.machine.measure(self.session, insts, &self.options);
        let measured = measured
            .map(|it| MeasuredCycles { cycles: it.cycles, spread: it.spread })
            .map_err(|reason| reason.to_string());
        self.known.insert(Arc::clone(insts), measured.clone());
        measured
    }
}
