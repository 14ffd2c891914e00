//! Machine code of instructions as rows of bit fields. Both encoding and decoding can be derived from them.

use bytemuck::{Pod, Zeroable};

use super::{Opcode, ShortSpan, Span};

/// The bits of an instruction's machine code that are the same in all its instances, and the fields in
/// between.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Encoding {
    /// The bits that are fixed. A bit that is neither fixed nor in a field is written as 0 and may be
    /// anything when it is read.
    pub fixed_mask: u64,
    /// The values of the fixed bits; 0 elsewhere.
    pub fixed_bits: u64,
    /// Fields, from the highest bits to the lowest: rows of `encoding_fields`.
    pub fields: Span,
    /// The instruction.
    pub opcode: Opcode,
    /// Width in bits: a multiple of 8, [`Encoding::MAX_WIDTH_BITS`] at most.
    pub width_bits: u16,
    /// Index into `encoder_methods` of the target's method that changes the finished word, or
    /// [`Encoding::NO_METHOD`].
    pub post_method: u16,
    /// Unused.
    pub reserved: u16,
}

impl Encoding {
    /// Widest machine code that rows can describe.
    pub const MAX_WIDTH_BITS: u16 = 64;
    /// `post_method` of an instruction without one.
    pub const NO_METHOD: u16 = u16::MAX;
}

/// Machine code that several instructions have alike, all but their own fixed bits among the lowest 32. For targets of
/// so many instructions that a row of [`Encoding`] for each takes too much space.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct EncodingForm {
    /// The bits that are fixed, the lowest first.
    pub fixed_mask: [u32; EncodingForm::WORDS],
    /// The values of the fixed bits above the lowest 32; 0 elsewhere.
    pub fixed_bits: [u32; EncodingForm::WORDS],
    /// Fields, from the highest bits to the lowest: rows of `encoding_fields`.
    pub fields: Span,
    /// Width in bits: a multiple of 8, [`EncodingForm::MAX_WIDTH_BITS`] at most.
    pub width_bits: u16,
    /// Index into `encoder_methods` of the target's method that changes the finished code, or
    /// [`Encoding::NO_METHOD`].
    pub post_method: u16,
}

/// A form of machine code and the way in which it is decoded.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct CodeForm {
    /// A row of `encoding_forms`.
    pub form: u16,
    /// A row of `decoding_ways`, or [`CodeForm::NOT_DECODED`].
    pub way: u16,
}

impl CodeForm {
    /// `way` of code that no decoder tries.
    pub const NOT_DECODED: u16 = u16::MAX;
}

/// The way in which code that has a form is decoded.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct DecodingWay {
    /// The features that it needs: rows of `feature_literals`.
    pub condition: ShortSpan,
    /// The steps that make the operands: rows of `decode_steps`.
    pub steps: ShortSpan,
}

impl EncodingForm {
    /// Number of words of 32 bits.
    pub const WORDS: usize = 4;
    /// Widest machine code of a form.
    pub const MAX_WIDTH_BITS: u16 = 128;

    /// Returns words, the lowest first, as one number.
    pub fn number(words: [u32; EncodingForm::WORDS]) -> u128 {
        words.iter().rev().fold(0, |number, word| number << 32 | u128::from(*word))
    }
}

/// Consecutive bits of an operand's value that are consecutive bits of the machine code.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct EncodingField {
    /// Index into `encoder_methods` of the target's method that gives the operand's value. Method 0 gives
    /// a register's hardware encoding or an immediate as it is.
    pub method: u16,
    /// The machine operand that the method encodes, or the first of several.
    pub operand: u8,
    /// Lowest bit of the value.
    pub operand_bit: u8,
    /// Lowest bit of the machine code.
    pub code_bit: u8,
    /// Number of bits.
    pub width_bits: u8,
}
