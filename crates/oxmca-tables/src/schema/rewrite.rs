//! Instructions that can be written as another instruction: compressed forms and their expansions.

use bytemuck::{Pod, Zeroable};

use super::{Opcode, Span};

/// Kinds of [`Rewrite`].
pub mod rewrite_kind {
    /// To a shorter encoding.
    pub const COMPRESS: u16 = 0;
    /// From a shorter encoding.
    pub const EXPAND: u16 = 1;
}

/// A pattern by which an instruction becomes another. The first of an instruction whose conditions hold
/// applies.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Rewrite {
    /// Conditions on operands, all of which must hold: rows of `rewrite_conditions`.
    pub conditions: Span,
    /// Condition on features, to be read as for [`AsmFeature`](super::AsmFeature): rows of `feature_literals`.
    pub features: Span,
    /// Operands of the other instruction: rows of `rewrite_operands`.
    pub operands: Span,
    /// The instruction.
    pub from: Opcode,
    /// The other instruction.
    pub to: Opcode,
    /// One of [`rewrite_kind`].
    pub kind: u16,
    /// Unused.
    pub reserved: u16,
}

/// Kinds of [`RewriteCondition`].
pub mod rewrite_condition {
    /// The operand and operand `value` are the same register.
    pub const SAME_REG: u16 = 0;
    /// The operand is the register `value`.
    pub const REG: u16 = 1;
    /// The operand is a register of class `value`.
    pub const REG_CLASS: u16 = 2;
    /// The operand is the immediate `value`.
    pub const IMM: u16 = 3;
    /// The target's predicate holds for the operand; `value` is an index into `operand_predicates`.
    pub const PREDICATE: u16 = 4;
}

/// One condition of a [`Rewrite`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RewriteCondition {
    /// The value compared with.
    pub value: i32,
    /// One of [`rewrite_condition`].
    pub kind: u16,
    /// The machine operand.
    pub operand: u16,
}

/// Kinds of [`RewriteOperand`].
pub mod rewrite_operand {
    /// Operand `value` of the instruction.
    pub const COPY: u32 = 0;
    /// The immediate `value`.
    pub const IMM: u32 = 1;
    /// The register `value`.
    pub const REG: u32 = 2;
}

/// One operand of the instruction that a [`Rewrite`] makes.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct RewriteOperand {
    /// Operand, immediate or register.
    pub value: i32,
    /// One of [`rewrite_operand`].
    pub kind: u32,
}
