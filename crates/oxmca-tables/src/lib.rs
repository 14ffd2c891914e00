//! Instruction, register and scheduling-model tables.
//!
//! The tables of a target are text files under `data/`, imported from LLVM. The build script packs them
//! into one aligned image per target, which the library embeds and [`Tables`] borrows.
//!
//! | To | use |
//! |---|---|
//! | look up instructions, registers, CPUs and models | [`Tables`], whose rows are described in [`schema`] |
//! | keep tables together with their memory, embedded or not | [`OwnedTables`] |
//! | load an image from bytes | [`OwnedTables::from_bytes`] |
//! | add a model of one's own | `OwnedTables::with_model` (feature `text`) |
//! | read a target's own tables, such as system registers | [`Tables::named_table`] |
//! | say which tables made a result | [`identity`] |
//! | tell whether a CPU has a model of its own | [`Tables::borrowed_model`] |
//! | put together tables of a target | [`TablesBuf`], or `text::read` (feature `text`) |
//!
//! Deliberately absent: assembly parsing, cycles, and input or output at run time.
//!
//! # Features
//!
//! - `x86` (default) embeds the x86 tables.
//! - `aarch64` embeds the AArch64 tables.
//! - `riscv` (default) embeds the RISC-V tables.
//! - `text` (default) reads models of one's own, and whole targets, from text.

#![deny(missing_docs)]

#[cfg(all(doctest, feature = "x86"))]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(any(feature = "aarch64", feature = "riscv", feature = "x86"))]
mod embedded;
mod few;
#[cfg(any(feature = "text", test))]
pub mod hardware;
pub mod identity;
mod image;
mod lookup;
mod models;
mod named_table;
mod names;
#[cfg(any(feature = "text", test))]
mod overlay;
mod owned;
pub mod schema;
#[cfg(any(feature = "text", test))]
pub mod text;
mod validate;

#[cfg(feature = "aarch64")]
pub use embedded::aarch64_image;
#[cfg(feature = "riscv")]
pub use embedded::riscv_image;
#[cfg(feature = "x86")]
pub use embedded::x86_image;
pub use few::sort_few_by_key;
pub use image::{ImageError, Tables, TablesBuf};
pub use named_table::{TableRow, TableView};
#[cfg(any(feature = "text", test))]
pub use overlay::{AddedModel, ModelErrors, ModelFile};
pub use owned::OwnedTables;
pub use schema::{
    CpuId, FeatureSet, MatchClassId, ModelId, Opcode, Reg, RegClassId, ResourceId, SchedClassId,
    ShortSpan, ShortText, Span, Text,
};
