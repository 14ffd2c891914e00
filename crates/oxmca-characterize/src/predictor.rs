//! Predictions of blocks by hardware mode.

use oxmca::hardware::Delivery;
use oxmca::options::SimulationKind;
use oxmca::{Format, Inst, Options, RequestedOptions, Session};
use oxmca_loops::Cost;
use rustc_hash::FxHashMap;

/// Cycles by which a loop can take longer than its slots because of the way back to its first instruction.
const WAY_BACK_CYCLES: f64 = 1.01;

/// Predicts blocks by the hardware data of a session.
pub(crate) struct Predictor<'s> {
    session: &'s Session,
    options: Options,
    known: Predictions,
}

/// Cycles of an iteration that were predicted before, by block.
pub(crate) type Predictions = FxHashMap<Vec<Inst>, f64>;

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
        Predictor { session, options, known: Predictions::default() }
    }

    /// Sets predictions that are the same by this session.
    pub fn knowing(mut self, known: Predictions) -> Predictor<'s> {
        self.known = known;
        self
    }

    /// Returns the cycles of an iteration of each block; none if hardware mode cannot predict it.
    pub fn cycles<'i>(&self, blocks: impl Iterator<Item = &'i [Inst]>) -> Vec<Option<f64>> {
        let mut analyzer = self.session.analyzer(&self.options);
        let width = self.session.hardware_numbers().map_or(1, |it| it.renamed_micro_ops);
        blocks
            .map(|insts| {
                if let Some(cycles) = self.known.get(insts) {
                    return Some(*cycles);
                }
                let cost = Cost::of_instructions(self.session, insts, &mut analyzer, None).ok()?;
                let cycles = cost.cycles.to_f64();
                let copies = Cost::copies(self.session, insts);
                let slot_cycles = f64::from(cost.micro_ops) / f64::from(width.max(1));
                // Most of what is measured, as copies, takes longer than its slots, so that a loop of one tells as much.
                if copies == 1 || cycles > slot_cycles + WAY_BACK_CYCLES {
                    return Some(cycles);
                }
                let all = vec![insts; copies].concat();
                let cost = Cost::of_instructions(self.session, &all, &mut analyzer, None).ok()?;
                Some(cost.cycles.to_f64() / copies as f64)
            })
            .collect()
    }
}
