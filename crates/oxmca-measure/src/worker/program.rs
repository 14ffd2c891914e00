//! Machine code around the code that is timed: it sets the start state, reads the clock and tells registers.

use std::mem::offset_of;

use crate::job::{Batch, FixedPlace, Fixup, Job, MAX_CODE_BYTES, Unit, Variation, status};
use crate::start::NUM_REGISTERS;

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

/// Programs, by their offsets in the machine code.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    pub code: Vec<u8>,
    /// The program of each length.
    pub timed: Vec<usize>,
    /// A chain of [`CHAIN_CYCLES`] in each pass.
    pub chain: usize,
    /// Pieces of `nop` that a neighbour on the core slows down.
    pub probe: usize,
}

/// Cycles of a pass through the chain.
pub(super) const CHAIN_CYCLES: u64 = 64;

/// Returns the programs of a job.
///
/// # Errors
/// The exit status that says that they are too long, or that a distance is out of reach.
pub(super) fn programs(job: &Job, has_masks: bool) -> Result<Programs, i32> {
    let mut code = Assembler { code: Vec::new(), has_masks };
    let [chain, probe] = code.chain_and_probe()?;
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
                code.timed(passes, job.leading_nops, |it| it.copies(&job.unit, length.copies))?
            }
        };
        timed.push(entry);
    }
    code.programs(timed, chain, probe)
}

/// Returns the programs of a batch: for each block a shorter one and a longer one.
///
/// # Errors
/// The exit status that says that they are too long, or that a distance is out of reach.
pub(super) fn programs_of_batch(batch: &Batch, has_masks: bool) -> Result<Programs, i32> {
    let mut code = Assembler { code: Vec::new(), has_masks };
    let [chain, probe] = code.chain_and_probe()?;
    let mut timed = Vec::with_capacity(2 * batch.blocks.len());
    for block in &batch.blocks {
        for copies in block.copies {
            timed.push(code.timed(Passes::GoOn, 0, |it| it.copies(&block.unit, copies))?);
        }
    }
    code.programs(timed, chain, probe)
}

/// `nop` of one to nine bytes, as AMD and Intel recommend them.
const NOPS: [&[u8]; 9] = [
    &[0x90],
    &[0x66, 0x90],
    &[0x0f, 0x1f, 0x00],
    &[0x0f, 0x1f, 0x40, 0],
    &[0x0f, 0x1f, 0x44, 0, 0],
    &[0x66, 0x0f, 0x1f, 0x44, 0, 0],
    &[0x0f, 0x1f, 0x80, 0, 0, 0, 0],
    &[0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0],
    &[0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0],
];

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

struct Assembler {
    code: Vec<u8>,
    has_masks: bool,
}

impl Assembler {
    /// Appends the programs that tell the pace of the core.
    fn chain_and_probe(&mut self) -> Result<[usize; 2], i32> {
        let chain = self.timed(Passes::GoOn, 0, |it| {
            // `xor` of two registers: nothing does it in less than a cycle.
            (0..CHAIN_CYCLES).for_each(|_| it.bytes(&[0x48, 0x31, 0xc8]));
            Ok(())
        })?;
        let probe = self.timed(Passes::GoOn, 0, |it| {
            (0..PROBE_NOPS).for_each(|_| it.bytes(&[0x0f, 0x1f, 0x40, 0x00]));
            Ok(())
        })?;
        Ok([chain, probe])
    }

    fn programs(self, timed: Vec<usize>, chain: usize, probe: usize) -> Result<Programs, i32> {
        let is_short = self.code.len() <= CODE_BYTES;
        let programs = Programs { code: self.code, timed, chain, probe };
        is_short.then_some(programs).ok_or(status::TOO_LONG)
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.code.extend(bytes);
    }

    /// Appends the distance from the next instruction, which begins so many bytes after it, to an offset.
    fn distance(&mut self, to: usize, to_next: usize) {
        let next = self.code.len() + 4 + to_next;
        self.bytes(&(to as i32).wrapping_sub(next as i32).to_le_bytes());
    }

    /// Appends `nop` up to a line, few long ones: caches of micro-ops do not hold a line of short ones, and the decoders that
    /// take over then cost tens of cycles now and then (measured on Zen 3).
    fn align(&mut self) {
        let mut rest = self.code.len().next_multiple_of(64) - self.code.len();
        while rest > 0 {
            let nop = NOPS[rest.min(NOPS.len()) - 1];
            self.bytes(nop);
            rest -= nop.len();
        }
    }

    /// Appends an instruction with the distance to a word at its end.
    fn with_word(&mut self, bytes: &[u8], word: usize) {
        self.bytes(bytes);
        self.distance(CODE_BYTES + word, 0);
    }

    /// Appends a function that returns the ticks that a body takes, and returns its offset.
    fn timed(
        &mut self,
        passes: Passes,
        leading_nops: u32,
        body: impl FnOnce(&mut Assembler) -> Result<(), i32>,
    ) -> Result<usize, i32> {
        self.align();
        let entry = self.code.len();
        // push rbx, rbp, r12 to r15.
        self.bytes(&[0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57]);
        self.with_word(&[0x48, 0x89, 0x25], offset_of!(Words, saved_stack_pointer));
        for number in 0..16 {
            if number & 8 != 0 {
                self.bytes(&[0x44]);
            }
            self.with_word(&[0x0f, 0x10, 0x05 | (number & 7) << 3], offset_of!(Words, vector));
        }
        if self.has_masks {
            // kxnorw k, k, k: all elements.
            (1..8u8)
                .for_each(|k| self.bytes(&[0xc5, 0x84 | (!k & 15) << 3, 0x46, 0xc0 | k << 3 | k]));
        }
        self.bytes(&[0x0f, 0xae, 0xe8]); // lfence
        self.read_clock();
        self.with_word(&[0x48, 0x89, 0x05], offset_of!(Words, start_ticks));
        let reload = self.code.len();
        if let Passes::Vary(register) = passes {
            self.next_deviation(register);
        }
        self.bytes(&[0x31, 0xc0]); // xor eax, eax: flags are known
        for number in 0..NUM_REGISTERS {
            match passes {
                Passes::Vary(register) if register == number => {
                    self.word_of_register(0x8b, number, offset_of!(Words, varied));
                }
                _ => self.register(0x8b, number, offset_of!(Words, registers)),
            }
        }
        self.bytes(&[0x0f, 0xae, 0xe8, 0xe9]); // lfence; jmp
        let jump = self.code.len();
        self.distance(jump + 4, 0);
        self.align();
        let start = self.code.len();
        self.code[jump..jump + 4].copy_from_slice(&((start - jump - 4) as i32).to_le_bytes());
        (0..leading_nops).for_each(|_| self.bytes(&[0x90]));
        let again = if passes == Passes::GoOn { self.code.len() } else { reload };
        body(self)?;
        // The way out is the second of these instructions: see `copies`.
        self.bytes(&[0xe9]); // jmp to the end
        self.distance(self.code.len() + 4 + LEAVE_BYTES, 0);
        self.bytes(&[0x48, 0xc7, 0x05]); // mov qword [left], 1
        self.distance(CODE_BYTES + offset_of!(Words, left), 4);
        self.bytes(&1u32.to_le_bytes());
        self.with_word(&[0x48, 0xff, 0x0d], offset_of!(Words, passes)); // dec qword [passes]
        self.bytes(&[0x0f, 0x85]); // jnz
        self.distance(again, 0);
        for number in 0..NUM_REGISTERS {
            self.register(0x89, number, offset_of!(Words, end_registers));
        }
        self.bytes(&[0x0f, 0xae, 0xe8]); // lfence
        self.read_clock();
        self.with_word(&[0x48, 0x8b, 0x25], offset_of!(Words, saved_stack_pointer));
        self.with_word(&[0x48, 0x2b, 0x05], offset_of!(Words, start_ticks)); // sub
        // cld; pop r15 to r12, rbp, rbx; ret.
        self.bytes(&[0xfc, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3]);
        Ok(entry)
    }

    /// Appends rdtsc; shl rdx, 32; or rax, rdx.
    fn read_clock(&mut self) {
        self.bytes(&[0x0f, 0x31, 0x48, 0xc1, 0xe2, 0x20, 0x48, 0x09, 0xd0]);
    }

    /// Appends what makes the value of the register that varies, and steps to the next deviation.
    fn next_deviation(&mut self, register: usize) {
        self.word_of_register(0x8b, 0, offset_of!(Words, next_deviation)); // mov rax
        self.with_word(&[0x48, 0x8d, 0x0d], offset_of!(Words, deviations)); // lea rcx
        self.bytes(&[0x48, 0x8b, 0x14, 0x01]); // mov rdx, [rcx + rax]
        self.word_of_register(0x03, 2, offset_of!(Words, registers) + 8 * register); // add rdx
        self.word_of_register(0x89, 2, offset_of!(Words, varied));
        self.bytes(&[0x83, 0xc0, 0x08, 0x25]); // add eax, 8; and eax
        self.bytes(&(8 * NUM_DEVIATIONS as u32 - 1).to_le_bytes());
        self.word_of_register(0x89, 0, offset_of!(Words, next_deviation));
    }

    /// Appends a move between a register and its place in an array of words.
    fn register(&mut self, opcode: u8, number: usize, array: usize) {
        self.word_of_register(opcode, number, array + 8 * number);
    }

    /// Appends an instruction of a register and a word.
    fn word_of_register(&mut self, opcode: u8, number: usize, word: usize) {
        let (high, low) = ((number as u8 & 8) >> 1, (number as u8 & 7) << 3);
        self.with_word(&[0x48 | high, opcode, 0x05 | low], word);
    }

    /// Appends copies of the code.
    fn copies(&mut self, unit: &Unit, copies: u32) -> Result<(), i32> {
        let bytes = unit.code.len().checked_mul(copies as usize);
        let end = bytes.and_then(|bytes| self.code.len().checked_add(bytes));
        let end = end.filter(|it| *it <= CODE_BYTES).ok_or(status::TOO_LONG)?;
        // The jump to the end is the first one after the last copy, the way out the next.
        let exit = end.next_multiple_of(64) + 5;
        for _ in 0..copies {
            let start = self.code.len();
            self.bytes(&unit.code);
            unit.fixups.iter().try_for_each(|it| self.fix(it, start, exit))?;
        }
        self.align();
        Ok(())
    }

    /// Sets a distance in the copy of the code that begins at an offset.
    fn fix(&mut self, fixup: &Fixup, start: usize, exit: usize) -> Result<(), i32> {
        let at = start + fixup.offset as usize;
        let end = at + usize::from(fixup.bytes);
        let next = end + usize::from(fixup.to_next_bytes);
        let place = match fixup.place {
            FixedPlace::Start => start,
            FixedPlace::Exit => exit,
            FixedPlace::Next => next,
            FixedPlace::Constant(number) => {
                CODE_BYTES + size_of::<Words>() + usize::from(number) * CONSTANT_BYTES
            }
        };
        let distance = place as i64 - next as i64;
        let bytes = self.code.get_mut(at..end).ok_or(status::BAD_JOB)?;
        match fixup.bytes {
            1 => {
                let short = i8::try_from(distance).map_err(|_| status::OUT_OF_REACH)?;
                bytes.copy_from_slice(&short.to_le_bytes());
            }
            4 => bytes.copy_from_slice(&(distance as i32).to_le_bytes()),
            _ => return Err(status::BAD_JOB),
        }
        Ok(())
    }
}

/// Bytes of the instructions that are only met by the way out.
const LEAVE_BYTES: usize = 11;
