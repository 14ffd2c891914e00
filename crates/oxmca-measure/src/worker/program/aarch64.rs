//! Code around the code that is timed, of AArch64.
//!
//! Passes are counted in a register that the body does not use. It is also the base of words where all others hold values of the
//! body.

use std::mem::offset_of;

use super::assembler::{
    Around, Assembler, CODE_BYTES, Chain, NUM_DEVIATIONS, PAGE_BYTES, Passes, Words,
};
use crate::field::{BitRange, Field};
pub(super) use crate::machine::aarch64::NUM_PAGES;
use crate::registers::NUM_REGISTERS;
use crate::registers::here::STACK_POINTER;
use crate::status;

/// The chains whose difference tells the pace of the core. They have as many passes, after each of which cores that execute in
/// order take time.
pub(in crate::worker) const CHAINS: [Chain; 2] =
    [Chain { cycles: 64, passes: 200 }, Chain { cycles: 256, passes: 200 }];
/// The register in which passes of chain and probe are counted.
pub(super) const COUNTER: Option<u8> = Some(18);
/// The code after copies follows them: a `nop` costs what other instructions do.
pub(super) const END_BYTES: usize = 4;
/// Bytes of the jump over the way out.
pub(super) const EXIT_BYTES: usize = 4;

/// Bytes of the registers that the caller needs: `x19` to `x30`, `d8` to `d15`.
const SAVED_BYTES: u32 = 8 * (12 + 8);

const NO_BITS: BitRange = BitRange { first: 0, count: 0 };
/// The distance of `b`.
const JUMP: Field =
    Field::Bits { low: BitRange { first: 0, count: 26 }, high: NO_BITS, unit_log2: 2 };
/// The distance of `cbnz`.
const BRANCH: Field =
    Field::Bits { low: BitRange { first: 5, count: 19 }, high: NO_BITS, unit_log2: 2 };
/// The distance of `adrp`.
const PAGE: Field = Field::Bits {
    low: BitRange { first: 29, count: 2 },
    high: BitRange { first: 5, count: 19 },
    unit_log2: 12,
};

/// Number of the stack pointer and of the register that is zero, whichever an instruction means.
const SP: u32 = 31;
const NOP: u32 = 0xd503_201f;
const ISB: u32 = 0xd503_3fdf;

pub(super) fn page(number: u8) -> Option<usize> {
    Some(usize::from(number)).filter(|it| *it < NUM_PAGES).map(|it| it * PAGE_BYTES)
}

impl Assembler {
    pub(super) fn align(&mut self, bytes: usize) {
        while !self.code.len().is_multiple_of(bytes) {
            self.nop();
        }
    }

    pub(super) fn nop(&mut self) {
        self.word(NOP);
    }

    pub(super) fn probe_nop(&mut self) {
        self.word(NOP);
    }

    /// Appends `eor x0, x0, x1`.
    pub(super) fn chain_link(&mut self) {
        self.word(0xca01_0000);
    }

    pub(super) fn enter(&mut self, around: Around) -> Result<(), i32> {
        let counter = counter(around)?;
        let [base, scratch] = scratch(counter);
        self.word(0xd100_0000 | SAVED_BYTES << 10 | SP << 5 | SP); // sub sp, sp
        self.saved(0xa900_0000, 0x6d00_0000); // stp
        self.words_to(base)?;
        self.add(scratch, SP, 0);
        self.store(scratch, base, offset_of!(Words, saved_stack_pointer));
        for number in 0..32 {
            // ldr q; dup z.d, z.d[0]
            self.word(
                0x3dc0_0000 | (offset_of!(Words, vector) as u32 / 16) << 10 | base << 5 | number,
            );
            if self.extensions.has_predicates {
                self.word(0x0528_2000 | number << 5 | number);
            }
        }
        if self.extensions.has_predicates {
            (0..16).for_each(|number| self.word(0x2518_e3e0 | number)); // ptrue p.b
            self.word(0x252c_9000); // setffr
        }
        self.load(counter, base, offset_of!(Words, passes));
        self.read_clock(scratch);
        self.store(scratch, base, offset_of!(Words, start_ticks));
        Ok(())
    }

    pub(super) fn load_registers(&mut self, around: Around) -> Result<(), i32> {
        let counter = counter(around)?;
        let [base, scratch] = scratch(counter);
        self.words_to(base)?;
        if let Passes::Vary(register) = around.passes {
            self.next_deviation(register, counter);
        }
        self.word(0xd51b_421f); // msr nzcv, xzr
        let value = |number: usize| match around.passes {
            Passes::Vary(register) if register == number => offset_of!(Words, varied),
            _ => offset_of!(Words, registers) + 8 * number,
        };
        self.load(scratch, base, value(STACK_POINTER));
        self.add(SP, scratch, 0);
        let others = (0..STACK_POINTER).filter(|it| ![counter, base].contains(&(*it as u32)));
        others.for_each(|it| self.load(it as u32, base, value(it)));
        self.load(base, base, value(base as usize));
        self.word(ISB);
        Ok(())
    }

    pub(super) fn jump(&mut self) -> (Field, usize) {
        let at = self.code.len();
        self.word(0x1400_0000); // b
        (JUMP, at)
    }

    pub(super) fn leave(&mut self, around: Around, again: usize) -> Result<(), i32> {
        /// A vector register that holds the counter while its own register is the base of words.
        const VECTOR: u32 = 0;
        let counter = counter(around)?;
        let (field, at) = self.jump();
        // The way out sets the highest bit of the counter.
        self.word(0xb241_0000 | counter << 5 | counter); // orr
        let end = self.code.len();
        field.set(&mut self.code, at, end)?;
        self.word(0xd100_0400 | counter << 5 | counter); // sub 1
        // Only the lower half is looked at.
        self.with_distance(&(0x3500_0000 | counter).to_le_bytes(), BRANCH, again)?; // cbnz w
        self.word(0x9e67_0000 | counter << 5 | VECTOR); // fmov d, x
        let base = counter;
        self.words_to(base)?;
        let others = (0..STACK_POINTER).filter(|it| *it as u32 != base);
        others
            .for_each(|it| self.store(it as u32, base, offset_of!(Words, end_registers) + 8 * it));
        let [scratch, ticks] = scratch(base);
        self.add(scratch, SP, 0);
        self.store(scratch, base, offset_of!(Words, end_registers) + 8 * STACK_POINTER);
        self.read_clock(ticks);
        self.word(0x9e66_0000 | VECTOR << 5 | scratch); // fmov x, d
        self.word(0xd37f_fc00 | scratch << 5 | scratch); // lsr 63
        self.store(scratch, base, offset_of!(Words, left));
        self.load(scratch, base, offset_of!(Words, saved_stack_pointer));
        self.add(SP, scratch, 0);
        self.load(scratch, base, offset_of!(Words, start_ticks));
        self.word(0xcb00_0000 | scratch << 16 | ticks << 5); // sub x0
        self.saved(0xa940_0000, 0x6d40_0000); // ldp
        self.add(SP, SP, SAVED_BYTES);
        self.word(0xd65f_03c0); // ret
        Ok(())
    }

    /// Appends what makes the value of the register that varies, and steps to the next deviation.
    fn next_deviation(&mut self, register: usize, counter: u32) {
        const MASK: u32 = 8 * NUM_DEVIATIONS as u32 - 1;
        const { assert!((MASK + 1).is_power_of_two()) };
        let [base, offset, value, other] = scratch(counter);
        self.load(offset, base, offset_of!(Words, next_deviation));
        self.add(value, base, offset_of!(Words, deviations) as u32);
        self.word(0xf860_6800 | offset << 16 | value << 5 | value); // ldr value, [value, offset]
        self.load(other, base, offset_of!(Words, registers) + 8 * register);
        self.word(0x8b00_0000 | other << 16 | value << 5 | value); // add
        self.store(value, base, offset_of!(Words, varied));
        self.add(offset, offset, 8);
        self.word(0x9240_0000 | (MASK.count_ones() - 1) << 10 | offset << 5 | offset); // and
        self.store(offset, base, offset_of!(Words, next_deviation));
    }

    /// Appends `isb` and a move of the clock to a register.
    fn read_clock(&mut self, register: u32) {
        self.word(ISB);
        self.word(0xd53b_e040 | register); // mrs cntvct_el0
    }

    /// Appends stores or loads of the registers that the caller needs, given the opcodes of a pair of both kinds.
    fn saved(&mut self, general: u32, vector: u32) {
        let pair = |opcode: u32, register: u32, at: u32| {
            opcode | (2 * at) << 15 | (register + 1) << 10 | SP << 5 | register
        };
        (0..6).for_each(|at| self.word(pair(general, 19 + 2 * at, at)));
        (0..4).for_each(|at| self.word(pair(vector, 8 + 2 * at, 6 + at)));
    }

    /// Appends `adrp`, which sets a register to the address of [`Words`].
    fn words_to(&mut self, register: u32) -> Result<(), i32> {
        const { assert!(CODE_BYTES.is_multiple_of(4096)) };
        self.with_distance(&(0x9000_0000 | register).to_le_bytes(), PAGE, CODE_BYTES)
    }

    /// Appends an addition of a constant, of which one register or both can be the stack pointer.
    fn add(&mut self, to: u32, from: u32, constant: u32) {
        self.word(0x9100_0000 | constant << 10 | from << 5 | to);
    }

    fn load(&mut self, register: u32, base: u32, word: usize) {
        self.word(0xf940_0000 | (word as u32 / 8) << 10 | base << 5 | register);
    }

    fn store(&mut self, register: u32, base: u32, word: usize) {
        self.word(0xf900_0000 | (word as u32 / 8) << 10 | base << 5 | register);
    }

    fn word(&mut self, word: u32) {
        self.bytes(&word.to_le_bytes());
    }
}

// Offsets are in fields of 12 bits: those of loads and stores count words.
const _: () = {
    assert!(offset_of!(Words, deviations) < 1 << 12 && size_of::<Words>() < 8 << 12);
    assert!(offset_of!(Words, vector) == 0 && NUM_REGISTERS == 32);
};

/// Returns the register that counts passes.
///
/// # Errors
/// The exit status that says that the job names none.
fn counter(around: Around) -> Result<u32, i32> {
    let counter = around.counter.map(u32::from).filter(|it| *it < SP);
    counter.ok_or(status::BAD_JOB)
}

/// Returns the first registers that do not count passes.
fn scratch<const COUNT: usize>(counter: u32) -> [u32; COUNT] {
    std::array::from_fn(|at| at as u32 + u32::from(at as u32 >= counter))
}
