//! Predictions beside a measurement.

use oxmca::hardware::Delivery;
use oxmca::options::{HardwareOptions, HardwarePart, HardwareParts, SimulationKind};
use oxmca::session::PredictionModel;
use oxmca::{Analyzer, CodeRegion, Format, Inst, Instrument, RequestedOptions, Session};
use oxmca_loops::Cost;
use oxmca_measure::Measured;

use crate::flags::args::Args;
use crate::simulation;

/// Cycles that models predict.
pub struct Prediction {
    /// By hardware mode, or the reason why not.
    pub hardware: Result<f64, String>,
    /// By LLVM's model.
    pub model: Result<f64, String>,
    /// Parts of hardware mode without each of which it predicts what was measured, where with all of them it does not.
    pub doubtful_parts: Vec<(&'static HardwarePart, f64)>,
}

/// A prediction that is further from the measured cycles, as a share of them, is wrong; one that is nearer is right.
const WRONG: f64 = 0.05;
const RIGHT: f64 = 0.02;

/// Predicts regions on the CPU of a session.
pub struct Predictor<'s> {
    session: &'s Session,
    requested: RequestedOptions,
    has_hardware: bool,
}

impl<'s> Predictor<'s> {
    pub fn new(args: &Args, session: &'s Session) -> Predictor<'s> {
        let requested = simulation::requested(args, session.processor().is_out_of_order());
        Predictor { session, requested, has_hardware: session.has_hardware_data() }
    }

    /// Describes the models that predict.
    pub fn models(&self) -> Vec<PredictionModel> {
        let hardware = self.has_hardware.then_some(SimulationKind::Hardware);
        let both = hardware.into_iter().chain([SimulationKind::Model]);
        both.map(|it| self.session.prediction_model(it)).collect()
    }

    /// Returns the options that say how code is delivered and begun, which measurements share.
    pub fn hardware_options(&self) -> &HardwareOptions {
        &self.requested.hardware_options
    }

    /// Predicts a region, and looks for the part that makes the prediction differ from what was measured.
    pub fn predict(&self, region: CodeRegion<'_>, measured: Option<&Measured>) -> Prediction {
        let hardware = match self.has_hardware {
            true => self.cycles(region, SimulationKind::Hardware, HardwareParts::all()),
            false => Err("there are no data of this CPU".to_owned()),
        };
        let model = self.cycles(region, SimulationKind::Model, HardwareParts::all());
        let mut doubtful_parts = Vec::new();
        if let (Ok(predicted), Some(measured)) = (&hardware, measured)
            && error(*predicted, measured).abs() > WRONG
        {
            for part in HardwareParts::LIST {
                let rest = HardwareParts::all() - part.part;
                if let Ok(cycles) = self.cycles(region, SimulationKind::Hardware, rest)
                    && error(cycles, measured).abs() < RIGHT
                {
                    doubtful_parts.push((part, cycles));
                }
            }
        }
        Prediction { hardware, model, doubtful_parts }
    }

    fn cycles(
        &self,
        region: CodeRegion<'_>,
        simulation: SimulationKind,
        parts: HardwareParts,
    ) -> Result<f64, String> {
        let mut requested = self.requested.clone();
        requested.model_of = Some(simulation);
        requested.hardware_options.parts = parts;
        let options = Cost::options(&requested.for_report(Format::Text));
        let mut analyzer = self.session.analyzer(&options);
        let copies = self.copies(&region.instructions());
        if copies > 1 {
            return self.cycles_of_copies(region, copies, &mut analyzer);
        }
        let cost = Cost::of_region(region, &mut analyzer, None)?;
        Ok(cost.cycles.to_f64())
    }

    /// Returns the copies of instructions in a loop that is predicted like the one that is measured.
    fn copies(&self, insts: &[Inst]) -> usize {
        match self.requested.hardware_options.delivery {
            Some(Delivery::Loop) => Cost::copies(self.session, insts),
            _ => 1,
        }
    }

    /// Returns the cycles of each of some copies of a region, one after the other.
    fn cycles_of_copies(
        &self,
        region: CodeRegion<'_>,
        copies: usize,
        analyzer: &mut Analyzer<'_>,
    ) -> Result<f64, String> {
        let insts = vec![&*region.instructions(); copies].concat();
        let instruments = region.instruments();
        let request = |all: &mut [Instrument]| {
            all.iter_mut().zip(instruments.iter().cycle()).for_each(|(it, own)| *it = *own);
        };
        let cost = Cost::of_instrumented(self.session, &insts, analyzer, None, request)?;
        Ok(cost.cycles.to_f64() / copies as f64)
    }
}

/// Returns how much more was predicted than measured, as a share of the latter.
pub fn error(predicted: f64, measured: &Measured) -> f64 {
    (predicted - measured.cycles) / measured.cycles.max(0.01)
}
