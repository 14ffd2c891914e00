//! Machine code around the code that is timed: it sets the start state, reads the clock and tells registers.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
use self::aarch64 as here;
pub(super) use self::here::{CHAINS, Extensions};
#[cfg(target_arch = "x86_64")]
use self::x86_64 as here;

use crate::field::Field;
use crate::job::{Batch, FixedPlace, Fixup, Job, MAX_CODE_BYTES, Unit, Variation, status};
use crate::machine::NUM_REGISTERS;

/// Words that machine code reads and writes. They lie after it.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// Value of all elements of vector registers.
    pub vector: [u64; 2],
    saved_stack_pointer: u64,
    start_ticks: u64,
    /// Passes that are left.
    pub passes: u64,
    /// Nonzero if code left by the way out.
    pub left: u64,
    /// Registers at the beginning of a pass.
    pub registers: [u64; NUM_REGISTERS],
    /// Registers at the end.
    pub end_registers: [u64; NUM_REGISTERS],
    /// The values that passes add to the register that varies, one after the other.
    pub deviations: [u64; NUM_DEVIATIONS],
    /// The offset of the next one, in bytes.
    pub next_deviation: u64,
    /// The value of the register that varies.
    varied: u64,
}

const NUM_DEVIATIONS: usize = Variation::MOST_PASSES as usize;

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

/// Bytes before [`Words`].
pub(super) const CODE_BYTES: usize = MAX_CODE_BYTES;
/// Offset of the pages that instructions refer to by a distance from their own, after words and constants.
pub(super) const PAGES_OFFSET: usize =
    CODE_BYTES + (size_of::<Words>() + CONSTANTS_BYTES).next_multiple_of(PAGE_BYTES);
/// Bytes of all these pages.
pub(super) const PAGES_BYTES: usize = here::NUM_PAGES * PAGE_BYTES;
/// Bytes of a page, as instructions count them.
const PAGE_BYTES: usize = 4096;

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

/// A chain of instructions that take a cycle each.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// Cycles of a pass.
    pub cycles: u64,
    pub passes: u64,
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
            let around = Around { passes: Passes::GoOn, counter: block.unit.unused_register };
            timed.push(code.timed(around, 0, |it| it.copies(&block.unit, copies))?);
        }
    }
    code.programs(timed, chains, probe)
}

/// `nop` of a pass through the probe.
pub(super) const PROBE_NOPS: usize = 240;

/// The values of registers that a pass begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passes {
    /// A pass begins with the values that the pass before ended with.
    GoOn,
    /// All passes begin with the same values.
    Reload,
    /// All passes begin with the same values but for that of one register.
    Vary(usize),
}

/// The code around a body that is timed, as far as bodies differ in it.
#[derive(Clone, Copy)]
struct Around {
    passes: Passes,
    /// A general purpose register that the body does not use, if passes are counted in one.
    #[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "they are counted in memory"))]
    counter: Option<u8>,
}

/// Makes programs. What depends on the machine are these methods, in a file of each:
///
/// - `page` returns the offset of the page of a name among those pages;
/// - `align` appends `nop` up to a multiple of so many bytes, `nop` the shortest one, `probe_nop` one of the probe, and
///   `chain_link` an instruction that takes a cycle and waits for the one before;
/// - `enter` begins a function: it saves what its caller needs, sets vector registers and notes the time;
/// - `load_registers` sets the registers of a pass;
/// - `jump` appends a jump, and returns its field, which is still open, and where that is;
/// - `leave` ends the function: it jumps over the way out, which begins [`here::EXIT_BYTES`] later, goes on with the next pass,
///   notes registers, and returns the ticks.
struct Assembler {
    code: Vec<u8>,
    extensions: Extensions,
}

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

    fn bytes(&mut self, bytes: &[u8]) {
        self.code.extend(bytes);
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

    /// Appends an instruction with a distance to a place, both as an offset in the code.
    fn with_distance(&mut self, instruction: &[u8], field: Field, to: usize) -> Result<(), i32> {
        self.bytes(instruction);
        let at = self.code.len() - field.bytes();
        field.set(&mut self.code, at, to)
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
