//! A region as it is given to an analysis.

use oxmca_asm::Inst;

use crate::lower::{ClassLookup, Instrument};
use crate::progress::Progress;

/// The instructions of a region, and how to analyze them.
#[derive(Clone, Copy, Debug)]
pub struct Region<'a> {
    pub(crate) instructions: &'a [Inst],
    pub(crate) instruments: &'a [Instrument],
    pub(crate) lookup: Option<&'a dyn ClassLookup>,
    pub(crate) codes: &'a [&'a [u8]],
    pub(crate) progress: Option<&'a Progress>,
}

impl<'a> Region<'a> {
    /// Returns a region whose instructions are simulated as the model says.
    pub fn new(instructions: &'a [Inst]) -> Self {
        Region { instructions, instruments: &[], lookup: None, codes: &[], progress: None }
    }

    /// Returns the instructions.
    pub fn instructions(&self) -> &'a [Inst] {
        self.instructions
    }

    /// Returns the machine code of the instructions, as far as it is given.
    pub(crate) fn codes(&self) -> &'a [&'a [u8]] {
        self.codes
    }

    /// Returns the requests to simulate instructions otherwise than the model says.
    pub fn instruments(&self) -> &'a [Instrument] {
        self.instruments
    }

    /// Sets the requests to simulate instructions otherwise than the model says, one per instruction.
    /// Instructions beyond the last have none.
    #[must_use]
    pub fn with_instruments(self, instruments: &'a [Instrument]) -> Self {
        Region { instruments, ..self }
    }

    /// Sets the lookup of what its instruments choose for instructions at other places. Without it, instructions
    /// are described by the classes that they are simulated by, even where others are skipped.
    #[must_use]
    pub(crate) fn with_class_lookup(self, lookup: &'a dyn ClassLookup) -> Self {
        Region { lookup: Some(lookup), ..self }
    }

    /// Sets the machine code of the instructions, one per instruction. Without it, hardware mode encodes them.
    #[must_use]
    pub fn with_machine_code(self, codes: &'a [&'a [u8]]) -> Self {
        Region { codes, ..self }
    }

    /// Sets a counter of the iterations simulated so far, which another thread can read.
    #[must_use]
    pub fn with_progress(self, progress: Option<&'a Progress>) -> Self {
        Region { progress, ..self }
    }
}
