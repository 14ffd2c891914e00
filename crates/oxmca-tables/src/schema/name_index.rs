//! Hash tables by which rows are found by name.

use bytemuck::{Pod, Zeroable};

use super::Span;

/// The hash table of one of [`name_kind`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct NameIndex {
    /// Its slots: rows of `name_slots`.
    pub slots: Span,
}

/// The names that have a hash table, by the row of `name_indices` that has it. Of rows with the same name, the
/// first is found.
pub mod name_kind {
    /// LLVM's names of `registers`.
    pub const REGISTERS: usize = 0;
    /// All names of `registers` that the assembler reads.
    pub const ASM_REGISTERS: usize = 1;
    /// Names of `register_classes`.
    pub const REGISTER_CLASSES: usize = 2;
    /// Names of `match_classes`.
    pub const MATCH_CLASSES: usize = 3;
    /// LLVM's constants of `features`.
    pub const FEATURE_CONSTANTS: usize = 4;
    /// Their number.
    pub const COUNT: usize = 5;
}
