//! Forms that are printed in place of an instruction's own syntax.

use bytemuck::{Pod, Zeroable};

use super::{Opcode, Span};

/// A form under which the printer shows an instruction instead of its own syntax.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct PrintAlias {
    /// Conditions on the operands, all of which must hold: rows of `alias_conditions`.
    pub conditions: Span,
    /// Syntax: rows of `asm_pieces`.
    pub syntax: Span,
    /// The instruction.
    pub opcode: Opcode,
    /// Dialect this alias belongs to.
    pub dialect: u8,
    /// Number of machine operands the instruction must have.
    pub num_operands: u8,
}

/// Kinds of [`AliasCondition`]: properties that the operand at its position must have.
pub mod alias_condition {
    /// No property.
    pub const IGNORE: u16 = 0;
    /// A register of class `value`.
    pub const REG_CLASS: u16 = 1;
    /// The same register as operand `value`.
    pub const TIED_REG: u16 = 2;
    /// The immediate `value`.
    pub const IMM: u16 = 3;
    /// The register `value`.
    pub const REG: u16 = 4;
    /// Feature bit `value` present (consumes no operand).
    pub const FEATURE: u16 = 5;
    /// Feature bit `value` absent (consumes no operand).
    pub const NOT_FEATURE: u16 = 6;
    /// A predicate method, `value` is an index into `print_methods` names (custom).
    pub const CUSTOM: u16 = 7;
    /// Feature bit `value` present, or another condition of the same run of `OR` conditions
    /// (consumes no operand).
    pub const OR_FEATURE: u16 = 8;
    /// Feature bit `value` absent, or another of the run (consumes no operand).
    pub const OR_NOT_FEATURE: u16 = 9;
    /// Ends a run of `OR` conditions (consumes no operand).
    pub const END_OR: u16 = 10;
    /// A register of the class that row `value` of `mode_classes` gives.
    pub const MODE_CLASS: u16 = 11;
}

/// One condition of a [`PrintAlias`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct AliasCondition {
    /// The value compared with.
    pub value: i64,
    /// One of [`alias_condition`].
    pub kind: u16,
    /// Unused.
    pub reserved: [u16; 3],
}
