//! Instruction, register and scheduling-model tables.
//!
//! The tables of a target are text files under `data/`, imported from LLVM. `build.rs` packs them
//! into one aligned image per target, which is embedded and borrowed: see [`Tables`].
//!
//! Deliberately absent: assembly parsing, cycles, and input or output at run time.

#![deny(missing_docs)]

#[cfg(feature = "x86")]
mod embedded;
mod image;
mod lookup;
mod models;
mod names;
#[cfg(any(feature = "text", test))]
mod overlay;
mod owned;
pub mod schema;
#[cfg(any(feature = "text", test))]
pub mod text;
mod validate;

#[cfg(feature = "x86")]
pub use embedded::x86_image;
pub use image::{ImageError, Tables, TablesBuf};
#[cfg(any(feature = "text", test))]
pub use overlay::{AddedModel, ModelErrors, ModelFile};
pub use owned::OwnedTables;
pub use schema::{
    CpuId, FeatureSet, MatchClassId, ModelId, Opcode, Reg, RegClassId, ResourceId, SchedClassId,
    ShortSpan, ShortText, Span, Text,
};
