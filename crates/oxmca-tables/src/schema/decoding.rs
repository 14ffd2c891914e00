//! Decoders of targets whose machine code is words: rows in the order they are tried, and an index of them.

use bytemuck::{Pod, Zeroable};

use super::{Opcode, ShortSpan, Span};

/// The decoder of machine codes of one width.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Decoder {
    /// Row of `decoder_nodes` at which the search begins.
    pub root: u32,
    /// Width of the codes: a multiple of 8, 64 at most.
    pub width_bits: u16,
    /// 0 if it tries the tables of that width one after the other; of a table that is tried by itself, its number and 1.
    pub separate: u16,
}

/// A node of the index: it selects one of its children by a bit field of the code, or it is a leaf.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct DecoderNode {
    /// The child for the value 0, an earlier row of `decoder_nodes`; those for other values follow it. Of a leaf, the
    /// first of its rows of `decoder_candidates`.
    pub first: u32,
    /// Number of rows of a leaf.
    pub len: u16,
    /// Lowest bit of the field.
    pub code_bit: u8,
    /// Width of the field; 0 in a leaf.
    pub width_bits: u8,
}

/// One way to decode an instruction.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Decoding {
    /// The bits of the code that are compared.
    pub fixed_mask: u64,
    /// Their values; 0 elsewhere.
    pub fixed_bits: u64,
    /// The features it needs: rows of `feature_literals`, to be read as for [`AsmFeature`](super::AsmFeature).
    pub condition: Span,
    /// The steps that make the operands: rows of `decode_steps`.
    pub steps: ShortSpan,
    /// The instruction.
    pub opcode: Opcode,
    /// The table the row is in. Unless `or_next` is set, the rest of the table is passed over if a step refuses the
    /// code.
    pub table: u8,
    /// 1 if the next row is tried if a step refuses the code.
    pub or_next: u8,
}

/// Kinds of [`DecodeStep`]. `n` is the step's argument.
pub mod decode_step {
    /// Adds register number `value` of list `n`, a row of `decoder_registers`. A number without a register is refused.
    pub const REGISTER: u8 = 0;
    /// Adds the value as an immediate.
    pub const IMM: u8 = 1;
    /// Adds the value as a signed immediate.
    pub const SIGNED_IMM: u8 = 2;
    /// Adds `value + n`.
    pub const PLUS: u8 = 3;
    /// Adds `n - value`.
    pub const MINUS_FROM: u8 = 4;
    /// Refuses values other than `n`.
    pub const IS: u8 = 5;
    /// Refuses the value `n`.
    pub const NOT: u8 = 6;
    /// Refuses values below `n`.
    pub const AT_LEAST: u8 = 7;
    /// Refuses values above `n`.
    pub const AT_MOST: u8 = 8;
    /// Calls a method of the target, row `n` of `decoder_methods`.
    pub const METHOD: u8 = 9;
    /// The instruction may be undefined if the value is not `n`.
    pub const SHOULD_BE: u8 = 10;
    /// The instruction may be undefined if the two halves of the value are equal, unless they are `n`.
    pub const SHOULD_DIFFER_UNLESS: u8 = 11;
    /// Number of kinds.
    pub const COUNT: u8 = 12;
    /// The kinds whose argument is a number, with their names in `.tbl` files.
    pub const OF_NUMBERS: &[(&str, u8)] = &[
        ("plus", PLUS),
        ("minus-from", MINUS_FROM),
        ("is", IS),
        ("not", NOT),
        ("at-least", AT_LEAST),
        ("at-most", AT_MOST),
        ("should-be", SHOULD_BE),
        ("should-differ-unless", SHOULD_DIFFER_UNLESS),
    ];
}

/// A step of decoding: it puts a value together from bits of the code, and adds an operand or checks the value.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Default, Debug, Pod, Zeroable)]
pub struct DecodeStep {
    /// The parts of the value above its first, from its lowest bits to its highest: rows of `code_parts`.
    pub more_parts: ShortSpan,
    /// Of a kind's own meaning.
    pub argument: u16,
    /// One of [`decode_step`].
    pub kind: u8,
    /// Width of the value, 64 at most.
    pub width_bits: u8,
    /// The first part of the value, its lowest bits: the lowest bit of the code.
    pub code_bit: u8,
    /// Width of the first part, 63 at most; 0 if the value begins otherwise.
    pub first_width_bits: u8,
    /// Unused.
    pub reserved: u16,
}

/// A part of a value: consecutive bits of the machine code, or constant bits.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Default, Debug, Pod, Zeroable)]
pub struct CodePart {
    /// Lowest bit of the code, [`CodePart::ZEROS`] or [`CodePart::ONES`].
    pub code_bit: u8,
    /// Number of bits, 1 to 64.
    pub width_bits: u8,
}

impl CodePart {
    /// `code_bit` of bits that are 0.
    pub const ZEROS: u8 = 254;
    /// `code_bit` of bits that are 1.
    pub const ONES: u8 = 255;
}
