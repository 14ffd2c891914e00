//! Methods that make all operands of an instruction.

use super::{Decoding, SHORT, field};
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::mips::decoder_method::{Offset, Whole};
use crate::target::mips::encode::{MOVED, PAIRS};
use crate::target::mips::registers::File;
use crate::target::mips::template::sign_extended;

const GLOBAL_POINTER: u64 = 28;
const STACK_POINTER: u64 = 29;
const FRAME_POINTER: u64 = 30;
const RETURN_ADDRESS: u64 = 31;
const FIRST_SAVED: u64 = 16;

/// Registers that short stores take.
const STORED: [u64; 8] = [0, 17, 2, 3, 4, 5, 6, 7];

impl Decoding<'_, '_> {
    /// Adds the operands of an instruction.
    pub(super) fn decode_whole(
        &self,
        whole: Whole,
        code: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let offset_of = |it: Offset| sign_extended(it.bits, field(code, it.bit, it.bits) as i64);
        let immediate = |value: i64, operands: &mut Operands| operands.push(Operand::Imm(value));
        match whole {
            Whole::Memory { file, reg_bit, base_bit, offset } => {
                let is_conditional = matches!(
                    self.name(),
                    "SC" | "SC64" | "SCD" | "SCE" | "SC_R6" | "SCD_R6" | "SCE_MM" | "SC_MMR6"
                );
                for _ in 0..=usize::from(is_conditional) {
                    self.push(file, field(code, reg_bit, 5), operands);
                }
                self.push(File::General, field(code, base_bit, 5), operands);
                immediate(offset_of(offset), operands);
            }
            Whole::Hint { base_bit, number_bit, offset } => {
                self.push(File::General, field(code, base_bit, 5), operands);
                immediate(offset_of(offset), operands);
                immediate(field(code, number_bit, 5) as i64, operands);
            }
            Whole::Address { base_bit } => {
                self.push(File::General, field(code, base_bit, 5), operands);
                immediate(sign_extended(16, code as i64), operands);
            }
            Whole::VectorMemory => {
                let shift = match self.name() {
                    "LD_B" | "ST_B" => 0,
                    "LD_H" | "ST_H" => 1,
                    "LD_W" | "ST_W" => 2,
                    _ => 3,
                };
                self.push(File::Vector, field(code, 6, 5), operands);
                self.push(File::General, field(code, 11, 5), operands);
                immediate(sign_extended(10, field(code, 16, 10) as i64) << shift, operands);
            }
            Whole::ShortMemory => {
                let (reg, base) = (field(code, 7, 3) as usize, field(code, 4, 3) as usize);
                let name = self.name();
                let is_load = name.starts_with('L');
                let reg = if is_load { SHORT[reg] as u64 } else { STORED[reg] };
                self.push(File::General, reg, operands);
                self.push(File::General, SHORT[base] as u64, operands);
                let offset = field(code, 0, 4) as i64;
                immediate(
                    match name.as_bytes().get(1) {
                        Some(b'B') if is_load && offset == 15 => -1,
                        Some(b'B') => offset,
                        Some(b'H') => offset << 1,
                        _ => offset << 2,
                    },
                    operands,
                );
            }
            Whole::StackMemory => {
                self.push(File::General, field(code, 5, 5), operands);
                self.push(File::General, STACK_POINTER, operands);
                immediate((field(code, 0, 5) << 2) as i64, operands);
            }
            Whole::GlobalMemory => {
                // LLVM takes the number of the short register for that of a general one.
                self.push(File::General, field(code, 7, 3), operands);
                self.push(File::General, GLOBAL_POINTER, operands);
                immediate((field(code, 0, 7) << 2) as i64, operands);
            }
            Whole::StackList => {
                let is_revision_6 = self.name().ends_with("_MMR6");
                let (count, offset) = match is_revision_6 {
                    true => (field(code, 8, 2), field(code, 4, 4) as i64),
                    false => (field(code, 4, 2), sign_extended(4, code as i64)),
                };
                (0..=count).for_each(|at| self.push(File::General, FIRST_SAVED + at, operands));
                self.push(File::General, RETURN_ADDRESS, operands);
                self.push(File::General, STACK_POINTER, operands);
                immediate(offset << 2, operands);
            }
            Whole::ListMemory => {
                let number = field(code, 21, 5);
                match self.name() {
                    "SWM32_MM" | "LWM32_MM" => {
                        /// The saved registers, of which the frame pointer is the last.
                        const MOST: u64 = 9;
                        let count = number & 15;
                        if number == 0 || count > MOST {
                            return None;
                        }
                        for at in 0..count {
                            let reg = if at < 8 { FIRST_SAVED + at } else { FRAME_POINTER };
                            self.push(File::General, reg, operands);
                        }
                        if number & 16 != 0 {
                            self.push(File::General, RETURN_ADDRESS, operands);
                        }
                    }
                    name => {
                        let is_pair = matches!(name, "LWP_MM" | "SWP_MM");
                        let is_repeated = name == "SC_MM";
                        self.push(File::General, number, operands);
                        if is_repeated {
                            self.push(File::General, number, operands);
                        }
                        if is_pair {
                            // LLVM takes the next register of all registers.
                            let reg = self.mips.registers.numbered(File::General, number as usize);
                            operands.push(Operand::Reg(oxmca_tables::Reg(reg.0 + 1)));
                        }
                    }
                }
                self.push(File::General, field(code, 16, 5), operands);
                immediate(sign_extended(12, code as i64), operands);
            }
            Whole::MovedPair => {
                let (first, second) = PAIRS[field(code, 7, 3) as usize];
                let is_revision_6 = self.features.contains(self.mips.bits.mips_32_r6);
                let source = match is_revision_6 {
                    true => field(code, 0, 2) | field(code, 3, 1) << 2,
                    false => field(code, 1, 3),
                };
                let other = field(code, 4, 3);
                for number in [first, second, MOVED[source as usize], MOVED[other as usize]] {
                    self.push(File::General, number as u64, operands);
                }
            }
            Whole::InsertedElement => {
                let bits = match field(code, 17, 5) {
                    it if it & 0x18 == 0 => 4,
                    it if it & 0x1c == 0x10 => 3,
                    it if it & 0x1e == 0x18 => 2,
                    0x1c => 1,
                    _ => return None,
                };
                let to = field(code, 6, 5);
                self.push(File::Vector, to, operands);
                self.push(File::Vector, to, operands);
                immediate(field(code, 16, bits) as i64, operands);
                self.push(File::Vector, field(code, 11, 5), operands);
                immediate(0, operands);
            }
            Whole::UpperParts => {
                let reg = field(code, 21, 5);
                self.push(File::Wide, reg, operands);
                self.push(File::Wide, reg, operands);
                immediate(field(code, 0, 16) as i64, operands);
            }
            Whole::Checksum => {
                let to = field(code, 16, 5);
                self.push(File::General, to, operands);
                self.push(File::General, field(code, 21, 5), operands);
                self.push(File::General, to, operands);
            }
            Whole::ExtractedField | Whole::InsertedField => {
                let (last, low) = (field(code, 11, 5) as i64, field(code, 6, 5) as i64);
                let is_insert = whole == Whole::InsertedField;
                let name = self.name();
                let (is_middle, is_upper) = (name.ends_with('M'), name.ends_with('U'));
                let position = if is_upper { low + 32 } else { low };
                let size = match (is_insert, is_middle, is_upper) {
                    (true, false, false) => last + 1 - position,
                    (true, ..) => last + 33 - position,
                    (false, true, _) => last + 33,
                    (false, ..) => last + 1,
                };
                self.rename(if is_insert { "DINS" } else { "DEXT" })?;
                self.push(File::Wide, field(code, 16, 5), operands);
                self.push(File::Wide, field(code, 21, 5), operands);
                immediate(position, operands);
                // LLVM keeps it in 32 bits without sign.
                immediate(i64::from(size as u32), operands);
            }
            Whole::Branch(group) => return self.decode_branch(group, code, operands),
        }
        Some(())
    }
}
