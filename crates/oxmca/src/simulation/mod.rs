//! Simulations of a processor that runs a region over and over, and the events that they report.
//!
//! There are two: [`model`] does what llvm-mca does, with a scheduling model alone; [`hardware`] follows micro-ops from the
//! front end to retirement. [`Simulation`] is the entry to both. Views observe either, and the verifier watches both in
//! debug builds.

pub mod event;
pub mod hardware;
pub mod model;
pub mod verifier;

use crate::error::ErrorKind;
use event::Observer;
use hardware::HardwareCode;
use model::program::Program;
use model::{PipelineOptions, Simulator};

/// A region in the form that is simulated.
#[derive(Clone, Copy)]
pub(crate) enum Simulation<'a> {
    /// By the scheduling model, as llvm-mca does it.
    Model(&'a Program),
    /// In hardware mode.
    Hardware(&'a HardwareCode<'a>),
}

impl Simulation<'_> {
    /// Runs the region `iterations` times, and reports what happens to `observer`. Returns the cycles that it takes.
    ///
    /// # Errors
    /// [`ErrorKind::TooLong`], [`ErrorKind::Deadlock`] and [`ErrorKind::Interrupted`].
    pub(crate) fn run<O: Observer>(
        &self,
        simulator: &mut Simulator<'_>,
        options: &PipelineOptions,
        iterations: u32,
        mut observer: O,
    ) -> Result<u64, ErrorKind> {
        match self {
            Simulation::Model(program) => simulator.run(program, options, iterations, observer),
            Simulation::Hardware(code) => code.observe(iterations, &mut observer).map(u64::from),
        }
    }
}
