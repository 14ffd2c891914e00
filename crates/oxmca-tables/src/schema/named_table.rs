//! Tables of a target's own: system registers, named hints, extensions.

use bytemuck::{Pod, Zeroable};

use super::{Span, Text};

/// A table whose columns are the target's. [`Tables::named_table`](crate::Tables::named_table) reads it.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct NamedTable {
    /// LLVM's name, e.g. `SysRegsList`.
    pub name: Text,
    /// Columns: rows of `table_columns`.
    pub columns: Span,
    /// Cells, row by row: rows of `table_cells`.
    pub cells: Span,
    /// Hash table of the first column, in lower case, if that is text: rows of `name_slots`.
    pub name_slots: Span,
}

/// Kinds of [`TableColumn`].
pub mod column_kind {
    /// A [`Text`]: `start` in the upper half of the cell, `len` in the lower.
    pub const TEXT: u32 = 0;
    /// A signed number.
    pub const NUMBER: u32 = 1;
    /// 0 or 1.
    pub const FLAG: u32 = 2;
    /// An instruction.
    pub const INSTRUCTION: u32 = 3;
    /// Features that must all be on: a [`Span`] of `feature_literals`, packed as a text is.
    pub const FEATURES: u32 = 4;
}

/// A column of a [`NamedTable`].
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, Pod, Zeroable)]
pub struct TableColumn {
    /// Its name.
    pub name: Text,
    /// One of [`column_kind`].
    pub kind: u32,
}
