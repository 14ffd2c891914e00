//! Machine code that is being made, and the memory that it refers to.

use super::extensions::Extensions;
use crate::field::Field;
use crate::job::{MAX_CODE_BYTES, Variation};
use crate::registers::NUM_REGISTERS;

/// Words that machine code reads and writes. They lie after it.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(in crate::worker) struct Words {
    /// Value of all elements of vector registers.
    pub vector: [u64; 2],
    pub(super) saved_stack_pointer: u64,
    pub(super) start_ticks: u64,
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
    pub(super) varied: u64,
}

/// Values of [`Words::deviations`].
pub(super) const NUM_DEVIATIONS: usize = Variation::MOST_PASSES as usize;

/// Bytes before [`Words`].
pub(in crate::worker) const CODE_BYTES: usize = MAX_CODE_BYTES;
/// Bytes of a page, as instructions count them.
pub(super) const PAGE_BYTES: usize = 4096;

/// A chain of instructions that take a cycle each.
#[derive(Clone, Copy)]
pub(in crate::worker) struct Chain {
    /// Cycles of a pass.
    pub cycles: u64,
    pub passes: u64,
}

/// The values of registers that a pass begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passes {
    /// A pass begins with the values that the pass before ended with.
    GoOn,
    /// All passes begin with the same values.
    Reload,
    /// All passes begin with the same values but for that of one register.
    Vary(usize),
}

/// The code around a body that is timed, as far as bodies differ in it.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub passes: Passes,
    /// A general purpose register that the body does not use, if passes are counted in one.
    #[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "they are counted in memory"))]
    pub counter: Option<u8>,
}

/// Makes programs. Each machine has these in a file of its own:
///
/// - `page` returns the offset of the page of a name among those pages;
/// - `align` appends `nop` up to a multiple of so many bytes, `nop` the shortest one, `probe_nop` one of the probe, and
///   `chain_link` an instruction that takes a cycle and waits for the one before;
/// - `enter` begins a function: it saves what its caller needs, sets vector registers and notes the time;
/// - `load_registers` sets the registers of a pass;
/// - `jump` appends a jump, and returns its field, which is still open, and where that is;
/// - `leave` ends the function: it jumps over the way out, which begins `EXIT_BYTES` later, goes on with the next pass,
///   notes registers, and returns the ticks.
pub(super) struct Assembler {
    pub code: Vec<u8>,
    pub extensions: Extensions,
}

impl Assembler {
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.code.extend(bytes);
    }

    /// Appends an instruction with a distance to a place, both as an offset in the code.
    pub fn with_distance(
        &mut self,
        instruction: &[u8],
        field: Field,
        to: usize,
    ) -> Result<(), i32> {
        self.bytes(instruction);
        let at = self.code.len() - field.bytes();
        field.set(&mut self.code, at, to)
    }
}
