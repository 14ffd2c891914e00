//! Code around the code that is timed, of x86-64.

use std::mem::offset_of;

use super::assembler::{Around, Assembler, CODE_BYTES, Chain, NUM_DEVIATIONS, Passes, Words};
use crate::field::Field;
use crate::registers::NUM_REGISTERS;

/// The chains whose difference tells the pace of the core. The end of a pass is executed beside it.
pub(in crate::worker) const CHAINS: [Chain; 2] =
    [Chain { cycles: 64, passes: 200 }, Chain { cycles: 64, passes: 800 }];
/// Passes are counted in memory.
pub(super) const COUNTER: Option<u8> = None;
/// The code after copies begins at a multiple of so many bytes.
pub(super) const END_BYTES: usize = 64;
/// Bytes of the jump over the way out.
pub(super) const EXIT_BYTES: usize = 5;
/// Bytes of the way out.
const LEAVE_BYTES: usize = 11;
/// No distance is one between pages.
pub(super) const NUM_PAGES: usize = 0;

pub(super) fn page(_number: u8) -> Option<usize> {
    None
}

/// The distance at the end of an instruction.
const LAST: Field = Field::Bytes { width: 4, to_next_bytes: 0 };

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

impl Assembler {
    /// Appends `nop` up to a multiple of so many bytes, few long ones: caches of micro-ops do not hold a line of short ones, and the decoders that
    /// take over then cost tens of cycles now and then (measured on Zen 3).
    pub(super) fn align(&mut self, bytes: usize) {
        let mut rest = self.code.len().next_multiple_of(bytes) - self.code.len();
        while rest > 0 {
            let nop = NOPS[rest.min(NOPS.len()) - 1];
            self.bytes(nop);
            rest -= nop.len();
        }
    }

    pub(super) fn nop(&mut self) {
        self.bytes(NOPS[0]);
    }

    pub(super) fn probe_nop(&mut self) {
        self.bytes(NOPS[3]);
    }

    /// Appends `xor` of two registers: nothing does it in less than a cycle.
    pub(super) fn chain_link(&mut self) {
        self.bytes(&[0x48, 0x31, 0xc8]);
    }

    pub(super) fn enter(&mut self, _around: Around) -> Result<(), i32> {
        // push rbx, rbp, r12 to r15.
        self.bytes(&[0x53, 0x55, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57]);
        self.with_word(&[0x48, 0x89, 0x25], offset_of!(Words, saved_stack_pointer))?;
        for number in 0..16 {
            if number & 8 != 0 {
                self.bytes(&[0x44]);
            }
            self.with_word(&[0x0f, 0x10, 0x05 | (number & 7) << 3], offset_of!(Words, vector))?;
        }
        // movq mm, and emms, which makes the stack of x87 empty: Golden Cove takes eight cycles more for each reading of one that
        // `cvtps2pi` wrote last.
        for number in 0..8 {
            self.with_word(&[0x0f, 0x6f, 0x05 | number << 3], offset_of!(Words, vector))?;
        }
        self.bytes(&[0x0f, 0x77]);
        if self.extensions.has_masks {
            // kxnorw k, k, k: all elements.
            (1..8u8)
                .for_each(|k| self.bytes(&[0xc5, 0x84 | (!k & 15) << 3, 0x46, 0xc0 | k << 3 | k]));
        }
        self.bytes(&[0x0f, 0xae, 0xe8]); // lfence
        self.read_clock();
        self.with_word(&[0x48, 0x89, 0x05], offset_of!(Words, start_ticks))
    }

    pub(super) fn load_registers(&mut self, around: Around) -> Result<(), i32> {
        if let Passes::Vary(register) = around.passes {
            self.next_deviation(register)?;
        }
        self.bytes(&[0x31, 0xc0]); // xor eax, eax: flags are known
        for number in 0..NUM_REGISTERS {
            match around.passes {
                Passes::Vary(register) if register == number => {
                    self.word_of_register(0x8b, number, offset_of!(Words, varied))?;
                }
                _ => self.register(0x8b, number, offset_of!(Words, registers))?,
            }
        }
        self.bytes(&[0x0f, 0xae, 0xe8]); // lfence
        Ok(())
    }

    pub(super) fn jump(&mut self) -> (Field, usize) {
        self.bytes(&[0xe9, 0, 0, 0, 0]);
        (LAST, self.code.len() - LAST.bytes())
    }

    pub(super) fn leave(&mut self, _around: Around, again: usize) -> Result<(), i32> {
        let (field, at) = self.jump();
        let end = self.code.len() + LEAVE_BYTES;
        field.set(&mut self.code, at, end)?;
        // mov qword [left], 1
        self.bytes(&[0x48, 0xc7, 0x05, 0, 0, 0, 0, 1, 0, 0, 0]);
        let left = Field::Bytes { width: 4, to_next_bytes: 4 };
        let at = self.code.len() - 8;
        left.set(&mut self.code, at, CODE_BYTES + offset_of!(Words, left))?;
        self.with_word(&[0x48, 0xff, 0x0d], offset_of!(Words, passes))?; // dec qword [passes]
        self.with_distance(&[0x0f, 0x85, 0, 0, 0, 0], LAST, again)?; // jnz
        for number in 0..NUM_REGISTERS {
            self.register(0x89, number, offset_of!(Words, end_registers))?;
        }
        self.bytes(&[0x0f, 0xae, 0xe8]); // lfence
        self.read_clock();
        self.with_word(&[0x48, 0x8b, 0x25], offset_of!(Words, saved_stack_pointer))?;
        self.with_word(&[0x48, 0x2b, 0x05], offset_of!(Words, start_ticks))?; // sub
        // cld; pop r15 to r12, rbp, rbx; ret.
        self.bytes(&[0xfc, 0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x41, 0x5c, 0x5d, 0x5b, 0xc3]);
        Ok(())
    }

    /// Appends rdtsc; shl rdx, 32; or rax, rdx.
    fn read_clock(&mut self) {
        self.bytes(&[0x0f, 0x31, 0x48, 0xc1, 0xe2, 0x20, 0x48, 0x09, 0xd0]);
    }

    /// Appends what makes the value of the register that varies, and steps to the next deviation.
    fn next_deviation(&mut self, register: usize) -> Result<(), i32> {
        self.word_of_register(0x8b, 0, offset_of!(Words, next_deviation))?; // mov rax
        self.with_word(&[0x48, 0x8d, 0x0d], offset_of!(Words, deviations))?; // lea rcx
        self.bytes(&[0x48, 0x8b, 0x14, 0x01]); // mov rdx, [rcx + rax]
        self.word_of_register(0x03, 2, offset_of!(Words, registers) + 8 * register)?; // add rdx
        self.word_of_register(0x89, 2, offset_of!(Words, varied))?;
        self.bytes(&[0x83, 0xc0, 0x08, 0x25]); // add eax, 8; and eax
        self.bytes(&(8 * NUM_DEVIATIONS as u32 - 1).to_le_bytes());
        self.word_of_register(0x89, 0, offset_of!(Words, next_deviation))
    }

    /// Appends a move between a register and its place in an array of words.
    fn register(&mut self, opcode: u8, number: usize, array: usize) -> Result<(), i32> {
        self.word_of_register(opcode, number, array + 8 * number)
    }

    /// Appends an instruction of a register and a word.
    fn word_of_register(&mut self, opcode: u8, number: usize, word: usize) -> Result<(), i32> {
        let (high, low) = ((number as u8 & 8) >> 1, (number as u8 & 7) << 3);
        self.with_word(&[0x48 | high, opcode, 0x05 | low], word)
    }

    /// Appends an instruction with the distance to a word at its end.
    fn with_word(&mut self, instruction: &[u8], word: usize) -> Result<(), i32> {
        self.bytes(instruction);
        self.with_distance(&[0; 4], LAST, CODE_BYTES + word)
    }
}
