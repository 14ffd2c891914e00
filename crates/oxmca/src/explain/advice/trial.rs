//! Simulations of changed code.

use std::cell::{Cell, RefCell};

use oxmca_asm::{Inst, Interrupt, Target};

use super::super::sentence::{Figure, Outcome, Sentence, SentenceKind};
use super::body::Body;
use super::change::Change;
use crate::error::ErrorKind;
use crate::lower::{Instrument, Lowered, Lowering};
use crate::options::{Options, or_zero};
use crate::processor::Processor;
use crate::ratio::Ratio;
use crate::simulation::hardware::{HardwareCode, HardwareRegion};
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::builder::Builder;
use crate::steady_state::{SimulatedProgram, pace};

/// A region, and how it was simulated.
#[derive(Clone, Copy)]
pub(crate) struct AdviceInput<'a> {
    pub(crate) processor: &'a Processor<'a>,
    pub(crate) target: &'a dyn Target,
    pub(crate) options: &'a Options,
    pub(crate) interrupt: &'a Interrupt,
    /// The instructions of the region.
    pub(crate) instructions: &'a [Inst],
    /// Requests to simulate instructions otherwise than the model says, one per instruction or none.
    pub(crate) instruments: &'a [Instrument],
    /// Machine code of the first of the instructions.
    pub(crate) codes: &'a [&'a [u8]],
    pub(crate) lowered: &'a Lowered,
    /// The cycles of an iteration.
    pub(crate) cycles: Ratio,
}

/// Share of the cycles that advice must save at least.
pub(super) const WORTH: f64 = 0.05;
/// Share of the cycles by which the best of several changes may be better than the one that is advised.
const NEAR_BEST: f64 = 0.03;

/// Changes of a region that are simulated at most.
const MAX_TRIALS: u32 = 40;
/// Instructions that are simulated at most in one iteration of all changes together.
const MAX_INSTRUCTIONS: usize = 4096;

/// Simulates changes of a region.
pub(super) struct Trials<'a> {
    input: &'a AdviceInput<'a>,
    trials_left: Cell<u32>,
    instructions_left: Cell<usize>,
    /// Changes that were simulated, with the cycles of their iterations.
    known: RefCell<Vec<(Vec<Inst>, Option<Ratio>)>>,
    /// All changes that were to be simulated.
    #[cfg(test)]
    pub(super) changes: RefCell<Vec<Change>>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(input: &'a AdviceInput<'a>) -> Trials<'a> {
        let (trials_left, instructions_left) = (Cell::new(MAX_TRIALS), Cell::new(MAX_INSTRUCTIONS));
        Trials {
            input,
            trials_left,
            instructions_left,
            known: RefCell::default(),
            #[cfg(test)]
            changes: RefCell::default(),
        }
    }

    pub(super) fn input(&self) -> &'a AdviceInput<'a> {
        self.input
    }

    pub(super) fn cycles_before(&self) -> Ratio {
        self.input.cycles
    }

    /// Simulates a change, and returns it if it is worth being advised.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn worthy(&self, change: Option<Change>) -> Result<Option<Tried>, ErrorKind> {
        self.worthy_after(self.cycles_before(), change)
    }

    /// Simulates a change, and returns it if it is worth being advised where the code took so many cycles before.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn worthy_after(
        &self,
        before: Ratio,
        change: Option<Change>,
    ) -> Result<Option<Tried>, ErrorKind> {
        let Some(change) = change else { return Ok(None) };
        let is_worth = |cycles: &Ratio| cycles.to_f64() <= (1.0 - WORTH) * before.to_f64();
        let cycles = self.cycles(&change)?.filter(is_worth);
        Ok(cycles.map(|cycles| Tried { change, cycles, before }))
    }

    /// Returns whether the region was simulated as if no load took what a store had put there, and one does.
    pub(super) fn ignores_meetings(&self, body: &Body<'_>) -> bool {
        let options = self.input.options;
        options.hardware.is_none() && options.assume_no_alias && body.has_meetings()
    }

    /// Returns the cycles that an iteration takes if loads wait for what stores put there before.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn cycles_with_stores(&self, body: &Body<'_>) -> Result<Ratio, ErrorKind> {
        if !self.ignores_meetings(body) {
            return Ok(self.cycles_before());
        }
        let options = PipelineOptions { assume_no_alias: false, ..self.input.options.into() };
        let found = self.cycles_with(&Change::of(body), &options)?;
        Ok(found.unwrap_or(self.cycles_before()))
    }

    /// Simulates changes, the smallest first, and returns the first that is worth being advised and nearly the best.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn best(
        &self,
        changes: impl Iterator<Item = Change>,
    ) -> Result<Option<Tried>, ErrorKind> {
        let mut tried = Vec::new();
        for change in changes {
            tried.extend(self.worthy(Some(change))?);
        }
        let cycles = tried.iter().map(|it| it.cycles.to_f64());
        let best = cycles.fold(f64::INFINITY, f64::min);
        Ok(tried.into_iter().find(|it| it.cycles.to_f64() <= best * (1.0 + NEAR_BEST)))
    }

    /// Returns the cycles that the work of an old iteration takes after a change; `None` if it cannot be simulated.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn cycles(&self, change: &Change) -> Result<Option<Ratio>, ErrorKind> {
        #[cfg(test)]
        self.changes.borrow_mut().push(change.clone());
        let known = self.known.borrow().iter().find(|it| it.0 == change.insts).map(|it| it.1);
        if let Some(known) = known {
            return Ok(known);
        }
        let cycles = self.cycles_with(change, &self.input.options.into())?;
        self.known.borrow_mut().push((change.insts.clone(), cycles));
        Ok(cycles)
    }

    /// Does the same as [`cycles`](Self::cycles) with other options of llvm-mca's pipeline.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`].
    pub(super) fn cycles_with(
        &self,
        change: &Change,
        options: &PipelineOptions,
    ) -> Result<Option<Ratio>, ErrorKind> {
        let (Some(trials), Some(instructions)) = (
            self.trials_left.get().checked_sub(1),
            self.instructions_left.get().checked_sub(change.insts.len()),
        ) else {
            return Ok(None);
        };
        self.trials_left.set(trials);
        self.instructions_left.set(instructions);
        match self.simulate(change, options) {
            Ok(cycles) => {
                let work = u64::from(change.work.max(1));
                Ok(Some(Ratio::new(cycles.numerator(), cycles.denominator() * work)))
            }
            Err(ErrorKind::Interrupted) => Err(ErrorKind::Interrupted),
            Err(_) => Ok(None),
        }
    }

    fn simulate(&self, change: &Change, options: &PipelineOptions) -> Result<Ratio, ErrorKind> {
        let AdviceInput { processor, target, interrupt, .. } = *self.input;
        let all = self.input.options;
        let instruments: Vec<Instrument> = match self.input.instruments {
            [] => Vec::new(),
            list => {
                let of = |origin: &usize| list.get(*origin).copied().unwrap_or_default();
                change.origins.iter().map(of).collect()
            }
        };
        let mut lowering = Lowering::new(processor, target, all);
        let lowered = lowering.lower(&change.insts, &instruments, None).map_err(|it| it.kind)?;
        let Some(hardware) = &all.hardware else {
            let mut builder = Builder::new(processor, or_zero(all.register_file_size_registers));
            let program = builder.build(lowered);
            let options = *options;
            return pace(&SimulatedProgram { processor, program, options, interrupt });
        };
        let encoded: Option<Vec<Vec<u8>>> =
            change.insts.iter().zip(&change.origins).map(|it| self.code(it.0, *it.1)).collect();
        let encoded = encoded.ok_or(ErrorKind::Empty)?;
        let codes: Vec<&[u8]> = encoded.iter().map(Vec::as_slice).collect();
        let region = HardwareRegion { instructions: &change.insts, lowered, codes: &codes };
        HardwareCode::new(&region, processor, target, hardware, interrupt)?.cycles_per_iteration()
    }

    /// Returns the machine code of an instruction: that of the one that it comes from if it is still the same.
    fn code(&self, inst: &Inst, origin: usize) -> Option<Vec<u8>> {
        if self.input.instructions.get(origin) == Some(inst)
            && let Some(code) = self.input.codes.get(origin)
        {
            return Some(code.to_vec());
        }
        let mut code = Vec::new();
        let subtarget = self.input.processor.subtarget();
        self.input.target.encode(subtarget, inst, &mut code).ok()?;
        Some(code)
    }
}

/// A change that was simulated, and is worth being advised.
pub(super) struct Tried {
    pub(super) change: Change,
    /// The cycles that the work of an old iteration takes.
    pub(super) cycles: Ratio,
    /// The cycles that it took before.
    pub(super) before: Ratio,
}

impl Tried {
    /// Returns the advice to make the change. The last three places of the template are for the cycles after and before,
    /// and the gain.
    pub(super) fn advice(
        &self,
        rule: &'static str,
        template: &'static str,
        mut figures: Vec<Figure>,
    ) -> Sentence {
        let before = self.before;
        let gain = 100.0 * (1.0 - self.cycles.to_f64() / before.to_f64());
        figures.push(Figure::Cycles(self.cycles));
        figures.push(Figure::Cycles(before));
        figures.push(Figure::Name(format!("-{gain:.0} %")));
        let assumptions = self.change.assumptions.clone();
        let outcome = Outcome { cycles: self.cycles, assumptions };
        Sentence { rule, kind: SentenceKind::Advice, template, figures, outcome: Some(outcome) }
    }
}
