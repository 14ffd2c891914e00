//! Jobs of the process that runs code, and its answers.

use serde::{Deserialize, Serialize};

use crate::array_order::ArrayOrder;
use crate::field::Field;
use crate::registers::NUM_REGISTERS;
use crate::start::InitialMemory;

/// A place in code that is known only where it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Fixup {
    /// Offset in the code of the bytes with the distance.
    pub offset: u32,
    pub field: Field,
    pub place: FixedPlace,
}

/// The place that a distance leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum FixedPlace {
    /// The first instruction of the same copy.
    Start,
    /// The way out, by which code leaves before its end.
    Exit,
    /// The next instruction.
    Next,
    /// Memory of 64 bytes with that number.
    Constant(u8),
    /// A page of memory with that number.
    #[cfg_attr(
        not(target_arch = "aarch64"),
        allow(dead_code, reason = "of machines with addresses of pages")
    )]
    Page(u8),
}

/// Machine code with places that are not known yet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub code: Vec<u8>,
    pub fixups: Vec<Fixup>,
    /// A general purpose register that the code does not use, if running it needs one.
    pub unused_register: Option<u8>,
}

/// One of the lengths that are timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Length {
    /// Copies of the code, one after the other.
    pub copies: u32,
    /// Values of registers.
    pub registers: [u64; NUM_REGISTERS],
}

/// A register that decides how many iterations a pass has. Passes of one length have a few more or less: predictors of branches
/// learn when a loop ends that always goes around as often, if it is short enough, and shorter lengths would not pay for their
/// end while longer ones do (measured on Zen 5: up to 112 iterations).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Variation {
    pub register: usize,
    /// Its change for [`Variation::iterations`] more.
    pub step: u64,
    pub iterations: u32,
}

impl Variation {
    /// Different numbers of steps. Runs of a multiple of so many passes have each as often.
    pub const PASSES: u64 = 8;
    /// Passes that differ. Runs of more have a multiple of so many.
    pub const MOST_PASSES: u64 = 1024;

    /// Returns passes of a run, so many at least, that have each number of steps as often.
    pub fn passes(count: u64) -> u64 {
        let unit = if count > Self::MOST_PASSES { Self::MOST_PASSES } else { Self::PASSES };
        count.next_multiple_of(unit)
    }

    /// Returns the iterations of a pass beyond those of the length, as a mean of all passes.
    pub fn mean_iterations(&self) -> f64 {
        f64::from(self.iterations) * (Self::PASSES - 1) as f64 / 2.0
    }
}

/// Code to run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub unit: Unit,
    /// At most [`MAX_LENGTHS`]. Those of other copies have code of their own.
    pub lengths: Vec<Length>,
    /// Times that a program runs through its code: a multiple of [`Variation::PASSES`] if they vary.
    pub passes: u64,
    /// Each pass begins with the values of registers again.
    pub reloads: bool,
    /// Passes differ by this. They begin with the values of registers again.
    pub variation: Option<Variation>,
    /// One-byte instructions before the code, which micro-op caches cannot hold.
    pub leading_nops: u32,
    pub memory: InitialMemory,
    pub word: u64,
    /// Times that each length is timed; 0 to run the first one once and tell registers.
    pub rounds: u32,
    /// Seconds of processor time.
    pub seconds: u32,
}

/// The task of a process.
#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "such a build runs no code")
)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// One block, with care.
    Block(Job),
    /// Many blocks, one after the other.
    Batch(Batch),
    /// A block that goes through arrays.
    Arrays(ArrayJob),
}

/// Code that goes through arrays of several sizes, one after the other. Each is the beginning of the same memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ArrayJob {
    pub unit: Unit,
    /// Copies of the code in a pass.
    pub copies: u32,
    /// Values of registers that hold no place.
    pub registers: [u64; NUM_REGISTERS],
    /// Registers that hold an address of the array, a bit for each: that of its start, of its middle, and of its end.
    pub starts: u32,
    pub middles: u32,
    pub ends: u32,
    /// At most [`MAX_ARRAY_BYTES`] each, and of two strides at least.
    pub sizes_bytes: Vec<u64>,
    pub order: ArrayOrder,
    /// Bytes that an iteration of the code goes on by, or the distance between elements of a cycle.
    pub stride_bytes: u32,
    /// The value of each word, but for addresses of a cycle.
    pub word: u64,
    /// Times that each size is timed, at most [`MAX_BATCH_ROUNDS`].
    pub rounds: u32,
    /// Seconds of processor time.
    pub seconds: u32,
}

/// Most bytes of an array.
pub(crate) const MAX_ARRAY_BYTES: u64 = 1 << 32;

/// The times of one size of an array, as bytes of the process's output.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")),
    derive(bytemuck::Pod, bytemuck::Zeroable)
)]
pub(crate) struct ArrayRecord {
    /// [`MAGIC`].
    pub magic: u64,
    /// The size, by its place in the job.
    pub size: u64,
    /// Rounds that count.
    pub accepted: u64,
    /// Times that the shorter and the longer run go through the code of a pass.
    pub passes: [u64; 2],
    /// `nop` in a cycle, which a neighbour on the core slows down.
    pub probe_nops_per_cycle: f64,
    /// Ticks of the clock in a cycle, and in a nanosecond.
    pub ticks_per_cycle: f64,
    pub ticks_per_nanosecond: f64,
    /// Bytes of the memory that a fault gave when it was touched for the first time, as a mean.
    pub bytes_per_fault: f64,
    /// Cycles of the shorter and of the longer run, by round.
    pub cycles: [[f64; MAX_BATCH_ROUNDS]; 2],
}

/// Blocks that are timed one after the other in one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Batch {
    pub blocks: Vec<BatchBlock>,
    /// Values of registers before each.
    pub registers: [u64; NUM_REGISTERS],
    pub memory: InitialMemory,
    pub word: u64,
    /// Times that each length is timed, at most [`MAX_BATCH_ROUNDS`].
    pub rounds: u32,
    /// Seconds of processor time.
    pub seconds: u32,
}

/// A block of a batch, in two lengths.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BatchBlock {
    pub unit: Unit,
    /// Copies of the code in each length, the shorter one first.
    pub copies: [u32; 2],
}

/// Most rounds of a block of a batch.
pub(crate) const MAX_BATCH_ROUNDS: usize = 32;

/// The times of one block of a batch, as bytes of the process's output.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")),
    derive(bytemuck::Pod, bytemuck::Zeroable)
)]
pub(crate) struct BatchRecord {
    /// [`MAGIC`].
    pub magic: u64,
    /// The block, by its place in the batch.
    pub block: u64,
    /// Rounds that count.
    pub accepted: u64,
    /// Times that a program ran through its code.
    pub passes: u64,
    /// `nop` in a cycle, which a neighbour on the core slows down.
    pub probe_nops_per_cycle: f64,
    /// Cycles of the shorter and of the longer program, by round.
    pub cycles: [[f64; MAX_BATCH_ROUNDS]; 2],
}

/// Most lengths of a job.
pub(crate) const MAX_LENGTHS: usize = 6;
/// Most rounds of a job.
pub(crate) const MAX_ROUNDS: usize = 256;

/// The answer, as bytes of the process's output.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")),
    derive(bytemuck::Pod, bytemuck::Zeroable)
)]
pub(crate) struct Answer {
    /// [`MAGIC`] of a whole answer.
    pub magic: u64,
    /// Rounds that count.
    pub accepted: u64,
    /// Rounds that were made.
    pub tried: u64,
    /// Pages that were touched.
    pub pages: u64,
    /// Nonzero if code left by the way out.
    pub left: u64,
    /// `nop` in a cycle, which a neighbour on the core slows down.
    pub probe_nops_per_cycle: f64,
    /// Ticks of the clock in a cycle.
    pub ticks_per_cycle: f64,
    /// Registers at the end, by length.
    pub registers: [[u64; NUM_REGISTERS]; MAX_LENGTHS],
    /// Cycles by length and round.
    pub cycles: [[f64; MAX_ROUNDS]; MAX_LENGTHS],
}

/// First word of an answer.
#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "such a build runs no code")
)]
pub(crate) const MAGIC: u64 = 0x6f78_6d63_615f_6d31;

/// Most bytes of all programs of a job. The words and constants after them are within a mebibyte, as far as AArch64 code reaches,
/// and begin a page, of which the largest have 64 KiB.
pub(crate) const MAX_CODE_BYTES: usize = (1 << 20) - (1 << 16);

/// Most pages that code may touch.
#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "such a build runs no code")
)]
pub(crate) const MAX_PAGES: u32 = 64;
