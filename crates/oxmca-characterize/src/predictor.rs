//! Predictions of blocks by hardware mode.

use oxmca::hardware::Delivery;
use oxmca::options::SimulationKind;
use oxmca::{Format, Inst, Options, RequestedOptions, Session};
use oxmca_loops::Cost;

/// Cycles of a loop of one iteration that its branch can have decided, and instructions in a loop of copies from which on it
/// does not.
const LOOP_CYCLES: f64 = 1.01;
const COPIED_INSTRUCTIONS: usize = 16;

/// Predicts blocks by the hardware data of a session.
pub(crate) struct Predictor<'s> {
    session: &'s Session,
    options: Options,
}

impl<'s> Predictor<'s> {
    /// Predicts loops of copies.
    pub fn new(session: &'s Session) -> Predictor<'s> {
        Predictor::with_delivery(session, Delivery::Loop)
    }

    pub fn with_delivery(session: &'s Session, delivery: Delivery) -> Predictor<'s> {
        let mut requested = RequestedOptions::default();
        requested.model_of = Some(SimulationKind::Hardware);
        requested.hardware_options.delivery = Some(delivery);
        let options = Cost::options(&requested.for_report(Format::Text));
        Predictor { session, options }
    }

    /// Returns the cycles of an iteration of each block; none if hardware mode cannot predict it.
    pub fn cycles<'i>(&self, blocks: impl Iterator<Item = &'i [Inst]>) -> Vec<Option<f64>> {
        let mut analyzer = self.session.analyzer(&self.options);
        blocks
            .map(|insts| {
                let cost = Cost::of_instructions(self.session, insts, &mut analyzer, None).ok()?;
                let cycles = cost.cycles.to_f64();
                if cycles > LOOP_CYCLES || insts.len() >= COPIED_INSTRUCTIONS {
                    return Some(cycles);
                }
                // A loop takes a cycle at the least, copies need not.
                let copies = COPIED_INSTRUCTIONS.div_ceil(insts.len().max(1));
                let all = vec![insts; copies].concat();
                let cost = Cost::of_instructions(self.session, &all, &mut analyzer, None).ok()?;
                Some(cost.cycles.to_f64() / copies as f64)
            })
            .collect()
    }
}
