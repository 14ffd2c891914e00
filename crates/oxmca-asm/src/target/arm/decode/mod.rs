//! Instructions of machine code.
//!
//! The tables have rows for several sets of instructions, which are tried in an order that depends on the code. Methods
//! make the operands; some choose another opcode, and some find that an instruction may be undefined.

mod arm;
mod blocks;
mod coprocessor;
mod decoding;
mod memory;
pub(super) mod method;
mod mve;
mod operands;
mod registers;
mod thumb;
mod thumb_memory;
mod vector_memory;

use std::cell::Cell;

use oxmca_tables::schema::{instr_flag, operand_flag};
use oxmca_tables::{FeatureSet, Opcode};

use super::control_flow::DECODED_AS_THUMB;
use super::facts::is_vector_predicable;
use super::feature_bits::Feature;
use super::target::Arm;
use crate::decoder::words::{self, DecoderMethods};
use crate::decoder::{DecodeContext, DecodeError, DecodedCode, InstructionSet, Operands};
use crate::inst::{Inst, Operand};
use blocks::Blocks;
use decoding::{ALWAYS, Decoding};
use method::DecoderMethod;

/// The tables of decoders, in their order in `decodings.tbl`.
#[derive(Clone, Copy)]
enum Table {
    Thumb16,
    ThumbFlags16,
    Thumb2_16,
    Arm,
    Coprocessor,
    Mve,
    VectorData,
    VectorDuplication,
    VectorMemory,
    Thumb32,
    Thumb2,
    ThumbCustom,
    ThumbCoprocessor,
    Float,
    FloatV8,
    CryptoV8,
    VectorV8,
}

/// Decodes the first instruction of `bytes`. `context` has the blocks that it may be in, and is changed to what the next
/// instruction needs.
pub fn decode(
    arm: &Arm<'_>,
    features: &FeatureSet,
    bytes: &[u8],
    context: &mut DecodeContext,
    inst: &mut Inst,
) -> Result<DecodedCode, DecodeError> {
    let is_thumb = match context.instruction_set {
        InstructionSet::Usual => arm.feature_bits.has(features, Feature::ThumbMode),
        InstructionSet::Other(number) => number == THUMB,
    };
    let is_usual = is_thumb == arm.feature_bits.has(features, Feature::ThumbMode);
    let mut features = *features;
    if let Some(bit) = arm.feature_bits.bit(Feature::ThumbMode) {
        match is_thumb {
            true => features.insert(bit),
            false => features.remove(bit),
        }
    }
    let decoding = Decoding {
        arm,
        features: &features,
        is_thumb,
        blocks: Cell::new(Blocks::of_bits(context.blocks)),
        opcode: Cell::new(Opcode(0)),
        is_doubtful: Cell::new(false),
    };
    let decoded = if is_thumb { decoding.thumb(bytes, inst) } else { decoding.arm(bytes, inst) };
    context.blocks = decoding.blocks.get().bits();
    if is_thumb && !is_usual {
        inst.flags |= DECODED_AS_THUMB;
    }
    decoded
}

/// The number of the instruction set Thumb, as mapping symbols choose it; that of A32 is 0.
pub const THUMB: u8 = 1;

impl DecoderMethods for Decoding<'_, '_> {
    fn begin(&self, opcode: Opcode) {
        self.opcode.set(opcode);
        self.is_doubtful.set(false);
    }

    fn decoded_opcode(&self, _: Opcode) -> Opcode {
        self.opcode.get()
    }

    fn decode_operand(
        &self,
        method: u16,
        _: &FeatureSet,
        value: u64,
        operands: &mut Operands,
    ) -> Option<()> {
        let number = usize::from(method);
        let tables = &self.arm.tables;
        let name = || tables.text(tables.decoder_methods[number]);
        let method = self.arm.decoder_methods.get(number, || DecoderMethod::number_of(name()))?;
        (DecoderMethod::of_number(method)?.decode)(self, value as u32, operands)
    }
}

impl Decoding<'_, '_> {
    /// Decodes a code by one table. Returns whether the instruction may be undefined.
    fn by(&self, table: Table, code: u32, inst: &mut Inst) -> Option<bool> {
        let tables = &self.arm.tables;
        let code = code.into();
        let is_doubtful =
            words::decode_separate(tables, self, self.features, code, table as u8, inst)?;
        Some(is_doubtful || self.is_doubtful.get())
    }

    fn is_big_endian(&self) -> bool {
        self.has(Feature::BigEndianInstructions)
    }

    /// Returns the half of 16 bits at an offset.
    fn half(&self, bytes: &[u8], at: usize) -> Option<u16> {
        let bytes = *bytes.get(at..)?.first_chunk()?;
        Some(if self.is_big_endian() {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }

    /// Decodes an instruction of A32.
    fn arm(&self, bytes: &[u8], inst: &mut Inst) -> Result<DecodedCode, DecodeError> {
        const TABLES: [Table; 9] = [
            Table::Arm,
            Table::Float,
            Table::FloatV8,
            Table::VectorData,
            Table::VectorMemory,
            Table::VectorDuplication,
            Table::VectorV8,
            Table::CryptoV8,
            Table::Coprocessor,
        ];
        let Some(word) = bytes.first_chunk() else {
            return Err(DecodeError::Truncated { skip_bytes: 0 });
        };
        let code = match self.is_big_endian() {
            true => u32::from_be_bytes(*word),
            false => u32::from_le_bytes(*word),
        };
        for table in TABLES {
            if let Some(mut is_doubtful) = self.by(table, code, inst) {
                if self.arm.tables.opcode_name(inst.opcode) == "HVC" {
                    match code >> 28 {
                        15 => break,
                        condition => is_doubtful |= condition != ALWAYS as u32,
                    }
                }
                return Ok(decoded(4, is_doubtful));
            }
        }
        Err(DecodeError::Unknown { skip_bytes: 4 })
    }

    /// Decodes an instruction of Thumb.
    fn thumb(&self, bytes: &[u8], inst: &mut Inst) -> Result<DecodedCode, DecodeError> {
        let truncated = DecodeError::Truncated { skip_bytes: 0 };
        let first = self.half(bytes, 0).ok_or(truncated)?;
        for table in [Table::Thumb16, Table::ThumbFlags16] {
            if let Some(is_doubtful) = self.by(table, first.into(), inst) {
                return Ok(decoded(2, self.leave_behind(inst) || is_doubtful));
            }
        }
        if let Some(is_doubtful) = self.by(Table::Thumb2_16, first.into(), inst) {
            let is_block = self.arm.tables.opcode_name(inst.opcode) == "t2IT";
            let is_within = is_block && self.blocks.get().is_in_conditions();
            let is_doubtful = self.leave_behind(inst) || is_doubtful || is_within;
            if is_block {
                let mut blocks = self.blocks.get();
                blocks.begin_conditions(immediate(inst, 0), immediate(inst, 1));
                self.blocks.set(blocks);
            }
            return Ok(decoded(2, is_doubtful));
        }
        let second = self.half(bytes, 2).ok_or(truncated)?;
        let code = u32::from(first) << 16 | u32::from(second);
        match self.thumb_32(code, inst) {
            Some(is_doubtful) => Ok(decoded(4, is_doubtful)),
            None => {
                let mut blocks = self.blocks.get();
                blocks.advance_conditions();
                self.blocks.set(blocks);
                Err(DecodeError::Unknown { skip_bytes: if first < 0xe800 { 2 } else { 4 } })
            }
        }
    }

    /// Decodes an instruction of Thumb that has 32 bits.
    fn thumb_32(&self, code: u32, inst: &mut Inst) -> Option<bool> {
        if let Some(is_doubtful) = self.by(Table::Mve, code, inst) {
            let name = self.arm.tables.opcode_name(inst.opcode);
            let is_block = name == "MVE_VPST" || name.starts_with("MVE_VPTv");
            let is_within = is_block && self.blocks.get().is_in_vectors();
            let is_doubtful = self.leave_behind(inst) || is_doubtful || is_within;
            if is_block {
                let mut blocks = self.blocks.get();
                blocks.begin_vectors(immediate(inst, 0));
                self.blocks.set(blocks);
            }
            return Some(is_doubtful);
        }
        for table in [Table::Thumb32, Table::Thumb2] {
            if let Some(is_doubtful) = self.by(table, code, inst) {
                return Some(self.leave_behind(inst) || is_doubtful || self.misuses_stack(inst));
            }
        }
        let is_conditional = code >> 28 == 0xe;
        if is_conditional && let Some(is_doubtful) = self.by(Table::Float, code, inst) {
            return Some(self.set_condition(inst) || is_doubtful);
        }
        if let Some(is_doubtful) = self.by(Table::FloatV8, code, inst) {
            return Some(is_doubtful);
        }
        if is_conditional && let Some(is_doubtful) = self.by(Table::VectorDuplication, code, inst) {
            return Some(self.set_condition(inst) || is_doubtful);
        }
        // NEON has the codes of A32 with other bits at the top.
        let rest = code & 0xf0ff_ffff;
        if code >> 24 == 0xf9
            && let Some(is_doubtful) = self.by(Table::VectorMemory, rest | 0x0400_0000, inst)
        {
            return Some(self.leave_behind(inst) || is_doubtful);
        }
        if code >> 24 & 0xf == 0xf {
            let data = rest | (rest & 1 << 28) >> 4 | 0x1200_0000;
            if let Some(is_doubtful) = self.by(Table::VectorData, data, inst) {
                return Some(self.leave_behind(inst) || is_doubtful);
            }
            let vector = code & 0xf3ff_ffff;
            for (table, code) in [(Table::CryptoV8, data), (Table::VectorV8, vector)] {
                if let Some(is_doubtful) = self.by(table, code, inst) {
                    return Some(is_doubtful);
                }
            }
        }
        let coprocessor = i64::from(code >> 8 & 15);
        let table = match self.arm.feature_bits.has_coprocessor(self.features, coprocessor) {
            true => Table::ThumbCustom,
            false => Table::ThumbCoprocessor,
        };
        let is_doubtful = self.by(table, code, inst)?;
        Some(self.leave_behind(inst) || is_doubtful)
    }

    /// Leaves an instruction behind that is in a block or not. Returns whether it may be undefined there.
    fn leave_behind(&self, inst: &Inst) -> bool {
        let mut blocks = self.blocks.get();
        let mut is_doubtful = false;
        match self.arm.tables.opcode_name(inst.opcode) {
            "tBcc" | "t2Bcc" | "tCBZ" | "tCBNZ" | "tCPS" | "t2CPS3p" | "t2CPS2p" | "t2CPS1p"
            | "t2CSEL" | "t2CSINC" | "t2CSINV" | "t2CSNEG" | "tMOVSr" | "tSETEND" => {
                // LLVM leaves blocks of vectors as they are.
                if !blocks.is_in_conditions() {
                    return false;
                }
                is_doubtful = true;
            }
            "t2HINT" => is_doubtful = immediate(inst, 0) == 0x10 && self.has(Feature::Ras),
            "tB" | "t2B" | "t2TBB" | "t2TBH" => {
                is_doubtful = blocks.is_in_conditions() && !blocks.is_last_of_conditions();
            }
            _ => {}
        }
        is_doubtful |= match is_vector_predicable(&self.arm.tables, inst.opcode) {
            true => blocks.is_in_conditions(),
            false => blocks.is_in_vectors(),
        };
        blocks.advance();
        self.blocks.set(blocks);
        is_doubtful
    }

    /// Gives an instruction of A32's tables the condition of its block. Returns whether it may be undefined there.
    fn set_condition(&self, inst: &mut Inst) -> bool {
        let mut blocks = self.blocks.get();
        let condition = match (blocks.is_in_conditions(), blocks.is_in_vectors()) {
            // As LLVM has it, which takes one kind of predicates for the other.
            (false, true) => blocks.vector_predicate(),
            _ => match blocks.condition() {
                15 => ALWAYS,
                condition => condition,
            },
        };
        blocks.advance();
        self.blocks.set(blocks);
        let tables = &self.arm.tables;
        let mut rows = tables.operands(inst.opcode).iter();
        let Some(at) = rows.position(|row| row.flags & operand_flag::PREDICATE != 0) else {
            return false;
        };
        if let Some([code, flags]) = inst.operands.get_mut(at..at + 2) {
            *code = Operand::Imm(condition);
            *flags = Operand::Reg(self.flags_of(condition));
        }
        let is_predicable = tables.instruction(inst.opcode).flags & instr_flag::PREDICABLE != 0;
        condition != ALWAYS && !is_predicable
    }

    /// Returns whether an instruction makes the stack pointer a sum of other registers.
    fn misuses_stack(&self, inst: &Inst) -> bool {
        let is_sum = matches!(
            self.arm.tables.opcode_name(inst.opcode),
            "t2ADDri"
                | "t2ADDri12"
                | "t2ADDrr"
                | "t2ADDrs"
                | "t2SUBri"
                | "t2SUBri12"
                | "t2SUBrr"
                | "t2SUBrs"
        );
        let is_stack = |at: usize| {
            inst.operands.get(at).and_then(Operand::reg) == Some(self.arm.registers.sp())
        };
        is_sum && is_stack(0) && !is_stack(1)
    }
}

/// Returns the immediate of an operand; 0 if it is none.
fn immediate(inst: &Inst, at: usize) -> i64 {
    inst.operands.get(at).and_then(Operand::imm).unwrap_or_default()
}

fn decoded(length_bytes: usize, is_potentially_undefined: bool) -> DecodedCode {
    DecodedCode { length_bytes, is_potentially_undefined }
}
