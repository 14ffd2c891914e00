//! Decisions of a scheduling model that look at operands: variant classes, idioms, and their predicates.

use bytemuck::{Pod, Zeroable};

use super::{Opcode, SchedClassId, Span};

/// One case of a variant class: the first whose predicate holds gives the class.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct VariantCase {
    /// Predicate in prefix form: rows of `predicates`; empty is true.
    pub predicate: Span,
    /// The class to use (which may be variant again).
    pub target: SchedClassId,
    /// Unused.
    pub reserved: u16,
}

/// Node kinds of a predicate over a machine instruction. A tree is stored in prefix order.
pub mod predicate {
    /// Always true.
    pub const TRUE: u16 = 0;
    /// Always false.
    pub const FALSE: u16 = 1;
    /// All of the next `a` subtrees hold; `value` is the node count of the whole tree, this one included.
    pub const ALL: u16 = 2;
    /// Any of the next `a` subtrees holds; `value` as for `ALL`.
    pub const ANY: u16 = 3;
    /// The next subtree does not hold.
    pub const NOT: u16 = 4;
    /// Operands `a` and `b` are the same register.
    pub const SAME_REG: u16 = 5;
    /// Operand `a` is the register `value`.
    pub const REG_IS: u16 = 6;
    /// Operand `a` is the immediate `value`.
    pub const IMM_IS: u16 = 7;
    /// Operand `a` is a register.
    pub const IS_REG: u16 = 8;
    /// Operand `a` is an immediate.
    pub const IS_IMM: u16 = 9;
    /// The opcode is `value`.
    pub const OPCODE_IS: u16 = 10;
    /// Target function number `a` of `predicate_functions` holds for the instruction.
    pub const FUNCTION: u16 = 11;
    /// Operand `a` as an immediate is less than `value`.
    pub const IMM_LESS: u16 = 12;
    /// Operand `a` as an immediate is greater than `value`.
    pub const IMM_GREATER: u16 = 13;
    /// The instruction has `value` operands.
    pub const NUM_OPERANDS: u16 = 14;
    /// Feature bit `value` of the subtarget is on.
    pub const FEATURE: u16 = 15;
    /// Some bits of operand `a` as an immediate are `value`: as many as the upper half of `b` says, from the bit
    /// that its lower half numbers.
    pub const BITS_ARE: u16 = 16;
}

/// One node of a predicate tree, see [`predicate`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct PredicateNode {
    /// Compared value.
    pub value: i64,
    /// One of [`predicate`].
    pub kind: u16,
    /// First operand index or child count.
    pub a: u16,
    /// Second operand index, or bits of the first operand.
    pub b: u16,
    /// Unused.
    pub reserved: u16,
}

/// Kinds of [`Idiom`].
pub mod idiom_kind {
    /// The result is zero whatever the sources are.
    pub const ZERO: u16 = 0;
    /// The result does not depend on the sources, but is computed.
    pub const DEPENDENCY_BREAKING: u16 = 1;
    /// A register move the renamer may eliminate.
    pub const OPTIMIZABLE_MOVE: u16 = 2;
}

/// An instruction that a model treats specially when its predicate holds.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct Idiom {
    /// Uses that are independent, one bit per use; 0 means every explicit use.
    pub independent_uses: u64,
    /// Predicate: rows of `predicates`; empty is true.
    pub predicate: Span,
    /// The instruction.
    pub opcode: Opcode,
    /// One of [`idiom_kind`].
    pub kind: u16,
    /// Unused.
    pub reserved: u32,
}
