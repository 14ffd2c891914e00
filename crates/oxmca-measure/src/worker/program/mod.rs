//! Machine code around the code that is timed: it sets the start state, reads the clock and tells registers.

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod assembler;
mod extensions;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
use self::aarch64 as here;
use self::assembler::{Around, Assembler, Chain, NUM_DEVIATIONS, PAGE_BYTES, Passes};
pub(super) use self::assembler::{CODE_BYTES, Words};
pub(super) use self::extensions::Extensions;
pub(super) use self::here::CHAINS;
#[cfg(target_arch = "x86_64")]
use self::x86_64 as here;

use crate::job::{ArrayJob, Batch, FixedPlace, Fixup, Job, Unit, Variation};
use crate::status;

/// Makes deviations of the passes of a run, in an order that no predictor knows: Xorshift by Marsaglia.
pub(super) fn set_deviations(
    deviations: &mut [u64; NUM_DEVIATIONS],
    step: u64,
    passes: u64,
    random: &mut u64,
) {
    let passes = passes.min(Variation::MOST_PASSES);
    let deviations = &mut deviations[..passes as usize];
    for (number, it) in (0..).zip(deviations.iter_mut()) {
        *it = step.wrapping_mul(number % Variation::PASSES);
    }
    for last in (1..deviations.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        deviations.swap(last, (*random >> 33) as usize % (last + 1));
    }
}

/// Memory that instructions refer to by a distance from themselves.
pub(super) const CONSTANTS_BYTES: usize = 256 * CONSTANT_BYTES;
const CONSTANT_BYTES: usize = 64;

/// Offset of the pages that instructions refer to by a distance from their own, after words and constants.
pub(super) const PAGES_OFFSET: usize =
    CODE_BYTES + (size_of::<Words>() + CONSTANTS_BYTES).next_multiple_of(PAGE_BYTES);
/// Bytes of all these pages.
pub(super) const PAGES_BYTES: usize = here::NUM_PAGES * PAGE_BYTES;
/// Programs, by their offsets in the machine code.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    pub code: Vec<u8>,
    /// The program of each length.
    pub timed: Vec<usize>,
    /// The chains of [`CHAINS`].
    pub chains: [usize; 2],
    /// Pieces of `nop` that a neighbour on the core slows down.
    pub probe: usize,
}

/// Returns the programs of a job.
///
/// # Errors
/// The exit status that says that they are too long, or that a distance is out of reach.
pub(super) fn programs(job: &Job, extensions: Extensions) -> Result<Programs, i32> {
    let mut code = Assembler { code: Vec::new(), extensions };
    let (chains, probe) = code.chains_and_probe()?;
    let mut timed: Vec<usize> = Vec::new();
    for (at, length) in job.lengths.iter().enumerate() {
        let same = job.lengths[..at].iter().position(|it| it.copies == length.copies);
        let entry = match same {
            Some(same) => timed[same],
            None => {
                let passes = match (job.variation, job.reloads) {
                    (Some(variation), _) => Passes::Vary(variation.register),
                    (None, true) => Passes::Reload,
                    (None, false) => Passes::GoOn,
                };
                let around = Around { passes, counter: job.unit.unused_register };
                code.timed(around, job.leading_nops, |it| it.copies(&job.unit, length.copies))?
            }
        };
        timed.push(entry);
    }
    code.programs(timed, chains, probe)
}

/// Returns the programs of a batch: for each block a shorter one and a longer one.
///
/// # Errors
/// The exit status that says that they are too long, or that a distance is out of reach.
pub(super) fn programs_of_batch(batch: &Batch, extensions: Extensions) -> Result<Programs, i32> {
    let mut code = Assembler { code: Vec::new(), extensions };
    let (chains, probe) = code.chains_and_probe()?;
    let mut timed = Vec::with_capacity(2 * batch.blocks.len());
    for block in &batch.blocks {
        for copies in block.copies {
            timed.push(code.copies_that_go_on(&block.unit, copies)?);
        }
    }
    code.programs(timed, chains, probe)
}

/// Returns the program of code that goes through an array.
///
/// # Errors
/// The exit status that says that it is too long, or that a distance is out of reach.
pub(super) fn programs_of_array(job: &ArrayJob, extensions: Extensions) -> Result<Programs, i32> {
    let mut code = Assembler { code: Vec::new(), extensions };
    let (chains, probe) = code.chains_and_probe()?;
    let timed = code.copies_that_go_on(&job.unit, job.copies)?;
    code.programs(vec![timed], chains, probe)
}

/// `nop` of a pass through the probe.
pub(super) const PROBE_NOPS: usize = 240;

impl Assembler {
    /// Appends the programs that tell the pace of the core.
    fn chains_and_probe(&mut self) -> Result<([usize; 2], usize), i32> {
        let around = Around { passes: Passes::GoOn, counter: here::COUNTER };
        let mut chain = |chain: Chain| {
            self.timed(around, 0, |it| {
                (0..chain.cycles).for_each(|_| it.chain_link());
                Ok(())
            })
        };
        let [short, long] = CHAINS;
        let first = chain(short)?;
        let second = if long.cycles == short.cycles { first } else { chain(long)? };
        let probe = self.timed(around, 0, |it| {
            (0..PROBE_NOPS).for_each(|_| it.probe_nop());
            Ok(())
        })?;
        Ok(([first, second], probe))
    }

    fn programs(
        self,
        timed: Vec<usize>,
        chains: [usize; 2],
        probe: usize,
    ) -> Result<Programs, i32> {
        let is_short = self.code.len() <= CODE_BYTES;
        let programs = Programs { code: self.code, timed, chains, probe };
        is_short.then_some(programs).ok_or(status::TOO_LONG)
    }

    /// Appends a function that returns the ticks that a body takes, and returns its offset.
    fn timed(
        &mut self,
        around: Around,
        leading_nops: u32,
        body: impl FnOnce(&mut Assembler) -> Result<(), i32>,
    ) -> Result<usize, i32> {
        self.align(LINE_BYTES);
        let entry = self.code.len();
        self.enter(around)?;
        let reload = self.code.len();
        self.load_registers(around)?;
        let (field, at) = self.jump();
        self.align(LINE_BYTES);
        let start = self.code.len();
        field.set(&mut self.code, at, start)?;
        (0..leading_nops).for_each(|_| self.nop());
        let again = if around.passes == Passes::GoOn { self.code.len() } else { reload };
        body(self)?;
        self.leave(around, again)?;
        Ok(entry)
    }

    /// Appends a function that returns the ticks of copies, which begin with the registers that the pass before ended with.
    fn copies_that_go_on(&mut self, unit: &Unit, copies: u32) -> Result<usize, i32> {
        let around = Around { passes: Passes::GoOn, counter: unit.unused_register };
        self.timed(around, 0, |it| it.copies(unit, copies))
    }

    /// Appends copies of the code.
    fn copies(&mut self, unit: &Unit, copies: u32) -> Result<(), i32> {
        let bytes = unit.code.len().checked_mul(copies as usize);
        let end = bytes.and_then(|bytes| self.code.len().checked_add(bytes));
        let end = end.filter(|it| *it <= CODE_BYTES).ok_or(status::TOO_LONG)?;
        // The jump to the end is the first one after the last copy, the way out the next.
        let exit = end.next_multiple_of(here::END_BYTES) + here::EXIT_BYTES;
        for _ in 0..copies {
            let start = self.code.len();
            self.bytes(&unit.code);
            unit.fixups.iter().try_for_each(|it| self.fix(it, start, exit))?;
        }
        self.align(here::END_BYTES);
        Ok(())
    }

    /// Sets a distance in the copy of the code that begins at an offset.
    fn fix(&mut self, fixup: &Fixup, start: usize, exit: usize) -> Result<(), i32> {
        let at = start + fixup.offset as usize;
        let place = match fixup.place {
            FixedPlace::Start => start,
            FixedPlace::Exit => exit,
            FixedPlace::Next => fixup.field.next(at),
            FixedPlace::Constant(number) => {
                CODE_BYTES + size_of::<Words>() + usize::from(number) * CONSTANT_BYTES
            }
            FixedPlace::Page(number) => PAGES_OFFSET + here::page(number).ok_or(status::BAD_JOB)?,
        };
        fixup.field.set(&mut self.code, at, place)
    }
}

/// Bytes of a line of the instruction cache, at which code begins.
const LINE_BYTES: usize = 64;
