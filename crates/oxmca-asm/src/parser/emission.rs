//! Instructions, and the regions and instruments around them.

use crate::diagnostic::{Pass, Severity};
use crate::inst::Inst;
use crate::lexer::MarkerComment;
use crate::region::{Instrument, Instruments, Marker, MarkerError};
use crate::source::{Loc, LocRange};
use crate::target::InstrumentSupport;

use super::error::message;
use super::interface::{Parser, TargetAsmParser};
use super::parsed::EncodingError;

/// Returns the instruments that instructions begin which come from no text. Their `locations` must be in order.
pub fn instruments_of_insts(
    target: &dyn TargetAsmParser,
    insts: &[Inst],
    locations: &[Loc],
) -> Vec<Instrument> {
    let mut instruments = Instruments::new(Loc(u32::MAX));
    if target.has_instruments_of_insts() {
        for (inst, loc) in insts.iter().zip(locations) {
            begin_instruments(target, inst, *loc, &mut instruments);
        }
    }
    instruments.finish()
}

/// Begins the instruments that an instruction written at `loc` sets.
fn begin_instruments(
    target: &dyn TargetAsmParser,
    inst: &Inst,
    loc: Loc,
    instruments: &mut Instruments,
) {
    target.begin_instruments(inst, &mut |kind, data| {
        // Only an instrument without a kind is refused, and this one has one.
        let _ = instruments.begin(kind, data, loc);
    });
}

impl Parser<'_> {
    /// Adds an instruction written at `loc`. One statement may add several. An instruction at
    /// [`Loc::NONE`] is in no region that a marker begins, and under no instrument.
    pub fn emit(&mut self, inst: Inst, loc: Loc) {
        if self.record_instruction(loc, self.parsed.insts.len()) {
            if self.insts_begin_instruments {
                self.begin_instruments_of(&inst, loc);
            }
            self.parsed.insts.push(inst);
        }
    }

    /// Takes note of an error about the machine code of the next instruction.
    pub fn note_encoding_error(&mut self, loc: Loc, message: &'static str) {
        let instruction = self.parsed.insts.len() as u32;
        self.parsed.encoding_errors.push(EncodingError { instruction, loc, message });
    }

    /// Returns the place of the expression read last as LLVM has it: of its first operator, if it has one.
    pub fn expression_loc(&self) -> Loc {
        self.expression_loc
    }

    /// Adds an instruction once more, by its number.
    pub(super) fn emit_again(&mut self, inst: usize, loc: Loc) {
        if self.record_instruction(loc, inst) {
            self.parsed.insts.extend_from_within(inst..=inst);
            if self.insts_begin_instruments {
                let repeated = self.parsed.insts[inst].clone();
                self.begin_instruments_of(&repeated, loc);
            }
        }
    }

    /// Begins the instruments that an instruction written at `loc` sets.
    #[cold]
    fn begin_instruments_of(&mut self, inst: &Inst, loc: Loc) {
        begin_instruments(self.target, inst, loc, &mut self.instruments);
    }

    /// Takes note of one more instruction, written at `loc` and equal to that of number `original`.
    /// Gives `false` if there are too many.
    fn record_instruction(&mut self, loc: Loc, original: usize) -> bool {
        if self.parsed.insts.len() >= self.checked_instructions && !self.check_instructions(loc) {
            return false;
        }
        self.regions.add_instruction(self.parsed.insts.len() as u32, loc);
        self.parsed.locations.push(loc);
        self.parsed.originals.push(original as u32);
        true
    }

    /// Returns whether one more instruction may be added.
    #[cold]
    #[inline(never)]
    fn check_instructions(&mut self, loc: Loc) -> bool {
        const STEP: usize = 1 << 10;
        let count = self.parsed.insts.len();
        let (max, max_in_regions) = (self.max_instructions, self.max_instructions_in_regions);
        self.checked_instructions = max.min(count + STEP);
        if count >= max {
            self.cut_off(loc, format!("more than {max} instructions"));
        } else if self.regions.added() > max_in_regions {
            self.cut_off(loc, format!("more than {max_in_regions} instructions in regions"));
        } else if self.regions.has_looked_too_often() {
            self.cut_off(loc, "too many regions".to_owned());
        }
        !self.stop
    }

    pub(super) fn cut_off(&mut self, loc: Loc, message: String) {
        /// Longer lines are not shown: the text is too large as it is.
        const MAX_SHOWN_LINE: usize = 1 << 16;
        let is_first = !std::mem::replace(&mut self.parsed.is_cut_off, true);
        if is_first {
            let is_long = self.buffer.line_bytes(loc) > MAX_SHOWN_LINE;
            self.context_error(if is_long { Loc::NONE } else { loc }, message);
        }
        self.stop = true;
    }

    /// Stops reading if the caller wants that.
    pub(super) fn check_interrupt(&mut self, loc: Loc) {
        if self.interrupt.is_requested() {
            self.parsed.is_interrupted = true;
            self.cut_off(loc, "interrupted".to_owned());
        }
    }

    /// Takes note of the markers that have just been read.
    #[inline(never)]
    pub(super) fn handle_markers(&mut self) {
        while let Some(MarkerComment { loc, text }) = self.lexer.take_marker() {
            let (pass, result) = match Marker::new(text) {
                Marker::Begin(name) => (Pass::Regions, self.regions.begin(name, loc)),
                Marker::End(name) => (Pass::Regions, self.regions.end(name, loc)),
                Marker::Instrument { .. } if !self.use_instruments => continue,
                Marker::Instrument { kind, data } => {
                    (Pass::Instruments, self.begin_instrument(kind, data, loc))
                }
            };
            let Err(error) = result else { continue };
            match pass {
                Pass::Instruments => self.parsed.had_instrument_error = true,
                Pass::Regions | Pass::Both => self.parsed.had_region_error = true,
            }
            self.diagnose_in(pass, Severity::Error, loc, LocRange::NONE, error.message);
            if let Some((loc, note)) = error.note {
                self.diagnose_in(pass, Severity::Note, loc, LocRange::NONE, note);
            }
        }
    }

    fn begin_instrument(&mut self, kind: &[u8], data: &[u8], loc: Loc) -> Result<(), MarkerError> {
        let message = match self.target.instrument(kind, data) {
            InstrumentSupport::Supported => return self.instruments.begin(kind, data, loc),
            InstrumentSupport::Unknown if kind.is_empty() => {
                b"No instrumentation kind was provided in LLVM-MCA comment".to_vec()
            }
            InstrumentSupport::Unknown => {
                message!["Unknown instrumentation type in LLVM-MCA comment: ", kind]
            }
            InstrumentSupport::BadData if data.is_empty() => {
                message!["Failed to create ", kind, " instrument with no data"]
            }
            InstrumentSupport::BadData => {
                message!["Failed to create ", kind, " instrument with data: ", data]
            }
        };
        Err(MarkerError { message, note: None })
    }
}
